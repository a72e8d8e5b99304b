// A player made of hands: it does what the page offers, and looks at nothing else.

import assert from 'node:assert/strict';
import { CHOICE, mouse } from './hands.mjs';

/** How long to wait for what must happen, on the busiest machine; no test has a shorter clock of its own. */
const PATIENCE = 240_000;
/** How long a button that may go with its question is tried at a time, and how long a page waits for a reply. */
const SOON = 10_000;

/** What each page is being sent, with the time it was asked for. */
const fetching = new WeakMap();

function watchFetches(page) {
  const open = new Map();
  fetching.set(page, open);
  page.on('request', (one) => open.set(one, Date.now()));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (one) => open.delete(one));
}

/** Whether a page is waiting for something. A request the page has given up may never be reported as ended. */
const isFetching = (page) => [...(fetching.get(page)?.values() ?? [])].some((begun) => Date.now() - begun < SOON);

/** A fresh page that fails on any error of its own, and shows the computer's moves at once. */
export async function openPage(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  watchFetches(page);
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    localStorage.setItem('grognard.pace', '0');
    // A player who has read briefings and hints.
    localStorage.setItem('grognard.told', localStorage.getItem('grognard.told') ?? JSON.stringify({ quiet: true, noHints: true }));
  });
  await page.goto(base);
  return { page, context, errors };
}

/** Waits until it holds, looking again and again; with `what`, it says what did not come about. */
export async function until(holds, what = String(holds)) {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; ) {
    if (await holds()) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  assert.fail(`it never came about: ${what}`);
}

/**
 * Taps what puts something away, until it is away: on a busy machine a finger may lie so long between down and up that the
 * browser takes it for a long press.
 */
export const tapped = (button, goes) =>
  until(async () => {
    if ((await goes.count()) === 0) return true;
    await button.tap({ timeout: 5000 }).catch(() => {});
    return (await goes.count()) === 0;
  }, 'what was tapped away is gone');

/**
 * Waits until nothing is being fetched, the table is drawn at the scale it is seen at, and everything on it, and what is
 * named, stays where it is.
 */
export async function atRest(page, selector) {
  do {
    await until(() => !isFetching(page), 'all is fetched');
    await still(page, selector);
  } while (isFetching(page));
}

async function still(page, selector = '.box, .stage, [data-unit], [data-name], [data-ground]') {
  await page.evaluate(() => delete window.lookedAt);
  await page.waitForFunction((selector) => {
    const ended = document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity);
    const box = document.querySelector('.box > .world');
    const stretched = box && new DOMMatrix(getComputedStyle(box).transform).a !== 1;
    const places = [...document.querySelectorAll(selector)].map((one) => Object.values(one.getBoundingClientRect().toJSON()).map((side) => Math.round(side)).join(' ')).join('\n');
    const { places: before, frames } = window.lookedAt ?? { frames: 0 };
    window.lookedAt = { places, frames: places === before && ended && !stretched ? frames + 1 : 0 };
    return window.lookedAt.frames > 5;
  }, selector, { polling: 'raf' });
}

/** A page opened where something is to be seen, at rest. */
export async function openAt(browser, link, ready = '[data-end-phase]', options = {}) {
  const opened = await openPage(browser, link, options);
  await opened.page.waitForSelector(ready);
  await atRest(opened.page);
  return opened;
}

/** Nothing went wrong on it, and it is put away. */
export async function closed({ context, errors }) {
  assert.deepEqual(errors, []);
  await context.close();
}

