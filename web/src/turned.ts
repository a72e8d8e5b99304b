// The table turned round, so that one's own side is at the bottom: every place and bearing that comes from the server
// or goes to it passes here. Turning twice gives what was there before.

import { TURN, wrap } from './geometry';

/** What holds places as pairs of numbers, however deep. */
const PLACES = new Set(['rect', 'centre', 'zone', 'outline', 'area', 'edge', 'path', 'at', 'from', 'to']);
/** Long, and without a place in it. */
const WITHOUT = new Set(['log', 'phases', 'standings']);

type Size = { width: number; depth: number };

export function turned<T>(thing: T, size: Size): T {
  return turnAny(thing, size) as T;
}

function turnAny(thing: unknown, size: Size): unknown {
  if (Array.isArray(thing)) return thing.map((one) => turnAny(one, size));
  if (typeof thing !== 'object' || thing === null) return thing;
  const known = thing as Record<string, unknown>;
  if (typeof known['x'] === 'number' && typeof known['y'] === 'number') return { ...known, x: size.width - known['x'], y: size.depth - known['y'] };
  return Object.fromEntries(Object.entries(known).map(([key, value]) => [key, turnField(key, value, known, size)]));
}

function turnField(key: string, value: unknown, of: Record<string, unknown>, size: Size): unknown {
  if (WITHOUT.has(key)) return value;
  if (key === 'facing' && typeof value === 'number') return wrap(value + TURN / 2);
  // Where along the edge a unit comes in.
  if (key === 'at' && typeof value === 'number') return of['do'] === 'enter' ? size.width - value : value;
  if (!PLACES.has(key) || !Array.isArray(value)) return turnAny(value, size);
  const places = turnPlaces(value, size) as unknown[];
  // An edge is named from its western end.
  return key === 'edge' ? places.toReversed() : places;
}

function turnPlaces(places: unknown[], size: Size): unknown {
  const [x, y] = places;
  if (places.length === 2 && typeof x === 'number' && typeof y === 'number') return [size.width - x, size.depth - y];
  return places.map((one) => (Array.isArray(one) ? turnPlaces(one, size) : turnAny(one, size)));
}
