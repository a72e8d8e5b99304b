import { describe, expect, it } from 'vitest';
import type { Odd, Tone } from '../types';
import { numbersOf } from './measured';

const end = (word: string, tone: Tone, percent: number): Odd => ({ end: word, text: word.replaceAll('-', ' '), tone, chance: percent / 100, percent, fraction: '' });
const ends = [end('held-off', 'even', 49), end('we-stop', 'bad', 43), end('goes-on', 'even', 7), end('they-rout', 'good', 1)];
const goes = 'goes well 1 %, undecided 56 %, badly 43 %';

describe('a fight in numbers', () => {
  it('says how it goes and what it costs each side', () => expect(numbersOf({ ends, costs: { ours: 2.81, theirs: 0.26, ahead: [0, 0] } })).toBe(`${goes}; we lose 2.8, they lose 0.3`));
  it('says in its own words what is certain', () => expect(numbersOf({ ends: [end('they-are-destroyed', 'good', 100)], costs: null })).toBe('certain: they are destroyed'));
  it('says who is ahead in a fight that goes on', () => expect(numbersOf({ ends, costs: { ours: 1.4, theirs: 1.8, ahead: [0.36, 0.18] } })).toBe('goes well 1 %, undecided 56 % (we are ahead 36 %, they 18 %), badly 43 %; we lose 1.4, they lose 1.8'));
  it('says nothing of a fight that hardly goes on', () => expect(numbersOf({ ends, costs: { ours: 2.8, theirs: 0.3, ahead: [0.01, 0.05] } })).not.toContain('ahead'));
  it('leaves out what nobody loses', () => {
    expect(numbersOf({ ends, costs: null })).toBe(goes);
    expect(numbersOf({ ends, costs: { ours: 1.5, theirs: 0.04, ahead: [0, 0] } })).toBe(`${goes}; we lose 1.5`);
  });
});
