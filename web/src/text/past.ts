// What has happened: log, replay, report.

import type { Counted } from '../types';
import { listed } from './lists';

export const log = {
  title: 'Log',
  order: 'Order of the log',
  orders: { phase: 'by phase', cause: 'by cause' },
  phase: (number: number) => `phase ${number}`,
  because: (sentence: string) => `after: ${sentence}`,
  fold: (count: number) => `Hide what followed (${count})`,
  unfold: (count: number) => `Show what followed (${count})`,
  place: (turn: number) => `here in turn ${turn}`,
  empty: 'Nothing has happened yet.',
  newer: 'More has happened',
  turn: (turn: number) => (turn === 0 ? 'Before the battle' : `Turn ${turn}`),
  chance: (percent: string) => `chance of just this ${percent}`,
  why: 'Why: the numbers and the rules',
  whyWord: 'why',
  show: 'Show on the table',
  /** Of several beside each other: what each is about. */
  ruleNamed: (id: string) => `${id.includes('.house.') ? 'ruling' : 'rule'}: ${(id.split('.').at(-1) ?? id).replaceAll('-', ' ')}`,
  rule: (id: string) => `${id.includes('.house.') ? 'Ruling' : 'Rule'} ${id}`,
  /** A rule of the sheet, or what is played where the sheet is silent. */
  ruleWord: (id: string) => (id.includes('.house.') ? 'ruling' : 'rule'),
  rules: (count: number) => `${count} rules`,
  /** Of a ruling: what that is. */
  rulingMeans: 'A ruling: what we play where the sheet is silent.',
  noRule: 'The text of this rule is not at hand.',
};

export const replay = {
  title: 'Replay',
  told: 'What happens in this step',
  scrub: 'Step of the replay',
  step: (step: number, last: number) => `Step ${step} of ${last}`,
  when: (turn: number, phase: string) => `Turn ${turn}, phase ${phase}`,
  start: 'Before the first turn',
  nothing: 'Nothing to tell of this step.',
  play: 'Play',
  pause: 'Pause',
  one: 'step',
  phase: 'phase',
  turn: 'turn',
  first: 'To the beginning',
  last: 'To the end',
  back: 'One step back',
  next: 'One step on',
  phaseBack: 'One phase back',
  phaseNext: 'One phase on',
  turnBack: 'One turn back',
  turnNext: 'One turn on',
  keys: {
    first: 'Home',
    last: 'End',
    back: '←',
    next: '→',
    phaseBack: 'Shift ←',
    phaseNext: 'Shift →',
    turnBack: 'Page up',
    turnNext: 'Page down',
    play: 'Space',
    leave: 'Escape',
  },
  speed: 'Speed',
  times: (times: number) => `${times === 0.5 ? '½' : times}×`,
  share: 'Copy link',
  shareHint: 'To this step, for anybody: it shows what a spectator sees, and opens no seat',
  leave: 'Leave replay',
};

/** What is told of the end beside the table; the report itself has its words in `report.ts`. */
export const report = {
  title: 'Report',
  won: (side: string) => `The ${side} have won`,
  draw: 'A draw',
  by: {
    broken: 'the enemy’s army is broken',
    'nothing-left': 'nothing is left of the enemy',
    objectives: 'by the ground held',
    losses: 'by losses when time ran out',
    conceded: 'their enemy has conceded',
  } as Record<string, string>,
  read: 'Read the report',
  again: 'Fight another battle',
  watch: 'Watch the replay',
  close: 'See the table',
  /** Why an army is broken, where that is not the same as losses. */
  brokenBy: (now: number, { what, are }: Counted, breaks: number) => `${now} ${what}${now === 1 ? '' : 's'} ${are}: ${breaks} ${breaks === 1 ? 'breaks' : 'break'} the army`,
  unitsLost: (part: number, whole: number) => `${part} of ${whole} units lost`,
  strengthLost: (part: number, whole: number, what: string) =>
    `${part} of ${whole} ${what} lost${whole ? ` (${Math.round((part / whole) * 100)} %)` : ''}`,
  held: (names: string[], points: number) => `holds ${listed(names)}: ${points} ${points === 1 ? 'point' : 'points'} of ground`,
  byGround: (more: number, less: number) => `The ground held decides: ${more} to ${less}.`,
  byLosses: (ground: [number, number] | null, share: string) => `${ground ? `The ground is equal, ${ground[0]} to ${ground[1]}: then the` : 'The'} smaller share of ${share} decides.`,
  /** Ground that has changed hands. */
  turning: {
    taken: (name: string, side: string) => `${name}: now held by the ${side}`,
    lostGround: (name: string, by: string[] = []) => `${name}: now held by nobody${by.length ? `, as both sides stand there: ${listed(by)}` : ''}`,
  },
};
