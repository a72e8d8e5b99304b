// One game at this screen: what the server said, what is drawn, and what the player is about to say.

import { api, Refused } from '../api';
import { savedGame, saveGame, type SavedGame } from '../seats';
import { text } from '../text';
import type { Answer, Options, Side, Unit, View } from '../types';
import { answerOf, type Draft } from './draft';
import { Follow } from './follow';

export type Chosen = { unit: number } | { general: number } | null;
export type Verdict = { state: 'none' | 'asking' | 'good' } | { state: 'bad'; error: string; rule: string | null };

export class Play {
  /** The last word of the server. */
  view = $state.raw<View | null>(null);
  /** What the table shows: the same, or a step on the way there, or a replay. */
  shown = $state.raw<View | null>(null);
  chosen = $state.raw<Chosen>(null);
  options = $state.raw<Options | null>(null);
  draft = $state.raw<Draft | null>(null);
  verdict = $state.raw<Verdict>({ state: 'none' });
  error = $state.raw<{ error: string; rule: string | null } | null>(null);
  fatal = $state('');
  busy = $state(false);
  /** The computer's moves are being shown. */
  following = $state(false);
  caption = $state('');
  connected = $state(true);
  /** Not null: the step of the replay. */
  replay = $state<number | null>(null);
  said = $state('');
  saved: SavedGame;
  token: string;

  private follow = new Follow(this);
  private checks = 0;
  private socket: WebSocket | null = null;
  private closed = false;
  private tries = 0;

  constructor(
    readonly id: string,
    token: string,
  ) {
    this.token = token;
    const known = savedGame(id);
    this.saved = known ?? { id, battle: '', title: '', tokens: {}, plays: [], begun: Date.now() };
  }

  async open(): Promise<void> {
    try {
      const view = await api.view(this.id, this.token);
      this.remember(view);
      this.accept(view, true);
      this.listen();
    } catch (failed) {
      this.fatal = failed instanceof Refused ? failed.message : String(failed);
    }
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
    this.follow.stop();
  }

  get mine(): boolean {
    return Boolean(this.view?.asked?.mine) && !this.busy && !this.following && this.replay === null;
  }

  unit(id: number): Unit | undefined {
    return this.shown?.units.find((unit) => unit.id === id);
  }
  name(id: number): string {
    return this.unit(id)?.name ?? `#${id}`;
  }
  get chosenUnit(): Unit | undefined {
    return this.chosen && 'unit' in this.chosen ? this.unit(this.chosen.unit) : undefined;
  }
  nation(side: Side) {
    return side === 'french' ? 'french' : (this.view?.scenario.opponent ?? 'british');
  }
  sideName(side: Side): string {
    return text.nations[this.nation(side)];
  }

  choose(chosen: Chosen): void {
    this.chosen = chosen;
    this.drop();
    this.options = null;
    this.error = null;
    if (chosen && 'unit' in chosen) void this.fetchOptions(chosen.unit);
  }

  private async fetchOptions(unit: number): Promise<void> {
    const asked = this.view?.asked;
    const body = this.unit(unit);
    if (!asked?.mine || !body || body.side !== asked.side || asked.question.ask !== 'order') return;
    try {
      const options = await api.options(this.id, this.token, unit);
      if (this.chosenUnit?.id === unit) this.options = options;
    } catch (failed) {
      this.fail(failed);
    }
  }

  /** Takes a draft up and asks the rules about it, a moment later. */
  propose(draft: Draft): void {
    this.draft = draft;
    this.error = null;
    this.verdict = { state: 'asking' };
    const mine = ++this.checks;
    setTimeout(async () => {
      if (mine !== this.checks) return;
      try {
        const found = await api.check(this.id, this.token, answerOf(draft));
        if (mine !== this.checks) return;
        this.verdict = found.ok
          ? { state: 'good' }
          : { state: 'bad', error: found.error ?? '', rule: found.rule ?? null };
      } catch (failed) {
        if (mine !== this.checks) return;
        const refused = failed instanceof Refused ? failed : null;
        this.verdict = { state: 'bad', error: refused?.message ?? String(failed), rule: refused?.rule ?? null };
      }
    }, 90);
  }

