// What has changed since one last answered, or last looked: by comparing the table then and now.

import { text } from '../text';
import type { LogLine, Side, Unit, View } from '../types';

/** A moment one has seen: the units as they were, the last line and step that were told. */
export type Then = { units: Unit[]; told: number; step: number; kind: 'answer' | 'visit' };

export type Since = {
  /** Of the others. */
  marched: number;
  charged: number;
  /** Units that are not on the table any more. */
  gone: Unit[];
  lost: Record<Side, number>;
  /** Units whose morale has fallen. */
  shaken: Unit[];
};

const HERE = ['on-table', 'at-edge', 'undeployed'];
const LEVELS = ['bold', 'firm', 'nervous', 'disrupted', 'panic', 'routed'];
const place = (unit: Unit): string => JSON.stringify(unit.centre);

/** `mine`: the sides of whoever looks; what they did themselves is no news. */
export function sinceThen(then: Unit[], now: Unit[], lines: LogLine[], mine: Side[]): Since {
  const before = new Map(then.map((unit) => [unit.id, unit]));
  const since: Since = { marched: 0, charged: 0, gone: [], lost: { french: 0, allied: 0 }, shaken: [] };
  const sideOf = new Map(now.map((unit) => [unit.id, unit.side]));
  const theirs = (line: LogLine) => !mine.includes(sideOf.get(line.units[0] ?? -1)!);
  since.charged = lines.filter((line) => line.kind === 'charges' && theirs(line)).length;
  for (const unit of now) {
    const was = before.get(unit.id);
    if (!was) continue;
    since.lost[unit.side] += Math.max(0, was.figures - unit.figures);
    if (HERE.includes(was.standing) && !HERE.includes(unit.standing)) since.gone.push(unit);
    else if (unit.level && was.level && LEVELS.indexOf(unit.level) > LEVELS.indexOf(was.level)) since.shaken.push(unit);
    if (!mine.includes(unit.side) && unit.centre && was.centre && place(unit) !== place(was)) since.marched++;
  }
  return since;
}

/** Whether there is anything to tell. */
export const isNews = (since: Since): boolean => Boolean(since.marched || since.charged || since.gone.length || since.shaken.length || since.lost.french || since.lost.allied);

/** "5 marched, Albert's brigade routed, 3 figures lost by the French". */
export function sinceWords(since: Since, sideName: (side: Side) => string, strength: string): string {
  const t = text.since;
  const parts = [
    since.marched ? t.marched(since.marched) : '',
    since.charged ? t.charged(since.charged) : '',
    ...since.gone.map((unit) => t.gone(unit.name, text.standings[unit.standing] ?? unit.standing)),
    ...since.shaken.map((unit) => t.gone(unit.name, text.levels[unit.level!])),
    ...(['french', 'allied'] as Side[]).map((side) => (since.lost[side] ? t.lost(since.lost[side], strength, sideName(side)) : '')),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** The first line that is new. */
export const firstNew = (view: View | null, then: Then | null): number | null => (then && (view?.told ?? view?.log.length ?? 0) > then.told ? then.told + 1 : null);
