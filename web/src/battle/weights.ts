// How much a line of the log matters beside others of its step: a word of the server's.

import type { Weight } from '../types';

/** The words in their order; what an earlier version told of a game may have the number of its place. */
const PLACE: Record<Weight, number> = { aside: 1, move: 2, shot: 3, check: 4, hit: 5, result: 6, loss: 7, grave: 8, gone: 9 };
export const placeOf = (weight: Weight | number): number => (typeof weight === 'number' ? Math.min(weight, PLACE.gone) : PLACE[weight]);

/** Whether it matters as much as that. */
export const isAtLeast = (weight: Weight, least: Weight): boolean => placeOf(weight) >= placeOf(least);
