// Why a unit that is clicked cannot be shot at, from what the rules measure for the unit that fires.

import { inches } from '../geometry';
import { text } from '../text';
import type { UnitOverlay } from '../types';

export function noShot({ sights, bands, arcs }: UnitOverlay, enemy: number): { error: string; rule: string | null } {
  const sight = sights.find((one) => one.unit === enemy);
  const farthest = bands.toSorted((a, b) => b.to - a.to)[0];
  if (!sight || !farthest) return { error: text.act.noShot.not, rule: null };
  if (sight.distance > farthest.to) return { error: text.act.noShot.far(inches(sight.distance), inches(farthest.to)), rule: farthest.rule };
  if (!sight.clear) return { error: text.act.noShot.hidden(text.overlays.hiddenBy(sight.by)), rule: null };
  return { error: text.act.noShot.arc, rule: arcs[0]?.rule ?? null };
}
