import { describe, expect, it } from 'vitest';
import type { Form, Offer } from '../types';
import { headed } from './headed';

const offer = (text: string, group?: number, unit?: number) => ({ text, group, unit, answer: 'yes' }) as unknown as Offer;
const form = { groups: [{ title: ['What may be tried'], means: ['by dice'] }, { title: ['Ride'], within: 0 }, { title: ['Turn'], within: 0 }] } as unknown as Form;

describe('offers below their headings', () => {
  const offers = [offer('End'), offer('Ney: Turn 2/54e', 2, 4), offer('Ney: Ride', 1), offer('Davout: Ride', 1)];
  it('stand in the order of the headings, and what has none stands below none', () => {
    const [all, ...others] = headed(form, offers);
    expect(others).toEqual([]);
    expect(all!.offers).toEqual([]);
    expect(all!.groups.map(({ group, offers }) => [group.title, offers.map(({ text }) => text)])).toEqual([[['Ride'], ['Ney: Ride', 'Davout: Ride']], [['Turn'], ['Ney: Turn 2/54e']]]);
  });
  it('leave out a heading with nothing below it', () => {
    expect(headed(form, offers.filter(({ unit }) => unit === 4))[0]!.groups.map(({ group }) => group.title)).toEqual([['Turn']]);
    expect(headed(form, [offer('End')])).toEqual([]);
  });
});
