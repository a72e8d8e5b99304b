// Acts that end the marches of others: in an impulse all manoeuvre comes first, so a first shot or charge is asked about once.

import { api } from '../api';
import type { Answer, Form } from '../types';
import { commandOf } from './commands';
import { shortly } from './percent';
import type { Play } from './play.svelte';

/** What is asked about: the act, its odds in a sentence, and who could march and has not. */
export type Sure = { answer: Answer; units: number[]; odds: string };

/** Who acts, where an answer is an act after which nobody marches. What generals try, marches and changes of formation are none. */
export function endsMarches(form: Form | null, answer: Answer): { unit?: number } | undefined {
  // Only where acts are offered they have an order among themselves.
  if (form?.kind !== 'orders' || form.subject !== null || !form.offers.some((offer) => isAct(offer.answer))) return undefined;
  if (typeof answer === 'object' && 'order' in answer) return answer.order.do === 'charge' ? answer.order : undefined;
  if (!isAct(answer) || commandOf(answer)) return undefined;
  const said = JSON.stringify(answer);
  return form.offers.find((offer) => JSON.stringify(offer.answer) === said);
}
const isAct = (answer: Answer): boolean => typeof answer === 'object' && 'act' in answer;

/** What is to be asked about before it is said; null: nothing. */
export async function sureOf(play: Play, answer: Answer, { unit: acts }: { unit?: number }): Promise<Sure | null> {
  const idle = (play.view?.asked?.idle ?? []).filter((unit) => unit !== acts);
  const may = await Promise.all(idle.map((unit) => api.options(play.id, play.token, unit).catch(() => null)));
  const units = idle.filter((_, n) => may[n]?.may.some((one) => one.do === 'march'));
  if (!units.length) return null;
  const told = await api.odds(play.id, play.token, play.orient(answer), {}).catch(() => null);
  return { answer, units, odds: told ? shortly(told) : '' };
}
