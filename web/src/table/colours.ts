// Okabe–Ito pairs; the shape of the symbol says the same, so colour never speaks alone.

import type { Nation } from '../types';

/** `names`: how names of that nation are written, on paper and in the dark; `dim`: too dark for a dark table without a light rim. */
type Colour = { fill: string; ink: string; line: string; names?: [string, string]; dim?: true };

const own: Partial<Record<Nation, Colour>> = {
  french: { fill: '#0072B2', ink: '#ffffff', line: '#0072B2', names: ['#00609a', '#74bdf0'] },
  british: { fill: '#D55E00', ink: '#ffffff', line: '#B84F00', names: ['#b34700', '#ff9e5e'] },
  austrian: { fill: '#F0F0F0', ink: '#1d2126', line: '#4a4f55', names: ['#565b61', '#f0f0f0'] },
  prussian: { fill: '#3B3B58', ink: '#ffffff', line: '#3B3B58', names: ['#3b3b7a', '#b9b9ee'], dim: true },
  russian: { fill: '#009E73', ink: '#ffffff', line: '#00805d', names: ['#006b4e', '#63d8b2'] },
  spanish: { fill: '#E69F00', ink: '#1d2126', line: '#9a6b00' },
  portuguese: { fill: '#8C4A00', ink: '#ffffff', line: '#8C4A00' },
  turkish: { fill: '#CC79A7', ink: '#1d2126', line: '#9c4f7a' },
  brunswick: { fill: '#22262b', ink: '#ffffff', line: '#22262b', dim: true },
  hanoverian: { fill: '#D55E00', ink: '#ffffff', line: '#B84F00' },
  dutch: { fill: '#E69F00', ink: '#1d2126', line: '#9a6b00' },
  swedish: { fill: '#F0E442', ink: '#1d2126', line: '#7d7600' },
};
/** Nations that march with the French wear a lighter blue. */
const ally: Colour = { fill: '#56B4E9', ink: '#1d2126', line: '#2b79a8' };

/** The colour in which the names of a side are written, by its nation. */
export function namesIn(nation: Nation): string | null {
  const names = colours[nation].names;
  return names ? `light-dark(${names[0]}, ${names[1]})` : null;
}
/** What is drawn round a unit of a nation. */
export const rimOf = (nation: Nation): string => (colours[nation].dim ? 'var(--rim)' : 'var(--outline)');

export const colours = new Proxy(own, { get: (known, nation) => known[nation as Nation] ?? ally }) as Record<Nation, Colour>;
