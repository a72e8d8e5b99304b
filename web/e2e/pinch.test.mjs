// Two fingers zoom, one finger pans, a tap is still a tap; and large letters leave the page usable.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { atRest, openPage, tapped } from './player.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' };
const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a.toFixed(1)}, not ${b.toFixed(1)}`);

/** Fingers on the glass: each step says where all of them are. */
function fingers(cdp) {
  const points = (all) => all.map(([x, y], id) => ({ x, y, id }));
  const send = (type, all) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points(all) });
  return {
    down: (...all) => send('touchStart', all),
    async slide(from, to, steps = 8) {
      for (let n = 1; n <= steps; n++) {
        await send('touchMove', from.map(([x, y], i) => [x + ((to[i][0] - x) * n) / steps, y + ((to[i][1] - y) * n) / steps]));
      }
    },
    /** The second finger alone, or all of them. */
    lift: ([x, y]) => cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [{ x, y, id: 1 }] }),
    up: () => send('touchEnd', []),
  };
}

/** Where the table lies on the screen, once it has been drawn at rest. */
async function table(page) {
  await atRest(page);
  return page.locator('svg[role="group"]').boundingBox();
}

export default async function ({ browser, base }) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(game, (view) => view.asked?.question.ask === 'order');
  const { page, context, errors } = await openPage(browser, game.link(), PHONE);
  await page.waitForSelector('[data-end-phase]');
  const touch = fingers(await context.newCDPSession(page));
  const stage = await page.locator('.stage').boundingBox();
  const [cx, cy] = [stage.x + stage.width / 2, stage.y + stage.height / 2];

  // Spread: twice as large, and what lay between the fingers still does.
  const first = await table(page);
  const spread = [[cx - 100, cy - 60], [cx + 100, cy + 60]];
  const close = [[cx - 50, cy - 30], [cx + 50, cy + 30]];
  const between = (box) => [(cx - box.x) / box.width, (cy - box.y) / box.height];
  const [u, v] = between(first);
  await touch.down(close[0]);
  await touch.down(...close);
  await touch.slide(close, spread);
  await touch.up();
  const larger = await table(page);
  near(larger.width / first.width, 2, 0.12, 'the table grows with the fingers');
  near(between(larger)[0], u, 0.01, 'the middle stays, across');
  near(between(larger)[1], v, 0.01, 'the middle stays, along');
  assert.equal(await page.locator('[data-draft]').count(), 0, 'a pinch gives no order');
  assert.equal(await page.locator('[data-card]').count(), 0, 'a pinch chooses nobody');
  assert.equal(await page.evaluate(() => visualViewport.scale), 1, 'the page itself is not zoomed');
  assert.equal(await page.evaluate(() => scrollY), 0, 'nor scrolled');

  // One finger of a pinch is lifted, the other goes on: a pan, without a jump.
  await touch.down(...spread);
  await touch.lift(spread[1]);
  const held = await table(page);
  await touch.slide([spread[0]], [[spread[0][0] + 40, spread[0][1] + 24]]);
  await touch.up();
  const shifted = await table(page);
  near(shifted.x - held.x, 40, 6, 'the other finger pans on, across');
  near(shifted.y - held.y, 24, 6, 'the other finger pans on, along');
  near(shifted.width, held.width, 1, 'and does not zoom');

  // One finger pans, even where it begins upon a unit.
  await page.getByRole('button', { name: 'Whole table' }).tap();
  await table(page);
  const unit = await page.locator('[data-unit="1"] .turned').boundingBox();
  const on = [unit.x + unit.width / 2, unit.y + unit.height / 2];
  const before = await table(page);
  await touch.down(on);
  await touch.slide([on], [[on[0] - 60, on[1] + 30]]);
  await touch.up();
  const panned = await table(page);
  near(panned.x - before.x, -60, 8, 'one finger pans, across');
  near(panned.y - before.y, 30, 8, 'one finger pans, along');
  assert.equal(await page.locator('[data-card]').count(), 0, 'a pan chooses nobody');

  // Nearer, it takes hold of one of ours that may still go, as a mouse does, and the table stays.
  await page.getByRole('button', { name: 'Whole table' }).tap();
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Nearer' }).tap();
  await page.locator('[data-unit="1"]').evaluate((one) => one.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  const lying = await table(page);
  const nearer = await page.locator('[data-unit="1"] .turned').boundingBox();
  const there = [nearer.x + nearer.width / 2, nearer.y + nearer.height / 2];
  await touch.down(there);
  await touch.slide([there], [[there[0], there[1] - 50]]);
  await touch.up();
  await page.waitForSelector('[data-ghost="1"]');
  near((await table(page)).x, lying.x, 1, 'the table stays');
  await tapped(page.locator('[data-cancel]'), page.locator('[data-ghost="1"]'));
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-card="1"]', { state: 'detached' });
  await page.getByRole('button', { name: 'Whole table' }).tap();
  await table(page);
  await touch.down([20, cy]);
  await touch.slide([[20, cy]], [[-40, cy + 30]]);
  await touch.up();

  // Together: smaller again.
  await touch.down(...spread);
  await touch.slide(spread, close);
  await touch.up();
  near((await table(page)).width / panned.width, 0.8, 0.06, 'the table shrinks with the fingers, though not to a stamp');

  // A tap is a tap; a finger on the ghost drags the ghost and not the table.
  await page.getByRole('button', { name: 'Whole table' }).tap();
  await page.locator('[data-unit="1"] .turned').tap({ force: true });
  await page.waitForSelector('[data-card="1"]');
  const still = await table(page);
  const stood = await page.locator('[data-unit="1"] .turned').boundingBox();
  const grip = [stood.x + stood.width / 2, stood.y + stood.height / 2];
  await touch.down(grip);
  await touch.slide([grip], [[grip[0], grip[1] + 30]]);
  await touch.up();
  await page.waitForSelector('[data-ghost]');
  near((await table(page)).x, still.x, 1, 'the table stays while a ghost is dragged');
  // What a browser scrolls into sight moves the table, not the buttons upon it.
  for (let n = 0; n < 4; n++) await page.getByRole('button', { name: 'Nearer' }).tap();
  const corner = () => page.getByRole('button', { name: 'Nearer' }).boundingBox();
  const [buttons, shift] = [await corner(), () => page.evaluate(() => document.querySelector('.box').scrollLeft + document.querySelector('.box').scrollTop)];
  for (const unit of await page.locator('[data-unit]').evaluateAll((all) => all.map((one) => one.getAttribute('data-unit')))) {
    await page.locator(`[data-unit="${unit}"]`).evaluate((one) => one.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    await page.waitForTimeout(60);
    assert.equal(await shift(), 0, unit);
  }
  assert.deepEqual(await corner(), buttons);
  assert.deepEqual(errors, []);
  await context.close();

  await largeLetters(browser, base);
}

/** Letters twice as large, on a phone: nothing is cut off, and every button of the moment can be reached. */
async function largeLetters(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(game, (view) => view.asked?.question.ask === 'order');
  const { page, context } = await openPage(browser, game.link(), PHONE);
  await page.addStyleTag({ content: ':root { font-size: 32px !important; }' });
  await page.waitForSelector('[data-end-phase]');
  await page.locator('[data-unit="1"]').dispatchEvent('click');
  await page.waitForSelector('[data-card="1"]');
  // The reach comes a moment after the card: an arrow key before it does nothing.
  for (let tries = 0; tries < 50 && !(await page.locator('[data-confirm]').isVisible()); tries++) {
    await page.keyboard.press('ArrowUp');
    await atRest(page);
  }
  await page.waitForSelector('[data-confirm]');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `with large letters the page is ${wide} px wide`);
  for (const wanted of ['[data-confirm]', '[data-cancel]', '[data-end-phase]', '[data-undo]']) {
    const spot = await page.locator(wanted).first().boundingBox();
    assert.ok(spot.x >= 0 && spot.x + spot.width <= 390.5, `${wanted} is whole on the screen`);
    const hit = await page.evaluate(([x, y, wanted]) => Boolean(document.elementFromPoint(x, y)?.closest(wanted)), [spot.x + spot.width / 2, spot.y + spot.height / 2, wanted]);
    assert.ok(hit, `${wanted} lies under nothing`);
  }
  const stage = await page.locator('.stage').boundingBox();
  const bar = await page.locator('.action').boundingBox();
  assert.ok(stage.y + stage.height - (bar.y + bar.height) > 200, 'enough of the table is left');
  await context.close();
}
