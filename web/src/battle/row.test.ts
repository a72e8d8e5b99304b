import { describe, expect, it } from 'vitest';
import type { Unit } from '../types';
import { rowOf } from './row';

const unit = (more: Partial<Unit>): Unit => ({ arm: 'infantry', formation: 'line', figures: 3, of: 12, grade: 'elite', standing: 'on-table', ...more }) as Unit;

describe('a row of the list', () => {
  it('says what a unit is and how it stands; of one that is gone no strength', () => {
    expect(rowOf(unit({}))).toBe('Infantry, line, 3 of 12, elite');
    expect(rowOf(unit({ standing: 'routed' }))).toBe('Infantry, line, elite, routed');
    expect(rowOf(unit({ level: 'nervous' }))).toBe('Infantry, line, 3 of 12, elite, nervous');
    expect(rowOf(unit({ standing: 'at-edge' }))).toBe('Infantry, line, 3 of 12, elite, waiting at the edge');
  });
});
