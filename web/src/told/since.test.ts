import { describe, expect, it } from 'vitest';
import type { LogLine, Unit } from '../types';
import { isNews, sinceThen, sinceWords } from './since';

const unit = (id: number, side: 'french' | 'allied', more: Partial<Unit> = {}): Unit =>
  ({ id, name: `Unit ${id}`, side, figures: 12, of: 12, standing: 'on-table', centre: [id, 0], ...more }) as Unit;
const then = [unit(1, 'french'), unit(2, 'allied'), unit(3, 'allied', { level: 'firm' }), unit(4, 'allied')];

describe('since the last answer', () => {
  it('counts what the others did and what it cost', () => {
    const now = [unit(1, 'french', { figures: 9, centre: [9, 9] }), unit(2, 'allied', { centre: [5, 5] }), unit(3, 'allied', { level: 'panic' }), unit(4, 'allied', { standing: 'routed', figures: 0, centre: null })];
    const since = sinceThen(then, now, [{ kind: 'charges', units: [2] }, { kind: 'charges', units: [1] }] as LogLine[], ['french']);
    expect(isNews(since)).toBe(true);
    expect(sinceWords(since, (side) => (side === 'french' ? 'French' : 'British'), 'figures')).toBe('1 marched, 1 charged, Unit 4 routed, Unit 3 in panic, 3 figures lost by the French, 12 figures lost by the British.');
  });
  it('says nothing of one’s own moves', () => {
    expect(isNews(sinceThen(then, [unit(1, 'french', { centre: [7, 7] }), ...then.slice(1)], [], ['french']))).toBe(false);
  });
});
