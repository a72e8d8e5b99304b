// Nothing serious for axe to say, on any page, light and dark, wide and narrow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openPage, startTeachingFight } from './player.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function check(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
  assert.deepEqual(found, [], where);
}

export default async function ({ browser, base }) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1440, 390]) {
      const where = `${colorScheme} ${width}`;
      const { page, context } = await openPage(browser, base, { viewport: { width, height: 850 }, colorScheme, reducedMotion: 'reduce' });
      await page.waitForSelector('[data-battle]');
      await check(page, `start, ${where}`);
      await startTeachingFight(page);
      await page.waitForTimeout(400);
      await check(page, `battle, ${where}`);
      await page.getByRole('button', { name: 'As a list' }).click();
      await check(page, `list, ${where}`);
      await page.goto(`${base}#/desk/br8/artillery-fire`);
      await page.locator('[data-roll]').click();
      await page.waitForSelector('[data-result]');
      await page.waitForTimeout(500);
      await check(page, `chart desk, ${where}`);
      await context.close();
    }
  }
}
