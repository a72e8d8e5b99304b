import { describe, expect, it } from 'vitest';
import type { Odd, Tone } from '../types';
import { measured, numbersOf } from './measured';

const end = (word: string, tone: Tone, percent: number): Odd => ({ end: word, text: word.replaceAll('-', ' '), tone, chance: percent / 100, percent, fraction: '' });
const charge = {
  short: 'well 1 %, badly 43 %',
  sentence: 'Most likely they stand (49 %). It goes well in 1 %. Figures lost on the way, on average: 2.8 of ours, 0.3 of theirs. In a fight that goes on we have lost fewer in 1 %, they in 5 %.',
  ends: [end('held-off', 'even', 49), end('we-stop', 'bad', 43), end('goes-on', 'even', 7), end('they-rout', 'good', 1)],
};

describe('a charge in numbers', () => {
  it('says how it goes and what it costs each side', () => expect(numbersOf(charge)).toBe('goes well 1 %, undecided 56 %, badly 43 %; we lose 2.8, they lose 0.3'));
  it('says in its own words what is certain', () => expect(numbersOf({ sentence: 'However the dice fall, they are destroyed.', ends: [end('they-are-destroyed', 'good', 100)] })).toBe('certain: they are destroyed'));
  it('leaves out what nobody says', () => expect(numbersOf({ ...charge, sentence: 'On the way they are shaken in 40 %, we in 20 %.' })).toBe('goes well 1 %, undecided 56 %, badly 43 %'));
});

describe('the answers to one question', () => {
  const rifles = { short: '0.7 lost of 6, carries on with what is left 52 %', sentence: '', ends: [end('carries-on-with-what-is-left', 'even', 52), end('nothing', 'bad', 48)] };
  const foot = { short: '1.3 lost of 12, halts 2 %', sentence: '', ends: [end('carries-on-with-what-is-left', 'even', 90), end('nothing', 'bad', 8), end('halts', 'good', 2)] };
  it('are measured by the same end, however unlike they are', () => expect(measured([rifles, foot])).toEqual(['0.7 lost of 6, then halts 0 %', '1.3 lost of 12, then halts 2 %']));
  it('are measured by what changes nothing where nothing is hoped for', () => expect(measured([rifles, rifles])[0]).toBe('0.7 lost of 6, then carries on with what is left 52 %'));
  it('stay as they are told where they are told alike', () => {
    const test = (short: string) => ({ short, sentence: '', ends: [] });
    expect(measured([test('passes 83 %'), test('passes 67 %')])).toEqual(['passes 83 %', 'passes 67 %']);
    expect(measured([test('well 1 %, badly 43 %')])).toEqual(['well 1 %, badly 43 %']);
  });
  it('are all told by how they go where one would be told otherwise', () => {
    const locked = { short: 'fight goes on 72 % (we are ahead 36 %, they 18 %), they lose 1.8, we lose 1.4', sentence: 'Figures lost on the way, on average: 1.4 of ours, 1.8 of theirs.', ends: [end('goes-on', 'even', 72), end('short', 'bad', 28)] };
    expect(measured([charge, locked])).toEqual(['goes well 1 %, undecided 56 %, badly 43 %; we lose 2.8, they lose 0.3', 'goes well 0 %, undecided 72 %, badly 28 %; we lose 1.4, they lose 1.8']);
  });
});
