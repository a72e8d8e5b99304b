// What a tag with odds says beside a unit, and where it stays in sight.

import { covered, type Box } from './labels';

/** Of the places around a unit: where the tag stands already, if there is room enough; otherwise the first with room, or the one where it hides least. */
export function spotFor(costs: number[], enough: number, kept: number | undefined): number {
  if (kept !== undefined && costs[kept]! <= enough) return kept;
  const first = costs.findIndex((cost) => cost <= enough);
  return first >= 0 ? first : costs.indexOf(Math.min(...costs));
}

/** Whether a tag is worth its place: on a small screen its number stands on the button too, and no unit is hidden under it. */
export const isWorthIt = (cost: number, area: number, narrow: boolean): boolean => !narrow || cost <= area * 0.3;

/** The same beside the buttons in the upper right corner of the picture, where it would lie under them. */
export function keptClear(box: Box, picture: Box, corner: Box): Box {
  const kept = keptIn(box, picture);
  return covered(kept, [corner]) > 0 ? keptIn(box, { ...picture, right: corner.left }) : kept;
}

/** The box moved, no farther than it must be, to lie in the picture; where there is no room for all of it, its beginning does. */
export function keptIn({ left, right, top, bottom }: Box, picture: Box): Box {
  const by = (from: number, to: number, least: number, most: number) => Math.max(least - from, Math.min(0, most - to));
  const [x, y] = [by(left, right, picture.left, picture.right), by(top, bottom, picture.top, picture.bottom)];
  return { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
}
