// The running verdict as a line: where its points and its turns lie.

import type { Standing, Turning } from '../types';

export type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number };
export type Spot = { x: number; y: number };
export type Drawn = {
  points: (Spot & { at: Standing })[];
  /** Where each turn begins, and the middle of it for its number. */
  turns: { turn: number; from: number; middle: number }[];
  /** Even. */
  zero: number;
  /** Leads that have a line of their own. */
  ticks: { lead: number; y: number }[];
  marks: (Spot & { n: number })[];
};

/** A battle that hardly moved does not fill the whole chart. */
const LEAST = 200;

/** Each phase is as wide as any other; the first point is the start. */
export function drawn(verdict: Standing[], turning: Turning[], frame: Frame): Drawn {
  const most = Math.ceil(Math.max(LEAST, ...verdict.map(({ lead }) => Math.abs(lead))) / 100) * 100;
  const wide = frame.width - frame.left - frame.right;
  const high = frame.height - frame.top - frame.bottom;
  const x = (n: number) => frame.left + (wide * n) / Math.max(1, verdict.length - 1);
  const y = (lead: number) => frame.top + high / 2 - (high / 2) * (lead / most);
  const points = verdict.map((at, n) => ({ x: x(n), y: y(at.lead), at }));
  const turns: Drawn['turns'] = [];
  verdict.forEach(({ turn }, n) => {
    if (turn === 0) return;
    const last = turns.at(-1);
    if (last?.turn === turn) last.middle = (last.from + x(n)) / 2;
    else turns.push({ turn, from: x(Math.max(0, n - 1)), middle: (x(Math.max(0, n - 1)) + x(n)) / 2 });
  });
  const apart = most > 500 ? 500 : most > 200 ? 200 : 100;
  const ticks = [];
  for (let lead = apart; lead <= most; lead += apart) ticks.push({ lead, y: y(lead) }, { lead: -lead, y: y(-lead) });
  const marks = turning.map(({ step, after }, n) => {
    // The end of the phase the step belongs to.
    const at = verdict.findIndex((point) => point.step >= step);
    return { n: n + 1, x: x(at < 0 ? verdict.length - 1 : at), y: y(verdict[at]?.lead ?? after) };
  });
  return { points, turns, zero: y(0), ticks, marks: apartFrom(marks) };
}

/** Marks at one place are moved side by side. */
function apartFrom(marks: Drawn['marks']): Drawn['marks'] {
  const size = 18;
  const placed: Drawn['marks'] = [];
  for (const mark of marks) {
    let { y } = mark;
    while (placed.some((other) => Math.abs(other.x - mark.x) < size && Math.abs(other.y - y) < size)) y -= size;
    placed.push({ ...mark, y });
  }
  return placed;
}

/** The verdict at the end of each turn. */
export const byTurn = (verdict: Standing[]): Standing[] => verdict.filter((at, n) => verdict[n + 1]?.turn !== at.turn);
