// The same page as a part of another site: a proxy has it under a path, and takes the path away. Two browsers and a
// spectator play through it, live lines and all.

import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import links from './links.test.mjs';

const PATH = '/club/grognard/';

export default async function ({ browser, base }) {
  const { hostname, port } = new URL(base);
  const astray = [];
  let lines = 0;
  const pass = (from, answered) => {
    if (!from.url.startsWith(PATH)) {
      astray.push(from.url);
      return null;
    }
    const to = request({ hostname, port, method: from.method, path: from.url.slice(PATH.length - 1), headers: from.headers });
    to.on('error', () => from.destroy());
    to.on('response', answered);
    return to;
  };
  const proxy = createServer((from, reply) => {
    const to = pass(from, (found) => {
      reply.writeHead(found.statusCode, found.headers);
      found.pipe(reply);
    });
    if (to) from.pipe(to);
    else reply.writeHead(404).end();
  });
  proxy.on('upgrade', (from, socket, head) => {
    socket.on('error', () => socket.destroy());
    const to = pass(from, () => socket.destroy());
    if (!to) return socket.destroy();
    to.on('upgrade', (found, line, rest) => {
      lines++;
      const named = Object.entries(found.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${named.join('')}\r\n`);
      socket.write(rest);
      line.on('error', () => socket.destroy());
      line.write(head);
      line.pipe(socket).pipe(line);
    });
    to.end();
  });
  await new Promise((ready) => proxy.listen(0, '127.0.0.1', ready));
  try {
    await links({ browser, base: `http://127.0.0.1:${proxy.address().port}${PATH}` });
    assert.deepEqual(astray, [], 'the page asks for nothing beside its own path');
    assert.ok(lines >= 3, 'everybody has a live line');
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
