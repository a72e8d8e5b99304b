// What a newcomer misread, and reads now: who cannot charge, what leaves command, what a general brings, which way is
// up, one explanation at a time, rules in words.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { good, mouse } from './hands.mjs';
import { atRest, closed, openAt, openPage } from './player.mjs';
import { orders } from './scenes.mjs';

async function open(browser, base, options = {}) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  return { game, view, ...(await openAt(browser, game.link(), '[data-end-phase]', options)) };
}

/** A column may charge; the button that would make it a line says that a line may not, and a line's card says nothing of charges. */
async function lines(browser, base) {
  const opened = await open(browser, base);
  const { game, view, page } = opened;
  const column = view.units.find((unit) => unit.side === 'french' && unit.rect && unit.arm === 'infantry' && unit.formation === 'column').id;
  await mouse.pick(page, column);
  await page.waitForSelector('[data-form="line"]');
  assert.match(await page.locator('[data-reaches]').innerText(), /Charges at most/);
  assert.match(await page.locator('[data-form="line"]').innerText(), /cannot charge then/);
  await page.locator('[data-form="line"]').click();
  await page.waitForSelector('[data-draft="form"]');
  await good(page);
  assert.match(await page.locator('[data-cost]').innerText(), /Cannot charge then/);
  await page.locator('[data-confirm]').click();
  await page.waitForFunction(() => !document.querySelector('[data-draft]'));
  assert.equal((await game.view()).units.find((unit) => unit.id === column).formation, 'line');
  await mouse.pick(page, column);
  await page.waitForSelector(`[data-card="${column}"]`);
  await atRest(page);
  assert.doesNotMatch(await page.locator(`[data-card="${column}"]`).innerText(), /Charges at most/);
  await closed(opened);
}

/** A general's card says what he brings a unit and what he risks. */
async function general(browser, base) {
  const opened = await open(browser, base);
  const { view, page } = opened;
  const officer = view.generals.find((one) => one.side === 'french' && !one.lost && one.attached === null) ?? view.generals.find((one) => one.side === 'french' && !one.lost);
  await page.locator(`[data-general="${officer.id}"]`).first().dispatchEvent('click');
  await page.waitForSelector('[data-joining]');
  const told = await page.locator('[data-joining]').innerText();
  assert.match(told, /\+1/);
  assert.match(told, /the general is lost/);
  await closed(opened);
}

/** Which way a unit points is said as it is seen; the table, the card of the battle and the report lie alike. */
async function way(browser, base) {
  const opened = await open(browser, base);
  const { view, page } = opened;
  const unit = view.units.find((one) => one.side === 'french' && one.rect && one.facing !== null);
  await mouse.pick(page, unit.id);
  await page.waitForSelector(`[data-card="${unit.id}"]`);
  assert.match(await page.locator(`[data-card="${unit.id}"]`).innerText(), /Facing up/, 'the French stand at the bottom');
  await page.goto(`${base}#/`);
  await page.waitForSelector('svg polygon');
  const middles = await page.locator('svg[aria-label*="Barrosa"]').first().evaluate((map) => {
    const of = (fill) => [...map.querySelectorAll('polygon')].filter((one) => one.getAttribute('fill') === fill).map((one) => one.getBoundingClientRect().top);
    const fills = [...new Set([...map.querySelectorAll('polygon')].filter((one) => one.getAttribute('stroke') === '#1d2126').map((one) => one.getAttribute('fill')))];
    return fills.map((fill) => [fill, of(fill).reduce((sum, top) => sum + top, 0) / of(fill).length]);
  });
  assert.equal(middles.length, 2, JSON.stringify(middles));
  const [french, british] = [...middles].sort(([, a], [, b]) => b - a);
  assert.notEqual(french[0], british[0]);
  assert.equal(french[0].toUpperCase(), '#0072B2', `the French are at the bottom: ${JSON.stringify(middles)}`);
  await closed(opened);
}

/** One thing at a time is explained, beside the question and in sight: above the card and the odds. */
async function once(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('grognard.told', JSON.stringify({ quiet: true })));
  await page.goto(game.link());
  await page.waitForSelector('[data-hint="order"]');
  const unit = view.units.find((one) => one.side === 'french' && one.rect && one.arm === 'infantry').id;
  await page.locator(`[data-unit="${unit}"]`).dispatchEvent('click');
  await page.waitForSelector(`[data-card="${unit}"]`);
  assert.equal(await page.locator('[data-first-marks]').count(), 0, 'not two at a time');
  const tops = await page.evaluate(() => ['[data-card]', '[data-hint]'].map((one) => document.querySelector(one).getBoundingClientRect().top));
  assert.ok(tops[1] < tops[0] && tops[1] > 0 && tops[1] < 200, `the hint comes first: ${tops}`);
  await page.locator('[data-hint-close]').click();
  await page.waitForSelector('[data-first-marks]');
  await context.close();
}

/** A sheet begins with the order of a turn, and each phase leads to its rules. */
async function turn(browser, base) {
  const { page, context, errors } = await openPage(browser, `${base}#/rules/br8`);
  await page.waitForSelector('[data-turn-overview]');
  const phases = page.locator('[data-turn-overview] li');
  assert.equal(await phases.count(), 13);
  await page.locator('[data-turn-overview] a').nth(5).click();
  await atRest(page);
  const at = await page.evaluate(() => [...document.querySelectorAll('h2[id^="phase-"]')].map((one) => one.getBoundingClientRect().top).filter((top) => top >= -2 && top < innerHeight / 2).length);
  assert.ok(at > 0, 'it leads there');
  await closed({ context, errors });
}

export default async function ({ browser, base }) {
  const failures = [];
  for (const test of [lines, general, way, once, turn]) {
    await test(browser, base).catch((failed) => failures.push(`${test.name}: ${failed.stack ?? failed}`));
  }
  assert.deepEqual(failures, [], failures.join('\n'));
}
