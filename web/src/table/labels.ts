// Names beside their units and on their ground, none on top of another.

import { text } from '../text';

export type Box = { left: number; top: number; right: number; bottom: number };
/** How much a name matters: of the unit that is chosen or pointed at, it stands wherever there is least in its way. */
export type Weight = 'none' | 'light' | 'plain' | 'lit' | 'chosen';
export type Labelled = { key: string; name: string; box: Box; weight: Weight; side?: string };
export type Label = { key: string; lines: string[]; x: number; y: number; hidden: boolean; /** Which of the places around its unit, and of the forms of its name. */ spot: number; way: number; /** To its unit, where it stands a way off. */ lead?: [number, number, number, number] };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
export const covered = (box: Box, taken: Box[]): number => taken.reduce((sum, other) => sum + overlap(box, other), 0);

/** How much of a name may lie on a unit, a badge or a flag; on another name nothing may. */
const TOLERATED: Record<Weight, number> = { none: -1, light: 0.02, plain: 0.06, lit: 0.4, chosen: Infinity };
const ORDER: Weight[] = ['none', 'light', 'plain', 'lit', 'chosen'];

/** Where a name stood: which of its spots, and, where the eye is as far off as it was, which of its forms. */
export type Kept = { spot: number; way?: number };

/**
 * Puts each name below, above, right or left of its box, or at a corner, in one line or two, where it covers least; all in screen pixels; never on what is `written` already, nor beside an
 * enemy, whose it would seem to be. A name keeps the place it has (`kept`) while there is room, and no other takes it; it is shortened before it is left out. A unit that is chosen, pointed
 * at or seen from nearer shows it in full. Names that found no room may choose before the others, and all names may be short, where that leaves fewer without a name. A unit that has none
 * even so is named a way off, with a line to it.
 */
export function placeLabels(items: Labelled[], size = 13, tableWide = Infinity, taken: Box[] = [], written: Box[] = [], kept: ReadonlyMap<string, Kept> = new Map()): Label[] {
  taken.push(...items.map((item) => item.box));
  const wanted = new Set(items.filter(({ weight }) => weight !== 'none').map(({ key }) => key));
  const without = ({ labels }: Placed) => labels.filter(({ key, hidden }) => hidden && wanted.has(key)).map(({ key }) => key);
  let best = placeInOrder(items, size, tableWide, taken, written, kept, new Set());
  const first = new Set<string>();
  for (let n = 0; n < TRIES && without(best).length; n++) {
    for (const key of without(best)) first.add(key);
    const again = placeInOrder(items, size, tableWide, taken, written, kept, first, n > 0);
    if (without(again).length < without(best).length) best = again;
  }
  const found = new Map(best.labels.map((label) => [label.key, label]));
  for (const item of items) {
    const label = found.get(item.key);
    if (!label) continue;
    if (label.hidden && item.weight === 'plain') Object.assign(label, placeOff(item, size, tableWide, [...taken, ...best.names]));
    if (label.lead) best.names.push(boxOfLabel(label, size));
  }
  // Whatever else is written keeps clear of all this.
  taken.push(...best.names);
  return best.labels;
}

/**
 * Where names stand: at a distance of the eye where they stood last, at a new one on the side they had at first. So coming nearer and going back finds each where it was; the very same
 * picture is written as it was before.
 */
export class Places {
  private readonly last = new Map<string, Map<string, Kept>>();
  private readonly first = new Map<string, Kept & { stood: string }>();
  private readonly pictures = new Map<string, { labels: Label[]; taken: Box[] }>();
  /** The most distances and pictures that are remembered. */
  private static readonly MOST = 24;

  /** As `placeLabels`, and as it was done before where everything is as it was. */
  place(scale: number, items: Labelled[], size: number, tableWide: number, taken: Box[], written: Box[], stands: ReadonlyMap<string, string>): Label[] {
    const picture = JSON.stringify([scale, items, taken, written], (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value));
    const known = this.pictures.get(picture);
    const labels = known?.labels ?? placeLabels(items, size, tableWide, taken, written, this.at(scale));
    if (known) taken.splice(0, taken.length, ...known.taken);
    this.pictures.delete(picture);
    this.pictures.set(picture, { labels, taken: [...taken] });
    forgotten(this.pictures, Places.MOST);
    this.keep(scale, labels, stands);
    return labels;
  }

