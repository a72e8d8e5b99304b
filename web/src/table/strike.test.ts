import { describe, expect, it } from 'vitest';
import type { Fallen, Scene } from '../battle/news';
import type { Pair, Unit } from '../types';
import { covered } from './labels';
import { written } from './strike';

const unit = (id: number, x: number, y: number): Unit => ({ id, rect: [[x - 2000, y], [x + 2000, y], [x + 2000, y - 1000], [x - 2000, y - 1000]] as Pair[] }) as unknown as Unit;
const scene = (falls: number[], words: [number, string][], at: Record<number, Pair>): Scene =>
  ({
    step: 1,
    strikes: [],
    falls: falls.map((one) => ({ unit: one, at: at[one]!, throws: [{ faces: [1, 2, 3, 4], pool: { count: 4, sides: 6 }, need: 4 }], decides: 'fires at 2/20e: hits on 4+' })),
    words: words.map(([one, said]) => ({ unit: one, at: at[one]!, words: said, bad: true })),
  }) as unknown as Scene;

describe('what is written of a fight', () => {
  const at: Record<number, Pair> = { 1: [10_000, 20_000], 2: [14_500, 20_000], 3: [12_000, 17_500] };
  const units = [unit(1, ...at[1]!), unit(2, ...at[2]!), unit(3, ...at[3]!)];
  it('lies on nothing else that is written, however near the units stand', () => {
    const fallen: Fallen[] = [{ unit: 9, name: '87th Foot', side: 'allied', at: [12_300, 19_000], how: 'routs', step: 1 }];
    const { boxes } = written(scene([1, 2, 3], [[1, '−3'], [2, '−2, halts'], [3, 'routs']], at), fallen, units, 40, 16, 48 * 16);
    expect(boxes).toHaveLength(8);
    for (const [n, box] of boxes.entries()) expect(covered(box, boxes.slice(n + 1)), `box ${n}`).toBe(0);
  });
  it('hides nobody in a crowd: it lies farther off, and a line leads there', () => {
    // Nine abreast in seven lines, hardly a die apart.
    const crowd = Array.from({ length: 63 }, (_, n) => unit(n, 5000 + (n % 9) * 4600, 30_000 - Math.floor(n / 9) * 2200));
    const places = Object.fromEntries(crowd.map((one) => [one.id, [one.rect![0]![0] + 2000, one.rect![0]![1] - 500] as Pair]));
    const { boxes, falls } = written(scene([31, 33], [[31, '−3'], [32, '−1']], places), [], crowd, 40, 16, 48 * 16);
    const bodies = crowd.map(({ rect }) => ({ left: rect![0]![0] * 0.016, right: rect![1]![0] * 0.016, top: (40 - rect![0]![1] / 1000) * 16, bottom: (40 - rect![2]![1] / 1000) * 16 }));
    for (const [n, box] of boxes.entries()) {
      // A word stays with its unit and may hide a corner of another; dice hide no unit.
      expect(covered(box, bodies), `box ${n} on a unit`).toBeLessThan(n < 2 ? 200 : 1);
      expect(covered(box, boxes.slice(n + 1)), `box ${n}`).toBe(0);
    }
    expect(falls.every(({ lead }) => lead)).toBe(true);
  });
  it('stays on the screen where only a part of the table is', () => {
    const { boxes } = written(scene([2], [[2, '−3']], at), [], units, 40, 16, 48 * 16, { left: 150, right: 250, top: 0, bottom: 640 });
    for (const box of boxes) expect([box.left >= 149, box.left <= 250]).toEqual([true, true]);
  });
  it('stays on the table', () => {
    const edge: Record<number, Pair> = { 1: [1000, 39_500] };
    const { boxes } = written(scene([1], [[1, '−3']], edge), [], [unit(1, 1000, 39_500)], 40, 16, 48 * 16);
    for (const box of boxes) expect([box.top >= 0, box.left >= 0]).toEqual([true, true]);
  });
});
