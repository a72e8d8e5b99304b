import { expect, it, vi } from 'vitest';
import { patiently } from './patiently';

it('is fetched again until it comes', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const part = patiently(async () => {
    asked += 1;
    if (asked < 3) throw new Error('no connection');
    return 'here';
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([await part, asked]).toEqual(['here', 3]);
  vi.useRealTimers();
});
