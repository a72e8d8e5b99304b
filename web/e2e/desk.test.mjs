// The chart desk on a phone: the usual questions in a tap or two, the last one remembered, own dice without a press,
// every chart open, nothing wider than the screen.

import assert from 'node:assert/strict';
import { PHONE } from './hands.mjs';
import { openPage } from './player.mjs';

const answer = (page) => page.locator('[role="status"]');
/** What is to be rolled, said before a button is pressed. */
async function wanted(page) {
  await page.waitForSelector('[data-next]');
  return answer(page).textContent();
}
async function rolls(page) {
  await page.locator('[data-roll]').tap();
  await page.waitForSelector('[data-result]');
  return answer(page).textContent();
}

/** Every sheet the server knows has its tab, at the desk and among the rules. */
async function tabs(browser, base) {
  const known = (await fetch(`${base}api/sheets`).then((reply) => reply.json())).map(({ word }) => word);
  assert.ok(known.includes('empire') && known.includes('br8'), `${known}`);
  const { page, context, errors } = await openPage(browser, `${base}#/desk`);
  for (const room of ['desk', 'rules']) {
    await page.goto(`${base}#/${room}`);
    await page.waitForSelector('[data-tab]');
    assert.deepEqual(await page.locator('[data-tab]').evaluateAll((all) => all.map((one) => one.dataset.tab)), known, room);
  }
  await page.goto(`${base}#/desk`);
  await page.locator('[data-tab="empire"]').click();
  await page.waitForSelector('[data-tab="empire"][aria-current="true"]');
  await page.waitForSelector('[data-fact]');
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await tabs(browser, base);
  const { page, context, errors } = await openPage(browser, `${base}#/desk/orders`, PHONE);
  // A gun's shot: what to roll is there at once, the dice are one tap.
  assert.match(await wanted(page), /Roll \d+ d10, hits on \d+\+/);
  assert.equal(await page.locator('[data-ask="gun"]').getAttribute('aria-current'), 'true');
  assert.match(await rolls(page), /hits? *\./i);
  // Two taps for any other of the usual questions, on every sheet.
  for (const [sheet, ask, says] of [['orders', 'volley', /hits?/i], ['orders', 'melee', /loses it/i], ['orders', 'check', /Passes|Fails/], ['br8', 'gun', /hits?/i], ['br8', 'volley', /hits?/i], ['a15', 'melee', /loses it/i], ['p7', 'close', /Passes|Fails|not test/]]) {
    await page.goto(`${base}#/desk/${sheet}`);
    await page.locator(`[data-ask="${ask}"]`).tap();
    await page.waitForSelector(`[data-ask="${ask}"][aria-current="true"]`).catch(() => assert.fail(`${sheet} ${ask}: ${page.url()}`));
    await wanted(page);
    assert.match(await rolls(page), says, `${sheet} ${ask}`);
  }
  // The answer stays in sight while facts are tapped far below, and follows them.
  await page.goto(`${base}#/desk/orders/fire/gun`);
  const before = await wanted(page);
  await page.locator('[data-fact="range=3"]').tap();
  await page.waitForFunction((before) => document.querySelector('[data-next]')?.textContent !== before, before);
  await page.locator('[data-fact="target-formation=column"]').tap();
  assert.ok(await page.locator('[data-roll]').evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight), 'within reach');
  // What suits no gun is not offered; a horse battery's guns follow it.
  assert.equal(await page.locator('[data-fact="formation=square"], [data-fact="stands"]').count(), 0);
  await page.locator('[data-fact="arm=horse-artillery"]').tap();
  await page.waitForSelector('[data-fact="gun=light"][aria-pressed="true"]');
  // A number is typed too.
  await page.locator('[data-fact="range"]').fill('9');
  await page.locator('[data-fact="range"]').blur();
  await page.waitForSelector('[data-fact="range=9"][aria-pressed="true"]');
  // It is all there the next time, whichever way one comes; and put back with a tap.
  await page.goto(base);
  await page.reload();
  await page.getByRole('link', { name: 'Chart desk' }).tap();
  await page.waitForSelector('[data-fact="arm=horse-artillery"][aria-pressed="true"]');
  assert.equal(await page.locator('[data-fact="target-formation=column"]').getAttribute('aria-pressed'), 'true');
  await page.locator('[data-reset]').tap();
  await page.waitForSelector('[data-fact="arm=foot-artillery"][aria-pressed="true"]');
  // The same question on another sheet.
  await page.getByRole('link', { name: 'Br8', exact: true }).tap();
  await page.waitForSelector('[data-fact="pounds"]');
  assert.equal(await page.locator('[data-ask="gun"]').getAttribute('aria-current'), 'true');

  await typesDice(page, base);

  await page.goto(`${base}#/desk/orders`);
  await page.waitForSelector('[data-ask="rally"]');
  const charts = await page.locator('select option:not(:disabled)').evaluateAll((all) => all.map((one) => one.value));
  assert.ok(charts.length >= 16, `${charts.length} charts`);
  for (const chart of charts) {
    await page.goto(`${base}#/desk/orders/${chart}`);
    await page.waitForSelector('[data-next], [data-result]');
    // A chart without dice has answered already.
    if (await page.locator('[data-next]').count()) await rolls(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${chart} is ${wide} px wide`);
    assert.equal(await page.getByRole('alert').count(), 0, chart);
    const small = await page.locator('main button, main a').evaluateAll((all) => all.filter((one) => one.offsetHeight < 44 && !one.closest('.rule, summary')).map((one) => one.textContent));
    assert.deepEqual(small, [], `${chart}: too small for a finger`);
  }
  assert.deepEqual(errors, []);
  await context.close();
}

/** Real dice: a tap a die, and the chart is read with the last; where more dice follow, it asks for them. */
async function typesDice(page, base) {
  await page.goto(`${base}#/desk/orders/check/check`);
  await wanted(page);
  await page.locator('[data-own]').tap();
  await page.locator('[data-face="10"]').tap();
  await page.waitForSelector('[data-result]');
  assert.match(await answer(page).textContent(), /Passes/);
  // Checks until one is passed: a bad die, then a good one.
  await page.goto(`${base}#/desk/orders/checks`);
  assert.match(await wanted(page), /^\s*Roll 1 d10/);
  await page.locator('[data-face="2"]').tap();
  await page.waitForFunction(() => document.querySelector('[data-next]')?.textContent?.includes('Then roll'));
  await page.locator('[data-face="10"]').tap();
  await page.waitForSelector('[data-result]');
  assert.match(await answer(page).textContent(), /Nervous/);
  // Typed again from the start; a keyboard does as well.
  await page.locator('[data-again]').tap();
  assert.match(await wanted(page), /^\s*Roll 1 d10/);
  await page.keyboard.press('0');
  await page.waitForSelector('[data-result]');
  assert.match(await answer(page).textContent(), /Firm/);
  await page.locator('[data-own]').tap();
}
