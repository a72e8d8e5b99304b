import { describe, expect, it } from 'vitest';
import { bodyOf, moveToward, type Limits } from '../geometry';
import type { Options, Unit, View } from '../types';
import { fallsShort, type Draft } from './draft';
import { nudge } from './keys';
import { pickPlace } from './pick';
import type { Play } from './play.svelte';
import { sentenceOf } from './said';

const unit = { id: 1, name: 'unit 1', side: 'french', rect: [[10000, 10000], [12000, 10000], [12000, 9000], [10000, 9000]], facing: 0 } as unknown as Unit;
const body = bodyOf(unit.rect!, 0);
const limits: Limits = { allowance: 8000, maxWheel: 8192, free: false, area: [] };
const toward = (x: number, y: number, more: Partial<Limits> = {}): Extract<Draft, { kind: 'march' }> => {
  const own = { ...limits, ...more };
  return { kind: 'march', unit: 1, body, limits: own, move: moveToward(body, own, { x, y }), meant: { x, y } };
};

describe('a march to a place that is shown', () => {
  it.each([
    [11000, 30000, {}, true],
    [11000, 17500, {}, false],
    [11000, -9000, {}, true],
    [11000, 8000, {}, false],
    [30000, 10500, { free: true }, true],
    [13000, 10500, { free: true }, false],
  ] as const)('%# falls short where that is out of reach', (x, y, more, short) => expect(fallsShort(toward(x, y, more))).toBe(short));
  it('says so as long as nothing else is shown', () => {
    const drafts: Draft[] = [];
    const options = { may: [{ do: 'march', allowance: 8000, 'max-wheel': 8192, free: false, area: [] }], 'why-not': [] } as unknown as Options;
    const play = {
      mine: true, view: { asked: { form: { kind: 'orders' } } } as unknown as View, shown: { units: [unit] }, chosen: { unit: 1 }, chosenUnit: unit, group: { on: false }, options,
      unit: () => unit, name: () => 'unit 1', draft: null, propose(draft: Draft) { drafts.push(draft); Object.assign(play, { draft }); },
    } as unknown as Play;
    pickPlace(play, { x: 11000, y: 30000 });
    expect(sentenceOf(play, drafts[0]!)).toBe('unit 1 to move 8″. The place you showed is out of reach: this is as far as it gets.');
    nudge(play, 'back');
    expect(sentenceOf(play, drafts[1]!)).not.toContain('out of reach');
  });
});
