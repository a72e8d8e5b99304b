// What was asked last at the desk, so that the next question begins there.

import type { Ask, Chart, Fact } from '../types';

const KEY = 'grognard.desk';

/** A place at the desk: a chart of a sheet, perhaps by one of its usual questions. */
export type Place = { sheet: string; chart: string; ask: string };
type Facts = Record<string, string>;
type Kept = { sheet?: string; places?: Record<string, Place>; facts?: Record<string, Facts>; own?: boolean };

const keyOf = ({ sheet, chart, ask }: Place): string => [sheet, chart, ask].join('/');
export const placeLink = ({ sheet, chart, ask }: Place): string => `#/desk/${[sheet, chart, ask].filter(Boolean).join('/')}`;

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}

function keep(change: (kept: Kept) => Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(change(kept())));
  } catch {
    // A browser that keeps nothing begins with the usual.
  }
}

export const lastSheet = (): string | undefined => kept().sheet;
export const lastPlace = (sheet: string): Place | undefined => kept().places?.[sheet];
export const ownDice = (): boolean => kept().own === true;
export const keepOwnDice = (own: boolean): void => keep((was) => ({ ...was, own }));
export const lastFacts = (place: Place): Facts => kept().facts?.[keyOf(place)] ?? {};
export const keepPlace = (place: Place): void =>
  keep((was) => ({ ...was, sheet: place.sheet, places: { ...was.places, [place.sheet]: place } }));
export const keepFacts = (place: Place, facts: Facts): void =>
  keep((was) => ({ ...was, facts: { ...was.facts, [keyOf(place)]: facts } }));

/** Where an address leads: its chart and question; a question of that name elsewhere; the last; the first. */
export function findPlace(charts: Chart[], wanted: Place, last: Place | undefined): { chart: Chart; ask: Ask | undefined } | undefined {
  const asks = charts.flatMap((chart) => (chart.asks ?? []).map((ask) => ({ chart, ask })));
  const at = (place: Place | undefined) => {
    const chart = charts.find((one) => one.name === place?.chart);
    return chart && { chart, ask: chart.asks?.find((one) => one.name === place?.ask) };
  };
  const first = asks[0] ?? (charts[0] && { chart: charts[0], ask: undefined });
  return at(wanted) ?? asks.find((one) => one.ask.name === wanted.ask) ?? at(last) ?? first;
}

/** What a chart begins with, before anything was changed. */
export function beginning(chart: Chart, ask: Ask | undefined): Facts {
  const usual = (fact: Fact) => fact.default ?? fact.word?.[0] ?? (fact.number ? String(fact.number.min) : 'no');
  return Object.fromEntries(chart.facts.map((fact) => [fact.name, ask?.facts[fact.name] ?? usual(fact)]));
}

const may = (fact: Fact, value: string | undefined): value is string => {
  if (value === undefined) return false;
  if (fact.word) return fact.word.includes(value);
  if (fact.number) return /^\d+$/.test(value) && Number(value) >= fact.number.min && Number(value) <= fact.number.max;
  return value === 'yes' || value === 'no';
};

/** The same with what was said last, as far as the chart still knows it. */
export function remembered(chart: Chart, ask: Ask | undefined, last: Facts): Facts {
  const facts = beginning(chart, ask);
  for (const fact of chart.facts) {
    const value = last[fact.name];
    if (may(fact, value)) facts[fact.name] = value;
  }
  return facts;
}

/** Whether a fact means anything beside the others. */
export const isAsked = (fact: Fact, facts: Facts): boolean => !fact.fits || facts[fact.fits.fact]! in fact.fits.with;

/** The words worth offering, in the order of the chart. */
export function offered(fact: Fact, facts: Facts): string[] {
  const suit = fact.fits?.with[facts[fact.fits.fact] ?? ''];
  return (fact.word ?? []).filter((word) => !suit?.length || suit.includes(word));
}

/** One fact changed; a fact that hangs on it and does not suit it becomes what is usual with it. */
export function changed(chart: Chart, facts: Facts, name: string, value: string): Facts {
  const next = { ...facts, [name]: value };
  for (const fact of chart.facts) {
    const suit = fact.fits?.fact === name ? fact.fits.with[value] : undefined;
    const usual = suit?.[0];
    if (!usual) continue;
    const moved = fact.fits!.with[facts[name] ?? '']?.[0] !== usual;
    if (moved || !suit.includes(next[fact.name] ?? '')) next[fact.name] = usual;
  }
  return next;
}

/** What is sent: only what means something. */
export const toSend = (chart: Chart, facts: Facts): Facts =>
  Object.fromEntries(chart.facts.filter((fact) => isAsked(fact, facts)).map((fact) => [fact.name, facts[fact.name]!]));

/** What changes from one time to the next comes before the rest. */
export function inOrder(chart: Chart, ask: Ask | undefined): Fact[] {
  const first = (ask?.first ?? []).map((name) => chart.facts.find((fact) => fact.name === name)).filter((fact) => fact !== undefined);
  return [...first, ...chart.facts.filter((fact) => !first.includes(fact))];
}
