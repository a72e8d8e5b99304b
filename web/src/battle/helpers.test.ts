import { describe, expect, it } from 'vitest';
import { folded, placeGround, placeLabels } from '../table/labels';
import { answerOf, ghostOf, nearestOn, type Draft } from './draft';
import { outcomeWords, percent, spell, workingPair } from './percent';

describe('chances', () => {
  it.each([
    [0, '0 %'],
    [0.001, '<1 %'],
    [0.3125, '31 %'],
    [0.999, '>99 %'],
    [1, '100 %'],
  ])('%d is %s', (chance, words) => expect(percent(chance)).toBe(words));
  it('outcomes are spelt', () => {
    expect(outcomeWords({ end: 'held-off', text: 'we are held off', chance: 1, fraction: '1' })).toBe('we are held off');
    expect(outcomeWords({ outcome: { hits: 2 }, chance: 1, fraction: '1' })).toBe('hits 2');
    expect(spell({ hits: 2 })).toBe('hits 2');
    expect(workingPair({ rule: 'a', value: 1 })).toEqual(['a', 1]);
  });
});

describe('a draft', () => {
  it('becomes the order it stands for', () => {
    expect(answerOf({ kind: 'ride', general: 0, to: { x: 1.4, y: 2.6 }, join: null })).toEqual({
      order: { do: 'ride', general: 0, to: { x: 1, y: 3 }, join: null },
    });
    expect(answerOf({ kind: 'fall-back', unit: 1, by: 3000, formation: 'line', body: { pose: { at: { x: 0, y: 0 }, facing: 0 }, width: 1, depth: 1 } })).toEqual({
      order: { do: 'fall-back', unit: 1, by: 3000, formation: 'line' },
    });
  });
  it('of a formation is drawn where the server says, and turned about its pivot', () => {
    const stance = { formation: 'line', at: { at: { x: 0, y: 1000 }, facing: 0 }, pivot: { x: 0, y: 0 }, width: 4000, depth: 2000, rules: [] } as const;
    const draft: Draft = { kind: 'form', unit: 1, formation: 'line', facing: null, stance: { ...stance, rules: [] } };
    expect(answerOf(draft)).toEqual({ order: { do: 'form', unit: 1, formation: 'line', facing: null } });
    expect(ghostOf(draft)).toMatchObject({ pose: stance.at, width: 4000, depth: 2000, formation: 'line' });
    // A quarter to the right: its front looks east.
    const pose = ghostOf({ ...draft, facing: 16384 })!.pose;
    expect([Math.round(pose.at.x), Math.round(pose.at.y), pose.facing]).toEqual([1000, 0, 16384]);
    expect(ghostOf({ ...draft, stance: null })).toBeNull();
  });
  it('joins a unit at its nearest place', () => {
    const rect: [number, number][] = [[-1000, 0], [1000, 0], [1000, -2000], [-1000, -2000]];
    expect(nearestOn(rect, 0, { x: 0, y: 5000 }).y).toBeCloseTo(0);
    expect(nearestOn(rect, 0, { x: 5000, y: -1000 }).x).toBeCloseTo(1000);
  });
});

describe('labels', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 30, bottom: top + 20 });
  const plain = (name: string, left: number, top: number) => ({ key: name, name, box: box(left, top), weight: 'plain' as const });
  const crowd = (weight: 'plain' | 'chosen') =>
    Array.from({ length: 20 }, (_, n) => ({ ...plain(`the long name of ${n}`, n * 3, n), weight: n === 19 ? weight : ('lit' as const) }));
  it('do not lie on each other', () => {
    const [a, b] = placeLabels([plain('1/8e ligne', 0, 0), plain('2/8e ligne', 34, 0)]);
    expect(Math.abs(a!.x - b!.x) > 60 || Math.abs(a!.y - b!.y) > 13).toBe(true);
  });
  it('are left out in a crowd, also of those who may be chosen, rather than written on each other', () => {
    const shown = placeLabels(crowd('plain')).filter((label) => !label.hidden);
    expect(shown.length).toBeLessThan(20);
    const wide = (lines: string[]) => Math.max(...lines.map((line) => line.length)) * 13 * 0.58;
    for (const [n, a] of shown.entries())
      for (const b of shown.slice(n + 1)) {
        const apart = Math.abs(a.x - b.x) > (wide(a.lines) + wide(b.lines)) / 2 - 6 || Math.abs(a.y - b.y) > ((a.lines.length + b.lines.length) * 13 * 1.15) / 2 - 4;
        expect(apart, `${a.key} and ${b.key}`).toBe(true);
      }
  });
  it('of a chosen unit are never hidden', () => {
    expect(placeLabels(crowd('chosen')).find((label) => label.key.endsWith(' 19'))!.hidden).toBe(false);
  });
  it('are folded where a line finds no room', () => {
    const between = [plain('First', 0, 0), plain("Hohenzollern's guns", 100, 0), plain('Third', 200, 0)];
    const walls = [{ left: 0, right: 70, top: -60, bottom: 80 }, { left: 166, right: 300, top: -60, bottom: 80 }];
    expect(placeLabels(between, 13, Infinity, walls).find((label) => label.key.startsWith('Ho'))!.lines).toEqual(["Hohenzollern's", 'guns']);
  });
  it('of the ground give way to everything else, and fold where they are long', () => {
    const table = { left: 0, top: 0, right: 500, bottom: 500 };
    const name = { lines: ['Pine wood'], spots: [{ x: 100, y: 100, turn: 0 }, { x: 100, y: 200, turn: 0 }] };
    expect(placeGround([name], 14, [box(80, 90)], table)).toMatchObject([{ lines: ['Pine wood'], x: 100, y: 200, turn: 0 }]);
    expect(placeGround([name], 14, [box(80, 90), box(80, 190)], table)).toEqual([]);
    expect(folded('Cerro del Puerco, lower slope', 20)).toEqual(['Cerro del Puerco,', 'lower slope']);
    expect(folded('Thicket', 3)).toEqual(['Thicket']);
  });
});
