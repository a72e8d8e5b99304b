// Where bodies are marked on the table: a plate with name, order and signs, where it covers least.

import type { Group, Pair, View } from '../types';
import { badgeBoxes } from './badges';
import { covered, type Box } from './labels';

/** In screen pixels, whatever the scale. */
const HIGH = 20;
export const FONT = 11.5;
/** Between words, and at both ends. */
const GAP = 6;

/** A word or a sign of a plate: what it means, and how wide it is. */
export type Word = { text: string; kind: 'name' | 'order' | 'now' | 'bad' | 'good' | 'plain'; wide: number; at: number };
export type Flag = { body: Group; words: Word[]; wide: number; high: number; /** The middle of the plate, in pixels. */ at: Pair; /** Its leader, where a line leads to him. */ staff: Pair | null; box: Box };

const around = ([x, y]: Pair, wide: number, high: number): Box => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 });

/** How wide bold words are, as the browser writes them; by a guess where there is none. */
let pen: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();
export function extent(words: string): number {
  const found = known.get(words);
  if (found !== undefined) return found;
  if (pen === undefined) {
    pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `700 ${FONT}px ${getComputedStyle(document.documentElement).fontFamily}`;
  }
  const wide = pen ? pen.measureText(words).width : [...words].length * FONT * 0.7;
  known.set(words, wide);
  return wide;
}

/** What stands on a plate. `open`: an order that is being written, in the place of the one it has. */
export function wordsOf(body: Group, open?: string): Word[] {
  const signs = body.signs ?? [];
  const acts = signs.filter(({ mood }) => mood === 'now');
  const order = open ?? body.order?.title ?? '';
  const said: Omit<Word, 'wide' | 'at'>[] = [
    ...acts.map(({ letter }) => ({ text: letter, kind: 'now' as const })),
    ...(body.zone ? [{ text: body.name, kind: 'name' as const }] : []),
    ...(order ? [{ text: order, kind: 'order' as const }] : []),
    ...signs.filter((sign) => !acts.includes(sign)).map(({ letter, mood }) => ({ text: letter, kind: mood === 'bad' || mood === 'good' ? mood : ('plain' as const) })),
  ];
  let at = GAP;
  return said.map((word) => {
    const wide = extent(word.text);
    const placed = { ...word, wide, at };
    at += wide + GAP;
    return placed;
  });
}

/** `aside`: what the buttons cover; `drafts`: orders that are being written, by their bodies. */
export function flagsOf(view: View, scale: number, aside: Box[] = [], drafts: ReadonlyMap<number, string> = new Map()): Flag[] {
  const depth = view.scenario.terrain.depth;
  const pixels = ([x, y]: Pair): Pair => [(x / 1000) * scale, ((depth - y) / 1000) * scale];
  const taken: Box[] = view.units.flatMap((unit) => {
    if (!unit.rect) return [];
    const corners = unit.rect.map(pixels);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [{ left: Math.min(...xs) - 3, right: Math.max(...xs) + 3, top: Math.min(...ys) - 3, bottom: Math.max(...ys) + 3 }];
  });
  taken.push(...aside, ...badgeBoxes(view.units, depth / 1000, scale));
  for (const general of view.generals) if (general.at && !general.lost) taken.push(around(pixels(general.at), 22, 22));
  const tableWide = (view.scenario.terrain.width / 1000) * scale;
  return view.groups.flatMap((body) => {
    const leader = view.generals.find((general) => general.id === body.leader && !general.lost);
    const staff = leader?.at ? pixels(leader.at) : null;
    const words = wordsOf(body, drafts.get(body.id));
    const ground = body.zone?.map(pixels);
    if (!words.length || !(ground ?? staff)) return [];
    const wide = words.reduce((sum, word) => sum + word.wide + GAP, GAP);
    const spots = ground ? beside(ground, wide) : besideStaff(staff!, wide);
    const tried = spots.map(([x, y]) => {
      // Never over the edge of the table: there the screen may end.
      const at: Pair = [Math.max(wide / 2, Math.min(tableWide - wide / 2, x)), Math.max(HIGH / 2, Math.min((depth / 1000) * scale - HIGH / 2, y))];
      const box = around(at, wide, HIGH);
      return { at, box, cost: covered(box, taken) };
    });
    const best = tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    taken.push(best.box);
    return [{ body, words, wide, high: HIGH, staff: ground ? null : staff, at: best.at, box: best.box }];
  });
}

/** Round a leader. */
function besideStaff([x, y]: Pair, wide: number): Pair[] {
  const aside = wide / 2 + 12;
  const spots: Pair[] = [[0, -24], [0, 24], [aside, 0], [-aside, 0], [aside, -20], [-aside, -20], [aside, 20], [-aside, 20], [0, -42], [0, 42], [aside + 20, -40], [-aside - 20, -40]];
  return spots.map(([dx, dy]) => [x + dx, y + dy]);
}

/** On the rim of a body's ground, or a little way off. */
function beside(ground: Pair[], wide: number): Pair[] {
  const [xs, ys] = [ground.map(([x]) => x), ground.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle = (left + right) / 2;
  const rows = [top - HIGH / 2 - 3, bottom + HIGH / 2 + 3, top - HIGH * 1.6, bottom + HIGH * 1.6, top - HIGH * 2.6, bottom + HIGH * 2.6];
  const columns = [middle, left + wide / 2, right - wide / 2];
  const sides: Pair[] = [[right + wide / 2 + 4, (top + bottom) / 2], [left - wide / 2 - 4, (top + bottom) / 2]];
  return [...rows.flatMap((y) => columns.map((x): Pair => [x, y])), ...sides];
}

/** The corners of a body's ground as a path, in inches from the top. */
export const outlineOf = (zone: Pair[], depth: number): string => `M${zone.map(([x, y]) => `${x / 1000} ${depth - y / 1000}`).join('L')}Z`;
