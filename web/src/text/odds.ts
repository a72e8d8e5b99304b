// Odds of what may be answered.

import type { Tone } from '../types';

export const odds = {
  title: 'Odds',
  exact: 'Exact: every way the dice can fall, rounded to whole percent.',
  near: 'Nearly exact: some fractions are rounded.',
  hide: 'Hide odds',
  show: 'Show odds',
  hidden: 'Odds are hidden.',
  of: 'Odds of',
  depth: 'How much of it',
  depths: ['In short', 'Numbers', 'In full'],
  good: (percent: string) => `goes well ${percent}`,
  inWords: 'In words',
  whatIf: 'What if',
  whatIfHint: 'Turn a fact and see what would change. Beside each: how likely it goes well for us then.',
  turned: 'This is not how it stands.',
  reset: 'As it stands',
  stands: 'as it stands',
  working: 'The numbers',
  noFacts: 'Nothing here can be turned.',
  loading: 'Reckoning…',
  tree: 'Step by step',
  ofAll: (percent: string) => `${percent} of all`,
  outcome: 'Outcome',
  chance: 'Chance',
  fraction: (fraction: string) => `exactly ${fraction}`,
  tones: { good: 'for us', even: 'undecided', bad: 'against us' } as Record<Tone, string>,
  groups: { good: 'Goes well: for us', even: 'Stays undecided', bad: 'Goes badly: against us' } as Record<Tone, string>,
  less: (what: string) => `${what}: one less`,
  more: (what: string) => `${what}: one more`,
};
