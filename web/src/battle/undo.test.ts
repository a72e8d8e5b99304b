import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../api';
import type { View } from '../types';
import { Play } from './play.svelte';

const view = (version: number, barred?: string): View =>
  ({ version, mark: `m${version}`, turn: 1, step: version, phase: { number: 1 }, seat: 'french', units: [], generals: [], log: [], scenario: { title: '', id: '', terrain: { width: 10, depth: 10 } }, ...(barred && { 'no-undo': barred }) }) as unknown as View;

describe('what was ordered together is taken back together', () => {
  afterEach(() => vi.restoreAllMocks());
  /** A page that has sent three orders together. */
  function sent() {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    const play = new Play('g', 't');
    play.view = play.shown = view(9);
    (play.group as unknown as { last: object }).last = { answers: 3, version: 9 };
    return play;
  }

  it('all of it, and nothing more is said', async () => {
    const play = sent();
    const undo = vi.spyOn(api, 'undo').mockImplementation(async () => view(20 + undo.mock.calls.length));
    await play.undo();
    expect([undo.mock.calls.length, play.error]).toEqual([3, null]);
  });
  it('or as much of it as may be, and how much that was is said with the reason', async () => {
    const play = sent();
    const undo = vi.spyOn(api, 'undo').mockImplementation(async () => view(10, 'The enemy has fired since.'));
    await play.undo();
    expect([undo.mock.calls.length, play.error?.error]).toEqual([1, 'Only the last order of the 3 given together is taken back, the rest stands: The enemy has fired since.']);
  });
});
