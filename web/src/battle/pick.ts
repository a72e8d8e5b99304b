// What a click means: it depends on what is asked and what is chosen, and on nothing else.

import { bearing, centreOf, moveToward, poseAbout, type Limits } from '../geometry';
import type { May, Point, Question, Unit } from '../types';
import { bodyOfUnit, nearestOn } from './draft';
import type { Play } from './play.svelte';

/** The units a question offers by name. */
export function offered(question: Question): number[] {
  switch (question.ask) {
    case 'target':
    case 'shoot':
      return question.targets;
    case 'next-test':
    case 'supporter':
      return question.units;
    case 'next-melee':
      return question.fights;
    case 'opponent':
      return question.enemies;
    case 'adjust':
      return question.guns;
    default:
      return [];
  }
}

/** The unit a question is about. */
export function subject(question: Question): number | null {
  if ('unit' in question) return question.unit;
  if (question.ask === 'target') return question.battery;
  if (question.ask === 'supporter') return question.gun;
  return null;
}

export const marchOf = (play: Play): Extract<May, { do: 'march' }> | undefined =>
  play.options?.may.find((may) => may.do === 'march');
export const chargeOf = (play: Play): Extract<May, { do: 'charge' }> | undefined =>
  play.options?.may.find((may) => may.do === 'charge');

export function limitsOf(play: Play): Limits | null {
  const march = marchOf(play);
  if (!march) return null;
  // Where the outline reaches farther than the plain allowance, it is the outline that counts.
  const from = march.outline[0];
  const reach = from ? Math.max(...march.outline.map(([x, y]) => Math.hypot(x - from[0], y - from[1]))) : 0;
  const allowance = Math.max(march.allowance, Math.floor(reach));
  return { allowance, maxWheel: march['max-wheel'], free: march.free, outline: march.outline };
}

/** Units that light up. */
export function litUnits(play: Play): Set<number> {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return new Set();
  if (asked.question.ask === 'order') {
    return new Set(chargeOf(play)?.targets.map((target) => target.target) ?? []);
  }
  return new Set(offered(asked.question));
}

export function unused(play: Play): Unit[] {
  const asked = play.view?.asked;
  if (asked?.question.ask !== 'order') return [];
  return (play.view?.units ?? []).filter(
    (unit) =>
      unit.side === asked.side &&
      (unit.standing === 'on-table' || unit.standing === 'at-edge') &&
      !unit.acted &&
      !unit.halted &&
      !unit['in-melee'] &&
      unit.formation !== 'unlimbered',
  );
}

export function pickUnit(play: Play, id: number): void {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return play.choose({ unit: id });
  const { question } = asked;
  if (question.ask === 'order') {
    const target = chargeOf(play)?.targets.find((target) => target.target === id);
    if (target && play.chosenUnit) return play.propose({ kind: 'charge', unit: play.chosenUnit.id, target });
    const unit = play.unit(id);
    if (play.chosen && 'general' in play.chosen && unit?.side === asked.side) return join(play, play.chosen.general, unit);
    return play.choose({ unit: id });
  }
  if (question.ask !== 'adjust' && offered(question).includes(id)) return void play.say({ unit: id });
  play.choose({ unit: id });
}

function join(play: Play, general: number, unit: Unit): void {
  const officer = play.shown?.generals.find((one) => one.id === general);
  if (!officer || !unit.rect) return;
  const from = officer.at ? { x: officer.at[0], y: officer.at[1] } : { x: unit.rect[0]![0], y: unit.rect[0]![1] };
  play.propose({ kind: 'ride', general, to: nearestOn(unit.rect, unit.facing ?? 0, from), join: unit.id });
}

export function pickGeneral(play: Play, id: number): void {
  play.choose({ general: id });
}

/** A click on open ground. */
export function pickPlace(play: Play, place: Point): void {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return play.choose(null);
  const unit = play.chosenUnit;
  if (asked.question.ask === 'deploy') {
    const placed = play.unit(asked.question.unit);
    const edge = play.view?.scenario.edges?.[asked.side];
    const facing = edge === 'north' ? 32768 : 0;
    if (placed) play.propose({ kind: 'place', unit: placed.id, pose: poseAbout(place, facing, 0), formation: placed.formation });
    return;
  }
  if (asked.question.ask === 'adjust' && unit && asked.question.guns.includes(unit.id)) {
    const body = bodyOfUnit(unit);
    if (body) {
      const facing = bearing(centreOf(body.pose, body.depth), place);
      play.propose({ kind: 'turn', unit: unit.id, body, facing, formation: unit.formation });
    }
    return;
  }
  if (asked.question.ask !== 'order') return;
  if (play.chosen && 'general' in play.chosen) {
    return play.propose({ kind: 'ride', general: play.chosen.general, to: place, join: null });
  }
  if (unit?.standing === 'at-edge') return enter(play, unit, place);
  const limits = limitsOf(play);
  const body = unit && bodyOfUnit(unit);
  if (!unit || !limits || !body) return play.choose(null);
  play.propose({ kind: 'march', unit: unit.id, body, limits, move: moveToward(body, limits, place) });
}

export function enter(play: Play, unit: Unit, place: Point): void {
  const edge = play.view?.scenario.edges?.[unit.side] === 'north' ? 'north' : 'south';
  const depth = play.view?.scenario.terrain.depth ?? 0;
  const ahead = Math.max(0, edge === 'north' ? depth - place.y : place.y);
  play.propose({ kind: 'enter', unit: unit.id, at: place.x, ahead, edge });
}
