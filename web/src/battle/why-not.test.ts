import { describe, expect, it } from 'vitest';
import { grouped } from './why-not';

const no = (what: string, error: string) => ({ what, error, rule: 'r' });

describe('why not the rest', () => {
  it('says one and the same reason once, of all it is the reason for', () => {
    const all = [no('march', 'It has charged.'), no('charge 1/28th', 'It has charged.'), no('charge 2/87th', 'It has charged.'), no('charge Hussars', 'It does not see them.'), no('charge 2/67th', 'It has charged.'), no('turn', 'It has charged.')];
    expect(grouped(all).map(({ what, error }) => `${what}: ${error}`)).toEqual(['march; charge 1/28th, 2/87th and 2/67th; turn: It has charged.', 'charge Hussars: It does not see them.']);
  });
});
