import { describe, expect, it } from 'vitest';
import type { Sheet, SheetRule } from '../types';
import { blocksOf, labelOf, partsOf, sameValue } from './read';

const rule = (id: string, phases: number[]): SheetRule => ({ id, text: id, kind: 'effect', phases });
const sheet = (rules: SheetRule[]): Sheet => ({ game: '', sheet: '', title: '', phases: [{ number: 1, title: 'Orders', word: 'orders' }, { number: 2, title: 'Move', word: 'move' }, { number: 6, title: 'Again', word: 'again' }], rules, rulings: [] });

describe('the parts of a sheet', () => {
  it('open every phase that has rules, also one that shares all of them with another', () => {
    const parts = partsOf(sheet([rule('a', [1]), { ...rule('heading', [2]), heading: true }, rule('b', [2, 6]), rule('c', []), rule('d', [1, 6])]));
    expect(parts.map(({ number, title, also, blocks }) => [number, title, also, blocks.flatMap((block) => ('rules' in block ? block.rules : block.rows)).map(({ id }) => id)])).toEqual([
      [1, 'Orders', [], ['a']],
      [1, 'Orders', [6], ['d']],
      [2, 'Move', [6], ['b']],
      [0, '', [], ['c']],
    ]);
  });
  it('leave out what the heading of the sheet says', () => expect(partsOf(sheet([{ ...rule('version', [1]), heading: true }]))).toEqual([]));
});

describe('the rows of a chart', () => {
  it('are called by what they are for, a nation by its name', () => expect(labelOf({ ...rule('x', []), when: ['french', 'column'] })).toBe('French column'));
  it('stand beside each other; what is no row is a sentence', () => {
    const [row, other] = [{ ...rule('x', []), chart: 'Fire', row: true }, { ...rule('y', []), chart: 'Fire', row: true }];
    const loser = { ...rule('z', []), chart: 'Melee' };
    expect(blocksOf([row, loser, other])).toEqual([{ chart: 'Fire', rows: [row, other] }, { chart: null, rules: [loser] }]);
  });
  it('are told together where they say the same', () => {
    const [one, two, three] = ['4+', '5+', '4+'].map((written, n) => ({ ...rule(String(n), []), written }));
    expect(sameValue([one!, two!, three!]).map(({ value, rows }) => [value, rows.map(({ id }) => id)])).toEqual([['4+', ['0', '2']], ['5+', ['1']]]);
  });
});
