// Whose colours a general wears, where an army is of several nations.

import type { Nation, Side, Unit } from '../types';

/** The nation of most units of a command, or of its side; `army`: what the army is called by. */
export function worn(units: readonly Pick<Unit, 'side' | 'nation' | 'brigade'>[], side: Side, brigade: string | null, army: Nation): Nation {
  // An army of several nations is called by none of them.
  if ((army as string) !== 'allied') return army;
  const own = units.filter((unit) => unit.side === side);
  const led = own.filter((unit) => unit.brigade === brigade);
  const counts = new Map<Nation, number>();
  for (const { nation } of led.length ? led : own) counts.set(nation, (counts.get(nation) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'other';
}
