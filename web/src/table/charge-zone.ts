// How far the chosen unit could charge, where that is drawn: the card says the same.

import type { Play } from '../battle/play.svelte';
import { chargeOf } from '../battle/pick';
import { within } from '../geometry';
import type { Unit, UnitOverlay, Zone } from '../types';

export const isMarch = (zone: Zone): boolean => zone.does === 'marches';

/**
 * The zone of a charge, unless the rules offer none although an enemy stands in it: then the reason is on the card, and a zone on the table would say the contrary.
 */
export function agreed(overlay: UnitOverlay, offered: boolean, enemies: Unit[]): Zone | null {
  const zone = overlay.reach.find((one) => !isMarch(one));
  if (!zone || offered) return zone ?? null;
  const stands = (unit: Unit) => [...(unit.rect ?? []), ...(unit.centre ? [unit.centre] : [])].some(([x, y]) => within({ x, y }, [zone.outline]));
  return enemies.some(stands) ? null : zone;
}

export function chargeZone(play: Play): Zone | null {
  const { chosenUnit: unit, options, shown } = play;
  // A unit that may do nothing now does not charge either.
  if (options && !options.may.length) return null;
  const overlay = play.layers.unit;
  if (!unit || !options || !shown || overlay?.unit !== unit.id || !play.layers.has('reach')) return null;
  return agreed(overlay, Boolean(chargeOf(play)), shown.units.filter((one) => one.side !== unit.side));
}
