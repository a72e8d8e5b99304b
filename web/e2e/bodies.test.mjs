// Brigades, corps and MEs: in the teaching battle of empire the page alone, without the log, tells which ME acts, who has
// the initiative, how tired each is and which is spent; in all three games a body is picked from the list, from its plate on
// the table, from a unit's card and by a key, handed to the captain and taken back; plates lie on no name and on no other.

import assert from 'node:assert/strict';
import { begin, firstGame, leadTo } from './api.mjs';
import { keyboard, PHONE, touch } from './hands.mjs';
import { atRest, closed, openAt } from './player.mjs';

const TABLET = { viewport: { width: 820, height: 1180 } };
const mes = (view) => view.groups.filter(({ kind }) => kind === 'ME');
const has = (body, word) => Boolean(body.signs?.some((sign) => sign.word.startsWith(word)));
const TIRED = ['fresh', 'winded', 'worn', 'tired', 'exhausted'];

/** What the page tells beside the log. */
async function told(page) {
  await page.evaluate(() => document.querySelector('[data-log]')?.remove());
  const head = await page.locator('header [data-initiative]').textContent();
  const rows = await page.locator('[data-body]').evaluateAll((all) => all.map((one) => [Number(one.dataset.body), one.textContent]));
  const plates = await page.locator('[data-order-mark]').evaluateAll((all) => all.map((one) => [Number(one.dataset.orderMark), one.getAttribute('aria-label')]));
  return { head, rows: new Map(rows), plates: new Map(plates) };
}

/** The state of every ME, read from the page. */
async function newcomer(browser, base) {
  const wished = (view) => view.asked?.mine && view.initiative?.side && mes(view).some((me) => has(me, 'spent')) && mes(view).some((me) => has(me, 'acts now'));
  const { game, view } = await firstGame(base, { battle: 'hassenhausen-at-eight' }, wished);
  for (const screen of [{}, TABLET, PHONE]) {
    const opened = await openAt(browser, game.link(), '[data-bodies]', screen);
    const { page } = opened;
    const { head, rows, plates } = await told(page);
    const acting = mes(view).find((me) => has(me, 'acts now'));
    assert.match(head, view.initiative.side === 'french' ? /Initiative: French/ : /Initiative: Prussians/);
    assert.match(head, new RegExp(`${acting.name} acts now`));
    for (const me of mes(view)) {
      const fatigue = TIRED.find((word) => has(me, word));
      for (const words of [rows.get(me.id), plates.get(me.id)]) {
        assert.ok(words.includes(me.name) && words.includes(fatigue), `${me.name} is ${fatigue}: ${words}`);
        assert.equal(words.includes('spent'), has(me, 'spent'), words);
        assert.equal(words.includes('acts now'), me === acting, words);
        assert.equal(words.includes('Defend') || words.includes('Attack'), me.side === 'french', `only our own order is known: ${words}`);
      }
    }
    // The ME that acts is marked unlike the others, and each mark is explained.
    assert.equal(await page.locator(`.ground.acts[data-ground-of="${acting.id}"]`).count(), 1);
    assert.equal(await page.locator('.ground.acts, .plate.acts').count(), 2);
    await page.locator('[data-legend] summary').first().click();
    const legend = await page.locator('[data-legend]').innerText();
    for (const sign of view['body-signs']) assert.ok(legend.includes(sign.means), `${sign.word} is explained`);
    await apart(page);
    await closed(opened);
  }
}

/** No plate lies on another, on a name or on a unit's sign, and each is whole on the screen as far as the table is. */
async function apart(page) {
  await atRest(page);
  const boxes = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => [one.textContent || one.parentElement.getAttribute('aria-label'), one.getBoundingClientRect().toJSON()]));
  const plates = await boxes('.plate .card');
  const names = await boxes('[data-name]');
  const over = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const share = (a, b) => over(a, b) / Math.max(1, b.width * b.height);
  for (const [n, [what, plate]] of plates.entries()) {
    for (const [other, box] of plates.slice(n + 1)) assert.ok(over(plate, box) < 4, `${what} lies on ${other}`);
    for (const [name, box] of names) assert.ok(share(plate, box) < 0.15, `${what} lies on the name ${name}`);
  }
  // What a plate says fits on it.
  const spills = await page.locator('.plate').evaluateAll((all) =>
    all.filter((one) => {
      const card = one.querySelector('.card').getBoundingClientRect();
      return [...one.querySelectorAll('text')].some((word) => word.getBoundingClientRect().right > card.right + 1);
    }).length,
  );
  assert.equal(spills, 0, 'a plate is as wide as its words');
}

