// Where dice, words and crosses of what just happened are written: each beside its unit, none on another.

import type { Fallen, Scene } from '../battle/news';
import type { Pair, Side, Unit } from '../types';
import { badgeBoxes } from './badges';
import { covered, type Box } from './labels';

/** In pixels; smaller where the table is. */
export const dieOf = (scale: number): number => (scale < 8 ? 19 : 25);
export const ROW = 6;
const CROSS = 13;
/** The line of words between dice and their unit. */
const SAID = 15;
const GAP = 4;
/** Farther off than this a line leads from dice to their unit. */
const LEAD = 30;
/** How far off room is looked for in a crowd, in steps. */
const [STEP, STEPS] = [23, 7];
/** What it costs to lie a pixel farther off, against a square pixel of a unit hidden. */
const FAR = 3;
/** How many milliseconds after it was shown it has faded. */
export const FADES = 2800;

export type Die = { face: number; sides: number; hit: boolean };
export type Written = {
  words: { unit: number; words: string; bad: boolean; x: number; y: number }[];
  falls: { key: number; dice: Die[]; decides: string; x: number; y: number; /** The line of words, by its middle. */ middle: number; line: number; /** To whose they are, where they lie far off. */ lead: [Pair, Pair] | null; side: Side | undefined }[];
  crosses: { unit: number; x: number; y: number; words: string; wordsX: number; wordsY: number }[];
  /** All of it, which names make way for. */
  boxes: Box[];
  /** What stays until the next answer: crosses with their words, to which names keep clear. */
  lasting: Box[];
};

const around = (x: number, y: number, wide: number, high: number): Box => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 });

/** Everything in pixels of the table as it is drawn; `sight`: the part of it that is on the screen. */
export function written(scene: Scene | null, fallen: Fallen[], units: Unit[], depth: number, scale: number, wide: number, sight?: Box): Written {
  const [high, die] = [depth * scale, dieOf(scale)];
  const [west, east] = [Math.max(0, sight?.left ?? 0), Math.min(wide, sight?.right ?? wide)];
  const [north, south] = [Math.max(0, sight?.top ?? 0), Math.min(high, sight?.bottom ?? high)];
  const pixels = ([x, y]: Pair): Pair => [(x / 1000) * scale, (depth - y / 1000) * scale];
  const bodies = new Map(
    units.flatMap(({ id, rect }): [number, Box][] => {
      if (!rect) return [];
      const corners = rect.map(pixels);
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      return [[id, { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }]];
    }),
  );
  const boxes: Box[] = [];
  const all = [...bodies.values(), ...badgeBoxes(units.filter(({ rect }) => rect), depth, scale)];
  /** Beside a box, where it covers nothing that is written and no unit; in a crowd farther off, on whichever side there is room. */
  const beside = (body: Box, w: number, h: number, up = true): Box => {
    const [x, y] = [(body.left + body.right) / 2, (body.top + body.bottom) / 2];
    const sides = (far: number): Pair[] => {
      const [top, bottom] = [body.top - GAP - h / 2 - far, body.bottom + GAP + h / 2 + far];
      const [right, left] = [body.right + GAP + w / 2 + far, body.left - GAP - w / 2 - far];
      const above: Pair[] = [[x, top], [x, bottom]];
      const near: Pair[] = [...(up ? above : above.toReversed()), [right, y], [left, y]];
      return far ? [...near, [right, top], [left, top], [right, bottom], [left, bottom]] : near;
    };
    const tried = Array.from({ length: STEPS + 1 }, (_, n) => n * STEP).flatMap((far) =>
      sides(far).map(([sx, sy]) => {
        const box = around(Math.max(west + w / 2, Math.min(east - w / 2, sx)), sy, w, h);
        const outside = Math.max(0, north - box.top) + Math.max(0, box.bottom - south);
        return { box, cost: 20 * covered(box, boxes) + covered(box, all) + 40 * outside * w + FAR * far };
      }),
    );
    const best = tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    boxes.push(best.box);
    return best.box;
  };
  /** From the edge of a box to the edge of another, where they lie apart. */
  const leadOf = (from: Box, to: Box): [Pair, Pair] | null => {
    const between = (least: number, most: number, other: Box, low: 'left' | 'top', top: 'right' | 'bottom') => Math.max(least, Math.min(most, (other[low] + other[top]) / 2));
    const one: Pair = [between(from.left, from.right, to, 'left', 'right'), between(from.top, from.bottom, to, 'top', 'bottom')];
    const other: Pair = [Math.max(to.left, Math.min(to.right, one[0])), Math.max(to.top, Math.min(to.bottom, one[1]))];
    return Math.hypot(one[0] - other[0], one[1] - other[1]) > LEAD ? [one, other] : null;
  };
  const middle = (box: Box): Pair => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const bodyOf = (unit: number | null, at: Pair): Box => bodies.get(unit ?? -1) ?? around(...pixels(at), 2 * CROSS, 2 * CROSS);

  const marks = fallen.map(({ at }) => around(...pixels(at), 2 * CROSS, 2 * CROSS));
  boxes.push(...marks);
  const epitaphs: Box[] = [];
  const crosses = fallen.map(({ unit, at, name, how }, n) => {
    const [[x, y], said] = [pixels(at), `${name}: ${how}`];
    const box = beside(marks[n]!, said.length * 7 + 6, 16, false);
    const [wordsX, wordsY] = middle(box);
    epitaphs.push(box);
    return { unit, x, y, words: said, wordsX, wordsY };
  });
  const words = (scene?.words ?? []).map(({ unit, at, words: said, bad }) => {
    const [x, y] = middle(beside(bodyOf(unit, at), said.length * 9 + 10, 21));
    return { unit, words: said, bad, x, y };
  });
  const falls = (scene?.falls ?? []).flatMap(({ unit, at, throws, decides }, key) => {
    const dice = throws.flatMap((thrown) => thrown.faces.map((face) => ({ face, sides: thrown.pool.sides, hit: thrown.need != null && face >= thrown.need })));
    if (!at || !dice.length) return [];
    const row = Math.min(dice.length, ROW) * (die + 2);
    const rows = Math.ceil(dice.length / ROW) * (die + 2);
    const body = bodyOf(unit, at);
    const box = beside(body, Math.max(row, decides.length * 6.6), rows + (decides ? SAID : 0));
    const [x] = middle(box);
    return [{ key, dice, decides, x: x - row / 2, y: box.top, middle: x, line: box.top + rows + SAID / 2, lead: leadOf(box, body), side: units.find(({ id }) => id === unit)?.side }];
  });
  return { words, falls, crosses, boxes, lasting: [...marks, ...epitaphs] };
}
