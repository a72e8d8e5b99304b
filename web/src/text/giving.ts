// Orders being given: to a unit, to several together, to a corps.

import type { Formation, Wish } from '../types';
import { Click, click } from './hand';
import { few, listed } from './lists';
import { formations } from './names';

/** The units that could still do something and have not. */
const notYet = (names: string[], done: string): string =>
  names.length === 1 ? `${names[0]} has not ${done}.` : `${names.length} units have not ${done}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and others' : ''}.`;

export const act = {
  /** Opens the box of the end again. */
  howItEnded: 'How it ended',
  chooseUnit: 'Choose a unit or a general, or end the phase.',
  nowWhat: (name: string, { goes, charges, card }: { goes: boolean; charges: boolean; card: boolean }) => {
    const ways = [goes ? 'show where it goes' : '', charges ? `${click} whom it charges` : '', card ? 'choose on its card' : ''].filter(Boolean);
    return `${name}: ${listed(ways, 'or')}.`;
  },
  nothing: (name: string) => `${name} can do nothing now.`,
  ghost: (name: string, length: string, turn: string, back: boolean) => `${name} to move ${back ? 'back ' : ''}${length}${turn}.`,
  /** After it: a place was shown that lies farther off. */
  asFarAsItGets: 'The place you showed is out of reach: this is as far as it gets.',
  turned: (degrees: number) => (degrees === 0 ? '' : `, wheeling ${Math.abs(degrees)}° to the ${degrees > 0 ? 'right' : 'left'}`),
  enters: (name: string) => `${name} to enter the battle here.`,
  atEdge: 'waits at the edge',
  enterHere: 'Enter here',
  rideGhost: (name: string) => `${name}: ${click} where he rides, or the unit he joins.`,
  ridesTo: (name: string) => `${name} rides here.`,
  joins: (name: string, unit: string) => `${name} joins ${unit}.`,
  confirm: 'Confirm',
  /** Below it: what else confirms what is drawn. */
  again: { ghost: `or ${click} it again`, place: `or ${click} there again`, enemy: `or ${click} the enemy again` },
  cancel: 'Cancel',
  charge: 'Charge',
  fireAt: (name: string, target: string) => `${name}: fire at ${target}`,
  chargeTarget: (name: string) => `Charge ${name}`,
  form: (formation: Formation) =>
    ({
      column: 'Form column',
      line: 'Form line',
      square: 'Form square',
      masse: 'Form masse',
      skirmish: 'Open order',
      limbered: 'Limber up',
      unlimbered: 'Unlimber',
      'hasty-square': 'Form hasty square',
      road: 'Form road column',
      'attack-column': 'Form attack column',
      'closed-column': 'Close the column up',
      'company-column': 'Form company column',
      'semi-skirmish': 'Half in open order',
      'two-ranks': 'Form line of two ranks',
      'squadron-column': 'Form column of squadrons',
      dismounted: 'Dismount',
    })[formation],
  noChargeThen: 'cannot charge then',
  leaves: (names: string[]) => `${few(names)} will be out of command there.`,
  /** Ground that is held, and would not be. */
  leavesGround: (names: string[]) => `${listed(names)} would be left: nobody of yours would hold ${names.length > 1 ? 'them' : 'it'} any more.`,
  /** Besides those who are named. */
  locksMore: (count: number) => (count === 1 ? 'One more will be locked so.' : `${count} more will be locked so.`),
  /** The targets a gun may fire at when it is laid like this; `others`: how many more. */
  shots: (targets: string[], others: number) => `It may fire at ${targets.join('; ')}${others ? `; ${others} more` : ''}.`,
  shot: (name: string, odds: string) => (odds ? `${name} (${odds})` : name),
  noShots: (why?: string) => `Laid so it has nobody to fire at${why ? `: ${why}` : ''}.`,
  notAmong: (name: string) => `${name} is not among its targets then.`,
  /** Without a formation it only turns. */
  forms: (name: string, formation: Formation | null, degrees: number) => {
    const turn = degrees === 0 ? '' : Math.abs(degrees) === 180 ? 'turning about' : `turning ${Math.abs(degrees)}° to the ${degrees > 0 ? 'right' : 'left'}`;
    return formation ? `${name}: ${act.form(formation).toLowerCase()}${turn && `, ${turn}`}.` : `${name}: ${turn}.`;
  },
  face: 'Only turn',
  facing: 'Facing, when it forms or turns',
  facings: { keep: 'Same', left45: '45° left', left: '90° left', about: 'About', right: '90° right', right45: '45° right' },
  ahead: 'Forward',
  back: 'Back',
  left: 'Turn left',
  right: 'Turn right',
  checking: 'Asking the rules…',
  nextUnit: 'Next unit',
  atPost: (count: number) => (count === 1 ? 'one at its post' : `${count} at their posts`),
  notMoved: (left: number) => (left === 1 ? 'one has not moved' : `${left} have not moved`),
  turnGun: (name: string) => `${name}: ${click} where it is to point, if you want to turn it before it fires.`,
  aims: (name: string, target: string) => `${name} to point at ${target}.`,
  notAt: (name: string, target: string, why: string) => `${name} cannot fire at ${target}: ${why}`,
  noShot: {
    not: 'it is not among the targets.',
    far: (distance: string, most: string) => `it is ${distance} away, and ${most} is as far as it fires.`,
    hidden: (by: string) => `it is hidden by ${by}.`,
    arc: 'it is not in its arc of fire.',
  },
  place: (name: string, n: number, of: number) => `Place ${name}: ${n} of ${of}.`,
  placeHere: 'Place here',
  placeRest: (left: number) => (left > 1 ? `Place all ${left} for me` : 'Place it for me'),
  putHint: (kind: 'place' | 'enter') =>
    kind === 'place'
      ? `${Click} or drag; arrow keys move it, Q and E turn it.`
      : `${Click} or drag; arrow keys move it, Q and E wheel it.`,
  formation: 'Formation',
  north: 'Up',
  south: 'Down',
  west: 'To the left',
  east: 'To the right',
  fallsBack: (name: string, length: string, formation: Formation) => `${name} to fall back ${length}, in ${formations[formation]}.`,
  /** What may not be done; behind it stands the unit it would be done to. */
  deeds: { march: 'March', charge: 'Charge', form: 'Form', turn: 'Turn', enter: 'Enter', ride: 'Ride', join: 'Join', 'leave-table': 'Leave the table' } as Record<Extract<Wish, string> | 'form', string>,
  whyNot: 'Why not the rest',
  sending: 'Sending…',
  /** Before an act that cannot be taken back and ends what others could still do. */
  ends: {
    marches: (names: string[]) => `After this nobody of them marches any more, and ${notYet(names, 'marched')}`,
    fire: (names: string[]) => `A charge ends all fire, and ${notYet(names, 'fired')}`,
  },
  doIt: 'Do it all the same',
  first: { marches: 'They march first', fire: 'They fire first' },
};

