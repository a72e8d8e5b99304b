import { describe, expect, it } from 'vitest';
import type { Pair, Side, Unit } from '../types';
import { theirMoves } from './theirs';

const at = (x: number): Pair[] => [[x, 0], [x + 4, 0], [x + 4, 2], [x, 2]];
const unit = (id: number, side: Side, x: number | null): Unit => ({ id, side, rect: x === null ? null : at(x) }) as unknown as Unit;

describe('the enemy’s moves', () => {
  const before = [unit(1, 'french', 0), unit(2, 'allied', 0), unit(3, 'allied', 50)];
  it('are his, not one’s own, and only of those who have moved', () => {
    expect(theirMoves([], before, [unit(1, 'french', 9), unit(2, 'allied', 9), unit(3, 'allied', 50)], ['french'])).toEqual([{ unit: 2, side: 'allied', from: at(0), to: at(9) }]);
  });
  it('go on from where each began', () => {
    const first = theirMoves([], before, [unit(2, 'allied', 9), unit(3, 'allied', 50)], ['french']);
    expect(theirMoves(first, [unit(2, 'allied', 9)], [unit(2, 'allied', 20)], ['french'])).toEqual([{ unit: 2, side: 'allied', from: at(0), to: at(20) }]);
  });
  it('are forgotten with whoever is gone, or came back', () => {
    const first = theirMoves([], before, [unit(2, 'allied', 9), unit(3, 'allied', 60)], ['french']);
    expect(theirMoves(first, before, [unit(2, 'allied', 0), unit(3, 'allied', null)], ['french'])).toEqual([]);
  });
  it('are nobody’s for a spectator', () => expect(theirMoves([], before, [unit(2, 'allied', 9)], [])).toEqual([]));
});
