import { expect, it } from 'vitest';
import { text } from '../text';
import type { Nation, Side } from '../types';
import { worn } from './worn';

const unit = (side: Side, nation: Nation, brigade: string) => ({ side, nation, brigade });
const units = [unit('allied', 'prussian', 'Kleist'), unit('allied', 'russian', 'Sacken'), unit('allied', 'russian', 'Sacken'), unit('french', 'french', 'Gudin')];

it('a general of an army of several nations wears the colours of those he leads', () => {
  const allied = 'allied' as Nation;
  expect(worn(units, 'allied', 'Kleist', allied)).toBe('prussian');
  expect(worn(units, 'allied', null, allied)).toBe('russian');
  expect(worn(units, 'french', 'Gudin', 'french')).toBe('french');
});
it('a general is called by his rank once, and by a nation', () => {
  expect(text.table.general('General Kessel', text.nations[worn(units, 'allied', 'Kleist', 'allied' as Nation)])).toBe('General Kessel, Prussian');
  expect(text.table.general('Davout', 'French')).toBe('General Davout, French');
});