  private at(scale: number): ReadonlyMap<string, Kept> {
    return this.last.get(scale.toFixed(2)) ?? this.first;
  }
  /** `stands`: where each unit is; a unit that has gone elsewhere begins anew. */
  private keep(scale: number, labels: Label[], stands: ReadonlyMap<string, string>): void {
    const now = this.last.get(scale.toFixed(2)) ?? new Map<string, Kept>();
    this.last.delete(scale.toFixed(2));
    this.last.set(scale.toFixed(2), now);
    forgotten(this.last, Places.MOST);
    for (const { key, spot, way, hidden, lead } of labels) {
      if (hidden || lead) continue;
      const stood = stands.get(key) ?? '';
      now.set(key, { spot, way });
      if (this.first.get(key)?.stood !== stood) this.first.set(key, { spot, stood });
    }
  }
}

/** The oldest go first. */
function forgotten(kept: Map<string, unknown>, most: number): void {
  for (const old of [...kept.keys()].slice(0, -most)) kept.delete(old);
}

/** Another place for a name that something has come to lie on, clear of all that is full: beside its unit, or a way off; none where there is no room. */
export function placeAgain(item: Labelled, size: number, tableWide: number, full: Box[]): Label | null {
  for (const [way, lines] of waysOf(item.name).entries()) {
    const [wide, high] = extent(lines, size);
    for (const [spot, [x, y]] of spotsAround(item, wide, high, size * 1.15).entries()) {
      const box = { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
      if (box.left < 0 || box.top < 0 || box.right > tableWide || covered(box, full) > 0) continue;
      return { key: item.key, lines, x, y, hidden: false, spot, way };
    }
  }
  const off = placeOff(item, size, tableWide, full, FAR_OFF);
  return off.lines ? ({ key: item.key, spot: 0, ...off } as Label) : null;
}

/** How far off a name is looked for room, in lines. */
const OFF = [0.5, 1, 1.5, 2];
/** Where dice lie about. */
const FAR_OFF = [...OFF, 3, 4, 5, 6];
/** Somewhere near where nothing is, and the line from there to its unit; nothing where there is no room. */
function placeOff({ name, box }: Labelled, size: number, tableWide: number, full: Box[], offs = OFF): Partial<Label> {
  const [middle, centre] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const ways = waysOf(name).map((lines, way) => ({ lines, way })).toReversed();
  for (const off of offs) {
    for (const { lines, way } of ways) {
      const [wide, high] = extent(lines, size);
      const aside = (box.right - box.left + wide) / 2;
      const down = (box.bottom - box.top + high) / 2 + off * size * 1.15;
      for (const [x, y] of [[0, -down], [0, down], [aside, -down], [-aside, -down], [aside, down], [-aside, down]].map(([dx, dy]) => [middle + dx!, centre + dy!] as const)) {
        const at = { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
        if (at.left < 0 || at.top < 0 || at.right > tableWide || covered(at, full) > 0) continue;
        const into = (from: number, least: number, most: number) => Math.max(least, Math.min(most, from));
        const [ux, uy] = [into(x, box.left, box.right), into(y, box.top, box.bottom)];
        return { lines, way, x, y, hidden: false, lead: [into(ux, at.left, at.right), into(uy, at.top, at.bottom), ux, uy] };
      }
    }
  }
  return {};
}

/** How often the units left without a name may choose first. */
const TRIES = 3;
type Placed = { labels: Label[]; /** What they cover, and what was written before. */ names: Box[] };

/** Once, by weight; of equal weight those that are `first`, for which no old place is kept free; `compact`: short names before long ones. */
function placeInOrder(items: Labelled[], size: number, tableWide: number, taken: Box[], written: Box[], kept: ReadonlyMap<string, Kept>, first: ReadonlySet<string>, compact = false): Placed {
  const names = [...written];
  const labels: Label[] = [];
  const weight = (item: Labelled) => ORDER.indexOf(item.weight);
  const placeOf = (item: Labelled, lines: string[], [wish, low]: [number, number]) => {
    const [wide, high] = extent(lines, size);
    const x = Math.max(wide / 2 + 2, Math.min(tableWide - wide / 2 - 2, wish));
    const y = Math.max(high / 2, low);
    return { x, y, box: { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 } };
  };
  /** The places of names that stand somewhere already. */
  const reserved = new Map<string, Box>();
  for (const item of items) {
    const was = kept.get(item.key);
    const lines = was && waysOf(item.name)[was.way ?? 0];
    const spot = was && lines && spotsAround(item, ...extent(lines, size), size * 1.15)[was.spot];
    if (lines && spot && item.weight !== 'none') reserved.set(item.key, placeOf(item, lines, spot).box);
  }
  for (const item of items.toSorted((a, b) => weight(b) - weight(a) || Number(first.has(b.key)) - Number(first.has(a.key)))) {
    let best: { label: Label; box: Box; cost: number; size: number } | null = null;
    const enemies = items.filter((other) => item.side && other.side && other.side !== item.side).map((other) => grown(other.box, BESIDE));
    const friends = items.filter((other) => other !== item && other.side === item.side).map(({ box }) => box);
    const [touched, near] = [friends.map((box) => grown(box, TOUCH)), friends.map((box) => grown(box, NEAR))];
    const was = kept.get(item.key);
    reserved.delete(item.key);
    const others = first.has(item.key) ? [] : [...reserved.values()];
    const ways = waysOf(item.name).map((lines, way) => ({ lines, way, spots: spotsAround(item, ...extent(lines, size), size * 1.15).map((wish, spot) => ({ wish, spot })) }));
    if (compact) ways.reverse();
    // The side it has, in whatever form has room there, before any other.
    const sides = was ? ways.map((one) => ({ ...one, spots: one.spots.filter(({ spot }) => spot === was.spot) })).toSorted((a, b) => Number(b.way === was.way) - Number(a.way === was.way)) : [];
    for (const { lines, way, spots } of [...sides, ...ways]) {
      if (best && fits(best, item.weight)) break;
      const [wide, high] = extent(lines, size);
      for (const { wish, spot } of spots) {
        const { x, y, box } = placeOf(item, lines, wish);
        const stays = was?.spot === spot && was.way === way;
        // A name on another cannot be read: far worse than one on a unit.
        const cost = covered(box, taken) + 8 * covered(box, names) + covered(box, enemies) + covered(box, CORNERS.includes(spot) ? near : touched) + (stays ? 0 : 8 * covered(box, others));
        const found = { label: { key: item.key, lines, x, y, hidden: false, spot, way }, box, cost, size: wide * high };
        if (!best || cost < best.cost) best = found;
        if (cost === 0 || (was?.spot === spot && fits(found, item.weight === 'chosen' ? 'lit' : item.weight))) {
          best = found;
          break;
        }
      }
    }
    if (!best) continue;
    best.label.hidden = !fits(best, item.weight);
    if (!best.label.hidden) names.push(grown(best.box, 1));
    labels.push(best.label);
  }
  return { labels, names };
}

/** The forms of a name: whole, in two lines, shortened. */
const waysOf = (name: string): string[][] => [[name], ...(name.includes(' ') ? [folded(name, 0)] : []), ...(shortened(name) === name ? [] : [[shortened(name)]])];
const extent = (lines: string[], size: number): [number, number] => [Math.max(...lines.map((line) => line.length)) * size * 0.58, size * 1.15 * lines.length];
/** What a name covers. */
export function boxOfLabel({ lines, x, y }: Pick<Label, 'lines' | 'x' | 'y'>, size: number): Box {
  const [wide, high] = extent(lines, size);
  return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
}

/** A name that touches a friend seems to be his; one at a corner of its unit, already if he is near. */
const TOUCH = 1;
const NEAR = 16;
/** Which of the spots lie at the corners. */
const CORNERS = [4, 5, 6, 7];
/** A name within this many pixels of a unit is taken for its own. */
const BESIDE = 7;
const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({ left: left - by, top: top - by, right: right + by, bottom: bottom + by });
/** Without the word that most units have in common: “1/54e ligne” is 1/54e, “Albert's brigade” is Albert's. */
export function shortened(name: string): string {
  const cut = name.lastIndexOf(' ');
  return cut > 0 && text.table.common.includes(name.slice(cut + 1)) ? name.slice(0, cut) : name;
}

/** However long a name is, it hides no more than the corner of a unit: this many square pixels. */
const CORNER = 50;
const fits = ({ cost, size }: { cost: number; size: number }, weight: Weight): boolean =>
  cost <= Math.min(size * TOLERATED[weight], weight === 'lit' || weight === 'chosen' ? Infinity : CORNER);

function spotsAround({ box: { left, top, right, bottom }, weight }: Labelled, wide: number, high: number, line: number): [number, number][] {
  const middle = (left + right) / 2;
  const centre = (top + bottom) / 2;
  const near: [number, number][] = [
    [middle, bottom + high / 2 + line * 0.2],
    [middle, top - high / 2 - line * 0.1],
    [right + wide / 2 + 4, centre],
    [left - wide / 2 - 4, centre],
    [right + wide / 2, top - high / 2],
    [left - wide / 2, top - high / 2],
    [right + wide / 2, bottom + high / 2],
    [left - wide / 2, bottom + high / 2],
  ];
  // A name a line away seems to belong to no unit, unless its unit is marked.
  if (weight !== 'chosen' && weight !== 'lit') return near;
  return [...near, [middle, bottom + high / 2 + line * 1.2], [middle, top - high / 2 - line * 1.1]];
}

/** Tags of one height, each as near its place as it finds room: not on what is taken, nor on one another. */
export function cleared<Tag extends { x: number; y: number; wide: number }>(tags: Tag[], high: number, taken: Box[]): Tag[] {
  const full = [...taken];
  return tags.map((tag) => {
    const steps = [0, -1, 1, -2, 2, -3, 3].flatMap((down) => [0, -0.6, 0.6].map((aside): [number, number] => [aside * tag.wide, down * high]));
    const tried = steps
      .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b))
      .map(([dx, dy]) => {
        const [x, y] = [tag.x + dx, tag.y + dy];
        const box = { left: x - tag.wide / 2, right: x + tag.wide / 2, top: y - high / 2, bottom: y + high / 2 };
        return { x, y, box, cost: covered(box, full) };
      });
    const best = tried.find(({ cost }) => cost === 0) ?? tried.reduce((one, other) => (other.cost < one.cost ? other : one));
    full.push(best.box);
    return { ...tag, x: best.x, y: best.y };
  });
}

