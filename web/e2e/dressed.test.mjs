// What the table says without words: strength, who may act, a corps with its commander, whose a goal is, who is who;
// nothing of marches while one shoots; sounds by a tap; digits that answer; a wrong link in a sentence.

import assert from 'node:assert/strict';
import { begin, firing, leadTo, say } from './api.mjs';
import { box } from './hands.mjs';
import { atRest, closed, openAt, openPage } from './player.mjs';
import { orders } from './scenes.mjs';

const asks = (word) => (view) => view.asked?.question.ask === word;
const open = (browser, game, ready, options) => openAt(browser, game.link(), ready, options);

/** A unit that has lost men is thinner by as much; one that may act has its chevron; a goal has its holder's colour. */
async function strength(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  let view = await game.view();
  const hurt = (now) => now.units.filter((unit) => unit.rect && unit.arm === 'infantry' && unit.formation !== 'skirmish' && unit.figures < unit.of);
  while (view.asked?.mine && !(orders(view) && hurt(view).length)) view = await game.answer(view, firing(view.asked));
  const opened = await open(browser, game, '[data-end-phase]');
  const { page } = opened;
  for (const unit of view.units.filter((one) => one.rect && one.arm === 'infantry')) {
    const thin = await page.locator(`[data-unit="${unit.id}"] rect.lost`).evaluateAll((ends) => ends.reduce((sum, end) => sum + end.width.baseVal.value, 0));
    assert.equal(thin > 0, unit.figures < unit.of, `${unit.name}: ${unit.figures} of ${unit.of}`);
  }
  const amber = await page.locator('[data-unit]:has(.chevron.ready)').evaluateAll((all) => all.map((one) => Number(one.dataset.unit)));
  assert.deepEqual(amber.toSorted(), view.asked.idle.toSorted(), 'an amber chevron for each who may still act');
  for (const side of ['french', 'allied']) {
    assert.equal(await page.locator(`.goal.${side}`).count(), view.ground.filter((goal) => goal.holder === side).length, `goals of the ${side}`);
  }
  await closed(opened);
}

/** A commander is chosen: all of his are lit. He keeps his size when one comes nearer. */
async function commander(browser, base) {
  const game = await begin(base, { battle: 'vitoria', seed: 3 });
  const view = await leadTo(game, orders);
  const corps = view.groups.find((one) => one.side === 'french' && view.units.filter((unit) => unit.rect && unit.brigade === one.name).length > 2);
  const opened = await open(browser, game, '[data-end-phase]');
  const { page } = opened;
  await page.locator(`[data-general="${corps.leader}"]`).first().dispatchEvent('click');
  await page.waitForSelector('.kin');
  const lit = await page.locator('[data-unit]:has(.kin)').evaluateAll((all) => all.map((one) => Number(one.dataset.unit)));
  assert.deepEqual(lit.toSorted(), view.units.filter((unit) => unit.rect && unit.side === 'french' && unit.brigade === corps.name).map((unit) => unit.id).toSorted());
  await page.keyboard.press('Escape');
  const star = async () => (await page.locator(`[data-general="${corps.leader}"] circle`).nth(-1).boundingBox()).width;
  const unit = async () => (await box(page, `[data-unit="${lit[0]}"] .turned`)).width;
  const [small, narrow] = [await star(), await unit()];
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Nearer' }).click();
  await atRest(page);
  assert.ok((await unit()) > narrow * 1.8, 'the units have grown');
  assert.ok(Math.abs((await star()) - small) < 3, 'the general has not');
  await closed(opened);
}

/** While units shoot nothing is drawn of marches, and what a target is worth stands beside it. */
async function shooting(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, asks('target'));
  const opened = await open(browser, game, '[data-tag]');
  const { page } = opened;
  assert.equal(await page.locator('[data-reach], [data-layer="reach"], [data-theirs]').count(), 0);
  const [tag] = await page.locator('[data-tag]').evaluateAll((all) => all.map((one) => ({ unit: one.dataset.tag, box: one.getBoundingClientRect().toJSON() })));
  const body = await page.locator(`[data-unit="${tag.unit}"] .turned > g`).boundingBox();
  const covers = Math.max(0, Math.min(tag.box.right, body.x + body.width) - Math.max(tag.box.left, body.x)) * Math.max(0, Math.min(tag.box.bottom, body.y + body.height) - Math.max(tag.box.top, body.y));
  assert.ok(covers < 30, `the number hides ${covers.toFixed(0)} square pixels of its unit`);
  // A digit answers.
  const first = view.asked.form.offers[0];
  await page.keyboard.press('1');
  await page.waitForFunction((hash) => document.querySelector('[data-hash]').dataset.hash !== hash, view.hash);
  const name = view.units.find((unit) => unit.id === first.unit).name;
  assert.ok((await game.view()).log.some((line) => say(line.sentence).includes(`fires on ${name}`) || say(line.sentence).includes(`fires at ${name}`) || line.units.includes(first.unit)), 'the first choice');
  await closed(opened);
}

/** Off until switched on, and off again by a tap. */
async function sounds(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const opened = await open(browser, game, '[data-prompt]');
  const { page } = opened;
  const kept = () => page.evaluate(() => localStorage.getItem('grognard.sounds'));
  assert.equal(await page.locator('[data-sounds]').getAttribute('aria-pressed'), 'false');
  await page.locator('[data-sounds]').click();
  assert.deepEqual([await page.locator('[data-sounds]').getAttribute('aria-pressed'), await kept()], ['true', 'on']);
  await page.locator('[data-sounds]').click();
  assert.deepEqual([await page.locator('[data-sounds]').getAttribute('aria-pressed'), await kept()], ['false', 'off']);
  await closed(opened);
}

/** Each nation has its own colour; in the dark, dark ones have a light rim. */
async function nations(browser, base) {
  const fills = {};
  for (const battle of ['barrosa-wheatley', 'gilly', 'teugn-outposts']) {
    const game = await begin(base, { battle });
    const opened = await open(browser, game, '[data-prompt]', { colorScheme: 'dark' });
    const { page } = opened;
    const view = await game.view();
    const { id, nation } = view.units.find((unit) => unit.side === 'allied' && unit.arm === 'infantry' && unit.rect);
    const rect = page.locator(`[data-unit="${id}"] .turned > g > rect`).first();
    fills[nation] = await rect.getAttribute('fill');
    const light = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const [rim, ground] = await rect.evaluate((one) => [getComputedStyle(one).stroke, getComputedStyle(one.closest('.box')).backgroundColor]);
    if (nation === 'prussian') assert.ok(light(rim) > 400, `${rim} on ${ground}`);
    await closed(opened);
  }
  assert.equal(new Set(Object.values(fills)).size, 3, JSON.stringify(fills));
}

/** A truncated link is answered in plain words, without HTTP terms. */
async function halfALink(browser, base) {
  const game = await begin(base, { battle: 'gilly' });
  const { page, context } = await openPage(browser, game.link().slice(0, -5));
  await page.waitForSelector('[role="alert"]');
  const said = await page.locator('[role="alert"]').innerText();
  assert.match(said, /link/);
  assert.doesNotMatch(said, /Bearer|Authorization|TOKEN|401/);
  await context.close();
}

export default async function ({ browser, base }) {
  const failures = [];
  for (const test of [strength, commander, shooting, sounds, nations, halfALink]) {
    await test(browser, base).catch((failed) => failures.push(`${test.name}: ${failed.stack ?? failed}`));
  }
  assert.deepEqual(failures, [], failures.join('\n'));
}
