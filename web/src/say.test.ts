import { describe, expect, it } from 'vitest';
import { parted, say, saidOf } from './say';
import type { Sentence } from './types';

const hit: Sentence = [{ unit: 10, name: "Duncan's gun" }, ' is hit 4× by ', { unit: 4, name: '1/8e ligne' }];

describe('a sentence in parts', () => {
  it('is put together', () => {
    expect(say(hit)).toBe("Duncan's gun is hit 4× by 1/8e ligne");
    expect(say([{ general: 1, name: 'Ney' }, ' rides to ', { place: 0, name: 'Mill' }, ' in ', { number: 2 }, ' moves'])).toBe('Ney rides to Mill in 2 moves');
    expect(say(undefined)).toBe('');
  });
  it('is one text where an older program told it', () => expect(say('1/8e ligne halts')).toBe('1/8e ligne halts'));
  it('tells distances to a tenth of an inch', () => {
    expect(say(['14e Chasseurs gallop +', { inches: 2000 }, ': up to ', { inches: 13714 }])).toBe('14e Chasseurs gallop +2″: up to 13.7″');
    expect(say(['falls back ', { inches: 2960 }])).toBe('falls back 3″');
  });
  it('sets off the names of units, each in the colour of its side', () => {
    const sides = ['french', 'allied'] as const;
    expect(parted(hit, (unit) => sides[Number(unit > 4)])).toEqual([
      { words: "Duncan's gun", side: 'allied' },
      { words: ' is hit 4× by ', side: null },
      { words: '1/8e ligne', side: 'french' },
    ]);
    expect(parted(hit, () => undefined).every(({ side }) => side === null)).toBe(true);
  });
  it('says of the unit that it begins with what it does, and of no other', () => {
    expect(saidOf(10, [{ unit: 10, name: "Duncan's gun" }, ' halts'])).toBe('halts');
    expect(saidOf(4, hit)).toBe('');
    expect(saidOf(4, ['1/8e ligne halts'])).toBe('');
  });
});
