// What generals may try for a unit or for all they lead: many offers that differ in two words, told by action.

import type { Answer, Offer } from '../types';

export type Command = { leader: number; action: string };
/** One action, and who may try it. */
export type Tried = { action: string; by: { leader: number; offer: Offer }[] };

/** Null: an offer of another kind. */
export function commandOf(answer: Answer): Command | null {
  const act: unknown = typeof answer === 'object' && 'act' in answer ? answer.act : null;
  const command: unknown = act && typeof act === 'object' && 'command' in act ? act.command : null;
  if (!command || typeof command !== 'object' || !('leader' in command) || !('action' in command)) return null;
  const { leader, action } = command;
  return typeof leader === 'number' && typeof action === 'string' ? { leader, action } : null;
}

export function byAction(offers: Offer[]): Tried[] {
  const found = new Map<string, Tried>();
  for (const offer of offers) {
    const command = commandOf(offer.answer);
    if (!command) continue;
    const tried = found.get(command.action) ?? { action: command.action, by: [] };
    tried.by.push({ leader: command.leader, offer });
    found.set(command.action, tried);
  }
  return [...found.values()];
}
