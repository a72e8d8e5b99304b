// What a step of the game brought: whom it struck, with which dice, and the sentence that matters most.
//
// Losses are read from the table before and after, whatever the game is; the weight of a sentence orders those told
// in the same step.

import { say, saidOf } from '../say';
import { text } from '../text';
import type { LogLine, Pair, Side, Throw, Unit, View } from '../types';
import { placeOf } from './weights';

/** One unit acts on another: fires, charges, or fights hand to hand. */
export type Strike = { from: Pair; to: Pair; clash: boolean; /** Who, and whom. */ units: [number, number] };
/** Dice that fell, beside the unit they were thrown for, and what they decided. */
export type Fall = { unit: number | null; at: Pair | null; throws: Throw[]; decides: string };
/** Words that float over a unit. */
export type Word = { unit: number; at: Pair; words: string; bad: boolean };
/** A unit that has left the table: where it stood last, and how it went. */
export type Fallen = { unit: number; name: string; side: Side; at: Pair; how: string; step: number };

export type Scene = {
  step: number;
  turn: number;
  phase: number;
  caption: string;
  /** The turn that begins with it. */
  begins: number | null;
  strikes: Strike[];
  falls: Fall[];
  words: Word[];
  fallen: Fallen[];
  /** How long it wants to be looked at. */
  matter: 'march' | 'dice' | 'loss' | 'grave';
};

const [SHOT, RESULT, LOSS, GRAVE, GONE] = (['shot', 'result', 'loss', 'grave', 'gone'] as const).map(placeOf) as [number, number, number, number, number];
/** A heading weighs nothing; of what a game gives no weight of its own, the dice count a little. */
export const weightOf = ({ head, weight, throws }: LogLine): number => (head ? -1 : weight === 'aside' && throws.length ? placeOf('move') : placeOf(weight));

/** Steps at which there is something to see. */
export const stopsOf = (log: LogLine[], after: number, last: number): number[] =>
  [...new Set(log.filter((line) => line.step > after && line.step <= last && line.head !== 'phase').map((line) => line.step))].toSorted((a, b) => a - b);

const onTable = (unit: Unit | undefined): unit is Unit & { centre: Pair } => Boolean(unit?.rect && unit.centre);

/** Units that were on the table before and are not now. */
export function fallenBetween(before: View, after: View): Fallen[] {
  return before.units.flatMap((was) => {
    const is = after.units.find((unit) => unit.id === was.id);
    if (!onTable(was) || onTable(is)) return [];
    return [{ unit: was.id, name: was.name, side: was.side, at: was.centre, how: text.news.gone(is?.standing ?? ''), step: after.step }];
  });
}

/** The table before a step, the table after it, and what was told in it. */
export function sceneOf(before: View, after: View, step: number, log: LogLine[]): Scene {
  const lines = log.filter((line) => line.step === step && !line.head);
  const turn = log.find((line) => line.step === step && line.head === 'turn');
  const was = new Map(before.units.map((unit) => [unit.id, unit]));
  const is = new Map(after.units.map((unit) => [unit.id, unit]));
  // A unit that has gone is shown where it stood.
  const place = (id: number): Pair | null => (onTable(is.get(id)) ? is.get(id)!.centre : (was.get(id)?.centre ?? null));
  const fallen = fallenBetween(before, after).map((one) => ({ ...one, step }));
  const lostGenerals = after.generals.filter((one) => one.lost && before.generals.some((other) => other.id === one.id && !other.lost));
  const weigh = (line: LogLine) => (lostGenerals.some(({ id }) => line.generals?.includes(id)) ? GRAVE : weightOf(line));

  const words = wordsOf(lines, was, is, weigh);
  const heaviest = Math.max(0, ...lines.map(weigh));
  const told = captionOf(lines, weigh, heaviest, fallen);
  const head = lines.filter((line) => weigh(line) === heaviest).at(-1) ?? lines.at(-1);
  const grave = fallen.length > 0 || lostGenerals.length > 0 || heaviest >= GRAVE;
  return {
    step,
    // Before the first heading a line has no turn yet.
    turn: head?.turn || turn?.turn || Math.max(1, after.turn),
    phase: head?.phase ?? turn?.phase ?? after.phase.number,
    caption: told || (turn ? text.log.turn(turn.turn) : ''),
    begins: turn?.turn ?? null,
    strikes: strikesOf(lines, log, was, is, place),
    falls: fallsOf(lines, log, place, (id) => (is.get(id) ?? was.get(id))?.side),
    words,
    fallen,
    matter: grave ? 'grave' : words.some((word) => word.bad) ? 'loss' : lines.some((line) => line.throws.length) ? 'dice' : 'march',
  };
}

