import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { Twig } from '../types';
import { grown } from './odds-tree';
import OddsTree from './OddsTree.svelte';

const twig = (depth: number, step: string, text: string, chance: number, here: number, ends: boolean): Twig => ({ depth, step, text, tone: 'even', chance, here, ends });
const TREE: Twig[] = [
  twig(0, 'They form up', 'they are in square', 0.36, 0.36, false),
  twig(1, 'The élan', 'we halt', 0.054, 0.15, true),
  twig(1, 'The élan', 'we go on', 0.306, 0.85, true),
  twig(0, 'They form up', 'they do not get into it', 0.64, 0.64, false),
  twig(1, 'Their morale', 'they run', 0.64, 1, true),
];

describe('a chain as a tree', () => {
  it('hangs each step under the branch it grows from', () => {
    const first = grown(TREE)!;
    expect(first.title).toBe('They form up');
    expect(first.branches.map((branch) => branch.twig.text)).toEqual(['they are in square', 'they do not get into it']);
    const [square, none] = first.branches;
    expect(square!.then!.branches.map((branch) => branch.twig.text)).toEqual(['we halt', 'we go on']);
    expect(none!.then!.title).toBe('Their morale');
    expect([square!.whole, square!.then!.branches[0]!.whole]).toEqual([false, true]);
  });
  it('of nothing is nothing', () => expect(grown([])).toBeNull());
  it('is drawn with every branch and both of its chances', () => {
    const { body } = render(OddsTree, { props: { tree: TREE } });
    for (const { text } of TREE) expect(body).toContain(text);
    expect(body).toContain('15 %');
    expect(body).toContain('5 %');
    expect(body.match(/data-twig="end"/g)).toHaveLength(3);
  });
});
