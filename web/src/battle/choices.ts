// What a question can be answered with, and what each answer is called: on its button, and beside its odds.

import { say } from '../say';
import { text } from '../text';
import type { Answer, Asked, Form, FormKind, Offer, Order } from '../types';
import { attackOf, draftOfAttack } from './acts';
import { bodyOfUnit } from './draft';
import { chooseNext, endOf, forgotten, shotsOf, unused } from './pick';
import { momentOf } from './moment';
import type { Play } from './play.svelte';

export type Choice = { label: string; note?: string; answer?: Answer; /** Whose odds stand on it, where pressing it only leads there. */ of?: Answer; /** How likely it comes off. */ chance?: number; act?: () => void; dark?: boolean; key: string };

/** Forms that are answered on the table too: what ends them stands out among the buttons; not while there are shots left. */
const ENDED: FormKind[] = ['guns', 'fall-back'];

/** The buttons of a question: what the server offers, and what only the page does. */
export function choicesOf(play: Play, asked: Asked): Choice[] {
  const { form } = asked;
  switch (form.kind) {
    case 'orders':
      return ordersOf(play, asked);
    case 'shots':
      return [...shots(play, form), ...end(play, form)];
    case 'guns':
      return [
        ...form.lit
          .filter((gun) => gun !== play.chosenUnit?.id)
          .map((gun): Choice => ({ label: play.name(gun), act: () => play.choose({ unit: gun }), key: `g${gun}` })),
        ...end(play, form),
      ];
    case 'next': {
      // A player who does not mind the order says so once a phase.
      const [label, note] = text.forced.inOrder;
      const all: Choice = { label, note, act: () => (play.inOrder = momentOf(play)), key: 'in-order' };
      return [...form.offers.map((offer) => choiceOf(play, form, offer)), ...(form.offers.length > 1 ? [all] : [])];
    }
    case 'choose':
    case 'target':
    case 'fall-back':
      return form.offers.map((offer) => choiceOf(play, form, offer));
    case 'place':
    case 'write':
      return [];
  }
}

/** An offer as a button; without words of its own it is called by its unit. */
function choiceOf(play: Play, { kind }: Form, { text: words, note: means, unit, answer, chance }: Offer): Choice {
  const [label, note] = [say(words), means && say(means)];
  if (unit !== undefined && !label) return { label: play.name(unit), note: note ?? noteOf(play, unit), answer, key: `u${unit}` };
  if (typeof answer === 'object' && 'order' in answer && answer.order.do === 'fall-back') return { label, note, act: draftOf(play, answer.order), key: label };
  return { label, note, answer, chance, dark: ENDED.includes(kind), key: answer === 'no' && kind !== 'choose' ? 'no' : label };
}

/** How far a unit falls back is seen on the table before it is said. */
function draftOf(play: Play, { unit, by, formation }: Extract<Order, { do: 'fall-back' }>): () => void {
  return () => {
    const of = play.unit(unit);
    const body = of && bodyOfUnit(of);
    if (body) play.propose({ kind: 'fall-back', unit, body, by, formation });
  };
}

function end(play: Play, form: Form): Choice[] {
  const offer = endOf(form);
  return offer ? [choiceOf(play, form, offer)] : [];
}

/** Formation and strength of a unit, in a few words. */
function noteOf(play: Play, id: number): string {
  const unit = play.unit(id);
  if (!unit) return '';
  return `${text.formations[unit.formation]}, ${unit.level ? text.levels[unit.level] : text.card.of(unit.figures, unit.of)}`;
}

function ordersOf(play: Play, asked: Asked): Choice[] {
  // Reserves that have arrived are nowhere on the table yet.
  const edge = (play.view?.units ?? []).filter((unit) => unit.side === asked.side && unit.standing === 'at-edge');
  const [left, waiting] = [forgotten(play).length, unused(play).length];
  const { form } = asked;
  const unit = play.chosenUnit?.id;
  // Beside marches and charges: the targets of the chosen unit, and what is offered to all; the rest stands on its
  // card, what generals try below it.
  const own = form.offers.filter((offer) => unit !== undefined && offer.unit === unit && offer.target !== undefined);
  const all = form.offers.filter((offer) => offer.unit === undefined && offer !== endOf(form) && offer.group === undefined);
  // One may be fired at and charged.
  const again = (offer: Offer, n: number): string => (own.findIndex(({ target }) => target === offer.target) === n ? '' : `-${n}`);
  const offered = (offer: Offer, n: number): Choice => ({ ...drawn(play, offer), label: say(offer.text), note: offer.note && say(offer.note), answer: offer.answer, key: offer.target === undefined ? `o${n}` : `t${offer.target}${again(offer, n)}` });
  return [
    ...own.map(offered),
    ...all.map((offer, n) => ({ ...offered(offer, n), key: `a${n}` })),
    ...edge.map((unit): Choice => ({ label: unit.name, note: text.act.atEdge, act: () => play.choose({ unit: unit.id }), key: `e${unit.id}` })),
    ...(waiting ? [{ label: text.act.nextUnit, note: left ? text.act.notMoved(left) : text.act.atPost(waiting), act: () => chooseNext(play), key: 'next' }] : []),
  ];
}

/** A shot or charge in an impulse is drawn first, with its odds. */
function drawn(play: Play, offer: Offer): Pick<Choice, 'act'> {
  const draft = draftOfAttack(play, offer);
  return draft ? { act: () => play.propose(draft) } : {};
}

/** Where an enemy on his way is answered, only a charge is drawn: a shot binds no unit. */
const drawnCharge = (play: Play, offer: Offer): Pick<Choice, 'act'> => (attackOf(offer.answer)?.does === 'charge' ? drawn(play, offer) : {});

/** The targets of the chosen unit; otherwise all units that may fire. */
function shots(play: Play, { lit, offers }: Form): Choice[] {
  const own = shotsOf(play);
  // One enemy may be fired at and charged: then each is called what it is.
  if (own.length) return own.flatMap((offer, n): Choice[] => {
    const { target, answer, text: says } = offer;
    if (target === undefined) return [];
    const again = own.findIndex((other) => other.target === target) === n ? '' : `-${n}`;
    const several = own.filter((other) => other.target === target).length > 1;
    return [{ ...drawnCharge(play, offer), label: (several && say(says)) || play.name(target), note: noteOf(play, target), answer, key: `t${target}${again}` }];
  });
  return lit.map((unit): Choice => {
    const of = offers.filter((offer) => offer.unit === unit);
    const [only] = of;
    // A shot cannot be taken back: first the unit is chosen, and its line of fire is seen; its target is the second press.
    const button = { label: play.name(unit), key: `s${unit}`, act: () => play.choose({ unit }) };
    return only && of.length === 1 ? { ...button, note: only.note && say(only.note), of: only.answer } : { ...button, note: text.shots.several(of.length) };
  });
}

/** What an answer is called: as its button is, where it has one. */
export function labelOf(play: Play, answer: Answer): string | undefined {
  if (typeof answer === 'object' && 'order' in answer && answer.order.do === 'charge') return text.act.chargeTarget(play.name(answer.order.target));
  const asked = play.view?.asked;
  const key = JSON.stringify(answer);
  return asked ? choicesOf(play, asked).find((choice) => JSON.stringify(choice.answer) === key)?.label : undefined;
}