/** The heaviest sentence; several where each tells of a loss. Units that are gone are named, even if no sentence said so. */
function captionOf(lines: LogLine[], weigh: (line: LogLine) => number, heaviest: number, fallen: Fallen[]): string {
  const least = heaviest >= GRAVE ? GRAVE : heaviest;
  const top = lines.filter((line) => weigh(line) >= least);
  const said = heaviest >= LOSS ? top : top.slice(-1);
  // Of one unit that sank twice, where it has come to.
  const last = said.filter((line, n) => weigh(line) >= GRAVE || !said.slice(n + 1).some((later) => later.kind === line.kind && later.units[0] === line.units[0]));
  const sentences = [...new Set(last.map((line) => say(line.sentence)))];
  const untold = fallen.filter(({ unit }) => !lines.some((line) => weigh(line) >= GONE && line.units.includes(unit)));
  return [...sentences, ...untold.map(({ name, how }) => `${name}: ${how}`)].join('. ');
}

/** What the table itself says of a unit: how its morale has changed, or that it halts. */
function changedInto(old: Unit | undefined, unit: Unit): string {
  if (old?.level && unit.level && old.level !== unit.level) return text.levels[unit.level];
  return old && !old.halted && unit.halted ? text.news.halts : '';
}

/** Losses and changes from the table itself, words from the line's own; for the rest, what the sentence says of the unit without its name. */
function wordsOf(lines: LogLine[], was: Map<number, Unit>, is: Map<number, Unit>, weigh: (line: LogLine) => number): Word[] {
  const found = new Map<number, Word>();
  const hurt = new Set<number>();
  for (const unit of is.values()) {
    const old = was.get(unit.id);
    if (!onTable(unit) || !old) continue;
    const lost = old.figures - unit.figures;
    if (lost > 0) hurt.add(unit.id);
    if (lost > 0) found.set(unit.id, { unit: unit.id, at: unit.centre, words: text.news.lost(lost), bad: true });
  }
  for (const line of lines.toSorted((a, b) => weigh(a) - weigh(b))) {
    if (weigh(line) < SHOT && !line.floats) continue;
    const { floats } = line;
    for (const id of floats ? [floats.unit] : line.units) {
      const unit = is.get(id);
      if (!onTable(unit)) continue;
      const changed = floats ? '' : weigh(line) === RESULT && line.units[0] === id ? changedInto(was.get(id), unit) : '';
      const rest = floats?.words ?? (changed || saidOf(id, line.sentence));
      const bad = weigh(line) >= RESULT;
      const losses = found.get(id);
      if (rest.length > 26 || !rest) continue;
      if (losses && hurt.has(id)) {
        // What it lost is said already; what it does thereupon is not.
        if (weigh(line) === RESULT) found.set(id, { ...losses, words: `${losses.words} · ${rest}` });
      } else found.set(id, { unit: id, at: unit.centre, words: rest, bad });
    }
  }
  return [...found.values()];
}

const causeOf = (line: LogLine, log: LogLine[]): LogLine | undefined => (line.under === null ? undefined : log.find((one) => one.n === line.under));

