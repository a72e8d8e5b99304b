// Where the names of the ground may stand, best place first; in screen pixels.

import { inside } from '../geometry';
import { text } from '../text';
import type { Feature, Pair } from '../types';
import { folded, type Ground } from './labels';
import { middle } from './scatter';

/** Small things are named only when one looks closely. */
const SMALL = ['bridge', 'ford', 'wall', 'enclosure', 'fortification'];
const CLOSE = 13;

export function groundNames(features: Feature[], depth: number, scale: number, size: number): Ground[] {
  const flip = ({ x, y }: { x: number; y: number }): Pair => [(x / 1000) * scale, (depth - y / 1000) * scale];
  const named = features.filter(({ name, kind }) => name && (scale >= CLOSE || !SMALL.includes(kind)));
  // Areas first: a road is long and finds room anywhere.
  return [...named.filter(({ shape }) => 'polygon' in shape), ...named.filter(({ shape }) => !('polygon' in shape))].map(({ name, shape, level }) =>
    'polygon' in shape ? onArea(name, shape.polygon.map(flip), size, level) : alongLine(name, shape.line.points.map(flip)),
  );
}

function onArea(name: string, points: Pair[], size: number, level: number): Ground {
  const [x, y] = middle(points);
  const [xs, ys] = [points.map(([px]) => px), points.map(([, py]) => py)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const lines = [...folded(name, (right - left) / (size * 0.52)), ...(level > 0 ? [text.table.height(level)] : [])];
  const high = size * 1.2 * lines.length;
  const spot = (sx: number, sy: number) => ({ x: sx, y: sy, turn: 0 });
  const within = [y, (y + top) / 2, (y + bottom) / 2].map((sy) => spot(x, sy));
  const aside = [(x + left) / 2, (x + right) / 2].flatMap((sx) => [y, (y + top) / 2, (y + bottom) / 2].map((sy) => spot(sx, sy)));
  // Where units stand on the middle, anywhere else on it; then beside it.
  const shares = [0.2, 0.35, 0.5, 0.65, 0.8];
  const elsewhere = shares.flatMap((down) => shares.map((across): Pair => [left + (right - left) * across, top + (bottom - top) * down])).filter(([px, py]) => inside({ x: px, y: py }, points));
  elsewhere.sort(([ax, ay], [bx, by]) => Math.hypot(ax - x, ay - y) - Math.hypot(bx - x, by - y));
  return { lines, spots: [...within, ...aside, ...elsewhere.map(([px, py]) => spot(px, py)), spot(x, bottom + high / 2 + 2), spot(x, top - high / 2 - 2)] };
}

function alongLine(name: string, points: Pair[]): Ground {
  const spots = points.slice(1).flatMap((b, n) => {
    const a = points[n]!;
    const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
    const turn = angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
    return [0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.22, 0.78].map((share) => ({ x: a[0] + (b[0] - a[0]) * share, y: a[1] + (b[1] - a[1]) * share, turn, length: Math.hypot(b[0] - a[0], b[1] - a[1]) }));
  });
  return { lines: [name], spots: spots.toSorted((a, b) => b.length - a.length) };
}
