// Where the eye is: pixels for an inch, and where the table's corner lies on the screen.
//
// `scale` follows the hand at once; `drawn` is the scale the table was last drawn at. While a hand zooms, the drawing
// is only stretched, and drawn anew when the hand rests.

import type { Box } from './labels';

const REST = 140;
/** A button's height and least width. */
const BUTTON = 44;
/** Names and flags beside the outermost units, in pixels. */
const BESIDE = 54;
/** A unit of fewer pixels than this is a dot. */
const DOT = 14;
/** A unit of this many pixels can be handled. */
const HANDY = 20;
/** One shorter than this is hard to hit, and has no room for its name. */
const SMALLISH = 34;
/** At this many pixels an inch units are told apart, and their names read. */
const READ = 13;
/** On a small screen, where less of the table than this is in sight, an overview of all of it is shown beside it. */
const PART = 0.7;
/** The width of the overview in pixels. */
export const OVERVIEW = 104;
const SMALL = 600;
/** The buttons at the bottom hide a strip; a name above it is read. */
const STRIP = 76;
/** What is shown keeps this far from the edges. */
const MARGIN = 40;

/** Where something of length `long` begins that should begin at `wish`: it fills what lies free, from end to end, or lies in its middle. */
function filled(wish: number, from: number, to: number, long: number): number {
  const spare = to - from - long;
  return spare > 0 ? from + spare / 2 : Math.max(from + spare, Math.min(from, wish));
}

type Own = { places: [number, number][]; long: number };

export class Camera {
  scale = $state(10);
  drawn = $state(10);
  x = $state(0);
  y = $state(0);
  wide = $state(0);
  high = $state(0);
  /** Where the table lies as the page has put it, before a hand moves it. */
  laid = $state.raw<{ x: number; y: number; scale: number; cover: number } | null>(null);
  /** How much of the top is hidden under what is asked. */
  cover = $state(0);
  /** How much of the top the table keeps clear of: what was asked when it was first drawn. It does not change with the next question. */
  private kept = 0;
  /** The page is still finding its first form. */
  private opening = true;
  private touched = false;
  /** Moved, but by the page alone: no hand has chosen this view. */
  private led = false;
  /** A hand has asked for the whole table. */
  private whole = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  /**
   * `busy` is the part of the table the eye should begin with: left, top, right, bottom in inches; `own` are one's own
   * units, most of them so many inches long: where all would be dots, it begins with as many as can be seen at once.
   */
  constructor(
    readonly width: number,
    readonly depth: number,
    private busy: [number, number, number, number] | null = null,
    private own: Own = { places: [], long: Infinity },
  ) {}

  resize(wide: number, high: number): void {
    this.wide = wide;
    this.high = high;
    if (this.whole) this.fit();
    else if (!this.touched) this.begin();
  }

  /** The scale at which the whole table is in sight, below what is asked. */
  private get fitted(): number {
    const high = this.wide >= SMALL ? this.high - this.hidden : this.high;
    return Math.max(1, Math.min(this.wide / (this.width + 1), high / (this.depth + 1)));
  }

  /** A large screen begins with the whole table, a small one with the part where the troops are. */
  private begin(): void {
    this.fit();
    this.whole = false;
    if (!this.busy || (this.fitted > 9 && this.fitted * this.own.long >= SMALLISH)) return;
    this.beginWith(this.busy);
    if (this.wide < SMALL && this.scale * this.own.long < DOT) this.beginWithMost();
  }

  /** As many of one's own as are seen at once, near enough to be told apart. */
  private beginWithMost(): void {
    const [west, east] = [MARGIN, this.wide - MARGIN];
    const [north, south] = [this.hidden + MARGIN, this.high - STRIP];
    const [wide, high] = [(east - west) / READ / 2, (south - north) / READ / 2];
    let most: [number, number][] = [];
    for (const [x, y] of this.own.places) {
      const near = this.own.places.filter(([px, py]) => Math.abs(px - x) <= wide && Math.abs(py - y) <= high);
      if (near.length > most.length) most = near;
    }
    if (!most.length) return;
    const middle = (all: number[]) => (Math.min(...all) + Math.max(...all)) / 2;
    this.x = filled((west + east) / 2 - middle(most.map(([x]) => x)) * READ, 0, this.wide, this.width * READ);
    this.y = filled((north + south) / 2 - middle(most.map(([, y]) => y)) * READ, this.hidden, this.high - STRIP, this.depth * READ);
    this.set(READ);
  }

  private beginWith([left, top, right, bottom]: [number, number, number, number]): void {
    const room = this.high - this.hidden - STRIP;
    const scale = Math.min((this.wide - 2 * BESIDE) / (right - left), room / (bottom - top + 4));
    // Little would be won: then the whole of it.
    if (scale <= this.scale * 1.15) return;
    this.x = this.wide / 2 - ((left + right) / 2) * scale;
    this.y = this.top((bottom - top + 4) * scale) - (top - 2) * scale;
    this.set(scale);
  }

