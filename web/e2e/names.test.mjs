// Names on the table: none under a button as the table is first laid, none on another, at every width; and while a
// fight is shown nothing that is written lies on something else.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { PHONE } from './hands.mjs';
import { openPage } from './player.mjs';
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

export default async function ({ browser, base }) {
  for (const battle of ['barrosa-wheatley', 'baumersdorf', 'vitoria']) {
    const game = await begin(base, { battle, seed: 3 });
    await leadTo(game, orders);
    for (const screen of SCREENS) {
      const { page, context, errors } = await openPage(browser, game.link(), screen);
      await page.waitForSelector('[data-end-phase]');
      await page.waitForTimeout(500);
      const where = `${battle} at ${screen.viewport.width}`;
      assert.deepEqual(await overlaps(page, '[data-name]', '.zoom .button, .tools .button'), [], `${where}: no name under a button`);
      assert.deepEqual(await overlaps(page, '[data-name]', '[data-name]'), [], `${where}: no name on another`);
      assert.deepEqual(errors, []);
      await context.close();
    }
  }
  // The dice, words and crosses of every fight of a battle between computers.
  const over = await begin(base, { battle: 'salamanca-pakenham', french: 'captain', allied: 'captain' });
  const { log } = await over.view('watch');
  const steps = [...new Set(log.filter((line) => line.throws.length && line.weight >= 5).map((line) => line.step))].slice(0, 24);
  assert.ok(steps.length > 8, `${steps.length} fights`);
  const words = '.strike [data-decides], .strike [data-floats], .strike [data-fallen] text';
  const written = `.strike [data-table-dice], ${words}`;
  const { page, context } = await openPage(browser, `${over.link('watch')}/replay/${steps[0]}`);
  let seen = 0;
  for (const step of steps) {
    await page.evaluate((to) => (location.hash = location.hash.replace(/replay\/\d+/, `replay/${to}`)), step);
    await page.waitForSelector(`[data-told="${step}"]`);
    await page.waitForTimeout(150);
    seen += await page.locator(written).count();
    assert.deepEqual(await overlaps(page, words, written), [], `step ${step}: what is written stands alone`);
    assert.deepEqual(await overlaps(page, '[data-name]', written), [], `step ${step}: names make way`);
  }
  assert.ok(seen > 20, `${seen} things were written`);
  await context.close();
}
