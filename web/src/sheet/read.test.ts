import { describe, expect, it } from 'vitest';
import type { Sheet, SheetRule } from '../types';
import { blocksOf, labelOf, missing, partsOf, sentenceOf, valueOf } from './read';

const rule = (id: string, phases: number[], kind = 'effect'): SheetRule => ({ id, text: id, kind, phases });
const sheet = (rules: SheetRule[]): Sheet => ({ game: '', sheet: '', title: '', phases: [{ number: 1, title: 'Orders', word: 'orders' }, { number: 2, title: 'Move', word: 'move' }, { number: 6, title: 'Again', word: 'again' }], rules, rulings: [] });

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
  it('leave out what the heading of the sheet says', () => expect(partsOf(sheet([rule('volley.sheet.version', [1], 'table'), rule('volley.sheet.opponents', [1], 'table')]))).toEqual([]));
});

describe('the numbers of a rule', () => {
  const of = (id: string, values: [string, string][], text = ''): SheetRule => ({ ...rule(id, []), values, text });
  it('are written as players write them', () => {
    expect(valueOf(of('orders.x', [['need', '6']]))).toBe('6+');
    expect(valueOf(of('volley.x', [['need', '6']]))).toBe('6');
    expect(valueOf(of('x', [['from', '2'], ['to', '3'], ['drop', '0']]))).toBe('2–3');
    expect(valueOf(of('x', [['from', '15']]))).toBe('15 or more');
    expect(valueOf(of('x', [['rate', '1 per 2']]))).toBe('½');
  });
  it('are not repeated where the sentence says them in words', () => {
    expect(missing(of('x', [['drop', '-1']], 'Every failed roll lowers the unit one level.'))).toBe(false);
    expect(missing(of('x', [['rate', '1 per 2']], 'It moves at half rate.'))).toBe(false);
    expect(missing(of('x', [['mod', '+0']], 'Militia training adds nothing.'))).toBe(false);
    expect(missing(of('x', [['mod', '+2']], 'A town helps.'))).toBe(true);
  });
  it('stand where the sentence points at them', () => {
    const near = of('x', [['inches', '4"']], 'Lines within this many inches of each other are locked.');
    expect([sentenceOf(near), missing(near)]).toEqual(['Lines within 4″ of each other are locked.', false]);
    expect(missing(of('x', [['divide', '2']], 'Half movement when moving backwards.'))).toBe(false);
  });
  it('name no side where both are meant', () => expect(labelOf({ ...rule('x', []), when: ['square', 'french, opponent'] })).toBe('square'));
  it('are those of a nation by its name', () => expect(labelOf({ ...rule('x', []), when: ['french', 'column'] })).toBe('French column'));
  it('stand in sentences where a row says little without its table', () => {
    const row = { ...of('x', [['from', '1'], ['to', '4']]), chart: 'Melee', when: ['loser'] };
    expect(blocksOf([row])).toEqual([{ chart: null, rules: [row] }]);
  });
});
