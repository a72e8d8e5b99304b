// Several units moved together: chosen by hand, by a band, or by their brigade or corps; one ghost each; sent one after
// another when confirmed.

import { say } from '../say';
import { text } from '../text';
import { add, bearing, bodyOf, distance, forward, insideArea, legsOf, minus, moveToward, signed, times, walk, within, type Body, type Limits, type Move } from '../geometry';
import type { Options, Pair, Point, Unit } from '../types';

/** One of them, with what it may do and what it is to do. */
export type Member = { unit: number; body: Body; limits: Limits; move: Move };
export type GroupDraft = { kind: 'group'; members: Member[]; /** Where their middle goes, from where it is. */ by: Point; /** Where each goes by itself, instead. */ aims?: Aims };
/** Where each goes that carries out an order: toward the objective or an enemy, to face it. */
export type Aims = ReadonlyMap<number, Aim>;
export type Aim = { at: Point; enemy?: string };

/** A way no more than this far off a unit's front is straight ahead, or straight back. */
const ALONG = 4000;
/** Going straight, this much is left to the last thousandths. */
const SPARE = 1;

/** How far a unit may march, from what the server offers it. */
export function limitsFrom(options: Options | undefined, from: Point): Limits | null {
  const march = options?.may.find((may) => may.do === 'march');
  if (!march) return null;
  // Where the area reaches farther than the plain allowance, it is the area that counts.
  const reach = Math.max(0, ...march.area.flat().map(([x, y]) => Math.hypot(x - from.x, y - from.y)));
  return { allowance: Math.max(march.allowance, Math.floor(reach)), maxWheel: march['max-wheel'], free: march.free, area: march.area };
}

/** What a unit does when its group goes by this much: straight where that is nearly its way, otherwise with a wheel of its own. */
export function moveBy(body: Body, limits: Limits, by: Point): Move {
  const length = Math.hypot(by.x, by.y);
  if (length < 1) return { wheel: 0, ahead: 0 };
  if (limits.free) return shorter(body, limits, by);
  const off = signed(bearing({ x: 0, y: 0 }, by) - body.pose.facing);
  const farthest = Math.min(length, limits.allowance - SPARE);
  if (Math.abs(off) <= ALONG) return insideArea(body, limits, { wheel: 0, ahead: farthest });
  if (Math.abs(Math.abs(off) - 32768) <= ALONG) return { wheel: 0, ahead: -farthest };
  return shorter(body, limits, by);
}

/** What a unit does that goes toward a place by itself: a wheel until it faces it, and on as far as it can. */
export function moveTo(body: Body, limits: Limits, place: Point): Move {
  const move = moveToward(body, limits, place);
  return move.to ? { ...move, to: { ...move.to, facing: bearing(body.pose.at, place) } } : move;
}

/**
 * Where each unit of a corps goes to carry its order out: to the objective, or where it has none or is there already, to the
 * nearest enemy; or all would crowd upon one point. `near`: so near the objective it is there.
 */
export function aimsOf(units: Unit[], objective: Point | null, enemies: Unit[], near = 0): Aims {
  return new Map(
    units.flatMap((unit): [number, Aim][] => {
      if (!unit.rect) return [];
      const { at } = bodyOf(unit.rect, unit.facing ?? 0).pose;
      if (objective && (!enemies.length || distance(at, objective) > near)) return [[unit.id, { at: objective }]];
      const found = enemies.flatMap((enemy) => (enemy.rect ? [{ at: nearestOf(enemy.rect, at), enemy: enemy.name }] : []));
      const nearest = found.toSorted((a, b) => distance(a.at, at) - distance(b.at, at))[0];
      return nearest ? [[unit.id, nearest]] : [];
    }),
  );
}

/** The point of an outline that is nearest to a place beside it. */
function nearestOf(outline: Pair[], place: Point): Point {
  const points = outline.map(([x, y], n) => {
    const [start, end] = [{ x, y }, { x: outline[(n + 1) % outline.length]![0], y: outline[(n + 1) % outline.length]![1] }];
    const along = minus(end, start);
    const share = ((place.x - start.x) * along.x + (place.y - start.y) * along.y) / (along.x ** 2 + along.y ** 2 || 1);
    return add(start, times(along, Math.max(0, Math.min(1, share))));
  });
  return points.toSorted((a, b) => distance(a, place) - distance(b, place))[0]!;
}

