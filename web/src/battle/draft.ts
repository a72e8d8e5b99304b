// An order being composed: a ghost on the table until it is confirmed.

import { bodyOf, centreOf, forward, legsOf, minus, poseAbout, rightward, turnedAbout, walk, wrap, type Body, type Limits, type Move } from '../geometry';
import type { Answer, ChargeTarget, Formation, Formed, Instruction, OrderKind, Pair, Point, Pose, Unit } from '../types';
import type { GroupDraft } from './group';
import { bodyAt, isPoint, type EnterDraft, type PlaceDraft } from './placing';

export type Draft =
  | { kind: 'march'; unit: number; body: Body; limits: Limits; move: Move; /** Where it was to go. */ meant?: Point }
  | { kind: 'charge'; unit: number; target: ChargeTarget }
  /** A shot or charge as it is offered, and what it is called. */
  | { kind: 'attack'; unit: number; target: number; answer: Answer; says: string }
  | { kind: 'ride'; general: number; to: Point; join: number | null }
  /** `at`: the enemy it is laid on. */
  | { kind: 'turn'; unit: number; body: Body; facing: number; formation: Formation; at?: number }
  /** Another formation, another facing (null: as it is), or both; `from` where the order names it. */
  | { kind: 'form'; unit: number; formation: Formation; facing: number | null; from?: Formation; stance: Formed | null }
  | EnterDraft
  | GroupDraft
  | PlaceDraft
  | { kind: 'fall-back'; unit: number; body: Body; by: number; formation: Formation }
  /** An order written for a body: who gives it, its kind, and its place. */
  | { kind: 'instruct'; body: number; way: string; order: string; objective: Point | null };

/** Whether it asks for anything yet: a ghost that stands where its unit does is no order. */
export function isBegun(draft: Draft): boolean {
  if (draft.kind === 'march') return legsOf(draft.move).length > 0;
  return draft.kind !== 'group' || draft.members.some(({ move }) => legsOf(move).length > 0);
}

/** A march that ends no more than this short of what was meant does not fall short: the hand was not steady, or the front was made level with its neighbour's. */
const NEARLY = 600;

/** Whether a march does not come as far as it was meant to. */
export function fallsShort({ body, move, meant }: Extract<Draft, { kind: 'march' }>): boolean {
  if (!meant) return false;
  const end = walk(body, legsOf(move));
  const [way, off] = [forward(end.facing), minus(meant, end.at)];
  const on = off.x * way.x + off.y * way.y;
  return (move.to ? Math.hypot(off.x, off.y) : move.ahead < 0 ? -on : on) > NEARLY;
}

/** What a second click confirms it on: its ghost, the place that was clicked, or the enemy; nothing where only the button does. */
export function againOn(draft: Draft): 'ghost' | 'place' | 'enemy' | null {
  switch (draft.kind) {
    case 'march':
    case 'group':
    case 'form':
      return 'ghost';
    case 'ride':
      return 'place';
    case 'charge':
    case 'attack':
      return 'enemy';
    case 'turn':
      return draft.at === undefined ? null : 'enemy';
    default:
      return null;
  }
}

/** The answer a draft stands for; a group's is one for each of its units. */
export function answerOf(draft: Exclude<Draft, GroupDraft>): Answer {
  const round = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) });
  switch (draft.kind) {
    case 'march':
      return { order: { do: 'march', unit: draft.unit, legs: legsOf(draft.move) } };
    case 'charge':
      return { order: { do: 'charge', unit: draft.unit, target: draft.target.target, wheel: draft.target.wheel } };
    case 'attack':
      return draft.answer;
    case 'ride':
      return { order: { do: 'ride', general: draft.general, to: round(draft.to), join: draft.join } };
    case 'turn':
      return draft.formation === 'limbered'
        ? { order: { do: 'form', unit: draft.unit, formation: 'unlimbered', facing: wrap(draft.facing) } }
        : { order: { do: 'turn', unit: draft.unit, to: turnedPose(draft.body, draft.facing) } };
    case 'form': {
      const { unit, formation, facing, from } = draft;
      return { order: { do: 'form', unit, formation, facing, ...(from ? { from } : {}) } };
    }
    case 'enter':
      return { order: { do: 'enter', unit: draft.unit, ...(isPoint(draft.gate) ? {} : { at: Math.round(draft.at) }), legs: legsOf(draft.move) } };
    case 'place': {
      const at = { at: round(draft.pose.at), facing: wrap(draft.pose.facing) };
      const place = { unit: draft.unit, at, formation: draft.stance.formation };
      return draft.plain ? { place } : { order: { do: 'place', ...place } };
    }
    case 'fall-back':
      return { order: { do: 'fall-back', unit: draft.unit, by: Math.round(draft.by), formation: draft.formation } };
    case 'instruct': {
      // The words are the server's own.
      const order = { kind: draft.order as OrderKind, ...(draft.objective ? { objective: round(draft.objective) } : {}) };
      return { instruct: { do: draft.way as Instruction['do'], corps: draft.body, order } };
    }
  }
}

export function turnedPose(body: Body, facing: number): Pose {
  return poseAbout(centreOf(body.pose, body.depth), facing, body.depth);
}

export type Ghost = { pose: Pose; width: number; depth: number; formation?: Formation };

/** Where the ghost stands, if the draft has one; its formation where it may be another than the unit's. */
export function ghostOf(draft: Draft): Ghost | null {
  switch (draft.kind) {
    case 'march':
      return { pose: walk(draft.body, legsOf(draft.move)), width: draft.body.width, depth: draft.body.depth };
    case 'turn':
      return { pose: turnedPose(draft.body, draft.facing), width: draft.body.width, depth: draft.body.depth };
    case 'fall-back':
      return {
        pose: walk(draft.body, [{ back: draft.by }]),
        width: draft.body.width,
        depth: draft.body.depth,
      };
    case 'place':
      return { pose: draft.pose, ...draft.stance };
    case 'form': {
      const { stance, facing } = draft;
      return stance && { ...stance, pose: facing === null ? stance.at : turnedAbout(stance.at, stance.pivot, facing) };
    }
    case 'enter':
      return { pose: walk(bodyAt(draft.gate, draft.at), legsOf(draft.move)), width: draft.gate.width, depth: draft.gate.depth };
    case 'group':
    case 'charge':
    case 'attack':
    case 'ride':
    case 'instruct':
      return null;
  }
}

/** The place nearest to a point within a unit's footprint: where a general joins it. */
export function nearestOn(rect: Pair[], facing: number, from: Point): Point {
  const body = bodyOf(rect, facing);
  const centre = centreOf(body.pose, body.depth);
  const [ahead, side] = [forward(facing), rightward(facing)];
  const off = { x: from.x - centre.x, y: from.y - centre.y };
  const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  const along = clamp(off.x * ahead.x + off.y * ahead.y, body.depth / 2);
  const across = clamp(off.x * side.x + off.y * side.y, body.width / 2);
  return {
    x: centre.x + ahead.x * along + side.x * across,
    y: centre.y + ahead.y * along + side.y * across,
  };
}

export const bodyOfUnit = (unit: Unit): Body | null =>
  unit.rect ? bodyOf(unit.rect, unit.facing ?? 0) : null;
