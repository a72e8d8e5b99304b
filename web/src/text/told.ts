// What a player is told: briefing, hints, news, how it stands, keys.

import type { Counted, Formation } from '../types';
import { listed } from './lists';

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export const briefing = {
  title: 'Briefing',
  open: 'Briefing',
  lead: (side: string) => `You lead the ${side}.`,
  both: 'You lead both sides.',
  watch: 'You are watching.',
  invites: (from: string, to: string) => `The player of the ${from} invites you to lead the ${to} against him.`,
  passesOn: (to: string) => `The player of the ${to} passes his seat on: you are invited to lead them instead of him.`,
  untilThen: 'Until you take the seat you only watch.',
  with: (names: string[]) => `Under you: ${listed(names)}.`,
  aim: 'What to fight for',
  breaks: (side: string, lost: number, { what, of, are }: Counted) => `The ${side} are broken, and have lost, once ${lost} of their ${many(of, what)} ${lost === 1 ? 'is' : 'are'} ${are}.`,
  fightOn: 'No army breaks: both fight to the last.',
  ground: (turns: number) => `If neither has broken after turn ${turns}, whoever holds more ground wins.`,
  noGround: (turns: number, share: string) => `If neither has broken after turn ${turns}, whoever has the smaller share of ${share} wins.`,
  share: (share: string) => `Where the ground is equal, the smaller share of ${share} decides.`,
  flags: 'Ground that counts',
  worth: (name: string, worth: number) => `${name}: ${worth} ${worth === 1 ? 'point' : 'points'} of ground`,
  held: (stays: boolean) => `A flag on the table marks it; it is held by the side that alone has units there${stays ? ', and stays with it until the other alone has units there at the end of a turn' : ' when it is counted: ground with units of both, or of nobody, is nobody’s'}.`,
  attacks: (side: string, other: string) => `The ${side} attack: the ${other} may stand where they are.`,
  learn: 'What a newcomer learns',
  history: 'What happened',
  balance: 'How even it is',
  sources: 'Sources',
  doubtful: 'What is not sure',
  begin: 'To the table',
  quiet: 'Begin battles without a briefing',
};

export const hints = {
  title: 'First time',
  close: 'Understood',
  off: 'No more hints',
  on: 'Hints for newcomers',
};

export const since = {
  answer: 'Since your last answer',
  visit: 'Since your last visit',
  lines: { answer: 'New since your last answer', visit: 'New since you last looked' },
  step: 'Step through',
  close: 'Close',
  watch: 'Watch it happen',
  /** How many units went somewhere, and how many only turned. */
  marched: (count: number, turned: number) => [count ? `${count} marched` : '', turned ? `${turned} turned` : ''].filter(Boolean).join(', '),
  /** Guns are limbered or not; others are in a formation. */
  formed: (formation: Formation, called: string) => (formation === 'limbered' || formation === 'unlimbered' ? `now ${called}` : `now in ${called}`),
  more: (count: number) => (count === 1 ? 'one thing more' : `${count} things more`),
  /** Behind the name of a unit. */
  unit: (what: string) => `: ${what}`,
  gone: (name: string, how: string) => `${name} ${how}`,
  /** `to`: to whom, or how many to each. */
  lost: (count: number, left: number, to: string) => `lost ${count}${to && ` ${to}`}, ${left} left`,
  to: (names: string[]) => `to ${listed(names)}`,
  each: (by: [string, number][]) => `(${by.map(([name, count]) => (name ? `${count} to ${name}` : `${count} otherwise`)).join(', ')})`,
  generalLost: (name: string) => `${name} is lost`,
};

/** Of a side: its name, how many more, and of what. */
type Left = { side: string; left: number; of: Counted };
/** How many more losses break each side; where both count the same it is said once. */
function untilBroken([one, other]: [Left, Left], the: string): string {
  const first = ({ side, left, of: { what, are } }: Left) => `${left} more ${left === 1 ? what : `${what}s`} ${are} ${left === 1 ? 'breaks' : 'break'} ${the}${side}`;
  const alike = one.of.what === other.of.what && one.of.are === other.of.are;
  return `${first(one)}, ${alike ? `${other.left} ${the}${other.side}` : first(other)}`;
}
export const standing = {
  title: 'How the battle stands',
  why: 'How the battle stands, and what is still needed',
  last: 'Last turn',
  nobody: 'nobody',
  points: (more: number, less: number) => `${more} to ${less}`,
  ahead: (side: string, by: string) => `${side} winning, ${by}`,
  byGround: (points: string) => `by the ground ${points}`,
  byLosses: (share: string) => `by ${share}`,
  even: 'Even so far',
  /** No lead of points or ground decides yet: how it stands on balance. */
  weighed: (verdict: string) => `${verdict} on balance`,
  nearer: (side: string) => `${side} nearer to breaking`,
  /** How many more units one side or the other may lose before it is beaten by that alone. */
  untilBroken: (both: [Left, Left]) => untilBroken(both, 'the '),
  aheadShort: (side: string) => `${side} winning`,
  untilBrokenShort: (both: [Left, Left]) => untilBroken(both, ''),
  /** What is counted is said behind the line. */
  untilBrokenBare: (both: [Left, Left]) => `${both.map(({ side, left }, n) => `${side} ${n ? '' : 'break '}at ${left}${n ? '' : ' more'}`).join(', ')}`,
  /** Beside who would win: all that counts weighed together. */
  balance: (verdict: string) => `On balance, with units and strength lost and ground held weighed together: ${verdict}.`,
  wouldWin: (side: string, why: string) => `If it ended now the ${side} would win, ${why}.`,
  groundSays: (points: string) => `by the ground held: ${points}`,
  lossesSay: (share: string) => `by the smaller share of ${share}; the ground is equal`,
  wouldDraw: 'If it ended now it would be a draw.',
  breaks: (side: string, now: number, breaks: number, { what, are }: Counted) => `${side}: ${now} ${are} of the ${what === 'unit' ? breaks : many(breaks, what)} that ${breaks === 1 ? 'breaks' : 'break'} the army; ${Math.max(0, breaks - now)} more.`,
  turns: (left: number, last: number) =>
    left === 0 ? `This is the last turn.` : `${left === 1 ? 'One turn is' : `${left} turns are`} left after this one; the battle ends with turn ${last}.`,
};

export const keys = {
  title: 'Keys',
  help: 'Marks and keys',
  open: 'Help: marks and keys',
  glossary: 'Words of this game',
  openGlossary: 'What the words of this game mean',
  rows: [
    ['Tab', 'from unit to unit, and through everything else'],
    ['Enter', 'choose; confirm what is drawn, as a second click on it does where the button says so'],
    ['Arrows', 'move the ghost; with Shift finely'],
    ['Q, E', 'turn or wheel it'],
    ['1 – 9', 'answer with the first, second … choice'],
    ['N', 'the next unit that has not moved'],
    ['O', 'the brigade, corps or ME of what is chosen; once more: the next one'],
    ['X', 'end the phase, or finish what is asked'],
    ['U', 'take back'],
    ['C', 'let the captain lead the chosen brigade or corps, or take it back'],
    ['A', 'ask your captain what he would do'],
    ['B', 'briefing'],
    ['R', 'rules of this phase'],
    ['L', 'the battle as a list'],
    ['Escape', 'away with the ghost; skip to now'],
    ['?', 'this page: marks and keys'],
  ] as [string, string][],
};
