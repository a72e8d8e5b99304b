// The teaching battle of the empire game: to its end by mouse, with the decisions of every hour counted; its first hour
// by keyboard alone and on a phone.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { keyboard, mouse, PHONE, touch } from './hands.mjs';
import { advance, openPage, ownUnits, playToTheEnd, pressIfThere, settled, startFight, wanted } from './player.mjs';

const BATTLE = 'hassenhausen-at-eight';
/** More than this many answers in an hour tire a player. */
const MOST = 45;

/** The French face west: on a phone a tap before their front. */
const westward = {
  ...touch,
  async place(page, unit) {
    const box = await page.locator(`[data-unit="${unit}"] .turned`).boundingBox();
    await page.touchscreen.tap(box.x - 20, box.y + box.height / 2);
  },
};

/** How often this page has answered, by the hour in which it was asked. */
function counted(page) {
  const hours = new Map();
  let hour = 1;
  page.on('response', async (reply) => {
    if (reply.request().method() === 'POST' && reply.url().endsWith('/answers') && reply.ok()) {
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
      hour = (await reply.json().catch(() => null))?.turn ?? hour;
    }
  });
  return hours;
}

/** In every impulse two units go forward, and all fire. */
async function impulse(page, hand) {
  const given = { moves: 0, charges: 0 };
  for (const unit of (await ownUnits(page)).slice(0, 2)) {
    await settled(page);
    if ((await wanted(page)) !== 'order') return given;
    for (const [kind, more] of Object.entries(await advance(page, hand, unit))) given[kind] += more;
  }
  await settled(page);
  if ((await wanted(page)) === 'order' && (await page.locator('[data-choice="a0"]').count())) await hand.press(page, '[data-choice="a0"]');
  return given;
}

/** The strip of phases, the rules behind it, how it stands, and the card of a unit with what it may do. */
async function shown(page, hand) {
  await hand.press(page, '[data-phase]');
  await page.waitForSelector('[data-phase-rules] .rules [id], [data-phase-rules] .rules p');
  await page.keyboard.press('Escape');
  await hand.press(page, '[data-standing]');
  assert.match(await page.locator('[data-standing-told]').textContent(), /Hassenhausen/);
  await page.keyboard.press('Escape');
}

/** The first shot of an impulse ends all its marches: it is asked about once, with its odds and who has not marched. */
async function firstShot(browser, base) {
  const game = await begin(base, { battle: BATTLE, seed: 7 });
  const shot = ({ asked }) => asked?.form.offers.find(({ answer, target }) => answer.act?.fire && target !== undefined);
  const view = await leadTo(game, (one) => one.asked?.form.kind === 'orders' && one.asked.idle?.length > 2 && Boolean(shot(one)));
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  const hash = () => page.locator('[data-hash]').getAttribute('data-hash');
  const before = await hash();
  const { unit, target } = shot(view);
  await mouse.pick(page, unit);
  // What a leader may try says how likely it comes off.
  assert.match(await page.locator('[data-commands] [data-offer] [data-short]').first().textContent(), /^comes off \d+ %$/);
  await page.locator(`[data-choice^="t${target}"]`).first().click();
  // It is drawn with its odds, and nothing is done before it is confirmed.
  await page.waitForSelector('[data-draft="attack"][data-verdict="good"]');
  assert.match(await page.locator('[data-draft] [data-numbers]').textContent(), /\d/, 'with its odds');
  assert.equal(await hash(), before);
  await page.locator('[data-confirm]').click();
  await page.waitForSelector('[data-sure]');
  const said = await page.locator('[data-sure]').textContent();
  assert.match(said, /nobody of them marches any more/);
  assert.match(said, /\d+ units have not marched|has not marched/);
  assert.match(await page.locator('[data-sure-odds]').textContent(), /\d/, 'with its odds');
  await page.locator('[data-sure-no]').click();
  assert.equal(await hash(), before, 'nothing is done');
  await page.locator('[data-confirm]').click();
  await page.locator('[data-sure-yes]').click();
  await page.waitForFunction((old) => document.querySelector('[data-hash]')?.dataset.hash !== old, before);
  assert.equal(await page.locator('[data-sure]').count(), 0, 'and once is enough');
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await firstShot(browser, base);
  await toTheEnd(browser, base);
  await firstHour(browser, base, 'keyboard', keyboard, {});
  await firstHour(browser, base, 'phone', westward, PHONE);
}

async function toTheEnd(browser, base) {
  const { page, context, errors } = await openPage(browser, base);
  await startFight(page, mouse, BATTLE, 7);
  const hours = counted(page);
  await settled(page);
  await shown(page, mouse);
  const seen = await playToTheEnd(page, mouse, { order: impulse });
  const counts = [...hours.values()];
  console.log(`      decisions by the hour: ${[...hours].map(([hour, count]) => `${hour}: ${count}`).join(', ')}`);
  assert.ok(seen.moves >= 1, 'at least one unit was moved by its ghost');
  assert.ok(Math.max(...counts) <= MOST, `no hour asks more than ${MOST} times: ${counts.join(', ')}`);
  assert.match(await page.locator('[data-report] h1').textContent(), /won|draw/i);
  assert.deepEqual(errors, []);
  await context.close();
}

/** Until the second hour: one unit goes forward, the rest is ended. */
async function firstHour(browser, base, name, hand, options) {
  const { page, context, errors } = await openPage(browser, base, options);
  await startFight(page, hand, BATTLE, 7);
  const hours = counted(page);
  let moved = 0;
  for (let n = 0; n < 60 && hours.size < 2; n++) {
    await settled(page);
    const now = await wanted(page);
    if (now === 'report') break;
    if (now === 'anyway') await hand.press(page, '[data-end-anyway]');
    else if (now === 'draft') await hand.dismiss(page);
    else if (now === 'choice') await pressIfThere(page, hand, '[data-choice]:not(:disabled)');
    else if (now === 'order') {
      // Of the lower wing: on a phone the bar lies over the upper one.
      const unit = (await ownUnits(page))[3];
      if (!moved && unit !== undefined) moved += (await advance(page, hand, unit)).moves ?? 0;
      await settled(page);
      if ((await wanted(page)) === 'order') await hand.press(page, '[data-end-phase]');
    }
    await page.waitForTimeout(60);
  }
  assert.ok(hours.size >= 2, `${name}: the first hour was played to its end`);
  assert.ok(moved >= 1, `${name}: a unit was moved`);
  assert.deepEqual(errors, []);
  await context.close();
}
