import { describe, expect, it } from 'vitest';
import type { LogLine, Side, Unit, View } from '../types';
import { say } from '../say';
import { firstNew, firstStep, isNews, sinceThen, thenOf } from './since';

const unit = (id: number, side: Side, more: Partial<Unit> = {}): Unit =>
  ({ id, name: `Unit ${id}`, side, figures: 12, of: 12, standing: 'on-table', centre: [id, 0], ...more }) as Unit;
const line = (n: number, more: Partial<LogLine>): LogLine => ({ n, step: n, head: null, weight: 'aside', kind: 'told', units: [], throws: [], sentence: [], ...more }) as LogLine;
const view = (units: Unit[], log: LogLine[] = [], ground: unknown = []): View => ({ units, generals: [], log, ground, told: log.length, step: log.at(-1)?.step ?? 0 }) as unknown as View;
const began = [unit(1, 'french'), unit(2, 'allied'), unit(3, 'allied', { level: 'firm' }), unit(4, 'allied'), unit(5, 'french')];
const names = (side: Side) => (side === 'french' ? 'French' : 'British');

describe('since the last answer', () => {
  const now = view(
    [unit(1, 'french', { figures: 9, centre: [9, 9] }), unit(2, 'allied', { centre: [5, 5] }), unit(3, 'allied', { level: 'panic' }), unit(4, 'allied', { standing: 'routed', figures: 0, centre: null }), unit(5, 'french', { figures: 11 })],
    [
      line(1, { does: 'marches', units: [1], sentence: [{ unit: 1, name: 'Unit 1' }, ' marches 3.111"'] }),
      line(2, { does: 'marches', units: [2], sentence: [{ unit: 2, name: 'Unit 2' }, ' marches'] }),
      line(3, { does: 'charges', units: [2, 1], weight: 'hit', sentence: [{ unit: 2, name: 'Unit 2' }, ' charges Unit 1'] }),
      line(4, { does: 'charges', units: [1, 2], weight: 'hit', sentence: [{ unit: 1, name: 'Unit 1' }, ' charges Unit 2'] }),
      line(5, { kind: 'gone', units: [4], weight: 'gone', sentence: [{ unit: 4, name: 'Unit 4' }, ' routs off the field'] }),
      line(7, { kind: 'hit', units: [5, 3], weight: 'hit', sentence: [{ unit: 5, name: 'Unit 5' }, ' is hit 1× by Unit 3'] }),
      line(8, { kind: 'lost', units: [5], weight: 'loss', under: 7, lost: [{ unit: 5, n: 1, by: 3 }], sentence: [{ unit: 5, name: 'Unit 5' }, ' loses 1 figure'] }),
      line(9, { kind: 'melee', units: [2, 1], weight: 'loss', lost: [{ unit: 1, n: 3, by: 2 }], sentence: [{ unit: 2, name: 'Unit 2' }, ' loses 0, Unit 1 loses 3'] }),
      line(6, { kind: 'halted', units: [2], weight: 'result', sentence: [{ unit: 2, name: 'Unit 2' }, ' halts'] }),
    ],
    [{ name: 'Mill', holder: 'allied' }],
  );
  const then = { ...thenOf(view(began, [], [{ name: 'Mill', holder: null }]), 'answer') };

  it('is told by weight: who is gone, what changed hands, losses by unit, then the rest; marches are counted', () => {
    const { items, marched } = sinceThen(then, now, ['french'], names);
    expect(items.map((item) => say(item.said))).toEqual([
      'Unit 4 routs off the field',
      'Mill: now held by the British',
      'Unit 3: in panic',
      'Unit 1: lost 3 to Unit 2, 9 left',
      'Unit 5: lost 1 to Unit 3, 11 left',
      'Unit 2 halts',
      'Unit 2 charges Unit 1',
    ]);
    expect(items[0]!.step).toBe(5);
    expect(marched).toBe(1);
  });
  it('tells of a charge that stopped short, whatever it cost, and of whoever contests ground', () => {
    const short = [line(9, { kind: 'lost', units: [2], weight: 'loss', lost: [{ unit: 2, n: 1, by: 1 }], sentence: [{ unit: 2, name: 'Unit 2' }, ' loses 1 figure'] }), line(10, { kind: 'short-of', units: [2, 1], weight: 'result', floats: { unit: 2, words: 'stops short' }, sentence: [{ unit: 2, name: 'Unit 2' }, ' stops short'] })];
    const held = [{ name: 'Mill', holder: null, contested: ['Unit 1', 'Unit 2'] }];
    const { items } = sinceThen({ ...then, ground: [{ name: 'Mill', holder: 'french' }] }, view([unit(2, 'allied', { figures: 11 })], short, held), ['french'], names);
    expect(items.map((item) => say(item.said))).toEqual(['Mill: now held by nobody, as both sides stand there: Unit 1 and Unit 2', 'Unit 2: lost 1, 11 left', 'Unit 2 stops short']);
  });
  it('does not tell one that one has just taken ground where nobody stood; whoever comes back is told', () => {
    const taken = view(began, [], [{ name: 'Mill', holder: 'french' }]);
    const told = (kind: 'answer' | 'visit', was: object, mine: Side) => sinceThen({ ...then, kind, ground: [{ name: 'Mill', holder: null, ...was }] as never }, taken, [mine], names).items.map((item) => say(item.said));
    expect(told('answer', {}, 'french')).toEqual([]);
    for (const others of [told('visit', {}, 'french'), told('answer', {}, 'allied'), told('answer', { contested: ['Unit 1', 'Unit 2'] }, 'french'), told('answer', { holder: 'allied' }, 'french')]) expect(others).toEqual(['Mill: now held by the French']);
  });
  it('tells who went into bad morale, was stopped, halted or ran, though it cost no figures', () => {
    const log = [
      line(9, { kind: 'goes-back', units: [2], weight: 'hit', sentence: [{ unit: 2, name: 'Unit 2' }, ' goes back ', { inches: 12000 }] }),
      line(10, { kind: 'goes-bad', units: [2], weight: 'grave', sentence: [{ unit: 2, name: 'Unit 2' }, ' goes into bad morale'] }),
      line(11, { kind: 'stopped-by-fire', units: [5], weight: 'hit', sentence: [{ unit: 5, name: 'Unit 5' }, ' is stopped by fire: recoils'] }),
      line(12, { kind: 'halts', units: [4], weight: 'hit', sentence: [{ unit: 4, name: 'Unit 4' }, ' halts short of the enemy'] }),
    ];
    const { items } = sinceThen(then, view(began, log, [{ name: 'Mill', holder: null }]), ['french'], names);
    expect(items.map((item) => say(item.said))).toEqual(['Unit 2 goes into bad morale, goes back 12″', 'Unit 4 halts short of the enemy', 'Unit 5 is stopped by fire: recoils']);
  });
  it('counts what a unit lost to each', () => {
    // The sentence is for people: numbers and ids stand beside it.
    const shot = (n: number, by: number, count: number) => [line(n, { kind: 'lost', units: [1], weight: 'loss', lost: [{ unit: 1, n: count, by }], sentence: ['L’unité 1 perd du monde'] })];
    const told = (left: number, log: LogLine[]) => sinceThen(then, view([unit(1, 'french', { figures: left }), ...began.slice(1)], log), ['french'], names).items.map((item) => say(item.said));
    expect(told(7, [...shot(1, 2, 3), ...shot(3, 3, 2)])).toEqual(['Unit 1: lost 5 (3 to Unit 2, 2 to Unit 3), 7 left']);
    expect(told(6, [...shot(1, 2, 3), ...shot(3, 3, 2), ...shot(5, 2, 1)])).toEqual(['Unit 1: lost 6 (4 to Unit 2, 2 to Unit 3), 6 left']);
    expect(told(7, [...shot(1, 2, 3), ...shot(3, 2, 2)])).toEqual(['Unit 1: lost 5 to Unit 2, 7 left']);
    // Not all of it was told.
    expect(told(5, [...shot(1, 2, 3), ...shot(3, 3, 2)])).toEqual(['Unit 1: lost 7 to Unit 2 and Unit 3, 5 left']);
  });
  it('names all who hit it before the losses came off', () => {
    const lost = (n: number, ...by: [number, number][]) => line(n, { kind: 'lost', units: [1], weight: 'loss', lost: by.map(([by, n]) => ({ unit: 1, n, by })) });
    const told = (left: number, log: LogLine[]) => sinceThen(then, view([unit(1, 'french', { figures: left }), ...began.slice(1)], log), ['french'], names).items.map((item) => say(item.said));
    expect(told(9, [lost(4, [2, 2], [3, 1])])).toEqual(['Unit 1: lost 3 (2 to Unit 2, 1 to Unit 3), 9 left']);
    expect(told(7, [lost(3, [2, 2], [3, 1]), lost(5, [3, 2])])).toEqual(['Unit 1: lost 5 (2 to Unit 2, 3 to Unit 3), 7 left']);
    // More hits than men: how many each shooter had is not said.
    expect(told(10, [lost(3, [2, 2], [3, 1])])).toEqual(['Unit 1: lost 2 to Unit 2 and Unit 3, 10 left']);
    // One of them to no enemy.
    expect(told(9, [lost(3, [2, 2]), line(4, { weight: 'loss', units: [1], lost: [{ unit: 1, n: 1 }] })])).toEqual(['Unit 1: lost 3 (2 to Unit 2, 1 otherwise), 9 left']);
    // Who did it is not known.
    expect(told(11, [line(1, { weight: 'loss', units: [1], lost: [{ unit: 1, n: 1 }] })])).toEqual(['Unit 1: lost 1, 11 left']);
  });
  it('is stepped through from its first event, which is not one’s own march', () => {
    expect(firstStep(then, now, ['french'])).toBe(2);
    expect(firstStep({ ...then, told: 3 }, now, ['french'])).toBe(4);
  });
  it('knows whoever only turned, and whoever formed up', () => {
    const units = [began[0]!, unit(2, 'allied', { centre: [2, 1] }), began[2]!, unit(4, 'allied', { formation: 'square' }), began[4]!];
    const before = began.map((one) => (one.id === 4 ? unit(4, 'allied', { formation: 'line' }) : one));
    const log = [line(1, { does: 'turns', units: [2] }), line(2, { does: 'forms', units: [4] })];
    const { items, marched, turned } = sinceThen({ ...thenOf(view(before), 'answer') }, view(units, log), ['french'], names);
    expect([items.map((item) => say(item.said)), marched, turned]).toEqual([['Unit 4: now in square'], 0, 1]);
  });
  it('counts nobody as marched who was driven back', () => {
    const count = (...log: LogLine[]) => sinceThen({ ...thenOf(view(began), 'answer') }, view([began[0]!, unit(2, 'allied', { centre: [2, 1] }), ...began.slice(2)], log), ['french'], names).marched;
    // Volley, orders, and empire, where the march of a group is one line.
    expect(count(line(1, { does: 'marches', units: [2] }))).toBe(1);
    expect(count(line(1, { does: 'marches', weight: 'aside', units: [2] }), line(2, { kind: 'tests', weight: 'move', units: [2] }))).toBe(1);
    expect(count(line(1, { does: 'marches', weight: 'move', units: [2, 3] }))).toBe(1);
    expect(count(line(1, { does: 'marches', weight: 'move', units: [3, 2] }), line(2, { kind: 'tests', weight: 'move', units: [2] }))).toBe(1);
    expect(count(line(1, { kind: 'retires', units: [2] }))).toBe(0);
    expect(count(line(1, { kind: 'falls-back', weight: 'hit', units: [2] }), line(2, { kind: 'no-rally', units: [2] }))).toBe(0);
  });
  it('begins in the log with what came of an answer, not with what it ordered', () => {
    const log = [line(1, { units: [1], under: null }), line(2, { units: [5], under: null }), line(3, { units: [5], under: 2, throws: [{} as never] }), line(4, { units: [2], under: null })];
    expect(firstNew(view(began, log), { ...then, told: 0 }, ['french'])).toBe(2);
    expect(firstNew(view(began, [log[0]!, log[3]!]), { ...then, told: 0 }, ['french'])).toBe(4);
    expect(firstNew(view(began, log), { ...then, told: 0, kind: 'visit' }, ['french'])).toBe(1);
    expect(firstNew(view(began, [log[0]!]), { ...then, told: 0 }, ['french'])).toBe(null);
  });
  it('says nothing of one’s own moves', () => {
    expect(isNews(sinceThen(then, view([unit(1, 'french', { centre: [7, 7] }), ...began.slice(1)]), ['french'], names))).toBe(false);
  });
});
