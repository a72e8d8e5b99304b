// Screenshots of every page at three widths, light and dark, to be looked at.

import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { begin, leadTo } from './api.mjs';
import { openPage, toNextFight } from './player.mjs';
import { games, orders } from './scenes.mjs';

const folder = process.env.PICTURES ?? resolve(dirname(fileURLToPath(import.meta.url)), '../../target/pictures');
/** `PICTURES_OF=battle,odds` takes those only. */
const only = process.env.PICTURES_OF?.split(',');

export default async function ({ browser, base }) {
  mkdirSync(folder, { recursive: true });
  const { battle, corps, deploy, reserve, charge, dice, over } = await games(base);
  // The step in which most dice fell.
  const { log } = await over.view('watch');
  const fire = log.reduce((one, other) => (other.throws.length > one.throws.length ? other : one)).step;
  const scenes = {
    start: { at: base, ready: '[data-battle]' },
    setup: { at: base, ready: '[data-battle]', then: (page) => page.locator('[data-battle="barrosa-wheatley"]').click().then(() => page.waitForSelector('[data-fight]')) },
    sheet: { at: `${base}#/rules/br8`, ready: '[data-turn-overview]' },
    'sheet-orders': { at: `${base}#/rules/orders`, ready: '[data-turn-overview]' },
    battle: {
      at: battle.link(),
      ready: '[data-end-phase]',
      async then(page) {
        await page.locator('[data-unit="1"]').dispatchEvent('click');
        await page.waitForSelector('[data-card="1"]');
        await page.waitForTimeout(400);
        for (const key of [...Array(9).fill('ArrowUp'), ...Array(4).fill('ArrowRight')]) await page.keyboard.press(key);
      },
    },
    briefing: { at: battle.link(), ready: '[data-end-phase]', then: (page) => page.keyboard.press('b').then(() => page.waitForSelector('[data-briefing]')) },
    // The computer's turn, held after its first fight; played on from, so each picture has a game of its own.
    caption: {
      async at() {
        const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
        await leadTo(game, (view) => orders(view) && view.turn === 3);
        return game.link();
      },
      ready: '[data-end-phase]',
      async then(page) {
        await page.addInitScript(() => localStorage.setItem('grognard.pace', '901'));
        await page.reload();
        await page.waitForSelector('[data-end-phase]');
        await toNextFight(page);
      },
    },
    ask: { at: battle.link(), ready: '[data-ask-captain]', then: (page) => page.keyboard.press('a').then(() => page.waitForSelector('[data-advice] [data-plan]')) },
    formation: {
      at: battle.link(),
      ready: '[data-end-phase]',
      async then(page) {
        await page.locator('[data-unit="1"]').dispatchEvent('click');
        await page.locator('[data-form]').first().click();
        await page.waitForSelector('[data-verdict="good"]');
      },
    },
    list: { at: battle.link(), ready: '[data-end-phase]', then: (page) => page.getByRole('button', { name: 'As a list' }).click() },
    corps: { at: corps.writing.link(), ready: '[data-seal]' },
    instruct: {
      at: corps.writing.link(),
      ready: '[data-seal]',
      async then(page) {
        await page.locator('[data-corps]').first().click();
        await page.locator('[data-order="attack"]').click();
        await page.locator('[data-place]').selectOption({ index: 1 });
        await page.waitForSelector('[data-verdict="good"]');
      },
    },
    brigades: {
      at: corps.marching.link(),
      ready: '[data-end-phase]',
      async then(page) {
        await page.locator('[data-choice="next"]').click();
        await page.waitForTimeout(400);
        for (const key of Array(3).fill('ArrowUp')) await page.keyboard.press(key);
      },
    },
    'end-phase': { at: corps.marching.link(), ready: '[data-end-phase]', then: (page) => page.locator('[data-end-phase]').click() },
    army: { at: corps.army.link('allied'), ready: '[data-end-phase]' },
    'whole-army': { at: corps.army.link('allied'), ready: '[data-end-phase]', then: (page) => page.getByRole('button', { name: 'Whole table' }).click() },
    deploy: { at: deploy.link(), ready: '[data-verdict="good"]' },
    reserve: {
      at: reserve.link(),
      ready: '[data-ask="order"] [data-choice]',
      then: (page) => page.locator('[data-ask="order"] [data-choice]').first().click(),
    },
    odds: {
      at: charge.game.link(),
      ready: '[data-end-phase]',
      async then(page) {
        await page.locator(`[data-unit="${charge.unit}"]`).dispatchEvent('click');
        await page.locator('[data-charge]').first().click();
        await page.waitForSelector('[data-odds]');
      },
    },
    dice: { at: dice.link(), ready: '[data-own-dice]', then: (page) => page.locator('[data-face="5"]').click() },
    end: { at: over.link('watch'), ready: '[data-report]' },
    report: { at: `${over.link('watch')}/report`, ready: '[data-full-report]', whole: true },
    replay: { at: `${over.link('watch')}/replay/60`, ready: '[data-replaying]' },
    fire: { at: `${over.link('watch')}/replay/${fire}`, ready: '[data-table-dice]' },
    'desk-charge': { at: `${base}#/desk/br8/charge/charge`, ready: '[data-desk-odds]' },
    'desk-orders': {
      at: `${base}#/desk/orders/shot`,
      ready: '[data-roll]',
      async then(page) {
        await page.locator('[data-roll]').click();
        await page.waitForSelector('[data-result]');
      },
    },
    desk: {
      at: `${base}#/desk/br8/artillery-fire`,
      ready: '[data-roll]',
      async then(page) {
        await page.locator('[data-roll]').click();
        await page.waitForSelector('[data-result]');
      },
    },
  };
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1440, 820, 390]) {
      for (const [name, { at, ready, then, whole }] of Object.entries(scenes)) {
        if (only && !only.includes(name)) continue;
        const viewport = { width, height: width === 390 ? 844 : width === 820 ? 1100 : 900 };
        const { page, context } = await openPage(browser, typeof at === 'function' ? await at() : at, { viewport, colorScheme, reducedMotion: 'reduce', hasTouch: width < 900, isMobile: width < 900 });
        try {
          await page.waitForSelector(ready);
          await then?.(page);
          await page.waitForTimeout(500);
          await page.screenshot({ path: join(folder, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`), fullPage: Boolean(whole) });
        } catch (failed) {
          throw new Error(`${name} at ${width}, ${colorScheme}`, { cause: failed });
        }
        await context.close();
      }
    }
  }
  console.log(`pictures in ${folder}`);
}
