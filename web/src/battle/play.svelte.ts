// One game at this screen: what the server said, what is drawn, and what the player is about to say.

import { api, Refused, wrongOf } from '../api';
import { legsOf } from '../geometry';
import { gameLink, savedGame, saveGame, type SavedGame } from '../seats';
import { say } from '../say';
import { text } from '../text';
import type { Answer, Checked, Form, LiveMoved, Moved, Nation, Options, Pair, Side, Unit, View } from '../types';
import { Captain } from './captain.svelte';
import { answerOf, type Draft } from './draft';
import { Follow } from './following.svelte';
import { sceneOf, type Scene } from './news';
import { OddsDesk } from './odds.svelte';
import { Layers } from '../table/layers.svelte';
import { worn } from '../table/worn';
import { turned } from '../turned';
import { Group } from './groups.svelte';
import { keepRead, lastRead } from '../told/seen';
import { thenOf, type Then } from '../told/since';
import { Line, patience } from './line';
import { noShot } from './no-shot';
import { endOf } from './pick';
import { endingOf, sureOf, type Sure } from './sure';
import { theirMoves } from './theirs';

export type Chosen = { unit: number } | { general: number } | { body: number } | null;
export type Verdict = { state: 'none' | 'asking' } | ({ state: 'good' } & Pick<Checked, 'leaves' | 'ground' | 'locks' | 'shots' | 'silent'>) | { state: 'bad'; error: string; rule: string | null };

/** How much later a server that was not there when the page was opened is asked again. */
const AGAIN = 3000;
/** Earlier steps that are not fetched again. */
const STEPS_KEPT = 40;

export class Play {
  /** The last word of the server. */
  view = $state.raw<View | null>(null);
  /** What the table shows: the same, or a step on the way there, or a replay. */
  shown = $state.raw<View | null>(null);
  chosen = $state.raw<Chosen>(null);
  options = $state.raw<Options | null>(null);
  /** A place the table was moved to. */
  sought = $state.raw<Pair | null>(null);
  draft = $state.raw<Draft | null>(null);
  verdict = $state.raw<Verdict>({ state: 'none' });
  error = $state.raw<{ error: string; rule: string | null } | null>(null);
  fatal = $state('');
  busy = $state(false);
  /** The computer's moves are being shown. */
  following = $state(false);
  caption = $state('');
  connected = $state(true);
  /** The body whose plate is pointed at. */
  pointed = $state<number | null>(null);
  /** Not null: the step of the replay. */
  replay = $state<number | null>(null);
  /** What the step of the replay brought. */
  replayed = $state.raw<Scene | null>(null);
  /** The table is turned round: south is up. */
  turned = $state(false);
  said = $state('');
  /** A spectator's token that can be given away: our own, or one the server has made. */
  toShare = $state('');
  /** Invitations that were made here. */
  invitations = $state.raw<Partial<Record<Side, string>>>({});
  /** What is open over the table. */
  dialog = $state<'share' | 'seat' | 'captain' | null>(null);
  /** What the chosen one may do is being asked. */
  asking: Promise<void> | null = null;
  /** What is being read over the table: briefing, help, the words in it, or the rules of a phase. */
  told = $state<'briefing' | 'keys' | 'words' | null>(null);
  rulesOf = $state<number | null>(null);
  /** The phase in which units test in any order. */
  inOrder = $state('');
  /** What was answered by itself, and why. */
  forced = $state('');
  /** The table as it was when one last answered, or last looked. */
  then = $state.raw<Then | null>(null);
  /** The enemy's moves since we last ended our own orders. */
  theirs = $state.raw<Moved[]>([]);
  /** Sides whose players are at their screens. */
  here = $state.raw<Side[]>([]);
  saved: SavedGame;
  token: string;
  /** What an answer may lead to. */
  readonly odds = new OddsDesk(this);
  /** What happened since, shown stop by stop. */
  readonly follow = new Follow(this);
  /** An act that ends the marches or the fire of others, until it is meant. */
  sure = $state.raw<Sure | null>(null);
  /** Units that are moved together. */
  readonly group = new Group(this);
  /** What lies over the table. */
  readonly layers = new Layers(this);
  /** Our own captain, to be asked. */
  readonly captain = new Captain(this);

