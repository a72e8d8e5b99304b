// Who plays whom when the same battle is fought again.

import { isComputer } from '../players';
import type { Both, Player, Side } from '../types';

const OTHER: Record<Side, Side> = { french: 'allied', allied: 'french' };

/** Ours are the sides this browser plays; another person is invited again. With `swap` each has the other side. */
export function rematch(players: Both<Player>, seat: Side, plays: Side[], swap: boolean): Both<Player> {
  const ours = plays.length ? plays : [seat];
  const who = (side: Side): Player => {
    const player = players[side];
    if (isComputer(player)) return player;
    return ours.includes(side) ? 'you' : 'friend';
  };
  const from = (side: Side) => who(swap ? OTHER[side] : side);
  return { french: from('french'), allied: from('allied') };
}
