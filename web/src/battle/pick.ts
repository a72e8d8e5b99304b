// What a click means: it depends on what is asked and what is chosen, and on nothing else.

import { say } from '../say';
import { add, bearing, centreOf, corners, forward, inside, levelWith, moveToward, times, TURN, type Body, type Limits } from '../geometry';
import { text } from '../text';
import type { Answer, Arm, Asked, Form, Formed, May, Offer, Options, Point, Unit } from '../types';
import { kindOf, writtenFor } from './bodies';
import { bodyOfUnit, ghostOf, nearestOn, type Draft } from './draft';
import { attackOf, attacksOn, draftOfAttack } from './acts';
import { limitsFrom } from './group';
import { enterToward, offeredEntry, offeredPlace, placeAt } from './placing';
import type { Play } from './play.svelte';

/** What is said when there is nothing more to order, write, fire or lay. */
export const endOf = ({ offers }: Form): Offer | undefined => offers.find((offer) => offer.unit === undefined);

export const marchOf = (play: Play): Extract<May, { do: 'march' }> | undefined =>
  play.options?.may.find((may) => may.do === 'march');
export const rideOf = (play: Play): Extract<May, { do: 'ride' }> | undefined =>
  play.options?.may.find((may) => may.do === 'ride');
export const chargeOf = (play: Play): Extract<May, { do: 'charge' }> | undefined =>
  play.options?.may.find((may) => may.do === 'charge');

export function limitsOf(play: Play): Limits | null {
  const from = play.chosenUnit && bodyOfUnit(play.chosenUnit)?.pose.at;
  return play.options && from ? limitsFrom(play.options, from) : null;
}

/** Units that light up. */
export function litUnits(play: Play): Set<number> {
  const { form } = play;
  if (!play.mine || !form) return new Set();
  if (form.kind === 'orders') {
    const joins = rideOf(play)?.joins.map((join) => join.unit) ?? [];
    const offered = form.offers.flatMap((offer) => (offer.unit === play.chosenUnit?.id ? (offer.target ?? []) : []));
    return new Set([...(chargeOf(play)?.targets.map((target) => target.target) ?? []), ...joins, ...offered]);
  }
  return new Set(targetsOf(play) ?? form.lit);
}

/** The units a question is about or can be answered with; where a unit fires or charges, it and its targets. */
export function concernedUnits(play: Play): number[] {
  if (play.draft?.kind === 'charge') return [play.draft.unit, play.draft.target.target];
  if (play.draft?.kind === 'attack') return [play.draft.unit, play.draft.target];
  const { form } = play;
  if (form?.kind === 'orders') return play.group.units;
  if (!form) return [];
  const written = form.kind === 'write' ? writtenFor(play) : null;
  if (written) {
    const units = play.shown?.units ?? [];
    const own = units.filter((unit) => written.body.members.includes(unit.id));
    return [...own, ...nearestEnemy(own, units)].map(({ id }) => id);
  }
  const targets = targetsOf(play);
  if (targets && play.chosenUnit) return [play.chosenUnit.id, ...targets];
  return [...(form.subject === null ? [] : [form.subject]), ...form.lit];
}

/** The enemy nearest to a corps: to tell it what to do one wants to see both. */
function nearestEnemy(own: Unit[], units: Unit[]): Unit[] {
  const places = own.flatMap(({ centre }) => (centre ? [centre] : []));
  const far = ({ centre }: Unit) => Math.min(...places.map(([x, y]) => (centre ? Math.hypot(centre[0] - x, centre[1] - y) : Infinity)));
  const enemies = units.filter((unit) => unit.side !== own[0]?.side && unit.centre);
  return places.length ? enemies.toSorted((one, other) => far(one) - far(other)).slice(0, 1) : [];
}

/** The targets of the chosen unit, where fire is asked for. */
export function targetsOf(play: Play): number[] | null {
  const shots = shotsOf(play);
  return shots.length ? shots.flatMap(({ target }) => target ?? []) : null;
}

/** The shots of the chosen unit, where fire is asked for. */
export function shotsOf({ form, chosenUnit }: Play): Offer[] {
  return form?.kind === 'shots' && chosenUnit ? form.offers.filter(({ unit }) => unit === chosenUnit.id) : [];
}

/** Units that have had no order yet. */
export function unused(play: Play): Unit[] {
  return (play.view?.asked?.idle ?? []).flatMap((id) => play.unit(id) ?? []);
}

