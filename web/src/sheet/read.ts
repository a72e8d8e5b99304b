// A sheet as it is read: which rules belong to a phase, and rows of one chart beside each other.

import { text } from '../text';
import type { Sheet, SheetRule } from '../types';

/** Rules that stand together: rows of one chart, or sentences. */
export type Block = { chart: string; rows: SheetRule[] } | { chart: null; rules: SheetRule[] };
/** `number`: the phase it opens with, or 0; `also`: the others in which it acts. */
export type Part = { number: number; title: string; also: number[]; blocks: Block[] };

/** What a row is for: "French column", "better elite". */
export const labelOf = (rule: SheetRule): string =>
  (rule.when ?? []).map((word) => (text.nations as Record<string, string>)[word] ?? word).join(' ');

/** Rows that say the same, beside each other, as a sheet prints them: "column, square 4+; line 5+". */
export function sameValue(rows: SheetRule[]): { value: string; rows: SheetRule[] }[] {
  const groups: { value: string; rows: SheetRule[] }[] = [];
  for (const rule of rows) {
    const value = rule.written ?? '';
    const group = groups.find((one) => one.value === value);
    if (group) group.rows.push(rule);
    else groups.push({ value, rows: [rule] });
  }
  return groups;
}

/** Sentences and charts in the sheet's order; rows of a chart stand where its first does. */
export function blocksOf(rules: SheetRule[]): Block[] {
  const blocks: Block[] = [];
  for (const rule of rules) {
    if (rule.row && rule.chart) {
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

/** Each rule once: with its own phase, or with the first of those it acts in. The heading of a part without a phase is 0. */
export function partsOf(sheet: Sheet): Part[] {
  const rules = sheet.rules.filter((rule) => !rule.heading);
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
export const ofPhase = (sheet: Sheet, number: number): SheetRule[] => sheet.rules.filter((rule) => rule.phases.includes(number) && !rule.heading);

/** What the house has made of a rule. */
export function printedOf(sheet: Sheet, id: string): string {
  const changes = sheet.house?.changes.filter((change) => change.id === id && change.field !== 'rule') ?? [];
  return changes.map((change) => change.before).join(', ');
}

/** Where a phase stands on the page of its sheet. */
export const anchorOf = (number: number): string => (number ? `phase-${number}` : '');
