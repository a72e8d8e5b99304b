// A seat's way from hand to hand: invited, taken by the first, passed on, its secret changed, given up.

import assert from 'node:assert/strict';
import { begin } from './api.mjs';
import { openPage } from './player.mjs';

const seatOf = (page) => page.evaluate(() => document.querySelector('[data-seat]') ? 'sits' : 'watches');
const waits = (page, what) => page.waitForFunction((sits) => Boolean(document.querySelector('[data-seat]')) === sits, what === 'sits');
/** The link that stands beside an invitation. */
const linkIn = (page, where) => page.locator(`${where} [data-invitation] input`).first().inputValue();
const tokenOf = (link) => link.split('/').at(-1);

/** Does something in the menu of the seat, and leaves it open. */
async function menu(page, way) {
  if (!(await page.locator('[data-seat-menu]').count())) await page.locator('[data-seat]').click();
  await page.locator(`[data-way="${way}"]`).click();
}

/** Six words open a seat on another device, typed or by their code, and the first device goes on. */
async function card(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const one = await openPage(browser, game.link());
  await one.page.locator('[data-seat]').click();
  // Where the browser keeps nothing for good, that is said.
  await one.page.waitForSelector('[data-short-lived]');
  await one.page.locator('[data-show-card]').click();
  const words = await one.page.locator('[data-card-words]').textContent();
  assert.equal(words.trim().split(' ').length, 6, words);
  await one.page.waitForSelector('[data-seat-card] [data-qr]');
  const typed = await openPage(browser, base);
  await typed.page.locator('[data-to-card]').click();
  await typed.page.locator('[data-card-input]').fill('six words of no card at all');
  await typed.page.locator('[data-open-card]').click();
  await typed.page.waitForSelector('form [role="alert"]');
  await typed.page.locator('[data-card-input]').fill(words.toUpperCase());
  await typed.page.locator('[data-open-card]').click();
  const brought = await openPage(browser, `${base}#/card/${words.trim().replaceAll(' ', '-')}`);
  for (const { page, context, errors } of [typed, brought]) {
    await page.waitForSelector('[data-seat]');
    assert.match(await page.locator('header').textContent(), /French: you/);
    assert.ok(!page.url().includes('card'), 'the words are gone from the address');
    assert.deepEqual(errors, []);
    await context.close();
  }
  await one.page.reload();
  await one.page.waitForSelector('[data-seat]');
  assert.deepEqual(one.errors, []);
  await one.context.close();
}

