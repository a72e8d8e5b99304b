// Chances as people say them.

import { words } from '../text';
import type { Odd, OddsTold, Tone } from '../types';

/** One thing that can happen, as far as it has a name, words and a tone. */
export type Chance = Pick<Odd, 'chance' | 'fraction'> & Partial<Odd> & { outcome?: unknown };

/** A line of working: the rule, and what it gave; logs of 0.1.0 have it as a record. */
export type Working = [string, number | string] | { rule: string; value: number | string };

export const percent = (chance: number): string => said(Math.round(chance * 100), chance);

/** Nothing that may happen is called 0 %, and nothing that may fail 100. */
const said = (whole: number, chance: number): string => (whole === 0 && chance > 0 ? '<1 %' : whole === 100 && chance < 1 - 1e-12 ? '>99 %' : `${whole} %`);

/** One of a list, as the server has rounded it; or several together. */
export function share(...parts: Chance[]): string {
  const chance = parts.reduce((sum, part) => sum + part.chance, 0);
  const whole = parts.length === 1 ? parts[0]!.percent : undefined;
  return whole === undefined ? percent(chance) : said(whole, chance);
}

/** A sign of percent never begins a line, nor does what is lost. */
export const unbroken = (sentence: string): string => sentence.replaceAll(' %', '\u00a0%').replace(/lose (?=\d)/g, 'lose\u00a0');

/** What an outcome is called: a word, or its parts. */
export function outcomeWords(it: Chance): string {
  return it.text ?? spell(it.outcome ?? it.end);
}

/** Odds in a line: in their own words, or what may happen, or how much of it, the numbers in their order. */
export function shortly({ title, sentence, ends, distribution }: Pick<OddsTold, 'title' | 'sentence' | 'ends' | 'distribution'>): string {
  if (sentence) return unbroken(sentence);
  const spread = distribution.find(({ bars }) => bars.length);
  const all: Chance[] = ends.length ? ends : (spread?.bars ?? []);
  const likely = all.toSorted((a, b) => b.chance - a.chance).slice(0, 4);
  // How much there may be of something comes in its order.
  const ordered = ends.length ? likely : all.filter((one) => likely.includes(one));
  const told = ordered.map((one) => `${outcomeWords(one).toLowerCase()} ${share(one)}`).join(', ');
  return told && unbroken(`${ends.length ? title : `${title}, ${spread!.title.toLowerCase()}`}: ${told}.`);
}

/** One meaning, one colour, wherever odds are drawn: green is for us, red against us, grey neither. No side wears them. Other outcomes by turns. */
const TONES: Record<Tone, string> = { good: '#12663f', even: '#5d5a52', bad: '#a3261b' };
/** The same without colours, beside the pattern. */
export const SIGNS: Record<Tone, string> = { good: '+', even: '=', bad: '−' };
const TURNS = ['#0072B2', '#b34700', '#00664a', '#7a3a6a', '#5d5a52', '#3b3b58', '#8a6d00', '#22262b'];
export const shadeOf = (it: Chance, n: number): string => (it.tone ? TONES[it.tone] : TURNS[n % TURNS.length]!);

/** A shade with the pattern of its tone: hatched what is feared, dotted what is neither. */
export function fillOf(it: Chance, n: number): string {
  const shade = shadeOf(it, n);
  if (it.tone === 'bad') return `repeating-linear-gradient(135deg, ${shade} 0 6px, color-mix(in srgb, ${shade} 72%, #000) 6px 9px)`;
  if (it.tone === 'even') return `repeating-linear-gradient(90deg, ${shade} 0 5px, color-mix(in srgb, ${shade} 78%, #000) 5px 7px)`;
  return shade;
}

export function spell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return words(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(spell).join(', ');
  return Object.entries(value)
    .map(([name, part]) => (part === 'yes' ? words(name) : `${words(name).toLowerCase()} ${String(part)}`))
    .join(', ');
}

export const workingPair = (line: Working): [string, number | string] =>
  Array.isArray(line) ? line : [line.rule, line.value];
