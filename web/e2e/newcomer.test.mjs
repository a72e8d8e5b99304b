// What a player misses who has nothing but the page: how the battle stands, an order not yet confirmed, whom a gun may
// be laid on, notes that go with their question, marks explained, which units of a group fall short, reserves, a calm
// log.

import assert from 'node:assert/strict';
import { begin, leadTo } from './api.mjs';
import { good, mouse, PHONE } from './hands.mjs';
import { atRest, closed, openAt, until } from './player.mjs';
import { orders } from './scenes.mjs';

const asks = (word) => (view) => view.asked?.question.ask === word;
const named = (view, id) => view.units.find((unit) => unit.id === id).name;
const ours = (view) => view.units.find((unit) => unit.side === 'french' && unit.rect && unit.arm === 'infantry').id;

const open = (browser, game, ready, options) => openAt(browser, game.link(), ready, options);

/** In one line at any time, and behind it what is still needed, with its rule. */
async function standing(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, orders);
  const { winner, by } = view.decision['if-over'];
  for (const [options, said] of [[{}, /(winning|Even so far|on balance|nearer to breaking).* · \d more units lost break (the )?French, \d (the )?British/], [PHONE, /(winning|Even so far|on balance|nearer to breaking).* · \d more units lost break French, \d British/]]) {
    const opened = await open(browser, game, '[data-end-phase]', options);
    const { page } = opened;
    assert.match(await page.locator('[data-standing]').innerText(), said);
    await page.locator('[data-standing]').click();
    const told = await page.locator('[data-standing-told]').innerText();
    assert.match(told, winner ? /would win/ : /a draw/);
    assert.match(told, /On balance, .*: /, 'how it stands on balance is told behind it');
    assert.doesNotMatch(await page.locator('footer').innerText(), /On balance/, 'and nowhere beside it: one verdict is enough');
    if (by === 'objectives') assert.match(told, /by the ground held/);
    for (const { name } of view.ground) assert.ok(told.includes(name), `${name} in ${told}`);
    await page.locator('[data-standing-told] .rule button').first().click();
    assert.match(await page.locator('[data-standing-told]').innerText(), /house\.victory/, 'with its rule');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-standing-told]', { state: 'detached' });
    await closed(opened);
  }
}

/** A player who ends the phase over an order he has drawn is asked; nothing is lost without a word. */
async function pending(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const unit = ours(view);
  const at = async () => JSON.stringify((await game.view()).units.find((one) => one.id === unit).rect);
  const before = await at();
  const opened = await open(browser, game);
  const { page } = opened;
  const drawn = async () => {
    await mouse.pick(page, unit);
    await page.waitForSelector('[data-reach]');
    for (const key of Array(4).fill('ArrowUp')) await page.keyboard.press(key);
    await good(page);
  };
  await drawn();
  await page.locator('[data-end-phase]').click();
  assert.ok((await page.locator('[data-pending]').innerText()).includes(named(view, unit)));
  // Stay: the ghost is still there.
  await page.locator('[data-stay]').click();
  await page.waitForSelector('[data-draft="march"]');
  // By key, too: neither X nor a second X ends the phase over it.
  await page.keyboard.press('x');
  await page.keyboard.press('x');
  await page.waitForSelector('[data-pending]');
  assert.equal((await game.view()).version, view.version, 'nothing is said yet');
  // Drop it: then those without orders are named, and the unit is among them.
  await page.locator('[data-drop-pending]').click();
  await page.waitForSelector(`[data-idle="${unit}"]`);
  assert.equal(await page.locator('[data-draft]').count(), 0);
  await page.keyboard.press('Escape');
  // Confirm it: it is carried out, and then the others are named.
  await drawn();
  await page.locator('[data-end-phase]').click();
  await page.locator('[data-confirm-pending]').click();
  await page.waitForSelector('[data-end-anyway]');
  assert.notEqual(await at(), before);
  assert.equal(await page.locator(`[data-idle="${unit}"]`).count(), 0);
  await closed(opened);
}

