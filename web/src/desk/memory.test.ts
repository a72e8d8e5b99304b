import { describe, expect, it } from 'vitest';
import type { Chart } from '../types';
import { beginning, changed, findPlace, inOrder, isAsked, offered, placeLink, remembered, toSend } from './memory';

const fire: Chart = {
  name: 'fire',
  title: 'Fire',
  facts: [
    { name: 'troop', text: 'troop', word: ['militia', 'seasoned'], default: null },
    { name: 'arm', text: 'arm', word: ['foot', 'guns', 'horse-guns'], default: 'foot' },
    { name: 'formation', text: 'formation', word: ['column', 'line', 'unlimbered'], default: 'line', fits: { fact: 'arm', with: { foot: ['line', 'column'], guns: ['unlimbered', 'column'], 'horse-guns': ['unlimbered', 'column'] } } },
    { name: 'gun', text: 'gun', word: ['light', 'heavy'], default: 'heavy', fits: { fact: 'arm', with: { guns: ['heavy', 'light'], 'horse-guns': ['light', 'heavy'] } } },
    { name: 'range', text: 'range', number: { min: 0, max: 60 }, default: '1' },
    { name: 'rain', text: 'rain', flag: null, default: 'no' },
  ],
  asks: [
    { name: 'gun', text: 'Gun', facts: { troop: 'seasoned', arm: 'guns', formation: 'unlimbered', range: '6' }, first: ['range'] },
    { name: 'volley', text: 'Volley', facts: { troop: 'seasoned' }, first: [] },
  ],
};
const check: Chart = { name: 'check', title: 'Check', facts: [], asks: [{ name: 'check', text: 'Check', facts: {}, first: [] }] };
const gun = fire.asks![0];

describe('the desk', () => {
  it('finds the place of an address', () => {
    const at = (chart: string, ask: string, last?: string) => {
      const found = findPlace([check, fire], { sheet: 's', chart, ask }, last ? { sheet: 's', chart: last, ask: '' } : undefined);
      return [found?.chart.name, found?.ask?.name];
    };
    expect(at('fire', 'volley')).toEqual(['fire', 'volley']);
    expect(at('fire', '')).toEqual(['fire', undefined]);
    // A chart of another sheet, but the same question.
    expect(at('artillery-fire', 'gun')).toEqual(['fire', 'gun']);
    expect(at('', '', 'fire')).toEqual(['fire', undefined]);
    expect(at('', '')).toEqual(['check', 'check']);
    expect(findPlace([], { sheet: 's', chart: '', ask: '' }, undefined)).toBeUndefined();
    expect(placeLink({ sheet: 's', chart: 'fire', ask: '' })).toBe('#/desk/s/fire');
  });

  it('begins with the question and goes on from the last', () => {
    expect(beginning(fire, gun)).toEqual({ troop: 'seasoned', arm: 'guns', formation: 'unlimbered', gun: 'heavy', range: '6', rain: 'no' });
    expect(beginning(fire, undefined)['troop']).toBe('militia');
    // A fact that the chart does not know is not taken up.
    expect(remembered(fire, gun, { troop: 'guard', range: '61', rain: 'yes', gone: 'x' })).toEqual({ ...beginning(fire, gun), rain: 'yes' });
  });

  it('asks first what changes from one time to the next', () => {
    expect(inOrder(fire, gun).map((fact) => fact.name)).toEqual(['range', 'troop', 'arm', 'formation', 'gun', 'rain']);
    expect(inOrder(fire, undefined)).toEqual(fire.facts);
  });

  it('lets what hangs on a fact follow it', () => {
    const foot = beginning(fire, fire.asks![1]);
    expect(isAsked(fire.facts[3]!, foot)).toBe(false);
    expect(offered(fire.facts[2]!, foot)).toEqual(['column', 'line']);
    expect(toSend(fire, foot)).not.toHaveProperty('gun');
    const guns = changed(fire, foot, 'arm', 'guns');
    expect([guns['formation'], guns['gun']]).toEqual(['unlimbered', 'heavy']);
    expect(changed(fire, guns, 'arm', 'horse-guns')['gun']).toBe('light');
    // What suits both and is usual with both stays as it was said.
    const limbered = changed(fire, guns, 'formation', 'column');
    expect(changed(fire, limbered, 'arm', 'horse-guns')['formation']).toBe('column');
  });
});
