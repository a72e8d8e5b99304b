import { expect, it } from 'vitest';
import { asWarning } from './sentence';

it('a warning says what a rule does, and not what it leaves to rulings', () => {
  expect(asWarning('Outside the command range a unit has half its move. How long the range is, a ruling says.')).toBe('Outside the command range a unit has half its move.');
  expect(asWarning('Nobody moves.')).toBe('Nobody moves.');
});
