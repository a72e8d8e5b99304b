// Starts the real server on a free port with a database of its own, and plays whole battles through the page.
//
//   npm run e2e                 all tests
//   npm run e2e -- mouse touch  those whose name holds one of the words
//   npm run e2e -- pictures     screenshots into ../target/pictures (or $PICTURES)
//   npm run e2e -- frames       how smoothly the table moves, in numbers
//   GROGNARD_BIN=… npm run e2e  a server built elsewhere (otherwise ../target/release/grognard is built)
//   GROGNARD_URL=… npm run e2e  a server that runs already, such as `npm run dev`

import { spawn, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');

function binary() {
  if (process.env.GROGNARD_BIN) return process.env.GROGNARD_BIN;
  execFileSync('cargo', ['build', '--release', '--quiet', '--package', 'cli'], { cwd: root, stdio: 'inherit' });
  return join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'release/grognard');
}

const freePort = () =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

async function serve(folder) {
  if (process.env.GROGNARD_URL) return { server: null, base: process.env.GROGNARD_URL };
  const port = await freePort();
  const server = spawn(binary(), ['serve', '--port', String(port), '--db', join(folder, 'games.db')], { stdio: 'inherit' });
  const base = `http://127.0.0.1:${port}/`;
  for (let n = 0; n < 100; n++) {
    const ready = await fetch(`${base}health`).then((reply) => reply.ok, () => false);
    if (ready) return { server, base };
    await new Promise((later) => setTimeout(later, 100));
  }
  server.kill();
  throw new Error('the server did not answer within ten seconds');
}

if (!existsSync(join(here, '../dist/index.html'))) {
  console.error('web/dist is missing: run "npm run build" first.');
  process.exit(1);
}
const [wanted = '', ...others] = process.argv.slice(2);
const named = (name) => [wanted, ...others].some((word) => name.includes(word));
const all = readdirSync(here).filter((name) => name.endsWith('.test.mjs') && named(name)).sort();
const tests = wanted === 'pictures' || wanted === 'frames' ? [`${wanted}.mjs`] : all;
const folder = mkdtempSync(join(tmpdir(), 'grognard-e2e-'));
const { server, base } = await serve(folder);
if (!(await fetch(base).then((reply) => reply.text())).includes('id="app"')) {
  server?.kill();
  console.error('The server has no page in it: run "npm run build" in web/, then build the server again.');
  process.exit(1);
}
// The one without a window takes two thirds of the other's time.
const places = (process.env.PATH ?? '').split(':');
const installed = ['chromium-headless-shell', 'chromium'].flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? installed,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
console.log(`      in Chromium ${browser.version()}`);
let failures = 0;
try {
  for (const name of tests) {
    const begun = Date.now();
    try {
      const { default: test } = await import(join(here, name));
      await test({ browser, base });
      console.log(`ok    ${name}  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    } catch (failed) {
      failures++;
      console.error(`FAIL  ${name}\n${failed.stack ?? failed}`);
    }
  }
} finally {
  await browser.close();
  if (server) {
    const gone = new Promise((done) => server.once('exit', done));
    if (server.exitCode === null && server.kill()) await Promise.race([gone, new Promise((late) => setTimeout(late, 5000))]);
  }
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures ? 1 : 0);
