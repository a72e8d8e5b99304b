import { describe, expect, it } from 'vitest';
import { Camera } from './camera.svelte';

describe('the eye', () => {
  const ends = (camera: Camera) => [camera.x, camera.x + camera.width * camera.scale, camera.y, camera.y + camera.depth * camera.scale];
  it('begins with the whole table where the troops fill it', () => {
    const camera = new Camera(90, 60, [3, 4, 87, 56]);
    camera.resize(652, 549);
    const [left, right] = ends(camera);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(652);
  });
  it('begins with the troops on a small screen, and leaves room for their names', () => {
    const camera = new Camera(90, 60, [30, 20, 60, 40]);
    camera.resize(390, 500);
    expect(camera.x + 30 * camera.scale).toBeGreaterThan(50);
    expect(camera.x + 60 * camera.scale).toBeLessThan(340);
    expect(camera.scale).toBeGreaterThan(390 / 90);
  });
  it('begins with most of one’s own where all would be dots, and goes back to them; the whole is a tap away and stays', () => {
    const own: [number, number][] = [[10, 40], [14, 41], [18, 40], [20, 38], [70, 44], [74, 42]];
    const camera = new Camera(84, 48, [3, 4, 80, 45], { places: own, long: 2.6 });
    camera.resize(390, 500);
    expect(camera.scale * 2.6).toBeGreaterThan(24);
    for (const [x, y] of own.slice(0, 4)) {
      expect(camera.x + x * camera.scale).toBeGreaterThan(20);
      expect(camera.x + x * camera.scale).toBeLessThan(370);
      expect(camera.y + y * camera.scale).toBeLessThan(500 - 50);
    }
    expect(camera.overview).not.toBeNull();
    camera.lookAt(72, 43);
    expect(camera.x + 72 * camera.scale).toBeLessThan(390);
    camera.fit();
    camera.resize(390, 540);
    const [left, right] = ends(camera);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    expect(camera.overview).toBeNull();
  });
  it('sees all of the table for a while, also on less of the screen, and comes back to where it was', () => {
    const camera = new Camera(72, 48, [3, 4, 69, 30]);
    camera.resize(908, 610);
    camera.hide(100, null);
    camera.zoom(1.6);
    camera.pan(-30, 40);
    const before = ends(camera);
    const back = camera.apart();
    camera.resize(908, 400);
    const [left, right, top, bottom] = ends(camera);
    expect([left! >= 0, right! <= 908, top! >= 0, bottom! <= 400]).toEqual([true, true, true, true]);
    // Nothing is asked over it: it fills its height.
    expect(bottom! - top!).toBeGreaterThan(385);
    back();
    camera.resize(908, 610);
    expect(ends(camera)).toEqual(before);
  });
  it('led to a unit it can see stays where it is', () => {
    const camera = new Camera(72, 48);
    camera.resize(820, 780);
    const before = ends(camera);
    camera.near(22, 12, 2.6);
    expect(ends(camera)).toEqual(before);
  });
  it('led to a unit it can hardly see comes near and looks at the table only', () => {
    const camera = new Camera(72, 48);
    camera.resize(390, 557);
    camera.near(6, 5, 2.6);
    expect(camera.scale).toBeCloseTo(13);
    expect(ends(camera)[0]).toBeCloseTo(0);
    expect(ends(camera)[2]).toBeGreaterThanOrEqual(0);
  });
});
