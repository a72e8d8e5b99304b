import { describe, expect, it } from 'vitest';
import type { Sheet, SheetRule } from '../types';
import { partsOf } from './read';

const rule = (id: string, phases: number[], kind = 'effect'): SheetRule => ({ id, text: id, kind, phases });
const sheet = (rules: SheetRule[]): Sheet => ({ game: '', sheet: '', title: '', phases: [{ number: 1, title: 'Orders' }, { number: 2, title: 'Move' }, { number: 6, title: 'Again' }], rules, rulings: [] });

describe('the parts of a sheet', () => {
  it('open every phase that has rules, also one that shares all of them with another', () => {
    const parts = partsOf(sheet([rule('a', [1]), rule('heading', [2], 'sequence'), rule('b', [2, 6]), rule('c', []), rule('d', [1, 6])]));
    expect(parts.map(({ number, title, also, blocks }) => [number, title, also, blocks.flatMap((block) => ('rules' in block ? block.rules : block.rows)).map(({ id }) => id)])).toEqual([
      [1, 'Orders', [], ['a']],
      [1, 'Orders', [6], ['d']],
      [2, 'Move', [6], ['b']],
      [0, '', [], ['c']],
    ]);
  });
});
