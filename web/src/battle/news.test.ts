import { describe, expect, it } from 'vitest';
import type { LogLine, Pair, Sentence, Unit, View, Weight } from '../types';
import { fallenBetween, sceneOf, stopsOf } from './news';

/** With the units it names, as the server knows them. */
const NAMES: [number, string][] = [[4, 'Foot gun'], [10, "Duncan's gun"]];
const inParts = (words: string): Sentence => {
  const [first] = NAMES.filter(([, name]) => words.startsWith(name));
  return first ? [{ unit: first[0], name: first[1] }, words.slice(first[1].length)] : [words];
};
/** An event's word, and what the server says it weighs. */
const line = (n: number, step: number, [kind, weight]: [string, Weight], words: string, units: number[] = [], more: Partial<LogLine> = {}): LogLine => ({
  n, step, turn: 2, phase: 1, under: null, head: null, sentence: inParts(words), rules: [], working: [], throws: [], units, kind, weight, ...more,
});
const dice = (...faces: number[]) => [{ pool: { count: faces.length, sides: 6 }, need: 4, faces, typed: false, chance: null }];
const unit = (id: number, side: 'french' | 'allied', name: string, figures = 6): Unit =>
  ({ id, side, name, figures, of: 6, standing: 'on-table', rect: [[0, 0], [1, 0], [1, 1], [0, 1]], centre: [id * 1000, 0] as Pair, 'in-melee': false }) as unknown as Unit;
const view = (step: number, units: Unit[]): View => ({ step, turn: 2, units, generals: [{ id: 0, name: 'Graham', lost: false }], phase: { number: 1, word: '', title: '' } }) as unknown as View;

const gun = unit(4, 'french', 'Foot gun');
const battery = unit(10, 'allied', "Duncan's gun");
const gone = { ...battery, figures: 0, standing: 'destroyed', rect: null, centre: null };
// Four sixes destroy a battery; then it is told that the general beside it is unhurt.
const log = [
  line(1, 4, ['turn-begins', 'aside'], 'Turn 2', [], { head: 'turn' }),
  line(2, 5, ['fires', 'shot'], "Foot gun fires on Duncan's gun", [4, 10]),
  line(3, 5, ['hit', 'hit'], "Duncan's gun is hit 4× by Foot gun", [10, 4], { under: 2, throws: dice(6, 6, 6, 6) }),
  line(4, 6, ['gone', 'gone'], "Duncan's gun is destroyed", [10], { under: 3 }),
  line(5, 6, ['general-hit', 'aside'], 'Graham is unhurt', [10], { under: 4, throws: dice(1) }),
];

