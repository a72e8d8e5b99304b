import { describe, expect, it } from 'vitest';
import { bearing, legsOf, levelWith, moveToward, walk, type Body, type Limits } from '../geometry';
import type { Options, Unit } from '../types';
import { text } from '../text';
import { aheadOf, aimsOf, inBand, inOrder, limitsFrom, membersOf, middleOf, moveBy, shortOf } from './group';

const body = (x: number, y: number, facing = 0): Body => ({ pose: { at: { x, y }, facing }, width: 4000, depth: 1500 });
const limits: Limits = { allowance: 6000, maxWheel: 16384, free: false, area: [] };
const unit = (id: number, x: number): Unit => ({ id, rect: [[x - 2000, 1000], [x + 2000, 1000], [x + 2000, 0], [x - 2000, 0]], facing: 0, centre: [x, 500] }) as unknown as Unit;
const march = (allowance: number): Options => ({ may: [{ do: 'march', allowance, 'max-wheel': 8192, area: [], ends: [], free: false }], 'why-not': [] });

describe('units moved together', () => {
  it('go straight where that is nearly their way, and no farther than they can', () => {
    expect(moveBy(body(0, 0), limits, { x: 300, y: 4000 })).toEqual({ wheel: 0, ahead: Math.hypot(300, 4000) });
    expect(moveBy(body(0, 0), limits, { x: 0, y: 9000 }).ahead).toBe(5999);
    expect(moveBy(body(0, 0), limits, { x: 0, y: -2000 })).toEqual({ wheel: 0, ahead: -2000 });
  });
  it('stop where their area ends, also those who may go as they like', () => {
    const area: [number, number][][] = [[[-3000, -3000], [3000, -3000], [3000, 2000], [-3000, 2000]]];
    expect(moveBy(body(0, 0), { ...limits, area }, { x: 0, y: 4000 }).ahead).toBeLessThanOrEqual(2000);
    const free = moveBy(body(0, 0), { ...limits, free: true, area }, { x: 0, y: 4000 });
    expect(free.to!.at.y).toBeGreaterThan(1500);
    expect(free.to!.at.y).toBeLessThanOrEqual(2000);
  });
  it('wheel each for itself where it is not', () => {
    const { wheel, ahead } = moveBy(body(0, 0), limits, { x: 4000, y: 4000 });
    expect(wheel).toBeGreaterThan(2000);
    expect(ahead).toBeGreaterThan(0);
  });
  it('carry an order out each by itself: toward the objective, or the nearest enemy, and facing it', () => {
    const enemy = (id: number, x: number) => ({ ...unit(id, x), name: `enemy ${id}`, rect: [[x + 2000, 20000], [x - 2000, 20000], [x - 2000, 21000], [x + 2000, 21000]] }) as unknown as Unit;
    const units = [unit(1, 0), unit(2, 20000), { ...unit(3, 40000), rect: [[38000, 19500], [42000, 19500], [42000, 18500], [38000, 18500]] } as unknown as Unit];
    const options = new Map([1, 2, 3].map((id) => [id, march(6000)] as const));
    // A corps that attacks without a place: each goes at the enemy before it, none turns after its fellows.
    const enemies = [enemy(7, 1000), enemy(8, 20000)];
    const apart = aimsOf(units.slice(0, 2), null, enemies);
    expect([...apart].map(([id, aim]) => [id, aim.enemy])).toEqual([[1, 'enemy 7'], [2, 'enemy 8']]);
    for (const { body, move } of membersOf(units.slice(0, 2), options, { x: 9000, y: 9000 }, apart)) {
      expect(move.ahead).toBeGreaterThan(5000);
      expect(Math.abs(walk(body, legsOf(move)).facing)).toBeLessThan(1000);
    }
    // With one each goes there, whatever way its fellows go; a unit that is there looks for the enemy.
    const objective = { x: 39000, y: 21000 };
    const there = aimsOf(units, objective, enemies, 3000);
    expect([...there.values()].map((aim) => aim.enemy)).toEqual([undefined, undefined, 'enemy 8']);
    expect([...aimsOf(units, objective, enemies, 1500).values()].map((aim) => aim.enemy), 'the order says how near is there').toEqual([undefined, undefined, undefined]);
    const { body, move } = membersOf(units, options, { x: 0, y: 0 }, there)[1]!;
    const end = walk(body, legsOf(move));
    expect(Math.abs(end.facing - bearing(end.at, objective))).toBeLessThan(300);
    expect(aimsOf(units, null, []).size).toBe(0);
  });
  it('keep their shape: everybody who can march has a ghost as far on', () => {
    const members = membersOf([unit(1, 0), unit(2, 5000), unit(3, 9000)], new Map([[1, march(6000)], [2, march(6000)], [3, { may: [], 'why-not': [] }]]), { x: 0, y: 3000 });
    expect(members.map(({ unit: id, move }) => [id, legsOf(move)])).toEqual([[1, [{ ahead: 3000 }]], [2, [{ ahead: 3000 }]]]);
  });
  it('say who goes part of the way only, or not at all, and why', () => {
    const units = [unit(1, 0), unit(2, 5000), unit(3, 9000)];
    const options = new Map<number, Options>([[1, march(6000)], [2, march(3000)], [3, { may: [], 'why-not': [{ deed: 'march', why: ['It is locked.'], rule: 'lock' }] }]]);
    const by = { x: 0, y: 5000 };
    expect(shortOf(units, options, membersOf(units, options, by), by)).toEqual([{ unit: 2, most: 3000 }, { unit: 3, why: 'It is locked.', rule: 'lock' }]);
    const near = { x: 0, y: 2000 };
    // Out of command: why it stays is said, not only that it does.
    const lost = new Map([...options, [3, { ...options.get(3)!, 'why-not': [], 'out-of-command': 'far' }]]);
    expect(shortOf(units, lost, membersOf(units, lost, by), by).at(-1)).toEqual({ unit: 3, why: text.group.outOfCommand, rule: 'far' });
    expect(shortOf(units.slice(0, 2), options, membersOf(units, options, near), near)).toEqual([]);
    // What has not been asked yet is not known.
    expect(shortOf(units, new Map([[1, march(6000)]]), membersOf(units, new Map([[1, march(6000)]]), near), near)).toEqual([]);
  });
  it('are sent with the foremost first', () => {
    const all = [body(0, 0), body(0, 5000), body(0, 2000)].map((one, id) => ({ unit: id, body: one, limits, move: { wheel: 0, ahead: 0 } }));
    expect(inOrder(all, { x: 0, y: 1000 }).map((one) => one.unit)).toEqual([1, 2, 0]);
    expect(inOrder(all, { x: 0, y: -1000 }).map((one) => one.unit)).toEqual([0, 2, 1]);
  });
  it('have a middle and a way they look', () => {
    expect(middleOf([body(0, 0), body(4000, 2000)])).toEqual({ x: 2000, y: 1000 });
    expect(aheadOf([body(0, 0), body(0, 0)]).y).toBeCloseTo(1);
  });
  it('are caught in a band by their middles', () => {
    expect(inBand([unit(1, 0), unit(2, 5000), unit(3, 9000)], { x: 6000, y: 4000 }, { x: -1000, y: -100 })).toEqual([1, 2]);
  });
  it('may go as far as their area reaches', () => {
    const options: Options = { may: [{ do: 'march', allowance: 4000, 'max-wheel': 0, area: [[[0, 0], [0, 7000], [10, 0]]], ends: [], free: false }], 'why-not': [] };
    expect(limitsFrom(options, { x: 0, y: 0 })?.allowance).toBe(7000);
    expect(limitsFrom({ may: [], 'why-not': [] }, { x: 0, y: 0 })).toBeNull();
  });
});

describe('a hand that is not quite steady', () => {
  it('a little to the side is straight ahead', () => expect(moveToward(body(0, 0), limits, { x: 150, y: 4000 })).toEqual({ wheel: 0, ahead: 4000 }));
  it('far to the side is a wheel', () => expect(moveToward(body(0, 0), limits, { x: 3000, y: 3500 }).wheel).toBeGreaterThan(728));
  it('a front near a neighbour’s stands level with it', () => {
    const own = body(0, 0);
    const end = (y: number, beside: Body) => walk(own, legsOf(levelWith(own, limits, { wheel: 0, ahead: y }, [beside]))).at.y;
    expect(end(3700, body(4500, 4000))).toBe(4000);
    expect(end(4300, body(4500, 4000))).toBe(4000);
    expect(end(3000, body(4500, 4000))).toBe(3000);
    // A unit that looks elsewhere, or stands right ahead, is no neighbour.
    expect(end(3700, body(4500, 4000, 16384))).toBe(3700);
    expect(end(3700, body(0, 4000))).toBe(3700);
  });
});
