// The page lays the server's sentences out: it does not cut one, compare one, or know by name what a game's rules are about.
// So a mended sentence is no broken page, and a house that changes a number changes every word of it.

import { describe, expect, it } from 'vitest';

const page = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts', '!./types.ts'], { query: '?raw', import: 'default', eager: true });
const types = import.meta.glob<string>('./types.ts', { query: '?raw', import: 'default', eager: true })['./types.ts']!;
const rust = import.meta.glob<string>('../../crates/{volley,orders,empire}/src/**/*.rs', { query: '?raw', import: 'default', eager: true });
const ledgers = import.meta.glob<string>('../../rulesets/*/ledger.toml', { query: '?raw', import: 'default', eager: true });

/** Fields that are sentences: those in parts, and those that are one text for people. */
const PLAIN = ['sentence', 'sentences', 'error', 'short', 'numbers', 'caveats', 'label', 'title', 'text', 'note', 'what', 'says', 'decides', 'summary', 'means', 'words', 'prompt', 'moot', 'silent', 'about'];
const IN_PARTS = [...types.matchAll(/^\s+'?([\w-]+)'?\??: Sentence(?:\[\])?;/gm)].map(([, field]) => field!);
/** A fact of a chart has a list of words by that name. */
const FIELDS = [...new Set([...PLAIN, ...IN_PARTS])].filter((field) => field !== 'word');

/** What cuts a text, or looks for something in it. */
const CUTS = 'startsWith|endsWith|split|slice|substring|substr|match|matchAll|replace|replaceAll|includes|indexOf|lastIndexOf|search|charAt|at|trim|localeCompare';
/** Where parts are put together, and how the page writes chances: no sign of percent begins a line. It changes no word. */
const LAYOUT = ['./battle/percent.ts', './say.ts'];
/** What people typed, and the page's own words. */
const OWN = ['./start/OpenCard.svelte', './seats.ts', './text/'];

/** Where a source cuts or compares a sentence. */
function cut(source: string): string[] {
  const field = `[\\w)\\]?!]\\.(?:${FIELDS.join('|')})\\b[!?]*`;
  // Such a field, a name that it is known by where it was taken from, or what was made of either.
  const known = '\\b(?:sentence|short|what|prompt)\\b';
  const said = `(?:${field}|(?<![\\w.])${known}|\\b(?:say|words|tenths)\\((?:[^()]|\\([^()]*\\))*\\)|\\([^()]*${known}(?:[^()]|\\([^()]*\\))*\\))`;
  const patterns = [
    `${said}\\??\\.(?:${CUTS})\\(`,
    // Compared with words; that it is there at all may be asked.
    `${field}\\s*[!=]==?\\s*(?:'[^']|"[^"]|\`)`,
    // Looked through by an expression.
    `/\\.(?:test|exec)\\((?:[\\w.?!()[\\]]*\\.)?(?:${FIELDS.join('|')})\\b`,
    `new RegExp\\([^)]*(?:name|${FIELDS.join('|')})`,
    // The name of a unit, looked for in words.
    `\\.(?:startsWith|split)\\((?:\\w+\\.)?name\\)`,
  ];
  return patterns.flatMap((pattern) => [...source.matchAll(new RegExp(pattern, 'g'))].map(([found]) => found));
}

/** The sheets, what generals may try, and the rules, by the words that name them: a game's own files know them. */
const listed = (name: string): string[] =>
  Object.values(rust).flatMap((source) => [...source.matchAll(new RegExp(`\\b${name} \\{([^{}]*)\\}`, 'g'))].flatMap(([, list]) => [...list!.matchAll(/= "([\w-]+)"/g)].map(([, word]) => word!)));
const GAMES = ['volley', 'orders', 'empire'];
const SHEETS = listed('Sheet').filter((word) => !GAMES.includes(word));
/** Of one word, which other things may be called too, only where it is an action's. */
const ACTIONS = listed('Action').filter((word) => word.includes('-') || /\d/.test(word));
const RULES = [...new Set(Object.values(ledgers).flatMap((ledger) => [...ledger.matchAll(/^id = "([\w-]+\.[\w-]+)\./gm)].map(([, start]) => start!)))];

/** Where a source knows a sheet, an action or a rule by its word, or a distance of the rules by its number. */
function named(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|<!--[\s\S]*?-->/gm, '');
  const any = (all: string[]) => all.map((word) => word.replaceAll('.', '\\.')).join('|');
  return [`(['"\`])(?:${any([...SHEETS, ...ACTIONS])})\\1`, `\\b(?:${any(ACTIONS)})(?:'|")?: \\[`, `(['"\`])(?:${any(RULES)})\\.[\\w.-]+\\1`, `(?:^|[ (>])\\d+(?:\\.\\d+)?″`, `(['"\`])[^'"\`\n]*\\b(?:by \\d+|\\d+ or (?:more|less|\\d+)|\\d+ inch)[^'"\`\n]*\\1`].flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'gm'))].map(([found]) => found));
}

const through = (look: (source: string) => string[], but: string[] = []): string[] =>
  Object.entries(page)
    .filter(([file]) => !but.some((start) => file.startsWith(start)))
    .flatMap(([file, source]) => look(source).map((found) => `${file}: ${found}`));

describe('the page', () => {
  it('is searched for the sentences, sheets, actions and rules there are', () => {
    expect(FIELDS).toEqual(expect.arrayContaining(['sentence', 'prompt', 'why', 'means', 'silent']));
    expect(SHEETS.toSorted()).toEqual(['a15', 'br8', 'p7']);
    expect(ACTIONS).toEqual(expect.arrayContaining(['move8', 'face45', 'snap-rally', 'pull-back', 'support-charge']));
    expect(RULES).toEqual(expect.arrayContaining(['volley.p1', 'orders.command', 'empire.ca']));
    expect(Object.keys(page).length).toBeGreaterThan(100);
  });
  it.each([
    ['line.sentence.startsWith(unit.name)'],
    ["tenths(line.sentence.slice(4)).split(' by ')"],
    ["options['why-not'].find((one) => one.what === `charge ${enemy.name}`)"],
    ['const [verb] = no.what.match(/^\\S+/)'],
    ["short.split(',')[0]; brief.short.split(',')"],
    ['sentence.replace(/(\\d+)"/g, told)'],
    ['/lost/.test(line.sentence)'],
    ["say(line.sentence).includes('routs')"],
    ['new RegExp(names.join("|"))'],
    ["battle.title.split(':')[0]"],
    ["const first = (short || percent(good)).replace(/ \\([^)]*\\)/g, '')"],
    ["what.match(/^(\\S+) ?(.*)$/)"],
  ])('would be caught cutting: %s', (source) => expect(cut(source)).not.toEqual([]));
  it.each([['say(line.sentence)'], ["told?.title || current?.title || ''"], ["brief.tag.words"], ["offer.text === undefined"], ["play.view?.game === 'orders'"]])('may say: %s', (source) => expect(cut(source)).toEqual([]));
  it.each([["const FIRST = 'br8'"], ["move8: ['Ride', 'he rides'],"], ["rules: ['empire.ca.corps-me']"], ["'he rides up to 8″'"], ["fail: 'fails by 1 or 2'"], ["rout: '3 or more'"], ['action === "snap-rally"']])('would be caught naming: %s', (source) => expect(named(source)).not.toEqual([]));
  it('cuts and compares no sentence', () => expect(through(cut, [...LAYOUT, ...OWN])).toEqual([]));
  it('names no sheet, no action, no rule and no number of a rule', () => expect(through(named)).toEqual([]));
});