describe('what a step brought', () => {
  it('happened in a turn: what is told before the first heading is of the turn that it is', () => {
    const early = [{ ...line(1, 1, ['initiative', 'shot'], 'The French have the initiative'), turn: 0 }];
    expect(sceneOf(view(0, [gun]), view(1, [gun]), 1, early).turn).toBe(2);
    expect(sceneOf(view(0, [gun]), { ...view(1, [gun]), turn: 0 }, 1, early).turn).toBe(1);
  });
  it('is told by its heaviest sentence, not its last', () => {
    const scene = sceneOf(view(5, [gun, battery]), view(6, [gun, gone]), 6, log);
    expect(scene.caption).toBe("Duncan's gun is destroyed");
    expect(scene.matter).toBe('grave');
    expect(scene.fallen).toEqual([{ unit: 10, name: "Duncan's gun", side: 'allied', at: [10000, 0], how: 'destroyed', step: 6 }]);
  });
  it('shows who fired on whom, and the dice beside the firer', () => {
    const scene = sceneOf(view(4, [gun, battery]), view(5, [gun, battery]), 5, log);
    expect(scene.strikes).toEqual([{ from: [4000, 0], to: [10000, 0], units: [4, 10], clash: false }]);
    expect(scene.falls.map((fall) => [fall.unit, fall.throws[0]!.faces])).toEqual([[4, [6, 6, 6, 6]]]);
    expect(scene.matter).toBe('dice');
  });
  it('shows in a rout who brought it about, though a test lies between', () => {
    const story = [
      line(1, 5, ['charges', 'hit'], "Foot gun charges Duncan's gun", [4, 10]),
      line(2, 6, ['melee', 'hit'], "Duncan's gun and Foot gun fight", [10, 4], { under: 1 }),
      line(3, 6, ['melee-lost', 'loss'], "Duncan's gun loses the melee", [10, 4], { under: 2 }),
      line(4, 7, ['test', 'move'], "Duncan's gun tests morale", [10], { under: 3 }),
      line(5, 7, ['verdict', 'check'], "Duncan's gun breaks", [10], { under: 4 }),
      line(6, 11, ['gone', 'gone'], "Duncan's gun routs off the field", [10], { under: 5 }),
    ];
    const { strikes } = sceneOf(view(10, [gun, battery]), view(11, [gun, gone]), 11, story);
    expect(strikes.map(({ units }) => units)).toEqual([[4, 10]]);
    // What was told in an earlier turn is not shown again.
    expect(sceneOf(view(10, [gun, battery]), view(11, [gun, gone]), 11, story.map((one, n) => (n < 3 ? { ...one, turn: 1 } : one))).strikes).toEqual([]);
  });
  it('shows everybody who had a part in a loss', () => {
    const other = unit(5, 'french', '1/8e ligne');
    const lost = [line(9, 6, ['lost', 'loss'], "Duncan's gun loses 3 figures", [10], { under: 3, lost: [{ unit: 10, n: 2, by: 4 }, { unit: 10, n: 1, by: 5 }] })];
    const { strikes } = sceneOf(view(5, [gun, other, battery]), view(6, [gun, other, { ...battery, figures: 3 }]), 6, [...log.slice(0, 3), ...lost]);
    expect(strikes.map(({ units }) => units)).toEqual([[4, 10], [5, 10]]);
  });
  it('names whoever is gone, even in a game whose words are new', () => {
    const strange = [line(7, 6, ['melts-away', 'aside'], 'A bad day', [])];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, gone]), 6, strange).caption).toBe("A bad day. Duncan's gun: destroyed");
  });
  it('says what it cost and what the unit does thereupon', () => {
    const hurt = { ...battery, figures: 4 };
    const lines = [line(8, 6, ['lost', 'loss'], "Duncan's gun loses 2 figures", [10]), line(9, 6, ['halted', 'result'], "Duncan's gun halts", [10])];
    const scene = sceneOf(view(5, [gun, battery]), view(6, [gun, hurt]), 6, lines);
    expect(scene.words).toEqual([{ unit: 10, at: [10000, 0], words: '−2 · halts', bad: true }]);
    expect(scene.caption).toBe("Duncan's gun loses 2 figures");
  });
  it('reads from the table what became of a unit, whatever the sentence says', () => {
    const halted = { ...battery, halted: true };
    const odd = [line(8, 6, ['halted', 'result'], 'No farther, says somebody of the gun', [10])];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, halted]), 6, odd).words).toEqual([{ unit: 10, at: [10000, 0], words: 'halts', bad: true }]);
    const [firm, shaken] = (['firm', 'nervous'] as const).map((level) => ({ ...battery, level }));
    expect(sceneOf(view(5, [gun, firm!]), view(6, [gun, shaken!]), 6, odd).words.map(({ words }) => words)).toEqual(['nervous']);
  });
  it('has dice count a little where a game gives no weight', () => {
    const lines = [line(8, 6, ['command-roll', 'aside'], 'A rolls for command', [4], { throws: dice(3) }), line(9, 6, ['obeys', 'aside'], 'A obeys', [4])];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, battery]), 6, lines).caption).toBe('A rolls for command');
  });
  it('tells of two losses of one step', () => {
    const lines = [line(8, 6, ['lost', 'loss'], 'A loses 2 figures', [4]), line(9, 6, ['lost', 'loss'], 'B loses 1 figure', [10])];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, battery]), 6, lines).caption).toBe('A loses 2 figures. B loses 1 figure');
  });
  it('says of whoever missed, or stopped short, that he did', () => {
    const lines = [line(8, 6, ['hit', 'hit'], "Foot gun misses Duncan's gun", [10, 4], { throws: dice(1, 2), floats: { unit: 4, words: 'misses' } })];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, battery]), 6, lines).words).toEqual([{ unit: 4, at: [4000, 0], words: 'misses', bad: false }]);
    const short = [line(8, 6, ['meets', 'aside'], "Foot gun stops short and does not reach Duncan's gun", [4, 10], { floats: { unit: 4, words: 'stops short' } })];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, battery]), 6, short).words.map(({ words }) => words)).toEqual(['stops short']);
    const hit = [line(8, 6, ['hit', 'hit'], "Duncan's gun is hit 10× by Foot gun", [10, 4], { floats: { unit: 10, words: 'is hit 10×' } })];
    expect(sceneOf(view(5, [gun, battery]), view(6, [gun, battery]), 6, hit).words.map(({ words }) => words)).toEqual(['is hit 10×']);
  });
  it('stops where something is told, and at a new turn', () => {
    expect(stopsOf([...log, line(6, 9, ['phase-begins', 'aside'], 'Phase 2', [], { head: 'phase' })], 3, 9)).toEqual([4, 5, 6]);
  });
  it('counts nobody as fallen who was not there before', () => {
    expect(fallenBetween(view(5, [gun, gone]), view(6, [gun, gone]))).toEqual([]);
  });
});
