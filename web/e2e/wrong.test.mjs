// What was wrong once: each of these failed before it was mended.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { begin, leadTo } from './api.mjs';
import { PHONE, good } from './hands.mjs';
import { atRest, openPage } from './player.mjs';

/** Two on one screen: "place the rest for me" places one army, and the other is asked for its own. */
async function placesOneArmy(browser, base) {
  const { page, context, errors } = await openPage(browser, base);
  await page.locator('[data-battle="barrosa-wheatley"]').click();
  await page.locator('.group', { hasText: 'British' }).getByRole('button', { name: 'You' }).click();
  await page.getByRole('button', { name: 'Place the units' }).click();
  await page.locator('[data-fight]').click();
  await good(page);
  const first = await page.locator('[data-say] strong').textContent();
  await page.locator('[data-place-rest]').click();
  // The other army is asked for, and none of it is placed.
  await page.waitForFunction((first) => /1 of 6/.test(document.querySelector('[data-say] strong')?.textContent ?? '') && document.querySelector('[data-say] strong').textContent !== first, first);
  assert.equal(await page.locator('[data-unit]').count(), 6);
  assert.deepEqual(errors, []);
  await context.close();
}

/** A battle played to its end over the wire, both sides taking nothing up. */
async function finished(base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', allied: 'recruit' });
  let view = await game.view();
  for (let n = 0; n < 3000 && view.asked?.mine; n++) view = await game.answer(view, view.asked.decline);
  assert.ok(view.outcome, 'it has ended');
  return game;
}

async function atTheEnd(browser, base) {
  const game = await finished(base);
  // A spectator is neither of those who played.
  const other = await openPage(browser, `${game.link('watch')}/report`);
  await other.page.waitForSelector('[data-full-report]');
  const report = await other.page.locator('[data-full-report]').textContent();
  assert.ok(!/: you\b|\byou\b *·/.test(report) && !/French[^.]{0,40}\byou\b/.test(report), 'a spectator did not lead the French');
  assert.match(report, /a player/);
  await other.context.close();
  const { page, context, errors } = await openPage(browser, `${game.link()}/replay/3`);
  // Out of the replay the victory box does not come up again.
  await page.waitForSelector('[data-told="3"]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-replay]');
  await atRest(page);
  assert.equal(await page.locator('[data-report]').count(), 0, 'whoever has watched it knows how it ended');
  // With the report's link the footer keeps its one row.
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await atRest(page);
    const { height, right } = await page.locator('footer').evaluate((foot) => ({ height: foot.getBoundingClientRect().height, right: Math.max(...[...foot.children].map((one) => one.getBoundingClientRect().right)) }));
    assert.ok(height < 60, `${width}: the footer is ${height} px high`);
    assert.ok(right <= width, `${width}: nothing of it is cut off (${right})`);
  }
  // The same again, with sides swapped.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(game.link());
  await page.reload();
  await page.waitForSelector('[data-swap]');
  await page.locator('[data-swap]').click();
  await page.waitForFunction((id) => location.hash.includes('/game/') && !location.hash.includes(id), game.id);
  await page.waitForSelector('[data-prompt]');
  assert.match(await page.locator('header').textContent(), /French: Recruit.*British: you/);
  assert.deepEqual(errors, []);
  await context.close();
}

/** What cannot be taken back is not offered, and says why. */
async function undo(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  const { page, context } = await openPage(browser, game.link());
  await page.waitForSelector('[data-prompt]');
  assert.ok(await page.locator('[data-undo]').isDisabled());
  assert.match(await page.locator('[data-undo]').getAttribute('title'), /nothing to take back/);
  await leadTo(game, (view) => view.asked?.question.ask === 'order');
  const view = await game.view();
  const unit = view.units.find((one) => one.side === 'french' && one.arm === 'infantry');
  await game.answer(view, { order: { do: 'march', unit: unit.id, legs: [{ ahead: 1000 }] } });
  await page.waitForSelector('[data-undo]:not(:disabled)');
  await context.close();
}

/** The desk: ends instead of hundreds of outcomes, dice by throws, as wide as the phone, and nothing said of other facts. */
async function desk(browser, base) {
  const { page, context, errors } = await openPage(browser, `${base}#/desk/br8/charge/charge`, PHONE);
  await page.waitForSelector('[data-desk-odds]');
  assert.ok((await page.locator('[data-desk-odds] li:not([data-odds-tree] li)').count()) < 15, 'a card, no list of hundreds');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  // Each number says whose it is; what may happen is a hundred in all, and each is said in the nearest whole percent.
  const whose = await page.locator('[data-whose]').allTextContents();
  assert.ok(whose.includes('The attacker tests to close') && whose.includes('The defender tests to stand'), `${whose}`);
  const shares = await page.locator('[data-desk-odds] li:not(.tone, [data-odds-tree] li) strong').evaluateAll((all) => all.map((one) => [one.textContent, one.title]));
  let sum = 0;
  for (const [said, fraction] of shares) {
    const [ways, of] = fraction.split('/').map(Number);
    const exact = (100 * ways) / (of || 1);
    sum += exact;
    const whole = said.startsWith('<') ? 0 : Number(said.match(/\d+/)[0]);
    assert.ok(Math.abs(whole - exact) <= 0.5 + 1e-6, `${said} for ${fraction}: the nearest, as the log says it`);
  }
  assert.ok(Math.abs(sum - 100) < 1e-6, `${shares}`);
  await page.locator('[data-roll]').tap();
  await page.waitForSelector('[data-outcome]');
  const said = await page.locator('[data-outcome]').textContent();
  assert.match(said, /^The |^They |^Nobody|^Both/);
  assert.ok(!/carries-on|target-|charger-/.test(said), said);
  assert.match(await page.locator('.dice').textContent(), /die|dice/, 'each throw says what it was');
  // The line is gone and a fact is changed: what was said of the old one goes.
  await page.goto(`${base}#/desk/br8/artillery-fire/gun`);
  await page.waitForSelector('[data-next]');
  await context.setOffline(true);
  await page.locator('[data-fact="target=line"], [data-fact="target=skirmishers"]').first().tap();
  await page.waitForSelector('[data-next]', { state: 'detached' });
  assert.equal(await page.locator('[data-desk-odds]').count(), 0);
  await context.setOffline(false);
  assert.deepEqual(errors, []);
  await context.close();
}

