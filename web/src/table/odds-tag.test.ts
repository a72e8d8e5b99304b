import { describe, expect, it } from 'vitest';
import { isWorthIt, keptClear, keptIn, spotFor, tagWords } from './odds-tag';

const ends = (tone: 'good' | 'even', percent = 61) => [{ tone, percent, chance: percent / 100 }] as Parameters<typeof tagWords>[0]['ends'];

describe('a tag with odds', () => {
  it('says the number, and of a fight that goes on so much with it, no half of a bracket', () => {
    const short = 'fight goes on 72 % (we are ahead 36 %, they 20 %), they lose 1.8, we lose 1.4';
    expect(tagWords({ short, good: 0, ends: ends('even') })).toBe('fight goes on 72 %');
    expect(tagWords({ short, good: 0, ends: ends('even') }, false, true)).toBe('goes on 72 %');
    expect(tagWords({ short: 'well 61 %, badly 20 %', good: 0.61, ends: ends('good') })).toBe('61 %');
    expect(tagWords({ short: 'stands where it is 100 %', good: 0, ends: ends('even') })).toBe('stands where it is');
  });
  it('takes its number from the numbers: whatever words stand round it', () => {
    expect(tagWords({ short: 'in 2 of 3 cases it goes through, 20 % badly', good: 0.61, ends: [...ends('good', 41), ...ends('good', 20), ...ends('even', 39)] })).toBe('61 %');
    expect(tagWords({ short: '2.5 lost of 12, then wavers 61 %', good: 0.61, ends: ends('good') }, true)).toBe('2.5 lost of 12');
  });
  it('is a bare number on a small screen, and hides nobody there: it stands on the button too', () => {
    expect(tagWords({ short: '2.5 lost of 12, then wavers 61 %', good: 0.61, ends: ends('good') }, true, true)).toBe('−2.5');
    expect(tagWords({ short: '1.4 figures lost', good: 0, ends: [] }, true, true)).toBe('−1.4');
    expect(tagWords({ short: '0.7 hits', good: 0, ends: [] }, true, true)).toBe('0.7 hits');
    expect([isWorthIt(0, 100, true), isWorthIt(40, 100, true), isWorthIt(40, 100, false)]).toEqual([true, false, true]);
  });
  it('stays on its side of the unit while there is room, wherever the table is moved', () => {
    expect(spotFor([0, 0, 0], 5, undefined)).toBe(0);
    expect(spotFor([9, 3, 0], 5, undefined)).toBe(1);
    expect(spotFor([0, 3, 0], 5, 1)).toBe(1);
    expect(spotFor([9, 6, 8], 5, 1)).toBe(1);
    expect(spotFor([0, 6, 8], 5, 1)).toBe(0);
  });
  it('lies beside the buttons in the corner, not under them', () => {
    const [picture, corner] = [{ left: 0, right: 100, top: 0, bottom: 50 }, { left: 80, right: Infinity, top: -Infinity, bottom: 20 }];
    expect(keptClear({ left: 70, right: 90, top: 5, bottom: 10 }, picture, corner)).toEqual({ left: 60, right: 80, top: 5, bottom: 10 });
    expect(keptClear({ left: 85, right: 105, top: 25, bottom: 30 }, picture, corner)).toEqual({ left: 80, right: 100, top: 25, bottom: 30 });
    expect(keptClear({ left: 40, right: 60, top: 5, bottom: 10 }, picture, corner)).toEqual({ left: 40, right: 60, top: 5, bottom: 10 });
  });
  it('is kept in the picture', () => {
    const picture = { left: 0, right: 100, top: 10, bottom: 50 };
    expect(keptIn({ left: -20, right: 20, top: 0, bottom: 5 }, picture)).toEqual({ left: 0, right: 40, top: 10, bottom: 15 });
    expect(keptIn({ left: 90, right: 120, top: 48, bottom: 53 }, picture)).toEqual({ left: 70, right: 100, top: 45, bottom: 50 });
    expect(keptIn({ left: 20, right: 40, top: 20, bottom: 25 }, picture)).toEqual({ left: 20, right: 40, top: 20, bottom: 25 });
    // Too long: its beginning is read.
    expect(keptIn({ left: -20, right: 120, top: 20, bottom: 25 }, picture)).toMatchObject({ left: 0, right: 140 });
  });
});
