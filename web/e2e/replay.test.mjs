// A battle that is over: its report, its replay, a link to a step of it, its record away and back.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin } from './api.mjs';
import { atRest, openPage } from './player.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function accessible(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations
      .filter((one) => one.impact === 'serious' || one.impact === 'critical')
      .map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
  assert.deepEqual(found, [], where);
}

/** Two computer generals fight it out at once. */
async function fought(base, battle, seed = 7) {
  const reply = await fetch(`${base}api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: randomUUID(), battle, french: 'captain', allied: 'captain', seed }),
  });
  assert.equal(reply.status, 201);
  const { id, tokens } = await reply.json();
  return { id, token: tokens.watch, link: `${base}#/game/${id}/${tokens.watch}` };
}

const step = (page) => page.locator('[data-replaying]').getAttribute('data-replaying').then(Number);
const at = (page, wanted) => page.waitForFunction((wanted) => document.querySelector('[data-replaying]')?.getAttribute('data-replaying') === String(wanted), wanted);
/** Waits until the step that is shown is another one. */
async function moves(page, act) {
  const before = await step(page);
  await act();
  await page.waitForFunction((before) => document.querySelector('[data-replaying]')?.getAttribute('data-replaying') !== String(before), before);
  const after = await step(page);
  await page.waitForSelector(`[data-told="${after}"]`);
  return after;
}

export default async function ({ browser, base }) {
  const game = await fought(base, 'barrosa-wheatley');
  await readsReport(browser, game);
  await watches(browser, base);
  await isOver(browser, game);
  const shared = await scrubs(browser, game);
  await opensThere(browser, shared);
  await friendShares(browser, base);
  await opensRecord(browser, base, game);
  await refusesWhileItRuns(browser, base);
}

async function readsReport(browser, game) {
  for (const [width, colorScheme] of [[1440, 'light'], [390, 'dark']]) {
    const { page, context, errors } = await openPage(browser, game.link, { viewport: { width, height: 850 }, colorScheme, reducedMotion: 'reduce' });
    await page.waitForSelector('[data-report]');
    await page.locator('[data-read-report]').click();
    await page.waitForSelector('[data-full-report]');
    assert.match(await page.locator('[data-full-report] h1').textContent(), /won|draw/i);
    for (const heading of ['How the day went', 'Turning points', 'Losses', 'Luck', 'The dice', 'Turn by turn']) {
      assert.equal(await page.getByRole('heading', { name: heading, exact: true }).count(), 1, heading);
    }
    // The sums of both tables are the same.
    for (const side of ['french', 'allied']) {
      const sums = await page.locator(`[data-losses="${side}"]`).evaluate((box) => {
        const cells = (row) => [...row.querySelectorAll('td.n')].slice(0, 3).map((cell) => Number(cell.textContent));
        const [arms, units] = box.querySelectorAll('table');
        const rows = [...units.querySelectorAll('tbody tr')].map(cells);
        return { said: cells(arms.querySelector('tr.total')), added: [0, 1, 2].map((n) => rows.reduce((sum, row) => sum + row[n], 0)) };
      });
      assert.deepEqual(sums.said, sums.added, side);
    }
    assert.ok((await page.locator('[data-map]').count()) >= 2, 'a map for the start and each turn');
    assert.equal(await page.locator('[data-luck] tbody tr').count(), 4);
    assert.equal(await page.locator('[data-luck]').evaluate((table) => table.offsetWidth <= table.parentElement.clientWidth), true, `the whole table of luck is in sight at ${width}`);
    await accessible(page, `report, ${width} ${colorScheme}`);
    // On paper: white, without buttons, and nothing wider than the page.
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('[data-print]').isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    assert.ok((await page.screenshot()).length > 5000);
    await page.emulateMedia({ media: null });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `nothing sticks out at ${width}`);
    // A turning point is watched in the replay.
    const point = page.locator('[data-turning]').first();
    const turning = await point.getAttribute('data-turning');
    await point.getByRole('link').click();
    // From before it: then it is seen happening.
    await page.waitForFunction((turning) => Number(document.querySelector('[data-replaying]')?.getAttribute('data-replaying') ?? Infinity) < Number(turning), turning);
    await at(page, turning);
    assert.deepEqual(errors, []);
    await context.close();
  }
}

