// Units put on the table: deployed before the battle, and entering as reserves; by mouse, by keyboard, by touch.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { HANDS, PHONE, box, drafted, good } from './hands.mjs';
import { atRest, openPage } from './player.mjs';

const placed = (page) => page.locator('[data-unit]').evaluateAll((all) => all.filter((one) => one.getAttribute('aria-label').includes('French')).length);
const say = (page) => page.locator('[data-say] strong').textContent();

/** The next unit is asked for, or the battle begins. */
async function after(page, before) {
  await page.waitForFunction((old) => document.querySelector('[data-say] strong')?.textContent !== old, before);
  if (await page.locator('[data-draft="place"]').count()) await good(page);
}

async function deployByMouse(browser, base) {
  const { page, context, errors } = await openPage(browser, base);
  await page.locator('[data-battle="barrosa-wheatley"]').click();
  await page.getByRole('button', { name: 'Place the units' }).click();
  await page.locator('[data-fight]').click();
  await good(page);
  assert.match(await say(page), /1 of 6/);
  assert.equal(await page.locator('[data-zone]').count(), 1, 'the zone is drawn');
  // Column, line, square: the ghost has the size of each, and keeps it when it stands.
  const column = await box(page, '[data-ghost]');
  await page.locator('[data-stance="line"]').click();
  await good(page);
  const line = await box(page, '[data-ghost]');
  assert.ok(line.width > column.width * 1.5 && line.height < column.height, 'a line is wide and thin');
  // A click takes it there; one outside the zone brings it to the nearest place inside.
  const zone = await box(page, '[data-zone]');
  await page.mouse.click(zone.x + zone.width * 0.25, zone.y + zone.height * 0.5);
  await good(page);
  const there = await box(page, '[data-ghost]');
  assert.ok(Math.abs(there.x + there.width / 2 - (zone.x + zone.width * 0.25)) < 6, 'the ghost is under the pointer');
  await page.mouse.click(zone.x + zone.width * 0.25, zone.y + zone.height + 150);
  await good(page);
  const kept = await box(page, '[data-ghost] rect:nth-of-type(2)');
  assert.ok(kept.y + kept.height <= zone.y + zone.height + 14, 'it stays in its zone');
  // Dragged and turned, then placed.
  const from = await box(page, '[data-ghost]');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 120, from.y + from.height / 2 - 20, { steps: 6 });
  await page.mouse.up();
  await good(page);
  assert.ok((await box(page, '[data-ghost]')).x > from.x + 90, 'the ghost was dragged');
  await page.locator('[data-nudge="turn-left"]').click();
  await good(page);
  let before = await say(page);
  await page.locator('[data-confirm]').click();
  await after(page, before);
  assert.equal(await placed(page), 1);
  assert.match(await say(page), /2 of 6/);
  // A place that is taken is refused with the reason, and cannot be confirmed.
  const unit = await box(page, '[data-unit] .turned');
  await page.mouse.click(unit.x + unit.width / 2 + 4, unit.y + unit.height / 2 + 4);
  // The rest for me: the battle begins.
  before = await say(page);
  await page.locator('[data-place-rest]').click();
  await page.waitForSelector('[data-end-phase], [data-choice]');
  assert.equal(await placed(page), 6);
  assert.deepEqual(errors, []);
  await context.close();
}

async function deployByKeyboard(browser, base) {
  const game = await begin(base, { battle: 'gilly', deploy: true });
  const { page, context, errors } = await openPage(browser, game.link());
  await good(page);
  for (let n = 1; n <= 6; n++) {
    const before = await say(page);
    const was = await box(page, '[data-ghost]');
    for (let step = 0; step < 12; step++) await page.keyboard.press(n % 2 ? 'ArrowLeft' : 'ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('q');
    await page.keyboard.press('e');
    await atRest(page);
    const is = await box(page, '[data-ghost]');
    assert.ok(n % 2 ? is.x < was.x : is.x > was.x, 'the arrows move the ghost');
    await page.waitForSelector('[data-verdict="good"], [data-verdict="bad"]');
    // Escape brings it back to the place that is offered.
    if ((await page.locator('[data-draft]').getAttribute('data-verdict')) === 'bad') await page.keyboard.press('Escape');
    await good(page);
    await page.keyboard.press('Enter');
    await after(page, before);
  }
  await page.waitForSelector('[data-end-phase], [data-choice], [data-prompt]');
  assert.equal((await game.view()).turn, 1);
  assert.deepEqual(errors, []);
  await context.close();
}

async function deployByTouch(browser, base) {
  const game = await begin(base, { battle: 'teugn-outposts', deploy: true });
  const { page, context, errors } = await openPage(browser, game.link(), PHONE);
  await good(page);
  const zone = await box(page, '[data-zone]');
  const bar = await box(page, '.action');
  assert.ok(zone.y + zone.height > bar.y + bar.height, 'the zone is in sight below what is asked');
  for (let n = 0; n < 3; n++) {
    const before = await say(page);
    await page.touchscreen.tap(zone.x + zone.width * (0.2 + 0.25 * n), zone.y + zone.height * 0.5);
    await atRest(page);
    if (await page.locator('[data-stance="line"]').count()) await page.locator('[data-stance="line"]').tap();
    await good(page);
    await page.locator('[data-nudge="turn-right"]').tap();
    await atRest(page);
    await good(page);
    await page.locator('[data-confirm]').tap();
    await after(page, before);
  }
  assert.equal(await placed(page), 3);
  await page.locator('[data-undo]').tap();
  await page.waitForFunction(() => document.querySelector('[data-say] strong')?.textContent.includes('3 of'));
  await page.locator('[data-place-rest]').tap();
  await page.waitForSelector('[data-end-phase], [data-choice]');
  assert.deepEqual(errors, []);
  await context.close();
}

/** A battle in which reserves wait at the French edge. */
async function withReserves(base) {
  const game = await begin(base, { battle: 'leubnitz' });
  const waits = (unit) => unit.side === 'french' && unit.standing === 'at-edge';
  const view = await leadTo(game, (view) => view.asked?.question.ask === 'order' && view.units.some(waits));
  return { game, waiting: view.units.filter(waits).map((unit) => unit.id) };
}

/** Along the edge. */
const ALONG = { by: [-28, 0], arrows: ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown'] };

async function enter(browser, base, hand, options) {
  const { game, waiting } = await withReserves(base);
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.waitForSelector('[data-ask="order"] [data-choice^="e"]');
  const [unit] = waiting;
  const [ghost, moved] = await drafted(page, hand, unit, ALONG);
  assert.equal(await page.locator('[data-entry-edge]').count(), 1, 'the stretch of the edge is marked');
  assert.match(await say(page), /to enter/);
  const edge = await box(page, '[data-entry-edge]');
  assert.ok(ghost.x + ghost.width / 2 > edge.x && ghost.x < edge.x + edge.width, 'the ghost stands at its edge');
  assert.ok(Math.abs(moved.x - ghost.x) > 4, 'the ghost moves along the edge');
  await hand.confirm(page);
  await page.waitForSelector(`[data-unit="${unit}"]`);
  const view = await game.view();
  assert.equal(view.units.find((one) => one.id === unit).standing, 'on-table');
  assert.equal(await page.locator('[data-ask="order"] [data-choice^="e"]').count(), waiting.length - 1);
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await deployByMouse(browser, base);
  await deployByKeyboard(browser, base);
  await deployByTouch(browser, base);
  for (const [hand, options] of HANDS) await enter(browser, base, hand, options);
}
