// The table and what lies over it.

import type { Arm, Formation, Nation } from '../types';
import type { Layer } from '../table/layers';
import { Click, click } from './hand';
import { listed } from './lists';
import { arms, formations, nations } from './names';

export const table = {
  label: (title: string) => `Table of ${title}. Tab from unit to unit; the same as a list is under “As a list”.`,
  zoomIn: 'Nearer',
  zoomOut: 'Farther',
  fit: 'Whole table',
  overview: 'All of the table, small: tap where you want to look',
  /** Last words of a unit's name that can be spared. */
  common: ['brigade', 'ligne', 'légère', 'Foot', 'division', 'regiment', 'men'],
  height: (level: number) => `height ${level}`,
  turn: (north: boolean) => `Turn the table round (north is ${north ? 'up' : 'down'})`,
  unit: (name: string, nation: Nation, arm: Arm, formation: Formation, figures: number, of: number, grade: string) =>
    `${name}, ${nations[nation]} ${arms[arm]}, ${formations[formation]}, ${figures} of ${of}, ${grade}`,
  lit: 'can be chosen',
  ready: 'may still act',
  halted: 'halted',
  melee: 'in melee',
  charge: 'has charged',
  led: 'with a general',
  spent: 'has had its order',
  aims: 'has its target',
  general: (name: string, side: string) => `${name.startsWith('General ') ? '' : 'General '}${name}, ${side}`,
};

export const overlays = {
  title: 'Overlays',
  hint: 'Choose a unit to see its own.',
  names: {
    ruler: 'Ruler',
    bands: 'Range bands',
    arcs: 'Arc of fire',
    sight: 'Lines of sight',
    reach: 'Reach',
    command: 'Command',
    moves: 'Last moves',
    theirs: 'The enemy’s moves',
  } as Record<Layer, string>,
  hints: {
    ruler: 'drag on the table to measure',
    bands: 'how far it shoots',
    arcs: 'whither it shoots',
    sight: 'whom it sees, and what hides the rest',
    reach: 'how far it could go or charge',
    command: 'rings of all generals',
    moves: 'whole line this turn, broken line the last',
    theirs: 'where he has come from since you last moved',
  } as Record<Layer, string>,
  zone: (text: string, to: string) => `${text} ${to}`,
  ring: (text: string) => text,
  hiddenBy: (names: string[]) => (names.length ? listed(names) : 'several things'),
  seen: (name: string, distance: string) => `${name}: in sight, ${distance}`,
  inShot: (name: string, distance: string) => `${name}: could be shot at, ${distance}`,
  notSeen: (name: string, distance: string, by: string) => `${name}: hidden by ${by}, ${distance}`,
  list: 'Range and sight',
  /** What these distances are, beside those of a charge. */
  measured: 'Distances from edge to edge, at the nearest; a charge may have farther to go.',
  noSight: 'No enemy is on the table.',
};

export const marks = {
  title: 'Marks on the table',
  first: 'On the table',
  all: 'All marks',
  words: {
    front: 'The chevron and the dark edge are a unit’s front.',
    ready: 'A chevron in amber: this unit may still be given an order.',
    chosen: 'A whole line round a unit: it is chosen.',
    reach: 'Tinted, in a broken line: where the middle of its front may go. What bars its way leaves holes.',
    charge: 'Dotted: how far it could charge with the best of dice. Whether it may charge, and whom, is on its card.',
    ghost: `A pale unit in a broken line: where it would stand. Press Confirm, or ${click} it again where the button says so, and it goes there; before that nothing is done.`,
    lit: `Amber, in a broken line: a unit you may ${click} now.`,
    dice: 'A filled die is a hit, a hollow one a miss. Of a test the words say whether it was passed.',
    odds: 'Words beside a unit: what that choice would cost, or how it would go for you.',
    general: 'A general is with the unit.',
    halted: 'Halted by a failed test.',
    melee: 'It is in hand-to-hand fight.',
    charged: 'It has charged, and may be recalled.',
    level: 'Shaken: nervous, disrupted, in panic. B is bold; no sign is firm.',
    thin: 'Pale ends: men lost. The paler, the fewer are left.',
    cross: 'A cross: a unit fell here since your last answer.',
    flag: 'Ground that counts at the end, in the colour of whoever holds it.',
    foot: 'Crossed lines: infantry. Single dots in loose ranks are skirmishers.',
    horse: 'One slanting line: cavalry.',
    guns: 'Dots in a row: guns ready to fire; one behind the other, on the road behind their horses.',
    aims: 'With a broken amber line: whom it is to fire at, as soon as all have been told.',
    spent: 'It has had its order in this phase.',
    signs: 'Letters of this game; the unit’s card says more.',
  },
  letters: (all: { letter: string; word: string }[]) => `${all.map(({ letter, word }) => `${letter}: ${word}`).join('; ')}.`,
};
