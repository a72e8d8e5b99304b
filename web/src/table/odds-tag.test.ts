import { describe, expect, it } from 'vitest';
import { isWorthIt, keptClear, keptIn, spotFor } from './odds-tag';

describe('a tag with odds', () => {
  it('hides nobody on a small screen: it stands on the button too', () => {
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
