import { describe, expect, it } from 'vitest';
import type { Pair, Unit, UnitOverlay } from '../types';
import type { Play } from '../battle/play.svelte';
import { agreed, chargeZone } from './charge-zone';

const square: Pair[] = [[0, 0], [10, 0], [10, 10], [0, 10]];
const overlay = { unit: 1, bands: [], arcs: [], sights: [], reach: [{ text: 'march', does: 'marches', outline: square }, { text: 'charge at most', does: 'charges', outline: square, to: 10 }] } as unknown as UnitOverlay;
const enemy = (x: number, y: number) => ({ rect: [], centre: [x, y] }) as unknown as Unit;

describe('the zone of a charge', () => {
  it('is drawn where a charge is offered', () => expect(agreed(overlay, true, [enemy(5, 5)])?.text).toBe('charge at most'));
  it('is drawn where everybody is out of reach', () => expect(agreed(overlay, false, [enemy(50, 5)])?.text).toBe('charge at most'));
  it('is not drawn over somebody whom the card says cannot be charged', () => expect(agreed(overlay, false, [enemy(5, 5)])).toBeNull());
  it('is none for those who may do nothing now', () => {
    const play = (may: unknown[]) => ({ chosenUnit: { id: 1, side: 'french' }, options: { may }, shown: { units: [] }, layers: { unit: overlay, has: () => true } }) as unknown as Play;
    expect(chargeZone(play([]))).toBeNull();
    expect(chargeZone(play([{ do: 'march' }]))?.text).toBe('charge at most');
  });
  it('is none for those who never charge', () => expect(agreed({ ...overlay, reach: overlay.reach.slice(0, 1) }, true, [])).toBeNull());
});
