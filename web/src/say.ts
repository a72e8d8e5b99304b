// How a page writes the server's sentences: they come in parts, and what a part names is never looked for in words.

import type { Inches, Sentence, Side, Span, UnitId } from './types';

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

/** A part as it is written, and whose unit it names. */
export type Part = { words: string; side: Side | null };

/** Its parts, with the names of units to be set off. */
export const parted = (said: Said | undefined, sideOf: (unit: UnitId) => Side | undefined): Part[] =>
  spans(said).map((span) => ({ words: written(span), side: (typeof span === 'object' && 'unit' in span && sideOf(span.unit)) || null }));

/** What it says of a unit that it begins with, without its name; nothing where it begins otherwise. */
export function saidOf(unit: UnitId, said: Said): string {
  const [first, ...rest] = spans(said);
  return typeof first === 'object' && 'unit' in first && first.unit === unit ? say(rest).trim() : '';
}

/** In plain words. */
export const say = (said: Said | undefined): string => spans(said).map(written).join('');