/** A battle with turning points at which a unit was lost by another's deed: ground may be taken by a march. */
async function aFightThatTurns(base) {
  for (let seed = 7; seed < 27; seed++) {
    const game = await fought(base, 'teugn-outposts', seed);
    const headers = { authorization: `Bearer ${game.token}` };
    const { turning } = await (await fetch(`${base}api/games/${game.id}/report`, { headers })).json();
    const { log } = await (await fetch(`${base}api/games/${game.id}`, { headers })).json();
    const lostAt = (step) => log.filter((line) => line.step === step).flatMap((line) => line.lost ?? []);
    const losses = turning.map(({ step, sentences }) => ({ to: step, sentences, lost: lostAt(step) })).filter(({ lost }) => lost.some(({ by }) => by !== undefined));
    if (losses.length > 2 && turning.some(({ last }) => last)) return { game, losses };
  }
  return assert.fail('no battle of twenty turns on a fight');
}

/** At every turning point, the last fight too: who shot, charged or fought whom is drawn, and units that still stand are named. */
async function watches(browser, base) {
  const { game, losses } = await aFightThatTurns(base);
  const { page, context, errors } = await openPage(browser, `${game.link}/replay/0`);
  let looked = 0;
  for (const { to, sentences, lost } of losses) {
    await page.evaluate((to) => (location.hash = location.hash.replace(/replay\/.*/, `replay/${to}/watch`)), to);
    await page.waitForSelector(`[data-told="${to}"]`);
    await page.waitForSelector('.strike .shot, .strike .clash', { state: 'attached' }).catch(() => assert.fail(`step ${to} shows nobody who acts: ${sentences}`));
    await atRest(page);
    for (const unit of new Set(lost.flatMap(({ unit, by }) => [unit, by ?? unit]))) {
      if (!(await page.locator(`[data-unit="${unit}"]`).count())) continue;
      looked++;
      assert.equal(await page.locator(`[data-name="u${unit}"]`).count(), 1, `step ${to}: unit ${unit} is named (${sentences})`);
    }
  }
  assert.ok(looked > 2, `${looked} units looked at`);
  assert.deepEqual(errors, []);
  await context.close();
}

/** No phase is on when all is over: the strip says so, on a large screen and on a phone. */
async function isOver(browser, game) {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { page, context, errors } = await openPage(browser, game.link, { viewport });
    await page.locator('[data-close-report]').click();
    await page.waitForFunction(() => [...document.querySelectorAll('header [data-over]')].some((one) => one.checkVisibility() && one.textContent === 'The battle is over'));
    assert.equal(await page.locator('header li[aria-current] [data-phase], header button.now-phase').count(), 0, 'no phase is on');
    await page.evaluate(() => (location.hash += '/replay/40'));
    await page.waitForSelector('[data-told="40"]');
    assert.equal(await page.locator('header [data-over]').count(), 0, 'but for what is looked at again');
    assert.equal(await page.locator('header li[aria-current] [data-phase]').count(), 1);
    assert.deepEqual(errors, []);
    await context.close();
  }
}