/** With a battery chosen, a click on an enemy lays it on him; if it cannot fire at him, the page says why. Notes go with their question. */
async function guns(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, asks('adjust'));
  const enemy = view.units.find((unit) => unit.side === 'allied' && unit.rect).id;
  const opened = await open(browser, game, '[data-ask="adjust"]');
  const { page } = opened;
  await mouse.pick(page, enemy);
  await page.waitForSelector('[data-draft="turn"]');
  assert.ok((await page.locator('[data-say]').innerText()).includes(`to point at ${named(view, enemy)}`));
  await page.locator('[data-cancel]').click();
  const aiming = await leadTo(game, asks('target'));
  await page.waitForSelector('[data-ask="target"]');
  const { lit } = aiming.asked.form;
  const other = aiming.units.find((unit) => unit.side === 'allied' && unit.rect && !lit.includes(unit.id));
  assert.ok(other, 'somebody is out of reach');
  await mouse.pick(page, other.id);
  await page.waitForSelector('.refusal');
  assert.match(await page.locator('.refusal').innerText(), new RegExp(`cannot fire at ${other.name}: it is (hidden|not in its arc|[\\d.]+″ away)`));
  // Another question: the note is gone.
  await leadTo(game, (now) => !asks('target')(now));
  await page.waitForFunction(() => !document.querySelector('[data-ask="target"]'));
  await page.waitForSelector('.refusal', { state: 'detached' });
  await closed(opened);
}

/** Marks are explained the first time they appear, and always under “?”. */
async function marks(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, orders);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('grognard.told', localStorage.getItem('grognard.told') ?? JSON.stringify({ quiet: true })));
  await page.goto(game.link());
  // One thing at a time: the hint, then the marks.
  await page.locator('[data-hint-close]').click();
  await page.waitForSelector('[data-first-marks] [data-mark="ready"]');
  await page.locator('[data-marks-close]').click();
  await mouse.pick(page, ours(view));
  await page.waitForSelector('[data-first-marks] [data-mark="reach"]');
  await page.locator('[data-marks-close]').click();
  await page.waitForSelector('[data-first-marks] [data-mark="reach"]', { state: 'detached' });
  // The card names the reach as it is drawn.
  const zone = (await page.locator('[data-layer="reach"]').count()) > 0;
  assert.equal(/Charges at most/.test(await page.locator('[data-reaches]').innerText()), zone, 'a charge is drawn where the card says so');
  await page.keyboard.press('?');
  await page.waitForSelector('[data-keys]');
  assert.ok((await page.locator('[data-keys] [data-mark]').count()) >= 14);
  assert.match(await page.locator('[data-keys] [data-mark="dice"]').innerText(), /filled die is a hit/);
  // What closes it lies on nothing that is read.
  const [list, close] = [await page.locator('[data-keys] .list').boundingBox(), await page.locator('[data-keys] > .button').boundingBox()];
  assert.ok(list.y + list.height <= close.y, 'below the list');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-keys]', { state: 'detached' });
  // A player who asks what sealed dice are is told.
  await page.locator('[data-dice]').click();
  await page.waitForSelector('[data-words]');
  assert.ok(await page.locator('[data-words]').evaluate((words) => words.getBoundingClientRect().top < innerHeight / 2), 'it is led to the words');
  for (const word of ['dice sealed', 'ruling', 'Pace', 'Several']) assert.ok((await page.locator('[data-words]').innerText()).includes(word), word);
  await context.close();
}

/** The units of a group that fall short are named before it is confirmed. */
async function short(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const opened = await open(browser, game);
  const { page } = opened;
  await page.keyboard.press('Shift+G');
  await page.waitForFunction(() => document.querySelector('[data-group-ahead]:not(:disabled)') && !document.querySelector('[data-group-asking]'));
  for (const key of Array(40).fill('ArrowUp')) await page.keyboard.press(key);
  await page.waitForSelector('[data-short]');
  assert.match(await page.locator('[data-short]').innerText(), /is as far as (it|they) march|goes [\d.]+″ only|stays/);
  assert.equal((await game.view()).version, view.version, 'nothing is said yet');
  await closed(opened);
}

