// Where a replay can stop: at every step that tells something, at phases, at turns.

import type { LogLine } from '../types';

export type Mark = { step: number; turn: number };
export type Marks = { steps: number[]; phases: number[]; turns: Mark[] };
export type Stride = 'step' | 'phase' | 'turn';

/** Phases in which nothing happens are passed by. The beginning and the end are always among them. */
export function marksOf(lines: LogLine[], last: number): Marks {
  const steps = new Set<number>([0, last]);
  const phases = new Set<number>([0, last]);
  const turns: Mark[] = [];
  let heading: number | null = null;
  for (const line of lines) {
    if (line.step > last) break;
    if (line.head === 'turn') turns.push({ step: line.step, turn: line.turn });
    else if (line.head === 'phase') heading = line.step;
    else {
      steps.add(line.step);
      if (heading !== null) phases.add(heading);
      heading = null;
    }
  }
  const sorted = (found: Set<number>) => [...found].toSorted((a, b) => a - b);
  return { steps: sorted(steps), phases: sorted(phases), turns };
}

/** How many stops lead up to what one watches. */
const BEFORE = 6;

/** The stops that lead up to a step, within its turn, and the step. */
export function leadingTo(marks: Marks, step: number): number[] {
  const begun = marks.turns.findLast((turn) => turn.step <= step)?.step ?? 0;
  const before = marks.steps.filter((stop) => stop < step && stop >= begun);
  return [...before.slice(-BEFORE), step];
}

/** The next stop from a step, forward or back; the last or first where there is none. */
export function stopFrom(marks: Marks, step: number, stride: Stride, way: 1 | -1): number {
  const last = marks.steps.at(-1) ?? 0;
  const stops = stride === 'step' ? marks.steps : stride === 'phase' ? marks.phases : [0, ...marks.turns.map((mark) => mark.step), last];
  return way > 0 ? (stops.find((stop) => stop > step) ?? last) : (stops.findLast((stop) => stop < step) ?? 0);
}
