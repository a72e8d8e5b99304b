import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { missing, part } from './patiently.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is fetched again until it comes, and once for all who want it', async () => {
  let asked = 0;
  const wanted = part('Here', async () => {
    asked += 1;
    if (asked < 3) throw new Error('no connection');
    return 'here';
  });
  const [first, second] = [wanted(), wanted()];
  await vi.advanceTimersByTimeAsync(5000);
  expect([await first, await second, await wanted(), asked, missing.parts]).toEqual(['here', 'here', 'here', 3, 0]);
});

it('is said to be missing after a while, until it comes, whatever else comes', async () => {
  let there = false;
  const fetched = part('Late', async () => {
    if (!there) throw new Error('not found');
    return 'here';
  })();
  await vi.advanceTimersByTimeAsync(5000);
  expect(missing.parts).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  await part('Another', async () => 'another')();
  expect(missing.parts).toBe(1);
  there = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([await fetched, missing.parts]).toEqual(['here', 0]);
});