/** From the start page into a battle: choose the card, fight. Two clicks. A seed gives the same dice each time. */
export async function startFight(page, hand, battle = 'barrosa-wheatley', seed = null) {
  if (seed !== null) {
    await page.route('**/api/games', (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed }) }));
  }
  await page.waitForSelector('[data-battle]');
  await hand.press(page, `[data-battle="${battle}"]`);
  await hand.press(page, '[data-fight]');
  // A press that went astray while the page was still moving is said again, as a person would.
  for (let tries = 0; tries * SOON < PATIENCE; tries++) {
    if (await page.waitForSelector('[data-prompt]', { timeout: SOON }).catch(() => null)) return;
    const alert = await page.locator('[role="alert"]').allTextContents();
    const fight = page.locator('[data-fight]:not(:disabled)');
    if (!(await fight.count())) continue;
    console.log(`      Fight is pressed again: ${alert.join(' ') || 'nothing is said'}`);
    await hand.press(page, '[data-fight]:not(:disabled)', { timeout: SOON }).catch(() => {});
  }
  await page.waitForSelector('[data-prompt]');
}

/** What the page wants now: the report, an order, a choice, or nothing yet. */
export async function wanted(page) {
  return page.evaluate(() => {
    if (document.querySelector('[data-report]')) return 'report';
    if (document.querySelector('[data-sure]')) return 'sure';
    if (document.querySelector('[data-confirm]')) return 'draft';
    if (document.querySelector('[data-end-anyway]')) return 'anyway';
    if (document.querySelector('[data-end-phase]')) return 'order';
    if (document.querySelector('[data-seal]:not(:disabled)')) return 'corps';
    if (document.querySelector('[data-choice]:not(:disabled)')) return 'choice';
    return 'wait';
  });
}

/** Waits until the page has taken the answer in and wants something again. */
export async function settled(page) {
  await page.waitForFunction(
    () => document.querySelector('[data-report], [data-end-phase], [data-seal]:not(:disabled), [data-choice]:not(:disabled), [data-confirm], [data-sure]'),
  );
}

const promptOf = (page) => page.locator('[data-prompt]').first().textContent({ timeout: 1000 }).catch(() => '');

/**
 * Presses a button of a question, and says whether it did. A question that leaves no choice answers itself: its button may
 * be gone before the hand is there.
 */
export async function pressIfThere(page, hand, selector) {
  for (let tries = 1; ; tries++) {
    try {
      await hand.press(page, selector, { timeout: SOON });
      return true;
    } catch (failed) {
      if (!(await page.locator(selector).count())) return false;
      if (tries * SOON >= PATIENCE) throw failed;
    }
  }
}

/** At a pace that waits after fights: ends and answers what is asked until the next one is shown. */
export async function toNextFight(page) {
  const held = '[data-follow="hold"][aria-pressed="true"]';
  const asked = ['[data-end-anyway]', '[data-end-phase]', '[data-choice]:not(:disabled)'];
  for (let n = 0; n < 20 && !(await page.locator(held).count()); n++) {
    for (const one of asked) {
      if (!(await page.locator(one).count())) continue;
      await pressIfThere(page, mouse, one);
      break;
    }
    await page.waitForSelector([held, ...asked].join(', '));
    await atRest(page);
  }
}

/** Waits for another prompt; what is asked twice in the same words is waited for a moment only. */
async function promptChanges(page, before) {
  await page
    .waitForFunction((old) => document.querySelector('[data-report]') || document.querySelector('[data-prompt]')?.textContent !== old, before, { timeout: 1500 })
    .catch(() => {});
}

/**
 * Plays to the end with the given hand. `plan.order` may give orders to units before the phase is ended, `plan.corps`
 * to corps before they are sealed; each returns how many it gave, by kind.
 */
