import { describe, expect, it } from 'vitest';
import type { UnitOverlay } from '../types';
import { noShot } from './no-shot';

const overlay = (sight: object): UnitOverlay =>
  ({ unit: 1, reach: [], bands: [{ to: 8000, rule: 'close' }, { to: 24000, rule: 'long' }], arcs: [{ rule: 'arc' }], sights: [{ unit: 7, clear: true, by: [], distance: 9000, 'in-shot': false, ...sight }] }) as unknown as UnitOverlay;

describe('why nobody is shot at', () => {
  it('is too far, with the rule of the range', () => expect(noShot(overlay({ distance: 30500 }), 7)).toEqual({ error: 'it is 30.5″ away, and 24″ is as far as it fires.', rule: 'long' }));
  it('is hidden, and by what', () => expect(noShot(overlay({ clear: false, by: ['Wood'] }), 7)).toEqual({ error: 'it is hidden by Wood.', rule: null }));
  it('is off the arc of fire', () => expect(noShot(overlay({}), 7)).toEqual({ error: 'it is not in its arc of fire.', rule: 'arc' }));
  it('is not a target for somebody who does not shoot', () => expect(noShot({ ...overlay({}), bands: [] }, 7).error).toMatch(/not among/));
});
