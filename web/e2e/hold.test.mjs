// A unit is taken hold of where it is: a drag chooses it and leaves the table where it lies, it keeps its distance from
// the hand, and a click on its ghost confirms. The table can be turned round, and what is clicked then is still meant.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { box, good } from './hands.mjs';
import { atRest, openPage } from './player.mjs';

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const mark = (page, unit) => box(page, `[data-unit="${unit}"] .turned`);
const table = (page) => box(page, 'svg[role="group"]');

async function drag(page, [x, y], [dx, dy]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 8 });
  await good(page);
  await page.mouse.up();
}

/** Units of a group that the rules refuse, or whose request fails, stay and are named with the reason; the others go on. */
async function refused(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, (one) => one.asked?.question.ask === 'order');
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);
  await page.keyboard.press('Shift+G');
  await page.waitForFunction(() => document.querySelector('[data-group-ahead]:not(:disabled)') && !document.querySelector('[data-group-asking]'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('[data-draft="group"][data-verdict="good"]');
  // The rules refuse the second, however far it goes, and the others go on; at the fourth the server is gone.
  const asked = [];
  await page.route('**/check', async (route) => {
    const { unit } = route.request().postDataJSON().answer.order;
    if (asked.at(-1) !== unit) asked.push(unit);
    if (asked.length === 2) await route.fulfill({ json: { ok: false, error: 'It is raining on them.', rule: 'house.rain' } });
    else if (asked.length === 4) await route.abort();
    else await route.continue();
  });
  await page.keyboard.press('Enter');
  await page.waitForSelector('.refusal');
  const said = await page.locator('.refusal').textContent();
  const [first, second, third, fourth] = asked;
  const name = (id) => view.units.find((unit) => unit.id === id).name;
  assert.equal(asked.length, 4, 'where the server is gone nobody else is sent');
  assert.ok(said.includes(`${name(second)} stays: It is raining on them.`) && said.includes(`${name(fourth)} stays: The server does not answer.`), said);
  const of = Number(said.match(/2 of (\d+) have moved/)?.[1]);
  assert.ok(of > 4, said);
  const now = await game.view();
  const moved = view.asked.idle.filter((id) => JSON.stringify(now.units.find((unit) => unit.id === id).rect) !== JSON.stringify(view.units.find((unit) => unit.id === id).rect));
  assert.deepEqual(moved.toSorted(), [first, third].toSorted(), 'those before and after the one who was refused have moved');
  assert.match(await page.locator('[data-prompt]').textContent(), new RegExp(`^\\s*${of - 2} units together`), 'those who stayed are still chosen');
  // What went together comes back together.
  await page.locator('[data-undo]').click();
  await page.waitForFunction((hash) => document.querySelector('[data-hash]')?.dataset.hash === hash, view.hash);
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await refused(browser, base);
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const before = await leadTo(game, (view) => view.asked?.question.ask === 'order');
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);

  // The French come from the north: their side is at the bottom, and they look up.
  const [own, enemy] = [1, before.units.find((unit) => unit.side === 'allied' && unit.rect).id];
  assert.ok((await mark(page, own)).y > (await mark(page, enemy)).y, 'one’s own side is at the bottom');

  const still = await table(page);
  const from = await mark(page, own);
  const grip = [from.x + from.width * 0.8, from.y + from.height * 0.3];
  await drag(page, grip, [1, -50]);
  assert.deepEqual(await table(page), still, 'the table was not dragged');
  assert.equal(await page.locator(`[data-card="${own}"]`).count(), 1, 'the unit was chosen');
  assert.doesNotMatch(await page.locator('[data-say]').textContent(), /wheeling/, 'a hand not quite steady does not wheel it');
  const ghost = await box(page, '[data-ghost]');
  const [gx, gy] = middle(ghost);
  await page.mouse.click(gx, gy);
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  const after = await game.view();
  const centre = (view) => view.units.find((unit) => unit.id === own).centre;
  const inch = still.width / (before.scenario.terrain.width / 1000);
  const south = (centre(before)[1] - centre(after)[1]) / 1000;
  assert.ok(Math.abs(south * inch - 50) < 4, `a click on the ghost confirmed it, as far as the hand went: ${(south * inch).toFixed(1)} pixels`);
  await atRest(page);

  // Turned round: north is up again, the unit lies on the other side, and goes down the screen.
  await page.locator('[data-turn]').click();
  await atRest(page);
  assert.ok((await mark(page, own)).y < (await mark(page, enemy)).y, 'the other way round');
  const other = before.asked.idle.find((unit) => unit !== own);
  await drag(page, middle(await mark(page, other)), [0, 40]);
  await page.locator('[data-confirm]').click();
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  const last = await game.view();
  const way = (view) => view.units.find((unit) => unit.id === other).centre[1];
  assert.ok(way(after) - way(last) > 500, 'down the screen is south again');

  // Open ground pans, as ever.
  const lying = await table(page);
  await page.mouse.move(lying.x + 60, lying.y + lying.height - 120);
  await page.mouse.down();
  await page.mouse.move(lying.x + 90, lying.y + lying.height - 150, { steps: 4 });
  await page.mouse.up();
  assert.equal(Math.round((await table(page)).x - lying.x), 30, 'a drag on open ground pans');
  assert.deepEqual(errors, []);
  await context.close();
}
