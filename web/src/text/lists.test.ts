import { describe, expect, it } from 'vitest';
import { few, listed } from './lists';

describe('a list', () => {
  it('is read as people say it', () => {
    expect(listed([])).toBe('');
    expect(listed(['A'])).toBe('A');
    expect(listed(['A', 'B'])).toBe('A and B');
    expect(listed(['A', 'B', 'C'], 'or')).toBe('A, B or C');
  });
  it('names a few', () => {
    expect(few(['A', 'B', 'C'])).toBe('A, B and C');
    expect(few(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
  });
});
