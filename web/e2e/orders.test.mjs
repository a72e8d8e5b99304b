// Baumersdorf, the teaching fight of orders, fought to the end by mouse, by keyboard alone, and on a phone by touch:
// corps are told what to do and where, units go by their ghosts and charge, batteries fire, melees are chosen.

import assert from 'node:assert/strict';
import { keyboard, mouse, PHONE, touch } from './hands.mjs';
import { instructing, marching, openPage, playToTheEnd, startFight } from './player.mjs';

async function fight({ browser, base }, hand, options, seed, plan) {
  const { page, context, errors } = await openPage(browser, base, options);
  await startFight(page, hand, 'baumersdorf', seed);
  const seen = await playToTheEnd(page, hand, plan);
  assert.ok(seen.corps >= 3, `corps orders were asked ${seen.corps} times`);
  assert.ok(seen.written >= 1, 'a corps was told what to do, and where');
  assert.ok(seen.moves >= 1, 'at least one unit was moved by its ghost');
  assert.match(await page.locator('[data-report] h1').textContent(), /won|draw/i);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= page.viewportSize().width, `the page is ${wide} px wide`);
  assert.deepEqual(errors, []);
  await context.close();
  return seen;
}

export default async function (where) {
  const north = [0.5, 0.4];
  const corps = instructing('attack', north, 2);
  const all = [
    await fight(where, mouse, {}, 4, { corps, order: marching(6, 5) }),
    await fight(where, keyboard, {}, 3, { corps, order: marching(2, 3) }),
    await fight(where, touch, PHONE, 3, { corps, order: marching(2, 3) }),
  ];
  assert.ok(all[0].charges >= 1, 'somebody charged');
  const asks = new Set(all.flatMap((seen) => [...seen.asks]));
  // What else is asked is for the enemy and the dice: in one of some fights it comes.
  for (let seed = 5; seed < 10 && asks.size < 2; seed++) {
    const seen = await fight(where, mouse, {}, seed, { corps, order: marching(6, 5) });
    seen.asks.forEach((ask) => asks.add(ask));
  }
  assert.ok(asks.has('fire') && asks.size > 1, `somebody fired, and something was asked in between: ${[...asks]}`);
}
