// Shows what happened since, one stop after another: by itself at the chosen pace, or held, stepped and gone back by hand.

import { turned } from '../turned';
import type { View } from '../types';
import { pace, waitsAfterFights } from './follow';
import { fallenBetween, sceneOf, stopsOf, type Fallen, type Scene } from './news';
import type { Play } from './play.svelte';
import { play as sound } from './sounds';

/** How long each is looked at, in shares of the pace. A march is seen as it is made; dice want to be read. */
const SHARES = { march: 0.6, dice: 1.4, loss: 1.9, grave: 2.8 };
const TURN = 1.4;

/** Where a view goes on from an earlier one. When the battle ends, steps that were the other side's secret are counted too: then the last line that was heard says it. */
function begins(from: View, view: View): number {
  if (!view.outcome || from.outcome) return from.step;
  return view.log.find((line) => line.n === from.told)?.step ?? from.step;
}

export class Follow {
  /** What the stop on show brought; after the last one it stays for a while. */
  scene = $state.raw<Scene | null>(null);
  /** Nothing goes on by itself. */
  held = $state(false);
  /** Which stop is shown, of how many. */
  at = $state(0);
  of = $state(0);
  /** Units lost since our last answer. */
  fallen = $state.raw<Fallen[]>([]);

  private run = 0;
  private view: View | null = null;
  private from: View | null = null;
  private stops: number[] = [];
  private wake: (() => void) | null = null;
  private back = false;

  constructor(private play: Play) {}

  /** Straight to the end. */
  stop(): void {
    this.run++;
    this.wake?.();
    const { play, from, view } = this;
    if (!play.following) return;
    play.following = false;
    this.held = false;
    if (from && view) this.bury(from, view);
    if (play.replay === null) play.shown = play.view;
  }

  /** Our next answer: what was shown has been seen. */
  forget(): void {
    this.fallen = [];
    this.scene = null;
  }

  /** The table is turned round: so are those who have fallen. */
  turn(ground: { width: number; depth: number }): void {
    this.fallen = turned(this.fallen, ground);
    this.scene = null;
  }

  hold(): void {
    this.held = !this.held;
    if (!this.held) this.wake?.();
  }

  /** By hand to the stop after this one, or before it. */
  step(way: 1 | -1): void {
    this.held = true;
    this.back = way < 0;
    this.wake?.();
  }

  /** Goes on, after a fight that was waited for. */
  go(): void {
    this.held = false;
    this.wake?.();
  }

  async to(view: View, atOnce: boolean): Promise<void> {
    const { play } = this;
    // More has come in while the first of it is still shown: it is shown after that.
    if (play.following && this.view && view.step >= this.view.step && !atOnce) {
      this.stops = this.stopsTo(view, this.first());
      this.view = view;
      this.of = this.stops.length;
      return;
    }
    const run = ++this.run;
    const from = play.shown;
    const known = from && view.id === from.id && view.step >= from.step;
    if (!from || !known || atOnce || pace() === 0) {
      play.following = false;
      if (from && known && view.step > from.step) this.bury(from, view);
      if (!known) this.forget();
      play.shown = view;
      return;
    }
    this.from = from;
    this.view = view;
    this.stops = this.stopsTo(view, begins(from, view));
    this.of = this.stops.length;
    await this.show(run, Boolean(from.asked?.mine));
  }

  private first(): number {
    return begins(this.from!, this.view!);
  }
  private stopsTo(view: View, first: number): number[] {
    return stopsOf(view.log, first, view.step);
  }

  private async show(run: number, ours: boolean): Promise<void> {
    const { play } = this;
    play.following = this.stops.length > 0;
    for (let n = 0; n < this.stops.length; ) {
      const { scene, at } = (await this.sceneAt(n).catch(() => null)) ?? {};
      if (run !== this.run) return;
      if (!scene || !at) break;
      this.at = n;
      play.shown = at;
      this.scene = scene;
      this.fallen = [...this.fallen.filter((one) => one.step < scene.step), ...scene.fallen];
      play.caption = scene.caption;
      play.said = scene.caption;
      this.sounds(scene);
      // Our own deed is known; the last thing stays to be looked at while we are asked again, unless a unit suffered.
      const known = ours && n === 0 && scene.matter === 'march';
      const last = n === this.stops.length - 1 && (scene.matter === 'march' || scene.matter === 'dice') && this.stops.length === 1;
      if (this.held || (!known && !last)) await this.look(scene);
      if (run !== this.run) return;
      n = this.back ? Math.max(0, n - 1) : n + 1;
      this.back = false;
    }
    play.following = false;
    this.held = false;
    play.caption = '';
    play.shown = this.view;
  }

  private async sceneAt(n: number): Promise<{ scene: Scene; at: View }> {
    const view = this.view!;
    const step = this.stops[n]!;
    const viewOf = (step: number) => (step === view.step ? view : this.play.stepView(step));
    const before = n === 0 ? this.from! : await viewOf(this.stops[n - 1]!);
    const at = await viewOf(step);
    const next = this.stops[n + 1];
    if (next !== undefined && next < view.step) void this.play.stepView(next).catch(() => {});
    return { scene: sceneOf(before, at, step, view.log), at };
  }

  /** Until it has been looked at, or the player wants to go on. */
  private async look(scene: Scene): Promise<void> {
    if (waitsAfterFights() && scene.matter !== 'march') this.held = true;
    const until = Date.now() + pace() * (scene.begins !== null ? Math.max(TURN, SHARES[scene.matter]) : SHARES[scene.matter]);
    do {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let woken = false;
      await new Promise<void>((done) => {
        this.wake = () => {
          woken = true;
          done();
        };
        if (!this.held) timer = setTimeout(done, Math.max(0, until - Date.now()));
      });
      clearTimeout(timer);
      this.wake = null;
      if (woken) return;
    } while (this.held);
  }

  /** Units lost on the way are marked, although it was not shown. */
  private bury(from: View, view: View): void {
    const known = new Set(this.fallen.map((one) => one.unit));
    this.fallen = [...this.fallen, ...fallenBetween(from, view).filter((one) => !known.has(one.unit))];
    this.scene = null;
  }

  private sounds(scene: Scene): void {
    if (scene.begins !== null) sound('turn');
    else if (scene.strikes.some((strike) => !strike.clash) && scene.falls.length) sound('volley');
    else if (scene.falls.length) sound('dice');
  }
}
