// What a move would bring with it, as it is said beside the button that confirms it.

import { text } from '../text';
import { say } from '../say';
import type { Brief, Leaving, Locking, Sentence, UnitId } from '../types';

/** The most targets that are named; all of them have their odds on the table. */
const MOST = 3;

/** Rules of another formation, without those that are said with whom it locks. */
export const costOf = (rules: string[], locks: Locking[]): string[] => rules.filter((rule) => !locks.some((lock) => lock.rules.includes(rule)));

/** Each unit once, whichever march locks it. */
export const lockedToo = (known: Locking[], more: Locking[] = []): Locking[] => [...known, ...more.filter(({ unit }) => !known.some((one) => one.unit === unit))];

/** The units that a group which goes together leaves out of command, known from each of its marches alone. `led`: a general goes with them, and what he leads is not left behind by him. */
export function leftToo(known: Leaving | undefined, more: Leaving | undefined, goes: UnitId, group: UnitId[], led: boolean): Leaving | undefined {
  if (!more) return known;
  const left = more.units.filter((unit) => (unit === goes ? !led : !group.includes(unit)));
  const units = [...new Set([...(known?.units ?? []), ...left])];
  return units.length ? { ...more, units } : known;
}

/** The targets of a gun that is laid like this, the one it is laid on (`at`) first; where that one is no target, or none is, a warning. */
export function shotsSaid(shots: Brief[], at: number | undefined, named: (unit: number) => string, odds: boolean, silent?: Sentence): { says: string; warns: string } {
  if (!shots.length) return { says: '', warns: text.act.noShots(silent && say(silent)) };
  const targets = shots.map(({ unit, label, short }) => ({ unit, said: text.act.shot(unit === null ? label : named(unit), odds ? short : '') }));
  const first = targets.filter(({ unit }) => unit === at);
  const all = [...first, ...targets.filter(({ unit }) => unit !== at)].map(({ said }) => said);
  return { says: text.act.shots(all.slice(0, MOST), Math.max(0, all.length - MOST)), warns: at === undefined || first.length ? '' : text.act.notAmong(named(at)) };
}
