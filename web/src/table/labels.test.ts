import { describe, expect, it } from 'vitest';
import { placeLabels, shortened, type Labelled } from './labels';

const item = (key: string, name: string, left: number, top: number, side = 'french'): Labelled => ({ key, name, side, weight: 'plain', box: { left, top, right: left + 40, bottom: top + 20 } });

describe('names beside their units', () => {
  it('keep the side they have while there is room', () => {
    const alone = [item('a', '1/54e ligne', 100, 100)];
    const [below] = placeLabels(alone);
    expect(below!.y).toBeGreaterThan(120);
    const [above] = placeLabels(alone, 13, Infinity, [], [], new Map([['a', 1]]));
    expect(above!.y).toBeLessThan(100);
    expect(above!.spot).toBe(1);
    // A friend comes to stand there: then it goes elsewhere.
    const [moved] = placeLabels([alone[0]!, item('b', 'x', 100, 76)], 13, Infinity, [], [], new Map([['a', 1]]));
    expect(moved!.spot).not.toBe(1);
  });
  it('never stand beside an enemy, whose they would seem to be', () => {
    const own = item('a', 'Albert', 100, 100);
    const [free] = placeLabels([own]);
    expect(free!.spot).toBe(0);
    // Below there is room for the name, but an enemy right under it.
    const [away] = placeLabels([own, item('b', 'Meyer', 100, 139, 'allied')]);
    expect(away!.spot).not.toBe(0);
    const [friendly] = placeLabels([own, item('b', 'Meyer', 100, 139)]);
    expect(friendly!.spot).toBe(0);
  });
  it('are shortened before they vanish', () => {
    // Room below for one line of the short name, and nowhere else for anything.
    const walls = [[0, 60, 240, 98], [0, 90, 98, 121], [142, 90, 260, 121], [0, 122, 80, 139], [162, 122, 240, 139], [0, 141, 240, 170]];
    const taken = walls.map(([left, top, right, bottom]) => ({ left: left!, top: top!, right: right!, bottom: bottom! }));
    const [label] = placeLabels([item('a', "Altstern's brigade", 100, 100)], 13, Infinity, taken);
    expect([label!.lines, label!.hidden]).toEqual([["Altstern's"], false]);
    expect([shortened('1/54e ligne'), shortened("Albert's brigade"), shortened('Foot gun'), shortened('Guns of the Centre')]).toEqual(['1/54e', "Albert's", 'Foot gun', 'Guns of the Centre']);
  });
});
