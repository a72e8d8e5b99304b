// A friend: invited by a link to copy or a code to scan, seen when he comes, told when it is his move.

import assert from 'node:assert/strict';
import { openPage } from './player.mjs';

export default async function ({ browser, base }) {
  const one = await openPage(browser, base);
  await one.page.addInitScript(() => (navigator.share = (what) => ((window.handed = what), Promise.resolve())));
  await one.page.reload();
  await one.page.locator('[data-battle="barrosa-wheatley"]').click();
  await one.page.locator('.group', { hasText: 'British' }).getByRole('button', { name: 'A friend' }).click();
  await one.page.locator('[data-fight]').click();
  const card = one.page.locator('aside [data-invitation="allied"]');
  await card.waitFor();
  // A link to this very machine is no use on another one, and that is said.
  assert.match(await card.locator('[data-local]').textContent(), /this very machine/);
  await card.locator('[data-show-qr]').click();
  await card.locator('[data-qr]').waitFor();
  const link = await card.locator('input').inputValue();
  assert.ok(link.startsWith('http'));
  // And it is handed to whatever the device shares by.
  await card.locator('[data-share-link]').click();
  assert.equal(await one.page.evaluate(() => window.handed?.url), link);
  const two = await openPage(browser, link);
  await two.page.waitForSelector('[data-take-seat]');
  assert.ok(!/is here/.test(await one.page.locator('header').textContent()), 'whoever has not sat down is not here');
  // Above what the battle is about stands who invites him and whom he is to lead, not that he watches.
  await two.page.locator('[data-open-briefing]').click();
  assert.match(await two.page.locator('[data-briefing] > :first-child').textContent(), /player of the French invites you to lead the British/);
  assert.doesNotMatch(await two.page.locator('[data-briefing]').textContent(), /You are watching/);
  await two.page.locator('[data-take-from-briefing]').click();
  await one.page.waitForFunction(() => /British: a friend \(is here\)/.test(document.querySelector('header')?.textContent ?? ''));
  // The player who is asked has it in the title and the icon, and the other has not.
  await one.page.waitForFunction(() => document.title.startsWith('● Your move'));
  assert.match(await one.page.locator('link[rel="icon"]').getAttribute('href'), /^data:/);
  assert.ok(!(await two.page.title()).startsWith('●'));
  // A phone that shows no messages of pages says so where it is asked to.
  await two.page.evaluate(() => {
    const refused = function () { throw new TypeError('Illegal constructor'); };
    window.Notification = Object.assign(refused, { permission: 'granted', requestPermission: async () => 'granted' });
  });
  await two.page.locator('[data-notify]').click();
  await two.page.waitForSelector('.action [role="alert"]');
  assert.match(await two.page.locator('.action [role="alert"]').textContent(), /shows no messages/);
  assert.equal(await two.page.locator('[data-notify]').getAttribute('aria-pressed'), 'false');
  await two.context.close();
  await one.page.waitForFunction(() => !/is here/.test(document.querySelector('header')?.textContent ?? ''));
  assert.deepEqual([...one.errors, ...two.errors], []);
  await one.context.close();
}
