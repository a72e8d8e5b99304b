// Why not the rest, each reason once.

import { listed } from '../text';
import type { WhyNot } from '../types';

/** Refusals with the same sentence as one: "charge A, B and C". */
export function grouped(all: WhyNot[]): WhyNot[] {
  const groups = new Map<string, WhyNot[]>();
  for (const one of all) {
    const key = JSON.stringify([one.error, one.rule]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const done = new Map<string, string[]>();
    for (const { what } of group) {
      const [, verb = what, whom = ''] = what.match(/^(\S+) ?(.*)$/) ?? [];
      done.set(verb, [...(done.get(verb) ?? []), ...(whom ? [whom] : [])]);
    }
    return { ...group[0]!, what: [...done].map(([verb, whom]) => [verb, listed(whom)].filter(Boolean).join(' ')).join('; ') };
  });
}