  drop(): void {
    this.checks++;
    this.draft = null;
    this.verdict = { state: 'none' };
  }

  confirm(): Promise<void> {
    return this.draft ? this.say(answerOf(this.draft)) : Promise.resolve();
  }

  async say(answer: Answer): Promise<void> {
    const version = this.view?.version ?? 0;
    await this.send(() => api.answer(this.id, this.token, version, answer));
  }
  async throwDice(faces: number[]): Promise<void> {
    const version = this.view?.version ?? 0;
    await this.send(() => api.dice(this.id, this.token, version, faces));
  }
  async undo(): Promise<void> {
    await this.send(() => api.undo(this.id, this.token), true);
  }

  private async send(request: () => Promise<View>, atOnce = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      const view = await request();
      const keep = this.chosen;
      this.choose(null);
      this.busy = false;
      await this.accept(view, atOnce);
      const same = this.view?.asked;
      if (keep && same?.mine && same.question.ask === 'order' && !this.chosen && atOnce) this.choose(keep);
    } catch (failed) {
      this.busy = false;
      this.fail(failed);
      // Refused or late: nothing has changed; show the true state.
      await this.refresh();
    }
  }

  private fail(failed: unknown): void {
    const refused = failed instanceof Refused ? failed : null;
    this.error = { error: refused?.message ?? String(failed), rule: refused?.rule ?? null };
    this.said = this.error.error;
  }

  async refresh(): Promise<void> {
    try {
      await this.accept(await api.view(this.id, this.token));
    } catch (failed) {
      this.fail(failed);
    }
  }

  /** A new word of the server; its steps are shown one after the other unless all at once is wanted. */
  private async accept(view: View, atOnce = false): Promise<void> {
    if (this.view && view.version < this.view.version && !atOnce) return;
    const changed = !this.view || view.version !== this.view.version;
    this.view = view;
    if (changed && !atOnce) this.drop();
    const other = view.asked && !view.asked.mine ? this.saved.tokens[view.asked.side] : undefined;
    if (view.asked && other && other !== this.token && this.saved.plays.includes(view.asked.side)) {
      // Two on one screen: the seat that is asked takes the chair.
      this.token = other;
      return this.accept(await api.view(this.id, other), atOnce);
    }
    if (this.replay !== null) return;
    await this.follow.to(view, atOnce);
    if (this.view === view && view.asked) this.said = view.asked.prompt;
    if (view.outcome) this.said = text.battle.over;
  }

  skip(): void {
    this.follow.stop();
  }

  async showStep(step: number): Promise<void> {
    this.replay = step;
    try {
      const view = await api.step(this.id, this.token, step);
      if (this.replay === step) this.shown = view;
    } catch (failed) {
      this.fail(failed);
    }
  }
  leaveReplay(): void {
    this.replay = null;
    this.shown = this.view;
  }

  private remember(view: View): void {
    const saved = this.saved;
    saved.title = view.scenario.title;
    saved.battle = view.scenario.id;
    saved.tokens[view.seat] ??= this.token;
    if (view.seat !== 'watch' && !saved.plays.includes(view.seat) && !savedGame(this.id)) saved.plays.push(view.seat);
    saveGame(saved);
  }

  /** Follows the game; a lost connection is taken up again without a reload. */
  private listen(): void {
    if (this.closed) return;
    const socket = api.live(this.id, this.token);
    this.socket = socket;
    socket.onopen = () => {
      if (!this.connected) {
        this.said = text.live.connected;
        void this.refresh();
      }
      this.connected = true;
      this.tries = 0;
    };
    socket.onmessage = (message) => {
      const news = JSON.parse(String(message.data)) as { version: number; step: number };
      if (news.version !== this.view?.version && !this.busy) void this.refresh();
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.connected = false;
      setTimeout(() => this.listen(), Math.min(8000, 400 * 2 ** this.tries++));
    };
  }
}
