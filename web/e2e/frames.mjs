// How smoothly the table moves: frames a second while it is panned and zoomed with sixty units and more on it, and
// how long a click takes to show. Measured, not tested: machines differ. Beside it the frames of an empty page.

import { begin } from './api.mjs';
import { openPage } from './player.mjs';

const SECONDS = 4;
const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

/** The times between frames while something goes on, in milliseconds. */
async function frames(page, going) {
  await page.evaluate(() => {
    const took = (window.took = []);
    let last = performance.now();
    const frame = (now) => {
      took.push(now - last);
      last = now;
      if (window.took === took) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const until = Date.now() + SECONDS * 1000;
  for (let n = 0; Date.now() < until; n++) await going(n);
  const took = await page.evaluate(() => {
    const { took } = window;
    window.took = null;
    return took.slice(1);
  });
  const sorted = took.toSorted((a, b) => a - b);
  return { fps: (1000 * took.length) / took.reduce((sum, one) => sum + one, 0), median: share(sorted, 0.5), p95: share(sorted, 0.95) };
}

/** Clicks unit after unit; how long from the click until the screen has changed. */
async function clicks(page, count) {
  await page.evaluate(() => {
    window.clicked = [];
    addEventListener('click', (event) => {
      const begun = event.timeStamp;
      const seen = () => {
        const changed = document.querySelector('.ring.selected');
        if (!changed) return requestAnimationFrame(seen);
        // The frame after the one that drew it: by then it is on the glass.
        requestAnimationFrame(() => requestAnimationFrame((now) => window.clicked.push(now - begun)));
      };
      setTimeout(seen);
    }, true);
  });
  for (let n = 0; n < count; n++) {
    const spots = page.locator('[data-unit] .turned');
    const box = await spots.nth((n * 7) % (await spots.count())).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(180);
  }
  const sorted = (await page.evaluate(() => window.clicked)).toSorted((a, b) => a - b);
  return { median: share(sorted, 0.5), p95: share(sorted, 0.95), count: sorted.length };
}

export default async function ({ browser, base }) {
  // The battle with the most units there is.
  const cards = await (await fetch(`${base}api/battles`)).json();
  const [most] = cards.toSorted((a, b) => b.pieces.length - a.pieces.length);
  const game = await begin(base, { battle: most.id });
  const { page, context } = await openPage(browser, `${base}health`);
  const idle = await frames(page, () => page.waitForTimeout(50));
  await page.goto(game.link());
  await page.waitForSelector('[data-unit]');
  const units = await page.locator('[data-unit]').count();
  const stage = await page.locator('.stage').boundingBox();
  const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
  await page.getByRole('button', { name: 'Nearer' }).click();
  await page.waitForTimeout(400);

  await page.mouse.move(x, stage.y + 40);
  await page.mouse.down();
  const pan = await frames(page, (n) => page.mouse.move(x + Math.sin(n / 12) * 220, stage.y + 40 + (1 - Math.cos(n / 12)) * 120));
  await page.mouse.up();
  const zoom = await frames(page, (n) => page.mouse.wheel(0, Math.floor(n / 25) % 2 ? 25 : -25));
  await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Whole table' }).click();
  await page.waitForTimeout(400);
  const click = await clicks(page, 40);

  const line = (what, { fps, median, p95 }) =>
    console.log(`${what.padEnd(34)}${fps.toFixed(1).padStart(6)} frames/s   median ${median.toFixed(1)} ms   p95 ${p95.toFixed(1)} ms   ${(median / idle.median).toFixed(2)} × an empty page's`);
  line('an empty page', idle);
  line(`panning ${units} units`, pan);
  line(`zooming ${units} units`, zoom);
  console.log(`${'a click until it shows'.padEnd(34)}median ${click.median.toFixed(0)} ms   p95 ${click.p95.toFixed(0)} ms   ${(click.p95 / idle.median).toFixed(1)} × an empty page's frame   (${click.count} clicks)`);
  await context.close();
}
