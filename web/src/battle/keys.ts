// The whole battle by keyboard: Tab from unit to unit, Enter to choose, arrows for the ghost, Q and E to turn it.

import { clampMove, moveToward, wrap } from '../geometry';
import { bodyOfUnit, type Draft } from './draft';
import { aheadOf } from './group';
import type { Point } from '../types';
import { bodyById, kindOf, listed, lookedAt, middleOfBody } from './bodies';
import { chooseNext, limitsOf } from './pick';
import { nudgeEntry, nudgePlace, type Nudge as OnMap } from './placing';
import type { Play } from './play.svelte';

/** Five degrees, half an inch. */
const TURN_STEP = 910;
const STEP = 500;
const EIGHTH = 8192;

/** The four arrows, and a turn on the spot where that is another thing than an arrow. */
export type Nudge = 'ahead' | 'back' | 'left' | 'right' | 'turn-left' | 'turn-right';

const KEYS: Record<string, Nudge> = {
  ArrowUp: 'ahead',
  ArrowDown: 'back',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  q: 'turn-left',
  e: 'turn-right',
};
/** What the arrows do to a ghost that is put somewhere rather than marched. */
const ON_MAP: Record<Nudge, OnMap> = {
  ahead: 'north',
  back: 'south',
  left: 'west',
  right: 'east',
  'turn-left': 'turn-left',
  'turn-right': 'turn-right',
};

/** Moves or turns the ghost a little; makes one where there is none yet. */
export function nudge(play: Play, way: Nudge, fine = false): void {
  const step = fine ? STEP / 5 : STEP;
  const turn = fine ? TURN_STEP / 5 : TURN_STEP;
  const draft = play.draft ?? begin(play);
  // How far it may go is still asked: then it goes a moment later.
  if (!draft) return void play.asking?.then(() => (play.draft || begin(play)) && nudge(play, way, fine));
  const sign = way === 'ahead' || way.endsWith('right') ? 1 : -1;
  const turns = way !== 'ahead' && way !== 'back';
  switch (draft.kind) {
    case 'march': {
      const { move } = draft;
      if (move.to) {
        const facing = turns ? wrap(move.to.facing + sign * turn) : move.to.facing;
        const angle = (facing * 2 * Math.PI) / 65536;
        const by = turns ? 0 : sign * step;
        const place = { x: move.to.at.x + Math.sin(angle) * by, y: move.to.at.y + Math.cos(angle) * by };
        const kept = moveToward(draft.body, draft.limits, place).to ?? move.to;
        play.propose({ ...draft, meant: undefined, move: { ...move, to: { at: kept.at, facing } } });
      } else {
        const changed = turns
          ? { ...move, wheel: move.wheel + sign * turn, ahead: Math.max(0, move.ahead) }
          : { ...move, ahead: move.ahead + sign * step, wheel: move.ahead + sign * step < 0 ? 0 : move.wheel };
        play.propose({ ...draft, meant: undefined, move: clampMove(draft.body, draft.limits, changed) });
      }
      break;
    }
    case 'turn':
      play.propose({ ...draft, facing: wrap(draft.facing + sign * turn), at: undefined });
      break;
    case 'form': {
      // In eighths of a turn, or finely; as it faces already is no turn.
      const now = play.unit(draft.unit)?.facing ?? 0;
      const facing = wrap((draft.facing ?? now) + sign * (fine ? turn : EIGHTH));
      if (turns) play.propose({ ...draft, facing: facing === now ? null : facing });
      break;
    }
    case 'ride': {
      const by = sign * step * 2;
      const to = { x: draft.to.x + (turns ? by : 0), y: draft.to.y + (turns ? 0 : by) };
      play.propose({ ...draft, to, join: null });
      break;
    }
    case 'enter':
      play.propose(nudgeEntry(draft, ON_MAP[way], step, turn));
      break;
    case 'place': {
      const place = play.view?.asked?.place;
      // A placed unit is turned in eighths, or finely.
      if (place) play.propose(nudgePlace(draft, place, ON_MAP[way], step, fine ? turn : EIGHTH));
      break;
    }
    case 'fall-back':
      play.propose({ ...draft, by: Math.max(0, draft.by - sign * step) });
      break;
    case 'instruct': {
      if (!kindOf(play, draft.order)?.place) break;
      const from = draft.objective ?? placeToBegin(play, draft.body);
      const by = sign * step * 2;
      play.propose({ ...draft, objective: onTable(play, { x: from.x + (turns ? by : 0), y: from.y + (turns ? 0 : by) }) });
      break;
    }
    case 'group': {
      // Up and down along the way they look, left and right across it.
      const way = aheadOf(play.group.bodies);
      const across = { x: way.y, y: -way.x };
      const on = turns ? across : way;
      play.group.propose({ x: draft.by.x + on.x * sign * step, y: draft.by.y + on.y * sign * step });
      break;
    }
    case 'charge':
      break;
  }
}

