// Two on one screen: the side that is asked has the chair, to the end of the battle.

import assert from 'node:assert/strict';
import { mouse } from './hands.mjs';
import { openPage, playToTheEnd } from './player.mjs';

export default async function ({ browser, base }) {
  const { page, context, errors } = await openPage(browser, base);
  await page.locator('[data-battle="barrosa-wheatley"]').click();
  await page.locator('.group', { hasText: 'British' }).getByRole('button', { name: 'You' }).click();
  await page.locator('[data-fight]').click();
  await page.waitForSelector('[data-prompt]');
  const seen = await playToTheEnd(page, mouse);
  assert.ok(seen.orders >= 4, `both sides gave orders: ${seen.orders}`);
  assert.deepEqual(errors, []);
  await context.close();
}
