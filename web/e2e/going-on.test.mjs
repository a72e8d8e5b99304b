// A game that can only be read: both seats agree, and the page leads to the game in which the battle goes on.
// What the server does is tested there; here it is put into its mouth: what it says of such a game is what a program told that
// had no bodies in its views, weights in numbers and sentences in one piece.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openPage } from './player.mjs';

const TOLD = JSON.parse(readFileSync(new URL('./told-by-0.2.0.json', import.meta.url), 'utf8'));

export default async function ({ browser, base }) {
  const { page, errors } = await openPage(browser, base);
  const begun = async () => {
    const reply = await fetch(`${base}api/games`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: crypto.randomUUID(), battle: 'gilly', french: 'you', allied: 'captain', 'own-dice': false }),
    });
    assert.equal(reply.status, 201);
    return reply.json();
  };
  const [old, next] = [await begun(), await begun()];
  const frozen = 'This game was played by another version of the program, which this one does not follow.';
  const goingOn = { agreed: [], game: null };
  await page.route(`**/api/games/${old.id}`, async (route) => {
    const reply = await route.fetch();
    const { id, seat, mark } = await reply.json();
    await route.fulfill({ response: reply, json: { ...TOLD, id, seat, mark, frozen, asked: null, dice: null, staff: undefined, groups: [], 'going-on': goingOn } });
  });
  await page.route(`**/api/games/${old.id}/go-on`, async (route) => {
    assert.ok(route.request().postDataJSON().request, 'it has a request id');
    Object.assign(goingOn, goingOn.agreed.length ? { game: next.id } : { agreed: ['french'] });
    await route.fulfill({ json: goingOn });
  });
  await page.route(`**/api/games/${next.id}`, async (route) => {
    // The same links open both.
    const reply = await route.fetch({ headers: { ...route.request().headers(), authorization: `Bearer ${next.tokens.french}` } });
    await route.fulfill({ response: reply, json: { ...(await reply.json()), 'gone-on-from': old.id } });
  });
  await page.goto(`${base}#/game/${old.id}/${old.tokens.french}`);
  assert.match(await page.locator('[data-log]').textContent(), /rally to the recall/, 'the log is read as it was told');
  await page.locator('[data-unit="0"]').first().click({ force: true });
  await page.waitForSelector('[data-card="0"]');
  await page.locator('[data-go-on]').click();
  await page.waitForSelector('[data-agreed]');
  assert.equal(await page.locator('[data-go-on]').count(), 0, 'once is enough');
  goingOn.game = next.id;
  await page.reload();
  await page.locator('[data-goes-on]').click();
  await page.waitForSelector('[data-earlier]');
  assert.match(page.url(), new RegExp(`#/game/${next.id}/${old.tokens.french}$`));
  assert.equal(await page.locator('[data-earlier]').getAttribute('href'), `#/game/${old.id}/${old.tokens.french}`);
  assert.deepEqual(errors, []);
}
