// The games of this browser, sorted for its owner: his move first, then what is under way, then what is over.

import type { SavedGame } from '../seats';
import type { View } from '../types';

export type State = 'asked' | 'running' | 'over' | 'gone' | 'unknown';

/** How a game stands, for the player of these sides. `null`: it is not on the server; `undefined`: not heard of yet. */
export function stateOf(game: SavedGame, view: View | null | undefined): State {
  if (view === undefined) return 'unknown';
  if (view === null) return 'gone';
  if (view.outcome || view.uploaded || view.frozen) return 'over';
  const side = view.asked?.side;
  const mine = side ? game.plays.includes(side) : Boolean(view.dice && (view.dice.by ? game.plays.includes(view.dice.by) : game.plays.length));
  return mine ? 'asked' : 'running';
}

const ORDER: State[] = ['asked', 'running', 'unknown', 'over', 'gone'];

export function sorted(games: SavedGame[], views: Record<string, View | null>): SavedGame[] {
  const rank = (game: SavedGame) => ORDER.indexOf(stateOf(game, views[game.id]));
  return games.toSorted((a, b) => rank(a) - rank(b) || b.begun - a.begun);
}
