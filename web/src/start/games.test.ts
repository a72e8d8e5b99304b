import { describe, expect, it } from 'vitest';
import type { SavedGame } from '../seats';
import type { View } from '../types';
import { sorted, stateOf } from './games';

const game = (id: string, begun: number, plays: SavedGame['plays'] = ['french']): SavedGame => ({ id, battle: '', title: id, tokens: {}, plays, begun });
const view = (more: object): View => ({ outcome: null, asked: null, dice: null, ...more }) as View;

describe('the games of this browser', () => {
  const asked = view({ asked: { side: 'french' } });
  const theirs = view({ asked: { side: 'allied' } });
  const over = view({ outcome: { winner: null, by: 'losses' } });
  it.each([
    [asked, 'asked'],
    [theirs, 'running'],
    [view({ dice: { count: 1, sides: 6, need: null } }), 'asked'],
    [view({ dice: { count: 1, sides: 6, need: null, by: 'french' } }), 'asked'],
    [view({ dice: { count: 1, sides: 6, need: null, by: 'allied' } }), 'running'],
    [over, 'over'],
    [view({ uploaded: true }), 'over'],
    [null, 'gone'],
    [undefined, 'unknown'],
  ] as const)('%# stands as it is', (view, state) => expect(stateOf(game('a', 0), view)).toBe(state));
  it('come with my move first', () => {
    const games = [game('over', 9), game('theirs', 8), game('old', 1), game('new', 2)];
    const views = { over, theirs, old: asked, new: asked };
    expect(sorted(games, views).map(({ id }) => id)).toEqual(['new', 'old', 'theirs', 'over']);
  });
});
