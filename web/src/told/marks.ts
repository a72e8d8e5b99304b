// The marks on the table that can be explained, and which of them are to be seen now.

import type { Play } from '../battle/play.svelte';
import { litUnits, marchOf } from '../battle/pick';
import { chargeZone } from '../table/charge-zone';
import type { Unit } from '../types';

/** In the order in which they are explained. */
export const MARKS = ['front', 'ready', 'chosen', 'reach', 'charge', 'ghost', 'lit', 'dice', 'odds', 'general', 'halted', 'melee', 'charged', 'level', 'thin', 'cross', 'flag', 'foot', 'horse', 'guns', 'aims', 'spent', 'signs'] as const;
export type Mark = (typeof MARKS)[number];

/** The marks that can be seen on the table; the plainest are left to the whole list. */
export function marksNow(play: Play): Mark[] {
  const { shown, view } = play;
  if (!shown || !play.mine) return [];
  const any = (test: (unit: Unit) => boolean) => shown.units.some((unit) => unit.rect && test(unit));
  const seen: Partial<Record<Mark, boolean>> = {
    ready: play.form?.kind === 'orders' && Boolean(view?.asked?.idle?.length),
    reach: Boolean(marchOf(play)?.area.length) && play.layers.has('reach'),
    charge: chargeZone(play) !== null,
    // Of the chosen one the ring of the choice is seen.
    lit: [...litUnits(play)].some((unit) => unit !== play.chosenUnit?.id && play.unit(unit)?.rect),
    odds: play.odds.tagged.some((brief) => brief.unit !== null),
    halted: any((unit) => unit.halted),
    melee: any((unit) => unit['in-melee']),
    charged: any((unit) => unit.marker),
    level: any((unit) => Boolean(unit.level && unit.level !== 'firm')),
    thin: any((unit) => unit.figures < unit.of),
    aims: any((unit) => unit['aims-at'] !== undefined),
    spent: play.form?.kind === 'orders' && any((unit) => unit.side === view?.asked?.side && Boolean(unit.acted)),
    signs: Boolean(view?.letters?.length) && any((unit) => Boolean(unit.signs?.length)),
    cross: play.follow.fallen.length > 0,
    dice: shown.log.some((line) => line.throws.some(({ need }) => need != null)),
  };
  return MARKS.filter((mark) => seen[mark]);
}
