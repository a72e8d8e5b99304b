// Small signs at a unit's rear corner, and where they stand.

import { bodyOf, centreOf, degrees } from '../geometry';
import { text } from '../text';
import type { Unit } from '../types';
import type { Box } from './labels';

export type Badge = { sign: string; word: string };

/** `spent`: it has had its order. */
export function badgesOf(unit: Unit, spent = false): Badge[] {
  return [
    unit.general && { sign: '★', word: text.table.led },
    unit.halted && { sign: 'H', word: text.table.halted },
    unit['in-melee'] && { sign: '⚔', word: text.table.melee },
    unit.marker && { sign: 'C', word: text.table.charge },
    ...(unit.signs ?? []).map(({ letter, word }) => ({ sign: letter, word })),
    unit['aims-at'] !== undefined && { sign: '◎', word: text.table.aims },
    spent && { sign: '✓', word: text.table.spent },
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
    const spots = badgesOf(unit, spent.has(unit.id)).map((_, n) => badgeSpot(wide, deep, degrees(unit.facing ?? 0), n, radius));
    if (unit.level && unit.level !== 'firm') spots.push(levelSpot(wide, deep, radius));
    return spots.map((spot) => {
      const [x, y] = [(middle.x / 1000 + spot.x) * scale, (depth - middle.y / 1000 + spot.y) * scale];
      return { left: x - radius * scale, right: x + radius * scale, top: y - radius * scale, bottom: y + radius * scale };
    });
  });
}

/** A general who rides alone, in pixels: a sign, not a footprint, but from afar no larger than a battalion. */
export const generalRadius = (scale: number): number => Math.max(5, Math.min(9.5, scale * 0.95));
