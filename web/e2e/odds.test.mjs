// Odds in three depths with facts turned, every overlay, and a general's reach, as a player would use them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { begin, firstGame, leadTo } from './api.mjs';
import { PHONE } from './hands.mjs';
import { atRest, openPage } from './player.mjs';
import { whereFound } from './scenes.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LAYERS = ['bands', 'arcs', 'sight', 'command', 'moves'];

/** Nothing serious for axe to say about a part of the page. */
async function sound(page, part, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async (within) => {
    const { violations } = await window.axe.run(within);
    return violations.filter((one) => one.impact === 'serious' || one.impact === 'critical').map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 160)}`);
  }, part);
  assert.deepEqual(found, [], where);
}

const ends = (page) => page.locator('[data-odds] li').allTextContents();

/** A shot is asked: its target lights up with its odds, and the panel goes as deep as one likes. */
async function shot(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, (view) => view.asked?.question.ask === 'target');
  const target = view.asked.form.offers.find((offer) => offer.unit !== undefined).unit;
  const { page, context, errors } = await openPage(browser, game.link());
  await page.waitForSelector('[data-odds-sentence]');
  assert.match(await page.locator(`[data-tag="${target}"]`).textContent(), /\d lost of \d+/, 'the target lights up with its odds');
  assert.match(await page.locator(`[data-choice="u${target}"] [data-short]`).textContent(), /\d lost of \d+, then [a-z ]+ [<>]?\d+ %/, 'and so does its button, with what follows by its own name');
  assert.match(await page.locator('[data-odds-sentence]').textContent(), /on average/);
  const stands = await ends(page);

  await page.locator('[data-depth="2"]').click();
  await page.waitForSelector('[data-fact-row="range"]');
  assert.ok((await page.locator('[data-working] table').count()) >= 2, 'the shot and the test, each with its numbers');
  await sound(page, '[data-odds]', 'numbers');
  const other = page.locator('[data-fact-row="range"] [aria-pressed="false"]').first();
  const promised = (await other.locator('small').textContent()).trim();
  await other.click();
  await page.waitForSelector('[data-as-it-stands]');
  await page.waitForFunction((before) => [...document.querySelectorAll('[data-odds] li')].map((line) => line.textContent).join() !== before, stands.join());
  const on = page.locator('[data-fact-row="range"] [aria-pressed="true"] small');
  assert.equal((await on.textContent()).trim(), promised, 'what was promised beside the fact is what comes of it');
  await page.locator('[data-as-it-stands]').click();
  await page.waitForSelector('[data-as-it-stands]', { state: 'detached' });
  assert.deepEqual(await ends(page), stands, 'as it stands');

  await page.locator('[data-depth="3"]').click();
  await page.waitForSelector('[data-spread]');
  const bars = await page.locator('[data-spread="Hits"] tbody tr').count();
  assert.ok(bars >= 3, `${bars} numbers of hits, each with its chance`);
  await sound(page, '[data-odds]', 'in full');

  // The switch is remembered, and so is the depth.
  await page.locator('[data-odds-switch]').click();
  await page.waitForSelector('[data-odds-sentence]', { state: 'detached' });
  assert.equal(await page.locator('[data-tag], [data-short]').count(), 0, 'no odds anywhere');
  await page.reload();
  await page.waitForSelector('[data-choice]');
  await atRest(page);
  assert.equal(await page.locator('[data-odds-sentence], [data-tag]').count(), 0, 'still hidden');
  assert.deepEqual(errors, []);
  await context.close();
}

/** A gun is laid: the targets it may fire at then are told before, with the odds it will have. Those are answers to the next question: this one knows nothing more of them. */
async function laid(browser, base, options) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const view = await leadTo(game, (view) => view.asked?.question.ask === 'adjust');
  const { page, context, errors } = await openPage(browser, game.link(), options);
  const deeper = [];
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/odds') && deeper.push(request.postData()));
  await page.evaluate(() => localStorage.setItem('grognard.odds-depth', '2'));
  await page.reload();
  await page.waitForSelector('[data-ask="adjust"]');
  const name = (id) => view.units.find((one) => one.id === id).name;
  let [seen, nobody] = [0, 0];
  for (const enemy of view.units.filter((unit) => unit.side === 'allied' && unit.rect)) {
    const checked = page.waitForResponse((reply) => reply.url().endsWith('/check'));
    await page.locator(`[data-unit="${enemy.id}"]`).dispatchEvent('click');
    const { ok, shots = [] } = await (await checked).json();
    if (!ok) continue;
    await page.waitForSelector('[data-draft="turn"][data-verdict="good"]');
    const said = await page.locator('[data-say]').textContent();
    for (const { unit } of shots) {
      assert.match(await page.locator(`[data-tag="${unit}"]`).textContent(), /\d lost of \d+/, 'its target lights up with its odds');
      assert.match(said.slice(said.indexOf('It may fire at')), new RegExp(`${name(unit)} \\(\\d+\\.\\d lost of \\d+`), 'and so it is told');
    }
    assert.equal(await page.locator('[data-tag]').count(), shots.length);
    assert.equal(await page.locator('[data-no-shot]').count(), shots.some(({ unit }) => unit === enemy.id) ? 0 : 1, said);
    if (shots.length) seen++;
    else nobody++;
  }
  assert.ok(seen > 0, `${seen} with a target, ${nobody} without`);
  assert.deepEqual(deeper, []);
  assert.deepEqual(errors, []);
  await context.close();
}

/** A moment in which a unit may charge and much may come of it; nothing is moved on the way. */
const chargeable = (base) =>
  whereFound(
    base,
    async (game, view) => {
      for (const unit of view.units.filter((one) => one.side === 'french' && one.standing === 'on-table')) {
        const { may } = await game.options(unit.id);
        const targets = may.find((one) => one.do === 'charge')?.targets ?? [];
        const target = targets.find((one) => one.odds.length > 3);
        if (target) return { unit: unit.id, target };
      }
      return null;
    },
    'teugn-outposts',
  );

/** What is said, whichever spaces keep it together. */
const told = async (page, selector) => (await page.locator(selector).textContent()).replaceAll('\u00a0', ' ');

/** A charge is weighed before it is ordered. */
async function charge(browser, base) {
  const { game, found } = await chargeable(base);
  const { unit, target } = found;
  const { page, context, errors } = await openPage(browser, game.link(), { colorScheme: 'dark' });
  await page.locator(`[data-unit="${unit}"]`).dispatchEvent('click');
  await page.locator(`[data-charge="${target.target}"]`).click();
  await page.waitForSelector('[data-draft="charge"]');
  assert.equal(await told(page, '[data-odds-sentence]'), target.sentence);
  // Where the charge is confirmed its odds are said in numbers, and nothing twice: the sentence is folded behind the list.
  const numbers = await told(page, '[data-draft] [data-numbers]');
  assert.match(numbers, /^Goes well [<>]?\d+ %(, [^;,(]+ [<>]?\d+ %( \(we are ahead [<>]?\d+ %, they [<>]?\d+ %, level [<>]?\d+ %\))?)*, badly [<>]?\d+ %/);
  const [, ours] = target.sentence.match(/([\d.]+) of ours/) ?? [];
  if (ours) assert.ok(numbers.includes(`we lose ${ours}`), numbers);
  assert.equal(await page.locator('[data-numbers]').count(), 1, 'once');
  assert.equal(await page.locator('[data-odds-sentence]').isVisible(), false);
  assert.ok((await page.locator('.action').boundingBox()).height < 80, 'two lines over the table, no more');
  await page.locator('[data-odds] summary').click();
  assert.equal(await page.locator('[data-odds-sentence]').isVisible(), true);
  // The panel is named for it and stands before the card.
  assert.match(await page.locator('[data-odds] h2').textContent(), / charges? /);
  assert.ok(await page.evaluate(() => document.querySelector('[data-odds]').compareDocumentPosition(document.querySelector('[data-card]')) & Node.DOCUMENT_POSITION_FOLLOWING));
  await page.locator('[data-depth="2"]').click();
  await page.waitForSelector('[data-fact-row]');
  const names = await page.locator('[data-fact-row]').evaluateAll((rows) => rows.map((row) => row.dataset.factRow));
  assert.ok(names.includes('target-general') && names.includes('charger-figures'), names.join());
  const before = await ends(page);
  await page.locator('[data-turn="charger-figures=less"]').click();
  await page.waitForSelector('[data-as-it-stands]');
  await page.waitForFunction((was) => [...document.querySelectorAll('[data-odds] li')].map((line) => line.textContent).join() !== was, before.join());
  await page.locator('[data-depth="3"]').click();
  await page.waitForSelector('[data-spread="How it ends"]');
  assert.ok((await page.locator('[data-spread]').count()) >= 2);
  await sound(page, '[data-odds]', 'a charge in the dark');
  assert.equal(await page.locator('[data-confirm]').isEnabled(), true, 'and the charge can still be ordered');
  assert.deepEqual(errors, []);
  await context.close();
  const phone = await openPage(browser, game.link(), PHONE);
  await phone.page.locator(`[data-unit="${unit}"]`).dispatchEvent('click');
  await phone.page.locator(`[data-charge="${target.target}"]`).click();
  await phone.page.waitForSelector('[data-draft="charge"] [data-numbers]');
  assert.ok((await phone.page.locator('.action').boundingBox()).height < 844 / 8, 'nor does it fill a phone');
  await phone.context.close();
}

/** A unit with only one target is chosen with one press and fires with the second, its odds on both; a line of the log shows its first rule, and the others when asked. */
async function fire(browser, base) {
  const sure = ({ asked }) => asked.form.offers.find(({ unit }, _, all) => unit !== undefined && all.filter((other) => other.unit === unit).length === 1);
  const { game, view } = await firstGame(base, { battle: 'baumersdorf' }, (view) => view.asked?.question.ask === 'fire' && sure(view) !== undefined);
  const { unit, target } = sure(view);
  const { page, context, errors } = await openPage(browser, game.link());
  const name = (id) => view.units.find((one) => one.id === id).name;
  assert.match(await page.locator(`[data-choice="s${unit}"]`).textContent(), new RegExp(`at ${name(target)}`));
  await page.waitForSelector(`[data-choice="s${unit}"] [data-short]`);
  const lines = page.locator('[data-log] li');
  const before = await lines.count();
  await page.locator(`[data-choice="s${unit}"]`).click();
  await page.waitForSelector(`[data-choice="t${target}"] [data-short]`);
  assert.equal(await lines.count(), before, 'nobody has fired yet');
  await page.locator(`[data-choice="t${target}"]`).click();
  await page.waitForFunction((before) => document.querySelectorAll('[data-log] li').length > before, before);
  assert.match(await page.locator('[data-log]').textContent(), new RegExp(`${name(unit)} fires on ${name(target)}`));
  // No id stands on a line; a quiet mark opens its numbers in words, and its rules.
  assert.equal(await page.locator('[data-log] .rule').count(), 0);
  await page.locator('[data-log] [data-why]').last().click();
  const why = page.locator('[data-log] table').last();
  assert.ok((await why.locator('.rule').count()) >= 1);
  assert.match(await why.textContent(), /[a-z]+ [a-z]+ [a-z]+/, 'in words');
  assert.deepEqual(errors, []);
  await context.close();
}

/** Every overlay by keyboard and on a phone. */
async function overlays(browser, base, options) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(game, (view) => view.asked?.question.ask === 'order' && view.turn > 1);
  const { page, context, errors } = await openPage(browser, game.link(), options);
  await page.waitForSelector('[data-end-phase]');
  await page.locator('[data-unit="0"]').dispatchEvent('click');
  await page.waitForSelector('[data-card="0"]');
  await page.locator('[data-overlays]').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#overlay-menu');
  await sound(page, '#overlay-menu', 'the menu');
  for (const layer of LAYERS) {
    const toggle = page.locator(`[data-overlay="${layer}"]`);
    const { height } = await toggle.boundingBox();
    assert.ok(height >= 44, `${layer} is ${height} px high`);
    await toggle.focus();
    await page.keyboard.press('Space');
    await page.waitForSelector(`[data-layer="${layer}"]`, { state: 'attached' });
    assert.equal(await toggle.getAttribute('aria-checked'), 'true');
  }
  for (const layer of LAYERS) {
    await page.locator(`[data-overlay="${layer}"]`).click();
    await page.waitForSelector(`[data-layer="${layer}"]`, { state: 'detached' });
  }
  // A unit's reach is on from the start, and goes.
  assert.ok((await page.locator('[data-layer="reach"]').count()) > 0);
  await page.locator('[data-overlay="reach"]').click();
  await page.waitForSelector('[data-layer="reach"]', { state: 'detached' });
  await page.locator('[data-overlay="reach"]').click();
  // The ruler measures what is dragged over.
  await page.locator('[data-overlay="ruler"]').click();
  await page.keyboard.press('Escape');
  await page.waitForSelector('#overlay-menu', { state: 'detached' });
  const box = await page.locator('.stage').boundingBox();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 4 });
  assert.match(await page.locator('.measured').textContent(), /^\d+\.\d″$/);
  await page.mouse.up();
  await page.locator('[data-overlays]').click();
  await page.locator('[data-overlay="ruler"]').click();
  await page.keyboard.press('Escape');
  // The same to read.
  await page.locator('[data-sights] summary').click();
  await page.waitForSelector('[data-sights] li');
  assert.match(await page.locator('[data-sights]').textContent(), /in sight|hidden by/);
  // A general shows where he may ride and whom he may join.
  await page.locator('[data-general="0"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-layer="ride"]', { state: 'attached' });
  await page.locator('[data-join]').first().click();
  await page.waitForSelector('[data-draft="ride"][data-verdict="good"]');
  await page.locator('[data-confirm]').click();
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `the page is ${wide} px too wide`);
  assert.deepEqual(errors, []);
  await context.close();
}

export default async function ({ browser, base }) {
  await shot(browser, base);
  await laid(browser, base);
  await charge(browser, base);
  await fire(browser, base);
  await overlays(browser, base);
  await overlays(browser, base, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
}
