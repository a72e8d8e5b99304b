// The table begins whole and clear of what is asked, at every width, and stays where it is while its units can be seen.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { box, PHONE } from './hands.mjs';
import { openPage } from './player.mjs';

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const SCREENS = [{ viewport: { width: 1280, height: 800 } }, { viewport: { width: 1024, height: 768 } }, TABLET, PHONE];

const tableBox = (page) => box(page, 'svg[role="group"]');

/** All that is drawn for the whole table lies within the stage, below the bar. */
async function whole(page, width) {
  const [table, stage, bar] = [await tableBox(page), await box(page, '.stage'), await box(page, '.action')];
  assert.ok(table.x >= -1 && table.x + table.width <= stage.width + 1, `all of the table across at ${width}: ${JSON.stringify(table)}`);
  assert.ok(table.y >= bar.y + bar.height - 1, `the table begins below what is asked at ${width}`);
  assert.ok(table.y + table.height <= stage.y + stage.height + 1, `and ends in sight at ${width}`);
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

export default async function ({ browser, base }) {
  const vitoria = await begin(base, { battle: 'vitoria' });
  for (const screen of SCREENS) {
    const { width } = screen.viewport;
    const { page, context, errors } = await openPage(browser, vitoria.link(), screen);
    await page.waitForSelector('[data-seal]');
    await page.waitForTimeout(300);
    await whole(page, width);
    assert.deepEqual(await cut(page), [], `nothing is cut at ${width}`);
    if (width >= 900) assert.ok((await box(page, 'footer')).height < 60, `one row of footer at ${width}`);
    assert.deepEqual(errors, []);
    await context.close();
  }

  const barrosa = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(barrosa, (view) => view.asked?.question.ask === 'order');
  const { page, context } = await openPage(browser, barrosa.link(), TABLET);
  await page.waitForSelector('[data-choice="next"]');
  await page.waitForTimeout(300);
  const before = await tableBox(page);
  await page.locator('[data-choice="next"]').tap();
  await page.waitForSelector('[data-card]');
  await page.waitForTimeout(500);
  assert.deepEqual(await tableBox(page), before, 'a unit in sight moves no table');
  await context.close();
}
