// What a newcomer stumbled over: a button out of sight, a card below the fold, two questions at once, a place forgotten, an
// enemy hidden under what is asked, a heading over nothing, armies called wrongly.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { mouse, PHONE, touch } from './hands.mjs';
import { atRest, closed, openAt, openPage, startFight } from './player.mjs';
import { orders } from './scenes.mjs';

const inSight = (page, selector) =>
  page.locator(selector).first().evaluate((one) => ((box) => box.top >= 0 && box.bottom <= innerHeight && box.height > 0)(one.getBoundingClientRect()));
const ours = (view) => view.units.find((unit) => unit.side === 'french' && unit.rect && unit.arm === 'infantry').id;

/** Whichever card is chosen, what begins the battle is in sight. */
async function fightInSight(browser, base) {
  const opened = await openAt(browser, base, '[data-battle="vitoria"]');
  const { page } = opened;
  await page.locator('[data-battle]').last().scrollIntoViewIfNeeded();
  await page.locator('[data-battle]').last().click();
  await atRest(page, 'aside, [data-fight]');
  assert.ok(await inSight(page, '[data-fight]'), 'the button stands in the window');
  await closed(opened);
}

/** Games that go on stand above: below it is said so. */
async function gamesAbove(browser, base) {
  const opened = await openAt(browser, base, '[data-battle]');
  const { page } = opened;
  await startFight(page, mouse);
  await page.goto(base);
  await page.waitForSelector('[data-running] [data-game]');
  await page.waitForSelector('[data-games-above]');
  await closed(opened);
}

/** What the chosen unit may do is in sight, though a hint stands there too: on a phone below it. */
async function cardFirst(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, orders);
  for (const options of [{}, PHONE]) {
    const opened = await openPage(browser, game.link(), options);
    const { page } = opened;
    // A newcomer has read no hint yet.
    await page.evaluate(() => localStorage.setItem('grognard.told', JSON.stringify({ quiet: true, noHints: false })));
    await page.reload();
    await page.waitForSelector('[data-hint]');
    await atRest(page);
    await page.locator(`[data-unit="${ours(view)}"]`).dispatchEvent('click');
    await page.waitForSelector('[data-card] [data-form]');
    const [card, hint] = await Promise.all(['[data-card]', '[data-hint]'].map(async (one) => (await page.locator(one).boundingBox()).y));
    if (options.isMobile) assert.ok(card < hint, `the card at ${card} stands above the hint at ${hint}`);
    else assert.ok(await inSight(page, '[data-card] [data-form]'), 'what it may form is in sight');
    await closed(opened);
  }
}

/** Choosing a unit on the table leaves the question whether the phase is over. */
async function oneQuestion(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, orders);
  const opened = await openAt(browser, game.link(), '[data-end-phase]');
  const { page } = opened;
  await page.locator('[data-end-phase]').click();
  await page.waitForSelector('[data-end-anyway]');
  await page.locator(`[data-unit="${ours(view)}"]`).dispatchEvent('click');
  await page.waitForSelector('[data-end-anyway]', { state: 'detached' });
  await page.waitForSelector('[data-card]');
  // And the table as a list has one way back.
  await page.locator('[data-as-list]').click();
  await page.waitForSelector('[data-row]');
  assert.equal(await page.getByRole('button', { name: /As a table/ }).count(), 1);
  await closed(opened);
}

/** Another order for the same place keeps it; on a phone a corps and its nearest enemy are seen while it is told. */
async function corps(browser, base) {
  const game = await begin(base, { battle: 'baumersdorf' });
  const view = await game.view();
  const opened = await openAt(browser, game.link(), '[data-order="probe"], [data-corps]', PHONE);
  const { page } = opened;
  if (!(await page.locator('[data-order]').count())) await touch.press(page, '[data-corps]');
  await page.waitForSelector('[data-order="probe"]');
  await atRest(page);
  const bar = await page.locator('.action').boundingBox();
  const stage = await page.locator('.stage').boundingBox();
  assert.ok(bar.y + bar.height < stage.y + stage.height * 0.45, `what is asked leaves more than half of the table: ${bar.y + bar.height} of ${stage.y} to ${stage.y + stage.height}`);
  const enemies = view.units.filter(({ side, rect }) => side === 'allied' && rect).map(({ id }) => `[data-unit="${id}"]`);
  const tops = await Promise.all(enemies.map((one) => page.locator(one).evaluate((unit) => unit.getBoundingClientRect().bottom)));
  assert.ok(tops.some((bottom) => bottom > bar.y + bar.height), 'an enemy is in sight');
  const before = view.groups.find(({ side }) => side === 'french').order.at;
  assert.ok(before, 'it has a place');
  await touch.press(page, '[data-order="probe"]');
  await page.waitForSelector('[data-draft="instruct"]');
  assert.doesNotMatch(await page.locator('[data-draft="instruct"] [data-say] strong').innerText(), /Probe\.$/, 'it keeps its place');
  await closed(opened);
}

/** Where a nation fights on both sides a frame says whose its units are. */
async function whose(browser, base) {
  const game = await begin(base, { battle: 'vitoria' });
  const view = await game.view();
  const spaniards = view.units.filter(({ nation, rect }) => nation === 'spanish' && rect);
  const opened = await openAt(browser, game.link(), '[data-whose]');
  for (const { id, side } of spaniards) assert.equal(await opened.page.locator(`[data-unit="${id}"] [data-whose]`).getAttribute('data-whose'), side);
  assert.deepEqual(new Set(spaniards.map(({ side }) => side)), new Set(['french', 'allied']));
  assert.equal(await opened.page.locator('[data-whose]').count(), spaniards.length, 'and nobody else has one');
  await closed(opened);
}

/** In the report armies are called as those who fight. */
async function report(browser, base) {
  const game = await begin(base, { battle: 'gilly', french: 'captain', allied: 'captain' });
  const opened = await openAt(browser, `${game.link('watch')}/report`, '[data-full-report]');
  const said = await opened.page.locator('[data-full-report]').innerText();
  assert.doesNotMatch(said, /The Prussian have|toward the Prussian\b(?!s)|Prussian ahead/);
  assert.match(said, /Prussians/);
  await closed(opened);
}

export default async function ({ browser, base }) {
  const failures = [];
  for (const test of [fightInSight, gamesAbove, cardFirst, oneQuestion, corps, whose, report]) {
    await test(browser, base).catch((failed) => failures.push(`${test.name}: ${failed.stack ?? failed}`));
  }
  assert.deepEqual(failures, [], failures.join('\n'));
}
