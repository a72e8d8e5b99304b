// Games begun and led on over the wire, so that a page can be opened where it gets interesting.

import { randomUUID } from 'node:crypto';

async function call(url, token, body, left = 10) {
  const reply = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  const later = [429, 503].includes(reply.status) ? Number(reply.headers.get('retry-after')) : 0;
  if (later > 0 && left > 0) {
    await new Promise((done) => setTimeout(done, later * 1000));
    return call(url, token, body, left - 1);
  }
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** A sentence of the server in words. */
export const say = (sentence) => sentence.map((part) => (typeof part === 'string' ? part : (part.name ?? (part.inches === undefined ? part.number : `${Math.round(part.inches / 100) / 10}″`)))).join('');

/** A new game, every friend seated; `link(seat)` is the address of a seat's page. */
export async function begin(base, wanted) {
  const { id, tokens, invitations = {} } = await call(`${base}api/games`, null, { request: randomUUID(), french: 'you', allied: 'captain', seed: 7, ...wanted });
  const at = `${base}api/games/${id}`;
  for (const [seat, invitation] of Object.entries(invitations)) {
    tokens[seat] = (await call(`${at}/seat/take`, invitation, { request: randomUUID() })).token;
  }
  return {
    id,
    tokens,
    link: (seat = 'french') => `${base}#/game/${id}/${tokens[seat]}`,
    view: (seat = 'french') => call(at, tokens[seat]),
    options: (unit, seat = 'french') => call(`${at}/units/${unit}/options`, tokens[seat]),
    check: (answer, seat = 'french') => call(`${at}/check`, tokens[seat], { answer }),
    undo: (seat = 'french') => call(`${at}/undo`, tokens[seat], { request: randomUUID() }),
    answer: (view, answer, seat = 'french') => call(`${at}/answers`, tokens[seat], { request: randomUUID(), version: view.version, answer }),
  };
}

/** Takes nothing up until the view is as wished; returns it. */
export async function leadTo(game, wished, seat = 'french') {
  let view = await game.view(seat);
  for (let n = 0; n < 2000 && !wished(view); n++) {
    if (!view.asked?.mine) throw new Error('the battle ended before');
    view = await game.answer(view, view.asked.decline, seat);
  }
  return view;
}

/** Each unit that may fire does, at the first target offered; nothing else is taken up. */
export const firing = ({ form, decline }) => (['target', 'shots'].includes(form.kind) ? form.offers[0].answer : decline);

/** The first of some games in which a view comes up by itself, and that view: what a general does may change, the test need not. */
export async function firstGame(base, wanted, wished) {
  for (let seed = 1; seed <= 40; seed++) {
    const game = await begin(base, { ...wanted, seed });
    const view = await leadTo(game, wished).catch(() => null);
    if (view && wished(view)) return { game, view };
  }
  throw new Error('it comes up in none of forty games');
}
