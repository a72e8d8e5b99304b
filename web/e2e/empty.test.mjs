// No empty questions: guns told once to stay with the target they have, an army that was told to stay where it is.

import assert from 'node:assert/strict';
import { begin, firstGame, leadTo } from './api.mjs';
import { atRest, openPage, until } from './player.mjs';
import { orders } from './scenes.mjs';

const adjust = (view) => view.asked?.question.ask === 'adjust';

/** Said once: guns that have a target are left so. They are not asked about again while they have one. */
async function leftAlone(browser, base) {
  const { game } = await firstGame(base, { battle: 'barrosa-wheatley' }, adjust);
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-ask="adjust"]');
  await page.locator('[data-from-now-on] [data-beforehand="adjust"]').selectOption('laid');
  await until(async () => (await game.view()).staff.beforehand.length > 0, 'the server has been told');
  assert.deepEqual((await game.view()).staff.beforehand, [{ ask: 'adjust', value: 'laid' }]);
  // Whenever it is asked again, a gun has no target.
  let asked = 0;
  let aimed = 0;
  for (let view = await game.view(); view.asked?.mine && view.turn < 5; view = await game.answer(view, view.asked.decline)) {
    asked += Number(adjust(view));
    aimed += Number(view.asked.question.ask === 'target');
  }
  assert.ok(aimed > asked, `aimed ${aimed} times, and asked to lay the guns ${asked} times`);
  assert.deepEqual(errors, []);
  await context.close();
}

/** A unit that was told to stay and does is not asked about when movement ends; it may be moved all the same. */
async function atTheirPosts(browser, base) {
  const game = await begin(base, { battle: 'vitoria', seed: 3 });
  const view = await leadTo(game, orders);
  const { idle, 'at-post': atPost = [] } = view.asked;
  assert.ok(atPost.length > 10, `${atPost.length} of ${idle.length} are told to stay`);
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  await page.locator('[data-end-phase]').click();
  await atRest(page);
  for (const unit of atPost) assert.equal(await page.locator(`[data-idle="${unit}"]`).count(), 0, `nobody has forgotten unit ${unit}`);
  assert.equal(await page.locator('[data-idle]').count(), idle.length - atPost.length);
  await page.keyboard.press('Escape');
  await page.locator(`[data-unit="${atPost[0]}"]`).dispatchEvent('click');
  await page.waitForSelector('[data-reach]', { state: 'attached' });
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await leftAlone(browser, base);
  await atTheirPosts(browser, base);
}