async function scrubs(browser, game) {
  const { page, context, errors } = await openPage(browser, `${game.link}/replay/0`);
  await page.waitForSelector('[data-replaying="0"]');
  const last = Number(await page.locator('[data-scrub]').getAttribute('max'));
  assert.ok(last > 50, `${last} steps`);

  // On and back by steps, phases and turns; back is where it came from.
  const one = await moves(page, () => page.locator('[data-step-on]').click());
  const number = async () => Number((await page.locator('[data-told]').textContent()).match(/Step (\d+) of/)[1]);
  assert.equal(await number(), 1);
  const two = await moves(page, () => page.locator('[data-step-on]').click());
  assert.ok(two > one && one > 0);
  assert.equal(await number(), 2, 'steps that tell nothing are not counted');
  assert.equal(await moves(page, () => page.locator('[data-step-back]').click()), one);
  const phase = await moves(page, () => page.locator('[data-phase-on]').click());
  const turn = await moves(page, () => page.locator('[data-turn-on]').click());
  assert.ok(phase > one && turn > phase, `${one} ${phase} ${turn}`);
  assert.match(await page.locator('[data-told]').textContent(), /Turn 2/);
  assert.ok((await moves(page, () => page.locator('[data-phase-back]').click())) < turn);

  // All of the table is in sight, below what is told and above the handles.
  await page.setViewportSize({ width: 1280, height: 800 });
  await atRest(page);
  const [stage, table] = [await page.locator('.stage').boundingBox(), await page.locator('svg[role="group"]').boundingBox()];
  assert.ok(table.y >= stage.y - 1 && table.y + table.height <= stage.y + stage.height + 1, `${table.y} to ${table.y + table.height} in ${stage.y} to ${stage.y + stage.height}`);
  assert.ok(table.width > 640, `${table.width} pixels wide`);

  // The same by keyboard.
  await page.locator('[data-told]').click();
  assert.equal(await moves(page, () => page.keyboard.press('Home')), 0);
  assert.equal(await moves(page, () => page.keyboard.press('ArrowRight')), one);
  assert.ok((await moves(page, () => page.keyboard.press('Shift+ArrowRight'))) > one);
  await moves(page, () => page.keyboard.press('PageDown'));
  assert.equal(await moves(page, () => page.keyboard.press('End')), last);

  // A step tells what happens, and the table shows it.
  await moves(page, () => page.keyboard.press('Home'));
  let drawn = 0;
  for (let n = 0; n < 60 && !drawn; n++) {
    await moves(page, () => page.keyboard.press('ArrowRight'));
    drawn = await page.locator('[data-moves]').count();
  }
  assert.ok(drawn, 'moves are drawn from where to where');
  assert.ok((await page.locator('[data-told] .line').count()) > 0, 'and told');

  // Four times as fast by itself, until it is stopped.
  await page.locator('[data-speed]').selectOption({ label: '4×' });
  const from = await step(page);
  await page.locator('[data-play]').click();
  await page.waitForFunction((from) => Number(document.querySelector('[data-replaying]').getAttribute('data-replaying')) > from + 2, from);
  await page.locator('[data-play]').click();
  const stopped = await step(page);
  await atRest(page);
  assert.equal(await step(page), stopped, 'it stays where it was stopped');

  // The log hangs what follows under its cause, by phase and by cause, and folds.
  await page.keyboard.press('End');
  await at(page, last);
  await page.locator('[data-order="cause"]').click();
  const nested = page.locator('[data-log] li li li');
  assert.ok((await nested.count()) > 3, 'chains of three and more');
  const whole = await page.locator('[data-log] li').count();
  await page.locator('[data-log] details[open] .fold').first().click();
  assert.ok((await page.locator('[data-log] li').count()) < whole, 'what followed is folded away');
  await accessible(page, 'replay');

  // The address follows; a link to this step can be given away.
  const back = await moves(page, () => page.locator('[data-step-back]').click());
  await page.waitForURL(`**/replay/${back}*`);
  const shared = await page.locator('[data-share-step]').getAttribute('data-share-step');
  assert.equal(page.url(), shared, 'a spectator shares the address he is at');
  const told = await page.locator('[data-told] .lines').textContent();
  const wanted = await step(page);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-replaying]', { state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
  return { link: shared, step: wanted, told };
}