/** Picked in every way, handed over, taken back. */
async function picked(browser, base, battle) {
  const game = await begin(base, { battle, seed: 3 });
  const view = await leadTo(game, ({ asked }) => asked?.mine && asked.form.kind === 'orders');
  const led = view.staff.commands[0];
  const body = view.groups.find(({ name, side }) => name === led && side === 'french');
  const opened = await openAt(browser, game.link(), '[data-bodies]');
  const { page } = opened;
  const card = page.locator(`[data-body-card="${body.id}"]`);
  const away = async () => {
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  };
  await page.locator(`[data-bodies]:not([open]) > summary`).click({ timeout: 300 }).catch(() => {});
  await page.locator(`[data-body="${body.id}"]`).click();
  await card.waitFor();
  assert.ok((await card.innerText()).includes(body.name));
  for (const sign of body.signs ?? []) assert.ok((await card.innerText()).includes(sign.word), sign.word);
  assert.equal(await card.locator('[data-member]').count(), body.members.length, 'with all its units');
  assert.equal(await page.locator('[data-unit]:has(.kin)').count(), view.units.filter((unit) => unit.rect && body.members.includes(unit.id)).length, 'and they are lit');
  // A unit of it, and from its card the body again.
  const unit = view.units.find((one) => one.rect && body.members.includes(one.id));
  await card.locator(`[data-member="${unit.id}"]`).click();
  await page.waitForSelector(`[data-card="${unit.id}"]`);
  await page.locator(`[data-to-body="${body.id}"]`).click();
  await card.waitFor();
  // By a key, from the unit.
  await page.locator(`[data-unit="${unit.id}"]`).dispatchEvent('click');
  await page.waitForSelector(`[data-card="${unit.id}"]`);
  await page.keyboard.press('o');
  await card.waitFor();
  // Handed to the captain, and taken back.
  await card.locator(`[data-captain="${led}"][aria-pressed="false"]`).click();
  await page.waitForFunction((name) => document.querySelector(`[data-captain="${CSS.escape(name)}"][aria-pressed="true"]`) || document.querySelector('[data-led]'), led);
  assert.ok((await game.view()).staff.captain.includes(led), 'the captain leads it');
  await atRest(page);
  if (!(await card.count())) await page.locator(`[data-body="${body.id}"]`).click();
  await card.locator('[data-led]').waitFor();
  assert.match(await page.locator(`[data-body="${body.id}"]`).innerText(), /[Ll]ed by the captain/);
  await card.locator(`[data-captain="${led}"][aria-pressed="true"]`).click();
  await page.waitForFunction(() => !document.querySelector('[data-led]'));
  assert.deepEqual((await game.view()).staff.captain, []);
  if (await card.count()) await away();
  // By its plate, where it has one: by mouse and by keyboard, with its words while it has the focus.
  const plate = page.locator(`[data-order-mark="${body.id}"]`);
  if (await plate.count()) {
    await plate.focus();
    await page.waitForSelector(`[data-plate-told="${body.id}"]`);
    for (const { word } of body.signs ?? []) assert.ok((await page.locator('[data-plate-told]').textContent()).includes(word), word);
    await page.keyboard.press('Enter');
    await card.waitFor();
    await away();
    await plate.locator('.card').click({ force: true });
    await card.waitFor();
  }
  await apart(page);
  await closed(opened);
  return plate;
}

/** On a phone by a finger. */
async function tapped(browser, base) {
  const game = await begin(base, { battle: 'hassenhausen-at-eight', seed: 3 });
  const view = await leadTo(game, ({ asked }) => asked?.mine && asked.form.kind === 'orders');
  const body = mes(view).find(({ side }) => side === 'french');
  const opened = await openAt(browser, game.link(), '[data-bodies]', PHONE);
  const { page } = opened;
  await page.locator(`[data-order-mark="${body.id}"] .card`).tap({ force: true });
  await page.waitForSelector(`[data-body-card="${body.id}"]`);
  await touch.press(page, `[data-body-card] [data-whole]`);
  const corps = await page.waitForSelector('[data-body-card]').then((one) => one.innerText());
  assert.match(corps, /Corps/);
  await closed(opened);
}

/** By Tab and Enter alone. */
async function tabbed(browser, base) {
  const game = await begin(base, { battle: 'hassenhausen-at-eight', seed: 3 });
  const view = await leadTo(game, ({ asked }) => asked?.mine && asked.form.kind === 'orders');
  const body = mes(view).find(({ side }) => side === 'french');
  const opened = await openAt(browser, game.link(), '[data-bodies]');
  await keyboard.press(opened.page, `[data-order-mark="${body.id}"]`);
  await opened.page.waitForSelector(`[data-body-card="${body.id}"]`);
  await closed(opened);
}

export default async function ({ browser, base }) {
  const failures = [];
  const tests = [newcomer, ...['hassenhausen-at-eight', 'baumersdorf', 'leubnitz'].map((battle) => Object.defineProperty((...by) => picked(...by, battle), 'name', { value: `picked in ${battle}` })), tapped, tabbed];
  for (const test of tests) await test(browser, base).catch((failed) => failures.push(`${test.name}: ${failed.stack ?? failed}`));
  assert.deepEqual(failures, [], failures.join('\n'));
}