  private steps = new Map<number, View>();
  private fetching = false;
  private ground: { width: number; depth: number } | null = null;
  /** A second click has confirmed what the rules have not looked at yet. */
  private eager = false;
  /** The question before which the last forced answer was told. */
  private forcedBefore = '';
  private passing = false;
  /** Why an answer came to nothing has just been said: it stays although the question is another by now. */
  private saidLate = false;
  private checks = 0;
  private line: Line | null = null;
  private closed = false;
  /** The mark the line last spoke of. */
  private news: string | undefined;
  private catching = false;
  private stamps = 0;
  private accepted = 0;

  constructor(
    readonly id: string,
    token: string,
  ) {
    this.token = token;
    const known = savedGame(id);
    this.saved = known ?? { id, battle: '', title: '', tokens: {}, plays: [], begun: Date.now() };
    this.invitations = this.saved.invitations ?? {};
  }

  async open(): Promise<void> {
    try {
      const view = await api.view(this.id, this.token);
      this.fatal = '';
      this.remember(view);
      // One's own side is at the bottom.
      this.turned = view.seat !== 'watch' && view.scenario.edges?.[view.seat] === 'north';
      this.ground = view.scenario.terrain;
      this.accept(view, true);
      this.listen();
      void this.lookBack(view);
    } catch (failed) {
      // A player who opens the invitation again that he has taken goes to his seat.
      const own = this.saved.tokens[this.saved.plays[0] ?? 'watch'];
      if (failed instanceof Refused && failed.status === 410 && own && own !== this.token) location.replace(gameLink(this.id, own));
      else this.fatal = failed instanceof Refused ? failed.message : String(failed);
      if (this.fatal === text.errors.unreachable) setTimeout(() => this.closed || void this.open(), AGAIN);
    }
  }

  /** As the table lies on this screen, from what the server says; and back again. */
  orient<T>(thing: T): T {
    return this.turned && this.ground ? turned(thing, this.ground) : thing;
  }
  /** Turns the table round. */
  turnRound(): void {
    const { ground, view, shown } = this;
    if (!ground || !view || !shown) return;
    this.follow.stop();
    this.follow.turn(ground);
    this.turned = !this.turned;
    this.steps.clear();
    this.replayed = null;
    this.view = turned(view, ground);
    this.shown = shown === view ? this.view : turned(shown, ground);
    if (this.then) this.then = { ...this.then, units: turned(this.then.units, ground) };
    this.theirs = turned(this.theirs, ground);
    this.layers.forget();
    this.choose(this.chosen);
  }

  close(): void {
    this.closed = true;
    this.line?.close();
    this.follow.stop();
  }

  get mine(): boolean {
    return Boolean(this.view?.asked?.mine) && !this.busy && !this.following && this.replay === null;
  }

  /** How the question before us is answered. */
  get form(): Form | null {
    return this.view?.asked?.form ?? null;
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
    return this.view?.armies?.[side].nation ?? (side === 'french' ? 'french' : (this.view?.scenario.opponent ?? 'british'));
  }
  /** As in “the British seat”. */
  nationName(side: Side): string {
    const nation = this.nation(side);
    return nation === 'other' ? text.battle.side[side] : (text.nations[nation] ?? text.battle.side[side]);
  }
  /** Whose colours a side is drawn in, also where several nations make one army. */
  wears(side: Side): Nation {
    return worn(this.shown?.units ?? [], side, null, this.nation(side));
  }
  /** Whether this seat throws the dice that are wanted. */
  get throws(): boolean {
    const { view } = this;
    return Boolean(view?.dice) && view?.seat !== 'watch' && (view?.dice?.by ?? view?.seat) === view?.seat;
  }
  sideName(side: Side): string {
    return this.view?.game === 'orders' ? (this.view.armies?.[side].name ?? '') : text.peoples[this.nation(side)];
  }

