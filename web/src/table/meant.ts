// The unit that a click or a tap means where several lie close together.

import { distance, inside } from '../geometry';
import type { Pair, Point, Unit } from '../types';

/** How many pixels off the point it touches a finger may mean. */
export const FINGER = 22;

/** How far a place lies from an outline; nothing within it. */
function farFrom(place: Point, outline: Pair[]): number {
  if (inside(place, outline)) return 0;
  return Math.min(
    ...outline.map(([x1, y1], n) => {
      const [x2, y2] = outline[(n + 1) % outline.length]!;
      const [dx, dy] = [x2 - x1, y2 - y1];
      const share = Math.max(0, Math.min(1, ((place.x - x1) * dx + (place.y - y1) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(place.x - x1 - share * dx, place.y - y1 - share * dy);
    }),
  );
}

/** The unit whose footprint holds the place; otherwise, of those within reach of it, the one whose middle is nearest. */
export function meantUnit(units: Unit[], place: Point, reach: number): number | null {
  const near = units.flatMap(({ id, rect, centre }) => {
    const far = rect && centre ? farFrom(place, rect) : Infinity;
    return far <= reach ? [{ id, on: far === 0, middle: distance(place, { x: centre![0], y: centre![1] }) }] : [];
  });
  return near.toSorted((a, b) => Number(b.on) - Number(a.on) || a.middle - b.middle)[0]?.id ?? null;
}

/** The unit on whose footprint the place lies. */
export const unitOn = (units: Unit[], place: Point): number | null => meantUnit(units, place, 0);
