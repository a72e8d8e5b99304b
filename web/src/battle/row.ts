// A unit as a row of the list: what it is and how it stands.

import { capital, text } from '../text';
import type { Unit } from '../types';

const GONE = ['routed', 'destroyed', 'wiped-out', 'left-table', 'withdrawn', 'lost'];
/** Out of the battle: the figures it went with count no more. */
export const isGone = ({ standing }: Pick<Unit, 'standing'>): boolean => GONE.includes(standing);

export function rowOf(unit: Unit): string {
  const parts = [capital(text.arms[unit.arm]), text.formations[unit.formation], isGone(unit) ? '' : text.card.of(unit.figures, unit.of), unit.grade, unit.level && !isGone(unit) ? text.levels[unit.level] : ''];
  if (unit.standing !== 'on-table') parts.push(text.standings[unit.standing] ?? unit.standing);
  return parts.filter(Boolean).join(', ');
}
