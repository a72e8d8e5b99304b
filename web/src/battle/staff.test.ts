import { describe, expect, test } from 'vitest';
import type { View } from '../types';
import { ASK, isLed, ledAll, mayHand, saidBeforehand } from './staff';

const view = (staff: Partial<NonNullable<View['staff']>>, more: object = {}) =>
  ({ seat: 'french', outcome: null, staff: { commands: ['Foy', 'Reille'], captain: [], 'may-lead': true, beforehand: [], routines: [], ...staff }, ...more }) as unknown as View;

describe('what is given out of hand', () => {
  test('only our own commands are ours to hand over, while the battle lasts', () => {
    expect(mayHand(view({}), 'french', 'Foy')).toBe(true);
    expect(mayHand(view({}), 'allied', 'Foy')).toBe(false);
    expect(mayHand(view({}), 'french', 'Picton')).toBe(false);
    expect(mayHand(view({ 'may-lead': false }), 'french', 'Foy')).toBe(false);
    expect(mayHand(view({}, { outcome: {} }), 'french', 'Foy')).toBe(false);
    expect(mayHand(null, 'french', 'Foy')).toBe(false);
  });
  test('the captain leads what he was given', () => {
    const led = view({ captain: ['Foy'] });
    expect(isLed(led, 'french', 'Foy')).toBe(true);
    expect(isLed(led, 'french', 'Reille')).toBe(false);
    expect(isLed(led, 'allied', 'Foy')).toBe(false);
    expect(isLed(led, 'french', null)).toBe(false);
  });
  test('he leads all where nothing is left to anybody else', () => {
    expect(ledAll(view({ captain: ['Foy'] }))).toBe(false);
    expect(ledAll(view({ captain: ['Reille', 'Foy'] }))).toBe(true);
    expect(ledAll(view({ commands: [] }))).toBe(false);
    expect(ledAll(null)).toBe(false);
  });
  test('a command has its own word, else the one for everybody', () => {
    const told = view({ beforehand: [{ ask: 'stand', value: 'stay' }, { ask: 'stand', command: 'Foy', value: ASK }] });
    expect(saidBeforehand(told, 'stand', null)).toBe('stay');
    expect(saidBeforehand(told, 'stand', 'Reille')).toBe('stay');
    expect(saidBeforehand(told, 'stand', 'Foy')).toBe(ASK);
    expect(saidBeforehand(told, 'recall', 'Foy')).toBe(ASK);
  });
});
