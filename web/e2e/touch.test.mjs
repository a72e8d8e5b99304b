// The same fight on a phone of 390 pixels, by touch.

import assert from 'node:assert/strict';
import { advance, CHOICE, openPage, ownUnits, playToTheEnd, startTeachingFight } from './player.mjs';

const hand = {
  press: (page, selector) => page.locator(selector).first().tap(),
  choose: (page) => page.locator(CHOICE).first().tap(),
  dismiss: (page) => page.locator('[data-draft] .button', { hasText: 'Cancel' }).tap(),
  async order(page, count) {
    if (count > 2) return 0;
    const [unit] = await ownUnits(page);
    if (unit === undefined) return 0;
    return advance(page, unit, {
      choose: (page, unit) => page.locator(`[data-unit="${unit}"] .turned`).tap({ force: true }),
      async place(page, unit) {
        const box = await page.locator(`[data-unit="${unit}"] .turned`).boundingBox();
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height + 24);
      },
      confirm: (page) => page.locator('[data-confirm]').tap(),
      dismiss: (page) => page.locator('[data-draft] .button', { hasText: 'Cancel' }).tap(),
    });
  },
};

export default async function ({ browser, base }) {
  const { page, context, errors } = await openPage(browser, base, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await startTeachingFight(page, (target) => target.tap());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} px wide on a phone`);
  const seen = await playToTheEnd(page, hand);
  assert.ok(seen.moves >= 1, 'at least one unit was moved by tapping');
  assert.deepEqual(errors, []);
  await context.close();
}
