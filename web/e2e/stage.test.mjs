// Of the stagecraft what no other test holds: a rule's chip leads to its place on the sheet, several are chosen by taps, a
// corps carries out its order, hills look like hills.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { PHONE } from './hands.mjs';
import { atRest, closed, openAt } from './player.mjs';
import { orders } from './scenes.mjs';

const open = (browser, game, ready, options) => openAt(browser, game.link(), ready, options);

/** From a line of the log to its rule in words, and on to the sheet, where that very rule is in sight. */
async function ruleLink(browser, game) {
  const opened = await open(browser, game);
  const { page, context } = opened;
  await page.locator('[data-log] [data-why]').last().click();
  await page.locator('[data-log] .rule button').last().click();
  const id = await page.locator('.bubble .id').first().innerText();
  const [sheet] = await Promise.all([context.waitForEvent('page'), page.locator('.bubble [data-rule-link]').first().click()]);
  await sheet.waitForSelector('[data-turn-overview]');
  await atRest(sheet, '[id]');
  const at = await sheet.evaluate((rule) => document.getElementById(rule)?.getBoundingClientRect().top ?? null, id);
  assert.ok(at !== null && at >= 0 && at < 900, `${id} lies at ${at}`);
  await closed(opened);
}

/** A phone has no Shift: “Several”, then one tap for each; the bar leaves most of the screen to the table. */
async function several(browser, game, view) {
  const opened = await open(browser, game, '[data-end-phase]', PHONE);
  const { page } = opened;
  await page.locator('[data-several]').tap();
  const own = view.units.filter((unit) => unit.side === 'french' && unit.rect && unit.arm === 'infantry').slice(0, 2);
  for (const { id } of own) {
    const { x, y, width, height } = await page.locator(`[data-unit="${id}"] .turned`).boundingBox();
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  }
  await page.waitForFunction(() => /^2 units together/.test(document.querySelector('[data-prompt]')?.textContent.trim() ?? ''));
  const { height } = await page.locator('.action').boundingBox();
  assert.ok(height < 844 / 5, `the bar is ${height} px high`);
  await closed(opened);
}

/** A corps that was told to go somewhere goes there by one press. */
async function carriesOut(browser, base) {
  const game = await begin(base, { battle: 'baumersdorf', seed: 3 });
  const view = await leadTo(game, orders);
  const unit = view.units.find((one) => one.side === 'french' && one.rect && one.arm === 'infantry').id;
  for (const options of [{}, PHONE]) {
    const opened = await open(browser, game, '[data-end-phase]', options);
    const { page } = opened;
    await page.locator(`[data-unit="${unit}"]`).dispatchEvent('click');
    assert.equal(await page.locator('[data-card] [data-count]').textContent(), 'Stands: 2', 'a brigade is counted in stands');
    await page.locator('[data-group]').first().click();
    await page.waitForSelector('[data-group-order]');
    assert.ok((await page.locator('.action').boundingBox()).height < 900 / 5, 'what may be done with them leaves most of the table in sight');
    await page.waitForFunction(() => !document.querySelector('[data-group-asking]'));
    await page.locator('[data-group-order]').click();
    await page.waitForSelector('[data-draft="group"] [data-confirm]:not(:disabled)');
    assert.ok((await page.locator('[data-ghost]').count()) > 2, 'they are drawn where they would come to');
    await closed(opened);
  }
}

/** Hills have hachures and their height, at the size they are read at. */
async function ground(browser, game) {
  const opened = await open(browser, game);
  const { page } = opened;
  assert.ok((await page.locator('.hachure').first().getAttribute('d')).split('M').length > 40, 'strokes down the hill');
  assert.match((await page.locator('[data-ground]').allTextContents()).join(' '), /height \d/);
  await closed(opened);
}

export default async function ({ browser, base }) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, (view) => orders(view) && view.turn === 2);
  await ruleLink(browser, game);
  await several(browser, game, view);
  await ground(browser, game);
  await carriesOut(browser, base);
}
