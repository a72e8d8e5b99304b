import { describe, expect, it, vi } from 'vitest';
import type { Brief, Locking } from '../types';
import { OddsDesk } from './odds.svelte';
import type { Play } from './play.svelte';
import { sentenceOf } from './said';
import { costOf, lockedToo, shotsSaid, leftToo } from './warned';

const lock = (unit: number, ...rules: string[]): Locking => ({ unit, by: 9, text: [`${unit} will be locked.`], rules });

describe('who will be locked', () => {
  it('says its rules, and what a formation costs does not say them again', () => {
    expect(costOf(['cost', 'no-move', 'no-charge'], [lock(1, 'distance', 'no-move'), lock(2, 'no-charge')])).toEqual(['cost']);
    expect(costOf(['cost', 'no-move'], [])).toEqual(['cost', 'no-move']);
  });
  it('is named once, whoever brings it about', () => {
    expect(lockedToo([lock(1)], [lock(1), lock(2)]).map(({ unit }) => unit)).toEqual([1, 2]);
    expect(lockedToo([lock(1)])).toEqual([lock(1)]);
  });
});

describe('a gun that is laid', () => {
  const names = ['the guards', 'the rifles', 'the 28th', 'the 67th', 'the 87th'];
  const named = (unit: number) => names[unit]!;
  const shot = (unit: number, lost: number, percent: number): Brief => ({
    answer: { unit }, label: named(unit), title: '', unit, short: `${lost} lost of 24, then falls back ${percent} %`, tag: { words: '', narrow: '' }, sentence: '', good: percent / 100, 'counts-losses': true, 'hits-nobody': false, numbers: '',
    ends: [{ end: 'back', text: 'falls back', tone: 'good', chance: percent / 100, percent, fraction: '' }] as Brief['ends'],
  });
  const [guards, rifles] = [shot(0, 0.8, 12), shot(1, 1.5, 20)];
  it('is told its targets with their odds, and the one it is laid on first', () => {
    expect(shotsSaid([guards, rifles], 1, named, true)).toEqual({ says: 'It may fire at the rifles (1.5 lost of 24, then falls back 20 %); the guards (0.8 lost of 24, then falls back 12 %).', warns: '' });
    expect(shotsSaid([guards, rifles], undefined, named, true).says).toMatch(/^It may fire at the guards .*; the rifles /);
  });
  it('is told whom it may fire at by whoever does not want odds', () => expect(shotsSaid([guards, rifles], 0, named, false)).toEqual({ says: 'It may fire at the guards; the rifles.', warns: '' }));
  it('says so where it is laid on somebody in vain', () => {
    expect(shotsSaid([guards], 2, named, false)).toEqual({ says: 'It may fire at the guards.', warns: 'the 28th is not among its targets then.' });
    expect(shotsSaid([], 2, named, true)).toEqual({ says: '', warns: 'Laid so it has nobody to fire at.' });
    expect(shotsSaid([], 2, named, true, ['A stands in its lane'])).toEqual({ says: '', warns: 'Laid so it has nobody to fire at: A stands in its lane.' });
  });
  it('has its odds on the table, and nothing more is asked about them: they are answers to the next question', () => {
    const play = { mine: true, form: { kind: 'guns' }, draft: { kind: 'turn', unit: 7 }, verdict: { state: 'good', shots: [guards] } };
    vi.stubGlobal('localStorage', { getItem: () => null });
    const desk = new OddsDesk(play as unknown as Play);
    desk.on = true;
    expect([desk.tagged, desk.answers, desk.current]).toEqual([[guards], [], null]);
    play.verdict.state = 'asking';
    expect(desk.tagged).toEqual([]);
    play.verdict.state = 'good';
    desk.on = false;
    expect([desk.tagged, desk.laid]).toEqual([[], [guards]]);
    vi.unstubAllGlobals();
  });
  it('is said to turn so far, or to point at somebody', () => {
    const play = { name: (unit: number) => (unit === 7 ? 'Foot gun' : named(unit)), unit: () => ({ facing: 0 }) } as unknown as Play;
    const body = { pose: { at: { x: 0, y: 0 }, facing: 0 }, width: 2000, depth: 2000 };
    const says = (facing: number, formation: 'limbered' | 'unlimbered', at?: number) => sentenceOf(play, { kind: 'turn', unit: 7, body, facing, formation, ...(at === undefined ? {} : { at }) });
    expect(says(8192, 'unlimbered')).toBe('Foot gun: turning 45° to the right.');
    expect(says(0, 'limbered')).toBe('Foot gun: unlimber.');
    expect(says(8192, 'unlimbered', 0)).toBe('Foot gun to point at the guards.');
    expect(says(0, 'unlimbered')).toMatch(/where it is to point/);
  });
  it('names no more than three', () => expect(shotsSaid([0, 1, 2, 3, 4].map((unit) => shot(unit, 1, 10)), 4, named, false).says).toBe('It may fire at the 87th; the guards; the rifles; 2 more.'));
});

describe('whom a group leaves out of command', () => {
  const leaving = (...units: number[]) => ({ units, rule: 'volley.command' });
  it('is whoever marches out of it, and whoever stays behind', () => {
    const one = leftToo(undefined, leaving(1, 9), 1, [1, 2], false);
    expect(one?.units).toEqual([1, 9]);
    expect(leftToo(one, leaving(2, 9), 2, [1, 2], false)?.units).toEqual([1, 9, 2]);
    expect(leftToo(one, undefined, 2, [1, 2], false)).toBe(one);
  });
  it('is none of those whose general goes with them', () => {
    expect(leftToo(undefined, leaving(1, 2), 1, [1, 2], true)).toBeUndefined();
    expect(leftToo(undefined, leaving(2, 7), 1, [1, 2], true)?.units).toEqual([7]);
  });
});
