// The table begins whole and clear of what is asked, and stays where it is while its units can be seen; where all of them
// would be dots it begins with most of one's own, near enough to be told apart.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { box, PHONE } from './hands.mjs';
import { atRest, openPage, until } from './player.mjs';

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const SCREENS = [{ viewport: { width: 1280, height: 800 } }, { viewport: { width: 1024, height: 768 } }, TABLET];
const LEAST = 24;

const tableBox = (page) => box(page, 'svg[role="group"]');

/** All that is drawn for the whole table comes to lie within the stage, below the bar. */
async function whole(page, width) {
  const fits = async () => {
    const [table, stage, bar] = [await tableBox(page), await box(page, '.stage'), await box(page, '.action')];
    const across = table.x >= -1 && table.x + table.width <= stage.width + 1;
    return across && table.y >= bar.y + bar.height - 1 && table.y + table.height <= stage.y + stage.height + 1;
  };
  await until(fits, `all of the table lies below what is asked, and in sight, at ${width}`);
}

/** Flags and names that the edge of the screen would cut. */
const cut = (page) =>
  page.evaluate(() => {
    const stage = document.querySelector('.stage').getBoundingClientRect();
    return [...document.querySelectorAll('.stage svg text')]
      .filter((word) => word.textContent.trim())
      .filter((word) => word.getBoundingClientRect().left < stage.left - 2 || word.getBoundingClientRect().right > stage.right + 2)
      .map((word) => word.textContent);
  });

/** An army on a phone: its units can be told apart, those of a corps that is chosen come into sight, all of it is a tap away. */
async function onAPhone(browser, game) {
  const { page, context, errors } = await openPage(browser, game.link(), PHONE);
  await page.waitForSelector('[data-seal]');
  await atRest(page);
  const stage = await box(page, '.stage');
  const inSight = () =>
    page.evaluate(([top, bottom]) => {
      const marks = [...document.querySelectorAll('[data-unit]')].map((unit) => ({ own: unit.getAttribute('aria-label').includes('French'), box: unit.querySelector('.turned').getBoundingClientRect() }));
      const seen = marks.filter(({ own, box }) => own && box.left > 0 && box.right < innerWidth && box.top > top && box.bottom < bottom);
      return { own: seen.length, long: Math.min(...seen.map(({ box }) => Math.max(box.width, box.height))) };
    }, [stage.y, stage.y + stage.height]);
  const first = await inSight();
  assert.ok(first.own >= 5, `${first.own} of one's own are in sight`);
  assert.ok(first.long >= LEAST, `the shortest is ${first.long} px long`);
  // All of the table, small, beside it: a tap leads elsewhere, and the table keeps its scale.
  const before = await tableBox(page);
  const small = await box(page, '[data-overview]');
  await page.touchscreen.tap(small.x + small.width - 6, small.y + small.height - 6);
  await atRest(page);
  const after = await tableBox(page);
  assert.equal(after.width, before.width);
  assert.ok(after.x < before.x - 40 || after.y < before.y - 40, 'it leads there');
  await page.getByRole('button', { name: 'Whole table' }).tap();
  await atRest(page);
  await whole(page, 390);
  assert.deepEqual(await cut(page), [], 'nothing is cut');
  assert.equal(await page.locator('[data-overview]').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  const vitoria = await begin(base, { battle: 'vitoria' });
  for (const screen of SCREENS) {
    const { width } = screen.viewport;
    const { page, context, errors } = await openPage(browser, vitoria.link(), screen);
    await page.waitForSelector('[data-seal]');
    await atRest(page);
    await whole(page, width);
    assert.deepEqual(await cut(page), [], `nothing is cut at ${width}`);
    if (width >= 900) assert.ok((await box(page, 'footer')).height < 60, `one row of footer at ${width}`);
    assert.deepEqual(errors, []);
    await context.close();
  }

  await onAPhone(browser, vitoria);

  const barrosa = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(barrosa, (view) => view.asked?.question.ask === 'order');
  const { page, context } = await openPage(browser, barrosa.link(), TABLET);
  await page.waitForSelector('[data-choice="next"]');
  await atRest(page);
  const before = await tableBox(page);
  await page.locator('[data-choice="next"]').tap();
  await page.waitForSelector('[data-card]');
  await atRest(page);
  assert.deepEqual(await tableBox(page), before, 'a unit in sight moves no table');
  await context.close();
}
