// Okabe–Ito pairs; the shape of the symbol says the same, so colour never speaks alone.

import type { Nation } from '../types';

type Colour = { fill: string; ink: string; line: string };

const own: Partial<Record<Nation, Colour>> = {
  french: { fill: '#0072B2', ink: '#ffffff', line: '#0072B2' },
  british: { fill: '#D55E00', ink: '#ffffff', line: '#B84F00' },
  austrian: { fill: '#F0F0F0', ink: '#1d2126', line: '#4a4f55' },
  prussian: { fill: '#3B3B58', ink: '#ffffff', line: '#3B3B58' },
  russian: { fill: '#009E73', ink: '#ffffff', line: '#00805d' },
  spanish: { fill: '#E69F00', ink: '#1d2126', line: '#9a6b00' },
  portuguese: { fill: '#8C4A00', ink: '#ffffff', line: '#8C4A00' },
  turkish: { fill: '#CC79A7', ink: '#1d2126', line: '#9c4f7a' },
  brunswick: { fill: '#22262b', ink: '#ffffff', line: '#22262b' },
  hanoverian: { fill: '#D55E00', ink: '#ffffff', line: '#B84F00' },
  dutch: { fill: '#E69F00', ink: '#1d2126', line: '#9a6b00' },
  swedish: { fill: '#F0E442', ink: '#1d2126', line: '#7d7600' },
};
/** Those who march with the French wear a lighter blue. */
const ally: Colour = { fill: '#56B4E9', ink: '#1d2126', line: '#2b79a8' };

export const colours = new Proxy(own, { get: (known, nation) => known[nation as Nation] ?? ally }) as Record<Nation, Colour>;
