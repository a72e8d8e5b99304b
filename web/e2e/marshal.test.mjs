// A small battle against the marshal: chosen on the start page, he thinks where it says whose turn it is, a reader of screens
// hears of it, and the game goes on by itself when he has thought. What is taken back while he thinks stays taken back.

import assert from 'node:assert/strict';
import { begin } from './api.mjs';
import { mouse } from './hands.mjs';
import { closed, openPage, pressIfThere, startFight, until } from './player.mjs';

const THINKS = /marshal is thinking/;
const prompt = (page) => page.locator('[data-prompt]').first().textContent({ timeout: 1000 }).catch(() => '');
const thinks = async (page) => THINKS.test(await prompt(page));

/** Ends and answers what is asked until the marshal thinks. */
async function untilHeThinks(page) {
  const asked = ['[data-sure-yes]', '[data-end-anyway]', '[data-end-phase]', '[data-choice]:not(:disabled)'];
  await until(async () => {
    if (await thinks(page)) return true;
    for (const one of asked) {
      if (!(await page.locator(one).count())) continue;
      await pressIfThere(page, mouse, one);
      break;
    }
    return thinks(page);
  }, 'the marshal thinks');
}

async function chosen(browser, base) {
  const { page, context, errors } = await openPage(browser, base);
  await page.click('[data-battle="gilly"]');
  const level = page.getByRole('button', { name: 'Marshal', exact: true });
  await level.click();
  assert.equal(await level.getAttribute('aria-pressed'), 'true');
  assert.match(await page.locator('[data-level-hint]').innerText(), /a few seconds/);
  // He plays people: where we leave our seat to the computer, he is a captain.
  const ours = page.getByRole('group', { name: /Who plays the French/ });
  await ours.getByRole('button', { name: 'Computer', exact: true }).click();
  assert.equal(await level.count(), 0, 'no marshal between two computers');
  await ours.getByRole('button', { name: 'You', exact: true }).click();
  await level.click();
  await startFight(page, mouse, 'gilly', 11);
  const heard = page.locator('[role="status"][aria-live="polite"]').filter({ hasText: THINKS });
  for (let turn = 0; turn < 2; turn++) {
    await untilHeThinks(page);
    if (turn === 0) await until(() => heard.count(), 'a reader of screens hears that he thinks');
    await until(async () => !(await thinks(page)), 'it goes on by itself');
  }
  assert.match(await page.locator('header').first().innerText(), /Marshal \(computer\)/);
  await closed({ context, errors });
}

async function takenBack(browser, base) {
  const game = await begin(base, { battle: 'gilly', allied: 'marshal', seed: 11 });
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-prompt]');
  await untilHeThinks(page);
  const thinking = await game.view();
  await game.undo();
  await page.waitForSelector('[data-end-phase], [data-choice]');
  await until(async () => !(await thinks(page)), 'we are asked again');
  const back = await game.view();
  assert.ok(back.asked.mine && back.version < thinking.version);
  await untilHeThinks(page);
  await until(async () => !(await thinks(page)), 'he has thought of what stands there now');
  await closed({ context, errors });
}

export default async function test({ browser, base }) {
  await chosen(browser, base);
  await takenBack(browser, base);
}
