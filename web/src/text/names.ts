// Names of nations, arms, formations and orders, and words made of ids.

import type { Arm, Formation, Level, Nation } from '../types';

export const nations: Record<Nation, string> = {
  french: 'French',
  austrian: 'Austrian',
  prussian: 'Prussian',
  british: 'British',
  russian: 'Russian',
  spanish: 'Spanish',
  portuguese: 'Portuguese',
  turkish: 'Turkish',
  bavarian: 'Bavarian',
  saxon: 'Saxon',
  wuerttemberg: 'Württemberg',
  westphalian: 'Westphalian',
  baden: 'Baden',
  hessian: 'Hessian',
  italian: 'Italian',
  neapolitan: 'Neapolitan',
  polish: 'Polish',
  brunswick: 'Brunswick',
  hanoverian: 'Hanoverian',
  dutch: 'Dutch',
  swedish: 'Swedish',
  danish: 'Danish',
  other: 'other',
};
export const levels: Record<Level, string> = {
  bold: 'bold',
  firm: 'firm',
  nervous: 'nervous',
  disrupted: 'disrupted',
  panic: 'in panic',
  routed: 'routed',
};
/** Nations as people who fight: the French, the Prussians. */
export const peoples: Record<Nation | 'allied', string> = {
  ...nations,
  allied: 'Allies',
  french: 'French',
  austrian: 'Austrians',
  prussian: 'Prussians',
  british: 'British',
  russian: 'Russians',
};
/** An army as those who fight: by its own name, or where that is only its nation's, as people say it. */
export const people = ({ name, nation }: { name: string; nation: Nation | 'allied' }): string =>
  nation !== 'allied' && name === nations[nation] ? peoples[nation] : name;
export const arms: Record<Arm, string> = {
  infantry: 'infantry',
  skirmishers: 'skirmishers',
  cavalry: 'cavalry',
  artillery: 'artillery',
  'light-cavalry': 'light cavalry',
  'heavy-cavalry': 'heavy cavalry',
  'foot-artillery': 'foot artillery',
  'horse-artillery': 'horse artillery',
};
export const formations: Record<Formation, string> = {
  column: 'column',
  line: 'line',
  square: 'square',
  masse: 'masse',
  skirmish: 'open order',
  limbered: 'limbered',
  unlimbered: 'unlimbered',
  'hasty-square': 'hasty square',
  road: 'road column',
  'attack-column': 'attack column',
  'closed-column': 'closed column',
  'company-column': 'company column',
  'semi-skirmish': 'half in open order',
  'two-ranks': 'line of two ranks',
  'squadron-column': 'column of squadrons',
  dismounted: 'dismounted',
};
export const standings: Record<string, string> = {
  'on-table': 'on the table',
  undeployed: 'not placed yet',
  'at-edge': 'waiting at the edge',
  routed: 'routed',
  destroyed: 'destroyed',
  'wiped-out': 'wiped out',
  'left-table': 'left the table',
  withdrawn: 'withdrawn',
  holding: 'behind its division',
  reserve: 'in reserve',
  awaited: 'not here yet',
  lost: 'lost',
};

export const sheetName = (sheet: string): string => sheet.charAt(0).toUpperCase() + sheet.slice(1);
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
export const words = (word: string): string => capital(word.replaceAll('-', ' ').replaceAll('_', ' '));
