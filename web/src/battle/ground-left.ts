// Ground that counts, is held, and would not be held once an order is carried out. The rules say who holds it now; whether
// somebody stays there is measured as they do it, from the nearest point of a unit.

import { corners, inside, legsOf, walk } from '../geometry';
import type { Pair, Point, View } from '../types';
import { ghostOf, type Draft } from './draft';

/** A hair beyond the ring is a matter of rounding. */
const HAIR = 1;

function gapTo(point: Point, rect: Pair[]): number {
  if (inside(point, rect)) return 0;
  return Math.min(
    ...rect.map(([ax, ay], n) => {
      const [bx, by] = rect[(n + 1) % rect.length]!;
      const [dx, dy] = [bx - ax, by - ay];
      const along = Math.max(0, Math.min(1, ((point.x - ax) * dx + (point.y - ay) * dy) / (dx * dx + dy * dy || 1)));
      return Math.hypot(point.x - ax - along * dx, point.y - ay - along * dy);
    }),
  );
}

/** Where those stand whom the draft moves. */
function movedBy(draft: Draft): Map<number, Pair[]> {
  if (draft.kind === 'group') return new Map(draft.members.map(({ unit, body, move }) => [unit, corners(walk(body, legsOf(move)), body.width, body.depth)]));
  const ghost = draft.kind === 'march' || draft.kind === 'form' || draft.kind === 'turn' ? ghostOf(draft) : null;
  return new Map(ghost && 'unit' in draft ? [[draft.unit, corners(ghost.pose, ghost.width, ghost.depth)]] : []);
}

/** Names of the ground the side that is asked holds and would leave. Where ground stays with whoever held it last there is none. */
export function groundLeft(view: View, draft: Draft): string[] {
  const side = view.asked?.side;
  if (view.game !== 'volley' || !side) return [];
  const moved = movedBy(draft);
  if (!moved.size) return [];
  const own = view.units.filter((unit) => unit.side === side && unit.rect);
  return (view.scenario.objectives ?? []).flatMap(({ name, at, radius }) => {
    if (view.ground?.find((one) => one.name === name)?.holder !== side) return [];
    const stays = own.some((unit) => gapTo(at, moved.get(unit.id) ?? unit.rect!) <= radius + HAIR);
    return stays ? [] : [name];
  });
}
