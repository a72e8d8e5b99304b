// The units that are moved together: who they are, what each may do, and the answers sent one after another.

import { say } from '../say';
import { api, Refused, wrongOf } from '../api';
import { legsOf, minus, times, type Body, type Move } from '../geometry';
import { text } from '../text';
import type { Answer, BodyOrder, Leaving, Locking, Options, Point, Unit } from '../types';
import { bodyOfUnit } from './draft';
import { aheadOf, aimsOf, inOrder, lengthOf, limitsFrom, membersOf, middleOf, partOf, shortOf, wayOf, type Aims, type GroupDraft, type Member, type Short } from './group';
import { endOf } from './pick';
import type { Play } from './play.svelte';
import { leftToo, lockedToo } from './warned';

/** A unit that may not go all the way goes part of it. */
const PARTS = [1, 0.75, 0.5, 0.25];
/** How many units are asked about at once. */
const AT_ONCE = 4;
/** A ghost that has lain still this long is asked about. */
const LOOKS = 200;
/** What it may do is not known, and that is said of it. */
const unanswered = (failed: unknown): Options => ({ may: [], 'why-not': [{ deed: 'march', why: [failed instanceof Refused ? failed.message : String(failed)], rule: '' }] });
const marchOf = (unit: number, move: Move): Answer => ({ order: { do: 'march', unit, legs: legsOf(move) } });

export class Group {
  /** Fewer than two are no group. */
  units = $state.raw<number[]>([]);
  /** What each may do, as far as the server has said. */
  options = $state.raw<ReadonlyMap<number, Options>>(new Map());
  /** Which of how many is being sent. */
  sent = $state.raw<[number, number] | null>(null);
  /** Every click chooses one more; a drag draws a band. */
  several = $state(false);
  /** The units whose drawn ghosts the rules bar now, with the reason. */
  private barred = $state.raw<Short[]>([]);
  /** The units that a firefight would lock where their ghosts are. */
  locks = $state.raw<Locking[]>([]);
  /** The units it would put out of command. */
  leaves = $state.raw<Leaving | undefined>(undefined);
  private looked = 0;
  private asked = 0;
  /** What was sent together last: how many answers, and up to which version. */
  private last = { answers: 0, version: -1 };
  /** The first who went part of the way only, and why. */
  private short: Refused | null = null;

  constructor(private play: Play) {}

  get on(): boolean {
    return this.units.length > 1;
  }
  has(unit: number): boolean {
    return this.on && this.units.includes(unit);
  }

  /** Whether a unit may be given an order together with others now. */
  may(unit: Unit | undefined): boolean {
    const asked = this.play.view?.asked;
    if (!unit?.rect || !this.play.mine || asked?.form.kind !== 'orders' || asked.form.subject !== null || unit.side !== asked.side) return false;
    return asked.idle ? asked.idle.includes(unit.id) : !unit.acted;
  }
  /** All of a brigade or corps; without one, all of the army. */
  of(brigade: string | null): number[] {
    return (this.play.shown?.units ?? []).filter((unit) => (brigade === null || unit.brigade === brigade) && this.may(unit)).map((unit) => unit.id);
  }

  choose(units: number[]): void {
    const { play } = this;
    const wanted = [...new Set(units)].filter((id) => this.may(play.unit(id)));
    if (wanted.length < 2) return wanted.length ? play.choose({ unit: wanted[0]! }) : undefined;
    play.choose(null);
    this.units = wanted;
    play.said = text.group.chosen(wanted.length);
    void this.ask();
  }
  /** One more, or one less. */
  toggle(unit: number): void {
    const now = this.on ? this.units : this.play.chosenUnit ? [this.play.chosenUnit.id] : [];
    if (!this.may(this.play.unit(unit))) return;
    this.choose(now.includes(unit) ? now.filter((one) => one !== unit) : [...now, unit]);
  }
  clear(): void {
    this.asked++;
    this.units = [];
    this.options = new Map();
  }

