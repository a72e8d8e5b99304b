import { expect, test } from 'vitest';
import table from '../../../cases/reckoned.json?raw';
import type { Test } from '../types';
import { reckoned } from './test';

type Example = { test: Test; faces: number[]; says: string };

// The program's own test reads the same table: the page and the logs say it in the same words.
const examples = JSON.parse(table) as Example[];

test.each(examples)('$says', ({ test, faces, says }) => {
  expect(reckoned(test, faces)).toBe(says);
});