export default async function ({ browser, base }) {
  await card(browser, base);
  const sent = [];
  const one = await openPage(browser, base);
  one.page.on('websocket', (line) => sent.push(line.url()));
  await one.page.locator('[data-battle="baumersdorf"]').click();
  await one.page.locator('.group', { hasText: 'Austrians' }).getByRole('button', { name: 'A friend' }).click();
  // Dice decide which side places its units first, before either side decides anything.
  await one.page.getByRole('button', { name: 'Place the units' }).click();
  await one.page.locator('[data-fight]').click();
  // The beginner has an invitation, and no link that opens the other seat; dice wait for the friend.
  await one.page.waitForSelector('aside [data-invitation="allied"] input');
  assert.match(await one.page.locator('aside [data-invitation]').textContent(), /the first who opens it/);
  const invitation = await linkIn(one.page, 'aside');
  const kept = await one.page.evaluate(() => JSON.parse(localStorage.getItem('grognard.games'))[0].tokens);
  assert.deepEqual(Object.keys(kept).sort(), ['french', 'watch']);
  assert.match(await one.page.locator('[data-prompt]').textContent(), /dice fall when your friend has sat down/);
  assert.equal(await one.page.locator('[data-invite]').count(), 1, 'and the invitation is at hand');
  const at = `${base}api/games/${one.page.url().split('/').at(-2)}`;
  const now = () => fetch(at, { headers: { authorization: `Bearer ${kept.french}` } }).then((reply) => reply.json());
  const before = await now();
  assert.deepEqual([before['dice-wait'], before.asked, before.salts], [true, null, []], 'no die has fallen');

  // Two have the invitation: each sees the table, the first who takes it sits, and his address is another.
  const two = await openPage(browser, base);
  await two.page.goto(invitation);
  const late = await openPage(browser, invitation);
  for (const { page } of [two, late]) await page.waitForSelector('[data-take-seat]');
  assert.match(await two.page.locator('[data-take-seat]').textContent(), /Take the Austrian seat/);
  assert.equal(await seatOf(two.page), 'watches');
  await two.page.locator('[data-take-seat]').click();
  await waits(two.page, 'sits');
  const own = two.page.url();
  assert.ok(!own.includes(tokenOf(invitation)), 'the invitation is not in the address');
  await two.page.goBack();
  assert.equal(two.page.url(), base, 'nor in the history');
  await two.page.goForward();
  assert.equal(two.page.url(), own);
  await waits(two.page, 'sits');
  await one.page.waitForSelector('aside [data-invitation]', { state: 'detached' });
  await one.page.waitForFunction(() => !/dice fall when/.test(document.querySelector('[data-prompt]')?.textContent ?? ''));
  const after = await now();
  assert.ok(!after['dice-wait'] && after.asked, 'now they have fallen, and somebody is asked');
  assert.equal(after.salts.length, 2, 'and both pages have given their salt');
  assert.equal(after.commitment, before.commitment);
  await late.page.waitForSelector('[role="alert"]');
  assert.match(await late.page.locator('[role="alert"]').textContent(), /taken already/);
  await late.page.reload();
  await late.page.waitForSelector('[role="alert"]');
  // The friend who has taken it opens it again and is in his seat.
  await two.page.goto(invitation);
  await two.page.reload();
  await waits(two.page, 'sits');
  assert.equal(two.page.url(), own);

  // Passed on: withdrawn once, then taken; the one who passed it on watches, at once.
  await menu(two.page, 'pass-on');
  await two.page.waitForSelector('[data-seat-menu] [data-invitation] input');
  const first = await linkIn(two.page, '[data-seat-menu]');
  await two.page.locator('[data-seat-menu] [data-withdraw]').click();
  await two.page.waitForSelector('[data-way="pass-on"]');
  await late.page.goto(first);
  await late.page.reload();
  await late.page.waitForSelector('[role="alert"]');
  assert.match(await late.page.locator('[role="alert"]').textContent(), /withdrawn/);
  await menu(two.page, 'pass-on');
  await two.page.waitForSelector('[data-seat-menu] [data-invitation] input');
  const next = await linkIn(two.page, '[data-seat-menu]');
  assert.notEqual(next, first);
  await late.page.goto(next);
  await late.page.reload();
  await late.page.locator('[data-take-seat]').click();
  await waits(late.page, 'sits');
  await waits(two.page, 'watches');
  assert.equal(await two.page.locator('[data-end-phase], [data-choice]').count(), 0);

  // A new secret: the same page goes on, the old link opens nothing.
  const leaked = late.page.url();
  const elsewhere = await openPage(browser, leaked);
  await waits(elsewhere.page, 'sits');
  await menu(late.page, 'renew');
  await late.page.waitForFunction((old) => location.href !== old, leaked);
  await elsewhere.page.waitForSelector('.fatal [role="alert"]');
  await late.page.keyboard.press('Escape');
  await late.page.reload();
  await waits(late.page, 'sits');

  // Given up: the other side invites another player.
  await menu(late.page, 'leave');
  await menu(late.page, 'leave');
  await waits(late.page, 'watches');
  await one.page.waitForSelector('aside [data-invitation="allied"] [data-offer]');
  await one.page.locator('aside [data-offer]').click();
  await one.page.waitForSelector('aside [data-invitation="allied"] input');
  await two.page.goto(await linkIn(one.page, 'aside'));
  await two.page.reload();
  await two.page.locator('[data-take-seat]').click();
  await waits(two.page, 'sits');

  assert.ok(sent.length && sent.every((url) => !url.includes('token') && !url.includes(kept.french)), `no secret in the address of a line: ${sent}`);
  for (const seat of [one, two, late, elsewhere]) {
    assert.deepEqual(seat.errors, []);
    await seat.context.close();
  }
}
