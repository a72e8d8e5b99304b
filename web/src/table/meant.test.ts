import { describe, expect, it } from 'vitest';
import type { Unit } from '../types';
import { meantUnit, unitOn } from './meant';

const unit = (id: number, x: number, y: number, wide = 2000, deep = 2000): Unit =>
  ({ id, centre: [x, y], rect: [[x - wide / 2, y + deep / 2], [x + wide / 2, y + deep / 2], [x + wide / 2, y - deep / 2], [x - wide / 2, y - deep / 2]] }) as Unit;

describe('whom a tap means', () => {
  it('is the unit whose footprint it lies on, however near the middle of another is', () => {
    // A long line, and a gun just before its end.
    const units = [unit(1, 10000, 10000, 12000, 1000), unit(2, 15000, 11200, 800, 800)];
    expect(meantUnit(units, { x: 15000, y: 10400 }, 2500)).toBe(1);
    expect(meantUnit(units, { x: 15000, y: 11000 }, 2500)).toBe(2);
  });
  it('is otherwise the one whose middle is nearest, whichever was drawn last', () => {
    const units = [unit(1, 10000, 10000), unit(2, 13000, 10000)];
    for (const all of [units, units.toReversed()]) {
      expect(meantUnit(all, { x: 11400, y: 10000 }, 1500)).toBe(1);
      expect(meantUnit(all, { x: 11600, y: 10000 }, 1500)).toBe(2);
    }
  });
  it('is nobody beyond a finger’s reach, nor whoever is not on the table', () => {
    expect(meantUnit([unit(1, 10000, 10000)], { x: 12600, y: 10000 }, 1500)).toBe(null);
    expect(meantUnit([{ ...unit(1, 10000, 10000), rect: null, centre: null }], { x: 10000, y: 10000 }, 1500)).toBe(null);
    expect(unitOn([unit(1, 10000, 10000)], { x: 11100, y: 10000 })).toBe(null);
  });
});
