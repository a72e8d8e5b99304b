import { describe, expect, it } from 'vitest';
import { frame, places, qr, times } from './qr';

/** Reads a code of one block back: its mask from the format, its bits in their order. */
function read(grid: boolean[][]): { words: number[]; text: string } {
  const version = (grid.length - 17) / 4;
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((mask) => frame(version, mask).every((row, y) => row.every((dark, x) => dark === null || dark === grid[y]![x])))!;
  const plain = frame(version, mask);
  const masks = [(x: number, y: number) => (x + y) % 2, (_: number, y: number) => y % 2, (x: number) => x % 3, (x: number, y: number) => (x + y) % 3, (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3), (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2];
  const bits = places(plain).map(([x, y]) => grid[y]![x]! !== (masks[mask]!(x, y) === 0));
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0));
  const stream = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  const length = Number.parseInt(stream.slice(4, 12), 2);
  const bytes = Uint8Array.from({ length }, (_, i) => Number.parseInt(stream.slice(12 + i * 8, 20 + i * 8), 2));
  return { words, text: new TextDecoder().decode(bytes) };
}

/** The value of a block at a power of the field's root; 0 wherever its correction is right. */
function syndrome(words: number[], power: number): number {
  let root = 1;
  for (let i = 0; i < power; i++) root = times(root, 2);
  return words.reduce((sum, word) => times(sum, root) ^ word, 0);
}

describe('a link as a code', () => {
  it.each(['a', 'http://10.0.0.7:8080/', 'http://10.0.0.7:8080/#/game/1/é23456'])('%s is read back', (text) => {
    const { words, text: found } = read(qr(text)!);
    expect(found).toBe(text);
    for (let power = 0; power < 10; power++) expect(syndrome(words, power), `correction ${power}`).toBe(0);
  });
  it('grows with its text up to 213 bytes', () => {
    expect([14, 15, 84, 106, 213].map((length) => qr('x'.repeat(length))!.length)).toEqual([21, 25, 37, 41, 57]);
    expect(qr('x'.repeat(214))).toBeNull();
  });
});