  choose(chosen: Chosen): void {
    this.chosen = chosen;
    this.group.clear();
    this.drop();
    this.options = null;
    this.error = null;
    this.asking = !chosen || 'body' in chosen ? null : 'unit' in chosen ? this.fetchOptions(chosen.unit) : this.fetchRides(chosen.general);
  }

  private async fetchRides(general: number): Promise<void> {
    const asked = this.view?.asked;
    const officer = this.shown?.generals.find((one) => one.id === general);
    if (!asked?.mine || officer?.side !== asked.side || asked.form.kind !== 'orders') return;
    try {
      const options = this.orient(await api.generalOptions(this.id, this.token, general));
      if (this.chosen && 'general' in this.chosen && this.chosen.general === general) this.options = options;
    } catch (failed) {
      this.fail(failed);
    }
  }

  private async fetchOptions(unit: number): Promise<void> {
    const asked = this.view?.asked;
    const body = this.unit(unit);
    if (!asked?.mine || !body || body.side !== asked.side || asked.form.kind !== 'orders') return;
    try {
      const options = this.orient(await api.options(this.id, this.token, unit));
      if (this.chosenUnit?.id === unit) this.options = options;
    } catch (failed) {
      this.fail(failed);
    }
  }

  /** Takes a draft up and asks the rules about it, a moment later. */
  propose(draft: Draft): void {
    if (draft.kind === 'group') return this.take(draft);
    // One thing is asked at a time: a player who draws another order has not meant the last.
    this.sure = null;
    this.draft = draft;
    this.error = null;
    this.verdict = { state: 'asking' };
    const mine = ++this.checks;
    this.eager = false;
    setTimeout(async () => {
      if (mine !== this.checks) return;
      try {
        const found = await api.check(this.id, this.token, this.orient(answerOf(draft)));
        if (mine !== this.checks) return;
        this.verdict = found.ok
          ? { state: 'good', leaves: found.leaves, ground: found.ground, locks: found.locks, shots: found.shots, silent: found.silent }
          : { state: 'bad', error: wrongOf(found), rule: found.rule ?? null };
        if (this.eager && found.ok) void this.confirm();
      } catch (failed) {
        if (mine !== this.checks) return;
        const refused = failed instanceof Refused ? failed : null;
        this.verdict = { state: 'bad', error: refused?.message ?? String(failed), rule: refused?.rule ?? null };
      }
    }, 90);
  }

  /** A unit is clicked that is not offered as a target: why not. */
  async sayNoShot(unit: number, enemy: Unit): Promise<void> {
    const mine = ++this.checks;
    try {
      const why = noShot(await api.unitOverlay(this.id, this.token, unit), enemy.id);
      if (mine === this.checks && this.mine) this.note(text.act.notAt(this.name(unit), enemy.name, why.error), why.rule);
    } catch (failed) {
      if (mine === this.checks) this.fail(failed);
    }
  }
  /** Something to know about what is being done, with its rule. */
  note(error: string, rule: string | null): void {
    this.error = { error, rule };
    this.said = error;
  }

  /** A draft of which it is known already that the rules forbid it. */
  refuse(draft: Draft, { error, rule }: { error: string; rule: string }): void {
    this.checks++;
    this.draft = draft;
    this.error = null;
    this.verdict = { state: 'bad', error, rule };
  }

  /** A group's ghosts: the rules are asked about each when its turn comes. */
  take(draft: Extract<Draft, { kind: 'group' }>): void {
    this.checks++;
    this.error = null;
    this.draft = draft;
    const moves = draft.members.some(({ move }) => legsOf(move).length);
    this.verdict = moves ? { state: 'good' } : { state: 'asking' };
  }

  /** The same place clicked again. */
  confirmSoon(): void {
    if (this.verdict.state === 'good') void this.confirm();
    else if (this.verdict.state === 'asking') this.eager = true;
  }

  drop(): void {
    this.sure = null;
    this.checks++;
    this.draft = null;
    this.verdict = { state: 'none' };
  }

  /** Away with the ghost; a unit that has nothing but its ghost goes with it. */
  cancel(): void {
    if (this.draft?.kind === 'enter') this.choose(null);
    else this.drop();
  }

