// Acts that end the marches or the fire of others, as the game says with its offers: the first of them is asked about once.

import { api } from '../api';
import type { Answer, Ends, Form, Offer } from '../types';
import { shortly } from './percent';
import type { Play } from './play.svelte';

/** What is asked about: the act, its odds in a sentence, and who could still do what it ends. */
export type Sure = { answer: Answer; ended: { what: Ends; units: number[] }[]; odds: string };

/** The offer that is taken with an answer after which others may do less: a charge drawn on the table is offered too. */
export function endingOf(form: Form | null, answer: Answer): Offer | undefined {
  if (form?.kind !== 'orders' || form.subject !== null) return undefined;
  const ending = form.offers.filter(({ ends }) => ends?.length);
  const charge = typeof answer === 'object' && 'order' in answer && answer.order.do === 'charge' ? answer.order : null;
  if (charge) return ending.find(({ unit, target }) => unit === charge.unit && target === charge.target);
  const said = JSON.stringify(answer);
  return ending.find((offer) => JSON.stringify(offer.answer) === said);
}

/** The units that lose a shot by this act: a shot at an enemy which leaves the fire of others in time. */
export function firesToo({ offers }: Form, { unit: acts }: Offer): number[] {
  const shots = offers.filter(({ unit, target, ends }) => unit !== undefined && unit !== acts && target !== undefined && !ends?.includes('fire'));
  return [...new Set(shots.map(({ unit }) => unit!))];
}

/** What is to be asked about before it is said; null: nothing. */
export async function sureOf(play: Play, answer: Answer, offer: Offer): Promise<Sure | null> {
  const { ends = [], unit: acts } = offer;
  const idle = ends.includes('marches') ? (play.view?.asked?.idle ?? []).filter((unit) => unit !== acts) : [];
  const may = await Promise.all(idle.map((unit) => api.options(play.id, play.token, unit).catch(() => null)));
  const marches = idle.filter((_, n) => may[n]?.may.some((one) => one.do === 'march'));
  const fire = ends.includes('fire') && play.form ? firesToo(play.form, offer) : [];
  const all = { marches, fire };
  const ended = ends.map((what) => ({ what, units: all[what] })).filter(({ units }) => units.length);
  if (!ended.length) return null;
  const told = await api.odds(play.id, play.token, play.orient(answer), {}).catch(() => null);
  return { answer, ended, odds: told ? shortly(told) : '' };
}
