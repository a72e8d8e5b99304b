import { describe, expect, it } from 'vitest';
import { arc, bearing, bodyOf, carried, clampMove, corners, degrees, inside, legsOf, moveToward, onScreen, poseAbout, signed, walk, wheeled, wind, type Body, type Limits } from './geometry';
import type { Pair, Point } from './types';

const body: Body = { pose: { at: { x: 20000, y: 20000 }, facing: 0 }, width: 6000, depth: 1500 };
const limits: Limits = { allowance: 8000, maxWheel: 8192, free: false, area: [] };
const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

describe('bearings', () => {
  it.each([
    [{ x: 0, y: 10 }, 0],
    [{ x: 10, y: 0 }, 16384],
    [{ x: 0, y: -10 }, 32768],
    [{ x: -10, y: 0 }, 49152],
  ])('to %o is %i', (to, found) => expect(bearing({ x: 0, y: 0 }, to)).toBe(found));
  it('turn the short way', () => {
    expect(signed(60000)).toBe(-5536);
    expect(signed(-60000)).toBe(5536);
    expect(wind(32768)).toBe('south');
  });
});

describe('a footprint', () => {
  it('is the same from its corners and back', () => {
    const rect = corners(body.pose, body.width, body.depth);
    const back = bodyOf(rect, 0);
    expect(back.width).toBeCloseTo(6000);
    expect(back.depth).toBeCloseTo(1500);
    expect(near(back.pose.at, body.pose.at)).toBeLessThan(1);
  });
  it('turns about its centre', () => {
    const pose = poseAbout({ x: 0, y: 0 }, 16384, 2000);
    expect(pose.at).toEqual({ x: 1000, y: 0 });
  });
});

describe('a wheel', () => {
  it('to the right keeps the right front corner', () => {
    const before = corners(body.pose, 6000, 1500)[1]!;
    const after = corners(wheeled(body.pose, 6000, 8192), 6000, 1500)[1]!;
    expect(Math.hypot(before[0] - after[0], before[1] - after[1])).toBeLessThan(1);
  });
  it('to the left keeps the left front corner', () => {
    const before = corners(body.pose, 6000, 1500)[0]!;
    const after = corners(wheeled(body.pose, 6000, -8192), 6000, 1500)[0]!;
    expect(Math.hypot(before[0] - after[0], before[1] - after[1])).toBeLessThan(1);
  });
  it('costs the arc of the outer corner', () => expect(arc(6000, 16384)).toBeCloseTo((6000 * Math.PI) / 2));
});

describe('a move toward a place', () => {
  const places: Point[] = [
    { x: 20000, y: 26000 },
    { x: 22500, y: 26000 },
    { x: 18000, y: 25000 },
    { x: 21500, y: 24000 },
  ];
  it.each(places)('ends there when it is in reach: %o', (place) => {
    const move = moveToward(body, limits, place);
    expect(near(walk(body, legsOf(move)).at, place)).toBeLessThan(30);
  });
  it.each([...places, { x: 60000, y: 60000 }, { x: -9000, y: 21000 }, { x: 45000, y: 20000 }])('stays within its allowance: %o', (place) => {
    const move = moveToward(body, limits, place);
    expect(arc(body.width, move.wheel) + Math.abs(move.ahead)).toBeLessThanOrEqual(limits.allowance);
    expect(Math.abs(move.wheel)).toBeLessThanOrEqual(limits.maxWheel);
  });
  it('goes straight back for a place behind', () => {
    expect(legsOf(moveToward(body, limits, { x: 20000, y: 17000 }))).toEqual([{ back: 3000 }]);
  });
  it('stops inside the area', () => {
    const ring: Pair[] = [[10000, 20000], [10000, 23000], [30000, 23000], [30000, 20000]];
    const move = moveToward(body, { ...limits, area: [ring] }, { x: 20000, y: 26000 });
    expect(walk(body, legsOf(move)).at.y).toBeLessThanOrEqual(23000);
    expect(walk(body, legsOf(move)).at.y).toBeGreaterThan(22900);
  });
  it('stops before a hole in the area, and passes it for a place beyond', () => {
    const ring = (from: number, to: number): Pair[] => [[10000, from], [10000, to], [30000, to], [30000, from]];
    const area = [ring(20000, 22000), ring(24000, 27000)];
    const end = (y: number) => walk(body, legsOf(moveToward(body, { ...limits, area }, { x: 20000, y }))).at.y;
    expect(end(23000)).toBeLessThanOrEqual(22000);
    expect(end(23000)).toBeGreaterThan(21900);
    expect(Math.abs(end(25000) - 25000)).toBeLessThan(30);
  });
  it('of open order goes straight to the place and keeps its facing', () => {
    const [leg] = legsOf(moveToward(body, { ...limits, free: true }, { x: 24000, y: 20000 }));
    expect(leg).toEqual({ to: { at: { x: 24000, y: 20000 }, facing: 0 } });
  });
  it('is kept within bounds by the hand too', () => {
    const move = clampMove(body, limits, { wheel: 40000, ahead: 90000 });
    expect(degrees(move.wheel)).toBeLessThanOrEqual(45);
    expect(arc(body.width, move.wheel) + move.ahead).toBeLessThanOrEqual(limits.allowance);
  });
});

describe('inside', () => {
  const square: Pair[] = [[0, 0], [0, 10], [10, 10], [10, 0]];
  it.each([
    [{ x: 5, y: 5 }, true],
    [{ x: 15, y: 5 }, false],
    [{ x: -1, y: 5 }, false],
  ])('%o: %s', (point, found) => expect(inside(point, square)).toBe(found));
});

describe('what belongs to a pose', () => {
  it('goes with it: a lane ahead of a gun that is turned to the right lies to the right', () => {
    const from = { at: { x: 0, y: 0 }, facing: 0 };
    const [[x, y]] = carried([[0, 5000]], from, { at: { x: 1000, y: 0 }, facing: 16384 }) as [Pair];
    expect(x).toBeCloseTo(6000);
    expect(y).toBeCloseTo(0);
  });
  it('is said as it lies on the screen', () => {
    expect([0, 16384, 32768, 57344].map(onScreen)).toEqual(['up', 'right', 'down', 'up left']);
  });
});
