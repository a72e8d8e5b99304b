// How many clicks a turn costs, counted as a mouse makes them: the whole side at Barrosa, the whole line at
// Baumersdorf, an army by its corps at Vitoria. Units are chosen and moved together; the same place clicked again
// confirms.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { atRest, openPage, pressIfThere } from './player.mjs';

const asks = (word) => (view) => view.asked?.question.ask === word;

/** A mouse that counts. */
function counting(page) {
  const count = { clicks: 0 };
  return {
    count,
    async at(x, y) {
      count.clicks++;
      await page.mouse.click(x, y);
    },
    /** A band drawn round them with Shift held counts as one. */
    async band(boxes) {
      count.clicks++;
      await page.keyboard.down('Shift');
      await page.mouse.move(Math.min(...boxes.map((box) => box.x)) - 12, Math.min(...boxes.map((box) => box.y)) - 12);
      await page.mouse.down();
      await page.mouse.move(Math.max(...boxes.map((box) => box.x + box.width)) + 12, Math.max(...boxes.map((box) => box.y + box.height)) + 12, { steps: 5 });
      await page.mouse.up();
      await page.keyboard.up('Shift');
    },
    async press(page, selector, patience) {
      await page.locator(selector).first().click(patience);
      count.clicks++;
    },
  };
}

async function open(browser, game) {
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);
  return { page, context, errors };
}

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const spotOf = async (page, unit) => middle(await page.locator(`[data-unit="${unit}"] .turned`).boundingBox());
const rects = (view) => new Map(view.units.filter((unit) => unit.rect).map((unit) => [unit.id, JSON.stringify(unit.rect)]));

/** Waits until the group has been sent and the page is ready again. */
async function moved(page) {
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  await atRest(page);
  assert.equal(await page.locator('.refusal').count(), 0, await page.locator('.refusal').allTextContents().then(String));
}

/** Which of these units stand in another place now. */
async function whoMoved(game, before) {
  const after = rects(await game.view());
  return [...before].filter(([id, rect]) => after.get(id) !== rect).map(([id]) => id);
}

/** With a group chosen: straight ahead by a click before its middle, and again. */
async function forward(page, mouse, units, pixels) {
  await page.waitForFunction(() => !document.querySelector('[data-group-ahead]:disabled') && document.querySelector('[data-group-ahead]'));
  // All of them have said how far they may go.
  await page.waitForFunction(() => !document.querySelector('[data-group-asking]'));
  const fronts = await Promise.all(units.map((unit) => page.locator(`[data-unit="${unit}"] .turned`).boundingBox()));
  const x = fronts.reduce((sum, box) => sum + box.x + box.width / 2, 0) / fronts.length;
  const y = fronts.reduce((sum, box) => sum + box.y + box.height / 2, 0) / fronts.length;
  await mouse.at(x, y - pixels);
  await page.waitForSelector('[data-draft="group"][data-verdict="good"]');
  await mouse.at(x, y - pixels);
  await moved(page);
}

/** Barrosa: a band round all units, one march forward; and whatever else the turn asks until the next one of orders. */
async function barrosa(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, asks('order'));
  const before = rects(view);
  const { page, context, errors } = await open(browser, game);
  const mouse = counting(page);
  const idle = view.asked.idle;
  await mouse.band(await Promise.all(idle.map((unit) => page.locator(`[data-unit="${unit}"] .turned`).boundingBox())));
  await forward(page, mouse, idle, 45);
  const went = await whoMoved(game, before);
  assert.deepEqual(idle.filter((unit) => !went.includes(unit)), [], 'everybody has moved');
  // The rest of the turn, taking nothing up that need not be.
  await mouse.press(page, '[data-end-phase]');
  for (let n = 0; n < 30; n++) {
    await page.waitForSelector('[data-end-phase], [data-choice]:not(:disabled)');
    await atRest(page);
    const now = await game.view();
    if (now.turn > view.turn && asks('order')(now)) break;
    await pressIfThere(page, mouse, asks('order')(now) ? '[data-end-phase]' : '[data-choice]:not(:disabled)');
    await atRest(page);
    if (await page.locator('[data-end-anyway]').count()) await mouse.press(page, '[data-end-anyway]');
  }
  assert.deepEqual(errors, []);
  await context.close();
  return mouse.count.clicks;
}