/** Words that may stand only where they are true: each on the first of its spots that is free, or where it hides least; never on one another, rather not at all. */
export function whereTrue<Tag extends { spots: [number, number][]; wide: number }>(tags: Tag[], high: number, taken: Box[]): (Tag & { x: number; y: number })[] {
  const words: Box[] = [];
  return tags.flatMap((tag) => {
    const tried = tag.spots.map(([x, y]) => {
      const box = { left: x - tag.wide / 2, right: x + tag.wide / 2, top: y - high / 2, bottom: y + high / 2 };
      return { x, y, box, cost: covered(box, taken), on: covered(box, words) };
    });
    const free = tried.filter(({ on }) => on === 0);
    const best = free.find(({ cost }) => cost === 0) ?? free.toSorted((one, other) => one.cost - other.cost)[0];
    if (!best) return [];
    words.push(best.box);
    return [{ ...tag, x: best.x, y: best.y }];
  });
}

/** A name of the ground: where it may stand, best place first. */
export type Ground = { lines: string[]; spots: { x: number; y: number; turn: number }[] };
export type GroundLabel = { lines: string[]; x: number; y: number; turn: number; /** What it covers. */ boxes: Box[] };
/** A letter's width, in shares of its height: of the widest of the faces that it may be written in. */
const GROUND_WIDE = 0.6;