/** A friend who has only the link of his seat shows a step to another person, and does not give his seat away with it. */
async function friendShares(browser, base) {
  const { id, tokens } = await begin(base, { battle: 'baumersdorf', french: 'captain', allied: 'friend' });
  const friend = await openPage(browser, `${base}#/game/${id}/${tokens.allied}/replay/1`);
  const button = friend.page.locator('[data-share-step]');
  const shared = await button.getAttribute('data-share-step');
  assert.ok(shared.endsWith('/replay/1') && shared.startsWith(`${base}#/game/${id}/`), shared);
  for (const token of Object.values(tokens)) assert.ok(!shared.includes(token), 'no link that was sent to somebody');
  await button.click();
  await friend.page.getByRole('button', { name: 'Link copied' }).waitFor();
  // In the dialog of links too he finds the one for spectators, and nothing that opens his seat.
  await friend.page.keyboard.press('Escape');
  await friend.page.locator('[data-share]').click();
  await friend.page.waitForSelector('dialog input');
  const links = await friend.page.locator('dialog input').evaluateAll((fields) => fields.map((field) => field.value));
  assert.deepEqual(links, [shared.replace(/\/replay.*/, '')]);
  assert.deepEqual(friend.errors, []);
  await friend.context.close();

  const { page, context, errors } = await openPage(browser, shared);
  await page.waitForSelector('[data-replaying="1"]');
  assert.equal(await page.locator('[data-share-step]').getAttribute('data-share-step'), shared, 'it can be passed on');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-replaying]', { state: 'detached' });
  assert.equal(await page.locator('[data-undo]').isDisabled(), true, 'a spectator takes nothing back');
  assert.equal(await page.locator('[data-seal], [data-corps-orders], [data-end-phase]').count(), 0, 'and is asked nothing');
  assert.deepEqual(errors, []);
  await context.close();
}

async function opensThere(browser, { link, step: wanted, told }) {
  const { page, context, errors } = await openPage(browser, link, { viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.waitForSelector(`[data-replaying="${wanted}"]`);
  await page.waitForFunction((told) => document.querySelector('[data-told] .lines')?.textContent === told, told);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing sticks out on a phone');
  await accessible(page, 'replay on a phone, dark');
  // A reload comes back to the same step.
  const next = await moves(page, () => page.locator('[data-step-back]').click());
  await page.waitForURL(`**/replay/${next}*`);
  await page.reload();
  await page.waitForSelector(`[data-replaying="${next}"]`);
  assert.deepEqual(errors, []);
  await context.close();
}

async function opensRecord(browser, base, game) {
  const one = await openPage(browser, `${game.link}/report`, { acceptDownloads: true });
  await one.page.waitForSelector('[data-full-report]');
  const [download] = await Promise.all([one.page.waitForEvent('download'), one.page.locator('[data-record]').click()]);
  const file = join(tmpdir(), `grognard-${game.id}.jsonl`);
  await download.saveAs(file);
  assert.ok(statSync(file).size > 1000);
  await one.context.close();

  const { page, context, errors } = await openPage(browser, base);
  await page.locator('[data-open-record]').setInputFiles(file);
  await page.waitForSelector('[data-replaying="0"]');
  assert.notEqual(page.url(), `${game.link}/replay/0`, 'a game of its own');
  await moves(page, () => page.keyboard.press('End'));
  await page.goto(`${page.url().replace(/\/replay\/.*/, '')}/report`);
  await page.waitForSelector('[data-full-report]');
  // It is listed among the finished ones.
  await page.goto(base);
  await page.waitForSelector('[data-state="over"]');
  assert.equal(await page.locator('[data-state="over"] a').count(), 3, 'game, report, replay');
  // A changed record is refused in a sentence that names the line.
  const text = readFileSync(file, 'utf8').replace('"n":3,', '"n":4,');
  await page.locator('[data-open-record]').setInputFiles({ name: 'changed.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector('[role="alert"]');
  assert.match(await page.locator('[role="alert"]').textContent(), /changed\.jsonl:\d+/);
  assert.deepEqual(errors, []);
  await context.close();
}

async function refusesWhileItRuns(browser, base) {
  const { page, context } = await openPage(browser, base);
  await page.locator('[data-battle="barrosa-wheatley"]').click();
  await page.locator('[data-fight]').first().click();
  await page.waitForSelector('[data-prompt]');
  await page.goto(`${page.url()}/report`);
  await page.waitForSelector('[role="alert"]');
  assert.match(await page.locator('[role="alert"]').textContent(), /over/);
  await page.goto(base);
  await page.waitForSelector('[data-state="asked"]');
  assert.equal(await page.locator('[data-state="asked"] .chip').textContent(), 'your move');
  await context.close();
}
