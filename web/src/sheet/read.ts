// A sheet as it is read: which rules belong to a phase, and rows of one chart beside each other.

import { text } from '../text';
import type { Sheet, SheetRule } from '../types';

/** Rules that stand together: rows of one chart, or sentences. */
export type Block = { chart: string; rows: SheetRule[] } | { chart: null; rules: SheetRule[] };
/** `number`: the phase it opens with, or 0; `also`: the others in which it acts. */
export type Part = { number: number; title: string; also: number[]; blocks: Block[] };

/** The numbers of a rule as a player writes them: "4+", "−1", "8″", "2–3". */
export function valueOf(rule: SheetRule): string {
  const values = new Map(rule.values);
  const [from, to] = [values.get('from'), values.get('to')];
  const sides = rule.id.startsWith('orders.') ? 10 : 6;
  const said = (rule.values ?? []).flatMap(([name, value]): string[] => {
    if (name === 'to' && from !== undefined) return [];
    if (name === 'from' && /^\d+$/.test(value)) return [to === value ? value : to === undefined ? text.sheets.orMore(value) : `${value}–${to}`];
    if (name === 'need' && /^\d+$/.test(value)) return [Number(value) >= sides ? value : `${value}+`];
    if (isNothing(name, value)) return [];
    return [text.sheets.value[name]?.(share(value)) ?? `${name.replaceAll('-', ' ')} ${share(value)}`];
  });
  return said.join(', ').replaceAll('"', '″');
}
const isNothing = (name: string, value: string): boolean => value === '0' && (name === 'drop' || name === 'checks');
const SHARES: Record<string, string> = { '1 per 1': 'all of it', '1 per 2': '½', '1 per 3': '⅓', '1 per 4': '¼' };
const share = (value: string): string => SHARES[value] ?? value;

/** What a row is for: "French column", "better elite". */
export const labelOf = (rule: SheetRule): string =>
  (rule.when ?? [])
    // For both sides alike: nothing to be told apart.
    .filter((word) => !['french, opponent', 'opponent, french'].includes(word))
    .map((word) => (text.nations as Record<string, string>)[word] ?? word)
    .join(' ');

/** A sentence with its number where it stands for it: "within 4″ of each other". */
const STANDS_FOR = 'this many inches';
export const sentenceOf = (rule: SheetRule): string => (saysWhere(rule) ? rule.text.replace(STANDS_FOR, valueOf(rule)) : rule.text);
const saysWhere = (rule: SheetRule): boolean => Boolean(rule.values?.length && rule.text.includes(STANDS_FOR));

/** The numbers that a sentence does not say itself; all of them where the house plays others. */
export const missing = (rule: SheetRule): boolean =>
  Boolean(rule.values?.length && !saysWhere(rule) && (rule.changed || !rule.values.every(([name, value]) => isNothing(name, value) || digits(rule.text).includes(SAID[value] ?? value.replace(/["+-]/g, '')))));
/** A sentence with its numbers in digits. */
const NUMBERS: [RegExp, string][] = [[/\bone \w+ (?:per|for each) two\b/g, '½'], [/\bone \w+ (?:per|for each) three\b/g, '⅓'], [/\bone \w+ (?:per|for each)\b/g, 'all of it'], [/\bone third\b/g, '⅓'], [/\b(one )?half\b/gi, '½ 2'], [/\bwhole\b/g, 'all of it'], [/\b(nothing|no)\b/gi, '0'], [/\bone\b/gi, '1'], [/\btwo\b/gi, '2'], [/\bthree\b/gi, '3']];
const digits = (sentence: string): string => NUMBERS.reduce((words, [word, digit]) => words.replace(word, digit), sentence);
const SAID = SHARES;

/** Rows that say the same, beside each other, as a sheet prints them: "column, square 4+; line 5+". */
export function sameValue(rows: SheetRule[]): { value: string; rows: SheetRule[] }[] {
  const groups: { value: string; rows: SheetRule[] }[] = [];
  for (const rule of rows) {
    const value = valueOf(rule);
    const group = groups.find((one) => one.value === value);
    if (group) group.rows.push(rule);
    else groups.push({ value, rows: [rule] });
  }
  return groups;
}

/** Fields and columns that say little without the printed table: such rows are read as sentences. */
const SENTENCES = ['mod', 'from', 'to', 'drop', 'checks', 'at-most', 'at-least'];
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Sentences and charts in the sheet's order; rows of a chart stand where its first does. */
export function blocksOf(rules: SheetRule[]): Block[] {
  const blocks: Block[] = [];
  for (const rule of rules) {
    // A row that says what it is for is short enough for a table; what a modifier is for is better said in its sentence.
    if (rule.chart && rule.when?.length && rule.values?.length && !rule.values.some(([name]) => SENTENCES.includes(name)) && !rule.when.some((word) => ORDINALS.includes(word))) {
      const chart = blocks.find((block) => block.chart === rule.chart);
      if (chart && 'rows' in chart) chart.rows.push(rule);
      else blocks.push({ chart: rule.chart, rows: [rule] });
      continue;
    }
    const last = blocks.at(-1);
    if (last && 'rules' in last) last.rules.push(rule);
    else blocks.push({ chart: null, rules: [rule] });
  }
  return blocks;
}

/** The headings say it already: the sheet's name with who fights whom, and those of the phases. */
const TITLED = ['sheet.version', 'sheet.opponents'];
const isHeading = (rule: SheetRule): boolean => rule.kind === 'sequence' || TITLED.some((end) => rule.id.endsWith(`.${end}`));

/** Each rule once: with its own phase, or with the first of those it acts in. The heading of a part without a phase is 0. */
export function partsOf(sheet: Sheet): Part[] {
  const rules = sheet.rules.filter((rule) => !isHeading(rule));
  const shared = new Map<string, SheetRule[]>();
  for (const rule of rules.filter((one) => one.phases.length > 1)) {
    const key = rule.phases.join(', ');
    shared.set(key, [...(shared.get(key) ?? []), rule]);
  }
  const parts = sheet.phases.flatMap(({ number, title }): Part[] => {
    const own = rules.filter((rule) => rule.phases.length === 1 && rule.phases[0] === number);
    const others = [...shared.values()].filter(([first]) => first!.phases[0] === number);
    return [
      { number, title, also: [], blocks: blocksOf(own) },
      ...others.map((some): Part => ({ number, title, also: some[0]!.phases.slice(1), blocks: blocksOf(some) })),
    ];
  });
  const none = rules.filter((rule) => !rule.phases.length || !sheet.phases.some((phase) => rule.phases.includes(phase.number)));
  const beside: Part[] = none.length ? [{ number: 0, title: '', also: [], blocks: blocksOf(none) }] : [];
  return [...parts, ...beside].filter((part) => part.blocks.length);
}

/** Every rule that acts in a phase, in the sheet's order. */
export const ofPhase = (sheet: Sheet, number: number): SheetRule[] => sheet.rules.filter((rule) => rule.phases.includes(number) && !isHeading(rule));

/** What the house has made of a rule. */
export function printedOf(sheet: Sheet, id: string): string {
  const changes = sheet.house?.changes.filter((change) => change.id === id && change.field !== 'rule') ?? [];
  return changes.map((change) => change.before).join(', ').replaceAll('"', '″');
}

/** Where a phase stands on the page of its sheet. */
export const anchorOf = (number: number): string => (number ? `phase-${number}` : '');
