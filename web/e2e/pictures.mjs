// Screenshots of every page at three widths, to be looked at.

import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHOICE, openPage, playToTheEnd, startTeachingFight } from './player.mjs';

const folder = process.env.PICTURES ?? resolve(dirname(fileURLToPath(import.meta.url)), '../../target/pictures');

const hand = {
  press: (page, selector) => page.locator(selector).first().click(),
  choose: (page) => page.locator(CHOICE).first().click(),
  dismiss: (page) => page.keyboard.press('Escape'),
  order: async () => 0,
};

export default async function ({ browser, base }) {
  mkdirSync(folder, { recursive: true });
  for (const width of [1440, 820, 390]) {
    const { page, context } = await openPage(browser, base, { viewport: { width, height: width === 390 ? 844 : 900 }, reducedMotion: 'reduce' });
    const shoot = (name) => page.screenshot({ path: join(folder, `${name}-${width}.png`) });
    await page.waitForSelector('[data-battle]');
    await shoot('start');
    await startTeachingFight(page);
    // On to the first orders, and a ghost before a column.
    for (let n = 0; n < 20 && !(await page.locator('[data-end-phase]').count()); n++) {
      if (await page.locator(CHOICE).count()) await hand.choose(page);
      await page.waitForTimeout(200);
    }
    await page.locator('[data-unit="0"]').dispatchEvent('click');
    await page.waitForTimeout(500);
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.waitForTimeout(500);
    await shoot('battle');
    await page.keyboard.press('Escape');
    await odds(page, shoot);
    await playToTheEnd(page, hand);
    await page.waitForTimeout(300);
    await shoot('report');
    await page.goto(`${base}#/desk/br8/artillery-fire`);
    await page.locator('[data-roll]').click();
    await page.waitForSelector('[data-result]');
    await page.waitForTimeout(500);
    await shoot('desk');
    await context.close();
  }
  console.log(`pictures in ${folder}`);
}

/** Ends phases until some unit may charge, and shows with what odds. */
async function odds(page, shoot) {
  for (let n = 0; n < 60; n++) {
    if (await page.locator('[data-report]').count()) return;
    if (await page.locator('[data-end-phase]').count()) {
      for (const unit of await page.locator('[data-unit]').evaluateAll((all) => all.filter((one) => one.getAttribute('aria-label').includes('French')).map((one) => one.getAttribute('data-unit')))) {
        await page.locator(`[data-unit="${unit}"]`).dispatchEvent('click');
        await page.waitForTimeout(200);
        if (!(await page.locator('[data-charge]').count())) continue;
        await page.locator('[data-charge]').first().click();
        await page.waitForTimeout(400);
        await shoot('odds');
        await page.keyboard.press('Escape');
        return;
      }
      await page.locator('[data-end-phase]').click();
      if (await page.locator('[data-end-anyway]').count()) await page.locator('[data-end-anyway]').click();
    } else if (await page.locator(CHOICE).count()) await hand.choose(page);
    await page.waitForTimeout(150);
  }
}