  confirm(): Promise<void> {
    if (this.draft?.kind === 'group') return this.group.confirm();
    return this.draft ? this.say(answerOf(this.draft)) : Promise.resolve();
  }

  /** The player has been here before: what has happened since is told. */
  private async lookBack(view: View): Promise<void> {
    const last = view.outcome || view.uploaded ? undefined : lastRead(this.id);
    if (last && last.told < (view.told ?? 0)) {
      const then = await api.step(this.id, this.token, Math.min(last.step, view.step)).catch(() => null);
      if (then && this.then === null) {
        this.then = thenOf(this.orient(then), 'visit', last.told, last.step);
        this.theirs = theirMoves([], this.then.units, this.view?.units ?? [], this.ownSides);
      }
    }
    if (view.told !== undefined) keepRead(this.id, view.told, view.step);
  }

  /** `forced`: why the player was not asked; `passing`: no word for the question after it. */
  async say(answer: Answer, forced = '', passing = false): Promise<void> {
    if (this.busy) return;
    const meant = this.sure !== null && JSON.stringify(this.sure.answer) === JSON.stringify(answer);
    this.sure = null;
    // It is said of the table that is before us now: if that changes while we ask, the server says that it comes too late.
    const version = this.view?.version ?? 0;
    const said = this.orient(answer);
    const ending = forced || meant ? undefined : endingOf(this.form, answer);
    if (ending) {
      this.busy = true;
      const sure = await sureOf(this, answer, ending).finally(() => (this.busy = false));
      if (sure && this.view?.version === version) {
        this.sure = sure;
        return void this.catchUp();
      }
    }
    this.forced = forced;
    this.passing = passing;
    this.forcedBefore = '';
    if (!forced) this.mark();
    const { form } = this;
    if (form?.kind === 'orders' && form.subject === null && endOf(form)?.answer === answer) this.theirs = [];
    await this.send(() => api.answer(this.id, this.token, version, said));
  }
  /** From here on everything is new. */
  private mark(): void {
    if (this.view) this.then = thenOf(this.view, 'answer');
  }
  /** Several answers that belong together: between them nothing else is heard. */
  beginGroup(): void {
    this.mark();
    this.busy = true;
    this.error = null;
    this.follow.forget();
  }
  async sayInGroup(answer: Answer): Promise<void> {
    const stamp = ++this.stamps;
    const view = await api.answer(this.id, this.token, this.view?.version ?? 0, this.orient(answer));
    if (this.isNew(stamp)) await this.accept(view);
  }
  endGroup(): void {
    this.busy = false;
    this.choose(null);
    void this.catchUp();
  }
  /** Takes the offered place for every unit that is still to be placed. */
  async placeRest(): Promise<void> {
    const side = this.view?.asked?.side;
    // Where two share a screen, the other side places its own.
    for (let asked = this.view?.asked; asked?.mine && asked.side === side && asked.place && asked.decline; asked = this.view?.asked) {
      const before = this.view?.version;
      await this.say(asked.decline);
      if (this.view?.version === before) return;
    }
  }
  /** The player's own dice; without faces the sealed ones fall. */
  async throwDice(faces?: number[]): Promise<void> {
    const version = this.view?.version ?? 0;
    await this.send(() => api.dice(this.id, this.token, version, faces));
  }
  /** Hands a command over to the captain, or takes it back. */
  async hand(command: string, captain: boolean): Promise<void> {
    const { chosen } = this;
    await this.send(() => api.hand(this.id, this.token, command, captain));
    if (chosen && !this.chosen && this.mine && this.form?.kind === 'orders') this.choose(chosen);
  }
  /** Gives an answer beforehand. */
  async sayBeforehand(ask: string, command: string | null, value: string): Promise<void> {
    await this.send(() => api.sayBeforehand(this.id, this.token, { ask, value, ...(command !== null && { command }) }));
  }
  /** Gives the battle up. */
  async concede(): Promise<void> {
    await this.send(() => api.concede(this.id, this.token), true);
  }
  async undo(): Promise<void> {
    this.then = null;
    const all = this.group.takesBack(this.view?.version);
    for (let taken = 0; taken < all; taken++) {
      // What others have answered, or dice have told, stays: then the rest of the group stays where it is.
      const barred = taken ? this.view?.['no-undo'] : undefined;
      if (!barred) await this.send(() => api.undo(this.id, this.token), true);
      const why = barred ?? this.error?.error;
      if (why === undefined) continue;
      if (taken) this.note(text.group.tookBack(taken, all, why), null);
      return;
    }
  }