/** A unit of a group that the ground holds up is drawn where it comes to, and goes there. */
async function drawnShort(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const opened = await open(browser, game);
  const { page } = opened;
  await atRest(page);
  await page.locator(`[data-unit="${ours(view)}"]`).dispatchEvent('click');
  await page.locator('[data-group]').first().click();
  await page.waitForFunction(() => document.querySelector('[data-group-ahead]:not(:disabled)') && !document.querySelector('[data-group-asking]'));
  await page.locator('[data-group-ahead]').click();
  await page.waitForSelector('[data-short]');
  await atRest(page);
  const said = await page.locator('[data-short]').innerText();
  const [, name, inches] = said.match(/(\S+ ligne) stops ([\d.]+)″ on: .* is the most where any of the way is in Shepherd's hut and folds/) ?? [];
  assert.ok(name, said);
  const { id } = view.units.find((unit) => unit.name === name);
  const of = (selector) => page.locator(selector).evaluate((one) => ((box) => [box.x + box.width / 2, box.y + box.height / 2])(one.getBoundingClientRect()));
  const ghost = await of(`[data-ghost="${id}"] rect >> nth=0`);
  await page.locator('[data-confirm]').click();
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  await atRest(page);
  const stands = await of(`[data-unit="${id}"] .turned rect >> nth=0`);
  assert.ok(Math.hypot(ghost[0] - stands[0], ghost[1] - stands[1]) < 6, `it was drawn at ${ghost} and stands at ${stands}, ${inches}″ on`);
  await closed(opened);
}

/** One's own reserves: who, when, where. */
async function reserves(browser, base) {
  const game = await begin(base, { battle: 'leubnitz' });
  await leadTo(game, (view) => Boolean(view.asked?.mine));
  const opened = await open(browser, game, '[data-comes]');
  const { page } = opened;
  await page.locator('li:has([data-comes]) [data-body]').click();
  const said = await page.locator('[data-body-card]').innerText();
  for (const part of [/Rear of the division/, /2\/103e ligne/, /comes up on 5\+/, /(lower|upper) edge/]) assert.match(said, part);
  assert.ok(!/Landwehr/.test(said), 'nothing of the enemy’s');
  await page.locator('[data-show-reserve]').first().click();
  await page.waitForSelector('[data-spot]');
  await closed(opened);
}

/** The log stays where it is while older lines are read; dice say what they decide. */
async function log(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  await leadTo(game, (view) => orders(view) && view.turn === 3);
  const opened = await open(browser, game);
  const { page } = opened;
  assert.match((await page.locator('[data-log] [data-decides]').allInnerTexts()).join(' '), /hits on \d/);
  const box = page.locator('[data-log] .scroll');
  await box.evaluate((log) => (log.scrollTop = 20));
  await atRest(page);
  await leadTo(game, (view) => orders(view) && view.turn === 5);
  await page.waitForSelector('[data-newer]');
  assert.ok(Math.abs((await box.evaluate((log) => log.scrollTop)) - 20) < 4, 'nothing moves under his eyes');
  const [list, button] = [await box.boundingBox(), await page.locator('[data-newer]').boundingBox()];
  assert.ok(button.y >= list.y + list.height - 1, 'and no line is covered');
  await page.locator('[data-newer]').click();
  await page.waitForSelector('[data-newer]', { state: 'detached' });
  assert.ok((await box.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)) < 200, 'and it leads to what is new');
  await closed(opened);
}

/** What has happened since is stepped through from its first event. */
async function since(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const before = await leadTo(game, (view) => orders(view) && view.turn === 2);
  const opened = await open(browser, game);
  const { page } = opened;
  await page.keyboard.press('x');
  if (await page.locator('[data-end-anyway]').count()) await page.keyboard.press('x');
  await page.waitForSelector('[data-since="answer"]');
  const now = await game.view();
  const first = now.log.find((line) => line.n > before.told && !line.head);
  await page.locator('[data-since-step]').click();
  await page.waitForFunction(() => /\/replay\/\d+/.test(location.hash));
  assert.equal(Number((await page.evaluate(() => location.hash)).match(/replay\/(\d+)/)[1]), Math.min(first.step, now.step), JSON.stringify(first.sentence));
  await closed(opened);
}

