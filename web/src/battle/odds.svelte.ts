// The odds of what is asked: which answer is looked at, how deeply, and with which facts turned.

import { api, Refused } from '../api';
import type { Answer, Brief, OddsTold } from '../types';
import { answerOf } from './draft';
import { keepDepth, keptDepth, type Depth } from './odds-depth';
import { chargeOf } from './pick';
import type { Play } from './play.svelte';
import { setShowsOdds, showsOdds } from './show-odds';

const isShotOf = (answer: Answer, unit: number | undefined): boolean =>
  typeof answer === 'object' && 'shot' in answer && answer.shot.unit === unit;

export class OddsDesk {
  on = $state(showsOdds());
  depth = $state<Depth>(keptDepth());
  /** Of the question that buttons answer. */
  briefs = $state.raw<Brief[]>([]);
  /** What the player has turned to. */
  wish = $state.raw<Answer | null>(null);
  told = $state.raw<OddsTold | null>(null);
  whatIf = $state.raw<Record<string, string>>({});
  error = $state('');
  private asked = { briefs: '', told: '' };
  private subject = '';

  constructor(private play: Play) {}

  toggle(): void {
    this.on = !this.on;
    setShowsOdds(this.on);
  }
  go(depth: Depth): void {
    this.depth = depth;
    keepDepth(depth);
  }
  look(answer: Answer): void {
    this.wish = answer;
  }
  turn(name: string, value: string): void {
    const measured = this.told?.facts.find((fact) => fact.name === name)?.measured;
    const { [name]: _, ...others } = this.whatIf;
    this.whatIf = value === measured ? others : { ...others, [name]: value };
  }
  reset(): void {
    this.whatIf = {};
  }

  /** The answers that can be looked at now, each in short. */
  get answers(): Brief[] {
    const { play } = this;
    if (!play.mine) return [];
    const unit = play.chosenUnit;
    // Of all shots those of the unit that is looked at.
    if (play.form?.kind === 'shots') return this.briefs.filter(({ answer }) => isShotOf(answer, unit?.id));
    if (this.briefs.length) return this.briefs;
    const targets = unit ? (chargeOf(play)?.targets ?? []) : [];
    return targets.map((target) => ({
      answer: answerOf({ kind: 'charge', unit: unit!.id, target }),
      label: play.name(target.target),
      title: target.title,
      unit: target.target,
      short: target.short,
      tag: target.tag,
      sentence: target.sentence,
      good: target.good,
      'counts-losses': false,
      'hits-nobody': false,
      numbers: target.numbers,
      ends: target.odds as Brief['ends'],
    }));
  }

  /** A shot or charge that is drawn: its odds were not told in short, they are fetched. */
  private get attack(): Brief | null {
    const { draft, verdict } = this.play;
    if (draft?.kind !== 'attack' || verdict.state === 'bad') return null;
    const { answer, says, target } = draft;
    return { answer, label: says, title: says, unit: target, short: '', tag: { words: '', narrow: '' }, sentence: '', good: 0, 'counts-losses': true, 'hits-nobody': false, numbers: '', ends: [] };
  }

  /** The targets of a gun as it is drafted. These answers are those of the next question: nothing more can be asked about them. */
  get laid(): Brief[] {
    const { draft, mine, verdict } = this.play;
    return mine && draft?.kind === 'turn' && verdict.state === 'good' ? (verdict.shots ?? []) : [];
  }
  /** What is told beside units on the table. */
  get tagged(): Brief[] {
    if (!this.on) return [];
    return this.play.draft?.kind === 'turn' ? this.laid : this.answers;
  }

  brief(answer: Answer | undefined): Brief | undefined {
    const key = JSON.stringify(answer);
    return this.answers.find((brief) => JSON.stringify(brief.answer) === key);
  }

  /** The one that is looked at: the order being composed, the player's wish, or the first. */
  get current(): Brief | null {
    const { draft } = this.play;
    if (draft?.kind === 'attack') return this.attack;
    if (draft?.kind === 'charge') return this.brief(answerOf(draft)) ?? null;
    return this.brief(this.wish ?? undefined) ?? this.answers[0] ?? null;
  }

  /** Fetches what is to be shown. To be called from an effect. */
  follow(): void {
    const { play } = this;
    const view = this.on && play.mine ? play.view : null;
    const briefs = view && view.asked?.form.kind !== 'orders' ? `${view.version}/${view.seat}` : '';
    if (briefs !== this.asked.briefs) void this.fetchBriefs(briefs);
    const answer = this.on ? (this.current?.answer ?? null) : null;
    const subject = answer ? `${view?.version}/${JSON.stringify(answer)}` : '';
    if (subject !== this.subject) {
      this.subject = subject;
      this.whatIf = {};
      // While facts are turned the last numbers stay; for another answer they would lie.
      this.told = null;
    }
    const told = answer && (this.depth > 1 || this.play.draft?.kind === 'attack') ? `${subject}/${JSON.stringify(this.whatIf)}` : '';
    if (told !== this.asked.told) void this.fetchTold(told, answer);
  }

  private async fetchBriefs(key: string): Promise<void> {
    this.asked.briefs = key;
    this.briefs = [];
    this.wish = null;
    if (!key) return;
    const found = await api.briefs(this.play.id, this.play.token).catch(() => null);
    if (this.asked.briefs === key) this.briefs = this.play.orient(found?.answers ?? []);
  }

  private async fetchTold(key: string, answer: Answer | null): Promise<void> {
    this.asked.told = key;
    this.error = '';
    if (!key || !answer) return;
    try {
      const found = await api.odds(this.play.id, this.play.token, this.play.orient(answer), this.whatIf);
      if (this.asked.told === key) this.told = found;
    } catch (failed) {
      if (this.asked.told !== key) return;
      this.told = null;
      this.error = failed instanceof Refused ? failed.message : String(failed);
    }
  }
}
