import { describe, expect, it } from 'vitest';
import { turned } from './turned';

const size = { width: 72000, depth: 48000 };

describe('a table turned round', () => {
  const view = {
    step: 3,
    units: [{ id: 1, rect: [[0, 0], [10, 0], [10, 5], [0, 5]], centre: [5, 2], facing: 0, figures: 8 }],
    generals: [{ id: 0, at: [100, 200] }, { id: 1, at: null }],
    scenario: { terrain: { width: 72000, depth: 48000, features: [{ level: 1, shape: { polygon: [{ x: 1, y: 2 }] } }] } },
    asked: { question: { ask: 'order' }, decline: { order: { do: 'place', at: { at: { x: 1, y: 2 }, facing: 16384 } } }, idle: [1, 2] },
    log: [{ units: [1, 2] }],
    moved: [{ unit: 1, from: [[1, 2], [3, 4]], to: [] }],
  };
  it('is what it was when turned twice', () => expect(turned(turned(view, size), size)).toEqual(view));
  it('has every place and bearing on the other side, and nothing else changed', () => {
    const other = turned(view, size);
    expect(other.units[0]).toEqual({ id: 1, rect: [[72000, 48000], [71990, 48000], [71990, 47995], [72000, 47995]], centre: [71995, 47998], facing: 32768, figures: 8 });
    expect(other.generals[0]!.at).toEqual([71900, 47800]);
    expect(other.scenario.terrain.features[0]!.shape.polygon).toEqual([{ x: 71999, y: 47998 }]);
    expect(other.asked.decline.order.at).toEqual({ at: { x: 71999, y: 47998 }, facing: 49152 });
    expect(other.asked.idle).toEqual([1, 2]);
    expect(other.log).toEqual(view.log);
  });
  it('turns entries and ranges as they are meant', () => {
    const enter = { do: 'enter', at: 1000, legs: [{ ahead: 5000 }, { to: { at: { x: 1, y: 1 }, facing: 0 } }] };
    expect(turned(enter, size)).toEqual({ do: 'enter', at: 71000, legs: [{ ahead: 5000 }, { to: { at: { x: 71999, y: 47999 }, facing: 32768 } }] });
    expect(turned({ edge: [[0, 0], [100, 0]] }, size)).toEqual({ edge: [[71900, 48000], [72000, 48000]] });
    expect(turned({ from: 0, to: 4000, outline: [[1, 1], [2, 2], [3, 3]] }, size)).toEqual({ from: 0, to: 4000, outline: [[71999, 47999], [71998, 47998], [71997, 47997]] });
  });
});
