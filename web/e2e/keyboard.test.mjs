// The same fight with the keyboard alone: Tab, Enter, arrows, Escape.

import assert from 'node:assert/strict';
import { advance, CHOICE, openPage, ownUnits, playToTheEnd } from './player.mjs';

/** Tabs until the focus is on what is looked for. */
async function tabTo(page, selector, most = 400) {
  for (let n = 0; n < most; n++) {
    const way = await page.evaluate((wanted) => {
      const now = document.activeElement;
      if (now?.matches(wanted)) return null;
      const target = document.querySelector(wanted);
      const before = target && now && now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING;
      return before ? 'Shift+Tab' : 'Tab';
    }, selector);
    if (way === null) return;
    await page.keyboard.press(way);
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}
async function enter(page, selector) {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

const hand = {
  press: (page, selector) => enter(page, selector),
  choose: (page) => enter(page, CHOICE),
  dismiss: (page) => page.keyboard.press('Escape'),
  async order(page, count) {
    if (count > 2) return 0;
    const [unit] = await ownUnits(page);
    if (unit === undefined) return 0;
    return advance(page, unit, {
      choose: (page, unit) => enter(page, `[data-unit="${unit}"]`),
      async place(page) {
        for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
      },
      confirm: (page) => enter(page, '[data-confirm]'),
      dismiss: (page) => page.keyboard.press('Escape'),
    });
  },
};

export default async function ({ browser, base }) {
  const { page, context, errors } = await openPage(browser, base);
  await page.waitForSelector('[data-battle]');
  await enter(page, '[data-battle="barrosa-wheatley"]');
  await enter(page, '[data-fight]');
  await page.waitForSelector('[data-prompt]');
  const seen = await playToTheEnd(page, hand);
  assert.ok(seen.moves >= 1, 'at least one unit was moved with the arrow keys');
  assert.deepEqual(errors, []);
  await context.close();
}
