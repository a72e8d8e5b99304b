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
  expect([await part, asked, missing.parts]).toEqual(['here', 3, 0]);
});

it('is said to be missing after a while, until it comes, whatever else comes', async () => {
  let there = false;
  const part = patiently(async () => {
    if (!there) throw new Error('not found');
    return 'here';
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(missing.parts).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  await patiently(async () => 'another');
  expect(missing.parts).toBe(1);
  there = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await part, missing.parts]).toEqual(['here', 0]);
});
