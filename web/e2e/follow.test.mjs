// The computer's turn: held, stepped, gone back, waited for after each fight; a new turn is announced; the phase goes
// with what is told; a cross stays until the next answer.

import assert from 'node:assert/strict';
import { begin, firing, leadTo } from './api.mjs';
import { atRest, openPage, toNextFight } from './player.mjs';

const orders = (view) => view.asked?.question.ask === 'order';
const step = (page) => page.locator('[data-caption]').getAttribute('data-caption').then(Number);
const at = (page) => page.locator('.action .count').textContent().then((words) => Number(words.split('/')[0]));

async function byHand(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  await leadTo(game, (view) => orders(view) && view.turn === 2);
  const { page, context, errors } = await openPage(browser, `${base}health`);
  // It waits after each fight.
  await page.addInitScript(() => localStorage.setItem('grognard.pace', '901'));
  await page.goto(game.link());
  await page.waitForSelector('[data-end-phase]');
  await toNextFight(page);
  await atRest(page);
  const fight = await step(page);
  assert.ok((await page.locator('[data-table-dice]').count()) > 0, 'the dice of the fight lie on the table');
  await page.waitForTimeout(2500);
  assert.equal(await step(page), fight, 'it waits');
  const phase = async () => Number((await page.locator('ol [aria-current]').textContent()).trim().match(/^\d+/)[0]);
  const view = await game.view();
  assert.equal(await phase(), view.log.find((line) => line.step === fight && !line.head).phase, 'the phase is the one that is told of');

  await page.locator('[data-follow="step"]').click();
  await page.waitForFunction((was) => Number(document.querySelector('[data-caption]')?.dataset.caption) > was, fight);
  const next = await step(page);
  await page.locator('[data-follow="back"]').click();
  await page.waitForFunction((was) => Number(document.querySelector('[data-caption]')?.dataset.caption) < was, next);
  assert.equal(await step(page), fight, 'and back');
  // The same with the keys.
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-caption]', { state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
}

async function announced(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const { page, context } = await openPage(browser, `${base}health`);
  await page.addInitScript(() => localStorage.setItem('grognard.pace', '900'));
  await page.goto(game.link());
  await page.waitForSelector('[data-prompt]');
  await leadTo(game, (view) => view.turn === 2);
  // Held as soon as something is shown, and from there on by hand: nothing hangs on how fast the hand is.
  await page.waitForSelector('[data-follow="hold"]');
  await page.keyboard.press(' ');
  await page.waitForSelector('[data-follow="hold"][aria-pressed="true"]');
  const held = await at(page);
  await page.waitForTimeout(2000);
  assert.equal(await at(page), held, 'the space bar holds it');
  for (let n = 0; n < 60 && !(await page.locator('[data-announce="2"]').count()); n++) {
    await page.keyboard.press('ArrowRight');
    await atRest(page);
  }
  await page.waitForSelector('[data-announce="2"]');
  const announced = await at(page);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((was) => Number(document.querySelector('.action .count')?.textContent.split('/')[0]) < was, announced);
  await context.close();
}

async function crosses(browser, base) {
  const game = await begin(base, { battle: 'gilly', seed: 3 });
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-prompt]');
  const there = (view) => view.units.filter((unit) => unit.rect).map((unit) => unit.id);
  let view = await game.view();
  let lost = [];
  while (view.asked?.mine && !(lost.length && orders(view))) {
    const before = there(view);
    view = await game.answer(view, firing(view.asked));
    const gone = before.filter((unit) => !there(view).includes(unit));
    // Led on over the wire, no question is answered on the page: all crosses stay.
    lost = [...lost, ...gone];
  }
  assert.ok(lost.length, 'somebody has fallen');
  await page.waitForSelector(`[data-hash="${view.hash}"]`);
  const marked = await page.locator('[data-fallen]').evaluateAll((all) => all.map((one) => Number(one.dataset.fallen)));
  assert.deepEqual(lost.filter((unit) => !marked.includes(unit)), [], `a cross for each: ${marked}`);
  await page.waitForTimeout(700);
  assert.ok((await page.locator('[data-fallen]').count()) >= lost.length, 'they stay');
  await page.locator('[data-end-phase]').click();
  if (await page.locator('[data-end-anyway]').count()) await page.locator('[data-end-anyway]').click();
  await page.waitForFunction((old) => !old.some((unit) => document.querySelector(`[data-fallen="${unit}"]`)), lost);
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await byHand(browser, base);
  await announced(browser, base);
  await crosses(browser, base);
}
