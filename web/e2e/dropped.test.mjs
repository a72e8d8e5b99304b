// The line to a page breaks a hundred times while the game goes on: it ends with the same game, never reloaded.

import assert from 'node:assert/strict';
import { begin } from './api.mjs';
import { openPage, until } from './player.mjs';

const CUTS = 100;

/** A player of both sides until told to stop, who now and then takes something back. */
async function playBoth(base, game, until) {
  let moves = 0;
  while (!until()) {
    const view = await game.view('watch');
    if (!view.asked) break;
    const { side } = view.asked;
    const mine = await game.view(side);
    const answered = await game.answer(mine, mine.asked.decline, side);
    moves++;
    // Taken back and given again: the same version, and yet another game in between.
    if (moves % 7 === 0 && answered.version === mine.version + 1) await game.undo(side).catch(() => {});
    await new Promise((later) => setTimeout(later, 20));
  }
  return moves;
}

export default async function ({ browser, base }) {
  const game = await begin(base, { battle: 'leubnitz', allied: 'friend' });
  const lines = new Set();
  let cuts = 0;
  const { page, context, errors } = await openPage(browser, base);
  await page.routeWebSocket(/\/live/, (line) => {
    const server = line.connectToServer();
    lines.add(line);
    line.onClose(() => lines.delete(line));
    server.onClose(() => lines.delete(line));
    line.cut = () => {
      lines.delete(line);
      cuts++;
      server.close();
      line.close();
    };
  });
  await page.goto(game.link('watch'));
  await page.waitForSelector('[data-hash]');
  await page.evaluate(() => (window.never = 'reloaded'));

  // Every fifth time the whole net is gone for a moment, so that what is being fetched breaks too.
  const cutting = (async () => {
    while (cuts < CUTS) {
      await new Promise((later) => setTimeout(later, 10 + Math.random() * 90));
      await until(() => lines.size, 'the page calls again');
      const [line] = lines;
      line.cut();
      if (cuts % 5) continue;
      await context.setOffline(true);
      await new Promise((later) => setTimeout(later, 30 + Math.random() * 60));
      await context.setOffline(false);
    }
  })();
  const [moves] = await Promise.all([playBoth(base, game, () => cuts >= CUTS), cutting]);

  const truth = (await game.view('watch')).hash;
  await page.waitForFunction((hash) => document.querySelector('[data-hash]')?.getAttribute('data-hash') === hash, truth);
  assert.equal(await page.evaluate(() => window.never), 'reloaded', 'the page was never reloaded');
  assert.ok(cuts >= CUTS && moves > 50, `${cuts} cuts, ${moves} moves`);
  assert.equal(await page.locator('[role="alert"]').count(), 0, 'no error is left on the page');
  assert.deepEqual(errors, []);
  await context.close();
}