/** The line is gone when parts of the page are wanted: they come when the line is back, without loading the page again. */
async function lateParts(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', allied: 'recruit' });
  const { page, context } = await openPage(browser, game.link('french'));
  await page.waitForSelector('[data-hash]');
  // Whatever is fetched from now on fails once: scripts, what they import, styles. The page is loaded again under the same eyes
  // first: what the browser has kept from other tests is not fetched, and not seen.
  const asked = new Map();
  let isGone = false;
  await context.route('**/assets/**', (route) => {
    if (!isGone) return route.continue();
    const file = new URL(route.request().url()).pathname;
    asked.set(file, (asked.get(file) ?? 0) + 1);
    return asked.get(file) === 1 ? route.abort('internetdisconnected') : route.continue();
  });
  await page.reload();
  await page.waitForSelector('[data-hash]');
  isGone = true;
  await page.keyboard.press('?');
  await page.waitForSelector('[data-keys]');
  assert.deepEqual([...asked.values()], [2], `${[...asked.keys()]}: one file, asked for again under another address`);
  assert.equal(await page.locator('[data-keys] .column').first().evaluate((column) => getComputedStyle(column).display), 'grid', 'it has its styles');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-keys]', { state: 'detached' });
  // A second one, and the first is not fetched once more.
  await page.keyboard.press('?');
  await page.waitForSelector('[data-keys]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-keys]', { state: 'detached' });
  await page.evaluate(() => (location.hash = '#/desk/br8'));
  await page.waitForSelector('a[data-ask]');
  assert.deepEqual([...asked.values()], [2, 2], `${[...asked.keys()]}`);
  assert.equal(await page.locator('[role="alert"]').count(), 0, 'nothing is missing');
  await context.close();
}

/** That the server does not answer is said as long as it is so. */
async function serverGone(browser, base) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(game, (view) => view.asked?.question.ask === 'order');
  const { page, context } = await openPage(browser, game.link());
  await page.waitForSelector('[data-end-phase]');
  await page.route('**/api/games/*/answers', (route) => route.abort('internetdisconnected'));
  await page.locator('[data-end-phase]').click();
  await page.locator('[data-end-anyway]').click();
  // The game itself could be fetched: nothing is wrong now.
  await page.waitForSelector('[data-end-phase]:not(:disabled)');
  await page.waitForFunction(() => !document.querySelector('.action [role="alert"]'));
  // The whole line is gone, and comes back by itself.
  await page.unroute('**/api/games/*/answers');
  await context.setOffline(true);
  await page.locator('[data-end-phase]').click();
  await page.locator('[data-end-anyway]').click();
  await page.waitForSelector('.action [role="alert"]');
  assert.match(await page.locator('.action [role="alert"]').textContent(), /does not answer/);
  await context.setOffline(false);
  await page.waitForSelector('.action [role="alert"]', { state: 'detached' });
  // A page that is opened while it is gone is there when it is back.
  await page.route('**/api/games/**', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await page.waitForSelector('.fatal [role="alert"]');
  await page.unroute('**/api/games/**');
  await page.waitForSelector('[data-end-phase]');
  await context.close();
}

/** Every part can be asked for again under another address: it is one file, and imports nothing but what came with the page. */
async function partsAlone(base) {
  const built = await fetch(`${base}parts.json`).then((reply) => reply.json());
  const loaded = ['index.html', ...built['index.html'].imports];
  const parts = readFileSync(new URL('../src/parts.ts', import.meta.url), 'utf8').matchAll(/part\('([^']+)', \(\) => import\('([^']+)'\)\)/g);
  let count = 0;
  for (const [, name, source] of parts) {
    count++;
    assert.equal(source, `./${name}.svelte`, 'it has the name of its file');
    const part = built[`src/${name}.svelte`];
    assert.ok(part, `${name} is in the list`);
    assert.deepEqual(part.imports.filter((one) => !loaded.includes(one)), [], `${name} imports what may not be there`);
    assert.equal(part.css, undefined, `${name} has its styles in another file`);
  }
  assert.equal(count, Object.values(built).filter((one) => one.isDynamicEntry).length, 'no part is fetched otherwise');
}

export default async function ({ browser, base }) {
  await serverGone(browser, base);
  await partsAlone(base);
  await lateParts(browser, base);
  await placesOneArmy(browser, base);
  await atTheEnd(browser, base);
  await undo(browser, base);
  await desk(browser, base);
}
