// The page knows forms, and no question of a game by its name: when a game asks something new, no line of the page changes.

import { describe, expect, it } from 'vitest';

const page = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
const rules = import.meta.glob<string>('../../crates/*/src/**/*.rs', { query: '?raw', import: 'default', eager: true });

/** The words of all questions of all games: each stands in the file of its rule; the engine has none. */
const words = Object.entries(rules)
  .filter(([file]) => !file.includes('/engine/') && !file.includes('/intern/'))
  .flatMap(([, source]) => [...source.matchAll(/\bconst WORD: &'static str = "([\w-]+)"/g)].map(([, word]) => word!));

/** What else a word may be: that of a form, that of a game, how a pointer is held. */
const KINDS = ['choose', 'next', 'target', 'shots', 'orders', 'guns', 'fall-back', 'place', 'write'];
const OTHERS = [/\bgame$/, /\bmode$/];

/** Where a source knows a question by its name: its word is compared or listed in a switch, or more of it is read than its word. */
function named(source: string): string[] {
  const word = `(${words.join('|')})`;
  const compared = [...source.matchAll(new RegExp(`([\\w.?!\\])]+)\\s*[!=]==?\\s*(['"\`])${word}\\2`, 'g'))].filter(
    ([, left, , found]) => !(left!.endsWith('kind') && KINDS.includes(found!)) && !OTHERS.some((other) => other.test(left!)),
  );
  const listed = [...source.matchAll(new RegExp(`case (['"\`])${word}\\1:`, 'g'))].filter(([, , found]) => !KINDS.includes(found!));
  const read = [...source.matchAll(/question\??\.ask\s*(?:[!=]==?|\))|question\??\.(?!ask\b)\w+/g)];
  return [...compared, ...listed, ...read].map(([found]) => found);
}

describe('the page', () => {
  it('is searched for the questions of all games', () => {
    expect(words).toEqual(expect.arrayContaining(['deploy', 'adjust', 'next-test', 'go-first', 'advance', 'react']));
    expect(Object.keys(page).length).toBeGreaterThan(100);
  });
  it.each([
    ["if (question.ask === 'adjust') x()"],
    ["const ask = question.ask; if (ask !== 'next-test') x()"],
    ['switch (asked.question.ask) {'],
    ["case 'roll-for-square':"],
    ['asked.question.guns.length'],
  ])('would be caught: %s', (source) => expect(named(source)).not.toEqual([]));
  it.each([["form.kind === 'target'"], ["play.view?.game === 'orders'"], ['data-ask={asked.question.ask}']])('may say: %s', (source) => expect(named(source)).toEqual([]));
  it('knows no question by its name', () => {
    expect(Object.entries(page).flatMap(([file, source]) => named(source).map((found) => `${file}: ${found}`))).toEqual([]);
  });
});
