// A chain of throws, told branch by branch, as the tree it is.

import type { Twig } from '../types';

/** A branch, and the step that follows it. `whole`: its share of everything is another than that of its step. */
export type Branch = { twig: Twig; whole: boolean; then: Step | null };
export type Step = { title: string; branches: Branch[] };

/** The first step with all that grows from it; null where there is none. */
export function grown(tree: Twig[]): Step | null {
  const open: Step[] = [];
  let first: Step | null = null;
  let last: Branch[] = [];
  for (const twig of tree) {
    open.length = Math.min(open.length, twig.depth + 1);
    let step = open[twig.depth];
    if (!step) {
      step = { title: twig.step, branches: [] };
      open[twig.depth] = step;
      const under = last[twig.depth - 1];
      if (under) under.then = step;
      else first ??= step;
    }
    const branch = { twig, whole: Math.abs(twig.here - twig.chance) > 1e-9, then: null };
    step.branches.push(branch);
    last = [...last.slice(0, twig.depth), branch];
  }
  return first;
}
