// Names of units set off in a sentence.

import type { Side } from '../types';

export type Part = { words: string; side: Side | null };

/** Cuts a sentence at the names it holds; the longest name wins. */
export function emphasised(sentence: string, names: Map<string, Side>): Part[] {
  const sorted = [...names.keys()].toSorted((a, b) => b.length - a.length);
  const parts: Part[] = [];
  let plain = '';
  for (let at = 0; at < sentence.length; ) {
    const name = sorted.find((one) => one.length > 0 && sentence.startsWith(one, at));
    if (name) {
      if (plain) parts.push({ words: plain, side: null });
      plain = '';
      parts.push({ words: name, side: names.get(name)! });
      at += name.length;
    } else {
      plain += sentence[at];
      at++;
    }
  }
  if (plain) parts.push({ words: plain, side: null });
  return parts;
}
