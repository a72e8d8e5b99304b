// How a page writes the server's sentences: they come in parts, and what a part names is never looked for in words.

import type { Inches, Sentence, Span } from './types';

/** What was told of a game by an older program is one text. */
export type Said = Sentence | string;

/** A distance as it is told: measured to a thousandth of an inch, said to a tenth. */
export const told = (inches: Inches): string => `${Math.round(inches / 100) / 10}″`;

export function written(span: Span): string {
  if (typeof span === 'string') return span;
  if ('inches' in span) return told(span.inches);
  return 'number' in span ? String(span.number) : span.name;
}

export const spans = (said: Said | undefined): Span[] => (said === undefined ? [] : typeof said === 'string' ? [said] : said);

/** In plain words. */
export const say = (said: Said | undefined): string => spans(said).map(written).join('');
