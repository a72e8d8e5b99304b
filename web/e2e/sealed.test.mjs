// What is sealed is not in the other's browser: every byte that the other side's page and a spectator's page receive,
// and every answer the server gives to their links, is searched for the place a sealed order names.

import assert from 'node:assert/strict';
import { begin } from './api.mjs';
import { mouse } from './hands.mjs';
import { atRest, openPage } from './player.mjs';

/** Places that would not be sent for any other reason; on the table of Baumersdorf, 48 by 36 inches. */
const FIRST = { x: 31337, y: 27183 };
const SECOND = { x: 29641, y: 18757 };
const THIRD = { x: 17389, y: 23561 };

/** The numbers as a page, a log or a record may write them; not as a part of a hash. */
const words = ({ x, y }) => [x, y].flatMap((n) => [String(n), (n / 1000).toFixed(3), (n / 1000).toFixed(2)]);
const holds = (text, place) => words(place).some((word) => new RegExp(`(?<![0-9a-zA-Z.])${word.replace('.', '\\.')}(?![0-9a-zA-Z])`).test(text));

/** A seat's page that keeps whatever it is sent. */
async function listener(browser, link) {
  const heard = [];
  const open = [];
  const seat = await openPage(browser, new URL('/', link).href);
  seat.page.on('response', (response) => open.push(response.text().then((text) => heard.push({ from: response.url(), text }), () => {})));
  seat.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push({ from: socket.url(), text: String(payload) })));
  await seat.page.goto(link);
  await seat.page.waitForSelector('[data-prompt]');
  return {
    ...seat,
    /** Where a place was heard of. */
    async about(place) {
      await atRest(seat.page);
      await Promise.all(open);
      return heard.filter(({ text }) => holds(text, place)).map(({ from }) => from);
    },
    get bytes() {
      return heard.reduce((sum, { text }) => sum + text.length, 0);
    },
  };
}

/** The page's hand names a place by a click; on its way out it becomes the one that is looked for. */
async function write(page, order, place) {
  await page.waitForSelector('[data-seal]');
  await page.route('**/answers', async (route) => {
    const body = route.request().postDataJSON();
    if (body.answer.instruct) body.answer.instruct.order.objective = place;
    await route.continue({ postData: JSON.stringify(body) });
  });
  await mouse.press(page, `[data-order="${order}"]`);
  await page.waitForSelector('[data-draft="instruct"]');
  await mouse.point(page, [0.5, 0.4]);
  await page.waitForSelector('[data-verdict="good"]');
  await mouse.press(page, '[data-confirm]');
  await page.waitForSelector('[data-draft]', { state: 'detached' });
  await page.unroute('**/answers');
}

/** Everything the server says to a link, whatever it is asked for. */
async function asked(base, game, seat) {
  const view = await game.view(seat);
  const units = view.units.map((unit) => unit.id);
  const at = `${base}api/games/${game.id}`;
  const ways = [
    '', '/log', '/odds', '/overlay', '/record', '/report', '?after=1',
    ...Array.from({ length: view.step + 1 }, (_, step) => `/steps/${step}`),
    ...units.flatMap((unit) => [`/units/${unit}/options`, `/overlay/${unit}`]),
    ...view.generals.map((general) => `/generals/${general.id}/options`),
  ];
  const headers = { authorization: `Bearer ${game.tokens[seat]}` };
  const told = [];
  for (const way of ways) told.push([way, await fetch(at + way, { headers }).then((reply) => reply.text())]);
  const post = (way, body) => fetch(at + way, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((reply) => reply.text());
  told.push(['odds of a shot', await post('/odds', { unit: units[0], target: units.at(-1) })]);
  told.push(['a check', await post('/check', { answer: { instruct: { do: 'carry', corps: 0, order: { kind: 'attack' } } } })]);
  return told;
}

export default async function ({ browser, base }) {
  const game = await begin(base, { battle: 'baumersdorf', allied: 'friend' });
  const writer = await listener(browser, game.link('french'));
  const other = await listener(browser, game.link('allied'));
  const third = await listener(browser, game.link('watch'));
  const secret = async (place, from, seats) => {
    assert.ok((await from.page.about(place)).length, 'whoever wrote it has it');
    for (const [seat, { page, link }] of Object.entries(seats)) {
      assert.deepEqual(await page.about(place), [], `the page of ${seat} has heard of a sealed order`);
      if (!link) continue;
      const told = await asked(base, game, link);
      assert.deepEqual(told.filter(([, text]) => holds(text, place)).map(([way]) => way), [], `${seat} was told of a sealed order`);
    }
  };
  const known = async (place, seats) => {
    for (const [seat, { page }] of Object.entries(seats)) assert.ok((await page.about(place)).length, `${seat} does not see what is revealed`);
  };
  const enemies = { allied: { page: other, link: 'allied' }, watch: { page: third, link: 'watch' } };

  // The orders the corps begin with: the French write, the Austrians are asked, then both are shown.
  await write(writer.page, 'attack', FIRST);
  await secret(FIRST, { page: writer }, enemies);
  await mouse.press(writer.page, '[data-seal]');
  await other.page.waitForSelector('[data-seal]');
  await secret(FIRST, { page: writer }, enemies);
  await mouse.press(other.page, '[data-seal]');
  await writer.page.waitForSelector('[data-seal]');
  await known(FIRST, enemies);

  // Turn 1: a new order is sent by the army commander and received; the enemy hears of it when it is carried out.
  await write(writer.page, 'defend', SECOND);
  await secret(SECOND, { page: writer }, enemies);
  await mouse.press(writer.page, '[data-seal]');
  await other.page.waitForSelector('[data-seal]');
  await secret(SECOND, { page: writer }, enemies);
  // The other way round: what the Austrians have written and not yet handed in.
  await write(other.page, 'defend', THIRD);
  await secret(THIRD, { page: other }, { french: { page: writer, link: 'french' }, watch: enemies.watch });
  await mouse.press(other.page, '[data-seal]');
  await writer.page.waitForFunction(() => document.querySelector('[data-end-phase], [data-choice]') || document.querySelector('[data-prompt]')?.textContent.includes('Austrians'));
  await known(SECOND, enemies);
  await known(THIRD, { french: { page: writer }, watch: enemies.watch });
  assert.ok(other.bytes > 50_000 && third.bytes > 50_000, 'there was something to search');
  for (const seat of [writer, other, third]) {
    assert.deepEqual(seat.errors, []);
    await seat.context.close();
  }
}
