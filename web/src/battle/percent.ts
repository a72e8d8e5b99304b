// Chances as people say them.

import { text, words } from '../text';
import type { Chance, Working } from '../types';

export function percent(chance: number): string {
  const value = chance * 100;
  if (value > 0 && value < 0.5) return '<1 %';
  if (value > 99.5 && value < 100) return '>99 %';
  return `${Math.round(value)} %`;
}

/** What an outcome is called: a word, or its parts. */
export function outcomeWords(it: Chance): string {
  const { end, outcome } = it;
  if (typeof end === 'string') return text.odds.ends[end] ?? words(end);
  return spell(outcome ?? end);
}

/** Blue where the charger gains, orange where it loses, grey between; other outcomes by turns. */
const BETWEEN = ['#5d5a52', '#77736a', '#8a6d00', '#3b3b58'];
const TURNS = ['#0072B2', '#b34700', '#00664a', '#7a3a6a', '#5d5a52', '#3b3b58', '#8a6d00', '#22262b'];
export function shadeOf(it: Chance, n: number): string {
  if (typeof it.end !== 'string') return TURNS[n % TURNS.length]!;
  if (it.end.startsWith('target')) return it.end === 'target-beaten' ? '#2f86bd' : '#005f96';
  if (it.end.startsWith('charger') || it.end === 'both-destroyed') return it.end === 'charger-stops' ? '#b8641f' : '#a84300';
  return BETWEEN[n % BETWEEN.length]!;
}

/** The chance that the target gives way, whatever way. */
export const successOf = (odds: Chance[]): number =>
  odds.reduce((sum, one) => sum + (one.end?.startsWith('target') ? one.chance : 0), 0);

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

export const withSign = (value: number | string): string =>
  typeof value === 'number' && value > 0 ? `+${value}` : String(value).replace('-', '−');
