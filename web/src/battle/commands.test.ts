import { describe, expect, it } from 'vitest';
import type { Offer } from '../types';
import { byAction, commandOf } from './commands';

const command = (leader: number, action: string, unit?: number) => ({ text: `${leader}: ${action}`, unit, answer: { act: { command: { leader, action, unit: unit ?? null, to: null } } } }) as unknown as Offer;

describe('what generals may try', () => {
  it('is told by action, each with those who may try it', () => {
    const offers = [command(0, 'direct-maneuver', 4), command(0, 'skirmishers', 4), command(1, 'direct-maneuver', 4)];
    expect(byAction(offers).map(({ action, by }) => [action, by.map(({ leader }) => leader)])).toEqual([['direct-maneuver', [0, 1]], ['skirmishers', [0]]]);
  });
  it('is nothing else that is offered', () => {
    const others = [{ text: 'End impulse', answer: 'no' }, { text: 'Fire at will', answer: { act: 'fire-at-will' } }, { text: 'Fire', answer: { act: { fire: { unit: 1, target: 2 } } } }] as unknown as Offer[];
    expect(others.map(({ answer }) => commandOf(answer))).toEqual([null, null, null]);
    expect(byAction(others)).toEqual([]);
  });
});
