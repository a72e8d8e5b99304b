// What a question can be answered with, and what each answer is called: on its button, and beside its odds.

import { text } from '../text';
import type { Answer, Asked, Corps } from '../types';
import { bodyOfUnit } from './draft';
import { chooseNext, offered, targetsOf, unused } from './pick';
import { momentOf } from './moment';
import type { Play } from './play.svelte';

export type Choice = { label: string; note?: string; answer?: Answer; act?: () => void; dark?: boolean; key: string };

const pair = ([label, note]: [string, string], answer: Answer, dark = false): Choice => ({ label, note, answer, dark, key: label });

/** The buttons of a question. */
export function choicesOf(play: Play, asked: Asked): Choice[] {
  const { question } = asked;
  const noteOf = (id: number): string => {
    const unit = play.unit(id);
    if (!unit) return '';
    return `${text.formations[unit.formation]}, ${unit.level ? text.levels[unit.level] : text.card.of(unit.figures, unit.of)}`;
  };
  const units = (): Choice[] =>
    offered(question).map((id) => ({ label: play.name(id), note: noteOf(id), answer: { unit: id }, key: `u${id}` }));
  switch (question.ask) {
    case 'order': {
      // Reserves that have arrived are nowhere on the table yet.
      const edge = (play.view?.units ?? []).filter((unit) => unit.side === asked.side && unit.standing === 'at-edge');
      const left = unused(play).length;
      return [
        ...edge.map((unit): Choice => ({ label: unit.name, note: text.act.atEdge, act: () => play.choose({ unit: unit.id }), key: `e${unit.id}` })),
        ...(left ? [{ label: text.act.nextUnit, note: text.act.withoutOrders(left), act: () => chooseNext(play), key: 'next' }] : []),
      ];
    }
    case 'fire': {
      const shooter = play.chosenUnit?.id;
      const targets = targetsOf(play);
      const shots = targets
        ? targets.map((id): Choice => ({ label: play.name(id), note: noteOf(id), answer: { shot: { unit: shooter!, target: id } }, key: `t${id}` }))
        : question.shots.map(({ unit: id, targets }): Choice => {
            // Whoever has one target only needs no second press.
            const [only, ...others] = targets;
            if (only !== undefined && !others.length) return { label: play.name(id), note: text.shots.only(play.name(only)), answer: { shot: { unit: id, target: only } }, key: `s${id}` };
            return { label: play.name(id), note: text.shots.several(targets.length), act: () => play.choose({ unit: id }), key: `s${id}` };
          });
      return [...shots, { label: text.shots.end, answer: 'no', dark: true, key: 'no' }];
    }
    case 'orders':
      return [];
    case 'go-first':
      return [pair(text.shots.first, 'yes'), pair(text.shots.second, 'no')];
    case 'advance':
      return [pair(text.shots.follow, 'yes'), pair(text.shots.stay, 'no')];
    case 'target':
    case 'shoot':
      return [...units(), { label: text.act.holdFire, answer: 'no', key: 'no' }];
    case 'next-test':
      // Whoever does not mind says so once a phase.
      return question.units.length > 1 ? [...units(), { label: text.forced.inOrder[0], note: text.forced.inOrder[1], act: () => (play.inOrder = momentOf(play)), key: 'in-order' }] : units();
    case 'next-melee':
    case 'opponent':
    case 'supporter':
      return units();
    case 'adjust':
      return [
        ...question.guns
          .filter((gun) => gun !== play.chosenUnit?.id)
          .map((gun): Choice => ({ label: play.name(gun), act: () => play.choose({ unit: gun }), key: `g${gun}` })),
        { label: text.act.noMore, note: text.act.noMoreNote, answer: 'no', dark: true, key: 'no' },
      ];
    case 'stand':
      return question.may.map((choice) => ({ ...pair(text.act.stand(choice), { stand: choice }), key: choice }));
    case 'roll-for-square':
      return [pair(text.act.rollForSquare, 'yes'), pair(text.act.noRoll, 'no')];
    case 'press':
      return [pair(text.act.press, 'yes'), pair(text.act.noPress, 'no')];
    case 'form-line':
      return [pair(text.act.formLine, 'yes'), pair(text.act.stayColumn, 'no')];
    case 'recall':
      return [pair(text.act.recall, 'yes'), pair(text.act.noRecall, 'no')];
    case 'free-change':
      return [
        ...question.formations.map((formation): Choice => ({ label: text.act.form(formation), answer: { form: formation }, key: formation })),
        pair(text.act.keepFormation, 'no'),
      ];
    case 'retire': {
      const unit = play.unit(question.unit);
      const body = unit && bodyOfUnit(unit);
      const back = (['line', 'column', 'square'] as const).map((formation): Choice => ({
        label: `${text.act.fallBack}, ${text.formations[formation]}`,
        act: () => body && play.propose({ kind: 'fall-back', unit: question.unit, body, by: 3000, formation }),
        key: formation,
      }));
      return [...(body ? back : []), { label: text.act.stay, answer: 'no', dark: true, key: 'no' }];
    }
    case 'deploy':
      return [];
  }
}

/** What a corps has been told, in a few words. */
export function corpsNote({ mine, order, comes }: Corps): string {
  const word = text.orders.kinds;
  if (!mine) return word[order.kind];
  const { sealed, courier, received } = mine;
  if (comes && !sealed) return `${word[order.kind]}, ${text.orders.comes(comes)}`;
  if (sealed) return text.orders.sealed(word[sealed.kind]);
  if (courier) return text.orders.underWay(word[courier[0].kind], courier[1]);
  return received.kind === order.kind ? word[order.kind] : `${word[order.kind]}, ${text.orders.received(word[received.kind])}`;
}

/** What an answer is called: as its button is, where it has one. */
export function labelOf(play: Play, answer: Answer): string | undefined {
  if (typeof answer === 'object' && 'order' in answer && answer.order.do === 'charge') return text.act.chargeTarget(play.name(answer.order.target));
  const asked = play.view?.asked;
  const key = JSON.stringify(answer);
  return asked ? choicesOf(play, asked).find((choice) => JSON.stringify(choice.answer) === key)?.label : undefined;
}
