// With one of ours chosen, a click on an enemy drafts the charge on him, or says why there is none. A change of formation
// is drawn on the table with what it costs, and made only when it is confirmed.

import assert from 'node:assert/strict';
import { begin, leadTo, say } from './api.mjs';
import { good, HANDS } from './hands.mjs';
import { atRest, openPage } from './player.mjs';
import { orders, whereFound } from './scenes.mjs';

const confirmed = (page) => page.waitForSelector('[data-draft]', { state: 'detached' });
/** What is read in the bar: nothing that is there for readers of screens only, or folded away. */
const said = async (page) => (await page.locator('[data-say]').innerText()).replaceAll('\u00a0', ' ');
/** Every rule that its chips show when they are opened one after another, those behind the first one too. */
async function rulesShown(page) {
  const shown = [];
  for (const chip of await page.locator('[data-say] .rule button').all()) {
    await chip.click();
    await page.waitForSelector('[data-say] .bubble .id');
    shown.push(...(await page.locator('[data-say] .bubble .id').allInnerTexts()));
    await page.keyboard.press('Escape');
    await page.mouse.move(2, 2);
    await page.waitForSelector('[data-say] .bubble', { state: 'detached' });
  }
  return shown;
}
const named = (view, id) => view.units.find((unit) => unit.id === id).name;

/** A moment in which one of ours may charge one enemy and not another: who, whom, whom not. */
async function toCharge(base) {
  const { game, view, found } = await whereFound(base, async (game, view) => {
    const enemies = view.units.filter((unit) => unit.side === 'allied' && unit.rect);
    for (const unit of view.units.filter((one) => one.side === 'french' && one.rect && one.arm === 'infantry')) {
      const { may } = await game.options(unit.id);
      const targets = (may.find((one) => one.do === 'charge')?.targets ?? []).map(({ target }) => target);
      const other = enemies.find(({ id }) => !targets.includes(id));
      if (targets.length && other) return { unit: unit.id, target: targets[0], other: other.id };
    }
    return null;
  });
  return { game, view, ...found };
}

async function charges(browser, [hand, options], { game, view, unit, target, other }) {
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);
  await hand.pick(page, unit);
  // At once: what it may do is still being asked.
  await hand.pick(page, other);
  await page.waitForSelector('[data-draft="charge"][data-verdict="bad"]');
  const refused = await said(page);
  assert.ok(refused.includes(`Charge ${named(view, other)}.`) && refused.includes(named(view, unit)), refused);
  const [rule] = await rulesShown(page);
  assert.match(rule ?? '', /^volley\./, 'with its rule');
  assert.ok(await page.locator('[data-confirm]').isDisabled());
  assert.ok(await page.locator(`[data-card="${unit}"]`).count(), 'ours stays chosen');
  // Another enemy is another charge.
  await hand.pick(page, target);
  await good(page);
  assert.match(await said(page), new RegExp(named(view, target)));
  // An enemy it cannot charge, clicked twice, is looked at.
  await hand.pick(page, other);
  await page.waitForSelector('[data-draft="charge"][data-verdict="bad"]');
  await hand.pick(page, other);
  await page.waitForSelector(`[data-card="${other}"]`);
  assert.equal(await page.locator('[data-draft]').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
}

async function charged(browser, { game, view, unit, target }) {
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  const [hand] = HANDS[0];
  await hand.pick(page, unit);
  await hand.pick(page, target);
  await hand.pick(page, target);
  await page.waitForFunction((old) => document.querySelector('[data-hash]')?.dataset.hash !== old, view.hash);
  const now = await game.view();
  assert.ok(now.version > view.version && now.units.find((one) => one.id === unit).acted, 'clicked twice it charges');
  assert.deepEqual(errors, []);
  await context.close();
}

/** What is drawn and clicked again is confirmed, as the button and the help say. */
async function again(browser, base, [hand, options], word) {
  const game = await begin(base, { battle: 'barrosa-wheatley', seed: 3 });
  const view = await leadTo(game, orders);
  const unit = view.units.find((one) => one.side === 'french' && one.rect && one.arm === 'infantry').id;
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);
  await page.keyboard.press('?');
  assert.match(await page.locator('[data-keys] [data-mark="ghost"]').innerText(), new RegExp(`Press Confirm, or ${word.toLowerCase()} it again where the button says so, and it goes`));
  await page.keyboard.press('Escape');
  await hand.pick(page, unit);
  await page.waitForSelector('[data-reach]');
  await hand.place(page, unit);
  await good(page);
  assert.match(await page.locator('[data-confirm]').innerText(), new RegExp(`Confirm\\s+or ${word.toLowerCase()} it again`));
  assert.equal((await game.view()).version, view.version, 'nothing is said yet');
  const { x, y, width, height } = await page.locator(`[data-ghost="${unit}"] rect`).last().boundingBox();
  if (options.hasTouch) await page.touchscreen.tap(x + width / 2, y + height / 2);
  else await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction((old) => document.querySelector('[data-hash]')?.dataset.hash !== old, view.hash);
  assert.ok((await game.view()).version > view.version, 'and then it goes');
  assert.deepEqual(errors, []);
  await context.close();
}

/** A unit whose card offers another formation: which unit, and which formation. */
async function toForm(base, wanted) {
  const game = await begin(base, wanted);
  const view = await leadTo(game, orders);
  for (const unit of view.units.filter((one) => one.side === 'french' && one.rect && one.arm === 'infantry')) {
    const { may } = await game.options(unit.id);
    const form = may.find((one) => one.do === 'form');
    const formation = form?.formations.find((one) => ['line', 'column'].includes(one));
    if (formation) return { game, view, unit, formation };
  }
  throw new Error('nobody may change formation');
}

