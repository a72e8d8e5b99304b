// Questions that answer themselves: where there is one thing to say, where no shot could hit, and where somebody has said
// that the order in which units test is all the same to him.

import { text } from '../text';
import type { Answer } from '../types';
import { choicesOf } from './choices';
import { momentOf } from './moment';
import type { Play } from './play.svelte';

export type Forced = { answer: Answer; why: string };

/** Orders are never given by themselves, and dice never thrown. */
const NEVER = ['order', 'orders', 'deploy', 'fire', 'adjust'];

export function forcedAnswer(play: Play): Forced | null {
  const asked = play.mine && !play.draft ? play.view?.asked : null;
  if (!asked || NEVER.includes(asked.question.ask)) return null;
  const { question } = asked;
  if (question.ask === 'next-test' && play.inOrder === momentOf(play) && question.units[0] !== undefined) {
    return { answer: { unit: question.units[0] }, why: text.forced.next(play.name(question.units[0])) };
  }
  const choices = choicesOf(play, asked).filter((choice) => choice.answer !== undefined);
  const only = choices[0];
  if (choices.length === 1 && only?.answer !== undefined && choicesOf(play, asked).length === 1) return { answer: only.answer, why: text.forced.only(only.label) };
  if (question.ask === 'target' || question.ask === 'shoot') {
    const { briefs } = play.odds;
    const hopeless = briefs.length === question.targets.length && briefs.every((brief) => brief.short.startsWith('0.0 hits'));
    if (hopeless) return { answer: 'no', why: text.forced.noShot(play.name(question.ask === 'target' ? question.battery : question.unit)) };
  }
  return null;
}
