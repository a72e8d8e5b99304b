// The unit asked about lies in sight, clear of the question and of the buttons, wherever the table was before; a new
// phase begins with the whole table again, unless a hand has chosen another view.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { box, PHONE } from './hands.mjs';
import { atRest, openPage } from './player.mjs';

const TABLET = { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true };

const asks = (word) => (view) => view.asked?.question.ask === word;
const tableBox = (page) => box(page, 'svg[role="group"]');

/** The page has taken in what it was told over the line. */
async function taken(page, view) {
  await page.waitForSelector(`[data-hash="${view.hash}"]`);
  await atRest(page);
}

async function led(browser, game, screen) {
  let view = await leadTo(game, asks('order'));
  const { page, context, errors } = await openPage(browser, game.link(), screen);
  await page.waitForSelector('[data-choice="next"]');
  await atRest(page);
  const begun = await tableBox(page);
  // Near to one unit, and nothing else in sight.
  await page.locator('[data-choice="next"]').tap();
  await atRest(page);
  assert.ok((await tableBox(page)).width > begun.width, 'the unit is shown from near');

  view = await leadTo(game, asks('fire'));
  await taken(page, view);
  const [bar, tools] = [await box(page, '.action'), await box(page, '.tools')];
  for (const unit of view.asked.form.lit) {
    const mark = await box(page, `[data-unit="${unit}"] .turned`);
    const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
    assert.ok(x > 0 && x < screen.viewport.width && y > bar.y + bar.height && y < tools.y, `unit ${unit} who may fire is in sight: ${x}, ${y}`);
  }

  view = await leadTo(game, asks('orders'));
  await taken(page, view);
  assert.ok(Math.abs((await tableBox(page)).width - begun.width) < begun.width * 0.2, 'a new phase shows the table again');

  // A hand that has zoomed is left alone.
  await page.locator('.zoom .button').first().tap();
  await atRest(page);
  const chosen = await tableBox(page);
  await taken(page, await leadTo(game, asks('order')));
  assert.equal((await tableBox(page)).width, chosen.width, 'what a hand has chosen stays');
  assert.deepEqual(errors, []);
  await context.close();
}

/** On a phone log and footer lie below the table: what is asked for there is seen at once. */
async function upToTable(browser, game) {
  await leadTo(game, (view) => view.turn === 2 && asks('orders')(view));
  const { page, context, errors } = await openPage(browser, game.link(), PHONE);
  await page.waitForSelector('button.lead');
  for (const wanted of ['button.lead', 'footer [data-replay]']) {
    await page.locator(wanted).last().scrollIntoViewIfNeeded();
    await page.locator(wanted).last().tap();
    await atRest(page);
    const table = await box(page, '.stage');
    assert.ok(table.y >= 0 && table.y + table.height <= PHONE.viewport.height, `the table is in sight after ${wanted}`);
  }
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  for (const screen of [PHONE, TABLET]) await led(browser, await begin(base, { battle: 'wagram-davout' }), screen);
  await upToTable(browser, await begin(base, { battle: 'wagram-davout' }));
}
