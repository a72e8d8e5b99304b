import { describe, expect, it } from 'vitest';
import type { Side, View } from '../types';
import type { Draft } from './draft';
import { groundLeft } from './ground-left';

// Facing north, front at y; two inches wide, one deep.
const rect = (x: number, y: number) => [[x - 1000, y], [x + 1000, y], [x + 1000, y - 1000], [x - 1000, y - 1000]];
const unit = (id: number, x: number, y: number, side: Side = 'french') => ({ id, side, facing: 0, rect: rect(x, y) });
const view = (units: object[], holder: Side | null = 'french', game = 'volley') =>
  ({ game, asked: { side: 'french' }, units, ground: [{ name: 'Folds', holder }], scenario: { objectives: [{ name: 'Folds', at: { x: 10000, y: 10000 }, radius: 3000, worth: 1 }] } }) as unknown as View;
const march = (ahead: number): Draft =>
  ({ kind: 'march', unit: 1, body: { pose: { at: { x: 10000, y: 12000 }, facing: 0 }, width: 2000, depth: 1000 }, limits: {}, move: { wheel: 0, ahead } }) as unknown as Draft;

describe('ground that would be left', () => {
  const alone = [unit(1, 10000, 12000), unit(2, 30000, 30000)];
  it('is named when its last unit marches off', () => expect(groundLeft(view(alone), march(5000))).toEqual(['Folds']));
  it('is not while the rear of the unit is still there', () => expect(groundLeft(view(alone), march(1900))).toEqual([]));
  it('is not where a friend stays', () => expect(groundLeft(view([...alone, unit(3, 9000, 9000)]), march(5000))).toEqual([]));
  it('is not where nobody or the enemy holds it', () => expect([groundLeft(view(alone, null), march(5000)), groundLeft(view(alone, 'allied'), march(5000))]).toEqual([[], []]));
  it('is not in a game where it stays with whoever held it last', () => expect(groundLeft(view(alone, 'french', 'orders'), march(5000))).toEqual([]));
});