/** A player who has games already still finds the first lesson. */
async function firstTime(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const opened = await open(browser, game, '[data-prompt]');
  const { page } = opened;
  await page.goto(`${base}#/`);
  await page.waitForSelector('[data-running]');
  assert.equal(await page.locator('[data-first-time]').count(), 0);
  // A game is not forgotten by one press.
  await page.locator('[data-running] .forget').click();
  await page.locator('[data-forget-no]').click();
  assert.equal(await page.locator('[data-running] [data-game]').count(), 1);
  await page.locator('[data-running] .forget').click();
  await page.locator('[data-forget-yes]').click();
  await page.waitForSelector('[data-running]', { state: 'detached' });
  assert.equal(await page.locator('[data-game]').count(), 0);
  await page.locator('[data-open-first]').click();
  await page.waitForSelector('[data-first-time] [data-first-fight]');
  await closed(opened);
}

/** On a phone what is asked, the table and what confirms it are seen together, wherever the order was begun. */
async function phone(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const opened = await open(browser, game, '[data-end-phase]', PHONE);
  const { page } = opened;
  await page.locator(`[data-unit="${ours(view)}"]`).dispatchEvent('click');
  await page.locator('[data-form]').first().scrollIntoViewIfNeeded();
  await page.locator('[data-form]').first().click();
  await page.waitForSelector('[data-draft="form"]');
  await atRest(page);
  const seen = await page.evaluate(() => {
    const inside = (selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box ? box.top >= -1 && box.bottom <= innerHeight + 1 : false;
    };
    return { say: inside('[data-say]'), ghost: inside('[data-ghost]'), confirm: inside('[data-confirm]') };
  });
  assert.deepEqual(seen, { say: true, ghost: true, confirm: true });
  // The card too: scrolled down to its buttons, the table is still in sight.
  await page.locator('[data-cancel]').click();
  await page.locator('[data-form]').first().scrollIntoViewIfNeeded();
  const [form, table] = [await page.locator('[data-form]').first().boundingBox(), await page.locator('.stage').boundingBox()];
  assert.ok(table.y >= 0 && table.y + table.height <= form.y + 1 && form.y + form.height <= 844, `the table ends at ${table.y + table.height}, the button lies at ${form.y}`);
  assert.equal(await page.locator('aside').evaluate((aside) => getComputedStyle(aside.closest('.battle')).touchAction), 'pan-x pan-y', 'two fingers beside the table do not zoom the page');
  await closed(opened);
}

/** However near one looks, the small picture of the table never lies on a unit that is asked about. */
async function overview(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const { asked } = await leadTo(game, asks('target'));
  const opened = await open(browser, game, '[data-ask="target"]', PHONE);
  const { page } = opened;
  const box = (selector) => page.locator(selector).boundingBox();
  let seen = 0;
  for (let n = 0; n < 5; n++) {
    await page.getByRole('button', { name: 'Nearer' }).click();
    await atRest(page);
    const small = (await page.locator('[data-overview]').count()) ? await box('[data-overview]') : null;
    if (!small) continue;
    seen++;
    for (const unit of [asked.form.subject, ...asked.form.lit]) {
      const { x, y, width, height } = await box(`[data-unit="${unit}"] .turned > :nth-child(2)`);
      const apart = x > small.x + small.width || x + width < small.x || y > small.y + small.height || y + height < small.y;
      assert.ok(apart, `unit ${unit} lies at ${x}, ${y}, the picture at ${small.x}, ${small.y}`);
    }
  }
  assert.ok(seen > 0, 'there is such a picture');
  await closed(opened);
}

