// How much of the odds is wanted: a sentence, the numbers, everything; remembered.

export type Depth = 1 | 2 | 3;
export const DEPTHS: readonly Depth[] = [1, 2, 3];

const KEY = 'grognard.odds-depth';

export function readDepth(kept: string | null): Depth {
  return DEPTHS.find((depth) => String(depth) === kept) ?? 1;
}
export const keptDepth = (): Depth => readDepth(localStorage.getItem(KEY));
export const keepDepth = (depth: Depth): void => localStorage.setItem(KEY, String(depth));