/** Where the arrows take the place of an order up: the place it has, its leader's, its own, the middle of the table. */
function placeToBegin(play: Play, id: number): Point {
  const view = play.view!;
  const body = bodyById(view, id);
  const at = view.generals.find((one) => one.id === body?.leader)?.at;
  const { width, depth } = view.scenario.terrain;
  return body?.order?.at ?? (at ? { x: at[0], y: at[1] } : ((body && middleOfBody(view, body)) ?? { x: width / 2, y: depth / 2 }));
}

function onTable(play: Play, { x, y }: Point): Point {
  const { width, depth } = play.view!.scenario.terrain;
  return { x: Math.max(0, Math.min(width, x)), y: Math.max(0, Math.min(depth, y)) };
}

function begin(play: Play): Draft | null {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return null;
  const unit = play.chosenUnit;
  const body = unit && bodyOfUnit(unit);
  if (asked.form.kind === 'guns' && unit && body) {
    return { kind: 'turn', unit: unit.id, body, facing: unit.facing ?? 0, formation: unit.formation };
  }
  if (asked.form.kind !== 'orders') return null;
  if (play.group.on) return { kind: 'group', members: [], by: { x: 0, y: 0 } };
  if (play.chosen && 'general' in play.chosen) {
    const id = play.chosen.general;
    const officer = play.shown?.generals.find((one) => one.id === id);
    return officer?.at ? { kind: 'ride', general: id, to: { x: officer.at[0], y: officer.at[1] }, join: null } : null;
  }
  const limits = limitsOf(play);
  if (!unit || !body || !limits) return null;
  const move = limits.free ? { wheel: 0, ahead: 0, to: body.pose } : { wheel: 0, ahead: 0 };
  return { kind: 'march', unit: unit.id, body, limits, move };
}

/** What happened, stopped and stepped through: whether the key was for that. */
function followKey({ follow }: Play, event: KeyboardEvent): boolean {
  if ((event.target as HTMLElement).closest?.('button, a, summary') && event.key === ' ') return false;
  if (event.key === ' ') follow.hold();
  else if (event.key === 'ArrowRight') follow.step(1);
  else if (event.key === 'ArrowLeft') follow.step(-1);
  else return false;
  event.preventDefault();
  return true;
}
const press = (selector: string) => document.querySelector<HTMLButtonElement>(selector)?.click();
/** The body of whatever is chosen; of a body the next one of its side, and of nothing our first. */
function chooseBody(play: Play): void {
  const view = play.shown;
  if (!view) return;
  const looked = lookedAt(play);
  const side = looked?.side ?? (view.seat === 'allied' ? 'allied' : 'french');
  const all = listed(view, side).map(({ body }) => body);
  const next = play.chosen && 'body' in play.chosen ? all[(all.findIndex(({ id }) => id === looked?.id) + 1) % all.length] : (looked ?? all[0]);
  if (next) play.choose({ body: next.id });
}
/** Keys for what buttons do; `Keys.svelte` tells them. */
const TOLD: Record<string, (play: Play) => void> = {
  x: () => press('[data-end-anyway], [data-end-phase], [data-seal]:not(:disabled), .action [data-choice="no"]:not(:disabled)'),
  u: () => press('[data-undo]:not(:disabled)'),
  c: () => press('[data-card] [data-captain]:not(:disabled), .tools [data-captain]:not(:disabled)'),
  a: () => press('[data-ask-captain]:not(:disabled)'),
  b: (play) => (play.told = 'briefing'),
  r: (play) => (play.rulesOf = play.shown?.phase.number ?? 0),
  l: () => press('[data-as-list]'),
  o: (play) => chooseBody(play),
  '?': (play) => (play.told = 'keys'),
};

export function keyDown(play: Play, event: KeyboardEvent): void {
  const on = event.target as HTMLElement;
  if (document.querySelector('dialog[open]')) return;
  if (on.matches?.('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (play.following && followKey(play, event)) return;
  const way = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (way && (play.draft || play.chosen || play.group.on) && play.mine) {
    event.preventDefault();
    nudge(play, way, event.shiftKey);
  } else if (event.key.toLowerCase() === 'n' && play.mine) {
    chooseNext(play);
  } else if (event.key.toLowerCase() === 'g' && play.mine) {
    // The chosen one's brigade or corps; with Shift, all units.
    const unit = play.chosenUnit;
    play.group.choose(play.group.of(event.shiftKey || !unit ? null : unit.brigade));
  } else if (/^[1-9]$/.test(event.key) && play.mine && !play.draft) {
    // The choices stand in the bar in this order.
    document.querySelectorAll<HTMLButtonElement>('.action [data-choice]:not(:disabled)')[Number(event.key) - 1]?.click();
  } else if (TOLD[event.key.toLowerCase()]) {
    TOLD[event.key.toLowerCase()]!(play);
  } else if (event.key === 'Escape') {
    if (play.following) play.skip();
    else if (play.draft) play.cancel();
    else play.choose(null);
  } else if (event.key === 'Enter' && play.draft && play.verdict.state === 'good' && !on.closest?.('button, a')) {
    event.preventDefault();
    void play.confirm();
  }
}

