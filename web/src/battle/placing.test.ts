import { describe, expect, it } from 'vitest';
import { corners, legsOf } from '../geometry';
import type { Asked, Place, Stance } from '../types';
import { answerOf, ghostOf } from './draft';
import { enterToward, nudgeEntry, nudgePlace, offeredEntry, offeredPlace, placeAt, restance, type Gate, type PlaceDraft } from './placing';

const column: Stance = { formation: 'column', width: 2250, depth: 3000 };
const line: Stance = { formation: 'line', width: 4500, depth: 1500 };
const place: Place = { unit: 4, placed: 2, of: 6, zone: [[0, 48000], [72000, 48000], [72000, 36000], [0, 36000]], stances: [column, line] };
const SOUTH = 32768;
const EAST = 16384;

describe('deployment', () => {
  const asked = {
    place,
    decline: { order: { do: 'place', unit: 4, at: { at: { x: 36000, y: 36000 }, facing: SOUTH }, formation: 'column' } },
  } as unknown as Asked;
  const offered = offeredPlace(asked) as PlaceDraft;
  const inZone = (draft: PlaceDraft) =>
    corners(draft.pose, draft.stance.width, draft.stance.depth).every(([x, y]) => x >= -1 && x <= 72001 && y >= 35999 && y <= 48001);

  it('begins with what is offered, in its true size', () => {
    expect(offered.pose.at).toEqual({ x: 36000, y: 36000 });
    expect(ghostOf(offered)).toMatchObject({ width: 2250, depth: 3000, formation: 'column' });
  });
  it.each([
    ['far to the south', { x: 20000, y: 1000 }],
    ['beyond the north-west corner', { x: -9000, y: 99000 }],
    ['within', { x: 30000, y: 42000 }],
  ])('keeps a unit that is put %s in its zone', (_, point) => {
    for (const facing of [0, 8192, SOUTH, 5000]) for (const stance of [column, line]) expect(inZone(placeAt(offered, place, point, facing, stance))).toBe(true);
  });
  it('puts the middle where the pointer is', () => {
    const there = placeAt(offered, place, { x: 30000, y: 42000 });
    expect(there.pose.at).toEqual({ x: 30000, y: 40500 });
  });
  it('moves by the map and turns on the spot', () => {
    const there = placeAt(offered, place, { x: 30000, y: 42000 });
    expect(nudgePlace(there, place, 'north', 500, 8192).pose.at.y).toBe(there.pose.at.y + 500);
    expect(nudgePlace(there, place, 'west', 500, 8192).pose.at.x).toBe(there.pose.at.x - 500);
    expect(nudgePlace(there, place, 'turn-right', 500, 8192).pose.facing).toBe(SOUTH + 8192);
  });
  it('speaks the language of its game', () => {
    const plain = offeredPlace({ place, decline: { place: { unit: 4, at: { at: { x: 1000, y: 40000 }, facing: 0 }, formation: 'column' } } } as unknown as Asked)!;
    expect(answerOf(plain)).toEqual({ place: { unit: 4, at: { at: { x: 1000, y: 40000 }, facing: 0 }, formation: 'column' } });
  });
  it('answers with the formation that was chosen', () => {
    expect(answerOf(restance(offered, place, line))).toMatchObject({ order: { do: 'place', unit: 4, formation: 'line' } });
  });
});

describe('a reserve', () => {
  const gate: Gate = {
    do: 'enter',
    order: { do: 'enter', unit: 9, at: 38000, legs: [{ ahead: 8000 }] },
    edge: [[26000, 48000], [50000, 48000]],
    facing: SOUTH,
    width: 2250,
    depth: 3000,
    least: 100,
    allowance: 8000,
    'max-wheel': 8192,
    free: false,
  };
  it('enters as offered', () => {
    expect(answerOf(offeredEntry(9, gate))).toEqual({ order: { do: 'enter', unit: 9, at: 38000, legs: [{ ahead: 8000 }] } });
  });
  it('keeps to its stretch of the edge and its allowance', () => {
    const far = enterToward(offeredEntry(9, gate), { x: 1000, y: 5000 });
    expect([far.at, far.move.ahead]).toEqual([26000, 7999]);
    const short = enterToward(offeredEntry(9, gate), { x: 40000, y: 60000 });
    expect(short.move.ahead).toBe(100);
  });
  it('goes on and back by the map, whichever edge it is', () => {
    const draft = enterToward(offeredEntry(9, gate), { x: 40000, y: 44000 });
    expect(nudgeEntry(draft, 'south', 500, 910).move.ahead).toBe(draft.move.ahead + 500);
    expect(nudgeEntry(draft, 'east', 500, 910).at).toBe(40500);
    expect(legsOf(nudgeEntry(draft, 'turn-left', 500, 910).move)[0]).toEqual({ wheel: -910 });
  });
  it('enters from the west as from the north', () => {
    const west: Gate = { ...gate, order: { do: 'enter', unit: 9, at: 20000, legs: [{ ahead: 8000 }] }, edge: [[0, 14000], [0, 26000]], facing: EAST };
    expect(answerOf(offeredEntry(9, west))).toEqual({ order: { do: 'enter', unit: 9, at: 20000, legs: [{ ahead: 8000 }] } });
    const draft = enterToward(offeredEntry(9, west), { x: 4000, y: 16000 });
    expect([draft.at, Math.round(draft.move.ahead / 10)]).toEqual([16000, 400]);
    expect(enterToward(draft, { x: 4000, y: 40000 }).at).toBe(26000);
    expect(nudgeEntry(draft, 'east', 500, 910).move.ahead).toBe(draft.move.ahead + 500);
    expect(nudgeEntry(draft, 'north', 500, 910).at).toBe(16500);
    expect(ghostOf(draft)!.pose.at.x).toBeGreaterThan(3900);
  });
  it('whose point is given wheels there, comes whole onto the table and does not name it', () => {
    const point: Gate = { ...gate, order: { do: 'enter', unit: 9, legs: [{ ahead: 8000 }] }, edge: [[38000, 48000], [38000, 48000]], least: 3000, 'max-wheel': 16384 };
    const offered = offeredEntry(9, point);
    expect(answerOf(offered)).toEqual({ order: { do: 'enter', unit: 9, legs: [{ ahead: 8000 }] } });
    const aside = enterToward(offered, { x: 42000, y: 42000 });
    expect(aside.at).toBe(38000);
    expect(aside.move.wheel).toBeLessThan(-2000);
    expect(ghostOf(aside)!.pose.at.x).toBeGreaterThan(40500);
    expect(enterToward(offered, { x: 38000, y: 47900 }).move.ahead).toBe(3000);
  });
  it('of skirmishers enters freely', () => {
    const free = enterToward(offeredEntry(9, { ...gate, free: true }), { x: 40000, y: 44000 });
    expect(answerOf(free)).toEqual({ order: { do: 'enter', unit: 9, at: 40000, legs: [{ to: { at: { x: 40000, y: 44000 }, facing: SOUTH } }] } });
    expect(nudgeEntry(free, 'turn-right', 500, 910).move.to!.facing).toBe(SOUTH + 910);
  });
});