export async function playToTheEnd(page, hand, plan = {}) {
  const seen = { orders: 0, choices: 0, moves: 0, charges: 0, corps: 0, written: 0, asks: new Set() };
  const add = (given = {}) => Object.entries(given).forEach(([kind, count]) => (seen[kind] += count));
  for (let n = 0; n < 900; n++) {
    await settled(page);
    switch (await wanted(page)) {
      case 'report':
        return seen;
      case 'sure':
        await hand.press(page, '[data-sure-yes]');
        await page.waitForSelector('[data-sure]', { state: 'detached' });
        break;
      case 'draft':
        // An attack was chosen by its button: it is meant.
        if (await page.locator('[data-draft="attack"]').count()) await confirmDraft(page, hand);
        else await hand.dismiss(page);
        break;
      case 'anyway':
        await hand.press(page, '[data-end-anyway]');
        await page.waitForSelector('[data-end-anyway]', { state: 'detached' });
        break;
      case 'order':
        seen.orders++;
        add(await plan.order?.(page, hand, seen.orders));
        if ((await wanted(page)) === 'order') await hand.press(page, '[data-end-phase]');
        break;
      case 'corps': {
        seen.corps++;
        add(await plan.corps?.(page, hand, seen.corps));
        const before = await promptOf(page);
        await hand.press(page, '[data-seal]');
        await promptChanges(page, before);
        break;
      }
      case 'choice': {
        const before = await promptOf(page);
        const ask = await page.locator('[data-ask]').first().getAttribute('data-ask', { timeout: 1000 }).catch(() => null);
        if (!(await pressIfThere(page, hand, CHOICE))) break;
        seen.choices++;
        if (ask) seen.asks.add(ask);
        await promptChanges(page, before);
        break;
      }
    }
    await page.waitForTimeout(15);
  }
  assert.fail('the battle did not end within 900 answers');
}

/** Takes the draft on the screen to its end: confirmed if the rules agree, put away if not. */
async function confirmDraft(page, hand) {
  await atRest(page);
  if (!(await page.locator('[data-draft]').count())) return false;
  const verdict = await page
    .waitForSelector('[data-verdict="good"], [data-verdict="bad"]')
    .then((found) => found.getAttribute('data-verdict'), () => 'none');
  if (verdict !== 'good') {
    await hand.dismiss(page);
    return false;
  }
  await hand.press(page, '[data-confirm]');
  // An act that ends the marches of others is asked about once.
  await page.waitForSelector('[data-sure], .action:not(:has([data-draft]))');
  if (await page.locator('[data-sure]').count()) await hand.press(page, '[data-sure-yes]');
  await page.waitForSelector('[data-draft], [data-sure]', { state: 'detached' });
  return true;
}

/** Sends one unit forward by the ghost, or in to the charge where it may, if the rules agree. */
export async function advance(page, hand, unit) {
  await hand.pick(page, unit);
  await atRest(page);
  if (!(await page.locator(`[data-card="${unit}"]`).count())) return {};
  const charge = await page.locator('[data-charge]').count();
  if (charge) await hand.press(page, '[data-charge]');
  else await hand.place(page, unit);
  return (await confirmDraft(page, hand)) ? (charge ? { charges: 1 } : { moves: 1 }) : {};
}

/** A plan: the first few units go forward, or charge, in the first few phases. */
export const marching = (units, phases) => async (page, hand, count) => {
  const given = { moves: 0, charges: 0 };
  if (count > phases) return given;
  for (const unit of (await ownUnits(page)).slice(0, units)) {
    await settled(page);
    if ((await wanted(page)) !== 'order') break;
    for (const [kind, more] of Object.entries(await advance(page, hand, unit))) given[kind] += more;
  }
  return given;
};

/** A plan: in the first few turns a corps is told to do something at a place that is shown on the table. */
export const instructing = (order, shares, turns) => async (page, hand, count) => {
  if (count > turns) return {};
  if (await page.locator('[data-corps]').count()) await hand.press(page, '[data-corps]');
  await hand.press(page, `[data-order="${order}"]:not([aria-disabled])`);
  await page.waitForSelector('[data-draft="instruct"]');
  await hand.point(page, shares);
  await page.waitForSelector('[data-objective]');
  return (await confirmDraft(page, hand)) ? { written: 1 } : {};
};

/** The units of the asked side that are on the table. */
export const ownUnits = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-unit]')]
      .filter((node) => node.getAttribute('aria-label').includes('French') && !node.getAttribute('aria-label').includes('artillery'))
      .map((node) => Number(node.getAttribute('data-unit'))),
  );
