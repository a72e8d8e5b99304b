// The teaching fights of Br8, A15 and P7, each begun in two clicks and fought to the end by mouse.

import assert from 'node:assert/strict';
import { mouse } from './hands.mjs';
import { marching, openPage, playToTheEnd, startFight } from './player.mjs';

export default async function ({ browser, base }) {
  for (const battle of ['barrosa-wheatley', 'teugn-outposts', 'gilly']) await fight(browser, base, battle);
}

async function fight(browser, base, battle) {
  const { page, context, errors } = await openPage(browser, base);
  await startFight(page, mouse, battle);
  const seen = await playToTheEnd(page, mouse, { order: marching(3, 4) });
  assert.ok(seen.orders >= 2, `orders were asked ${seen.orders} times`);
  assert.ok(seen.moves >= 1, 'at least one unit was moved by its ghost');
  assert.match(await page.locator('[data-report] h1').textContent(), /won|draw/i);
  // The replay runs from the first step.
  await page.locator('[data-report] [data-watch]').click();
  await page.waitForSelector('[data-replaying]');
  assert.deepEqual(errors, []);
  await context.close();
}
