// Chances as people say them.

import { words } from '../text';
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
  if (typeof end === 'string') return words(end);
  return spell(outcome ?? end);
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

export const withSign = (value: number | string): string =>
  typeof value === 'number' && value > 0 ? `+${value}` : String(value).replace('-', '−');
