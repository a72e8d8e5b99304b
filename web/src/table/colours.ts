// Okabe–Ito pairs; the shape of the symbol says the same, so colour never speaks alone.

import type { Nation } from '../types';

export const colours: Record<Nation, { fill: string; ink: string; line: string }> = {
  french: { fill: '#0072B2', ink: '#ffffff', line: '#0072B2' },
  british: { fill: '#D55E00', ink: '#ffffff', line: '#B84F00' },
  austrian: { fill: '#F0F0F0', ink: '#1d2126', line: '#4a4f55' },
  prussian: { fill: '#3B3B58', ink: '#ffffff', line: '#3B3B58' },
  russian: { fill: '#009E73', ink: '#ffffff', line: '#00805d' },
};
