import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cardLink, keepOpened, saveGame, savedGame, savedGames } from './seats';

let asked = 0;
beforeEach(() => {
  const kept = new Map<string, string>();
  asked = 0;
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) });
  vi.stubGlobal('navigator', { storage: { persist: async () => (asked++, true) } });
  vi.stubGlobal('location', { origin: 'https://battle.example.org', pathname: '/grognard/' });
});
afterEach(() => vi.unstubAllGlobals());

it('are all kept, however many, and the browser is asked to keep them', () => {
  for (let n = 0; n < 100; n++) saveGame({ id: `${n}`, battle: 'gilly', title: 'Gilly', tokens: { french: `secret ${n}` }, plays: ['french'], begun: n });
  expect(savedGames().length).toBe(100);
  expect(savedGames().at(-1)?.tokens.french).toBe('secret 0');
  expect(asked).toBe(100);
});

it('have cards whose words no server reads', () => {
  expect(cardLink('able harbour tulip wagon zebra lion')).toBe('https://battle.example.org/grognard/#/card/able-harbour-tulip-wagon-zebra-lion');
});

it('keep their own secret when their card is opened here, as long as it opens them', async () => {
  const opened = { id: '1', seat: 'french' as const, token: 'by card' };
  expect(await keepOpened(opened, () => Promise.reject(new Error('nobody has to ask')))).toBe('by card');
  saveGame({ id: '1', battle: 'gilly', title: 'Gilly', tokens: { french: 'own', allied: 'other' }, plays: ['allied'], begun: 1 });
  expect(await keepOpened(opened, async () => 'french')).toBe('own');
  expect(savedGame('1')).toMatchObject({ title: 'Gilly', tokens: { french: 'own', allied: 'other' }, plays: ['allied', 'french'] });
  await expect(keepOpened(opened, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(savedGame('1')?.tokens.french).toBe('own');
  // One that was passed on only watches, and one that was renewed elsewhere opens nothing.
  for (const seatOf of [async () => 'watch' as const, async () => undefined]) {
    saveGame({ id: '1', battle: 'gilly', title: 'Gilly', tokens: { french: 'own' }, plays: ['french'], begun: 1 });
    expect(await keepOpened(opened, seatOf)).toBe('by card');
    expect(savedGame('1')?.tokens.french).toBe('by card');
  }
});
