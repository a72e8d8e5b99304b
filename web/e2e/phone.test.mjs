// What a newcomer stumbled over on a phone: the bars leave room for the table, a tap means the unit it lies on,
// choosing a general does not move the table, and the small picture of the table hides no unit one looks at.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { box, PHONE } from './hands.mjs';
import { atRest, openPage } from './player.mjs';
import { orders } from './scenes.mjs';

async function open(browser, game) {
  const opened = await openPage(browser, game.link(), { ...PHONE, reducedMotion: 'reduce' });
  await opened.page.waitForSelector('[data-end-phase]');
  await atRest(opened.page);
  return opened;
}
const tableBox = (page) => box(page, 'svg[role="group"]');

/** Points well within each unit's footprint, none under a star or a button: by unit. */
const footprints = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const unit of document.querySelectorAll('[data-unit]')) {
      // The symbol's own outline: the footprint as the rules have it.
      const shape = unit.querySelector('.turned > g:not(.focus) rect, .turned > g rect');
      const matrix = shape?.getScreenCTM();
      if (!shape || !matrix) continue;
      const { x, y, width, height } = shape.getBBox();
      for (const [across, down] of [[0.5, 0.5], [0.12, 0.5], [0.88, 0.5], [0.12, 0.15], [0.88, 0.85]]) {
        const at = new DOMPoint(x + width * across, y + height * down).matrixTransform(matrix);
        found.push({ unit: Number(unit.getAttribute('data-unit')), x: at.x, y: at.y });
      }
    }
    const stars = [...document.querySelectorAll('[data-general]')].map((one) => one.getBoundingClientRect());
    const free = ({ x, y }) => {
      const on = document.elementFromPoint(x, y);
      return on?.closest('.box') && !on.closest('.zoom, .tools') && stars.every((star) => Math.hypot(star.x + star.width / 2 - x, star.y + star.height / 2 - y) > 22);
    };
    return found.filter(free);
  });

/** Wherever on its footprint a unit is tapped, it is the one. */
async function taps(browser, game, view) {
  const { page, context, errors } = await open(browser, game);
  await page.getByRole('button', { name: 'Whole table' }).tap();
  await atRest(page);
  const points = await footprints(page);
  assert.ok(points.length > 1.5 * view.units.filter((unit) => unit.rect).length, `${points.length} places to tap`);
  const wrong = [];
  for (const { unit, x, y } of points) {
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-card]', { state: 'detached' });
    await page.touchscreen.tap(x, y);
    await atRest(page);
    const cards = await page.locator('[data-card]').evaluateAll((all) => all.map((card) => card.dataset.card));
    const [chosen = null] = cards;
    if (chosen !== String(unit)) wrong.push(`${unit} at ${x.toFixed()}, ${y.toFixed()}: ${chosen}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(errors, []);
  await context.close();
}

/** However a general is chosen, the table stays where it is. */
async function generals(browser, game) {
  const { page, context, errors } = await open(browser, game);
  const before = await tableBox(page);
  await page.locator('[data-general]').first().tap({ force: true });
  await page.waitForSelector('[data-card="general"]');
  await atRest(page);
  assert.deepEqual(await tableBox(page), before, 'tapped on the table');
  await page.keyboard.press('Escape');
  await page.locator('[data-end-phase]').tap();
  await page.locator('[data-not-ridden]').first().tap();
  await page.waitForSelector('[data-card="general"]');
  await atRest(page);
  assert.deepEqual(await tableBox(page), before, 'from the list of those who have not ridden');
  assert.deepEqual(errors, []);
  await context.close();
}

/** The table is dragged until the unit that is chosen lies where the small picture is: it goes aside. */
async function overview(browser, game, view) {
  const { page, context, errors } = await open(browser, game);
  for (let n = 0; n < 2; n++) {
    await page.getByRole('button', { name: 'Nearer' }).tap();
    await atRest(page);
  }
  const { id } = view.units.find((unit) => unit.side === 'french' && unit.rect && unit.arm === 'infantry');
  await page.locator(`[data-unit="${id}"]`).dispatchEvent('click');
  await page.waitForSelector(`[data-card="${id}"]`);
  const [small, stage] = [await box(page, '[data-overview]'), await box(page, '.stage')];
  const unit = () => box(page, `[data-unit="${id}"] .turned > :nth-child(2)`);
  const apart = (a, b) => a.x > b.x + b.width || a.x + a.width < b.x || a.y > b.y + b.height || a.y + a.height < b.y;
  for (let n = 0; n < 20 && Math.hypot((await unit()).x - small.x - 30, (await unit()).y - small.y - 10) > 12; n++) {
    const now = await unit();
    const limit = (by, most) => Math.max(-most, Math.min(most, by));
    const [dx, dy] = [limit(small.x + 30 - now.x, 120), limit(small.y + 10 - now.y, 120)];
    const from = await page.evaluate(([x, y, wide, high]) => {
      for (let n = 0; n < 400; n++) {
        const [px, py] = [x + wide * (0.35 + 0.3 * ((n * 0.618) % 1)), y + high * (0.35 + 0.3 * ((n * 0.414) % 1))];
        const on = document.elementFromPoint(px, py);
        if (on?.closest('.box') && !on.closest('[data-unit], [data-general], .zoom')) return [px, py];
      }
      throw new Error('no open ground');
    }, [stage.x, stage.y, stage.width, stage.height]);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + dx, from[1] + dy, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(60);
  }
  assert.equal(apart(await unit(), small), false, 'it lies where the picture was');
  if (await page.locator('[data-overview]').count()) assert.ok(apart(await unit(), await box(page, '[data-overview]')), 'and the picture is elsewhere');
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, (view) => orders(view) && view.turn === 2);
  const { page, context } = await open(browser, game);
  const [stage, bar] = [await box(page, '.stage'), await box(page, '.action')];
  assert.ok(stage.y <= 844 * 0.155 && bar.y + bar.height <= stage.y + 2, `the table begins at ${stage.y}, the bar ends at ${bar.y + bar.height}`);
  await context.close();
  const crowd = await begin(base, { battle: 'salamanca-pakenham', seed: 3 });
  await taps(browser, crowd, await leadTo(crowd, orders));
  await generals(browser, game);
  await overview(browser, game, view);
}
