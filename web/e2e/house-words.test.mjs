// A club that plays other numbers reads them in every word of the page: how far a leader rides, what a rating adds, what a
// first try must reach.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { openPage } from './player.mjs';

const BATTLE = 'hassenhausen-at-eight';
const HOUSE = `sheet = "empire"
name = "The riders"
[charts."empire.ca.init.move8"]
inches = 12
[charts."empire.ca.noinit.move8"]
inches = 12
[charts."empire.ca.mod.good"]
mod = 5
[charts."empire.ca.corps-me"]
cells = [2, 11, 14, 18]
`;

/** What the generals of the first impulse may try: the words of a ride, and how likely the tries come off. */
async function tries(browser, base, house) {
  const game = await begin(base, { battle: BATTLE, seed: 7, ...(house && { house }) });
  await leadTo(game, ({ asked }) => asked?.mine && asked.form.kind === 'orders' && asked.form.groups?.length > 1);
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-commands]');
  const panel = page.locator('[data-commands]');
  const ride = await panel.locator('[data-offers="Ride"]').textContent();
  const all = await panel.textContent();
  const chances = await panel.locator('[data-short]').allTextContents();
  // The sheet of the game, as it is in force there.
  await page.goto(`${game.link()}/rules`);
  const rule = (id) => page.locator(`[id="${id}"]`).textContent();
  await page.waitForSelector('[id="empire.ca.init.move8"]');
  const said = { ride: await rule('empire.ca.init.move8'), good: await rule('empire.ca.mod.good'), cells: await page.locator('p:has([id="empire.ca.corps-me"])').textContent() };
  assert.deepEqual(errors, []);
  await context.close();
  return { ride, all, chances, said };
}

export default async function ({ browser, base }) {
  const [printed, club] = [await tries(browser, base), await tries(browser, base, HOUSE)];
  // The range of an action.
  assert.match(printed.ride, /rides up to 8″/);
  assert.match(club.ride, /rides up to 12″/);
  assert.doesNotMatch(club.ride, /8″/, 'nowhere the printed number');
  assert.match(club.said.ride, /12″.*printed: 8″/s);
  // A modifier, in the sheet of the game.
  assert.match(club.said.good, /\+5.*printed: \+1/s);
  assert.doesNotMatch(printed.said.good, /\+5/);
  // A cell of a chart: the first try of an ME leader comes off always, and the button says so.
  assert.ok(printed.chances.every((said) => !/100 %/.test(said)), `${printed.chances}`);
  assert.ok(club.chances.some((said) => /100 %/.test(said)), `${club.chances}`);
  assert.match(club.said.cells, /2, 11, 14, 18|2 \| 11 \| 14 \| 18/);
}
