// The log as it is read: turns, their phases or their causes, and what follows from what.

import type { LogLine } from '../types';

/** A line, what followed from it, and what it followed from where that stands elsewhere. */
export type Node = { line: LogLine; kids: Node[]; because: LogLine | null };
/** What began in a phase. */
export type Group = { phase: number; roots: Node[] };
export type Turn = { number: number; groups: Group[] };
/** A line hangs under its cause within a phase only, or wherever that stands in the turn. */
export type Order = 'phase' | 'cause';

/** The turns in which something happened. Headings are left to the reader. */
export function turnsOf(lines: LogLine[], order: Order): Turn[] {
  const turns: Turn[] = [];
  const all = new Map<number, Node>();
  for (const line of lines) {
    if (line.head) continue;
    let turn = turns.at(-1);
    if (turn?.number !== line.turn) turns.push((turn = { number: line.turn, groups: [] }));
    const cause = line.under === null ? undefined : all.get(line.under);
    const near = cause && cause.line.turn === line.turn && (order === 'cause' || cause.line.phase === line.phase);
    const node: Node = { line, kids: [], because: cause && !near ? cause.line : null };
    all.set(line.n, node);
    if (cause && near) {
      cause.kids.push(node);
      continue;
    }
    let group = turn.groups.at(-1);
    if (group?.phase !== line.phase) turn.groups.push((group = { phase: line.phase, roots: [] }));
    group.roots.push(node);
  }
  return turns;
}

/** How many lines hang under one, near and far. */
export const countOf = (node: Node): number => node.kids.reduce((sum, kid) => sum + 1 + countOf(kid), 0);
