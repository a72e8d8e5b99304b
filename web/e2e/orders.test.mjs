// Baumersdorf, the teaching fight of orders, fought to the end by mouse, by keyboard alone, and on a phone by touch:
// corps are told what to do and where, units go by their ghosts and charge, batteries fire, melees are chosen.

import assert from 'node:assert/strict';
import { keyboard, mouse, PHONE, touch } from './hands.mjs';
import { instructing, marching, openPage, playToTheEnd, startFight } from './player.mjs';

async function fight({ browser, base }, hand, options, plan) {
  const { page, context, errors } = await openPage(browser, base, options);
  await startFight(page, hand, 'baumersdorf');
  const seen = await playToTheEnd(page, hand, plan);
  assert.ok(seen.corps >= 3, `corps orders were asked ${seen.corps} times`);
  assert.ok(seen.written >= 1, 'a corps was told what to do, and where');
  assert.ok(seen.moves >= 1, 'at least one unit was moved by its ghost');
  assert.ok(seen.asks.has('fire'), `somebody fired: ${[...seen.asks]}`);
  assert.match(await page.locator('[data-report] h1').textContent(), /won|draw/i);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= page.viewportSize().width, `the page is ${wide} px wide`);
  assert.deepEqual(errors, []);
  await context.close();
  return seen;
}

export default async function (where) {
  const north = [0.5, 0.4];
  const seen = await fight(where, mouse, {}, { corps: instructing('attack', north, 2), order: marching(6, 6) });
  assert.ok(seen.charges >= 1, 'somebody charged');
  await fight(where, keyboard, {}, { corps: instructing('attack', north, 2), order: marching(1, 3) });
  await fight(where, touch, PHONE, { corps: instructing('attack', north, 2), order: marching(2, 3) });
}