/** What words cover that may be turned: boxes from their beginning to their end. */
function alongWords(x: number, y: number, turn: number, wide: number, high: number): Box[] {
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const count = Math.abs(sine) < 0.02 ? 1 : Math.ceil(wide / high);
  const long = wide / count;
  const [w, h] = [long * Math.abs(cosine) + high * Math.abs(sine), long * Math.abs(sine) + high * Math.abs(cosine)];
  return Array.from({ length: count }, (_, n) => {
    const off = (n + 0.5 - count / 2) * long;
    const [cx, cy] = [x + off * cosine, y + off * sine];
    return { left: cx - w / 2, right: cx + w / 2, top: cy - h / 2, bottom: cy + h / 2 };
  });
}

/** Names of the ground where nothing else is; those without room are left out. */
export function placeGround(items: Ground[], size: number, taken: Box[], table: Box): GroundLabel[] {
  const found: GroundLabel[] = [];
  for (const { lines, spots } of items) {
    const wide = Math.max(...lines.map((line) => line.length)) * size * GROUND_WIDE;
    const high = size * 1.15 * lines.length;
    for (const { x, y, turn } of spots) {
      const boxes = alongWords(x, y, turn, wide, high);
      const outside = boxes.some((box) => box.left < table.left || box.top < table.top || box.right > table.right || box.bottom > table.bottom);
      if (outside || boxes.some((box) => covered(box, taken) > 0)) continue;
      taken.push(...boxes);
      found.push({ lines, x, y, turn, boxes });
      break;
    }
  }
  return found;
}

/** A long name in two lines, cut at the space nearest its middle. */
export function folded(name: string, most: number): string[] {
  if (name.length <= most || !name.includes(' ')) return [name];
  const spaces = [...name.matchAll(/ /g)].map((space) => space.index);
  const cut = spaces.toSorted((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0]!;
  return [name.slice(0, cut), name.slice(cut + 1)];
}
