import { expect, it } from 'vitest';
import type { Pair, Side } from '../types';
import { standsAbove } from './own-side';

const at = (side: Side, y: number) => ({ side, rect: [[0, y], [1, y]] as Pair[] });

it('a side that stands to the north is turned to the bottom, and only that', () => {
  const pieces = [at('french', 30000), at('french', 28000), at('allied', 5000)];
  expect(standsAbove(pieces, 'french')).toBe(true);
  expect(standsAbove(pieces, 'allied')).toBe(false);
});
it('nobody to compare with turns nothing', () => expect(standsAbove([at('french', 30000)], 'french')).toBe(false));
