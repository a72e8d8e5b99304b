// Units put on the table: placed before the battle, or entering by an edge.

import { centreOf, clampMove, corners, forward, moveToward, poseAbout, TURN, wrap, type Body, type Limits, type Move } from '../geometry';
import type { Asked, May, Place, Point, Pose, Stance } from '../types';

export type PlaceDraft = { kind: 'place'; unit: number; pose: Pose; stance: Stance; /** Said plainly, not as an order. */ plain?: boolean };
export type Gate = Extract<May, { do: 'enter' }>;
export type EnterDraft = { kind: 'enter'; unit: number; gate: Gate; at: number; move: Move };

/** What a key or button does to a ghost: moves on the map, or turns. */
export type Nudge = 'north' | 'south' | 'west' | 'east' | 'turn-left' | 'turn-right';
const WAYS: Record<Nudge, Point> = {
  north: { x: 0, y: 1 },
  south: { x: 0, y: -1 },
  west: { x: -1, y: 0 },
  east: { x: 1, y: 0 },
  'turn-left': { x: 0, y: 0 },
  'turn-right': { x: 0, y: 0 },
};
const turnOf = (way: Nudge): number => (way === 'turn-left' ? -1 : way === 'turn-right' ? 1 : 0);
const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(Math.max(least, most), value));

// ------------------------------------------------------- before the battle ----

/** The place that is offered. */
export function offeredPlace(asked: Asked): PlaceDraft | null {
  const { place, decline } = asked;
  if (!place || typeof decline !== 'object') return null;
  const plain = 'place' in decline;
  const offered = plain ? decline.place : 'order' in decline && decline.order.do === 'place' ? decline.order : null;
  const stance = place.stances.find((one) => one.formation === offered?.formation) ?? place.stances[0];
  return offered?.at && stance ? { kind: 'place', unit: place.unit, pose: offered.at, stance, plain } : null;
}

/** The unit's middle at this point, shifted until all of it is in the zone. */
export function placeAt(draft: PlaceDraft, place: Place, point: Point, facing = draft.pose.facing, stance = draft.stance): PlaceDraft {
  const pose = poseAbout(point, facing, stance.depth);
  const ring = corners(pose, stance.width, stance.depth);
  const shift = (axis: 0 | 1): number => {
    const mine = ring.map((corner) => corner[axis]);
    const zone = place.zone.map((corner) => corner[axis]);
    const low = Math.min(...zone) - Math.min(...mine);
    const high = Math.max(...zone) - Math.max(...mine);
    return Math.ceil(low) > Math.floor(high) ? Math.round((low + high) / 2) : Math.ceil(between(0, low, Math.floor(high)));
  };
  return { ...draft, stance, pose: { at: { x: pose.at.x + shift(0), y: pose.at.y + shift(1) }, facing: pose.facing } };
}

export const middleOf = (draft: PlaceDraft): Point => centreOf(draft.pose, draft.stance.depth);

export function nudgePlace(draft: PlaceDraft, place: Place, way: Nudge, step: number, turn: number): PlaceDraft {
  const middle = middleOf(draft);
  const { x, y } = WAYS[way];
  return placeAt(draft, place, { x: middle.x + x * step, y: middle.y + y * step }, wrap(draft.pose.facing + turnOf(way) * turn));
}

/** Another formation about the same middle. */
export function restance(draft: PlaceDraft, place: Place, stance: Stance): PlaceDraft {
  return placeAt(draft, place, middleOf(draft), draft.pose.facing, stance);
}

// ------------------------------------------------------------ by an edge ----

