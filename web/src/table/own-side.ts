// Small maps lie as the table does: one's own side at the bottom.

import type { Pair, Side } from '../types';

type Placed = { side: Side; rect?: Pair[] | null };

/** Whether a side stands above the other, so that a map is turned round for it. */
export function standsAbove(pieces: readonly Placed[], side: Side): boolean {
  const middle = (of: Side): number => {
    const ys = pieces.filter((piece) => piece.side === of).flatMap((piece) => (piece.rect ?? []).map(([, y]) => y));
    return ys.reduce((sum, y) => sum + y, 0) / ys.length;
  };
  return middle(side) > middle(side === 'french' ? 'allied' : 'french');
}
