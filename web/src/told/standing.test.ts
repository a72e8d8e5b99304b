import { describe, expect, it } from 'vitest';
import { text } from '../text';
import type { View } from '../types';
import { standingOf } from './standing';

const view = (more: object, decision: object = {}): View =>
  ({
    turn: 3,
    outcome: null,
    standings: { ground: { french: 1, allied: 3 }, lead: 60 },
    decision: { breaks: { french: 4, allied: 5 }, breaking: { french: 1, allied: 4 }, 'broken-are': 'lost', turns: 8, 'share-of': 'figures lost', rules: [], 'if-over': { winner: 'allied', by: 'objectives' }, ...decision },
    ...more,
  }) as unknown as View;
const name = (side: string) => (side === 'french' ? 'French' : 'British');

describe('the standing', () => {
  it('says who would win now, by what, and what breaks an army', () => {
    const { line, short, sentences } = standingOf(view({}), name)!;
    expect(line).toBe('British winning, by the ground 3 to 1 · 3 more units lost break the French, 1 the British');
    expect(short).toBe('British winning · 3 more units lost break French, 1 British');
    expect(sentences).toEqual([
      'If it ended now the British would win, by the ground held: 3 to 1.',
      'French: 1 lost of the 4 that break the army; 3 more.',
      'British: 4 lost of the 5 that break the army; 1 more.',
      'On balance, with units and strength lost and ground held weighed together: French slightly ahead.',
      '5 turns are left after this one; the battle ends with turn 8.',
    ]);
  });
  it('counts one unit as one', () => {
    const { line, short } = standingOf(view({}, { breaking: { french: 3, allied: 2 } }), name)!;
    expect([line, short]).toEqual(['British winning, by the ground 3 to 1 · 1 more unit lost breaks the French, 3 the British', 'British winning · 1 more unit lost breaks French, 3 British']);
  });
  const lead = (lead: number) => ({ standings: { ground: { french: 1, allied: 1 }, lead } });
  it('says that losses decide where the ground is equal in the last turn, and not before', () => {
    const losses = { 'if-over': { winner: 'french', by: 'losses' } };
    expect(standingOf(view({ turn: 8 }, losses), name)!.line).toMatch(/^Last turn · French winning, by figures lost/);
    const level = { ...losses, breaking: { french: 1, allied: 1 } };
    const early = standingOf(view(lead(3), level), name)!;
    expect([early.line.startsWith('Even so far ·'), early.short.startsWith('Even so far ·')]).toEqual([true, true]);
    expect(standingOf(view(lead(60), level), name)!.line).toMatch(/^French slightly ahead on balance ·/);
    expect(early.sentences[0], 'in full it is said all the same').toMatch(/the French would win, by the smaller share of figures lost/);
  });
  it('says while an army routs and the points are even that it is nearer to breaking', () => {
    const even = { 'if-over': { winner: null, by: 'objectives' } };
    const { line, short } = standingOf(view(lead(10), { ...even, breaking: { french: 0, allied: 2 } }), name)!;
    expect([line.startsWith('British nearer to breaking ·'), short.startsWith('British nearer to breaking ·')]).toEqual([true, true]);
    expect(standingOf(view(lead(10), { ...even, breaking: { french: 1, allied: 2 } }), name)!.line).toMatch(/^Even so far ·/);
  });
  it('is never too long for a phone: what is counted is then said behind it', () => {
    const { bare, line } = standingOf(view({}, { 'broken-are': 'routed or in panic' }), name)!;
    expect(line).toMatch(/3 more units routed or in panic break the French, 1 the British$/);
    expect(bare).toBe('British winning · French break at 3 more, British at 1');
    expect(standingOf(view({}), name)!.bare, 'where there is room it says all').toBe('British winning · 3 more units lost break French, 1 British');
  });
  it('says which turn is the last, while it can still be turned', () => {
    const { line, short } = standingOf(view({ turn: 8 }), name)!;
    expect([line.startsWith('Last turn · British winning, by'), short.startsWith('Last turn · British winning ·')]).toEqual([true, true]);
  });
  it('says who has won when the battle is over', () => expect(standingOf(view({ outcome: { winner: 'french', by: 'broken' } }), name)!.line).toBe('The French have won: the enemy’s army is broken'));
  it('counts what the game counts of each side: MEs, or the units of one alone', () => {
    const mes = (of: number) => ({ what: 'ME', of, are: 'spent' });
    const two = { breaks: { french: 1, allied: 2 }, breaking: { french: 0, allied: 0 }, counted: { french: mes(2), allied: mes(4) } };
    const { line, sentences } = standingOf(view({}, two), name)!;
    expect(line).toMatch(/1 more ME spent breaks the French, 2 the British$/);
    expect(sentences).toContain('French: 0 spent of the 1 ME that breaks the army; 1 more.');
    const alone = { ...two, breaks: { french: 1, allied: 3 }, counted: { french: mes(2), allied: { what: 'unit', of: 6, are: 'gone or in bad morale' } } };
    expect(standingOf(view({}, alone), name)!.line).toMatch(/1 more ME spent breaks the French, 3 more units gone or in bad morale break the British$/);
    expect(text.briefing.breaks('French', 1, mes(2))).toBe('The French are broken, and have lost, once 1 of their 2 MEs is spent.');
    expect(text.briefing.breaks('British', 4, { what: 'unit', of: 9, are: 'lost' })).toBe('The British are broken, and have lost, once 4 of their 9 units are lost.');
  });
  it('says nothing of breaking where nobody breaks', () => expect(standingOf(view({}, { breaks: null }), name)!.line).toBe('British winning, by the ground 3 to 1'));
});
