// How the dice fell, over the whole game: hits against what was to be expected.

import type { View } from '../types';

export function luckOf(view: View): { thrown: number; hits: number; expected: number } {
  let [thrown, hits, expected] = [0, 0, 0];
  for (const { need, faces, pool } of view.log.flatMap((line) => line.throws)) {
    if (need == null) continue;
    thrown += faces.length;
    hits += faces.filter((face) => face >= need).length;
    expected += (faces.length * Math.max(0, Math.min(pool.sides, pool.sides + 1 - need))) / pool.sides;
  }
  return { thrown, hits, expected };
}
