import { describe, expect, it } from 'vitest';
import { colours } from '../table/colours';
import { labelSpot, LAYERS, readLayers, ringSpot } from '../table/layers';
import { readDepth } from './odds-depth';
import { fillOf, shadeOf, shortly, SIGNS } from './percent';

describe('how deep', () => {
  it.each([
    [null, 1],
    ['2', 2],
    ['3', 3],
    ['7', 1],
    ['deep', 1],
  ])('%s is read as %d', (kept, depth) => expect(readDepth(kept)).toBe(depth));
});

describe('overlays', () => {
  it('begin with the reach and the enemy’s moves, and come back as they were left', () => {
    expect([...readLayers(null)]).toEqual(['reach', 'theirs']);
    expect([...readLayers('')]).toEqual([]);
    expect([...readLayers('moves,bands,weather')]).toEqual(['bands', 'moves']);
    expect([...readLayers(LAYERS.join(','))]).toEqual([...LAYERS]);
  });
  it('are named at the middle of their far side', () => {
    const strip: [number, number][] = [[-1000, 0], [1000, 0], [1000, 6000], [-1000, 6000]];
    const [x, y] = labelSpot(strip, [0, -500]);
    expect(x).toBeCloseTo(0);
    expect(y).toBeCloseTo(6000);
  });
  it('of two generals side by side are named apart, and on the table', () => {
    const ring = Array.from({ length: 24 }, (_, n): [number, number] => [20000 + Math.sin((n * Math.PI) / 12) * 12000, 40000 + Math.cos((n * Math.PI) / 12) * 12000]);
    const [one, two] = [ringSpot(ring, 0, [72, 48]), ringSpot(ring, 1, [72, 48])];
    expect(one[1]).toBeLessThan(48000);
    expect(Math.hypot(one[0] - two[0], one[1] - two[1])).toBeGreaterThan(5000);
  });
  it('that go all round are named at the top', () => {
    const ring = Array.from({ length: 24 }, (_, n): [number, number] => [Math.sin((n * Math.PI) / 12) * 4000, Math.cos((n * Math.PI) / 12) * 4000]);
    expect(labelSpot(ring, [0, 0])[1]).toBeCloseTo(4000);
  });
});

/** The colour itself, in degrees round the circle. */
function hue(shade: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16)) as [number, number, number];
  return ((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360;
}

describe('bars', () => {
  const bar = (tone: 'good' | 'even' | 'bad') => ({ end: 'x', text: 'x', tone, chance: 0.5, fraction: '1/2' });
  it('differ by pattern and not by colour alone', () => {
    const fills = (['good', 'even', 'bad'] as const).map((tone) => fillOf(bar(tone), 0));
    expect(new Set(fills.map((fill) => fill.replace(/#\w{6}|\d+%/g, ''))).size).toBe(3);
  });
  it('have one colour for one meaning, which neither side of Br8 wears', () => {
    const shades = (['good', 'even', 'bad'] as const).map((tone) => [0, 1, 2].map((n) => shadeOf(bar(tone), n)));
    for (const same of shades) expect(new Set(same).size).toBe(1);
    expect(new Set(shades.map(([shade]) => shade)).size).toBe(3);
    for (const nation of ['french', 'british'] as const) for (const [shade] of [shades[0]!, shades[2]!]) expect(Math.abs(hue(shade!) - hue(colours[nation].fill))).toBeGreaterThan(15);
    expect(new Set(Object.values(SIGNS)).size).toBe(3);
  });
  it('of other outcomes take colours by turns', () => {
    const plain = { outcome: { hits: 1 }, chance: 0.5, fraction: '1/2' };
    expect(shadeOf(plain, 0)).not.toBe(shadeOf(plain, 1));
  });
});

it('odds in a line tell numbers in the order in which they come', () => {
  const bars = [['0', 0.32], ['1', 0.46], ['2', 0.22]].map(([text, chance]) => ({ text: String(text), chance: Number(chance), fraction: '' }));
  const told = { title: 'A fires at B', sentence: '', ends: [], distribution: [{ title: 'Hits', bars }] } as unknown as Parameters<typeof shortly>[0];
  expect(shortly(told).replaceAll('\u00a0', ' ')).toBe('A fires at B, hits: 0 32 %, 1 46 %, 2 22 %.');
});
