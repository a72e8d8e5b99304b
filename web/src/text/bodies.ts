// Bodies of units: brigades, corps, maneuver elements.

import { capital } from './names';

/** "brigade" is "brigades"; "corps" and "ME" have plurals of their own. */
const several = (kind: string): string => (kind === 'ME' ? 'MEs' : kind === 'corps' ? 'corps' : `${kind}s`);

export const bodies = {
  title: (kinds: string[]) => capital(kinds.map(several).join(' and ')),
  /** Who has the initiative, in the head of the page. */
  initiative: 'Initiative:',
  notThrown: 'not thrown yet',
  acts: (name: string) => `${name} acts now`,
  kind: (kind: string) => capital(kind),
  /** Before the name of the body that it is a part of. */
  of: 'of',
  pending: (title: string, how: string) => `${title}: ${how}`,
  left: (units: number, of: number, strength: number, began: number, what: string) => `${units} of ${of} units on the table, ${strength} of ${began} ${what}`,
  units: 'Its units',
  coming: (units: number, strength: number, what: string) => `${units} ${units === 1 ? 'unit' : 'units'}, ${strength} ${what}`,
  where: (edge: string) => `Then it enters by the ${edge} edge of the table.`,
  edges: { lower: 'lower', upper: 'upper', left: 'left', right: 'right' },
  show: 'Show where',
  toCard: (kind: string, name: string) => `${capital(kind)}: ${name}`,
  /** Read out and written beside the mark. */
  mark: (kind: string, name: string, words: string[]) => `${name}, ${kind}${words.length ? `: ${words.join('; ')}` : ''}`,
  ordered: (title: string) => `order: ${title}`,
  legend: 'What these marks mean',
  plate: 'A plate on the table names a body, its order and its marks; choose it for the whole card.',
  zone: 'A broken line round units: the ground of an ME. A whole amber line: it acts now.',
};