/** A unit that shoots is marked with its target until all shots fall; a miss is said on the table. */
async function aims(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  let view = await leadTo(game, orders);
  for (const unit of [0, 1, 2]) view = await game.answer(view, { order: { do: 'march', unit, legs: [{ ahead: 7000 }] } });
  await game.answer(view, view.asked.decline);
  await leadTo(game, asks('shoot'));
  const opened = await open(browser, game, '[data-ask="shoot"]');
  const { page } = opened;
  assert.equal(await page.locator('[data-aim]').count(), 0);
  await page.locator('[data-choice]').first().click();
  await page.waitForSelector('[data-aim]');
  await page.addInitScript(() => localStorage.setItem('grognard.pace', '901'));
  await page.reload();
  await page.waitForSelector('[data-aim]');
  for (let n = 0; n < 4 && (await page.locator('[data-ask="shoot"]').count()); n++) {
    await page.locator('[data-choice]').first().click();
    await atRest(page);
  }
  await page.waitForSelector('[data-follow]');
  const floats = new Set();
  for (let n = 0; n < 12 && (await page.locator('[data-follow]').count()); n++) {
    for (const words of await page.locator('[data-floats]').allTextContents()) floats.add(words);
    await page.keyboard.press('ArrowRight');
    await atRest(page);
  }
  const missed = (await game.view()).log.some((line) => line.floats?.words === 'misses');
  assert.equal(floats.has('misses'), missed, [...floats].join(', '));
  assert.ok(missed, 'somebody missed');
  await closed(opened);
}

/** Out of command the card says how far it goes now, why, and how far it would. */
async function command(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const leval = view.generals.find(({ name }) => name === 'Leval');
  const [x, y] = leval.at;
  const far = { x: x > 24000 ? x - 11000 : x + 11000, y };
  const now = await game.answer(view, { order: { do: 'ride', general: leval.id, to: far, join: null } });
  const lost = now.units.find((unit) => unit.side === 'french' && unit.arm === 'infantry' && !unit['in-command']);
  assert.ok(lost, 'somebody is left behind');
  const opened = await open(browser, game);
  const { page } = opened;
  await mouse.pick(page, lost.id);
  await page.waitForSelector('[data-reaches]');
  assert.match(await page.locator('[data-reaches]').innerText(), /Moves up to 4″ \(out of command; otherwise 8″\)/);
  await closed(opened);
}

/** An entry that was opened in the log stays open, and stays where it is until something is told; then the log follows, for it was not scrolled back. */
async function opensLog(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  await leadTo(game, (view) => orders(view) && view.turn === 3);
  const opened = await open(browser, game);
  const { page } = opened;
  // An earlier turn, and a reason near the end.
  await page.locator('[data-log] summary').first().click();
  const why = page.locator('[data-log] [data-why]').last();
  await page.locator('[data-log] .scroll').evaluate((log) => (log.scrollTop = log.scrollHeight));
  await atRest(page);
  await why.click();
  await atRest(page);
  await page.locator('[data-log] .scroll').hover();
  const before = (await why.boundingBox()).y;
  await atRest(page);
  const then = (await why.boundingBox()).y;
  assert.ok(Math.abs(then - before) < 4, `it was at ${before} and is at ${then}`);
  await leadTo(game, (view) => orders(view) && view.turn === 5);
  await page.waitForSelector('[data-log] details:nth-of-type(5)');
  await atRest(page);
  assert.equal(await page.locator('[data-log] [data-why][aria-expanded="true"]').count(), 1, 'the reason is open');
  assert.ok(await page.locator('[data-log] details').first().evaluate((turn) => turn.open), 'the turn is open');
  const log = page.locator('[data-log] .scroll');
  await until(() => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight < 200), 'it has followed');
  assert.equal(await page.locator('[data-newer]').count(), 0);
  await closed(opened);
}

export default async function ({ browser, base }) {
  const failures = [];
  for (const test of [standing, pending, guns, marks, short, drawnShort, reserves, log, opensLog, since, firstTime, phone, overview, aims, command]) {
    await test(browser, base).catch((failed) => failures.push(`${test.name}: ${failed.stack ?? failed}`));
  }
  assert.deepEqual(failures, [], failures.join('\n'));
}
