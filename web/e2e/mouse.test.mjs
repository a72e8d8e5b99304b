// The teaching fights of Br8, A15 and P7, each begun in two clicks and fought to the end by mouse.

import assert from 'node:assert/strict';
import { advance, CHOICE, openPage, ownUnits, playToTheEnd, startTeachingFight } from './player.mjs';

const hand = {
  press: (page, selector) => page.locator(selector).first().click(),
  choose: (page) => page.locator(CHOICE).first().click(),
  dismiss: (page) => page.keyboard.press('Escape'),
  async order(page, count) {
    if (count > 4) return 0;
    let moves = 0;
    for (const unit of (await ownUnits(page)).slice(0, 3)) {
      moves += await advance(page, unit, {
        choose: (page, unit) => page.locator(`[data-unit="${unit}"]`).dispatchEvent('click'),
        async place(page, unit) {
          const box = await page.locator(`[data-unit="${unit}"] .turned`).boundingBox();
          const south = (await page.locator(`[data-card="${unit}"]`).textContent()).includes('south');
          await page.mouse.click(box.x + box.width / 2, south ? box.y + box.height + 45 : box.y - 45);
        },
        confirm: (page) => page.locator('[data-confirm]').click(),
        dismiss: (page) => page.keyboard.press('Escape'),
      });
    }
    return moves;
  },
};

export default async function ({ browser, base }) {
  for (const battle of ['barrosa-wheatley', 'teugn-outposts', 'gilly']) await fight(browser, base, battle);
}

async function fight(browser, base, battle) {
  const { page, context, errors } = await openPage(browser, base);
  await startTeachingFight(page, undefined, battle);
  const seen = await playToTheEnd(page, hand);
  assert.ok(seen.orders >= 2, `orders were asked ${seen.orders} times`);
  assert.ok(seen.moves >= 1, 'at least one unit was moved by its ghost');
  assert.match(await page.locator('[data-report] h1').textContent(), /won|draw/i);
  // The replay runs from the first step.
  await page.locator('[data-report] [data-watch]').click();
  await page.waitForSelector('[data-replaying]');
  assert.deepEqual(errors, []);
  await context.close();
}
