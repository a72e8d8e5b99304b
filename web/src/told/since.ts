// What has changed since one last answered, or last looked: the heaviest first, marches only counted. Losses are read
// from the table then and now, whatever the game is; sentences come from the log, which knows their weight.

import { isAtLeast, placeOf } from '../battle/weights';
import { say, saidOf, spans, type Said } from '../say';
import { text } from '../text';
import type { General, Held, LogLine, Side, Unit, View, Weight } from '../types';

/** A moment one has seen: the table as it was, the last line and step that were told. */
export type Then = { units: Unit[]; generals: General[]; ground: Held[]; told: number; step: number; kind: 'answer' | 'visit' };

/** One piece of news, and the step in which it was told. */
export type Item = { said: Said; weight: Weight; size: number; step: number | null };
export type Since = { items: Item[]; /** Of the others, those who only moved. */ marched: number; /** And those who only turned where they stand. */ turned: number };

const HERE = ['on-table', 'at-edge', 'undeployed'];
const LEVELS = ['bold', 'firm', 'nervous', 'disrupted', 'panic', 'routed'];
/** What befalls a unit and costs it no figures: into bad morale, stopped by fire, halted short of the enemy, gone back; the worst first. */
const BEFELL = ['goes-bad', 'stopped-by-fire', 'halts', 'goes-back'];
const spanOf = ({ id, name }: Unit) => ({ unit: id, name });
const place = (unit: Unit): string => JSON.stringify(unit.centre);

export const thenOf = (view: View, kind: Then['kind'], told = view.told ?? view.log.length, step = view.step): Then => ({
  units: view.units,
  generals: view.generals,
  ground: view.ground ?? [],
  told,
  step,
  kind,
});

