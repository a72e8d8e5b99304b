// What dice were held against, in words: the need, what was rolled, the total, and what that gives.

import type { Test } from '../types';

const sign = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** "9 or more", "4 or less". */
function bound(asks: Test['asks'], needed: number): string {
  if (asks === 'at-most') return `${needed} or less`;
  return asks === 'against' ? String(needed) : `${needed} or more`;
}

/** "needs 9", as it is printed, before what changes it. */
export const needs = (value: number): string => `needs ${value}`;

export const modifier = sign;

/** "rolled 3 + 4 = 7 + 1, total 8 against 9 or more: fails". The logs of the program say the same: `cases/reckoned.json`. */
export function reckoned(test: Test, faces: readonly number[]): string {
  const { asks, changes, modifiers, needed, result, rolled, row, total } = test;
  if (asks === 'each') return `${faces.length === 1 ? '1 die' : `${faces.length} dice`}, each ${bound(asks, needed ?? 0)}: ${result}`;
  const thrown = faces.length > 1 ? `rolled ${faces.join(' + ')} = ${rolled}` : `rolled ${rolled}`;
  if (asks === 'amount') return `${thrown}: ${result}`;
  const sum = modifiers.reduce((all, part) => all + part.value, 0);
  const whole = sum && changes === 'roll' ? `${thrown} ${sum < 0 ? '−' : '+'} ${Math.abs(sum)}, total ${total}` : thrown;
  if (asks === 'table') {
    const where = row ? (row[0] === row[1] ? `, row ${row[0]}` : `, row ${row[0] < 0 ? sign(row[0]) : row[0]} to ${row[1]}`) : '';
    return `${whole}${where}: ${result}`;
  }
  return `${whole} against ${bound(asks, needed ?? 0)}: ${result}`;
}
