// How fast the computer's moves are shown; kept from one game to the next.

const KEY = 'grognard.pace';
/** Milliseconds for a look. One more than calm: after each fight it waits for a hand. */
export const PACES = [900, 400, 0, 901];
const WAITS = 901;

export function pace(): number {
  const kept = Number(localStorage.getItem(KEY) ?? PACES[0]);
  return PACES.includes(kept) ? kept : PACES[0]!;
}
export function setPace(ms: number): void {
  localStorage.setItem(KEY, String(ms));
}
export const waitsAfterFights = (): boolean => pace() === WAITS;
