// What the server sends beside what `types.ts` names: read through these, whatever that file says of them.

import type { Both, Decision, Held, Outcome, Point, Side, Throw, View } from './types';

/** A command of one's own that is still to come: who, where on the edge, and the face that brings it up. */
export type Reserve = {
  command: string;
  units: { name: string; arm: string; grade: string; figures: number }[];
  at?: Point;
  needs?: number;
  rules?: string[];
};

/** Who holds each piece of ground that counts. */
export const groundOf = (view: View): Held[] => (view as View & { ground?: Held[] }).ground ?? [];

/** How a battle is decided, how far each army is on the way to breaking, and how it would end if time were up now. */
export type Decided = Decision & { breaking?: Both<number>; 'if-over'?: Outcome };
export const decisionOf = (view: View): Decided | undefined => view.decision;

export const reservesOf = (view: View): Reserve[] => (view.own as { reserves?: Reserve[] } | null | undefined)?.reserves ?? [];

/** Whose dice they were, and what they decided. */
export const thrownBy = (thrown: Throw): Side | null => (thrown as Throw & { by?: Side | null }).by ?? null;
export const decidedBy = (thrown: Throw): string => (thrown as Throw & { decides?: string | null }).decides ?? '';

/** What the dice that are wanted decide. */
export const wantedFor = (dice: NonNullable<View['dice']>): string => (dice as typeof dice & { decides?: string | null }).decides ?? '';
