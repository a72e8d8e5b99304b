// Shows what happened since, one step after another, at a pace one can follow.

import type { View } from '../types';
import type { Play } from './play.svelte';
import { tenths } from './sentence';

const KEY = 'grognard.pace';
export const PACES = [900, 400, 0];

export function pace(): number {
  const kept = Number(localStorage.getItem(KEY) ?? PACES[0]);
  return PACES.includes(kept) ? kept : PACES[0]!;
}
export function setPace(ms: number): void {
  localStorage.setItem(KEY, String(ms));
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Where a view goes on from an earlier one. When the battle ends, steps that were the other side's secret are counted too: then the last line that was heard says it. */
function begins(from: View, view: View): number {
  if (!view.outcome || from.outcome) return from.step;
  return view.log.find((line) => line.n === from.told)?.step ?? from.step;
}

export class Follow {
  private run = 0;

  constructor(private play: Play) {}

  stop(): void {
    this.run++;
    if (this.play.following) {
      this.play.following = false;
      if (this.play.replay === null) this.play.shown = this.play.view;
    }
  }

  async to(view: View, atOnce: boolean): Promise<void> {
    const run = ++this.run;
    const { play } = this;
    const from = play.shown;
    const first = from ? begins(from, view) : 0;
    const steps = from ? view.step - first : 0;
    if (!from || atOnce || pace() === 0 || steps <= 1 || play.following) {
      play.following = false;
      play.shown = view;
      return;
    }
    play.following = true;
    let next = play.stepView(first + 1);
    for (let step = first + 1; step < view.step; step++) {
      let at: View;
      try {
        at = await next;
      } catch {
        break;
      }
      if (run !== this.run) return;
      if (step + 1 < view.step) next = play.stepView(step + 1);
      const told = at.log.filter((line) => line.step === step && !line.head);
      play.shown = at;
      const last = told.at(-1);
      if (!last) continue;
      play.caption = tenths(last.sentence);
      play.said = play.caption;
      // The player's own first step needs no waiting for.
      // A march is seen as it is made; dice want to be read.
      await sleep(step === first + 1 && from.asked?.mine ? 60 : last.throws.length ? pace() * 1.4 : pace() * 0.6);
      if (run !== this.run) return;
    }
    play.following = false;
    play.caption = '';
    play.shown = view;
  }
}
