// What a newcomer is told: the briefing, a hint on the first occasion of each question, the rules of a phase, the keys,
// and what has happened since.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { openPage } from './player.mjs';

const fresh = (page) => page.addInitScript(() => localStorage.getItem('fresh') || (localStorage.setItem('fresh', 'yes'), localStorage.removeItem('grognard.told')));

async function firstTime(browser, base) {
  const { page, context, errors } = await openPage(browser, base);
  await fresh(page);
  await page.reload();
  // One press leads a newcomer into a fight, and what it is about comes first.
  await page.locator('[data-first-time] summary').click();
  for (const sheet of ['Br8', 'P7', 'A15', 'Orders']) assert.match(await page.locator('[data-first-time]').textContent(), new RegExp(sheet));
  await page.locator('[data-first-fight]').click();
  const briefing = page.locator('[data-briefing]');
  await briefing.waitFor();
  const told = await briefing.textContent();
  for (const said of [/You lead the French/, /4 of their 6 units are lost/, /after turn 8/, /Shepherd's hut: 2 points/, /British line does to a column/, /took its eagle/, /they won \d+ of 200/, /Oman/]) assert.match(told, said);
  await page.locator('[data-close-briefing]').click();
  // Each question is explained the first time, and no second time.
  await page.waitForSelector('[data-hint="adjust"]');
  await page.locator('[data-hint-close]').click();
  assert.equal(await page.locator('[data-hint]').count(), 0);
  await page.keyboard.press('x');
  await page.waitForSelector('[data-hint="order"], [data-hint="target"]');
  await page.reload();
  await page.waitForSelector('[data-prompt]');
  assert.equal(await page.locator('[data-briefing]').count(), 0, 'once is enough');
  // It is always to be opened again, by hand and by key.
  await page.locator('[data-open-briefing]').click();
  await briefing.waitFor();
  await page.keyboard.press('Escape');
  await briefing.waitFor({ state: 'detached' });
  await page.keyboard.press('b');
  await briefing.waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(errors, []);
  await context.close();
}

async function rulesAndKeys(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(game, (view) => view.asked?.question.ask === 'order');
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  // A phase bubble opens its rules, in words and in the sheet's order.
  await page.locator('[data-phase="2"]').click();
  const rules = page.locator('[data-phase-rules="2"]');
  await rules.waitFor();
  await page.waitForFunction(() => document.querySelector('[data-phase-rules] .rules li'));
  const told = await rules.textContent();
  const order = ['Morale: target by grade', 'each 3 casualties', 'the unit halts'].map((words) => told.indexOf(words));
  assert.ok(order.every((at, n) => at > 0 && (n === 0 || at > order[n - 1])), `${order}`);
  assert.ok(!/volley\./.test(told), 'no ids');
  await page.locator('[data-whole-sheet]').click();
  await page.waitForSelector('[data-sheet="br8"]');
  await page.goBack();
  await page.waitForSelector('[data-end-phase]');
  // Keys are told; digits choose, X ends.
  await page.keyboard.press('?');
  await page.waitForSelector('[data-keys]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-keys]', { state: 'detached' });
  const turn = () => page.locator('header [aria-current="step"]').textContent();
  const before = await turn();
  await page.keyboard.press('x');
  if (await page.locator('[data-end-anyway]').count()) await page.keyboard.press('x');
  await page.waitForFunction((before) => document.querySelector('header [aria-current="step"]')?.textContent !== before, before);
  assert.deepEqual(errors, []);
  await context.close();
}

async function sinceThen(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: '3' });
  await leadTo(game, (view) => view.asked?.question.ask === 'order' && view.turn === 1);
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  await page.keyboard.press('x');
  if (await page.locator('[data-end-anyway]').count()) await page.keyboard.press('x');
  // The others have moved meanwhile: counted, drawn off in the log, and to be stepped through.
  await page.waitForSelector('[data-since="answer"]');
  assert.match(await page.locator('[data-since]').textContent(), /\d marched|lost by the/);
  assert.equal(await page.locator('[data-log] [data-new]').count(), 1, 'a line in the log');
  // Where the enemy has come from is drawn until one's own next move is made, also where other things are asked between.
  const next = await leadTo(game, (view) => view.asked?.question.ask === 'order' && view.turn === 2);
  await page.waitForSelector(`[data-hash="${next.hash}"]`);
  await page.waitForSelector('[data-theirs]', { state: 'attached' });
  assert.ok(Number(await page.locator('[data-theirs]').getAttribute('data-theirs')) > 0);
  await page.locator('[data-since-step]').click();
  await page.waitForFunction(() => /\/replay\/\d+/.test(location.hash));
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-prompt]');
  // Away, and back when more has happened: since the last visit.
  await page.goto(`${base}#/desk`);
  const turn = (await game.view()).turn;
  await leadTo(game, (view) => view.asked?.question.ask === 'order' && view.turn > turn);
  await page.goto(game.link());
  await page.waitForSelector('[data-since="visit"]');
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await firstTime(browser, base);
  await rulesAndKeys(browser, base);
  await sinceThen(browser, base);
}
