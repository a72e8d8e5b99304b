// Odds in numbers that can be laid side by side: the same measure for every answer of a question.

import { text } from '../text';
import type { Brief, Odd, Tone } from '../types';
import { share } from './percent';

type Weighed = Pick<Brief, 'short' | 'sentence' | 'ends'>;

const TONES: Tone[] = ['good', 'even', 'bad'];
/** Less likely than this, an end is no measure. */
const HARDLY = 0.005;

/** What it costs us and them on average, where the sentence says it. */
function costOf(sentence: string): string {
  const lost = (whose: string) => sentence.match(new RegExp(`(\\d+\\.\\d) of ${whose}`))?.[1];
  return text.odds.costs(lost('ours'), lost('theirs'));
}

/** How it goes and what it costs, in one line of numbers; what is certain is said in its own words. */
export function numbersOf({ ends, sentence }: Omit<Weighed, 'short'>): string {
  const of = (tone: Tone) => share(...ends.filter((end) => end.tone === tone));
  const [first, ...others] = ends;
  const goes = others.length ? text.odds.goes(of('good'), of('even'), of('bad')) : first ? text.odds.sure(first.text) : '';
  return [goes, costOf(sentence)].filter(Boolean).join('; ');
}

/** What a shot costs whoever it is fired at. */
const SHOT = /^\d+\.\d (?:lost of \d+|hits?)/;
/** The words of something, whatever its numbers. */
const wordsOf = (short: string): string => short.replace(/[<>]?[\d.]+/g, '#');

/** The end by which shots are compared: the likeliest that is hoped for; where none is, of those that change nothing, then of the others. */
function measureOf(all: Weighed[]): Odd | undefined {
  const likeliest = (tone: Tone) =>
    all
      .flatMap(({ ends }) => ends.filter((end) => end.tone === tone && end.chance >= HARDLY))
      .toSorted((a, b) => b.chance - a.chance)[0];
  return likeliest('good') ?? likeliest('even') ?? likeliest('bad');
}

/** The odds of all answers to one question, each in a few words: of all the same is said. */
export function measured(all: Weighed[]): string[] {
  if (all.length && all.every(({ short }) => SHOT.test(short))) {
    const end = measureOf(all);
    return all.map(({ short, ends }) => {
      const cost = short.match(SHOT)![0];
      return end ? text.odds.then(cost, end.text, share(...ends.filter((one) => one.end === end.end))) : cost;
    });
  }
  const alike = new Set(all.map(({ short }) => wordsOf(short))).size < 2;
  return all.map((one) => (alike ? one.short : numbersOf(one)));
}
