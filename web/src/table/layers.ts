// Which overlays lie on the table; remembered from one game to the next.

export const LAYERS = ['ruler', 'bands', 'arcs', 'sight', 'reach', 'command', 'moves', 'theirs'] as const;
export type Layer = (typeof LAYERS)[number];

/** The layers that need to know one unit's geometry. */
export const OF_UNIT: readonly Layer[] = ['bands', 'arcs', 'sight', 'reach'];
/** The layers that lie on the whole table. */
export const OF_TABLE: readonly Layer[] = ['command', 'moves'];

const KEY = 'grognard.overlays';
const FIRST: Layer[] = ['reach', 'theirs'];

/** What was kept, without unknown words. */
export function readLayers(kept: string | null): Set<Layer> {
  if (kept === null) return new Set(FIRST);
  const words = kept.split(',');
  return new Set(LAYERS.filter((layer) => words.includes(layer)));
}

export const keptLayers = (): Set<Layer> => readLayers(localStorage.getItem(KEY));

export function keepLayers(layers: Set<Layer>): void {
  // A ruler is laid down after use.
  localStorage.setItem(KEY, [...layers].filter((layer) => layer !== 'ruler').join(','));
}

/** Where a zone's words stand: the middle of its far side. */
export function labelSpot(outline: [number, number][], from: [number, number]): [number, number] {
  const far = (point: [number, number]) => Math.hypot(point[0] - from[0], point[1] - from[1]);
  const most = Math.max(...outline.map(far));
  const rim = outline.filter((point) => far(point) > most * 0.86);
  const sum = rim.reduce<[number, number]>(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  const middle: [number, number] = [sum[0] / rim.length, sum[1] / rim.length];
  // A ring goes all round: its middle is no place on it.
  return far(middle) < most * 0.5 ? outline.reduce((top, point) => (point[1] > top[1] ? point : top)) : middle;
}

/** Along a band's far side, from its middle outward: where its words may stand without naming another band's ground. */
export function rimSpots(outline: [number, number][], from: [number, number]): [number, number][] {
  const far = (point: [number, number]) => Math.hypot(point[0] - from[0], point[1] - from[1]);
  const most = Math.max(...outline.map(far));
  const first = labelSpot(outline, from);
  const apart = ([x, y]: [number, number]) => Math.hypot(x - first[0], y - first[1]);
  const rim = outline.filter((point) => far(point) > most * 0.86).toSorted((a, b) => apart(a) - apart(b));
  // The middle of a wide fan's rim lies far within it.
  return far(first) < most * 0.93 ? rim : [first, ...rim];
}

/** Where a ring's words stand: on it, on the table, and not where its neighbour's stand. */
export function ringSpot(outline: [number, number][], n: number, [width, depth]: [number, number]): [number, number] {
  const inside = outline.filter(([x, y]) => x > 2000 && y > 1500 && x < (width - 2) * 1000 && y < (depth - 1.5) * 1000);
  const points = inside.length ? inside : outline;
  const ways: [number, number][] = [[0, 1], [0, -1], [-1, 0.4], [1, -0.4]];
  const [dx, dy] = ways[n % ways.length]!;
  return points.reduce((best, point) => (point[0] * dx + point[1] * dy > best[0] * dx + best[1] * dy ? point : best));
}
