// The table on the screen: bearings, wheels, and the legs that lead to a place.
//
// Nothing here decides what is allowed; the server checks every order. All lengths are thousandths of an inch,
// x east and y north; bearings are 65536ths of a turn, clockwise from north.

import type { Leg, Pair, Point, Pose } from './types';

export const TURN = 65536;
const RADIANS = (2 * Math.PI) / TURN;

export const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const times = (a: Point, by: number): Point => ({ x: a.x * by, y: a.y * by });
export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export const forward = (facing: number): Point => ({
  x: Math.sin(facing * RADIANS),
  y: Math.cos(facing * RADIANS),
});
export const rightward = (facing: number): Point => {
  const ahead = forward(facing);
  return { x: ahead.y, y: -ahead.x };
};

export const wrap = (facing: number): number => ((Math.round(facing) % TURN) + TURN) % TURN;
/** The shortest signed turn, -32768..32768. */
export const signed = (turn: number): number => {
  const positive = ((turn % TURN) + TURN) % TURN;
  return positive > TURN / 2 ? positive - TURN : positive;
};
export const bearing = (from: Point, to: Point): number =>
  wrap(Math.atan2(to.x - from.x, to.y - from.y) / RADIANS);
export const degrees = (turn: number): number => (turn * 360) / TURN;

/** Where a unit stands, and how big it is, from the four corners FL, FR, RR, RL. */
export type Body = { pose: Pose; width: number; depth: number };

export function bodyOf(rect: Pair[], facing: number): Body {
  const [fl, fr, , rl] = rect.map(([x, y]) => ({ x, y })) as [Point, Point, Point, Point];
  return {
    pose: { at: { x: (fl.x + fr.x) / 2, y: (fl.y + fr.y) / 2 }, facing },
    width: distance(fl, fr),
    depth: distance(fl, rl),
  };
}

export function corners(pose: Pose, width: number, depth: number): Pair[] {
  const side = times(rightward(pose.facing), width / 2);
  const back = times(forward(pose.facing), -depth);
  const pair = (p: Point): Pair => [p.x, p.y];
  const left = minus(pose.at, side);
  const right = add(pose.at, side);
  return [pair(left), pair(right), pair(add(right, back)), pair(add(left, back))];
}

export function centreOf(pose: Pose, depth: number): Point {
  return add(pose.at, times(forward(pose.facing), -depth / 2));
}

export function poseAbout(centre: Point, facing: number, depth: number): Pose {
  const at = add(centre, times(forward(facing), depth / 2));
  return { at: { x: Math.round(at.x), y: Math.round(at.y) }, facing: wrap(facing) };
}

/** Turned to a facing about a point that stays. */
export function turnedAbout({ at, facing: before }: Pose, pivot: Point, facing: number): Pose {
  const off = minus(at, pivot);
  const [ahead, right] = [forward(before), rightward(before)];
  const [along, across] = [off.x * ahead.x + off.y * ahead.y, off.x * right.x + off.y * right.y];
  return { at: add(pivot, add(times(forward(facing), along), times(rightward(facing), across))), facing };
}

/** The length of the outer corner's arc in a wheel. */
export const arc = (width: number, wheel: number): number => width * Math.abs(wheel) * RADIANS;

export function wheeled(pose: Pose, width: number, wheel: number): Pose {
  const side = wheel >= 0 ? width / 2 : -width / 2;
  const pivot = add(pose.at, times(rightward(pose.facing), side));
  const facing = pose.facing + wheel;
  return { at: minus(pivot, times(rightward(facing), side)), facing: wrap(facing) };
}

export function walk(body: Body, legs: Leg[]): Pose {
  let pose = body.pose;
  for (const leg of legs) {
    if ('wheel' in leg) pose = wheeled(pose, body.width, leg.wheel);
    else if ('ahead' in leg) pose = { ...pose, at: add(pose.at, times(forward(pose.facing), leg.ahead)) };
    else if ('back' in leg) pose = { ...pose, at: add(pose.at, times(forward(pose.facing), -leg.back)) };
    else if ('to' in leg) pose = leg.to;
  }
  return pose;
}

export type Limits = { allowance: number; maxWheel: number; free: boolean; /** Rings where the middle of the front may end; none: anywhere. */ area: Pair[][] };

/** Four degrees. */
const STEADY = 728;
/** A front this near to a neighbour's is meant to stand level with it. */
const LEVEL = 450;
/** Neighbours look the same way, within five degrees, and stand no farther to the side than this. */
const SAME_WAY = 910;
const BESIDE = 5000;

/** One wheel, then straight on (or straight back): what the ghost is made of. */
export type Move = { wheel: number; ahead: number; to?: Pose };

export function legsOf(move: Move): Leg[] {
  if (move.to) return [{ to: { at: { x: Math.round(move.to.at.x), y: Math.round(move.to.at.y) }, facing: wrap(move.to.facing) } }];
  const legs: Leg[] = [];
  if (Math.round(move.wheel) !== 0) legs.push({ wheel: Math.round(move.wheel) });
  if (Math.floor(move.ahead) > 0) legs.push({ ahead: Math.floor(move.ahead) });
  if (Math.ceil(move.ahead) < 0) legs.push({ back: Math.floor(-move.ahead) });
  return legs;
}

