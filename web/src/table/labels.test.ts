import { describe, expect, it } from 'vitest';
import { boxOfLabel, cleared, covered, placeAgain, placeGround, placeLabels, Places, shortened, whereTrue, type Labelled } from './labels';
import { rimSpots } from './layers';

const item = (key: string, name: string, left: number, top: number, side = 'french'): Labelled => ({ key, name, side, weight: 'plain', box: { left, top, right: left + 40, bottom: top + 20 } });

describe('names beside their units', () => {
  it('keep the side they have while there is room', () => {
    const alone = [item('a', '1/54e ligne', 100, 100)];
    const [below] = placeLabels(alone);
    expect(below!.y).toBeGreaterThan(120);
    const [above] = placeLabels(alone, 13, Infinity, [], [], new Map([['a', { spot: 1, way: 0 }]]));
    expect(above!.y).toBeLessThan(100);
    expect(above!.spot).toBe(1);
    // A friend comes to stand there: then it goes elsewhere.
    const [moved] = placeLabels([alone[0]!, item('b', 'x', 100, 76)], 13, Infinity, [], [], new Map([['a', { spot: 1, way: 0 }]]));
    expect(moved!.spot).not.toBe(1);
  });
  it('are not driven off by a neighbour who is chosen', () => {
    // Side by side, both above: the chosen one would like to stand below, where the other stands.
    const [one, other] = [item('a', '2/67th Foot', 100, 100), item('b', 'Graham', 100, 140)];
    const kept = new Map([['b', { spot: 1, way: 0 }]]);
    const [chosen, left] = placeLabels([{ ...one, weight: 'chosen' }, other], 13, Infinity, [], [], kept);
    expect([left!.key, left!.spot]).toEqual(['b', 1]);
    expect(chosen!.spot).not.toBe(0);
  });
  it('do not touch a friend, whose they would seem to be', () => {
    // To the left of the gun there is room but for a hair of the battalion below.
    const gun = { ...item('a', 'Gun', 100, 100), box: { left: 100, right: 120, top: 100, bottom: 120 } };
    const foot = { ...item('b', 'x', 0, 0), box: { left: 40, right: 96, top: 117.2, bottom: 140 } };
    const kept = new Map([['a', { spot: 3, way: 0 }]]);
    expect(placeLabels([gun, foot], 13, Infinity, [], [], kept)[0]!.spot).not.toBe(3);
    expect(placeLabels([gun, { ...foot, box: { ...foot.box, top: 125 } }], 13, Infinity, [], [], kept)[0]!.spot).toBe(3);
  });
  it('stand at a corner only where nobody else is near', () => {
    const walls = [[60, 121, 180, 140], [60, 80, 180, 99], [141, 100, 220, 120], [0, 100, 99, 120]].map(([left, top, right, bottom]) => ({ left: left!, top: top!, right: right!, bottom: bottom! }));
    const corner = (friends: Labelled[]) => placeLabels([item('a', 'Gun', 100, 100), ...friends], 13, Infinity, [...walls.map((wall) => ({ ...wall, left: wall.left === 60 ? 90 : wall.left, right: wall.right === 180 ? 139 : wall.right }))])[0]!;
    expect([corner([]).spot, corner([]).hidden]).toEqual([4, false]);
    expect(corner([item('b', 'x', 150, 60)]).spot).not.toBe(4);
  });
  it('make room for one that would have none', () => {
    // A row between two walls: in the order of their list the last finds every place taken.
    const at = [['2/54e ligne', 100, 108], ['Foot gun', 152, 106], ['1/54e ligne', 188, 100], ['2/8e ligne', 232, 112]] as const;
    const row = at.map(([name, left, top]) => ({ ...item(name, name, 0, 0), box: { left, right: left + 24, top, bottom: top + 24 } }));
    const walls = [{ left: 60, right: 320, top: 60, bottom: 80 }, { left: 60, right: 320, top: 160, bottom: 180 }];
    expect(placeLabels(row, 13, Infinity, walls).filter(({ hidden, lead }) => hidden || lead)).toEqual([]);
  });
  it('stand a way off, with a line to their unit, where there is no room beside it', () => {
    const ring = [[60, 82, 180, 98], [0, 82, 98, 138], [142, 82, 240, 138], [60, 122, 180, 138]].map(([left, top, right, bottom]) => ({ left: left!, top: top!, right: right!, bottom: bottom! }));
    const unit = item('a', '2/67th Foot', 100, 100);
    const [label] = placeLabels([unit], 13, Infinity, [...ring]);
    expect(label!.hidden).toBe(false);
    expect(label!.lead!.slice(2)).toEqual([120, 100]);
    expect(label!.y).toBeLessThan(82);
    // A general is not worth a line.
    expect(placeLabels([{ ...unit, weight: 'light' }], 13, Infinity, [...ring])[0]!.hidden).toBe(true);
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

describe('names as the eye comes nearer and goes back', () => {
  /** A row of three at this scale; their names are long. */
  const row = (scale: number) => [0, 1, 2].map((n) => item(`${n}`, '2/54e ligne', 0, 0)).map((one, n) => ({ ...one, box: { left: (10 + n * 5) * scale, right: (13 + n * 5) * scale, top: 20 * scale, bottom: 22 * scale } }));
  const places = new Places();
  const stands = new Map(['0', '1', '2'].map((key) => [key, key]));
  const look = (scale: number) => {
    return places.place(scale, row(scale), 13, Infinity, [], [], stands).toSorted((a, b) => Number(a.key) - Number(b.key));
  };
  it('stand on the sides they had', () => {
    const near = look(22).map(({ spot, lines }) => [spot, ...lines]);
    const far = look(9);
    expect(far.map(({ spot }) => spot)).not.toEqual(near.map(([spot]) => spot));
    expect(look(22).map(({ spot, lines }) => [spot, ...lines])).toEqual(near);
    // At a distance that is new: where there is room, on the sides they had at first.
    expect(look(23).map(({ spot }) => spot)).toEqual(near.map(([spot]) => spot));
  });
  it('are shortened on their side before they go to another', () => {
    const unit = item('a', '1/54e ligne', 100, 100);
    const kept = new Map([['a', { spot: 0 }]]);
    // Below there is room for the short name only, above for all of it.
    const walls = [{ left: 40, right: 92, top: 118, bottom: 140 }, { left: 148, right: 200, top: 118, bottom: 140 }, { left: 40, right: 200, top: 139, bottom: 170 }];
    const [label] = placeLabels([unit], 13, Infinity, walls, [], kept);
    expect([label!.spot, label!.lines]).toEqual([0, ['1/54e']]);
    // With room again it is read in full.
    expect(placeLabels([unit], 13, Infinity, [], [], new Map([['a', { spot: 0 }]]))[0]!.lines).toEqual(['1/54e ligne']);
  });
  it('stand elsewhere while dice lie on them', () => {
    const unit = item('a', '1/54e ligne', 100, 100);
    const dice = { left: 90, right: 150, top: 121, bottom: 150 };
    const again = placeAgain(unit, 13, Infinity, [unit.box, dice])!;
    expect(covered(boxOfLabel(again, 13), [dice, unit.box])).toBe(0);
    expect(placeAgain(unit, 13, Infinity, [{ left: -500, right: 500, top: -500, bottom: 500 }])).toBe(null);
  });
});

describe('names of the ground', () => {
  const table = { left: 0, top: 0, right: 1000, bottom: 1000 };
  const spot = (x: number, y: number, turn = 0) => ({ x, y, turn });
  it('give way to the name of a unit, by a hair already', () => {
    const name = { left: 100, right: 180, top: 100, bottom: 115 };
    const ground = { lines: ['Casa de la Cabeza'], spots: [spot(140, 96), spot(140, 200)] };
    expect(placeGround([ground], 16, [name], table).map(({ y }) => y)).toEqual([200]);
    expect(placeGround([{ ...ground, spots: ground.spots.slice(0, 1) }], 16, [name], table)).toEqual([]);
  });
  it('along a road give way to what lies on the road, not to what lies in the corner beside it', () => {
    const ground = { lines: ['Road to Barrosa'], spots: [spot(300, 300, 45)] };
    expect(placeGround([ground], 16, [{ left: 300, right: 340, top: 240, bottom: 262 }], table)).toHaveLength(1);
    expect(placeGround([ground], 16, [{ left: 320, right: 340, top: 318, bottom: 340 }], table)).toEqual([]);
  });
});

describe('words of a zone', () => {
  const tag = { x: 100, y: 100, wide: 60 };
  it('stay where they are while nothing is there', () => expect(cleared([tag], 12, [])).toEqual([tag]));
  it('make way for a name, and for one another', () => {
    const name = { left: 70, right: 130, top: 92, bottom: 104 };
    const [one, other] = cleared([tag, tag], 12, [name]);
    for (const { x, y } of [one!, other!]) expect(x + 30 <= name.left || x - 30 >= name.right || y + 6 <= name.top || y - 6 >= name.bottom).toBe(true);
    expect(Math.abs(one!.y - other!.y) >= 12 || Math.abs(one!.x - other!.x) >= 60).toBe(true);
  });
});

describe('words of range bands', () => {
  // Fans of ninety degrees before a unit at the origin, one in the other.
  const fan = (far: number): [number, number][] => [[0, 0], ...Array.from({ length: 19 }, (_, n): [number, number] => [far * Math.sin(((n - 9) * 5 * Math.PI) / 180), far * Math.cos(((n - 9) * 5 * Math.PI) / 180)])];
  const far = ([x, y]: [number, number]) => Math.hypot(x, y);
  it('stand on the rim of their own band, however full the table is', () => {
    const bands = [20, 40, 60];
    const full = [{ left: -15, right: 15, top: 50, bottom: 70 }, { left: -60, right: 0, top: 30, bottom: 60 }];
    const placed = whereTrue(bands.map((most) => ({ most, wide: 24, spots: rimSpots(fan(most), [0, 0]) })), 8, full);
    expect(placed).toHaveLength(3);
    for (const { x, y, most } of placed) expect(far([x, y])).toBeGreaterThan(most * 0.86);
  });
  it('are left out rather than written on one another', () => {
    const [one] = [{ wide: 30, spots: [[0, 0], [5, 2]] as [number, number][] }];
    expect(whereTrue([one!, one!], 10, [])).toHaveLength(1);
  });
  it('of a fan all round stand on it, not in the next band', () => {
    const half = Array.from({ length: 37 }, (_, n): [number, number] => [60 * Math.sin(((n - 18) * 5 * Math.PI) / 180), 60 * Math.cos(((n - 18) * 5 * Math.PI) / 180)]);
    for (const spot of rimSpots(half, [0, 0])) expect(far(spot)).toBeGreaterThan(51);
  });
});
