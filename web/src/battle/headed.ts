// Offers below their headings, as the form has them.

import type { Form, Offer, OfferGroup } from '../types';

/** A heading and what stands below it: offers, and headings of its own. */
export type Below = { group: OfferGroup; offers: Offer[]; groups: Below[] };

/** The headings that stand below no other, with those of these offers that stand below them; none with nothing below it. */
export function headed({ groups = [] }: Form, offers: Offer[], within?: number): Below[] {
  return groups.flatMap((group, place): Below[] => {
    if (group.within !== within) return [];
    const below = { group, offers: offers.filter((offer) => offer.group === place), groups: headed({ groups } as Form, offers, place) };
    return below.offers.length || below.groups.length ? [below] : [];
  });
}
