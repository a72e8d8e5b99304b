// What has to come over the line before a battle can be begun, and before it can be fought: at most 100 and 150 KB, packed.

import assert from 'node:assert/strict';
import { begin } from './api.mjs';

/** The size of everything the page fetches to show an address, as it comes over the line. */
async function fetched(browser, at, ready) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const kinds = new Map();
  const sizes = new Map();
  line.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await page.goto(at);
  await page.waitForSelector(ready);
  await page.waitForLoadState('networkidle');
  await context.close();
  // What the battles and the game themselves say grows with them; this is the page.
  const parts = ['Document', 'Script', 'Stylesheet', 'Font', 'Image'];
  return [...sizes].filter(([id]) => parts.includes(kinds.get(id))).reduce((sum, [, size]) => sum + size, 0);
}

export default async function ({ browser, base }) {
  const game = await begin(base, { battle: 'barrosa-wheatley' });
  for (const [what, at, ready, most] of [['the start page', base, '[data-battle]', 100_000], ['a battle', game.link(), '[data-prompt]', 150_000]]) {
    const size = await fetched(browser, at, ready);
    console.log(`      ${what}: ${(size / 1000).toFixed(1)} KB over the line`);
    assert.ok(size > 50_000, `${what}: something was fetched`);
    assert.ok(size <= most, `${what}: ${size} bytes`);
  }
}