/** The units that may have been forgotten: not one that was told to stay where it is, and does. */
export function forgotten(play: Play): Unit[] {
  const atPost = play.view?.asked?.['at-post'] ?? [];
  return unused(play).filter(({ id }) => !atPost.includes(id));
}

/** On to the next of them. */
export function chooseNext(play: Play): void {
  const waiting = forgotten(play);
  const idle = waiting.length ? waiting : unused(play);
  const after = idle.findIndex((unit) => unit.id === play.chosenUnit?.id) + 1;
  const next = idle[after % idle.length];
  if (!next) return;
  play.choose({ unit: next.id });
  play.sought = next.centre;
}

export function pickUnit(play: Play, id: number): void {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return play.choose({ unit: id });
  const { kind, offers } = asked.form;
  if (play.draft?.kind === 'instruct') {
    const centre = play.unit(id)?.centre;
    if (centre) pickPlace(play, { x: centre[0], y: centre[1] });
    return;
  }
  if (kind === 'orders') {
    const unit = play.unit(id);
    if (unit && unit.side !== asked.side && play.chosenUnit?.side === asked.side) return pickEnemy(play, play.chosenUnit, unit);
    if (play.chosen && 'general' in play.chosen && unit?.side === asked.side) {
      // Clicked again: so be it.
      const again = play.draft?.kind === 'ride' && play.draft.join === id && play.verdict.state !== 'bad';
      return again ? play.confirmSoon() : join(play, play.chosen.general, unit);
    }
    return play.choose({ unit: id });
  }
  // For a unit that fires its target is what is clicked.
  const offer = kind === 'shots' ? shotsOf(play).find(({ target }) => target === id) : offers.find(({ unit }) => unit === id);
  const drawn = kind === 'shots' && offer && attackOf(offer.answer)?.does === 'charge' ? draftOfAttack(play, offer) : null;
  // Clicked again: so be it.
  if (drawn) return play.draft?.kind === 'attack' && play.draft.target === id && play.verdict.state !== 'bad' ? play.confirmSoon() : play.propose(drawn);
  if (offer) return void play.say(offer.answer);
  const enemy = play.unit(id);
  if (enemy && enemy.side !== asked.side && enemy.centre && pickTarget(play, asked, enemy)) return;
  play.choose({ unit: id });
}

/** An enemy is clicked who is not offered while guns are laid or units fire: the gun is laid on him, or the rules say why not. */
function pickTarget(play: Play, { form }: Asked, enemy: Unit): boolean {
  const unit = play.chosenUnit;
  if (form.kind === 'guns') {
    if (!unit || !form.lit.includes(unit.id)) return false;
    // Clicked again: so be it.
    if (play.draft?.kind === 'turn' && play.draft.at === enemy.id) play.confirmSoon();
    else layOn(play, unit, { x: enemy.centre![0], y: enemy.centre![1] }, enemy.id);
    return true;
  }
  if (form.kind === 'target' && form.subject !== null) {
    play.choose({ unit: enemy.id });
    void play.sayNoShot(form.subject, enemy);
  } else if (form.kind === 'shots' && unit && shotsOf(play).length) void play.sayNoShot(unit.id, enemy);
  else return false;
  return true;
}

/** A gun that is to be turned points there. */
function layOn(play: Play, unit: Unit, place: Point, at?: number): void {
  const body = bodyOfUnit(unit);
  if (!body) return;
  const facing = bearing(centreOf(body.pose, body.depth), place);
  play.propose({ kind: 'turn', unit: unit.id, body, facing, formation: unit.formation, ...(at === undefined ? {} : { at }) });
}

