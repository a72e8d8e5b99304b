import { expect, test } from 'vitest';
import type { Test } from '../types';
import { reckoned } from './test';

const plain: Test = { asks: 'at-least', modifiers: [], changes: 'roll', rolled: 7, total: 7, needed: 9, need: { rule: 'a', value: 9 }, result: 'fails' };
const bare: Test = { asks: 'table', modifiers: [], changes: 'roll', rolled: 7, total: 7, result: '' };

test('a total with what is added to the dice', () => {
  const modifiers = [{ rule: 'b', value: 2 }, { rule: 'c', value: -1 }];
  expect(reckoned({ ...plain, modifiers, total: 8 }, [3, 4])).toBe('rolled 3 + 4 = 7, +1: total 8 against 9 or more: fails');
});

test('modifiers that change the need leave the roll alone', () => {
  const modifiers = [{ rule: 'b', value: -1 }];
  expect(reckoned({ ...plain, asks: 'at-most', changes: 'need', modifiers, rolled: 4, total: 4, needed: 3 }, [4])).toBe('rolled 4 against 3 or less: fails');
});

test('dice that are counted, a table, a distance', () => {
  expect(reckoned({ ...plain, asks: 'each', needed: 4, result: '2 hits' }, [1, 5, 4])).toBe('each die 4 or more: 2 hits');
  expect(reckoned({ ...bare, row: [2, 8], result: 'shaken' }, [3, 4])).toBe('rolled 3 + 4 = 7, row 2 to 8: shaken');
  expect(reckoned({ ...bare, asks: 'amount', result: '7"' }, [7])).toBe('rolled 7: 7"');
});
