import { describe, expect, it } from 'vitest';
import type { LogLine } from '../types';
import { leadingTo, marksOf, stopFrom } from './marks';
import { countOf, turnsOf } from './tree';

const line = (n: number, step: number, phase: number, under: number | null = null, head: LogLine['head'] = null): LogLine => ({
  n,
  step,
  turn: 1,
  phase,
  under,
  head,
  sentence: [`line ${n}`],
  rules: [],
  working: [],
  throws: [],
  units: [],
  kind: 'any',
  weight: 'aside',
});

// A charge draws fire in phase 3; the loss calls for a test in phase 4. Phase 5 is empty.
const log = [
  line(1, 1, 0, null, 'turn'),
  line(2, 1, 3, null, 'phase'),
  line(3, 2, 3),
  line(4, 3, 3, 3),
  line(5, 3, 3, 4),
  line(6, 4, 4, null, 'phase'),
  line(7, 5, 4, 5),
  line(8, 5, 4, 7),
  line(9, 6, 5, null, 'phase'),
];

describe('the log as a tree', () => {
  it('keeps phases apart and names the cause before', () => {
    const [turn] = turnsOf(log, 'phase');
    expect(turn!.groups.map((group) => group.phase)).toEqual([3, 4]);
    const [charge] = turn!.groups[0]!.roots;
    expect(charge!.line.n).toBe(3);
    expect(charge!.kids[0]!.kids[0]!.line.n).toBe(5);
    expect(countOf(charge!)).toBe(2);
    const [test] = turn!.groups[1]!.roots;
    expect([test!.line.n, test!.because?.n, test!.kids[0]!.line.n]).toEqual([7, 5, 8]);
  });
  it('hangs everything under its cause', () => {
    const [turn] = turnsOf(log, 'cause');
    expect(turn!.groups.length).toBe(1);
    expect(turn!.groups[0]!.roots.length).toBe(1);
    expect(countOf(turn!.groups[0]!.roots[0]!)).toBe(4);
  });
});

describe('the stops of a replay', () => {
  const marks = marksOf(log, 6);
  it('pass empty phases by', () => {
    expect(marks.steps).toEqual([0, 2, 3, 5, 6]);
    expect(marks.phases).toEqual([0, 1, 4, 6]);
    expect(marks.turns).toEqual([{ step: 1, turn: 1 }]);
  });
  it('lead up to what one watches, within its turn', () => {
    expect(leadingTo(marks, 6)).toEqual([2, 3, 5, 6]);
    const long = { steps: Array.from({ length: 30 }, (_, step) => step), phases: [], turns: [{ step: 20, turn: 2 }] };
    expect([leadingTo(long, 29)[0], leadingTo(long, 22)[0], leadingTo(long, 10).length]).toEqual([23, 20, 7]);
  });
  it.each([
    [0, 'step', 1, 2],
    [3, 'step', -1, 2],
    [2, 'phase', 1, 4],
    [3, 'phase', -1, 1],
    [4, 'turn', -1, 1],
    [4, 'turn', 1, 6],
    [6, 'step', 1, 6],
    [0, 'phase', -1, 0],
  ] as const)('from %d by %s %d to %d', (from, stride, way, to) => expect(stopFrom(marks, from, stride, way)).toBe(to));
});
