// A brigade and a corps are handed over to the captain by mouse and by key, he gives them orders when the player has ended
// his own, the log says so, and they are taken back; a question is answered from now on without asking.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { atRest, openPage } from './player.mjs';

const ordering = (view) => view.asked?.mine && view.asked.form.kind === 'orders' && view.asked.form.subject === null;

/** What is asked next that is no order; the page shows it. */
async function endPhase(page) {
  const before = await page.getAttribute('[data-hash]', 'data-hash');
  await page.click('[data-end-phase]');
  const anyway = page.locator('[data-end-anyway]');
  if (await anyway.count()) await anyway.click();
  await page.waitForFunction((old) => document.querySelector('[data-hash]')?.getAttribute('data-hash') !== old, before);
}

async function handedOver(browser, base, battle) {
  const game = await begin(base, { battle });
  let view = await leadTo(game, ordering);
  const command = view.staff.commands.find((name) => view.asked.idle.some((id) => view.units.find((unit) => unit.id === id).brigade === name));
  const unit = view.units.find((one) => one.brigade === command && view.asked.idle.includes(one.id));
  const { page, context, errors } = await openPage(browser, game.link());

  // By mouse, on the card of one of its units; and back.
  await page.waitForSelector(`[data-unit="${unit.id}"]`);
  await page.locator(`[data-unit="${unit.id}"]`).focus();
  await page.keyboard.press('Enter');
  const button = page.locator(`[data-card] [data-captain="${command}"]`);
  await button.click();
  await page.waitForSelector('[data-card] [data-led]');
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  assert.deepEqual((await game.view()).staff.captain, [command]);
  assert.ok(await page.locator('[data-then-captain]').isVisible(), 'the end of orders says that the captain adds his');
  await button.click();
  await page.waitForSelector('[data-card] [data-led]', { state: 'detached' });
  assert.deepEqual((await game.view()).staff.captain, []);

  // By key, and the captain's orders follow ours.
  await page.keyboard.press('c');
  await page.waitForSelector('[data-card] [data-led]');
  view = await game.view();
  assert.deepEqual(view.staff.captain, [command]);
  assert.ok(!(view.asked.idle ?? []).includes(unit.id), 'nobody is reminded of what the captain leads');
  for (let n = 0; n < 3 && !view.log.some((line) => line.by === 'captain'); n++) {
    await endPhase(page);
    view = await leadTo(game, (now) => ordering(now) || Boolean(now.outcome));
    await page.waitForSelector(`[data-hash="${view.hash}"]`);
  }
  assert.ok(view.log.some((line) => line.by === 'captain'), 'the captain has given orders');
  await page.waitForSelector('[data-by="captain"]', { state: 'attached' });

  // When all commands are led, the page says what it waits for.
  await page.click('[data-staff] summary');
  for (const one of (await game.view()).staff.commands.filter((name) => name !== command)) {
    await page.click(`[data-staff] [data-captain="${one}"]`);
    await page.waitForSelector(`[data-staff] [data-captain="${one}"][aria-pressed="true"]`);
  }
  if (ordering(await game.view())) {
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => /captain leads all your commands/.test(document.querySelector('[data-prompt]')?.textContent ?? ''));
  }
  for (const one of (await game.view()).staff.commands.filter((name) => name !== command)) {
    await page.click(`[data-staff] [data-captain="${one}"]`);
    await page.waitForSelector(`[data-staff] [data-captain="${one}"][aria-pressed="false"]`);
  }
  await page.click('[data-staff] summary');

  // The panel of the staff has it too, and what is answered without asking.
  await page.click('[data-staff] summary');
  await page.click(`[data-staff] [data-captain="${command}"]`);
  await page.waitForFunction(() => !document.querySelector('[data-staff] [data-captain][aria-pressed="true"]'));
  const routine = view.staff.routines[0];
  await page.selectOption(`[data-staff] [data-beforehand="${routine.ask}"]`, routine.values[0].value);
  await atRest(page);
  assert.deepEqual((await game.view()).staff.beforehand, [{ ask: routine.ask, value: routine.values[0].value }]);
  assert.deepEqual(errors, []);
  await context.close();
}

/** The name of a battle is read whole beside the captain's part of the orders. */
async function headed(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, ordering);
  const { page, context } = await openPage(browser, game.link(), { viewport: { width: 1280, height: 800 } });
  const unit = page.locator(`[data-unit="${view.asked.idle[0]}"]`);
  await unit.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await page.waitForSelector('[data-then-captain]');
  assert.equal(await page.locator('header h1').evaluate((title) => title.scrollWidth > title.clientWidth), false, 'the header is not cut');
  await context.close();
}

export default async function ({ browser, base }) {
  await headed(browser, base);
  await handedOver(browser, base, 'gilly');
  await handedOver(browser, base, 'baumersdorf');
}
