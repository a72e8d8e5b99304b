// Acts that end the marches of others, as the game says with its offers: the first of them is asked about once.

import { api } from '../api';
import type { Answer, Form, Offer } from '../types';
import { shortly } from './percent';
import type { Play } from './play.svelte';

/** What is asked about: the act, its odds in a sentence, and who could march and has not. */
export type Sure = { answer: Answer; units: number[]; odds: string };

/** The offer that is taken with an answer after which nobody marches: a charge drawn on the table is offered too. */
export function endsMarches(form: Form | null, answer: Answer): Offer | undefined {
  if (form?.kind !== 'orders' || form.subject !== null) return undefined;
  const ending = form.offers.filter(({ ends }) => ends === 'marches');
  const charge = typeof answer === 'object' && 'order' in answer && answer.order.do === 'charge' ? answer.order : null;
  if (charge) return ending.find(({ unit, target }) => unit === charge.unit && target === charge.target);
  const said = JSON.stringify(answer);
  return ending.find((offer) => JSON.stringify(offer.answer) === said);
}

/** What is to be asked about before it is said; null: nothing. */
export async function sureOf(play: Play, answer: Answer, { unit: acts }: Offer): Promise<Sure | null> {
  const idle = (play.view?.asked?.idle ?? []).filter((unit) => unit !== acts);
  const may = await Promise.all(idle.map((unit) => api.options(play.id, play.token, unit).catch(() => null)));
  const units = idle.filter((_, n) => may[n]?.may.some((one) => one.do === 'march'));
  if (!units.length) return null;
  const told = await api.odds(play.id, play.token, play.orient(answer), {}).catch(() => null);
  return { answer, units, odds: told ? shortly(told) : '' };
}
