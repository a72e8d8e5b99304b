// What an offer of an impulse does to an enemy: a shot or a charge, which is drawn with its odds before it is meant.

import { say } from '../say';
import type { Answer, Offer, UnitId } from '../types';
import type { Draft } from './draft';
import { chargeOf } from './pick';
import type { Play } from './play.svelte';

/** A shot, or a charge with the wheel that brings it in. */
type Attack = { does: 'fire' } | { does: 'charge'; wheel: number };

/** Null: an answer that is no attack. */
export function attackOf(answer: Answer): Attack | null {
  if (typeof answer !== 'object' || !('act' in answer)) return null;
  const { act } = answer;
  if (typeof act !== 'object') return null;
  if ('fire' in act) return { does: 'fire' };
  return 'charge' in act ? { does: 'charge', wheel: act.charge.wheel } : null;
}

/** The attacks that are offered of a unit on an enemy, shots first: a charge ends all fire. */
export function attacksOn({ form }: Pick<Play, 'form'>, unit: UnitId, enemy: UnitId): Offer[] {
  const all = (form?.offers ?? []).filter((offer) => offer.unit === unit && offer.target === enemy && attackOf(offer.answer));
  return all.toSorted((a, b) => Number(attackOf(a.answer)?.does === 'charge') - Number(attackOf(b.answer)?.does === 'charge'));
}

/** An offered attack as it is drawn; null: it is none. */
export function draftOfAttack(play: Play, { unit, target, answer, text }: Offer): Draft | null {
  const attack = attackOf(answer);
  if (!attack || unit === undefined || target === undefined) return null;
  if (attack.does === 'charge' && play.chosenUnit?.id === unit) {
    // What the unit may do is known with its odds.
    const known = chargeOf(play)?.targets.find((one) => one.target === target && one.wheel === attack.wheel);
    if (known) return { kind: 'charge', unit, target: known };
  }
  return { kind: 'attack', unit, target, answer, says: say(text) };
}

/** What else the same unit may do to the same enemy. */
export function othersOf(play: Play, draft: Draft): Offer[] {
  if (draft.kind !== 'attack' && draft.kind !== 'charge') return [];
  const enemy = draft.kind === 'attack' ? draft.target : draft.target.target;
  const does = draft.kind === 'attack' ? attackOf(draft.answer)?.does : 'charge';
  return attacksOn(play, draft.unit, enemy).filter((offer) => attackOf(offer.answer)?.does !== does);
}
