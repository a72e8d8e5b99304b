// Dalhousie's rear comes to Vitoria: its own side knows the turn, the other side nothing; then its brigades enter by their
// ghosts, by mouse, by keyboard and by touch.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { HANDS, drafted } from './hands.mjs';
import { openPage } from './player.mjs';

const DIVISION = "Dalhousie's division";
/** Less far, and a little to the right. */
const SHORTER = { by: [10, 14], arrows: ['ArrowDown', 'ArrowDown', 'ArrowDown'] };

/** Before it comes. */
async function awaited(browser, base) {
  const game = await begin(base, { battle: 'vitoria', french: 'you', allied: 'friend' });
  const own = await openPage(browser, game.link('allied'));
  await own.page.waitForSelector('[data-comes]');
  assert.match(await own.page.locator('li:has([data-comes])').textContent(), new RegExp(`${DIVISION}.*It comes in turn 5`));
  const other = await openPage(browser, game.link('french'));
  await other.page.waitForSelector('[data-bodies]');
  const list = await other.page.locator('[data-bodies]').textContent();
  assert.match(list, /Picton's division/);
  assert.ok(!list.includes('Dalhousie') && !list.includes('?'), `the French know of it: ${list}`);
  for (const { errors, context } of [own, other]) {
    assert.deepEqual(errors, []);
    await context.close();
  }
}

async function enter(browser, base, hand, options) {
  const game = await begin(base, { battle: 'vitoria', french: 'captain', allied: 'you' });
  const waits = (unit) => unit.side === 'allied' && unit.standing === 'at-edge';
  const before = await leadTo(game, (view) => view.asked?.question.ask === 'order' && view.units.some(waits), 'allied');
  const waiting = before.units.filter(waits).map((unit) => unit.id);
  assert.equal(before.turn, 5);
  assert.equal(waiting.length, 2);
  const { page, context, errors } = await openPage(browser, game.link('allied'), options);
  for (const unit of waiting) {
    await page.waitForSelector(`[data-ask="order"] [data-choice="e${unit}"]`);
    // The first goes another way than is offered, the second where there is room beside it.
    const first = unit === waiting[0];
    const [ghost, moved] = await drafted(page, hand, unit, first ? SHORTER : null);
    assert.match(await page.locator('[data-say] strong').textContent(), /to enter/);
    const went = Math.abs(moved.x - ghost.x) + Math.abs(moved.y - ghost.y);
    assert.ok(!first || went > 3, 'the ghost goes where it is told');
    await hand.confirm(page);
    await page.waitForSelector(`[data-unit="${unit}"]`);
  }
  const view = await game.view('allied');
  for (const unit of waiting) {
    const there = view.units.find((one) => one.id === unit);
    assert.equal(there.standing, 'on-table');
    assert.ok(there.centre[1] < 47_500, 'it is whole on the table');
  }
  assert.equal(await page.locator('[data-ask="order"] [data-choice^="e"]').count(), 0);
  const division = view.groups.find((corps) => corps.name === DIVISION);
  const leader = view.generals.find((general) => general.id === division.leader);
  assert.ok(leader.name === 'Dalhousie' && !leader.lost && leader.at, 'its commander has come with it');
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await awaited(browser, base);
  for (const [hand, options] of HANDS) await enter(browser, base, hand, options);
}