/** As much of the way as ends inside the unit's area; the whole of it where nothing does, for the rules to say why not. */
function shorter(body: Body, limits: Limits, by: Point): Move {
  const way = (share: number) => moveToward(body, limits, add(body.pose.at, times(by, share)));
  for (let share = 1; limits.area.length && share > 0.04; share -= 0.05) {
    const move = way(share);
    if (legsOf(move).length && within(walk(body, legsOf(move)).at, limits.area)) return move;
  }
  return way(1);
}

/** The same way, but not all of it. */
export function partOf(body: Body, move: Move, share: number): Move {
  if (!move.to) return { ...move, ahead: move.ahead * share };
  return { ...move, to: { ...move.to, at: add(body.pose.at, times(minus(move.to.at, body.pose.at), share)) } };
}

/** How far it goes, as the crow flies. */
export const lengthOf = ({ body, move }: Member): number => distance(body.pose.at, walk(body, legsOf(move)).at);

/** What one of a group does: as all go, or toward its own aim. */
export function wayOf(unit: number, body: Body, limits: Limits, { by, aims }: Pick<GroupDraft, 'by' | 'aims'>): Move {
  const aim = aims?.get(unit);
  if (aim) return moveTo(body, limits, aim.at);
  return aims ? { wheel: 0, ahead: 0 } : moveBy(body, limits, by);
}

export const membersOf = (units: Unit[], options: Map<number, Options>, by: Point, aims?: Aims): Member[] =>
  units.flatMap((unit) => {
    if (!unit.rect) return [];
    const body = bodyOf(unit.rect, unit.facing ?? 0);
    const limits = limitsFrom(options.get(unit.id), body.pose.at);
    // A unit that stands in another's way goes too: only how far it can march counts until it is its turn.
    return limits ? [{ unit: unit.id, body, limits, move: wayOf(unit.id, body, { ...limits, area: [] }, { by, aims }) }] : [];
  });

/** A unit that does not go all the way: how far it marches at most, or what the rules say. */
export type Short = { unit: number; most?: number; /** So far he comes. */ part?: number; why?: string; rule?: string | null };

/** The units that do not go as far as the group is to go, by what each of them marches, or do not go at all. */
export function shortOf(units: Unit[], options: ReadonlyMap<number, Options>, members: Member[], by: Point, aims?: Aims): Short[] {
  const wanted = Math.hypot(by.x, by.y);
  return units.flatMap(({ id }): Short[] => {
    const member = members.find((one) => one.unit === id);
    // Toward its own aim each goes as far as it can.
    if (member && aims) return [];
    if (member) return lengthOf(member) < wanted - NEARLY && member.limits.allowance < wanted - NEARLY ? [{ unit: id, most: member.limits.allowance }] : [];
    const found = options.get(id);
    const why = found?.['why-not'].find(({ deed }) => deed === 'march') ?? found?.['why-not'][0];
    // Out of command a unit may have to be roused first, each by itself.
    const lost = found?.['out-of-command'];
    if (!why && lost) return [{ unit: id, why: text.group.outOfCommand, rule: lost }];
    return found ? [{ unit: id, ...(why ? { why: say(why.why), rule: why.rule } : {}) }] : [];
  });
}
/** Less than a tenth of an inch short is not short. */
const NEARLY = 100;

/** The middle of their fronts. */
export function middleOf(bodies: Body[]): Point {
  const sum = bodies.reduce<Point>((total, { pose }) => add(total, pose.at), { x: 0, y: 0 });
  return times(sum, 1 / Math.max(1, bodies.length));
}

/** The unit farthest on the way goes first, so that none waits behind it. */
export const inOrder = (members: Member[], by: Point): Member[] =>
  members.toSorted((a, b) => b.body.pose.at.x * by.x + b.body.pose.at.y * by.y - (a.body.pose.at.x * by.x + a.body.pose.at.y * by.y));

/** The way most of them look. */
export function aheadOf(bodies: Body[]): Point {
  const sum = bodies.reduce<Point>((total, { pose }) => add(total, forward(pose.facing)), { x: 0, y: 0 });
  const length = Math.hypot(sum.x, sum.y);
  return length < 0.01 ? forward(bodies[0]?.pose.facing ?? 0) : times(sum, 1 / length);
}

/** Units whose middle lies in a band drawn from corner to corner. */
export const inBand = (units: Unit[], from: Point, to: Point): number[] =>
  units
    .filter(({ centre }) => centre && between(centre, from, to))
    .map((unit) => unit.id);
const between = ([x, y]: Pair, a: Point, b: Point): boolean =>
  x >= Math.min(a.x, b.x) && x <= Math.max(a.x, b.x) && y >= Math.min(a.y, b.y) && y <= Math.max(a.y, b.y);
