// The chart desk of orders on a phone: a usual shot in four taps, every chart open, nothing wider than the screen.

import assert from 'node:assert/strict';
import { PHONE } from './hands.mjs';
import { openPage } from './player.mjs';

export default async function ({ browser, base }) {
  const { page, context, errors } = await openPage(browser, `${base}#/desk/br8`, PHONE);
  await page.waitForSelector('[data-roll]');
  // Four taps: the sheet, who fires, the target's formation, the dice.
  await page.getByRole('link', { name: 'Orders', exact: true }).tap();
  await page.locator('[data-fact="troop=veteran"]').tap();
  await page.locator('[data-fact="target-formation=column"]').tap();
  await page.locator('[data-roll]').tap();
  await page.waitForSelector('[data-result]');
  assert.match(await page.locator('[data-result]').textContent(), /Hits/);
  // A number is stepped or typed.
  await page.locator('[data-fact="range"]').fill('3');
  await page.locator('[data-fact="range"]').blur();
  await page.locator('[data-roll]').tap();
  await page.waitForSelector('[data-result]');
  const charts = await page.locator('select option').evaluateAll((all) => all.map((one) => one.value));
  assert.ok(charts.length >= 16, `${charts.length} charts`);
  for (const chart of charts) {
    await page.goto(`${base}#/desk/orders/${chart}`);
    await page.locator('[data-roll]').tap();
    await page.waitForSelector('[data-result]');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${chart} is ${wide} px wide`);
    assert.equal(await page.getByRole('alert').count(), 0, chart);
    const small = await page.locator('.form button').evaluateAll((all) => all.filter((one) => one.offsetHeight < 44 && !one.closest('.rule, summary')).map((one) => one.textContent));
    assert.deepEqual(small, [], `${chart}: too small for a finger`);
  }
  assert.deepEqual(errors, []);
  await context.close();
}
