import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '../api';
import type { Play } from '../battle/play.svelte';
import type { UnitOverlay } from '../types';
import { Layers } from './layers.svelte';

// What the page keeps in the browser is nothing here.
beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }));

it('the distance to a target is that of the unit that fires, whoever is looked at meanwhile', async () => {
  const sees = (unit: number): UnitOverlay => ({ unit, sights: unit === 1 ? [{ unit: 2, distance: 15_000 }, { unit: 3, distance: 9000 }] : [] }) as unknown as UnitOverlay;
  vi.spyOn(api, 'unitOverlay').mockImplementation(async (_id, _token, unit) => sees(unit));
  const play = { id: 'g', token: 't', replay: null, following: false, mine: true, view: { version: 4, seat: 'french' }, form: { kind: 'target', subject: 1, lit: [2, 3], offers: [] }, chosenUnit: { id: 1, rect: [] }, orient: <T>(thing: T) => thing };
  const layers = new Layers(play as unknown as Play);
  layers.follow();
  expect(layers.measured(1, 2)).toBeUndefined();
  await vi.waitFor(() => expect(layers.measured(1, 2)).toBe(15_000));
  play.chosenUnit = { id: 3, rect: [] };
  layers.follow();
  await vi.waitFor(() => expect(layers.unit?.unit).toBe(3));
  expect([layers.measured(1, 2), layers.measured(1, 3)]).toEqual([15_000, 9000]);
});