/** `mine`: the sides of the player who looks; what they did themselves is no news. */
export function sinceThen(then: Then, now: View, mine: Side[], sideName: (side: Side) => string): Since {
  const lines = now.log.filter((line) => line.n > then.told && !line.head);
  const before = new Map(then.units.map((unit) => [unit.id, unit]));
  const sideOf = new Map(now.units.map((unit) => [unit.id, unit.side]));
  const theirs = (line: LogLine) => !mine.includes(sideOf.get(line.units[0] ?? -1)!);
  /** The last line of such a weight that is about a unit first. */
  const lineOf = (unit: Unit, least: Weight) => lines.findLast((line) => isAtLeast(line.weight, least) && line.units[0] === unit.id);
  const nameOf = new Map(now.units.map((unit) => [unit.id, unit.name]));
  /** To whom a unit lost how many, and how many without a cause, where the lines add up to it; otherwise to whom at all. */
  const lostTo = (unit: Unit, lost: number): string => {
    const by = new Map<string, number>();
    for (const one of lines.flatMap((line) => line.lost ?? [])) {
      const name = one.by === undefined ? '' : (nameOf.get(one.by) ?? '');
      if (one.unit === unit.id) by.set(name, (by.get(name) ?? 0) + one.n);
    }
    const [names, sum] = [[...by.keys()].filter(Boolean), [...by.values()].reduce((one, other) => one + other, 0)];
    if (by.size < 2 || sum !== lost || !names.length) return names.length ? text.since.to(names) : '';
    return text.since.each([...by]);
  };
  /** The worst that befell a unit still here; in bad morale it may have run too. */
  const befell = (unit: Unit): Item[] => {
    const own = lines.filter((line) => line.units[0] === unit.id && BEFELL.includes(line.kind)).toSorted((a, b) => BEFELL.indexOf(a.kind) - BEFELL.indexOf(b.kind));
    const [worst] = own;
    if (!worst) return [];
    const back = worst.kind === 'goes-back' ? undefined : own.findLast(({ kind }) => kind === 'goes-back');
    const further = back && saidOf(unit.id, back.sentence);
    return [{ said: [...spans(worst.sentence), ...(further ? [`, ${further}`] : [])], weight: worst.kind === BEFELL[0] ? 'grave' : 'result', size: 0, step: worst.step }];
  };
  const items: Item[] = [];
  const named = new Set<number>();
  let [marched, turned] = [0, 0];
  for (const unit of now.units) {
    const was = before.get(unit.id);
    if (!was) continue;
    const lost = Math.max(0, was.figures - unit.figures);
    const sank = Boolean(unit.level && was.level && LEVELS.indexOf(unit.level) > LEVELS.indexOf(was.level));
    if (HERE.includes(was.standing) && !HERE.includes(unit.standing)) {
      const line = lineOf(unit, 'gone');
      items.push({ said: line ? line.sentence : text.since.gone(unit.name, text.standings[unit.standing] ?? unit.standing), weight: 'gone', size: was.figures, step: line?.step ?? null });
      named.add(unit.id);
    } else if (lost || sank) {
      // Of a melee both are told in one line.
      const line = lineOf(unit, 'loss') ?? lines.findLast((one) => isAtLeast(one.weight, 'loss') && one.units.includes(unit.id));
      const said = [sank ? text.levels[unit.level!] : '', lost ? text.since.lost(lost, unit.figures, lostTo(unit, lost)) : ''].filter(Boolean).join(', ');
      items.push({ said: [spanOf(unit), text.since.unit(said)], weight: 'loss', size: sank ? 100 + LEVELS.indexOf(unit.level!) : lost, step: line?.step ?? null });
      named.add(unit.id);
    }
    if (HERE.includes(unit.standing)) items.push(...befell(unit));
    if (mine.includes(unit.side) || !unit.centre || !was.centre) continue;
    const reformed = unit.formation !== was.formation;
    if (reformed) {
      const line = lines.findLast((one) => one.units[0] === unit.id && one.does === 'forms');
      items.push({ said: [spanOf(unit), text.since.unit(text.since.formed(unit.formation, text.formations[unit.formation] ?? unit.formation))], weight: 'check', size: 0, step: line?.step ?? null });
    }
    const about = lines.filter((one) => one.units[0] === unit.id);
    // Of a group one line is told for all.
    const marches = lines.some((one) => one.does === 'marches' && one.units.includes(unit.id));
    const stayed = !marches && about.some((one) => one.does === 'turns' || one.does === 'forms');
    // Units that were driven back have lines, and none of a march.
    if (place(unit) !== place(was) && !stayed && (marches || !about.length)) marched++;
    else if (stayed && !reformed) turned++;
  }
  for (const general of now.generals) {
    if (!general.lost || then.generals.find((one) => one.id === general.id)?.lost !== false) continue;
    const line = lines.findLast((one) => one.generals?.includes(general.id));
    items.push({ said: line ? line.sentence : text.since.generalLost(general.name), weight: 'grave', size: 1, step: line?.step ?? null });
  }
  for (const { name, holder, contested } of now.ground ?? []) {
    const old = then.ground.find((one) => one.name === name);
    if (!old || old.holder === holder) continue;
    // What one's own march has just taken, where no unit stood, is no news.
    if (then.kind === 'answer' && holder && mine.includes(holder) && !old.holder && !old.contested?.length) continue;
    const line = lines.findLast((one) => one.ground !== undefined && now.scenario.objectives?.[one.ground]?.name === name);
    items.push({ said: holder ? text.report.turning.taken(name, sideName(holder)) : text.report.turning.lostGround(name, contested), weight: 'grave', size: 0, step: line?.step ?? null });
  }
  // Units that were checked or charged and have lost nothing by it; a charge that came to nothing is told whatever it cost.
  for (const line of lines.filter((one) => one.weight === 'result' || (one.does === 'charges' && theirs(one)))) {
    const unit = line.units[0];
    if (unit === undefined || (line.weight === 'result' && named.has(unit) && !line.floats)) continue;
    items.push({ said: line.sentence, weight: line.weight === 'result' ? 'result' : 'hit', size: 0, step: line.step });
  }
  const heaviest = (a: Item, b: Item) => placeOf(b.weight) - placeOf(a.weight) || b.size - a.size;
  return { items: [...new Map(items.toSorted(heaviest).map((item) => [say(item.said), item])).values()], marched, turned };
}

/** Whether there is anything to tell. */
export const isNews = ({ items, marched, turned }: Since): boolean => items.length > 0 || marched > 0 || turned > 0;

/** The step of the first new event: what one's own answer did at once is known, unless nothing else happened. */
export function firstStep(then: Then, now: View, mine: Side[]): number {
  const sideOf = new Map(now.units.map((unit) => [unit.id, unit.side]));
  const lines = now.log.filter((line) => line.n > then.told && !line.head);
  const news = lines.find((line) => isAtLeast(line.weight, 'shot') || line.throws.length > 0 || !mine.includes(sideOf.get(line.units[0] ?? -1)!));
  return Math.min(now.step, (news ?? lines[0])?.step ?? then.step + 1);
}

/** The line with which the news begins: after an answer of one's own not with what it ordered, unless something came of it. */
export function firstNew(view: View | null, then: Then | null, mine: Side[]): number | null {
  if (!view || !then) return null;
  const sideOf = new Map(view.units.map((unit) => [unit.id, unit.side]));
  const causes = new Set(view.log.map((line) => line.under));
  const own = (line: LogLine) => then.kind === 'answer' && line.under === null && !causes.has(line.n) && !line.throws.length && mine.includes(sideOf.get(line.units[0] ?? -1)!);
  return view.log.find((line) => line.n > then.told && !line.head && !own(line))?.n ?? null;
}