/** Baumersdorf: the whole corps one march forward. */
async function baumersdorf(browser, base) {
  const game = await begin(base, { battle: 'baumersdorf', seed: 3 });
  const view = await leadTo(game, asks('order'));
  const before = rects(view);
  // A unit out of command rolls before it may march.
  const line = [];
  for (const unit of view.asked.idle) if ((await game.options(unit)).may.some((may) => may.do === 'march')) line.push(unit);
  const { page, context, errors } = await open(browser, game);
  const mouse = counting(page);
  const [first] = line;
  await mouse.at(...(await spotOf(page, first)));
  await mouse.press(page, '[data-group]');
  await forward(page, mouse, line, 50);
  const went = await whoMoved(game, before);
  assert.deepEqual(line.filter((unit) => !went.includes(unit)), [], 'the whole line went forward');
  assert.ok(line.length >= 6, `a line of ${line.length}`);
  assert.deepEqual(errors, []);
  await context.close();
  return mouse.count.clicks;
}

/** Vitoria: each corps forward by a short way, then the phase is ended. */
async function vitoria(browser, base) {
  const game = await begin(base, { battle: 'vitoria', seed: 3, french: 'captain', allied: 'you' });
  const view = await leadTo(game, asks('order'), 'allied').catch(() => null);
  const { page, context, errors } = await openPage(browser, game.link('allied'));
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);
  const before = rects(view);
  const mouse = counting(page);
  for (const corps of await page.locator('[data-group-corps]').evaluateAll((all) => all.map((one) => one.dataset.groupCorps))) {
    await mouse.press(page, `[data-group-corps="${corps}"]`);
    await page.waitForFunction(() => document.querySelector('[data-group-ahead]:not(:disabled)'));
    await page.waitForFunction(() => !document.querySelector('[data-group-asking]'));
    await mouse.press(page, '[data-group-ahead]');
    await page.waitForSelector('[data-draft="group"][data-verdict="good"]');
    await mouse.press(page, '[data-confirm]');
    await page.waitForSelector('[data-draft]', { state: 'detached' });
    await atRest(page);
    const said = await page.locator('.refusal').allTextContents();
    if (said.length) console.log(`      ${said}`);
    if (said.length) await mouse.press(page, '.refusal button');
    if (await page.locator('[data-cancel]').count()) await mouse.press(page, '[data-cancel]');
  }
  const after = rects(await game.view('allied'));
  const went = [...before].filter(([id, rect]) => view.asked.idle.includes(id) && after.get(id) !== rect).length;
  await mouse.press(page, '[data-end-phase]');
  await atRest(page);
  if (await page.locator('[data-end-anyway]').count()) await mouse.press(page, '[data-end-anyway]');
  assert.deepEqual(errors, []);
  await context.close();
  return [mouse.count.clicks, went, view.asked.idle.length];
}

export default async function ({ browser, base }) {
  const line = await baumersdorf(browser, base);
  console.log(`      Baumersdorf, the whole line forward: ${line} clicks`);
  assert.ok(line <= 6);
  const turn = await barrosa(browser, base);
  console.log(`      Barrosa, a turn in which everybody moves: ${turn} clicks`);
  assert.ok(turn <= 12);
  const [army, went, of] = await vitoria(browser, base);
  console.log(`      Vitoria, an army's movement by corps: ${army} clicks, ${went} of ${of} units`);
  assert.ok(army <= 20);
  assert.ok(went >= of * 0.9, 'the army has moved');
}