/** The move that brings the middle of the front as near to the place as one wheel and a straight leg can. */
export function moveToward(body: Body, limits: Limits, place: Point): Move {
  if (limits.free) {
    const away = minus(place, body.pose.at);
    const length = Math.hypot(away.x, away.y);
    const share = length > limits.allowance ? (limits.allowance - 1) / length : 1;
    return { wheel: 0, ahead: 0, to: { at: add(body.pose.at, times(away, share)), facing: body.pose.facing } };
  }
  const off = minus(place, body.pose.at);
  const ahead = forward(body.pose.facing);
  const side = rightward(body.pose.facing);
  const along = off.x * ahead.x + off.y * ahead.y;
  const across = off.x * side.x + off.y * side.y;
  // A place inside or behind the unit, within its breadth: straight back.
  if (along < 0 && Math.abs(across) <= body.width / 2) {
    return { wheel: 0, ahead: -Math.min(-along, limits.allowance) };
  }
  const wished = wheelToward(body, place);
  // A hand is not that steady: nearly straight ahead is straight ahead.
  const wheel = Math.abs(wished) < STEADY ? 0 : clampWheel(wished, body, limits);
  const turned = wheeled(body.pose, body.width, wheel);
  const onward = forward(turned.facing);
  const rest = minus(place, turned.at);
  const room = limits.allowance - arc(body.width, wheel);
  const straight = Math.max(0, Math.min(room - 1, rest.x * onward.x + rest.y * onward.y));
  return insideArea(body, limits, { wheel, ahead: straight });
}

/** Lengthens or shortens the straight leg a little, so that the front comes to stand level with a neighbour's. */
export function levelWith(body: Body, limits: Limits, move: Move, neighbours: Body[]): Move {
  if (move.to || move.ahead <= 0) return move;
  const end = walk(body, legsOf(move));
  const [ahead, side] = [forward(end.facing), rightward(end.facing)];
  const room = limits.allowance - arc(body.width, move.wheel) - 1;
  const shifts = neighbours.flatMap(({ pose, width }) => {
    const off = minus(pose.at, end.at);
    const [along, across] = [off.x * ahead.x + off.y * ahead.y, Math.abs(off.x * side.x + off.y * side.y)];
    const beside = Math.abs(signed(pose.facing - end.facing)) <= SAME_WAY && across > (width + body.width) / 4 && across < (width + body.width) / 2 + BESIDE;
    const to = move.ahead + along;
    return beside && Math.abs(along) <= LEVEL && to > 0 && to <= room ? [along] : [];
  });
  if (!shifts.length) return move;
  const least = shifts.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
  return insideArea(body, limits, { ...move, ahead: move.ahead + least });
}

function wheelToward(body: Body, place: Point): number {
  const half = body.width / 2;
  const candidates = [1, -1].map((hand) => {
    const pivot = add(body.pose.at, times(rightward(body.pose.facing), half * hand));
    const length = Math.max(distance(place, pivot), half);
    const toward = signed(bearing(pivot, place) - body.pose.facing);
    return toward + (hand * Math.asin(half / length)) / RADIANS;
  });
  const [right, left] = candidates as [number, number];
  if (right > 0 && left < 0) return Math.abs(right) < Math.abs(left) ? right : left;
  if (right > 0) return right;
  if (left < 0) return left;
  return 0;
}

export function clampWheel(wheel: number, body: Body, limits: Limits): number {
  const paid = Math.floor((limits.allowance - 1) / (body.width * RADIANS));
  const most = Math.max(0, Math.min(limits.maxWheel, paid));
  return Math.round(Math.max(-most, Math.min(most, wheel)));
}

/** Keeps a move within its allowance after the hand has changed it. */
export function clampMove(body: Body, limits: Limits, move: Move): Move {
  if (move.to) return move;
  const wheel = clampWheel(move.wheel, body, limits);
  const room = limits.allowance - arc(body.width, wheel) - 1;
  return { wheel, ahead: Math.max(-limits.allowance, Math.min(room, move.ahead)) };
}

/** Shortens the straight leg until it ends inside the offered area. */
export function insideArea(body: Body, limits: Limits, move: Move): Move {
  if (!limits.area.length || move.ahead <= 0) return move;
  const ends = (ahead: number) => within(walk(body, legsOf({ ...move, ahead })).at, limits.area);
  for (let ahead = move.ahead; ahead > 0; ahead -= 20) if (ends(ahead)) return { ...move, ahead };
  return move;
}

/** Whether a place lies in the rings; one within another is a hole. */
export const within = (point: Point, area: Pair[][]): boolean => area.filter((ring) => inside(point, ring)).length % 2 === 1;

export function inside(point: Point, outline: Pair[]): boolean {
  let within = false;
  outline.forEach(([x1, y1], n) => {
    const [x2, y2] = outline[(n + 1) % outline.length]!;
    if (y1 > point.y !== y2 > point.y && point.x < ((x2 - x1) * (point.y - y1)) / (y2 - y1) + x1) within = !within;
  });
  return within;
}

/** "8″", "7½″", "13.4″". */
export function inches(mils: number): string {
  return `${(Math.round(mils / 100) / 10).toLocaleString('en', { maximumFractionDigits: 1 })}″`;
}

const WINDS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
export const wind = (facing: number): string => WINDS[Math.round((wrap(facing) / TURN) * 8) % 8]!;

const WAYS = ['up', 'up right', 'right', 'down right', 'down', 'down left', 'left', 'up left'];
/** The way it points on the table as it is drawn. */
export const onScreen = (facing: number): string => WAYS[Math.round((wrap(facing) / TURN) * 8) % 8]!;

/** Places relative to a unit at one pose, as they lie when it stands at another. */
export function carried(places: Pair[], from: Pose, to: Pose): Pair[] {
  const turn = ((to.facing - from.facing) / TURN) * 2 * Math.PI;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return places.map(([x, y]) => {
    const [dx, dy] = [x - from.at.x, y - from.at.y];
    return [to.at.x + dx * cos + dy * sin, to.at.y - dx * sin + dy * cos];
  });
}
