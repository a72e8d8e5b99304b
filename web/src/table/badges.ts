// Small signs at a unit's rear corner, and where they stand.

import { text } from '../text';
import type { Unit } from '../types';

export type Badge = { sign: string; word: string };

export function badgesOf(unit: Unit): Badge[] {
  return [
    unit.general && { sign: '★', word: text.table.led },
    unit.halted && { sign: 'H', word: text.table.halted },
    unit['in-melee'] && { sign: '⚔', word: text.table.melee },
    unit.marker && { sign: 'C', word: text.table.charge },
  ].filter((badge): badge is Badge => Boolean(badge));
}

/** In inches, whatever the scale of the screen. */
export const badgeRadius = (scale: number): number => Math.max(0.5, 8.5 / scale);

/** Where the n-th badge stands, from the middle of the unit; all in inches. */
export function badgeSpot(wide: number, deep: number, degrees: number, n: number, radius: number): { x: number; y: number } {
  const reach = Math.hypot(wide, deep) / 2;
  const angle = ((degrees + 135) * Math.PI) / 180;
  return { x: Math.sin(angle) * Math.min(reach, wide / 2 + deep / 2) * 0.95 + n * radius * 1.7, y: -Math.cos(angle) * reach * 0.95 };
}
