import { describe, expect, it } from 'vitest';
import type { Odd, Tone } from '../types';
import { summedUp, sums, throwWords } from './told';

describe('a throw', () => {
  it('is told with what they were for', () => {
    expect(throwWords({ pool: { count: 3, sides: 6 }, need: 4, faces: [4, 1, 6], typed: false, chance: null })).toBe('3 dice, hits on 4+: 2 hits');
    expect(throwWords({ pool: { count: 2, sides: 6 }, faces: [4, 1], typed: false, chance: null })).toBe('2 dice: 5 together');
    expect(throwWords({ pool: { count: 1, sides: 10 }, faces: [7], typed: false, chance: null })).toBe('one d10: 7');
  });
});

describe('a charge', () => {
  const end = (text: string, tone: Tone, chance: number): Odd => ({ end: text, text, tone, chance, percent: Math.round(chance * 100), fraction: '' });
  it('is summed up for whoever acts', () => {
    const ends = [end('the chargers rout', 'bad', 0.25), end('the defenders rout', 'good', 0.5), end('the defenders stand', 'even', 0.25)];
    expect(summedUp(ends)).toBe('Most likely the defenders rout (50 %). For whoever acts it goes well in 50 %, badly in 25 %, and stays undecided in 25 %.');
  });
  it('that has two ends needs no sum', () => expect(summedUp([end('passes', 'good', 0.5), end('fails', 'bad', 0.5)])).toBe(''));
});

describe('a working', () => {
  const line = (value: string, of = '') => ({ rule: 'a.rule', value, of });
  it('shows what is added to each throw altogether', () => {
    const working = [line('2 dice', 'one'), line('+3', 'one'), line('−5', 'one'), line('2 dice', 'two'), line('+1', 'two')];
    expect([...sums(working)]).toEqual([[2, '−2']]);
    expect([...sums([line('+3'), line('+1')])]).toEqual([[1, '+4']]);
    expect([...sums([])]).toEqual([]);
  });
});
