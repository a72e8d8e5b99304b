import { describe, expect, it } from 'vitest';
import { report as said } from '../text/report';
import type { Standing, Turning } from '../types';
import { byTurn, drawn } from './chart';

const frame = { width: 120, height: 120, left: 10, right: 10, top: 10, bottom: 10 };
const at = (step: number, turn: number, phase: number, lead: number): Standing => ({ step, turn, phase, title: '', lead });
const verdict = [at(0, 0, 0, 0), at(3, 1, 1, 50), at(6, 1, 2, 100), at(9, 2, 1, -200)];
const point = (step: number, after: number): Turning => ({ step, turn: 1, phase: 1, title: '', before: 0, after, last: false, sentences: [], ground: [] });

describe('the chart of the verdict', () => {
  const found = drawn(verdict, [point(5, 100), point(6, 100)], frame);
  it('spreads phases evenly, even in the middle', () => {
    expect(found.points.map(({ x }) => Math.round(x))).toEqual([10, 43, 77, 110]);
    expect(found.zero).toBe(60);
    expect(found.points[3]!.y).toBe(110);
  });
  it('knows where turns begin', () => expect(found.turns.map(({ turn, from }) => [turn, Math.round(from)])).toEqual([[1, 10], [2, 77]]));
  it('keeps marks of one place apart', () => {
    expect(found.marks.map(({ n }) => n)).toEqual([1, 2]);
    expect(Math.abs(found.marks[0]!.y - found.marks[1]!.y)).toBeGreaterThanOrEqual(18);
  });
  it('is one row a turn as a table', () => expect(byTurn(verdict).map(({ step }) => step)).toEqual([0, 6, 9]));
  it('stands an empty battle', () => expect(drawn([at(0, 0, 0, 0)], [], frame).points.length).toBe(1));
});

describe('luck in words', () => {
  it.each([
    [0.02, 0.99, 'very lucky'],
    [0.15, 0.9, 'lucky'],
    [0.6, 0.5, 'about as expected'],
    [0.95, 0.1, 'unlucky'],
    [0.99, 0.03, 'very unlucky'],
  ])('%d or %d is %s', (many, few, words) => expect(said.luck.words(many, few)).toBe(words));
  it('is said of a hundred games', () => {
    expect(said.luck.in100(0.184)).toBe('18 in 100');
    expect(said.luck.in100(0.001)).toBe('under 1 in 100');
    expect(said.luck.in100(1)).toBe('100 in 100');
  });
});
