// A sheet as a card: both sides of an A4 or Letter paper, nothing cut, in letters of 12 points; a club's rules marked.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage } from './player.mjs';

const CLUB = join(dirname(fileURLToPath(import.meta.url)), '../../docs/club.toml');
const pagesOf = (pdf) => (pdf.toString('latin1').match(/\/Type\s*\/Page(?!s)/g) ?? []).length;
/** Inches; the margins of the page are 8 mm. */
const PAPERS = { A4: [8.27, 11.69], Letter: [8.5, 11] };

async function printed(browser, base) {
  const { page, context, errors } = await openPage(browser, `${base}#/rules`);
  for (const sheet of ['br8', 'a15', 'p7', 'orders']) {
    await page.emulateMedia({ media: null });
    await page.goto(`${base}#/rules/${sheet}`);
    await page.waitForSelector(`[data-sheet="${sheet}"]`);
    assert.doesNotMatch(await page.locator('[data-sheet]').textContent(), /version of the sheet|\b(french|british|austrian|prussian) (column|line|infantry)/);
    for (const [format, [width, height]] of Object.entries(PAPERS)) {
      const sides = pagesOf(await page.pdf({ format }));
      assert.equal(sides, 2, `${sheet} on ${format}: ${sides} sides`);
      // As it lies on the paper: no line is wider than its column, and no letter smaller than 12 points.
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: Math.floor((width - 16 / 25.4) * 96), height: Math.floor((height - 16 / 25.4) * 96) });
      const found = await page.evaluate(() => {
        const card = document.querySelector('[data-sheet]');
        const right = card.getBoundingClientRect().right;
        const wide = [...card.querySelectorAll('li, p, h2')].filter((one) => [...one.getClientRects()].some((rect) => rect.right > right + 1)).map((one) => one.textContent);
        const small = Math.min(...[...card.querySelectorAll('li, p, h1, h2, b, strong, span')].filter((one) => !one.matches('.house')).map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
        return { wide, small, over: document.documentElement.scrollWidth - innerWidth };
      });
      assert.deepEqual(found.wide, [], `${sheet} on ${format}`);
      assert.ok(found.over <= 0, `${sheet} on ${format} is ${found.over} px too wide`);
      assert.ok(found.small >= 16, `${sheet} on ${format}: letters of ${found.small * 0.75} pt`);
    }
  }
  assert.deepEqual(errors, []);
  await context.close();
}

/** A club's patch: chosen when a battle is set up, its changes seen before and beside the rules during it. */
async function house(browser, base) {
  const { page, context, errors } = await openPage(browser, base);
  await page.locator('[data-battle="gilly"]').click();
  await page.locator('[data-open-house]').setInputFiles({ name: 'wrong.toml', mimeType: 'text/plain', buffer: Buffer.from('sheet = "p7"\noff = ["volley.move.dubble"]\n') });
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').textContent(), /:2:.*dubble/, 'a fault is named with its line');
  await page.locator('[data-open-house]').setInputFiles({ name: 'club.toml', mimeType: 'text/plain', buffer: readFileSync(CLUB) });
  await page.waitForSelector('[data-house-diff]');
  const diff = await page.locator('[data-house-diff]').textContent();
  assert.match(diff, /Tuesday club/);
  assert.match(diff, /4 → 3/);
  await page.locator('[data-fight]').click();
  await page.waitForSelector('[data-phase="1"]');
  await page.locator('[data-phase="1"]').click();
  await page.waitForSelector('[data-phase-rules] .house');
  assert.match(await page.locator('[data-phase-rules]').textContent(), /column.*house rule, printed: 4/);
  await page.locator('[data-whole-sheet]').click();
  await page.waitForSelector('[data-house]');
  assert.match(await page.locator('[data-house]').textContent(), /Tuesday club/);
  // Another time it is there to be chosen; another sheet has none of it.
  await page.goto(base);
  await page.locator('[data-battle="gilly"]').click();
  await page.waitForSelector('[data-house-known]');
  await page.locator('[data-battle="barrosa-wheatley"]').click();
  assert.equal(await page.locator('[data-house-known]').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await printed(browser, base);
  await house(browser, base);
}
