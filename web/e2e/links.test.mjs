// Two browsers play one game by links, a third watches, a wrong link opens nothing.

import assert from 'node:assert/strict';
import { CHOICE, mouse } from './hands.mjs';
import { atRest, openPage, pressIfThere, until } from './player.mjs';

const asked = '[data-end-phase], [data-choice]:not(:disabled)';

export default async function ({ browser, base }) {
  const one = await openPage(browser, base);
  await one.page.locator('[data-battle="barrosa-wheatley"]').click();
  await one.page.locator('.group', { hasText: 'British' }).getByRole('button', { name: 'A friend' }).click();
  await one.page.locator('[data-fight]').click();
  await one.page.waitForSelector('[data-prompt]');
  await one.page.locator('[data-share]').click();
  await one.page.waitForFunction(() => document.querySelectorAll('dialog input').length === 2);
  const links = await one.page.locator('dialog input').evaluateAll((fields) => fields.map((field) => field.value));
  await one.page.keyboard.press('Escape');

  const two = await openPage(browser, links[0]);
  const three = await openPage(browser, links[1]);
  await two.page.locator('[data-take-seat]').click();
  await two.page.waitForSelector('[data-take-seat]', { state: 'detached' });
  await three.page.waitForSelector('[data-prompt]');

  // Each side answers what it is asked until the other has been asked too; neither reloads.
  const answered = { one: 0, two: 0 };
  for (let n = 0; n < 120 && !(answered.one > 1 && answered.two > 1); n++) {
    for (const [name, { page }] of Object.entries({ one, two })) {
      const end = page.locator('[data-end-anyway], [data-end-phase]').first();
      if (await end.count()) await end.click();
      else if (!(await page.locator(CHOICE).count()) || !(await pressIfThere(page, mouse, CHOICE))) continue;
      answered[name]++;
      await atRest(page);
    }
    await one.page.waitForTimeout(40);
  }
  assert.ok(answered.one > 1 && answered.two > 1, `both were asked: ${JSON.stringify(answered)}`);
  assert.equal(await three.page.locator(asked).count(), 0, 'a spectator is offered nothing');
  const lines = async (seat) => seat.page.locator('[data-log] li').count();
  await until(async () => (await lines(three)) > 0 && (await lines(one)) === (await lines(three)), 'player and spectator read the same log');

  const wrong = await openPage(browser, links[0].slice(0, -3) + 'xyz');
  await wrong.page.waitForSelector('[role="alert"]');
  for (const seat of [one, two, three, wrong]) {
    assert.deepEqual(seat.errors, []);
    await seat.context.close();
  }
}
