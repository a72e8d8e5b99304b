// A player made of hands: it does what the page offers, and looks at nothing else.

import assert from 'node:assert/strict';

/** The first choice offered, except where it only begins an order: there, none. */
export const CHOICE =
  ':is([data-ask="adjust"], [data-ask="retire"]) > [data-choice="no"], ' +
  ':not([data-ask="adjust"], [data-ask="retire"]) > [data-choice]:not(:disabled)';

/** A fresh page that fails on any error of its own, and shows the computer's moves at once. */
export async function openPage(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => localStorage.setItem('grognard.pace', '0'));
  await page.goto(base);
  return { page, context, errors };
}

/** From the start page into a teaching fight, that of Br8 unless another is named: choose the card, fight. Two clicks. */
export async function startTeachingFight(page, press = (target) => target.click(), battle = 'barrosa-wheatley') {
  await press(page.locator(`[data-battle="${battle}"]`));
  await press(page.locator('[data-fight]').first());
  await page.waitForSelector('[data-prompt]');
}

/** What the page wants now: 'report', 'order', 'choice', or 'wait'. */
export async function wanted(page) {
  return page.evaluate(() => {
    if (document.querySelector('[data-report]')) return 'report';
    if (document.querySelector('[data-confirm]')) return 'draft';
    if (document.querySelector('[data-end-anyway]')) return 'anyway';
    if (document.querySelector('[data-end-phase]')) return 'order';
    if (document.querySelector('[data-choice]:not(:disabled)')) return 'choice';
    return 'wait';
  });
}

/** Waits until the page has taken the answer in: something else is wanted, or the log has grown. */
export async function settled(page) {
  await page.waitForFunction(
    () => document.querySelector('[data-report], [data-end-phase], [data-choice]:not(:disabled), [data-confirm]'),
    null,
    { timeout: 30_000 },
  );
}

/** Plays to the end with the given hand: `order` may give orders before the phase is ended. */
export async function playToTheEnd(page, hand) {
  const seen = { orders: 0, choices: 0, moves: 0 };
  for (let n = 0; n < 900; n++) {
    await settled(page);
    switch (await wanted(page)) {
      case 'report':
        return seen;
      case 'draft':
        await hand.dismiss(page);
        break;
      case 'anyway':
        await hand.press(page, '[data-end-anyway]');
        await page.waitForSelector('[data-end-anyway]', { state: 'detached' });
        break;
      case 'order':
        seen.orders++;
        seen.moves += await hand.order(page, seen.orders);
        if ((await wanted(page)) === 'order') await hand.press(page, '[data-end-phase]');
        break;
      case 'choice': {
        seen.choices++;
        const marker = await page.locator('[data-prompt]').textContent();
        await hand.choose(page);
        await page
          .waitForFunction((before) => document.querySelector('[data-prompt]')?.textContent !== before, marker, { timeout: 1500 })
          .catch(() => {});
        break;
      }
    }
    await page.waitForTimeout(15);
  }
  assert.fail('the battle did not end within 900 answers');
}

/** Sends one unit forward by the ghost, if the rules agree. Returns 1 where a move was confirmed. */
export async function advance(page, unit, { choose, place, confirm, dismiss }) {
  await choose(page, unit);
  const ready = await page.waitForSelector(`[data-card="${unit}"]`, { timeout: 2000 }).catch(() => null);
  if (!ready) return 0;
  await page.waitForTimeout(120);
  await place(page, unit);
  const draft = await page.waitForSelector('[data-draft]', { timeout: 800 }).catch(() => null);
  if (!draft) return 0;
  const verdict = await page
    .waitForSelector('[data-verdict="good"], [data-verdict="bad"]', { timeout: 3000 })
    .then((found) => found.getAttribute('data-verdict'), () => 'none');
  if (verdict !== 'good') {
    await dismiss(page);
    return 0;
  }
  await confirm(page);
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  return 1;
}

/** The units of the asked side that are on the table. */
export const ownUnits = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-unit]')]
      .filter((node) => node.getAttribute('aria-label').includes('French') && !node.getAttribute('aria-label').includes('artillery'))
      .map((node) => Number(node.getAttribute('data-unit'))),
  );
