// The whole battle by keyboard: Tab from unit to unit, Enter to choose, arrows for the ghost.

import { clampMove, moveToward, wrap } from '../geometry';
import { bodyOfUnit, type Draft } from './draft';
import { limitsOf } from './pick';
import type { Play } from './play.svelte';

/** Five degrees, half an inch. */
const TURN_STEP = 910;
const STEP = 500;

export type Nudge = 'ahead' | 'back' | 'left' | 'right';

const KEYS: Record<string, Nudge> = { ArrowUp: 'ahead', ArrowDown: 'back', ArrowLeft: 'left', ArrowRight: 'right' };

/** Moves or turns the ghost a little; makes one where there is none yet. */
export function nudge(play: Play, way: Nudge, fine = false): void {
  const step = fine ? STEP / 5 : STEP;
  const turn = fine ? TURN_STEP / 5 : TURN_STEP;
  const draft = play.draft ?? begin(play);
  if (!draft) return;
  const sign = way === 'ahead' || way === 'right' ? 1 : -1;
  const turns = way === 'left' || way === 'right';
  switch (draft.kind) {
    case 'march': {
      const { move } = draft;
      if (move.to) {
        const facing = turns ? wrap(move.to.facing + sign * turn) : move.to.facing;
        const angle = (facing * 2 * Math.PI) / 65536;
        const by = turns ? 0 : sign * step;
        const place = { x: move.to.at.x + Math.sin(angle) * by, y: move.to.at.y + Math.cos(angle) * by };
        const kept = moveToward(draft.body, draft.limits, place).to ?? move.to;
        play.propose({ ...draft, move: { ...move, to: { at: kept.at, facing } } });
      } else {
        const changed = turns
          ? { ...move, wheel: move.wheel + sign * turn, ahead: Math.max(0, move.ahead) }
          : { ...move, ahead: move.ahead + sign * step, wheel: move.ahead + sign * step < 0 ? 0 : move.wheel };
        play.propose({ ...draft, move: clampMove(draft.body, draft.limits, changed) });
      }
      break;
    }
    case 'turn':
      play.propose({ ...draft, facing: wrap(draft.facing + sign * turn) });
      break;
    case 'ride': {
      const by = sign * step * 2;
      const to = { x: draft.to.x + (turns ? by : 0), y: draft.to.y + (turns ? 0 : by) };
      play.propose({ ...draft, to, join: null });
      break;
    }
    case 'enter':
      play.propose(turns ? { ...draft, at: draft.at + sign * step } : { ...draft, ahead: Math.max(0, draft.ahead + sign * step) });
      break;
    case 'place':
      play.propose({
        ...draft,
        pose: turns
          ? { ...draft.pose, facing: wrap(draft.pose.facing + sign * turn) }
          : { ...draft.pose, at: { x: draft.pose.at.x, y: draft.pose.at.y + sign * step } },
      });
      break;
    case 'fall-back':
      play.propose({ ...draft, by: Math.max(0, draft.by - sign * step) });
      break;
    case 'charge':
      break;
  }
}

function begin(play: Play): Draft | null {
  const asked = play.view?.asked;
  if (!play.mine || !asked) return null;
  const unit = play.chosenUnit;
  const body = unit && bodyOfUnit(unit);
  if (asked.question.ask === 'adjust' && unit && body) {
    return { kind: 'turn', unit: unit.id, body, facing: unit.facing ?? 0, formation: unit.formation };
  }
  if (asked.question.ask !== 'order') return null;
  if (play.chosen && 'general' in play.chosen) {
    const id = play.chosen.general;
    const officer = play.shown?.generals.find((one) => one.id === id);
    return officer?.at ? { kind: 'ride', general: id, to: { x: officer.at[0], y: officer.at[1] }, join: null } : null;
  }
  if (unit?.standing === 'at-edge') {
    const edge = play.view?.scenario.edges?.[unit.side] === 'north' ? 'north' : 'south';
    const offer = play.options?.may.find((may) => may.do === 'enter')?.order;
    const legs = offer?.do === 'enter' ? offer.legs : [];
    const ahead = legs.reduce((sum, leg) => sum + ('ahead' in leg ? leg.ahead : 0), 0);
    const at = (offer?.do === 'enter' ? offer.at : null) ?? (play.view?.scenario.terrain.width ?? 0) / 2;
    return { kind: 'enter', unit: unit.id, at, ahead: ahead || 3000, edge };
  }
  const limits = limitsOf(play);
  if (!unit || !body || !limits) return null;
  const move = limits.free ? { wheel: 0, ahead: 0, to: body.pose } : { wheel: 0, ahead: 0 };
  return { kind: 'march', unit: unit.id, body, limits, move };
}

export function keyDown(play: Play, event: KeyboardEvent): void {
  const on = event.target as HTMLElement;
  if (on.matches?.('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = KEYS[event.key];
  if (way && (play.draft || play.chosen) && play.mine) {
    event.preventDefault();
    nudge(play, way, event.shiftKey);
  } else if (event.key === 'Escape') {
    if (play.following) play.skip();
    else if (play.draft) play.drop();
    else play.choose(null);
  } else if (event.key === 'Enter' && play.draft && play.verdict.state === 'good' && !on.closest?.('button, a')) {
    event.preventDefault();
    void play.confirm();
  }
}

