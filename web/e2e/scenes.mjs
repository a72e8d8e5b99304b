// Games led to where a page has something to show.

import { begin, firing, leadTo } from './api.mjs';

export const orders = (view) => view.asked?.question.ask === 'order';
const waits = (view) => orders(view) && view.units.some((unit) => unit.side === 'french' && unit.standing === 'at-edge');

/** A moment in which some French unit may charge with a fair chance, and which. */
async function toCharge(base) {
  const find = async (game, view) => {
    for (const unit of view.units.filter((one) => one.side === 'french' && one.rect)) {
      const { may } = await game.options(unit.id);
      const targets = may.find((one) => one.do === 'charge')?.targets ?? [];
      if (targets.some((target) => target.good > 0.15)) return unit.id;
    }
    return null;
  };
  // Where two advance guards collide.
  const { game, found } = await whereFound(base, find, 'teugn-outposts');
  return { game, unit: found };
}

/** Tries several seeds for the first French movement phase in which `find` finds something: the enemy moves differently in
*  each. */
export async function whereFound(base, find, battle = 'barrosa-wheatley') {
  for (let seed = 1; seed <= 12; seed++) {
    const game = await begin(base, { battle, seed });
    for (let n = 0; n < 7; n++) {
      const view = await leadTo(game, orders).catch(() => null);
      if (!view || !orders(view)) break;
      const found = await find(game, view);
      if (found) return { game, view, found };
      await game.answer(view, 'no');
    }
  }
  throw new Error('nobody may charge');
}

/** A game with the player's own dice that waits for a battery's throw. */
async function toThrow(base) {
  const game = await begin(base, { battle: 'barrosa-wheatley', 'own-dice': true });
  for (let view = await game.view(); view.asked; ) {
    view = await game.answer(view, firing(view.asked));
  }
  return game;
}

/** A battle of corps: as its orders are written, and as its brigades march. */
async function ofCorps(base) {
  const writing = await begin(base, { battle: 'wagram-davout' });
  const marching = await begin(base, { battle: 'baumersdorf', seed: 3 });
  await leadTo(marching, (view) => orders(view) && view.turn === 3);
  const army = await begin(base, { battle: 'vitoria', seed: 3, french: 'captain', allied: 'you' });
  await leadTo(army, orders, 'allied');
  return { writing, marching, army };
}

/** Orders, deployment, a reserve at the edge, a charge, own dice, and a battle that is over. */
export async function games(base) {
  const battle = await begin(base, { battle: 'barrosa-wheatley' });
  await leadTo(battle, orders);
  const reserve = await begin(base, { battle: 'leubnitz' });
  await leadTo(reserve, waits);
  return {
    battle,
    reserve,
    deploy: await begin(base, { battle: 'barrosa-wheatley', deploy: true }),
    charge: await toCharge(base),
    corps: await ofCorps(base),
    dice: await toThrow(base),
    over: await begin(base, { battle: 'salamanca-pakenham', french: 'captain', allied: 'captain' }),
  };
}
