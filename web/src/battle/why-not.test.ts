import { describe, expect, it } from 'vitest';
import type { WhyNot, Wish } from '../types';
import { grouped } from './why-not';

const names: Record<number, string> = { 1: '1/28th', 2: '2/87th', 3: 'Hussars', 4: '2/67th' };
const no = (deed: Wish, why: string, target?: number): WhyNot => ({ deed, why: [why], rule: 'r', ...(target !== undefined && { target }) });
const told = (all: WhyNot[]) => grouped(all, (unit) => names[unit]!).map(({ what, why }) => `${what}: ${why}`);

describe('why not the rest', () => {
  it('says one and the same reason once, of all it is the reason for', () => {
    const all = [no('march', 'It has charged.'), no('charge', 'It has charged.', 1), no('charge', 'It has charged.', 2), no('charge', 'It does not see them.', 3), no('charge', 'It has charged.', 4), no('turn', 'It has charged.')];
    expect(told(all)).toEqual(['March; Charge 1/28th, 2/87th and 2/67th; Turn: It has charged.', 'Charge Hussars: It does not see them.']);
  });
  it('names formations, and what a button does', () => {
    expect(told([no({ form: 'square' }, 'No.'), no({ form: 'line' }, 'No.'), no({ button: 'Force march' }, 'No.')])).toEqual(['Form square and line; Force march: No.']);
  });
});