/** An enemy is clicked while one of ours is chosen: the charge on him, or why there is none. */
function pickEnemy(play: Play, unit: Unit, enemy: Unit): void {
  const { draft, options } = play;
  const body = bodyOfUnit(unit);
  if ((draft?.kind === 'charge' && draft.target.target === enemy.id) || (draft?.kind === 'attack' && draft.target === enemy.id)) {
    // Clicked again: in to the charge; where the rules forbid it, his card.
    return play.verdict.state === 'bad' ? play.choose({ unit: enemy.id }) : play.confirmSoon();
  }
  if (!body || !enemy.centre) return play.choose({ unit: enemy.id });
  // What it may do is still asked: then a moment later.
  if (!options) return void play.asking?.then(() => play.options && play.chosenUnit?.id === unit.id && pickEnemy(play, unit, enemy));
  // The shot is meant where there is one: a charge on the same enemy stands beside it.
  const [attack] = attacksOn(play, unit.id, enemy.id);
  const shot = attack && draftOfAttack(play, attack);
  if (shot) return play.propose(shot);
  const offered = chargeOf(play)?.targets.find(({ target }) => target === enemy.id);
  if (offered) return play.propose({ kind: 'charge', unit: unit.id, target: offered });
  // Where nothing can be ordered, as in the enemy's impulse, he is looked at.
  if (play.view?.game === 'empire' && !options.may.length && !options['why-not'].length) return play.choose({ unit: enemy.id });
  // The rules say why there is no shot.
  if (play.view?.game === 'empire' && GUNS.includes(unit.arm)) {
    const answer: Answer = { act: { fire: { unit: unit.id, target: enemy.id } } };
    return play.propose({ kind: 'attack', unit: unit.id, target: enemy.id, answer, says: text.act.fireAt(unit.name, enemy.name) });
  }
  // Guns do not charge: they are pointed at him, where they may be turned.
  if (GUNS.includes(unit.arm)) {
    const stance = stancesOf(options).find((one) => one.formation === unit.formation);
    const facing = Math.round(bearing(centreOf(body.pose, body.depth), { x: enemy.centre[0], y: enemy.centre[1] }));
    const from = play.view?.game === 'orders' ? { from: unit.formation } : {};
    if (stance) return play.propose({ kind: 'form', unit: unit.id, formation: unit.formation, facing, stance, ...from });
    const why = options['why-not'].find(({ deed }) => deed === 'turn' || deed === 'charge') ?? options['why-not'][0];
    if (why) return play.note(text.act.notAt(unit.name, enemy.name, say(why.why)), why.rule);
  }
  // Straight at his middle: the rules say what is against it.
  const [x, y] = enemy.centre;
  const { wheel } = moveToward(body, { allowance: Infinity, maxWheel: TURN / 2, free: false, area: [] }, { x, y });
  const charge: Draft = { kind: 'charge', unit: unit.id, target: { target: enemy.id, wheel: Math.round(wheel), title: '', odds: [], good: 0, sentence: '', short: '', tag: { words: '', narrow: '' }, numbers: '' } };
  const why = options['why-not'].find(({ deed, target }) => deed === 'charge' && target === enemy.id);
  if (why) play.refuse(charge, { error: say(why.why), rule: why.rule });
  else play.propose(charge);
}

const GUNS: Arm[] = ['artillery', 'foot-artillery', 'horse-artillery'];
const stancesOf = ({ may }: Options): Formed[] => may.find((one) => one.do === 'form')?.stances ?? [];

export function join(play: Play, general: number, unit: Unit): void {
  const officer = play.shown?.generals.find((one) => one.id === general);
  if (!officer || !unit.rect) return;
  const to = rideOf(play)?.joins.find((join) => join.unit === unit.id)?.to;
  if (to) return play.propose({ kind: 'ride', general, to, join: unit.id });
  const from = officer.at ? { x: officer.at[0], y: officer.at[1] } : { x: unit.rect[0]![0], y: unit.rect[0]![1] };
  play.propose({ kind: 'ride', general, to: nearestOn(unit.rect, unit.facing ?? 0, from), join: unit.id });
}

/** A general hides the middle of the unit he stands on: where that unit is what may be clicked now, it is meant. */
export function pickGeneral(play: Play, id: number): void {
  const unit = unitUnder(play, id);
  if (unit !== null) return pickUnit(play, unit);
  play.choose({ general: id });
}

/** Within this of a unit a general still stands on it, in thousandths of an inch. */
const ON = 500;
function unitUnder(play: Play, id: number): number | null {
  const asked = play.view?.asked;
  const general = play.shown?.generals.find((one) => one.id === id);
  if (!play.mine || !asked || !general?.at || (asked.form.kind === 'orders' && general.side === asked.side)) return null;
  const [x, y] = general.at;
  const lit = litUnits(play);
  /** A gun is laid on any enemy. */
  const meant = ({ id, side }: Unit) => lit.has(id) || (asked.form.kind === 'guns' && side !== asked.side && lit.has(play.chosenUnit?.id ?? -1));
  const under = (unit: Unit) => {
    const body = bodyOfUnit(unit);
    if (!body) return false;
    const { pose, width, depth } = body;
    const grown = corners({ ...pose, at: add(pose.at, times(forward(pose.facing), ON)) }, width + 2 * ON, depth + 2 * ON);
    return inside({ x, y }, grown);
  };
  return (play.shown?.units ?? []).find((unit) => meant(unit) && under(unit))?.id ?? null;
}