/** Whether its edge runs from west to east; else from south to north. A place on it is told by that coordinate. */
const isLevel = (gate: Gate): boolean => Math.abs(forward(gate.facing).y) > 0.5;
const along = (gate: Gate, point: Point): number => (isLevel(gate) ? point.x : point.y);
/** The ends of the stretch, as distances along the edge. */
const stretch = (gate: Gate): [number, number] => (isLevel(gate) ? [gate.edge[0][0], gate.edge[1][0]] : [gate.edge[0][1], gate.edge[1][1]]);
export const startOf = (gate: Gate, at: number): Pose => ({ at: isLevel(gate) ? { x: at, y: gate.edge[0][1] } : { x: gate.edge[0][0], y: at }, facing: gate.facing });
export const bodyAt = (gate: Gate, at: number): Body => ({ pose: startOf(gate, at), width: gate.width, depth: gate.depth });
/** Its place is given: only the way from there is its own. */
export const isPoint = (gate: Gate): boolean => gate.edge[0][0] === gate.edge[1][0] && gate.edge[0][1] === gate.edge[1][1];
const limitsOf = (gate: Gate): Limits => ({ allowance: gate.allowance, maxWheel: gate['max-wheel'], free: gate.free, area: [] });

/** The entry that is offered. */
export function offeredEntry(unit: number, gate: Gate): EnterDraft {
  const order = gate.order.do === 'enter' ? gate.order : null;
  const at = order?.at ?? (stretch(gate)[0] + stretch(gate)[1]) / 2;
  const leg = order?.legs[0];
  if (leg && 'to' in leg) return { kind: 'enter', unit, gate, at, move: { wheel: 0, ahead: 0, to: leg.to } };
  if (leg && 'ahead' in leg) return { kind: 'enter', unit, gate, at, move: { wheel: 0, ahead: leg.ahead } };
  return entry(unit, gate, at, gate.allowance, 0);
}

function entry(unit: number, gate: Gate, wish: number, ahead: number, wheel: number): EnterDraft {
  const at = Math.round(between(wish, ...stretch(gate)));
  const on = between(ahead, gate.least, gate.allowance);
  const body = bodyAt(gate, at);
  if (!gate.free) return { kind: 'enter', unit, gate, at, move: clampMove(body, limitsOf(gate), { wheel, ahead: on }) };
  const facing = wrap(gate.facing + wheel);
  const way = forward(gate.facing);
  const to = { at: { x: Math.round(body.pose.at.x + way.x * on), y: Math.round(body.pose.at.y + way.y * on) }, facing };
  return { kind: 'enter', unit, gate, at, move: { wheel, ahead: on, to } };
}

/** How far on the front is, and how it has turned. */
function progress({ gate, at, move }: EnterDraft): { ahead: number; wheel: number } {
  if (!move.to) return move;
  const way = forward(gate.facing);
  const start = startOf(gate, at).at;
  const off = wrap(move.to.facing - gate.facing);
  return { ahead: (move.to.at.x - start.x) * way.x + (move.to.at.y - start.y) * way.y, wheel: off > TURN / 2 ? off - TURN : off };
}

/** From the place of the edge abreast of this point, straight on to it; from a place that is given, with a wheel. */
export function enterToward(draft: EnterDraft, point: Point): EnterDraft {
  const { gate } = draft;
  if (isPoint(gate) && !gate.free) {
    const { wheel, ahead } = moveToward(bodyAt(gate, draft.at), limitsOf(gate), point);
    return entry(draft.unit, gate, draft.at, ahead, wheel);
  }
  const way = forward(draft.gate.facing);
  const [x, y] = gate.edge[0];
  const ahead = (point.x - x) * (isLevel(gate) ? 0 : way.x) + (point.y - y) * (isLevel(gate) ? way.y : 0);
  return entry(draft.unit, gate, along(gate, point), ahead, progress(draft).wheel);
}

export function nudgeEntry(draft: EnterDraft, way: Nudge, step: number, turn: number): EnterDraft {
  const { ahead, wheel } = progress(draft);
  const { x, y } = WAYS[way];
  const inward = forward(draft.gate.facing);
  const [aside, on] = isLevel(draft.gate) ? [x, y * Math.sign(inward.y)] : [y, x * Math.sign(inward.x)];
  return entry(draft.unit, draft.gate, draft.at + aside * step, ahead + on * step, wheel + turnOf(way) * turn);
}
