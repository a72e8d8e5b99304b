// Names of units set off in a sentence.

import type { Side } from '../types';

export type Part = { words: string; side: Side | null };

/** One search for all names of a game, the longest first. */
const searches = new WeakMap<Map<string, Side>, RegExp | null>();
function searchOf(names: Map<string, Side>): RegExp | null {
  let search = searches.get(names);
  if (search === undefined) {
    const sorted = [...names.keys()].filter(Boolean).toSorted((a, b) => b.length - a.length);
    search = sorted.length ? new RegExp(sorted.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'), 'g') : null;
    searches.set(names, search);
  }
  return search;
}

/** Cuts a sentence at the names it holds; the longest name wins. */
export function emphasised(sentence: string, names: Map<string, Side>): Part[] {
  const search = searchOf(names);
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: name, index } of search ? sentence.matchAll(search) : []) {
    if (index > at) parts.push({ words: sentence.slice(at, index), side: null });
    parts.push({ words: name, side: names.get(name)! });
    at = index + name.length;
  }
  if (at < sentence.length) parts.push({ words: sentence.slice(at), side: null });
  return parts;
}

/** A rule as a warning says it: what it does, without what it leaves to rulings. */
export const asWarning = (rule: string): string => rule.split(/(?<=\.) /).filter((one) => !/a ruling says\.$/.test(one)).join(' ');

/** What happened was measured to a thousandth of an inch, and is told to a tenth, with the sign of inches. */
export const tenths = (sentence: string): string =>
  sentence.replace(/(\d+(?:\.\d+)?)"/g, (_, inches: string) => `${Math.round(Number(inches) * 10) / 10}″`);
