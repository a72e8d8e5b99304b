// Ground as a map of the time draws it: hachures down a hill, crowns of trees, roofs with a ridge. Each is one path,
// however many strokes it has, so that a large table stays quick.

import type { Pair } from '../types';
import { grain, middle } from './scatter';

const at = (n: number): string => n.toFixed(2);

/** Short strokes downhill, all round an outline: `length` inches, about `gap` apart. */
export function hachures(outline: Pair[], gap: number, length: number): string {
  const [cx, cy] = middle(outline);
  return outline
    .flatMap(([x1, y1], n) => {
      const [x2, y2] = outline[(n + 1) % outline.length]!;
      const side = Math.hypot(x2 - x1, y2 - y1);
      const count = Math.floor(side / gap);
      return Array.from({ length: count }, (_, k) => {
        const share = (k + 0.5) / count;
        const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
        const far = Math.hypot(cx - x, cy - y) || 1;
        const [ux, uy] = [(cx - x) / far, (cy - y) / far];
        // The corners of the outline are rounded: strokes begin a little within it.
        const [from, to] = [0.25 + grain(x, y) * 0.2, 0.25 + length * (0.7 + grain(y, x) * 0.6)];
        return `M${at(x + ux * from)} ${at(y + uy * from)}L${at(x + ux * to)} ${at(y + uy * to)}`;
      });
    })
    .join('');
}

const disc = (x: number, y: number, r: number): string => `M${at(x - r)} ${at(y)}a${at(r)} ${at(r)} 0 1 0 ${at(2 * r)} 0a${at(r)} ${at(r)} 0 1 0 ${at(-2 * r)} 0`;

/** Crowns of three lobes; `grown` makes them larger, `lift` shifts them: for outline and light. */
export function crowns(trees: Pair[], grown: number, lift: number): string {
  return trees
    .map(([x, y]) => {
      const size = (0.34 + grain(x, y, 2) * 0.16) * grown;
      const [ox, oy] = [x - lift * 0.8, y - lift];
      return disc(ox, oy - size * 0.45, size) + disc(ox - size * 0.7, oy + size * 0.35, size * 0.85) + disc(ox + size * 0.7, oy + size * 0.35, size * 0.85);
    })
    .join('');
}

/** Trees along the rim of a wood, about `gap` apart. */
export function alongRim(outline: Pair[], gap: number): Pair[] {
  const [cx, cy] = middle(outline);
  return outline.flatMap(([x1, y1], n) => {
    const [x2, y2] = outline[(n + 1) % outline.length]!;
    const count = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / gap));
    return Array.from({ length: count }, (_, k): Pair => {
      const share = (k + 0.5) / count;
      const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
      const far = Math.hypot(cx - x, cy - y) || 1;
      const inward = 0.6 + grain(x, y, 4) * 0.3;
      return [x + ((cx - x) / far) * inward, y + ((cy - y) / far) * inward];
    });
  });
}

export type House = { x: number; y: number; wide: number; deep: number; turn: number };

/** Houses at these places, each a little otherwise. */
export const houses = (places: Pair[], wide: number, deep: number, loose: number): House[] =>
  places.map(([x, y]) => {
    const upright = grain(x, y, 5) > 0.6;
    const size = 0.85 + grain(y, x, 6) * 0.35;
    return { x, y, wide: (upright ? deep : wide) * size, deep: (upright ? wide : deep) * size, turn: (grain(x, y, 3) - 0.5) * loose };
  });

/** The roof, its shaded half, or its ridge. */
export function roofs(all: House[], part: 'whole' | 'shade' | 'ridge'): string {
  return all
    .map(({ x, y, wide, deep, turn }) => {
      const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
      const spot = (dx: number, dy: number) => `${at(x + dx * cosine - dy * sine)} ${at(y + dx * sine + dy * cosine)}`;
      const [w, d] = [wide / 2, deep / 2];
      const along = wide >= deep;
      if (part === 'ridge') return along ? `M${spot(-w, 0)}L${spot(w, 0)}` : `M${spot(0, -d)}L${spot(0, d)}`;
      if (part === 'whole') return `M${spot(-w, -d)}L${spot(w, -d)}L${spot(w, d)}L${spot(-w, d)}Z`;
      return along ? `M${spot(-w, 0)}L${spot(w, 0)}L${spot(w, d)}L${spot(-w, d)}Z` : `M${spot(0, -d)}L${spot(w, -d)}L${spot(w, d)}L${spot(0, d)}Z`;
    })
    .join('');
}
