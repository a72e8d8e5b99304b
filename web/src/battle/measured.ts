// A fight in one line of numbers.

import { text } from '../text';
import type { Brief, Tone } from '../types';
import { percent, share } from './percent';

/** Less than this is lost by nobody to speak of. */
const HARDLY = 0.05;
/** A fight that goes on as often as this is worth a word about who is winning it. */
const OFTEN = 0.2;

/** How it goes and what it costs, in one line of numbers; what is certain is said in its own words. */
export function numbersOf({ ends, costs }: Pick<Brief, 'ends' | 'costs'>): string {
  const of = (tone: Tone) => share(...ends.filter((end) => end.tone === tone));
  const [first, ...others] = ends;
  const ahead = costs && costs.ahead[0] + costs.ahead[1] >= OFTEN ? text.odds.ahead(percent(costs.ahead[0]), percent(costs.ahead[1])) : '';
  const goes = others.length ? text.odds.goes(of('good'), `${of('even')}${ahead}`, of('bad')) : first ? text.odds.sure(first.text) : '';
  const lost = (whose: 'ours' | 'theirs') => (costs && costs[whose] >= HARDLY ? costs[whose].toFixed(1) : undefined);
  return [goes, text.odds.costs(lost('ours'), lost('theirs'))].filter(Boolean).join('; ');
}
