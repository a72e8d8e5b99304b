// Through a game by steps, phases and turns, forward and back, by hand or by itself.

import { gameLink, momentLink } from '../seats';
import { leadingTo, marksOf, stopFrom, type Stride } from './marks';
import type { Play } from './play.svelte';

export const SPEEDS = [0.5, 1, 2, 4];
/** How long a step is shown at speed 1, in milliseconds. */
const PAUSE = 1200;

const STRIDES: Record<string, [Stride, 1 | -1]> = {
  ArrowRight: ['step', 1],
  ArrowLeft: ['step', -1],
  PageDown: ['turn', 1],
  PageUp: ['turn', -1],
};

export class Replay {
  playing = $state(false);
  speed = $state(1);
  private run = 0;
  private noted: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly play: Play) {}

  readonly last = $derived.by(() => this.play.view?.step ?? 0);
  readonly marks = $derived.by(() => marksOf(this.play.view?.log ?? [], this.last));
  readonly step = $derived.by(() => this.play.replay ?? 0);
  /** The step that has arrived on the table. */
  readonly shown = $derived.by(() => this.play.shown?.step ?? 0);
  /** What was told in it. */
  readonly lines = $derived.by(() => (this.play.shown?.log ?? []).filter((line) => line.step === this.shown));

  /** How many of the stops up to a step have been passed: those that tell nothing are not counted. */
  counted(step: number): number {
    return this.marks.steps.filter((stop) => stop <= step).length - 1;
  }
  readonly count = $derived.by(() => this.marks.steps.length - 1);

  /** A link to this very moment, for all: it watches, and opens no seat. */
  readonly link = $derived.by(() => (this.play.toShare ? momentLink(this.play.id, this.play.toShare, this.step) : null));

  async go(to: number): Promise<void> {
    const step = Math.max(0, Math.min(this.last, to));
    void this.play.fetchShare();
    this.note(`${gameLink(this.play.id, this.play.token)}/replay/${step}`);
    await this.play.showStep(step);
  }

  move(stride: Stride, way: 1 | -1): void {
    this.pause();
    void this.go(stopFrom(this.marks, this.step, stride, way));
  }

  jump(to: number): void {
    this.pause();
    void this.go(to);
  }

  /** What led up to a step, one after another, and the step: it is seen happening. */
  async watch(step: number): Promise<void> {
    const [first, ...then] = leadingTo(this.marks, step);
    this.jump(first ?? step);
    const run = this.run;
    for (const stop of then) {
      await new Promise((later) => setTimeout(later, PAUSE / this.speed));
      if (run !== this.run) return;
      await this.go(stop);
    }
  }

  pause(): void {
    this.run++;
    this.playing = false;
  }

  async toggle(): Promise<void> {
    if (this.playing) return this.pause();
    const run = ++this.run;
    this.playing = true;
    if (this.step >= this.last) await this.go(0);
    while (run === this.run && this.step < this.last) {
      await new Promise((later) => setTimeout(later, PAUSE / this.speed));
      if (run !== this.run) return;
      await this.go(stopFrom(this.marks, this.step, 'step', 1));
    }
    if (run === this.run) this.playing = false;
  }

  leave(): void {
    this.pause();
    this.note(gameLink(this.play.id, this.play.token));
    this.play.leaveReplay();
  }

  /** Whether the key was for the replay. */
  key(event: KeyboardEvent): boolean {
    if (this.play.replay === null) return false;
    const on = event.target as HTMLElement;
    if (on.matches?.('input:not([type="range"]), select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return false;
    const stride = STRIDES[event.key];
    if (stride) this.move(event.shiftKey && stride[0] === 'step' ? 'phase' : stride[0], stride[1]);
    else if (event.key === 'Home') this.jump(0);
    else if (event.key === 'End') this.jump(this.last);
    else if (event.key === ' ' && !on.closest?.('button, a, summary, [role="button"]')) void this.toggle();
    else if (event.key === 'Escape' && !document.querySelector('dialog[open]')) this.leave();
    else return false;
    event.preventDefault();
    return true;
  }

  /** The address follows, so that a reload comes back to the same step; not faster than browsers like. */
  private note(link: string): void {
    clearTimeout(this.noted);
    const now = location.hash;
    this.noted = setTimeout(() => {
      // The player may be on the way elsewhere, to another step of this battle too.
      if (location.hash === now) history.replaceState(history.state, '', link);
    }, 250);
  }

  close(): void {
    this.pause();
    clearTimeout(this.noted);
  }
}
