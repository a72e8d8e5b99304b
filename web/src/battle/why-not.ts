// Why not the rest, each reason once.

import { say } from '../say';
import { listed, text } from '../text';
import type { UnitId, WhyNot, Wish } from '../types';

/** What may not be done, and to whom; why, and by which rule. */
export type Reason = { what: string; why: string; rule: string };

/** Refusals for the same reason as one: "Charge A, B and C". */
export function grouped(all: WhyNot[], nameOf: (unit: UnitId) => string): Reason[] {
  const reasons = new Map<string, WhyNot[]>();
  for (const one of all) {
    const key = JSON.stringify([one.why, one.rule]);
    reasons.set(key, [...(reasons.get(key) ?? []), one]);
  }
  return [...reasons.values()].map((group) => {
    const done = new Map<string, { deed: Wish; names: string[] }>();
    for (const { deed, target } of group) {
      const key = typeof deed === 'string' ? deed : Object.keys(deed)[0]!;
      const names = target !== undefined ? [nameOf(target)] : typeof deed === 'string' ? [] : 'form' in deed ? [text.formations[deed.form]] : [];
      done.set(key, { deed, names: [...(done.get(key)?.names ?? []), ...names] });
    }
    const what = [...done.values()].map(({ deed, names }) => (typeof deed !== 'string' && 'button' in deed ? deed.button : `${text.act.deeds[typeof deed === 'string' ? deed : 'form']} ${listed(names)}`.trim()));
    return { what: what.join('; '), why: say(group[0]!.why), rule: group[0]!.rule };
  });
}
