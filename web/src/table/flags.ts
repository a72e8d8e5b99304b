// Where the order of each corps is written: beside its commander, where it covers least.

import type { Corps, Pair, View } from '../types';
import { badgeBoxes } from './badges';
import { covered, type Box } from './labels';

/** In screen pixels, whatever the scale. */
export const FLAG = { wide: 68, high: 18 };

export type Flag = { corps: Corps; /** The middle of the flag, and its commander, in pixels. */ at: Pair; staff: Pair; box: Box };

const around = ([x, y]: Pair, wide: number, high: number): Box => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 });

/** `aside`: what the buttons cover. */
export function flagsOf(view: View, scale: number, aside: Box[] = []): Flag[] {
  const depth = view.scenario.terrain.depth;
  const pixels = ([x, y]: Pair): Pair => [(x / 1000) * scale, ((depth - y) / 1000) * scale];
  const taken: Box[] = view.units.flatMap((unit) => {
    if (!unit.rect) return [];
    const corners = unit.rect.map(pixels);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [{ left: Math.min(...xs) - 3, right: Math.max(...xs) + 3, top: Math.min(...ys) - 3, bottom: Math.max(...ys) + 3 }];
  });
  taken.push(...aside, ...badgeBoxes(view.units, depth / 1000, scale));
  for (const general of view.generals) if (general.at && !general.lost) taken.push(around(pixels(general.at), 22, 22));
  return (view.own?.corps ?? []).flatMap((corps) => {
    const leader = view.generals.find((general) => general.id === corps.commander && !general.lost);
    if (!leader?.at) return [];
    const staff = pixels(leader.at);
    const spots: Pair[] = [[0, -22], [0, 22], [44, 0], [-44, 0], [40, -20], [-40, -20], [40, 20], [-40, 20], [0, -40], [0, 40], [60, -40], [-60, -40]];
    const wide = (view.scenario.terrain.width / 1000) * scale;
    const tried = spots.map(([dx, dy]) => {
      // Never over the edge of the table: there the screen may end.
      const at: Pair = [Math.max(FLAG.wide / 2, Math.min(wide - FLAG.wide / 2, staff[0] + dx)), staff[1] + dy];
      const box = around(at, FLAG.wide, FLAG.high);
      return { at, box, cost: covered(box, taken) };
    });
    const best = tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    taken.push(best.box);
    return [{ corps, staff, at: best.at, box: best.box }];
  });
}
