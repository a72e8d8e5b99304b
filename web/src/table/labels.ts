// Names beside their units, none on top of another.

export type Box = { left: number; top: number; right: number; bottom: number };
export type Labelled = { key: string; name: string; box: Box; urgent: boolean };
export type Label = { key: string; name: string; x: number; y: number; hidden: boolean };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Puts each name below, above, right or left of its box, where it covers least; all in screen pixels. */
export function placeLabels(items: Labelled[], size = 13, tableWide = Infinity): Label[] {
  const taken: Box[] = items.map((item) => item.box);
  const labels: Label[] = [];
  for (const item of items.toSorted((a, b) => Number(b.urgent) - Number(a.urgent))) {
    const wide = item.name.length * size * 0.6;
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
    for (const [wish, y] of spots) {
      const x = Math.max(wide / 2 + 2, Math.min(tableWide - wide / 2 - 2, wish));
      const box = { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
      const cost = taken.reduce((sum, other) => sum + (other === item.box ? 0 : overlap(box, other)), 0);
      if (!best || cost < best.cost) best = { x, y, box, cost };
      if (cost === 0) break;
    }
    if (!best) continue;
    const hidden = !item.urgent && best.cost > wide * high * 0.3;
    if (!hidden) taken.push(best.box);
    labels.push({ key: item.key, name: item.name, x: best.x, y: best.y, hidden });
  }
  return labels;
}
