// Trees, houses and tufts strewn over a piece of ground, the same on every drawing.

import { inside } from '../geometry';
import type { Pair } from '../types';

/** A number in 0..1 that depends on nothing but its arguments. */
export function grain(a: number, b: number, c = 0): number {
  const mixed = Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}

/** Points about `gap` apart inside the outline, each a little off its grid. */
export function scatter(outline: Pair[], gap: number, jitter = 0.6, margin = 0): Pair[] {
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const found: Pair[] = [];
  for (let row = 0, y = Math.min(...ys) + gap / 2; y < Math.max(...ys); y += gap, row++) {
    for (let x = Math.min(...xs) + gap / 2 + (row % 2 ? gap / 2 : 0); x < Math.max(...xs); x += gap) {
      const at: Pair = [x + (grain(x, y) - 0.5) * gap * jitter, y + (grain(y, x, 1) - 0.5) * gap * jitter];
      const probes: Pair[] = [[0, 0], [margin, 0], [-margin, 0], [0, margin], [0, -margin]];
      if (probes.every(([dx, dy]) => inside({ x: at[0] + dx, y: at[1] + dy }, outline))) found.push(at);
    }
  }
  return found;
}

/** A closed path with its corners rounded by at most `radius`: near enough to the outline to play by. */
export function rounded(points: Pair[], radius: number): string {
  const toward = ([x, y]: Pair, [nx, ny]: Pair): string => {
    const length = Math.hypot(nx - x, ny - y) || 1;
    const share = Math.min(radius / length, 0.45);
    return `${(x + (nx - x) * share).toFixed(3)} ${(y + (ny - y) * share).toFixed(3)}`;
  };
  const parts = points.map((point, n) => {
    const before = points[(n + points.length - 1) % points.length]!;
    const after = points[(n + 1) % points.length]!;
    return `${n ? 'L' : 'M'}${toward(point, before)}Q${point.join(' ')} ${toward(point, after)}`;
  });
  return `${parts.join('')}Z`;
}

export function middle(points: Pair[]): Pair {
  const sum = points.reduce<Pair>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** The outline drawn in toward its middle. */
export function shrunk(points: Pair[], share: number): Pair[] {
  const [cx, cy] = middle(points);
  return points.map(([x, y]) => [cx + (x - cx) * share, cy + (y - cy) * share]);
}
