import { expect, it } from 'vitest';
import { people } from './names';

it('an army is called as those who fight in it, or by its own name', () => {
  expect(people({ name: 'Prussian', nation: 'prussian' })).toBe('Prussians');
  expect(people({ name: 'French', nation: 'french' })).toBe('French');
  expect(people({ name: 'Allies', nation: 'british' })).toBe('Allies');
});
