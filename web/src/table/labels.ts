// Names beside their units and on their ground, none on top of another.

export type Box = { left: number; top: number; right: number; bottom: number };
export type Labelled = { key: string; name: string; box: Box; urgent: boolean; /** Of little weight: hidden rather than near another. */ light?: boolean };
export type Label = { key: string; name: string; x: number; y: number; hidden: boolean };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
export const covered = (box: Box, taken: Box[]): number => taken.reduce((sum, other) => sum + overlap(box, other), 0);

/** How much of a name may lie on something else before it is left out; less where many stand close together. */
const TOLERATED = 0.22;
const CROWDED = 0.03;

/** Puts each name below, above, right or left of its box, where it covers least; all in screen pixels. */
export function placeLabels(items: Labelled[], size = 13, tableWide = Infinity, taken: Box[] = [], crowded = false): Label[] {
  taken.push(...items.map((item) => item.box));
  const labels: Label[] = [];
  const weight = (item: Labelled) => (item.urgent ? 2 : item.light ? 0 : 1);
  for (const item of items.toSorted((a, b) => weight(b) - weight(a))) {
    const wide = item.name.length * size * 0.58;
    const high = size * 1.15;
    const { left, top, right, bottom } = item.box;
    const middle = (left + right) / 2;
    const centre = (top + bottom) / 2;
    const spots: [number, number][] = [
      [middle, bottom + high * 0.7],
      [middle, top - high * 0.6],
      [right + wide / 2 + 4, centre],
      [left - wide / 2 - 4, centre],
      [middle, bottom + high * 1.7],
      [middle, top - high * 1.6],
    ];
    let best: { x: number; y: number; box: Box; cost: number } | null = null;
    for (const [wish, low] of spots) {
      const x = Math.max(wide / 2 + 2, Math.min(tableWide - wide / 2 - 2, wish));
      const y = Math.max(high / 2, low);
      const box = { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
      const cost = covered(box, taken);
      if (!best || cost < best.cost) best = { x, y, box, cost };
      if (cost === 0) break;
    }
    if (!best) continue;
    const hidden = !item.urgent && best.cost > wide * high * (crowded ? CROWDED : item.light ? 0.05 : TOLERATED);
    if (!hidden) taken.push(best.box);
    labels.push({ key: item.key, name: item.name, x: best.x, y: best.y, hidden });
  }
  return labels;
}

/** A name of the ground: where it may stand, best place first. */
export type Ground = { lines: string[]; spots: { x: number; y: number; turn: number }[] };
export type GroundLabel = { lines: string[]; x: number; y: number; turn: number };

/** Names of the ground where nothing else is; those without room are left out. */
export function placeGround(items: Ground[], size: number, taken: Box[], table: Box): GroundLabel[] {
  const found: GroundLabel[] = [];
  for (const { lines, spots } of items) {
    const wide = Math.max(...lines.map((line) => line.length)) * size * 0.52;
    const high = size * 1.15 * lines.length;
    for (const { x, y, turn } of spots) {
      const [sine, cosine] = [Math.abs(Math.sin((turn * Math.PI) / 180)), Math.abs(Math.cos((turn * Math.PI) / 180))];
      const [w, h] = [wide * cosine + high * sine, wide * sine + high * cosine];
      const box = { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
      const outside = box.left < table.left || box.top < table.top || box.right > table.right || box.bottom > table.bottom;
      if (outside || covered(box, taken) > wide * high * 0.06) continue;
      taken.push(box);
      found.push({ lines, x, y, turn });
      break;
    }
  }
  return found;
}

/** A long name in two lines, cut at the space nearest its middle. */
export function folded(name: string, most: number): string[] {
  if (name.length <= most || !name.includes(' ')) return [name];
  const spaces = [...name.matchAll(/ /g)].map((space) => space.index);
  const cut = spaces.toSorted((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0]!;
  return [name.slice(0, cut), name.slice(cut + 1)];
}
