// A game with the player's own dice: typed by finger and by keyboard, and the sealed ones let fall for once.

import assert from 'node:assert/strict';
import { begin, firing } from './api.mjs';
import { mouse } from './hands.mjs';
import { openPage, pressIfThere } from './player.mjs';
import { games } from './scenes.mjs';

/** On to the next throw: whatever else is asked is answered by its last choice. */
async function toThrow(page) {
  for (let n = 0; n < 200; n++) {
    await page.waitForSelector('[data-own-dice], [data-end-phase], [data-choice]:not(:disabled)');
    if (await page.locator('[data-own-dice]').count()) return;
    if (await page.locator('[data-end-anyway]').count()) await page.locator('[data-end-anyway]').click();
    else if (await page.locator('[data-end-phase]').count()) await page.locator('[data-end-phase]').click();
    else await pressIfThere(page, mouse, '[data-choice]:not(:disabled)');
    await page.waitForTimeout(80);
  }
  assert.fail('no dice were asked for');
}

export default async function ({ browser, base }) {
  const { dice: game } = await games(base);
  const { page, context, errors } = await openPage(browser, game.link());
  const thrown = async () => (await game.view()).log.flatMap((line) => line.throws);

  await toThrow(page);
  const { dice } = await game.view();
  assert.match(await page.locator('[data-own-dice]').textContent(), /fires/, 'it says what the dice are for');
  assert.ok(await page.locator('[data-typed]').isDisabled(), 'nothing is taken before all dice are there');
  for (let n = 0; n < dice.count; n++) await page.locator('[data-face="6"]').click();
  // One tap takes a die back, and it is typed again.
  await page.locator('.slot').last().click();
  assert.ok(await page.locator('[data-typed]').isDisabled());
  await page.locator('[data-face="1"]').click();
  await page.locator('[data-typed]').click();
  await page.waitForFunction(() => !document.querySelector('[data-own-dice] [aria-label$=": 1"]'));
  const [first] = await thrown();
  assert.deepEqual(first.faces, [...Array(dice.count - 1).fill(6), 1]);
  assert.equal(first.typed, true);

  // By keyboard: digits, Backspace, Enter.
  await toThrow(page);
  const next = (await game.view()).dice;
  for (let n = 0; n < next.count; n++) await page.keyboard.press('2');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('3');
  await page.evaluate(() => document.activeElement?.blur());
  const before = (await thrown()).length;
  await page.keyboard.press('Enter');
  while ((await thrown()).length === before) await page.waitForTimeout(50);
  assert.deepEqual((await thrown())[before].faces, [...Array(next.count - 1).fill(2), 3]);

  // The sealed dice, for once: the server throws, and the log does not call them typed.
  await toThrow(page);
  const sofar = (await thrown()).length;
  await page.locator('[data-let-roll]').click();
  while ((await thrown()).length === sofar) await page.waitForTimeout(50);
  assert.equal((await thrown())[sofar].typed, false);
  assert.deepEqual(errors, []);
  await context.close();
  await ofTwo(browser, base);
}

/** Of two who play with their own dice only the one who throws is given the pad; the other is told who does. */
async function ofTwo(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', allied: 'friend', 'own-dice': true });
  let view = await game.view();
  while (view.asked) {
    const { side } = view.asked;
    const mine = await game.view(side);
    await game.answer(mine, firing(mine.asked), side);
    view = await game.view();
  }
  const { by } = view.dice;
  const other = by === 'french' ? 'allied' : 'french';
  const throws = await openPage(browser, game.link(by));
  const waits = await openPage(browser, game.link(other));
  await throws.page.waitForSelector('[data-own-dice]');
  await waits.page.waitForFunction(() => /throw these dice/.test(document.querySelector('[data-prompt]')?.textContent ?? ''));
  assert.equal(await waits.page.locator('[data-own-dice]').count(), 0);
  for (const seat of [throws, waits]) {
    assert.deepEqual(seat.errors, []);
    await seat.context.close();
  }
}
