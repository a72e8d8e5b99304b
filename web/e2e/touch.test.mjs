// The same fight on a phone of 390 pixels, by touch.

import assert from 'node:assert/strict';
import { PHONE, touch } from './hands.mjs';
import { marching, openPage, playToTheEnd, startFight } from './player.mjs';

export default async function ({ browser, base }) {
  const { page, context, errors } = await openPage(browser, base, PHONE);
  await startFight(page, touch);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} px wide on a phone`);
  const seen = await playToTheEnd(page, touch, { order: marching(1, 2) });
  assert.ok(seen.moves >= 1, 'at least one unit was moved by tapping');
  assert.deepEqual(errors, []);
  await context.close();
}
