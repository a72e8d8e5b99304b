// The games this browser has seats in: ids and secret links, kept in local storage. All of them: a seat that is dropped is lost.

import type { Player, Seat, Side } from './types';

export type Tokens = Partial<Record<Seat, string>>;

export type SavedGame = {
  id: string;
  battle: string;
  title: string;
  tokens: Tokens;
  /** Invitations that were made here, for the seats of friends. */
  invitations?: Partial<Record<Side, string>>;
  /** The sides this browser plays. */
  plays: Side[];
  players?: Record<Side, Player>;
  begun: number;
};

const KEY = 'grognard.games';

export function savedGames(): SavedGame[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function savedGame(id: string): SavedGame | undefined {
  return savedGames().find((game) => game.id === id);
}

export function saveGame(game: SavedGame): void {
  write([game, ...savedGames().filter((other) => other.id !== game.id)]);
  if (game.plays.length) void keep();
}

export function forgetGame(id: string): void {
  write(savedGames().filter((game) => game.id !== id));
}

function write(games: SavedGame[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // A browser that keeps nothing can still play by its link.
  }
}

/**
 * Keeps the seat that a card has opened, and gives the secret it is played by: our own, if we had one that still opens the
 * seat. `seatOf` asks the server what a secret opens; where it does not answer, nothing is kept.
 */
export async function keepOpened(opened: { id: string; seat: Side; token: string }, seatOf: (token: string) => Promise<Seat | undefined>): Promise<string> {
  const { id, seat } = opened;
  const own = savedGame(id)?.tokens[seat];
  const token = own && (await seatOf(own)) === seat ? own : opened.token;
  const known = savedGame(id);
  const plays = [...(known?.plays ?? []).filter((side) => side !== seat), seat];
  saveGame({ id, battle: '', title: '', begun: Date.now(), ...known, tokens: { ...known?.tokens, [seat]: token }, plays });
  return token;
}

/** Asks the browser to keep what is stored here; whether it will. Some forget a page that was not visited for a week. */
export const keep = async (): Promise<boolean> => (await navigator.storage?.persist?.().catch(() => false)) ?? false;
/** Whether the browser may forget our seats by itself. */
export const forgets = async (): Promise<boolean> => !((await navigator.storage?.persisted?.().catch(() => false)) ?? false);

/** Where a seat's card leads: the words stand behind `#`, where no server reads them. */
export const cardLink = (words: string): string => `${location.origin}${location.pathname}#/card/${words.trim().split(/\s+/).join('-')}`;

export const gameLink = (id: string, token: string): string => `#/game/${id}/${token}`;
export const wholeLink = (id: string, token: string): string =>
  `${location.origin}${location.pathname}${gameLink(id, token)}`;
/** A step of a game, to watch. */
export const momentLink = (id: string, token: string, step: number): string => `${wholeLink(id, token)}/replay/${step}`;
