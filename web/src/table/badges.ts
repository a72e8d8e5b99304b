// Small signs at a unit's rear corner, and where they stand.

import { say } from '../say';
import { bodyOf, centreOf, degrees } from '../geometry';
import { text } from '../text';
import type { Unit } from '../types';
import type { Box } from './labels';

export type Badge = { sign: string; word: string };

/** Morale as it is drawn. A word that this page does not know is written out. */
export const LEVELS: Record<string, { letter: string; shape: string; fill: string }> = {
  bold: { letter: 'B', shape: 'M0 -1.25L1.15 -0.2L0.75 1.1H-0.75L-1.15 -0.2Z', fill: '#ffffff' },
  nervous: { letter: 'N', shape: 'M0 -1.4L1.35 1H-1.35Z', fill: '#ffffff' },
  disrupted: { letter: 'D', shape: 'M0 -1.35L1.35 0L0 1.35L-1.35 0Z', fill: '#ffd27a' },
  panic: { letter: 'P', shape: 'M-0.55 -1.2H0.55L1.2 -0.55V0.55L0.55 1.2H-0.55L-1.2 0.55V-0.55Z', fill: '#22262b' },
};
const PLAIN = ['firm', 'routed'];

/** `spent`: it has had its order. */
export function badgesOf(unit: Unit, spent = false): Badge[] {
  return [
    unit.general && { sign: '★', word: text.table.led },
    unit.halted && { sign: 'H', word: text.table.halted },
    unit['in-melee'] && { sign: '⚔', word: text.table.melee },
    unit.marker && { sign: 'C', word: text.table.charge },
    // Whatever else a game marks: by its letter, or by the word itself.
    ...(unit.signs ?? []).map(({ letter, word }) => ({ sign: letter || say(word), word: say(word) })),
    unit.level && !PLAIN.includes(unit.level) && !LEVELS[unit.level] && { sign: unit.level, word: unit.level },
    unit['aims-at'] !== undefined && { sign: '◎', word: text.table.aims },
    spent && { sign: '✓', word: text.table.spent },
  ].filter((badge): badge is Badge => Boolean(badge));
}

/** In inches, whatever the scale of the screen. */
export const badgeRadius = (scale: number): number => Math.max(0.5, 8.5 / scale);

/** A sign is round, a word long. */
const halfWide = ({ sign }: Badge, radius: number): number => ([...sign].length > 1 ? radius * (0.42 * [...sign].length + 0.5) : radius);

/** Where badges stand, one beside the other, from the middle of the unit, and how far each goes to both sides; all in inches. */
export function badgeSpots(badges: Badge[], wide: number, deep: number, degrees: number, radius: number): { badge: Badge; x: number; y: number; half: number }[] {
  const reach = Math.hypot(wide, deep) / 2;
  const angle = ((degrees + 135) * Math.PI) / 180;
  let x = Math.sin(angle) * Math.min(reach, wide / 2 + deep / 2) * 0.95 - radius;
  return badges.map((badge) => {
    const half = halfWide(badge, radius);
    const at = { badge, x: x + half, y: -Math.cos(angle) * reach * 0.95, half };
    x += 2 * half - radius * 0.3;
    return at;
  });
}

/** Likewise the sign of its morale. */
export const levelSpot = (wide: number, deep: number, radius: number): { x: number; y: number } => ({ x: wide / 2 + radius * 0.5, y: -deep / 2 - radius * 0.5 });

/** What the badges of these units cover, in pixels. */
export function badgeBoxes(units: Unit[], depth: number, scale: number, spent: ReadonlySet<number> = new Set()): Box[] {
  const radius = badgeRadius(scale);
  return units.flatMap((unit) => {
    if (!unit.rect) return [];
    const body = bodyOf(unit.rect, unit.facing ?? 0);
    const middle = centreOf(body.pose, body.depth);
    const [wide, deep] = [body.width / 1000, body.depth / 1000];
    const spots: { x: number; y: number; half: number }[] = badgeSpots(badgesOf(unit, spent.has(unit.id)), wide, deep, degrees(unit.facing ?? 0), radius);
    if (unit.level && LEVELS[unit.level]) spots.push({ ...levelSpot(wide, deep, radius), half: radius });
    return spots.map((spot) => {
      const [x, y] = [(middle.x / 1000 + spot.x) * scale, (depth - middle.y / 1000 + spot.y) * scale];
      return { left: x - spot.half * scale, right: x + spot.half * scale, top: y - radius * scale, bottom: y + radius * scale };
    });
  });
}

/** A general who rides alone, in pixels: a sign, not a footprint, but from afar no larger than a battalion. */
export const generalRadius = (scale: number): number => Math.max(5, Math.min(9.5, scale * 0.95));
