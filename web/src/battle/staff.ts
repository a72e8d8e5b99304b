// What a seat has given out of hand, as its view has it.

import type { Asked, Routine, Side, View } from '../types';

/** The value of an answer beforehand that asks the player after all. */
export const ASK = 'ask';

/** Whether a command is our own, and could be the captain's. */
export function mayHand(view: View | null, side: Side, command: string): boolean {
  const staff = view?.staff;
  return Boolean(staff?.['may-lead'] && view?.seat === side && !view.outcome && staff.commands.includes(command));
}

/** Whether the captain leads a command of this side. Only of our own side is it known. */
export function isLed(view: View | null, side: Side, command: string | null): boolean {
  return command !== null && view?.seat === side && Boolean(view.staff?.captain.includes(command));
}

/** Whether the captain leads all our commands: then nothing is left to order, and he waits for the end of the phase. */
export const ledAll = (view: View | null): boolean => Boolean(view?.staff?.commands.length && view.staff.commands.every((one) => view.staff!.captain.includes(one)));

/** What was said beforehand to a question, for a command or the whole side; a command without a word of its own has the side's. */
export function saidBeforehand(view: View | null, ask: string, command: string | null): string {
  const said = (of: string | null) => view?.staff?.beforehand.find((one) => one.ask === ask && (one.command ?? null) === of)?.value;
  return (command === null ? undefined : said(command)) ?? said(null) ?? ASK;
}

/** How what is asked may be answered beforehand, if it may. */
export function routineOf(view: View | null, { question: { ask } }: Asked): Routine | undefined {
  return view?.staff?.routines.find((one) => one.ask === ask);
}