  /** The whole table; it stays so until a hand or a new phase wants something else. */
  fit(): void {
    this.whole = true;
    this.touched = false;
    this.led = false;
    this.x = (this.wide - this.width * this.fitted) / 2;
    this.y = this.top(this.depth * this.fitted);
    this.set(this.fitted);
  }

  /** For a while another picture: all of the table, with nothing asked over it. What comes back brings back the one before. */
  apart(): () => void {
    const { x, y, scale, kept, touched, led, whole } = this;
    this.kept = 0;
    this.fit();
    return () => {
      Object.assign(this, { x, y, kept, touched, led, whole });
      this.set(scale);
    };
  }

  /** What is asked for a moment only does not move the table much. */
  private get hidden(): number {
    return Math.min(this.kept, this.high * 0.15);
  }

  /** Where something of height `high` begins: in the middle, but on a small screen near the top, clear of the buttons. */
  private top(high: number): number {
    const spare = Math.max(0, this.high - this.hidden - high);
    const middle = spare / 2;
    if (this.wide >= SMALL) return this.hidden + (spare - Math.min(spare, STRIP)) / 2;
    // Where there is room enough all of it lies below what is asked.
    return Math.max(this.hidden + Math.min(middle, 52), Math.min(this.kept + 8, this.high - high - STRIP));
  }

  /** The buttons in the corners and along the bottom, as they lie over the table while it is where the page has put it, and the edges of the screen: in pixels of the table. No name stands there. */
  get aside(): Box[] {
    if (!this.laid || this.laid.scale !== this.drawn) return [];
    const { x, y, cover } = this.laid;
    const edge = this.wide < 560 ? 8 : 12;
    const [right, bottom, top] = [this.wide - edge - x, this.high - edge - y, cover + edge - y];
    return [
      { left: edge - x, right, top: bottom - BUTTON, bottom },
      { left: right - BUTTON, right, top, bottom: top + 2 * BUTTON + 6 },
      ...(this.wide < SMALL && this.laid.scale * this.width * PART > this.wide ? [{ left: edge - x, right: edge + OVERVIEW - x, top, bottom: top + (OVERVIEW * this.depth) / this.width }] : []),
      // A name that would cross the edge of the screen is cut.
      { left: -x - BUTTON, right: -x, top: -y, bottom: this.high - y },
      { left: this.wide - x, right: this.wide - x + BUTTON, top: -y, bottom: this.high - y },
    ];
  }

  private set(scale: number): void {
    clearTimeout(this.resting);
    this.laid = { x: this.x, y: this.y, scale, cover: this.cover };
    this.scale = scale;
    this.drawn = scale;
  }

  pan(dx: number, dy: number): void {
    this.touched = true;
    this.whole = false;
    this.led = false;
    this.x += dx;
    this.y += dy;
    this.keep();
  }