/** The lines of this turn that a line comes of, back to the last two enemies who met: how their meeting began says who acts. */
function deedsBehind(line: LogLine, log: LogLine[], pairOf: (line: LogLine) => string): LogLine[] {
  const found: LogLine[] = [];
  let pair = pairOf(line);
  for (let up = causeOf(line, log); up && up.turn === line.turn; up = causeOf(up, log)) {
    pair ||= pairOf(up);
    if (pair && pairOf(up) === pair) found.push(up);
    else if (found.length) break;
  }
  return found;
}

/** A line between two enemies, or what it follows from: the one named first acts. */
function strikesOf(lines: LogLine[], log: LogLine[], was: Map<number, Unit>, is: Map<number, Unit>, place: (id: number) => Pair | null): Strike[] {
  const found = new Map<string, Strike>();
  const sideOf = (id: number | undefined): Side | undefined => (id === undefined ? undefined : (is.get(id) ?? was.get(id))?.side);
  /** The two enemies a line is about. */
  const pairOf = ({ units: [a, b] }: Pick<LogLine, 'units'>): string => (sideOf(a) && sideOf(b) && sideOf(a) !== sideOf(b) ? [a!, b!].toSorted((x, y) => x - y).join('/') : '');
  // Of a loss the deed is shown that it came of, however many tests lie between: who shot, charged or fought whom.
  const deeds = lines.flatMap((line) => (weightOf(line) >= LOSS ? [...deedsBehind(line, log, pairOf), line] : [line]));
  // Several may have shot at one: each has his part of what was lost.
  const shares = lines.flatMap(({ lost, kind }) => (lost ?? []).flatMap(({ unit, by }) => (by === undefined ? [] : [{ units: [by, unit], kind }])));
  const fought = new Set([...deeds, ...shares].filter(({ kind }) => kind.startsWith('melee')).map(pairOf));
  for (const { units } of [...deeds.toSorted((a, b) => a.n - b.n), ...shares]) {
    const [a, b] = units;
    if (a === undefined || b === undefined) continue;
    const [from, to] = [place(a), place(b)];
    const [one, other] = [is.get(a) ?? was.get(a), is.get(b) ?? was.get(b)];
    const key = pairOf({ units });
    if (!from || !to || !one || !other || !key || found.has(key)) continue;
    found.set(key, { from, to, units: [a, b], clash: one['in-melee'] || other['in-melee'] || fought.has(key) });
  }
  return [...found.values()];
}

/** All dice of one unit that decide the same lie together. */
function fallsOf(lines: LogLine[], log: LogLine[], place: (id: number) => Pair | null, sideOf: (id: number) => Side | undefined): Fall[] {
  const found: Fall[] = [];
  for (const line of lines) {
    for (const thrown of line.throws) {
      // Where both sides throw, each lies with its own.
      const by = line.throws.length > 1 ? (thrown.by ?? null) : null;
      const own = by ? line.units.find((id) => sideOf(id) === by) : undefined;
      const whose = own === undefined ? whoseDice(line, log, place) : { unit: own, at: place(own) };
      const decides = (thrown.decides ?? '');
      const known = found.find((fall) => fall.unit === whose.unit && fall.decides === decides);
      if (known) known.throws = [...known.throws, thrown];
      else found.push({ ...whose, throws: [thrown], decides });
    }
  }
  return found;
}

/** Dice lie beside the unit that threw them: of two, the one that acts; alone, the one that is tested. */
function whoseDice(line: LogLine, log: LogLine[], place: (id: number) => Pair | null): { unit: number | null; at: Pair | null } {
  const cause = causeOf(line, log);
  const acts = line.units.length > 1 && cause && cause.units.length > 1 ? cause.units[0]! : line.units[0];
  return acts === undefined ? { unit: null, at: null } : { unit: acts, at: place(acts) };
}
