// Questions that answer themselves: where there is one thing to say, where nothing can come of it, where no shot could
// hit, and where the order in which units test is all the same: to a player who said so, or because none can fail.

import { say } from '../say';
import { text } from '../text';
import type { Answer, FormKind } from '../types';
import { choicesOf } from './choices';
import { momentOf } from './moment';
import { endOf } from './pick';
import type { Play } from './play.svelte';

export type Forced = { answer: Answer; why: string; /** Said of what happens now: nothing for the question after it. */ passing?: boolean };

/** What is said on the table is never said by itself. */
const NEVER: FormKind[] = ['orders', 'write', 'place', 'shots', 'guns'];

export function forcedAnswer(play: Play): Forced | null {
  const asked = play.mine && !play.draft ? play.view?.asked : null;
  if (!asked) return null;
  const { kind, subject, lit, offers, moot } = asked.form;
  const [first] = offers;
  if (moot && asked.decline !== undefined) return { answer: asked.decline, why: text.forced.moot((subject === null ? lit : [subject]).map((unit) => play.name(unit)).join(', '), say(moot)) };
  const { briefs } = play.odds;
  // An enemy on his way whom no shot could hit is no question: what else might be done than fire would have odds of its own.
  const acts = offers.filter(({ answer }) => answer !== asked.decline);
  if (kind === 'shots' && subject !== null && asked.decline !== undefined && briefs.length > 0 && briefs.length === acts.length && briefs.every((brief) => brief['hits-nobody']))
    return { answer: asked.decline, why: text.forced.noShots(play.name(subject)) };
  if (NEVER.includes(kind)) return null;
  // Units that cannot fail may go in any order.
  const safe = kind === 'next' && briefs.length > 0 && briefs.length === lit.length && briefs.every((brief) => brief.ends.length === 1 && brief.ends[0]!.tone === 'good');
  if (kind === 'next' && first && (safe || play.inOrder === momentOf(play))) return { answer: first.answer, why: text.forced.next(play.name(first.unit ?? -1)), passing: true };
  const [only, ...others] = choicesOf(play, asked);
  if (only?.answer !== undefined && !others.length) return { answer: only.answer, why: text.forced.only(only.label) };
  const hold = endOf(asked.form);
  if (kind === 'target' && subject !== null && hold) {
    const hopeless = briefs.length === lit.length && briefs.every((brief) => brief['hits-nobody']);
    if (hopeless) return { answer: hold.answer, why: text.forced.noShot(play.name(subject)) };
  }
  return null;
}
