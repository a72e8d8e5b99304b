// Our own captain is asked what he would do, by mouse and by key, on a large screen and on a phone; what was handed over
// says what it is going to do; a battle is given up, and then replay and report tell what the computer was about.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { PHONE } from './hands.mjs';
import { openPage } from './player.mjs';

const ordering = (view) => view.asked?.mine && view.asked.form.kind === 'orders' && view.asked.form.subject === null;

/** A page that is wider than its window must be pushed aside. */
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1);

async function asked(browser, base, battle, options) {
  const game = await begin(base, { battle });
  await leadTo(game, ordering);
  const { page, context, errors } = await openPage(browser, game.link(), options);
  const mark = (await game.view()).mark;
  await page.click('[data-ask-captain]');
  await page.waitForSelector('[data-advice] [data-plan="own"] li');
  const plans = await page.locator('[data-advice] [data-plan="other"]').count();
  assert.ok(plans > 0, 'other plans');
  assert.equal(await page.locator('[data-advice] [data-chance]').count(), plans + 1, 'the chance of each');
  assert.ok(await fits(page), 'nothing is pushed aside');
  const box = await page.locator('[data-advice]').boundingBox();
  const window = page.viewportSize();
  assert.ok(box.x >= 0 && box.x + box.width <= window.width && box.y >= 0 && box.y + box.height <= window.height, 'the panel is on the screen');
  const close = await page.locator('[data-close-ask]').boundingBox();
  assert.ok(close.height >= 43, 'a finger finds what closes it');
  const said = await page.locator('[data-advice] [data-plan="own"]').innerText();
  await page.click('[data-close-ask]');
  await page.waitForSelector('[data-advice]', { state: 'detached' });

  // By key, and the same answer; Escape closes it.
  await page.keyboard.press('a');
  await page.waitForSelector('[data-advice] [data-plan="own"] li');
  assert.equal(await page.locator('[data-advice] [data-plan="own"]').innerText(), said);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-advice]', { state: 'detached' });
  assert.equal((await game.view()).mark, mark, 'nothing has changed');
  assert.deepEqual(errors, []);
  await context.close();
}

/** A player who hands a command over reads what it is going to do. */
async function handedOver(browser, base, battle) {
  const game = await begin(base, { battle });
  const view = await leadTo(game, ordering);
  const { page, context, errors } = await openPage(browser, game.link());
  await page.click('[data-staff] summary');
  const plan = page.locator('[data-staff] [data-led-plan]');
  for (const command of view.staff.commands) {
    await page.click(`[data-staff] [data-captain="${command}"]`);
    await page.waitForSelector(`[data-staff] [data-led-plan="${command}"]`);
    assert.ok((await plan.last().innerText()).length > 10, 'it says something');
  }
  const first = view.staff.commands[0];
  await page.click(`[data-staff] [data-captain="${first}"]`);
  await page.waitForSelector(`[data-staff] [data-led-plan="${first}"]`, { state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
}

async function conceded(browser, base, battle, options) {
  const game = await begin(base, { battle });
  let view = await leadTo(game, ordering);
  // The computer has moved, and said what it is about.
  view = await leadTo(game, (now) => now.turn >= 3 || Boolean(now.outcome));
  assert.ok(!view.outcome, 'the battle goes on');
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.click('[data-seat]');
  const button = page.locator('[data-way="concede"]');
  await button.click();
  assert.equal((await game.view()).outcome, null, 'it is asked once more');
  assert.match(await page.locator('[data-seat-menu] [role="alert"]').innerText(), /cannot be taken back/);
  await button.click();
  await page.waitForSelector('[data-report]');
  assert.match(await page.locator('[data-report]').innerText(), /conceded/);
  assert.equal((await game.view()).outcome.by, 'conceded');
  assert.equal(await page.locator('[data-ask-captain]').count(), 0, 'nobody is asked any more');

  // The report says so, and what the computer was about.
  await page.click('[data-read-report]');
  await page.waitForSelector('[data-full-report] [data-plans-said] dd');
  assert.match(await page.locator('[data-full-report] .lead').innerText(), /concede/);
  assert.ok(await fits(page), 'the report is as wide as the screen');
  // And the replay at its turn.
  await page.click('[data-watch]');
  await page.waitForSelector('[data-replaying]');
  await page.click('[data-last]');
  await page.waitForSelector('[data-plans] li');
  await page.click('[data-first]');
  await page.waitForSelector('[data-plans]', { state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await asked(browser, base, 'gilly', {});
  await asked(browser, base, 'barrosa-wheatley', PHONE);
  await asked(browser, base, 'hassenhausen-at-eight', PHONE);
  await handedOver(browser, base, 'gilly');
  await handedOver(browser, base, 'baumersdorf');
  await conceded(browser, base, 'gilly', {});
  await conceded(browser, base, 'baumersdorf', PHONE);
}
