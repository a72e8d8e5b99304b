// Names on the table: none under a button as the table is first laid, none on another, at every width; and while a
// fight is shown nothing that is written lies on something else.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { PHONE } from './hands.mjs';
import { atRest, openPage } from './player.mjs';
import { orders } from './scenes.mjs';

const TABLET = { viewport: { width: 820, height: 1100 }, hasTouch: true, isMobile: true };
const SCREENS = [{ viewport: { width: 1440, height: 900 } }, TABLET, PHONE];

/** Pairs of these whose boxes cover more of each other than a hair. */
const overlaps = (page, one, other) =>
  page.evaluate(
    ([one, other]) => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((it) => ({ it, box: it.getBoundingClientRect(), name: it.textContent.trim() || it.getAttribute('aria-label') || selector }));
      const covers = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) - 2) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) - 4);
      const found = [];
      for (const a of boxes(one)) for (const b of boxes(other)) if (a.it !== b.it && !a.it.contains(b.it) && !b.it.contains(a.it) && covers(a.box, b.box) > 12) found.push(`${a.name} × ${b.name}`);
      return found;
    },
    [one, other],
  );

/** Where each name stands from its unit, in pixels. */
const stands = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-name^="u"]')].map((name) => {
        const unit = document.querySelector(`[data-unit="${name.getAttribute('data-name').slice(1)}"]`).getScreenCTM();
        const { x, y, width, height } = name.getBoundingClientRect();
        return [name.getAttribute('data-name'), [Math.round(x + width / 2 - unit.e), Math.round(y + height / 2 - unit.f)]];
      }),
    ),
  );
/** A hand drags the table by open ground. */
async function pan(page, dx, dy) {
  const at = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('.stage').getBoundingClientRect();
    for (let n = 0; n < 400; n++) {
      const [px, py] = [x + width * (0.15 + 0.7 * ((n * 0.618) % 1)), y + height * (0.25 + 0.5 * ((n * 0.414) % 1))];
      const on = document.elementFromPoint(px, py);
      if (on?.closest('.box') && !on.closest('[data-unit], [data-general], .zoom')) return [px, py];
    }
    throw new Error('no open ground');
  });
  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] + dx, at[1] + dy, { steps: 6 });
  await page.mouse.up();
  await atRest(page);
}
/** As one comes nearer the ground gives way to names; moved aside nothing wanders, and back again each stands where it stood. */
async function nearer(page, where) {
  const zoom = async (name) => {
    await page.getByRole('button', { name, exact: true }).click();
    await atRest(page);
  };
  await zoom('Nearer');
  const first = await stands(page);
  for (let n = 0; n < 2; n++) {
    await zoom('Nearer');
    // Words along a road are turned: their boxes hold more than they cover.
    assert.deepEqual(await overlaps(page, '[data-name]', '[data-ground$=" 0"]'), [], `${where}, ${n + 2} times nearer: no name on the ground's`);
  }
  const near = await stands(page);
  await pan(page, 60, 40);
  assert.deepEqual(await stands(page), near, `${where}: names wander`);
  for (let n = 0; n < 2; n++) await zoom('Farther');
  const back = await stands(page);
  const moved = Object.keys(first).filter((key) => back[key] && Math.hypot(back[key][0] - first[key][0], back[key][1] - first[key][1]) > 3);
  assert.deepEqual(moved, [], `${where}: back again they stand elsewhere`);
  assert.deepEqual(Object.keys(back).toSorted(), Object.keys(first).toSorted(), `${where}: back again others are named`);
}

export default async function ({ browser, base }) {
  for (const battle of ['barrosa-wheatley', 'baumersdorf', 'vitoria']) {
    const game = await begin(base, { battle, seed: 3 });
    await leadTo(game, orders);
    for (const screen of SCREENS) {
      const { page, context, errors } = await openPage(browser, game.link(), screen);
      await page.waitForSelector('[data-end-phase]');
      await atRest(page);
      const where = `${battle} at ${screen.viewport.width}`;
      assert.deepEqual(await overlaps(page, '[data-name]', '.zoom .button, .tools .button'), [], `${where}: no name under a button`);
      assert.deepEqual(await overlaps(page, '[data-name]', '[data-name]'), [], `${where}: no name on another`);
      // Once on each kind of screen, and where it is crowded.
      if (battle === 'barrosa-wheatley' || (battle === 'vitoria' && screen === SCREENS[0])) await nearer(page, where);
      assert.deepEqual(errors, []);
      await context.close();
    }
  }
  // The dice, words and crosses of every fight of a battle between computers.
  const over = await begin(base, { battle: 'salamanca-pakenham', french: 'captain', allied: 'captain' });
  const { log } = await over.view('watch');
  const steps = [...new Set(log.filter((line) => line.throws.length && ['hit', 'result', 'loss', 'grave', 'gone'].includes(line.weight)).map((line) => line.step))].slice(0, 24);
  assert.ok(steps.length > 8, `${steps.length} fights`);
  const words = '.strike [data-decides], .strike [data-floats], .strike [data-fallen] text';
  const written = `.strike [data-table-dice], ${words}`;
  const { page, context } = await openPage(browser, `${over.link('watch')}/replay/${steps[0]}`);
  let seen = 0;
  for (const step of steps) {
    await page.evaluate((to) => (location.hash = location.hash.replace(/replay\/\d+/, `replay/${to}`)), step);
    await page.waitForSelector(`[data-told="${step}"]`);
    await atRest(page);
    seen += await page.locator(written).count();
    assert.deepEqual(await overlaps(page, words, written), [], `step ${step}: what is written stands alone`);
    assert.deepEqual(await overlaps(page, '[data-name]', written), [], `step ${step}: names make way`);
  }
  assert.ok(seen > 20, `${seen} things were written`);
  await context.close();
}