/** A click on open ground. */
export function pickPlace(play: Play, place: Point): void {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return play.choose(null);
  const unit = play.chosenUnit;
  if (play.draft?.kind === 'place' && asked.place) return play.propose(placeAt(play.draft, asked.place, place));
  if (asked.form.kind === 'guns' && unit && asked.form.lit.includes(unit.id)) {
    return layOn(play, unit, place);
  }
  if (play.draft?.kind === 'instruct') {
    if (kindOf(play, play.draft.order)?.place) play.propose({ ...play.draft, objective: place });
    return;
  }
  if (asked.form.kind !== 'orders') return;
  if (play.group.on) return play.group.proposeTo(place);
  if (play.chosen && 'general' in play.chosen) {
    return play.propose({ kind: 'ride', general: play.chosen.general, to: place, join: null });
  }
  if (play.draft?.kind === 'enter') return play.propose(enterToward(play.draft, place));
  const limits = limitsOf(play);
  const body = unit && bodyOfUnit(unit);
  if (!unit || !limits || !body) return play.choose(null);
  play.propose({ kind: 'march', unit: unit.id, body, limits, move: levelWith(body, limits, moveToward(body, limits, place), friendsOf(play, unit)), meant: place });
}

/** The units beside which another may want to stand. */
const friendsOf = (play: Play, of: Unit): Body[] =>
  (play.shown?.units ?? []).flatMap((unit) => (unit.side === of.side && unit.id !== of.id ? (bodyOfUnit(unit) ?? []) : []));

/** What follows the hand when this is dragged, as a place: the front of a unit that may march, or whatever its ghost goes by. */
export function handleOf(play: Play, on: 'ghost' | number, ghost: boolean): { from: Point; at: Point } | null {
  const { draft } = play;
  const point = on === 'ghost' ? ghostHandle(play) : unitHandle(play, on);
  if (!point) return null;
  // The ghost of one of a group is held where it is.
  return { from: point, at: ghost && on !== 'ghost' && draft?.kind === 'group' ? add(point, draft.by) : point };
}

function ghostHandle({ mine, draft }: Play): Point | null {
  if (!mine || !draft || draft.kind === 'charge' || draft.kind === 'attack' || draft.kind === 'form') return null;
  if (draft.kind === 'ride') return draft.to;
  const ghost = ghostOf(draft);
  return ghost && (draft.kind === 'place' ? centreOf(ghost.pose, ghost.depth) : ghost.pose.at);
}

function unitHandle(play: Play, on: number): Point | null {
  const unit = play.unit(on);
  const front = unit && bodyOfUnit(unit)?.pose.at;
  if (!front) return null;
  if (on === play.chosenUnit?.id) return play.mine && (play.draft || marchOf(play)) ? front : null;
  return play.group.may(unit) ? front : null;
}

/** A unit, or its ghost, is dragged to a place; one that was not chosen is chosen by it. */
export function drag(play: Play, on: 'ghost' | number, place: Point, from: Point): void {
  if (on !== 'ghost' && play.group.has(on)) return play.group.proposeTo(place, from);
  if (on === 'ghost' && play.draft?.kind === 'group') return;
  if (on !== 'ghost' && on !== play.chosenUnit?.id) play.choose({ unit: on });
  // How far it may go is still asked: then it follows a moment later.
  if (on === 'ghost' || play.draft || play.options) pickPlace(play, place);
}

/** The ghost that is there before a click: a place before the battle, an entry of a reserve. */
export function offer(play: Play): Draft | null {
  const asked = play.view?.asked;
  if (!play.mine || !asked || play.draft) return null;
  if (asked.place) return offeredPlace(asked);
  const gate = play.options?.may.find((may) => may.do === 'enter');
  return gate && play.chosenUnit ? offeredEntry(play.chosenUnit.id, gate) : null;
}
