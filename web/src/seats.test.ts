import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cardLink, saveGame, savedGames } from './seats';

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
