// Our own captain, asked at any time: what he would do, and what he is about with the commands he was handed.

import { api, Refused } from '../api';
import { text } from '../text';
import type { Advice } from '../types';
import type { Play } from './play.svelte';

export class Captain {
  /** What he would do; nothing while he thinks. */
  advice = $state.raw<Advice | null>(null);
  /** Why he says nothing. */
  error = $state('');
  /** What he is about with each command that he leads. */
  led = $state.raw<Record<string, string[]>>({});
  private asked = 0;
  private followed = '';

  constructor(private readonly play: Play) {}

  /** Whether there is a captain to ask. */
  get isThere(): boolean {
    const { view } = this.play;
    return Boolean(view?.staff && !view.outcome && !view.uploaded && !view.frozen);
  }

  async ask(): Promise<void> {
    const { play } = this;
    const mine = ++this.asked;
    play.dialog = 'captain';
    this.advice = null;
    this.error = '';
    try {
      const advice = await api.advice(play.id, play.token);
      if (mine !== this.asked) return;
      this.advice = advice;
      play.said = [text.ask.own, ...advice.own.says].join(' ');
    } catch (failed) {
      if (mine !== this.asked) return;
      this.error = failed instanceof Refused ? failed.message : String(failed);
      play.said = this.error;
    }
  }

  /** Stops waiting for his answer. */
  leave(): void {
    this.asked++;
    this.play.dialog = null;
  }

  /** Follows what he is about as the battle goes on. */
  follow(): void {
    const { view, id, token } = this.play;
    const led = view?.staff?.captain ?? [];
    const now = led.length && !view?.outcome ? `${token} ${view?.turn} ${view?.phase.number} ${led.join('|')}` : '';
    if (now === this.followed) return;
    this.followed = now;
    if (!now) {
      this.led = {};
      return;
    }
    api.led(id, token).then(
      (plans) => {
        if (now === this.followed) this.led = Object.fromEntries(plans.map(({ command, says }) => [command, says]));
      },
      // It is only told beside what he does.
      () => {},
    );
  }
}