  private async ask(): Promise<void> {
    const mine = ++this.asked;
    this.options = new Map();
    const rest = [...this.units];
    const worker = async () => {
      for (let unit = rest.shift(); unit !== undefined && mine === this.asked; unit = rest.shift()) {
        const found = await this.optionsOf(unit).catch((failed) => unanswered(failed));
        if (mine === this.asked) this.options = new Map([...this.options, [unit, found]]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // A ghost drawn before all had answered is drawn again with all of them.
    const { draft } = this.play;
    if (mine === this.asked && draft?.kind === 'group') this.propose(draft.by, draft.aims);
  }
  private async optionsOf(unit: number): Promise<Options> {
    const { play } = this;
    return play.orient(await api.options(play.id, play.token, unit));
  }

  get bodies(): Body[] {
    return this.units.flatMap((id) => {
      const unit = this.play.unit(id);
      return (unit && bodyOfUnit(unit)) ?? [];
    });
  }

  /** All go by this much, or each toward its aim. */
  propose(by: Point, aims?: Aims): void {
    const { play } = this;
    const members = membersOf(this.units.flatMap((id) => play.unit(id) ?? []), new Map(this.options), by, aims);
    const draft: GroupDraft = { kind: 'group', members, by, aims };
    play.take(draft);
    this.barred = [];
    this.locks = [];
    this.leaves = undefined;
    const mine = ++this.looked;
    setTimeout(() => mine === this.looked && void this.look(draft, mine), LOOKS);
  }
  /** The units that do not go all the way, and why: known before it is confirmed. */
  get shorts(): Short[] {
    const { draft } = this.play;
    if (draft?.kind !== 'group' || this.sent) return [];
    const known = shortOf(this.units.flatMap((id) => this.play.unit(id) ?? []), this.options, draft.members, draft.by, draft.aims);
    return [...known.filter(({ unit }) => !this.barred.some((one) => one.unit === unit)), ...this.barred];
  }
  /** The units that go, by what is known: a unit that cannot go at all stays, and does not stop the others. */
  get going(): Member[] {
    const { draft } = this.play;
    return draft?.kind === 'group' ? draft.members.filter(({ unit }) => !this.barred.some((one) => one.unit === unit && !one.part)) : [];
  }
  /** Asks the rules about each ghost as the table is now. A unit barred only by another that goes too is not barred; one that is, is drawn where it comes to. */
  private async look(drawn: GroupDraft, mine: number): Promise<void> {
    const { play } = this;
    const { members } = drawn;
    const rest = [...members];
    const fellows = members.map(({ unit }) => unit);
    const led = (play.shown?.generals ?? []).some(({ attached }) => attached !== null && fellows.includes(attached));
    const worker = async () => {
      for (let member = rest.shift(); member && mine === this.looked && play.draft?.kind === 'group' && !this.sent; member = rest.shift()) {
        const legs = legsOf(member.move);
        const { unit } = member;
        if (!legs.length) continue;
        // A unit that could not be asked about goes with the others; its own answer is asked for when its turn comes.
        const found = await api.check(play.id, play.token, play.orient(marchOf(unit, member.move))).catch(() => null);
        if (mine !== this.looked || !found) continue;
        if (found.ok) {
          this.locks = lockedToo(this.locks, found.locks);
          this.leaves = leftToo(this.leaves, found.leaves, unit, fellows, led);
          continue;
        }
        const why = wrongOf(found);
        if (found.units?.some((one) => one !== unit && fellows.includes(one))) continue;
        const { body, limits } = member;
        const farthest = await this.farthest(unit, body, wayOf(unit, body, limits, drawn)).catch(() => null);
        if (!farthest) continue;
        const { move, locks, leaves } = farthest;
        const shorter = { ...member, move: move ?? { wheel: 0, ahead: 0 } };
        if (mine !== this.looked || play.draft?.kind !== 'group' || this.sent) return;
        this.locks = lockedToo(this.locks, locks);
        this.leaves = leftToo(this.leaves, leaves, unit, fellows, led);
        this.barred = [...this.barred, { unit, why, rule: found.rule ?? null, part: lengthOf(shorter) }];
        play.take({ ...play.draft, members: play.draft.members.map((one) => (one.unit === unit ? shorter : one)) });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  /** Their middle goes there, or the one that is held. */
  proposeTo(place: Point, from?: Point): void {
    this.propose(minus(place, from ?? middleOf(this.bodies)));
  }
  /** Straight ahead, as far as all of them can. */
  ahead(): void {
    const ways = [...this.options].flatMap(([id, options]) => {
      const unit = this.play.unit(id);
      const body = unit && bodyOfUnit(unit);
      const limits = body && limitsFrom(options, body.pose.at);
      return limits ? [limits.allowance] : [];
    });
    if (ways.length) this.propose(times(aheadOf(this.bodies), Math.min(...ways)));
  }
  /** The aims of those who carry their body's order out; none where it names no place and does not go at the enemy. */
  aims({ near, at }: BodyOrder): Aims {
    const { play } = this;
    const side = play.view?.asked?.side;
    const enemies = near === undefined ? [] : (play.shown?.units ?? []).filter((unit) => unit.side !== side);
    return aimsOf(this.units.flatMap((id) => play.unit(id) ?? []), at ?? null, enemies, near);
  }
  /** Each toward the place its body's order names, or the nearest enemy, and facing it. */
  toward(order: BodyOrder): void {
    const aims = this.aims(order);
    const middle = middleOf([...aims.values()].map(({ at }) => ({ pose: { at, facing: 0 }, width: 0, depth: 0 })));
    if (aims.size) this.propose(minus(middle, middleOf(this.bodies)), aims);
  }

  /** Sends one answer for each. A unit that the rules refuse stays, and is named with the reason; the others go on. Where the server is gone, or the game has changed, none goes on. Those who are left stay chosen. */
  async confirm(): Promise<void> {
    const { play } = this;
    const { draft } = play;
    if (draft?.kind !== 'group' || play.busy) return;
    const all = inOrder(this.going, draft.by);
    const stayed: { unit: number; failed: unknown }[] = [];
    let tried = 0;
    let lost: unknown = null;
    this.short = null;
    this.last = { answers: 0, version: -1 };
    play.beginGroup();
    for (const member of all) {
      this.sent = [tried + 1, all.length];
      const before = this.last.answers;
      await this.send(member, draft).catch((failed: unknown) => {
        // A unit that has marched and could not end its orders has moved all the same.
        if (this.last.answers === before) stayed.push({ unit: member.unit, failed });
        if (!(failed instanceof Refused && failed.rule)) lost = failed;
      });
      tried++;
      if (lost) break;
      const asked = play.view?.asked;
      if (!asked?.mine || asked.form.kind !== 'orders') break;
    }
    this.sent = null;
    const [first] = stayed;
    if (first) {
      const refused = first.failed instanceof Refused ? first.failed : null;
      const said = stayed.map(({ unit, failed }) => text.group.stays(play.name(unit), failed instanceof Refused ? failed.message : String(failed)));
      play.fail(new Refused(text.group.stayed(said, tried - stayed.length, all.length), refused?.status ?? 0, stayed.length === 1 ? (refused?.rule ?? null) : null));
    } else if (lost) play.fail(lost);
    if (this.short && !play.error) play.fail(this.short);
    const { error } = play;
    play.endGroup();
    const left = [...stayed.map(({ unit }) => unit), ...all.slice(tried).map((member) => member.unit)];
    if (left.length > 1) this.choose(left);
    play.error = error;
  }

  private async say(answer: Answer): Promise<void> {
    await this.play.sayInGroup(answer);
    this.last = { answers: this.last.answers + 1, version: this.play.view?.version ?? -1 };
  }
  /** How many answers are taken back at once: what was sent together goes together. */
  takesBack(version: number | undefined): number {
    return version === this.last.version ? this.last.answers : 1;
  }

  /** As much of a way as the rules let it go, and what they say against the whole of it. */
  private async farthest(unit: number, body: Body, whole: Move): Promise<{ move: Move | null; why: Refused | null; locks?: Locking[]; leaves?: Leaving }> {
    const { play } = this;
    let why: Refused | null = null;
    for (const share of PARTS) {
      const move = partOf(body, whole, share);
      if (!legsOf(move).length) break;
      const found = await api.check(play.id, play.token, play.orient(marchOf(unit, move)));
      if (found.ok) return { move, why, locks: found.locks, leaves: found.leaves };
      why ??= new Refused(wrongOf(found), 409, found.rule ?? null);
    }
    return { move: null, why };
  }
  /** As far as the rules let it; where they do not at all, they have said why not. */
  private async march(unit: number, body: Body, whole: Move): Promise<void> {
    const { move, why } = await this.farthest(unit, body, whole);
    if (!move) throw why ?? new Refused(text.group.cannot, 409);
    await this.say(marchOf(unit, move));
    if (why) this.short ??= new Refused(text.group.shorter(this.play.name(unit), why.message), why.status, why.rule);
  }

  private async send({ unit: id }: Member, draft: GroupDraft): Promise<void> {
    const { play } = this;
    const unit = play.view?.units.find((one) => one.id === id);
    const body = unit && bodyOfUnit(unit);
    if (!body) return;
    // Others have gone since: what it may do now is asked again.
    const options = await this.optionsOf(id);
    const limits = limitsFrom(options, body.pose.at);
    if (!limits) {
      const why = options['why-not'].find(({ deed }) => deed === 'march') ?? options['why-not'][0];
      throw new Refused(why ? say(why.why) : text.group.cannot, 409, why?.rule ?? null);
    }
    const whole = wayOf(id, body, limits, draft);
    if (legsOf(whole).length) await this.march(id, body, whole);
    const { form } = play;
    const end = form && endOf(form);
    if (end && form.kind === 'orders' && form.subject === id) await this.say(end.answer);
  }
}
