// Bodies of units (brigades, corps, maneuver elements) as the server draws them, whatever game they are of.

import { text } from '../text';
import type { Group, KindOfOrder, Point, Side, Unit, View, Writes } from '../types';
import type { Play } from './play.svelte';

export const bodyById = (view: View | null, id: number | undefined): Group | undefined => view?.groups.find((one) => one.id === id);

/** The parts of a body; none where it is led as one. */
export const partsOf = (view: View, body: Group): Group[] => view.groups.filter((one) => one.of === body.id);

/** The body that a unit is led in: the smallest. */
export const bodyWith = (view: View | null, unit: Pick<Unit, 'id'>): Group | undefined => {
  const has = (view?.groups ?? []).filter((one) => one.members.includes(unit.id));
  return has.find((one) => !has.some((other) => other.of === one.id)) ?? has[0];
};

/** The body that a general leads. */
export const ledBy = (view: View | null, general: number | undefined): Group | undefined =>
  general === undefined ? undefined : view?.groups.findLast((one) => one.leader === general);

/** The chosen body, or that of the chosen unit or general. */
export function lookedAt({ shown, chosen, chosenUnit }: Play): Group | undefined {
  if (!chosen) return undefined;
  if ('body' in chosen) return bodyById(shown, chosen.body);
  return chosenUnit ? bodyWith(shown, chosenUnit) : 'general' in chosen ? ledBy(shown, chosen.general) : undefined;
}

/** The body whose turn it is. */
export const actingIn = (view: View): Group | undefined => view.groups.find((one) => isActing(one));
export const isActing = (body: Group): boolean => Boolean(body.signs?.some(({ mood }) => mood === 'now'));

/** The bodies of a side as they are listed: each followed by its parts; in the place of one with a single part, that part. */
export function listed(view: View, side: Side): { body: Group; isPart: boolean }[] {
  const whole = view.groups.filter((one) => one.side === side && one.of === undefined);
  return whole.flatMap((body) => {
    const parts = partsOf(view, body);
    const [only] = parts;
    return only && parts.length === 1 ? [{ body: only, isPart: false }] : [{ body, isPart: false }, ...parts.map((part) => ({ body: part, isPart: true }))];
  });
}

/** Whether a body is led as one: no other is a part of it. */
export const isWhole = (view: View, body: Group): boolean => !view.groups.some((one) => one.of === body.id);

/** The body that is written for: the chosen one, that of the chosen general, or a side's only one. */
export function writtenFor(play: Play): { body: Group; writes: Writes } | null {
  const all = play.form?.writing?.bodies ?? [];
  const looked = lookedAt(play);
  const writes = all.find((one) => one.body === looked?.id) ?? (all.length === 1 ? all[0] : undefined);
  const body = bodyById(play.view, writes?.body);
  return writes && body ? { body, writes } : null;
}

/** What may be written for a body: an order of this kind. */
export function writableOf(play: Play, body: number, kind: string) {
  const writing = play.form?.writing;
  const n = writing?.kinds.findIndex(({ order }) => order.kind === kind) ?? -1;
  return writing?.bodies.find((one) => one.body === body)?.kinds[n];
}

/** A kind of order, with what it means. */
export const kindOf = (play: Play, word: string): KindOfOrder | undefined => play.form?.writing?.kinds.find(({ order }) => order.kind === word);

/** What a body's plate says, in words. */
export const toldOf = ({ order, pending, signs }: Group): string[] => [...(order ? [text.bodies.ordered(order.title)] : []), ...(pending ?? []).map((one) => text.bodies.pending(one.order.title, one.how)), ...(signs ?? []).map(({ word }) => word)];

/** The middle of a body on the table: of its ground, else of its units. */
export function middleOfBody(view: View, body: Group): Point | null {
  const places = body.zone ?? view.units.flatMap((unit) => (unit.centre && body.members.includes(unit.id) ? [unit.centre] : []));
  if (!places.length) return null;
  const sum = places.reduce(([x, y], [px, py]) => [x + px, y + py], [0, 0] as [number, number]);
  return { x: sum[0] / places.length, y: sum[1] / places.length };
}

/** What is left of a body: its units on the table, and its strength beside what it began with. */
export function strengthOf(view: View, body: Group): { units: number; of: number; strength: number; began: number } {
  const units = view.units.filter((unit) => body.members.includes(unit.id));
  const here = units.filter((unit) => unit.standing === 'on-table');
  return { units: here.length, of: units.length, strength: here.reduce((sum, unit) => sum + unit.figures, 0), began: units.reduce((sum, unit) => sum + unit.of, 0) };
}