  private async send(request: () => Promise<View>, atOnce = false): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    const stamp = ++this.stamps;
    this.follow.forget();
    try {
      const view = await request();
      const keep = this.chosen;
      this.choose(null);
      this.busy = false;
      if (this.isNew(stamp)) await this.accept(view, atOnce);
      const same = this.view?.asked;
      if (keep && same?.mine && same.form.kind === 'orders' && !this.chosen && atOnce) this.choose(keep);
    } catch (failed) {
      this.busy = false;
      this.fail(failed);
      // Refused or late: nothing has changed; show the true state, and why beside it.
      this.saidLate = true;
      await this.refresh();
      this.saidLate = false;
    }
    void this.catchUp();
  }

  fail(failed: unknown): void {
    const refused = failed instanceof Refused ? failed : null;
    this.error = { error: refused?.message ?? String(failed), rule: refused?.rule ?? null };
    this.said = this.error.error;
  }

  async refresh(): Promise<void> {
    const stamp = ++this.stamps;
    try {
      const view = await api.view(this.id, this.token);
      if (this.isNew(stamp)) await this.accept(view);
    } catch (failed) {
      this.fail(failed);
    }
  }

  /** What is asked of this seat: a note about another question is stale. */
  private questionOf(view: View | null): string {
    return view ? `${view.turn}/${view.phase.number}/${view.asked?.mine ? JSON.stringify(view.asked.question) : ''}` : '';
  }
  /** Notes about an earlier question go; one that says why an answer was forced stays for the question after it. */
  private clearStale(before: string, view: View): void {
    const now = this.questionOf(view);
    if (now === before) return;
    const error = this.saidLate ? this.error : null;
    this.saidLate = false;
    if (this.forced && view.asked?.mine) {
      if (this.passing || (this.forcedBefore && this.forcedBefore !== now)) this.forced = '';
      this.forcedBefore = now;
    }
    // What the chosen one might do was said of the earlier question.
    if (this.chosen && !this.group.sent) this.choose(this.chosen);
    this.error = error;
  }

  /** The server has answered: the warning that it does not goes away, and a draft it could not judge is judged. */
  private reached(): void {
    const away = (said: string | undefined) => said === text.errors.unreachable;
    if (away(this.error?.error)) this.error = null;
    if (this.draft && this.verdict.state === 'bad' && away(this.verdict.error)) this.propose(this.draft);
  }

  /** A new word of the server; its steps are shown one after the other unless all at once is wanted. */
  private async accept(told: View, atOnce = false): Promise<void> {
    this.reached();
    const view = this.orient(told);
    const changed = !this.view || view.mark !== this.view.mark || view.version !== this.view.version;
    // A step may have been taken back meanwhile, or another seat sees more.
    if (changed || view.seat !== this.view?.seat) this.steps.clear();
    const asked = this.questionOf(this.view);
    const opens = this.view === null;
    if (this.view && view.step >= this.view.step) this.theirs = theirMoves(this.theirs, this.view.units, view.units, this.ownSides);
    this.view = view;
    if (changed) this.sure = null;
    if (changed && !atOnce && !this.group.sent) this.drop();
    if (!opens) this.clearStale(asked, view);
    const lost = (['french', 'allied'] as Side[]).find((side) => view.seat === 'watch' && this.saved.tokens[side] === this.token);
    if (lost) this.loses(lost);
    // Two on one screen: the seat that is asked, or throws, takes the chair.
    const wanted = view.asked?.side ?? view.dice?.by ?? (lost && this.saved.plays[0]);
    const other = wanted && wanted !== view.seat && this.saved.plays.includes(wanted) ? this.saved.tokens[wanted] : undefined;
    if (other && other !== this.token) {
      this.token = other;
      return this.accept(await api.view(this.id, other), atOnce);
    }
    if (this.replay !== null) return;
    await this.follow.to(view, atOnce);
    if (this.view === view && view.told !== undefined && !document.hidden && lastRead(this.id)) keepRead(this.id, view.told, view.step);
    if (this.view === view && view.asked) this.said = say(view.asked.prompt);
    if (view.outcome) this.said = text.battle.over;
  }

  skip(): void {
    this.follow.stop();
  }

  /** The game exactly after a step, with the log so far. */
  async stepView(step: number): Promise<View> {
    const kept = this.steps.get(step);
    if (kept) return kept;
    const { view } = this;
    const found = this.orient(await api.step(this.id, this.token, step));
    found.log = (view?.log ?? []).filter((line) => line.step <= step);
    this.steps.set(step, found);
    // The oldest go first.
    for (const old of [...this.steps.keys()].slice(0, -STEPS_KEPT)) this.steps.delete(old);
    return found;
  }

  /** Shows an earlier step; of many wishes in a row only the last is met. */
  async showStep(step: number): Promise<void> {
    if (this.replay === null) this.follow.stop();
    this.replay = step;
    if (this.fetching) return;
    this.fetching = true;
    try {
      for (let wish: number | null = null; this.replay !== null && wish !== this.replay; ) {
        wish = this.replay;
        const view = await this.stepView(wish);
        if (this.replay !== null) this.shown = view;
        this.lookAt(view);
      }
    } catch (failed) {
      this.fail(failed);
    } finally {
      this.fetching = false;
    }
    if (this.replay !== null && this.replay < (this.view?.step ?? 0)) void this.stepView(this.replay + 1).catch(() => {});
  }
  /** What an earlier step brought is drawn on the table, as it was when it happened. */
  private lookAt(view: View): void {
    this.replayed = null;
    if (view.step < 1) return;
    const shows = (before: View) => {
      if (this.shown === view && this.replay !== null) this.replayed = sceneOf(before, view, view.step, view.log);
    };
    void this.stepView(view.step - 1).then(shows, () => {});
  }
  leaveReplay(): void {
    this.replay = null;
    this.shown = this.view;
  }

  /** Fetched before “copy” is pressed: a browser copies only at once. */
  async fetchShare(): Promise<void> {
    this.toShare ||= this.saved.tokens.watch ?? '';
    if (this.toShare) return;
    try {
      this.toShare = (await api.share(this.id, this.token)).token;
    } catch {
      // Without it there is nothing to copy; everything else goes on.
    }
  }

  /** Our seat was passed on or given up: its link watches. */
  private loses(side: Side): void {
    const { [side]: _, ...tokens } = this.saved.tokens;
    this.saved = { ...this.saved, tokens, plays: this.saved.plays.filter((one) => one !== side) };
    saveGame(this.saved);
    this.said = text.seats.left;
  }

  /** Takes the seat we are invited to. The invitation does not stay in the browser's history. */
  async takeSeat(): Promise<void> {
    await this.seat(async () => {
      const { seat, token } = await api.takeSeat(this.id, this.token);
      const known = savedGame(this.id) ?? this.saved;
      saveGame({ ...known, title: this.view?.scenario.title ?? '', battle: this.view?.scenario.id ?? '', tokens: { ...known.tokens, [seat]: token }, plays: [...known.plays.filter((side) => side !== seat), seat] });
      location.replace(gameLink(this.id, token));
    }, false);
  }
  async offerSeat(side: Side): Promise<void> {
    await this.seat(async () => this.invites(side, (await api.offerSeat(this.id, this.seatToken(side), side)).invitation));
  }
  async withdrawSeat(side: Side): Promise<void> {
    await this.seat(async () => {
      await api.withdrawSeat(this.id, this.seatToken(side), side);
      this.invites(side);
    });
  }
  async leaveSeat(): Promise<void> {
    await this.seat(() => api.leaveSeat(this.id, this.token));
  }
  async renewSeat(): Promise<void> {
    await this.seat(async () => {
      const { seat, token } = await api.renewSeat(this.id, this.token);
      this.token = token;
      this.saved = { ...this.saved, tokens: { ...this.saved.tokens, [seat]: token } };
      this.invites(seat);
      history.replaceState(null, '', gameLink(this.id, token));
      this.said = text.seats.renewed;
    });
  }
  /** The sides that are played here. */
  get ownSides(): Side[] {
    const seat = this.view?.seat;
    return seat && seat !== 'watch' ? [...new Set([seat, ...this.saved.plays])] : [];
  }
  /** We want the battle to go on under the rules of today, for every seat that is ours. */
  async goOn(): Promise<void> {
    await this.seat(async () => {
      for (const side of this.ownSides) {
        const { game } = await api.goOn(this.id, this.seatToken(side));
        if (game) saveGame({ ...this.saved, id: game, invitations: undefined, begun: Date.now() });
      }
    });
  }
  /** Our own seat's token, where both are ours; otherwise that of the one we have. */
  private seatToken(side: Side): string {
    return (this.saved.plays.includes(side) && this.saved.tokens[side]) || this.token;
  }
  private invites(side: Side, invitation?: string): void {
    const { [side]: _, ...others } = this.invitations;
    this.invitations = invitation ? { ...others, [side]: invitation } : others;
    this.saved = { ...this.saved, invitations: this.invitations };
    saveGame(this.saved);
  }
  private async seat(work: () => Promise<unknown>, stays = true): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await work();
      this.busy = false;
      if (stays) await this.refresh();
    } catch (failed) {
      this.busy = false;
      this.fail(failed);
    }
    if (stays) void this.catchUp();
  }

  private remember(view: View): void {
    // An invitation is nothing to come back by.
    if (view.invited) return;
    const saved = this.saved;
    saved.title = view.scenario.title;
    saved.battle = view.scenario.id;
    if (view.seat === 'watch') saved.tokens.watch ??= this.token;
    else {
      // Its secret may have been changed on another device.
      saved.tokens[view.seat] = this.token;
      if (!saved.plays.includes(view.seat)) saved.plays.push(view.seat);
    }
    saveGame(saved);
  }

  /** Follows the game; a lost connection is taken up again without a reload. */
  private listen(): void {
    if (this.closed) return;
    const heard = (news: LiveMoved) => {
      this.news = news.mark;
      void this.catchUp();
    };
    this.line = new Line(() => api.live(this.id, this.token), heard, (connected) => {
      if (connected && !this.connected) this.said = text.live.connected;
      this.connected = connected;
      if (connected) this.reached();
    }, () => void this.lookAgain(), (here) => (this.here = here));
  }

  /** The line was closed on us: our link opens something else now, or nothing. */
  private async lookAgain(): Promise<void> {
    const stamp = ++this.stamps;
    try {
      const view = await api.view(this.id, this.token);
      if (this.isNew(stamp)) await this.accept(view);
    } catch (failed) {
      if (!(failed instanceof Refused) || (failed.status !== 401 && failed.status !== 410)) return;
      this.fatal = failed.message;
      this.close();
    }
  }

  /** Fetches the game until it is the one the line spoke of. */
  private async catchUp(): Promise<void> {
    if (this.catching) return;
    this.catching = true;
    for (let tries = 0; !this.closed && !this.busy && this.news !== undefined && this.news !== this.view?.mark; ) {
      const { news } = this;
      const stamp = ++this.stamps;
      try {
        const view = await api.view(this.id, this.token);
        // What was fetched after the news is at least as new.
        if (this.news === news && view.mark) this.news = view.mark;
        if (this.isNew(stamp)) void this.accept(view);
        tries = 0;
      } catch {
        await new Promise((done) => setTimeout(done, patience(tries++)));
      }
    }
    this.catching = false;
  }

  /** Of two answers of the server the one that was asked for later counts, whichever comes first. */
  private isNew(stamp: number): boolean {
    if (stamp < this.accepted) return false;
    this.accepted = stamp;
    return true;
  }
}
