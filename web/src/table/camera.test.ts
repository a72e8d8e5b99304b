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
