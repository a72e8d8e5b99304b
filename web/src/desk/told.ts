// What a chart says, in a sentence: the parts of its outcome in the order in which they are told.

import { capital, text, words } from '../text';

import { desk } from '../text/desk';
import { reckoned } from '../text/test';
import { share } from '../battle/percent';
import type { ChartNumber, Odd, Throw, Tone } from '../types';

const t = desk.said;

/** One part; nothing where another part says it already. */
function part(name: string, value: unknown, all: Record<string, unknown>): string {
  const said = String(value);
  const plain = said.replace(/(\d)-(\d)/g, '$1–$2').replaceAll('-', ' ');
  switch (name) {
    case 'verdict':
      return (t.verdicts as Record<string, string>)[said] ?? plain;
    case 'end':
      return (t.ends as Record<string, string>)[said] ?? plain;
    case 'result':
      return (t.results as Record<string, string>)[said] ?? plain;
    case 'does':
      return t.does[said as keyof typeof t.does] ?? plain;
    case 'elan':
      return t.elan[said as keyof typeof t.elan] ?? plain;
    case 'winner':
      return t.winner[said as keyof typeof t.winner] ?? `${words(name).toLowerCase()}: ${plain}`;
    case 'lead':
      return Number(said) ? t.lead(Number(said)) : '';
    case 'casualties':
      return t.casualties(Number(said));
    case 'lost':
      return typeof value === 'number' || /^\d+$/.test(said) ? t.lost(Number(said)) : said === 'yes' ? t.heIsLost : t.heIsSafe;
    case 'charger-lost':
      return t.chargersLose(Number(said));
    case 'target-lost':
      return t.defendersLose(Number(said));
    case 'a-lost':
      return t.sideLoses('A', Number(said));
    case 'b-lost':
      return t.sideLoses('B', Number(said));
    case 'loser':
      return said === 'nobody' ? t.nobodyLoses : t.losesIt(said.length === 1 ? said.toUpperCase() : plain);
    case 'hits':
      return t.hits(Number(said));
    case 'checks':
      return all['hits'] === value ? '' : t.checks(Number(said));
    case 'inches':
      return t.inches(said.replace(/"$/, ''));
    case 'dice':
      return t.dice(Number(said));
    case 'leader':
      return said === 'away' ? '' : t.leader(plain);
    case 'level':
      return (text.levels as Record<string, string>)[said] ?? plain;
    default: {
      const yes = (t.flags as Record<string, string[]>)[name];
      if (yes && (said === 'yes' || said === 'no')) return (said === 'yes' ? yes[0] : yes[1]) ?? '';
      return said === 'yes' ? words(name).toLowerCase() : said === 'no' ? '' : `${words(name).toLowerCase()}: ${plain}`;
    }
  }
}

const ORDER = ['end', 'winner', 'lead', 'elan', 'does', 'loser', 'passes', 'level', 'verdict', 'result', 'hits', 'checks', 'lost', 'charger-lost', 'target-lost', 'a-lost', 'b-lost'];
const rank = (name: string): number => (ORDER.indexOf(name) + 100) % 100;

/** "Passes, carries on." What is nothing is not said, unless all of it is. */
export function outcomeSentence(outcome: Record<string, unknown>): string {
  const names = Object.keys(outcome).toSorted((a, b) => rank(a) - rank(b));
  const shown = names.filter((name) => !(name.endsWith('lost') && String(outcome[name]) === '0') || names.length === 1);
  const parts = shown.map((name) => part(name, outcome[name], outcome)).filter(Boolean);
  const sentence = [...new Set(parts)].join(', ') || t.nothing;
  return `${capital(sentence)}.`;
}

/** What a throw was for, as far as its dice tell: "6 dice, hits on 4+: 3 hits". */
export function throwWords({ pool, need, faces, test }: Throw): string {
  if (test && test.asks !== 'each') return reckoned(test, faces);
  const dice = desk.pool(pool.count, pool.sides);
  if (need == null) return t.total(dice, faces.reduce((sum, face) => sum + face, 0), pool.count);
  return `${dice}, ${text.dice.need(need)}: ${t.hits(faces.filter((face) => face >= need).length)}`;
}

/** What a spread of numbers is about. */
export const spreadTitle = (name: string): string => (t.spreads as Record<string, string>)[name] ?? words(name);

/** A charge in one sentence: what is likeliest, and how it goes for the acting side. Nothing where nothing can go both ways. */
export function summedUp(ends: readonly Odd[]): string {
  const of = (tone: Tone) => ends.filter((end) => end.tone === tone);
  const first = ends.reduce<Odd | null>((one, other) => (one && one.chance >= other.chance ? one : other), null);
  const [good, even, bad] = [of('good'), of('even'), of('bad')];
  if (!first || !good.length || !bad.length || ends.length < 3) return '';
  return desk.summedUp(first.text, share(first), share(...good), share(...bad), even.length ? share(...even) : '');
}

/** What is added to each throw altogether, by the number of its last line; where several numbers are added. */
export function sums(working: readonly Pick<ChartNumber, 'value' | 'of'>[]): Map<number, string> {
  const totals = new Map<number, string>();
  let [sum, count] = [0, 0];
  working.forEach(({ value, of }, n) => {
    if (n > 0 && of !== working[n - 1]!.of) [sum, count] = [0, 0];
    const added = /^([+−])(\d+)$/.exec(value);
    if (added) [sum, count] = [sum + (added[1] === '−' ? -1 : 1) * Number(added[2]), count + 1];
    const isLast = n + 1 === working.length || working[n + 1]!.of !== of;
    if (isLast && count > 1) totals.set(n, sum < 0 ? `−${-sum}` : `+${sum}`);
  });
  return totals;
}
