// The same fight with the keyboard alone: Tab, Enter, arrows, Escape.

import assert from 'node:assert/strict';
import { keyboard } from './hands.mjs';
import { marching, openPage, playToTheEnd, startFight } from './player.mjs';

export default async function ({ browser, base }) {
  const { page, context, errors } = await openPage(browser, base);
  await startFight(page, keyboard);
  const seen = await playToTheEnd(page, keyboard, { order: marching(1, 2) });
  assert.ok(seen.moves >= 1, 'at least one unit was moved with the arrow keys');
  assert.deepEqual(errors, []);
  await context.close();
}
