// Nothing serious for axe to say, on any page and in any dialog, light and dark, wide and narrow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { atRest, openPage } from './player.mjs';
import { games } from './scenes.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious, a line for each. */
async function look(page, where, rules = undefined) {
  return page.evaluate(async ([where, rules]) => {
    const { violations } = await window.axe.run(document, rules ? { runOnly: rules } : {});
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${where}: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, [where, rules]);
}

/** What is looked at: where it is, and what is done there before each look. */
async function rooms(base) {
  const { battle, corps, deploy, reserve, charge, dice, over } = await games(base);
  return [
    { at: base, ready: '[data-battle]', looks: [['start']] },
    {
      at: battle.link(),
      ready: '[data-end-phase]',
      looks: [
        ['battle'],
        ['a unit and its ghost', async (page) => {
          await page.locator('[data-unit="1"]').dispatchEvent('click');
          await page.waitForSelector('[data-card="1"]');
          await page.keyboard.press('ArrowUp');
          await page.waitForSelector('[data-verdict="good"]');
        }],
        ['several units', async (page) => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('Shift+G');
          await page.waitForSelector('[data-group-ahead]:not(:disabled)');
        }],
        ['a rule', async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('[data-log] [data-why]').first().click();
          await page.locator('[data-log] [aria-label^="Rule"]').first().click();
          await page.waitForSelector('[role="tooltip"]');
        }],
        ['units without orders', async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('[data-end-phase]').click();
          await page.waitForSelector('[data-end-anyway]');
        }],
        ['an order not confirmed', async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('[data-unit="1"]').dispatchEvent('click');
          await page.waitForSelector('[data-reach]');
          await page.keyboard.press('ArrowUp');
          await page.waitForSelector('[data-verdict="good"]');
          await page.locator('[data-end-phase]').click();
          await page.waitForSelector('[data-pending]');
        }],
        ['how it stands', async (page) => {
          await page.locator('[data-stay]').click();
          await page.keyboard.press('Escape');
          await page.locator('[data-standing]').click();
          await page.waitForSelector('[data-standing-told]');
        }],
        ['share', async (page) => {
          await page.keyboard.press('Escape');
          await page.locator('[data-share]').click();
          await page.waitForSelector('dialog[open]');
        }],
        ['briefing', async (page) => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('b');
          await page.waitForSelector('[data-briefing]');
        }],
        ['rules of a phase', async (page) => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('r');
          await page.waitForSelector('[data-phase-rules] li');
        }],
        ['keys', async (page) => {
          await page.keyboard.press('Escape');
          await page.keyboard.press('?');
          await page.waitForSelector('[data-keys]');
        }],
        ['list', async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'As a list' }).click();
        }],
      ],
    },
    {
      at: corps.writing.link(),
      ready: '[data-seal]',
      looks: [
        ['corps'],
        ['the orders of a corps', (page) => page.locator('[data-corps]').first().click()],
        ['an order being written', async (page) => {
          await page.locator('[data-order="attack"]').click();
          await page.waitForSelector('[data-verdict="good"]');
        }],
      ],
    },
    { at: deploy.link(), ready: '[data-verdict="good"]', looks: [['deployment']] },
    { at: reserve.link(), ready: '[data-ask="order"] [data-choice]', looks: [['an arriving reserve', async (page) => {
      await page.locator('[data-ask="order"] [data-choice]').first().click();
      await page.waitForSelector('[data-verdict="good"]');
    }]] },
    { at: charge.game.link(), ready: '[data-end-phase]', looks: [['odds', async (page) => {
      await page.locator(`[data-unit="${charge.unit}"]`).dispatchEvent('click');
      await page.locator('[data-charge]').first().click();
      await page.waitForSelector('[data-odds]');
    }], ['odds in full', async (page) => {
      await page.locator('[data-depth]').last().click();
      await atRest(page);
    }]] },
    { at: battle.link(), ready: '[data-end-phase]', looks: [['a formation', async (page) => {
      await page.locator('[data-unit="1"]').dispatchEvent('click');
      await page.locator('[data-form]').first().click();
      await page.waitForSelector('[data-draft="form"][data-verdict="good"]');
    }], ['a charge that is refused', async (page) => {
      await page.locator('[data-unit][aria-label*="British"]').last().dispatchEvent('click');
      await page.waitForSelector('[data-draft="charge"][data-verdict="bad"]');
    }]] },
    { at: dice.link(), ready: '[data-own-dice]', looks: [['own dice', (page) => page.locator('[data-face="5"]').click()]] },
    { at: over.link('watch'), ready: '[data-report]', looks: [['the end']] },
    { at: `${over.link('watch')}/report`, ready: '[data-full-report]', looks: [['report']] },
    { at: `${over.link('watch')}/replay/60`, ready: '[data-replaying]', looks: [['replay']] },
    { at: `${base}#/rules/br8`, ready: '[data-sheet="br8"]', looks: [['a sheet', (page) => page.locator('details summary').click()]] },
    { at: `${base}#/desk/br8/charge/charge`, ready: '[data-desk-odds]', looks: [['a charge at the desk']] },
    { at: `${base}#/desk/br8/artillery-fire`, ready: '[data-roll]', looks: [['chart desk', async (page) => {
      await page.locator('[data-roll]').click();
      await page.waitForSelector('[data-result]');
    }], ['chart desk, own dice', (page) => page.getByRole('button', { name: 'My own dice' }).click()]] },
  ];
}

export default async function ({ browser, base }) {
  const all = await rooms(base);
  const wrong = [];
  for (const width of [1440, 390]) {
    for (const { at, ready, looks } of all) {
      const { page, context } = await openPage(browser, at, { viewport: { width, height: 850 }, colorScheme: 'light', reducedMotion: 'reduce' });
      await page.waitForSelector(ready);
      await page.evaluate(axe);
      for (const [name, first] of looks) {
        await first?.(page);
        await atRest(page);
        wrong.push(...(await look(page, `${name}, light ${width}`)));
        // The same page in the dark differs in nothing but its colours.
        await page.evaluate(() => { document.documentElement.dataset.theme = 'dark'; });
        wrong.push(...(await look(page, `${name}, dark ${width}`, ['color-contrast'])));
        await page.evaluate(() => { document.documentElement.dataset.theme = 'light'; });
      }
      await context.close();
    }
  }
  assert.equal(wrong.length, 0, `\n${wrong.join('\n')}`);
}
