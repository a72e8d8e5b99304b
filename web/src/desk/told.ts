// What a chart's throws were for, a charge in one sentence, and what numbers come to.

import { text } from '../text';
import { desk } from '../text/desk';
import { reckoned } from '../text/test';
import { share } from '../battle/percent';
import type { ChartNumber, Odd, Throw, Tone } from '../types';

/** What a throw was for, as far as its dice tell: "6 dice, hits on 4+: 3 hits". */
export function throwWords({ pool, need, faces, test }: Throw): string {
  if (test && test.asks !== 'each') return reckoned(test, faces);
  const dice = desk.pool(pool.count, pool.sides);
  if (need == null) return desk.total(dice, faces.reduce((sum, face) => sum + face, 0), pool.count);
  return `${dice}, ${text.dice.need(need)}: ${desk.hits(faces.filter((face) => face >= need).length)}`;
}

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
