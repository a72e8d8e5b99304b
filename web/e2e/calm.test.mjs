// The picture keeps still: over a whole battle the scale changes only with a new phase or by a hand, and the table does
// not move when what is asked grows or shrinks.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { mouse, PHONE, touch } from './hands.mjs';
import { atRest, openPage, playToTheEnd, startFight } from './player.mjs';

/** Notes the scale and the place of the table's corner whenever something on the page has changed. */
function watching() {
  window.seen = [];
  const look = () => {
    const table = document.querySelector('svg[role="group"]')?.getBoundingClientRect();
    const phase = document.querySelector('ol [aria-current], .now-phase')?.textContent.trim();
    const bar = document.querySelector('.action')?.clientHeight;
    if (!table?.width) return;
    const now = { phase: `${document.querySelector('.words p')?.textContent.match(/turn \d+/)?.[0]} ${phase}`, width: Math.round(table.width), x: Math.round(table.x), y: Math.round(table.y), bar };
    const last = window.seen.at(-1);
    if (JSON.stringify(last) !== JSON.stringify(now)) window.seen.push(now);
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** What is asked first settles a moment after the table is drawn, and the table with it. */
async function opened(page) {
  await atRest(page);
  await page.waitForTimeout(900);
  await atRest(page);
}

async function watched(browser, base, hand, options, battle) {
  const { page, context, errors } = await openPage(browser, base, options);
  await page.addInitScript(watching);
  await page.reload();
  await startFight(page, hand, battle, 4);
  await opened(page);
  await page.evaluate(() => (window.seen = window.seen.slice(-1)));
  await playToTheEnd(page, hand);
  const seen = await page.evaluate(() => window.seen);
  assert.deepEqual(errors, []);
  await context.close();
  return seen;
}

/** Within one phase the scale is one. */
function oneScale(seen, where) {
  for (const [n, now] of seen.entries()) {
    const before = seen[n - 1];
    if (before?.phase === now.phase) assert.equal(now.width, before.width, `${where}: the scale changed within “${now.phase}”: ${JSON.stringify([before, now])}`);
  }
}

export default async function ({ browser, base }) {
  const large = await watched(browser, base, mouse, {}, 'barrosa-wheatley');
  oneScale(large, 'on a large screen');
  assert.ok(new Set(large.map((one) => one.bar)).size > 1, 'what is asked was of several heights');
  // Where the whole table is in sight nothing moves at all.
  assert.deepEqual([...new Set(large.map(({ width, x, y }) => `${width} at ${x}, ${y}`))].length, 1, `the table stood still: ${JSON.stringify(large.slice(0, 4))}`);
  const small = await watched(browser, base, touch, PHONE, 'barrosa-wheatley');
  oneScale(small, 'on a phone');
  console.log(`      ${large.length} and ${small.length} changes of the page looked at`);

  // Looking at an order of a corps makes the bar taller, and leaves the table alone.
  const game = await begin(base, { battle: 'baumersdorf' });
  await leadTo(game, (view) => view.asked?.question.ask === 'orders');
  const { page, context } = await openPage(browser, game.link());
  await page.waitForSelector('[data-order]');
  await opened(page);
  const box = () => page.locator('svg[role="group"]').boundingBox();
  const before = await box();
  for (const order of await page.locator('[data-order]').all()) {
    await order.hover();
    await atRest(page);
    assert.deepEqual(await box(), before, 'hovering an order leaves the table where it is');
  }
  await context.close();
}
