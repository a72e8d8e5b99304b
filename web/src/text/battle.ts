// A battle being played: what is asked, what is answered, what happened.

import type { Side } from '../types';
import { listed } from './lists';
import { capital } from './names';

export const battle = {
  loading: 'Opening the game…',
  side: { french: 'French', allied: 'Allied' } as Record<Side, string>,
  players: { you: 'you', friend: 'a friend', somebody: 'a player', marshal: 'Marshal (computer)', captain: 'Captain (computer)', recruit: 'Recruit (computer)' },
  waiting: (side: string) => `Waiting for the ${side}`,
  over: 'The battle is over',
  phases: 'Phases of the turn',
  phase: (number: number, title: string) => (number === 0 ? title : `${number} · ${title}`),
  endAnyway: 'End it anyway',
  keepOn: 'Keep giving orders',
  unconfirmed: (order: string) => `This order is not confirmed yet: ${order}`,
  confirmIt: 'Confirm it',
  dropIt: 'Drop it',
  unused: (count: number) => (count === 1 ? 'One unit has no order yet:' : `${count} units have no order yet:`),
  /** Beside those who have no order. */
  notRidden: 'Generals who have not ridden:',
  movedIfUnused: (count: number) =>
    count === 1 ? 'One unit is where its corps’ order does not want it, and goes by itself if left alone:' : `${count} units are where their corps’ orders do not want them, and go by themselves if left alone:`,
  undo: 'Undo',
  list: 'As a list',
  showTable: 'As a table',
  share: 'Share',
  copied: 'Link copied',
  copy: 'Copy',
  watchLink: 'For a spectator',
  shareWatch: 'Whoever opens this link watches the battle, and can move nothing.',
  shareHint: 'The spectator’s link is for anybody. An invitation is for one: the first who takes it has the seat.',
  replay: 'Replay',
  record: 'Download record',
  losses: (what: string) => `${capital(what)} lost`,
  verdicts: (lead: number, french: string, allied: string) => {
    if (Math.abs(lead) < 30) return 'even';
    const side = lead > 0 ? french : allied;
    return Math.abs(lead) < 120 ? `${side} slightly ahead` : Math.abs(lead) < 300 ? `${side} ahead` : `${side} far ahead`;
  },
  saved: 'Saved',
  sealed: 'dice sealed',
  sealedShort: 'dice sealed',
  sealedMeans: 'Settled before the battle began; nobody knows them. With these signs anybody can check it afterwards:',
  salted: (salts: string[]) => (salts.length ? ` · mixed with ${listed(salts)}` : ''),
  chosen: (seed: string) => `the dice come from seed ${seed}, chosen when the game was begun`,
  chosenShort: (seed: string) => `seed ${seed}`,
  pace: 'Pace:',
  paceMeans: 'How slowly it is shown what happened; press for the next',
  paces: ['calm', 'quick', 'at once', 'waits after each fight'],
  offline: 'No connection: trying again…',
  skip: 'Skip to now',
  panel: 'Units and log',
  /** Above offers that stand below headings. */
  offersFor: (name: string) => `For ${name}`,
  offersForAll: 'For all he leads',
  dismiss: 'Close',
};

export const news = {
  lost: (figures: number) => `−${figures}`,
  halts: 'halts',
  /** How a unit left the table, by what it is now. */
  gone: (standing: string) =>
    ({ routed: 'routs', destroyed: 'destroyed', 'wiped-out': 'nobody left', 'left-table': 'left the table', withdrawn: 'withdrawn' })[standing] ?? 'gone',
  tools: 'What happened',
  back: 'One back (←)',
  step: 'One on (→)',
  hold: 'Hold (space)',
  goOn: 'Go on (space)',
  sounds: 'Sounds',
  soundsOn: 'Sounds: on',
  soundsOff: 'Sounds: off',
};

export const shots = {
  at: (name: string) => `${name}: at whom?`,
  several: (count: number) => `${count} targets`,
};

export const forced = {
  next: (name: string) => `${name} tests next, in order.`,
  only: (what: string) => `Nothing else could be said: ${what}.`,
  moot: (name: string, why: string) => `${name}: nothing is asked, for ${why}.`,
  noShots: (name: string) => `${name}: nobody fires, for no shot could hit.`,
  noShot: (name: string) => `${name} holds fire: no shot of it could hit.`,
  inOrder: ['All in this order', 'the order is all the same to me'] as [string, string],
};

export const dice = {
  roll: (count: number, sides: number) => (count === 1 ? `Roll one d${sides}` : `Roll ${count} d${sides}`),
  need: (need: number) => `hits on ${need}+`,
  /** Where it is not said what they decide. */
  reach: (need: number) => `needs ${need} or more`,
  names: (names: string[]) => `in this order: ${names.join(', ')}`,
  letRoll: 'Let Grognard roll',
  sealed: 'the dice sealed at the start',
  rolled: 'Your dice',
  face: (face: number) => `A ${face} was rolled`,
  done: 'These are my dice',
  theirs: (side: string) => `The ${side} throw these dice.`,
  die: (n: number, face: number) => `Die ${n}: ${face === 0 ? 'not set' : face}`,
  shows: (faces: number[]) => `dice ${faces.join(', ')}`,
  typed: 'typed',
  tap: 'Tap what you rolled',
};

export const card = {
  none: 'Choose a unit to see its card.',
  figures: 'Figures',
  of: (figures: number, of: number) => `${figures} of ${of}`,
  /** As it points on the screen, and by the compass: the table may lie with south up. */
  facing: (way: string, wind: string) => `Facing ${way} (${wind})`,
  inCommand: 'In command',
  outOfCommand: 'Out of command',
  commandRange: (range: string) => `Its general must be within ${range}.`,
  why: (what: string) => `${what}:`,
  acted: 'Has acted',
  halted: 'Halted',
  melee: 'In melee',
  marker: 'Charge marker',
  with: (name: string) => `With ${name}`,
  /** `led`: how far it would go if it were in command. */
  reach: (inches: string, far: string | null, led: string | null = null, rough = '') => `Moves up to ${inches}${led ? ` (out of command; otherwise ${led})` : ''}${far ? `, in places up to ${far}` : ''}${rough && `; ${rough}`}`,
  /** `parts`: its own move and the most that dice add. */
  charges: (inches: string, parts: [string, string] | null = null) => `Charges at most ${inches}${parts ? ` (${parts[0]}, and by dice up to ${parts[1]} more)` : ''}`,
  army: 'the whole army',
  rides: (inches: string) => `Rides up to ${inches}`,
  join: (name: string) => `Join ${name}`,
  joining: 'With a unit:',
};

export const live = {
  connected: 'Connected again.',
};
