import { describe, expect, it } from 'vitest';
import type { Unit } from '../types';
import { badgeBoxes, badgesOf, badgeSpots } from './badges';

const unit = (more: Partial<Unit>): Unit =>
  ({ id: 1, name: '1/54e ligne', general: false, halted: false, marker: false, 'in-melee': false, facing: 0, centre: [10000, 10000], rect: [[8000, 10500], [12000, 10500], [12000, 9500], [8000, 9500]], ...more }) as Unit;
const sign = (letter: string, word: string) => ({ letter, word: [word] });

describe('badges', () => {
  it('show whatever a game marks: by its letter, or by the word where it has none', () => {
    expect(badgesOf(unit({ signs: [sign('L', 'locked in a fight'), sign('', 'becalmed')] }))).toEqual([
      { sign: 'L', word: 'locked in a fight' },
      { sign: 'becalmed', word: 'becalmed' },
    ]);
  });
  it('write a morale out that this page has no shape for, and say nothing of a plain one', () => {
    expect(badgesOf(unit({ level: 'exalted' as Unit['level'] }))).toEqual([{ sign: 'exalted', word: 'exalted' }]);
    expect(badgesOf(unit({ level: 'firm' }))).toEqual([]);
    expect(badgesOf(unit({ level: 'panic' }))).toEqual([]);
  });
  it('stand beside each other, a word taking as much room as it is long', () => {
    const badges = [sign('H', ''), sign('becalmed', ''), sign('C', '')].map(({ letter }) => ({ sign: letter, word: letter }));
    const spots = badgeSpots(badges, 4, 1, 0, 0.5);
    expect(spots[1]!.half).toBeGreaterThan(3 * spots[0]!.half);
    for (const [n, spot] of spots.entries()) if (n) expect(spot.x - spot.half).toBeGreaterThan(spots[n - 1]!.x + spots[n - 1]!.half - 0.2);
    const [box] = badgeBoxes([unit({ signs: [sign('', 'becalmed')] })], 48, 10);
    expect(box!.right - box!.left).toBeGreaterThan(30);
  });
});