export const group = {
  chosen: (count: number) => `${count} units together: ${click} where their middle goes, or drag them.`,
  able: (able: number, count: number) => (able === count ? '' : `${able} of ${count} can march.`),
  draft: (count: number, length: string) => `${count} units to move ${length} together.`,
  /** Each goes by itself: how many to their objective, and how many to whom. */
  aimed: (objective: number, enemies: [string, number][]) =>
    `${[...(objective ? [`${objective} to march toward the objective and face it`] : []), ...enemies.map(([name, count]) => `${count} toward ${name}, facing it`)].join('; ')}.`,
  confirm: (count: number, of: number) => (count < of ? `Move ${count} of ${of}` : `Move all ${count}`),
  sending: (n: number, of: number) => `Moving ${n} of ${of}…`,
  /** After it was confirmed: the units that did not go, each with the reason, and how many did. */
  stayed: (said: string[], done: number, of: number) => `${said.slice(0, 2).join(' ')}${said.length > 2 ? ` ${said.length - 2} more stay.` : ''}${done ? ` ${done} of ${of} have moved.` : ''}`,
  /** Of orders sent together not all could be taken back. */
  tookBack: (taken: number, all: number, why: string) => `Only the last ${taken === 1 ? 'order' : `${taken} orders`} of the ${all} given together ${taken === 1 ? 'is' : 'are'} taken back, the rest stands: ${why}`,
  shorter: (name: string, why: string) => `${name} goes part of the way only: ${why}`,
  /** Before it is confirmed. */
  slow: (names: string[], length: string) => `${few(names)}: ${length} is as far as ${names.length > 1 ? 'they march' : 'it marches'}.`,
  part: (name: string, length: string, why: string) => `${name} stops ${length} on: ${why}`,
  stays: (name: string, why: string) => `${name} stays: ${why}`,
  others: (count: number) => (count === 1 ? 'one more.' : `${count} more.`),
  cannot: 'It cannot march now.',
  outOfCommand: 'It is out of command. Choose it by itself: its card says what it may do.',
  ahead: 'Straight ahead',
  toward: (order: string) => `Carry out: ${order}`,
  with: (brigade: string, count: number) => `All of ${brigade} (${count})`,
  army: (count: number) => `The whole army (${count})`,
  move: (name: string) => `Move ${name} together`,
  several: 'Several',
  severalHint: `Choose several: ${click} one after another, or draw a band round them. With a mouse also by Shift.`,
};

export const orders = {
  title: 'Orders',
  what: (name: string, order: string, start: boolean) => `${name}: ${order}. ${start ? 'What does it begin with?' : 'What shall it do?'}`,
  back: 'Another',
  notNow: 'not now',
  by: 'Who gives it',
  where: 'Place',
  onTable: 'as marked on the table',
  draft: (body: string, order: string, place: string) => `${body}: ${order}${place}.`,
  at: (place: string) => ` at ${place}`,
  marked: ' at the place marked',
  place: `${Click} on the table, or move it with the arrow keys.`,
  noPlace: 'No place',
  write: 'Write it down',
};