async function forms(browser, [hand, options], { game, view, unit, formation }) {
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.waitForSelector('[data-end-phase]');
  await atRest(page);
  await hand.pick(page, unit.id);
  await hand.press(page, `[data-form="${formation}"]`);
  await page.waitForSelector('[data-draft="form"]');
  await good(page);
  assert.equal((await game.view()).version, view.version, 'nothing is said yet');
  // Its new footprint, as large as the server says, and what it costs.
  const ghost = page.locator(`[data-ghost="${unit.id}"]`);
  const { width, depth } = (await game.options(unit.id)).may.find((one) => one.do === 'form').stances.find((one) => one.formation === formation);
  const drawn = await ghost.locator('rect').last().evaluate((rect) => [rect.width.baseVal.value, rect.height.baseVal.value]);
  assert.ok(Math.abs(drawn[0] - 0.7 - width / 1000) < 0.01 && Math.abs(drawn[1] - 0.7 - depth / 1000) < 0.01, `${drawn} for ${width} × ${depth}`);
  assert.match(await page.locator('[data-cost]').innerText(), /formation (costs|uses)/);
  // It may be turned as well.
  const before = await ghost.getAttribute('transform');
  await hand.press(page, '[data-nudge="turn-right"]');
  await page.waitForFunction(([id, old]) => document.querySelector(`[data-ghost="${id}"]`)?.getAttribute('transform') !== old, [unit.id, before]);
  assert.match(await said(page), /turning 45° to the right/);
  await hand.press(page, '[data-nudge="turn-left"]');
  await good(page);
  assert.equal(await ghost.getAttribute('transform'), before);
  // Put away, and nothing has changed. Whither it faces is asked only where that has effect, and is a turn by itself.
  await hand.press(page, '[data-cancel]');
  await confirmed(page);
  const whither = page.locator('[data-card] select');
  await whither.selectOption('right45');
  if (await page.locator('[data-form="face"]').count()) {
    await good(page);
    assert.match(await said(page), /turning 45° to the right/);
  }
  await whither.selectOption('keep');
  await hand.press(page, `[data-form="${formation}"]`);
  await good(page);
  await hand.press(page, '[data-cancel]');
  await confirmed(page);
  assert.equal((await game.view()).version, view.version);
  await hand.press(page, `[data-form="${formation}"]`);
  await good(page);
  const [x, y] = (await ghost.getAttribute('transform')).match(/[\d.]+/g).map(Number);
  await hand.press(page, '[data-confirm]');
  await confirmed(page);
  await page.waitForFunction((old) => document.querySelector('[data-hash]')?.dataset.hash !== old, view.hash);
  const now = (await game.view()).units.find((one) => one.id === unit.id);
  assert.equal(now.formation, formation);
  // One's own side is at the bottom: the table may lie the other way round.
  const { edges, terrain } = view.scenario;
  const [east, north] = edges.french === 'north' ? [terrain.width - now.centre[0], terrain.depth - now.centre[1]] : now.centre;
  const off = Math.hypot(x - east / 1000, terrain.depth / 1000 - y - north / 1000);
  assert.ok(off < 0.02, `it stands where its ghost stood, ${off.toFixed(2)}″ off`);
  await game.undo();
  assert.deepEqual(errors, []);
  await context.close();
}

/** A moment in which a unit that forms line is locked in a firefight by it: which unit, and what the rules say. */
async function toLock(base) {
  for (let seed = 1; seed < 10; seed++) {
    const game = await begin(base, { battle: 'barrosa-wheatley', seed });
    for (let turn = 0; turn < 8; turn++) {
      const view = await leadTo(game, orders).catch(() => null);
      if (!view) break;
      for (const { id } of view.units.filter((one) => one.side === 'french' && one.rect && one.formation === 'column')) {
        const { locks } = await game.check({ order: { do: 'form', unit: id, formation: 'line', facing: null } });
        if (locks) return { game, view, unit: id, locks };
      }
      await game.answer(view, 'no');
    }
  }
  throw new Error('nobody would be locked');
}

/** A unit that will be locked is said so before it is confirmed, with the rules, and none of them twice. */
async function locked(browser, options, { game, unit, locks }) {
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.waitForSelector('[data-end-phase]');
  await page.locator(`[data-unit="${unit}"]`).dispatchEvent('click');
  await page.locator('[data-form="line"]').click();
  await page.waitForSelector('[data-draft="form"][data-verdict="good"] [data-locks]');
  const warned = await page.locator('[data-locks]').innerText();
  assert.ok(warned.includes(say(locks[0].text).slice(0, 60)), warned);
  // One word for all of them, and all of them behind it; none is shown behind another chip again.
  assert.equal(await page.locator('[data-locks] .rule').count(), 1);
  const shown = await rulesShown(page);
  for (const rule of locks.flatMap(({ rules }) => rules)) assert.ok(shown.includes(rule), `${rule} in ${shown}`);
  assert.equal(new Set(shown).size, shown.length, shown.join());
  assert.ok(await page.locator('[data-confirm]').isEnabled());
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  const fight = await toCharge(base);
  for (const hand of HANDS) await charges(browser, hand, fight);
  await charged(browser, fight);
  await again(browser, base, HANDS[0], 'Click');
  await again(browser, base, HANDS[2], 'Tap');
  const lock = await toLock(base);
  for (const [, options] of HANDS.slice(1)) await locked(browser, options, lock);
  const volley = await toForm(base, { battle: 'barrosa-wheatley', seed: 3 });
  for (const hand of HANDS) await forms(browser, hand, volley);
  await forms(browser, HANDS[0], await toForm(base, { battle: 'baumersdorf', seed: 3 }));
}
