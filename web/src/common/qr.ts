// A link as a QR code: bytes, error correction M, versions 1 to 10 (213 bytes), after ISO/IEC 18004.

/** By version: error-correction codewords of a block, and the data codewords of each block. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGNED: number[][] = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// ------------------------------------------------------------- error correction ----

const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
export const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** What is left of the data divided by the generator of that degree. */
function correction(data: number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0; i < degree; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1]! ^= times(factor, EXP[i]!)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    generator.forEach((factor, at) => (rest[i + at]! ^= times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** Mode, length, bytes and padding; then the blocks one codeword after the other. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [degree, sizes] = BLOCKS[version - 1]!;
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(Number.parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  let from = 0;
  const blocks = sizes.map((size) => data.slice(from, (from += size)));
  const checks = blocks.map((block) => correction(block, degree));
  const woven = (all: number[][]) => Array.from({ length: Math.max(...all.map((one) => one.length)) }, (_, i) => all.flatMap((one) => (i < one.length ? [one[i]!] : []))).flat();
  return [...woven(blocks), ...woven(checks)];
}

// --------------------------------------------------------------------- drawing ----

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A remainder by a generator of bits. */
function bch(value: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - degree);
  return (value << degree) | rest;
}

/** The code without its data: `null` where data goes. */
function frame(version: number, mask: number): (boolean | null)[][] {
  const size = version * 4 + 17;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const put = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let y = -4; y <= 4; y++) for (let x = -4; x <= 4; x++) put(cx + x, cy + y, [0, 1, 3].includes(Math.max(Math.abs(x), Math.abs(y))));
  }
  const lines = ALIGNED[version - 1]!;
  for (const cx of lines) {
    for (const cy of lines) {
      // Not upon the three corners.
      if ((cx === 6 && (cy === 6 || cy === size - 7)) || (cy === 6 && cx === size - 7)) continue;
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) put(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  }
  for (let i = 8; i < size - 8; i++) {
    if (grid[6]![i] === null) put(i, 6, i % 2 === 0);
    if (grid[i]![6] === null) put(6, i, i % 2 === 0);
  }
  // Level M is 0.
  const format = bch(mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = Boolean((format >> i) & 1);
    put(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, dark);
    put(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, dark);
  }
  put(8, size - 8, true);
  if (version >= 7) {
    const bits = bch(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const dark = Boolean((bits >> i) & 1);
      put(size - 11 + (i % 3), Math.floor(i / 3), dark);
      put(Math.floor(i / 3), size - 11 + (i % 3), dark);
    }
  }
  return grid;
}

/** Where the data goes, in its order: upward and downward by turns, two columns at a time from the right. */
export function places(grid: (boolean | null)[][]): [number, number][] {
  const size = grid.length;
  const found: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (grid[y]![x] === null) found.push([x, y]);
    }
  }
  return found;
}

/** How hard it is to read: long runs, blocks, what looks like a corner, too dark or too light. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  for (let a = 0; a < size; a++) {
    for (const line of [grid[a]!, grid.map((row) => row[a]!)]) {
      const text = line.map((one) => (one ? '1' : '0')).join('');
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      for (let i = 0; i + 11 <= size; i++) if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) sum += 40;
    }
    for (let b = 0; b < size; b++) {
      if (grid[a]![b]) dark++;
      if (a && b && grid[a]![b] === grid[a - 1]![b] && grid[a]![b] === grid[a]![b - 1] && grid[a]![b] === grid[a - 1]![b - 1]) sum += 3;
    }
  }
  return sum + Math.floor(Math.abs((dark / size / size) * 20 - 10)) * 10;
}

export { frame };

/** Rows of dark and light; nothing for a text that is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, sizes], i) => sizes.reduce((sum, size) => sum + size, 0) >= bytes.length + (i < 9 ? 2 : 3)) + 1;
  if (!version) return null;
  const bits = codewords(bytes, version).flatMap((word) => Array.from({ length: 8 }, (_, i) => Boolean((word >> (7 - i)) & 1)));
  const drawn = MASKS.map((masked, mask) => {
    const grid = frame(version, mask);
    places(grid).forEach(([x, y], i) => (grid[y]![x] = (bits[i] ?? false) !== masked(x, y)));
    return grid as boolean[][];
  });
  return drawn.toSorted((a, b) => penalty(a) - penalty(b))[0]!;
}
