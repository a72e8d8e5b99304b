// Where the enemy has come from since one last ended one's own orders, drawn until they are ended again.

import type { Moved, Side, Unit } from '../types';

/** What was known, with what has moved between two looks at the table; `mine`: one's own sides. */
export function theirMoves(known: Moved[], before: Unit[], now: Unit[], mine: Side[]): Moved[] {
  if (!mine.length) return [];
  const was = new Map(before.map((unit) => [unit.id, unit]));
  return now.flatMap((unit): Moved[] => {
    const { id, side, rect } = unit;
    const from = known.find((one) => one.unit === id)?.from ?? was.get(id)?.rect;
    // Units that have come on or gone are told otherwise.
    if (mine.includes(side) || !rect || !from || JSON.stringify(from) === JSON.stringify(rect)) return [];
    return [{ unit: id, side, from, to: rect }];
  });
}
