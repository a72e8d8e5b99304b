import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { missing, patiently } from './patiently.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is fetched again until it comes', async () => {
  let asked = 0;
  const part = patiently(async () => {
    asked += 1;
    if (asked < 3) throw new Error('no connection');
    return 'here';
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([await part, asked, missing.part]).toEqual(['here', 3, false]);
});

it('is given up after a while, and that is said until a part comes', async () => {
  let asked = 0;
  void patiently(async () => {
    asked += 1;
    throw new Error('not found');
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, missing.part]).toEqual([10, true]);
  await patiently(async () => 'here');
  expect(missing.part).toBe(false);
});