  zoom(by: number, atX = this.wide / 2, atY = this.high / 2): void {
    this.touched = true;
    this.whole = false;
    this.led = false;
    const scale = Math.max(this.fitted * 0.8, Math.min(Math.max(90, this.fitted * 4), this.scale * by));
    this.x = atX - ((atX - this.x) * scale) / this.scale;
    this.y = atY - ((atY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.keep();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => (this.drawn = this.scale), REST);
  }

  /** Brings a place (in inches from the north-west corner) into sight; on a small screen out from under the buttons too. */
  show(x: number, y: number): void {
    if (!this.wide) return;
    const [px, py] = [this.x + x * this.scale, this.y + y * this.scale];
    const into = (at: number, least: number, most: number) => Math.max(least, Math.min(most, at)) - at;
    const [west, east, north, south] = this.clear;
    const [dx, dy] = [into(px, west, east), into(py, north, this.wide < SMALL ? south : this.high - MARGIN)];
    if (dx || dy) this.leading(() => this.pan(dx, dy));
  }

  /** Brings all these places into sight, clear of what is asked and of the buttons: from farther off only where they need it, and where the picture may change. */
  gather(places: [number, number][], farther: boolean): void {
    // A hand that looks at some of them is left alone.
    if (!this.wide || !places.length || (this.touched && !this.led && places.length > 1 && places.some((place) => this.sees(place)))) return;
    if (places.every((place) => this.sees(place))) return;
    const [left, right] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))];
    const [top, bottom] = [Math.min(...places.map(([, y]) => y)), Math.max(...places.map(([, y]) => y))];
    const [west, east, north, south] = this.clear;
    const fits = Math.min((east - west) / Math.max(right - left, 1), (south - north) / Math.max(bottom - top, 1));
    this.leading(() => {
      if (farther && fits < this.scale) this.zoom(fits / this.scale);
      // Moved no farther than it takes; in the middle where there is no room for all.
      const into = (from: number, to: number, least: number, most: number) =>
        to - from > most - least ? (least + most - from - to) / 2 : Math.max(least - from, Math.min(most - to, 0));
      const [x, y, scale] = [this.x, this.y, this.scale];
      this.pan(into(x + left * scale, x + right * scale, west, east), into(y + top * scale, y + bottom * scale, north, south));
    });
  }

  /** The part of the table in sight, in inches; null where that is most of it, and on a large screen. */
  get overview(): { left: number; top: number; wide: number; high: number } | null {
    if (this.wide >= SMALL || !this.wide) return null;
    const [left, top] = [Math.max(0, -this.x / this.scale), Math.max(0, (this.cover - this.y) / this.scale)];
    const wide = Math.min(this.width, (this.wide - this.x) / this.scale) - left;
    const high = Math.min(this.depth, (this.high - this.y) / this.scale) - top;
    return wide * high < this.width * this.depth * PART ? { left, top, wide, high } : null;
  }

  /** What lies free on the screen, in pixels of the table as it is drawn. */
  get sight(): Box {
    const grown = this.drawn / this.scale;
    // On a small screen buttons lie all along its foot.
    const foot = this.wide < SMALL ? STRIP : 0;
    return { left: -this.x * grown, right: (this.wide - this.x) * grown, top: (this.cover - this.y) * grown, bottom: (this.high - foot - this.y) * grown };
  }

  /** The eye goes to a place, without coming nearer. */
  lookAt(x: number, y: number): void {
    const [px, py] = [this.wide / 2 - x * this.scale, (this.high + this.cover) / 2 - y * this.scale];
    this.pan(filled(px, 0, this.wide, this.width * this.scale) - this.x, filled(py, this.cover, this.high, this.depth * this.scale) - this.y);
  }

  /** Back to where it began, with one's own where they stand now, unless a hand has chosen another view. */
  home(own: Own): void {
    this.own = own;
    if (this.led) this.begin();
  }

  /** West, east, north and south end of what lies free on the screen. */
  private get clear(): [number, number, number, number] {
    return [MARGIN, this.wide - MARGIN, this.cover + MARGIN, this.high - STRIP - MARGIN / 2];
  }

  private sees([x, y]: [number, number]): boolean {
    const [px, py] = [this.x + x * this.scale, this.y + y * this.scale];
    const [west, east, north, south] = this.clear;
    // Half seen is seen: the table does not jump for a name.
    return px >= west / 2 && px <= east + MARGIN / 2 && py >= north - MARGIN / 2 && py <= south + MARGIN / 2;
  }

  /** Moves by the page do not count as chosen by a hand. */
  private leading(move: () => void): void {
    const ours = !this.touched || this.led;
    move();
    this.led = ours;
  }

  /** Likewise, and near enough to see a unit there that is `long` inches long; the table fills the screen where it can. */
  near(x: number, y: number, long: number): void {
    const ours = !this.touched || this.led;
    if (this.wide && this.scale * long < DOT) {
      this.zoom(Math.max(READ, Math.min(18, HANDY / long)) / this.scale);
      const to = filled(this.wide / 2 - x * this.scale, 0, this.wide, this.width * this.scale);
      const down = filled((this.high + this.cover) / 2 - y * this.scale, this.cover, this.high - STRIP, this.depth * this.scale);
      this.pan(to - this.x, down - this.y);
    }
    this.show(x, y);
    this.led = this.touched && ours;
  }

  /** The top is hidden down to `cover`; a ghost that lies beneath comes out. */
  hide(cover: number, ghost: number | null): void {
    this.cover = cover;
    if (this.opening && cover > this.kept) {
      this.kept = cover;
      // Not under a hand that holds a ghost.
      if (this.wide && !this.touched && ghost === null) this.begin();
    }
    const short = cover + 26 - (this.y + (ghost ?? Infinity) * this.scale);
    if (this.wide && cover > 0 && short > 0) this.pan(0, short);
  }

  /** The table was turned round: the same part of it stays in sight. */
  turnRound(): void {
    if (this.busy) {
      const [left, top, right, bottom] = this.busy;
      this.busy = [this.width - right, this.depth - bottom, this.width - left, this.depth - top];
    }
    this.own = { ...this.own, places: this.own.places.map(([x, y]) => [this.width - x, this.depth - y]) };
    if (this.whole) return this.fit();
    if (!this.touched) return this.begin();
    this.x = this.wide - this.x - this.width * this.scale;
    this.y = this.high - this.y - this.depth * this.scale;
    this.keep();
  }

  /** The page has its form: from now on the picture changes by a hand, or with a new phase. */
  opened(): void {
    this.opening = false;
  }

  /** Some of the table always stays on the screen. */
  private keep(): void {
    const rest = 80;
    this.x = Math.max(rest - this.width * this.scale, Math.min(this.wide - rest, this.x));
    this.y = Math.max(rest - this.depth * this.scale, Math.min(this.high - rest, this.y));
  }
}
