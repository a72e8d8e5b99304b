import { say } from '../say';
import { describe, expect, it, vi } from 'vitest';
import type { Answer, Asked, Form, Options, Unit } from '../types';
import { draftOfAttack, othersOf } from './acts';
import { choicesOf } from './choices';
import { forcedAnswer } from './forced';
import { forgotten, litUnits, pickGeneral, pickUnit } from './pick';
import { momentOf } from './moment';
import { text } from '../text';
import type { Play } from './play.svelte';

const unit = (id: number): Unit =>
  ({ id, name: `unit ${id}`, side: 'french', formation: 'line', figures: 5, of: 6, standing: 'on-table', rect: [[0, 0], [2000, 0], [2000, -1000], [0, -1000]], facing: 0 }) as unknown as Unit;
const form = (wanted: Partial<Form>): Form => ({ kind: 'choose', subject: null, lit: [], offers: [], ...wanted });

/** A game in which this is asked; `chosen` is the unit that was clicked. */
function asking(wanted: Partial<Form>, chosen?: number) {
  const asked: Asked = { side: 'french', question: { ask: 'anything' }, mine: true, prompt: [], form: form(wanted), idle: [] };
  const said: Answer[] = [];
  const play = {
    view: { asked, units: [1, 2, 3].map(unit), turn: 1, phase: { number: 4 } },
    form: asked.form, mine: true, draft: null, chosen: null, inOrder: '', odds: { briefs: [] },
    unit, name: (id: number) => `unit ${id}`, chosenUnit: chosen === undefined ? undefined : unit(chosen),
    choose: vi.fn(), propose: vi.fn(), say: (answer: Answer) => void said.push(answer),
  } as unknown as Play;
  return { play, asked, said, labels: () => choicesOf(play, asked).map((choice) => choice.label) };
}
const shots = [
  { text: [], note: ['at unit 3'], unit: 1, target: 3, answer: { shot: { unit: 1, target: 3 } } },
  { text: [], note: ['at unit 2'], unit: 2, target: 2, answer: { shot: { unit: 2, target: 2 } } },
  { text: [], note: ['at unit 3'], unit: 2, target: 3, answer: { shot: { unit: 2, target: 3 } } },
  { text: ['End firing'], answer: 'no' as const },
];

describe('a button', () => {
  it('has with it how likely the game says that it comes off', () => {
    const { play, asked } = asking({ offers: [{ text: ['Friant'], chance: 0.46, answer: { option: 0 } }, { text: ['Nobody'], answer: 'no' }] });
    expect(choicesOf(play, asked).map(({ chance }) => chance)).toEqual([0.46, undefined]);
  });
});

describe('an enemy who is clicked', () => {
  const enemy = (id: number) => ({ ...unit(id), side: 'allied', centre: [1000, 9000] }) as Unit;
  /** One of ours is chosen, and this is what it may do. */
  function ordering(options: Partial<Options>) {
    const { play } = asking({ kind: 'orders', offers: [{ text: ['End phase'], answer: 'no' }] }, 1);
    return Object.assign(play, { options: { may: [], 'why-not': [], ...options }, unit: (id: number) => (id > 1 ? enemy(id) : unit(id)), refuse: vi.fn(), confirmSoon: vi.fn() });
  }
  const charge = { target: 2, wheel: 77, title: '', odds: [], good: 0.5, sentence: '', short: '', tag: { words: '', narrow: '' }, numbers: '' };
  it('is charged as the server offers it, and clicked again it is meant', () => {
    const play = ordering({ may: [{ do: 'charge', targets: [charge] }] });
    pickUnit(play, 2);
    expect(play.propose).toHaveBeenCalledWith({ kind: 'charge', unit: 1, target: charge });
    Object.assign(play, { draft: { kind: 'charge', unit: 1, target: charge }, verdict: { state: 'asking' } });
    pickUnit(play, 2);
    expect(play.confirmSoon).toHaveBeenCalled();
  });
  it('is aimed at where nothing is known of him, for the rules to say why not', () => {
    const play = ordering({ may: [{ do: 'charge', targets: [charge] }] });
    pickUnit(play, 3);
    expect(vi.mocked(play.propose).mock.calls[0]![0]).toMatchObject({ kind: 'charge', unit: 1, target: { target: 3 } });
  });
  it('is refused where it is known already, and clicked again he is looked at', () => {
    const why = { deed: 'charge' as const, target: 2, why: ['The ride is stopped.'], rule: 'r' };
    const play = ordering({ 'why-not': [why] });
    pickUnit(play, 2);
    expect(vi.mocked(play.refuse).mock.calls[0]![1]).toEqual({ error: 'The ride is stopped.', rule: 'r' });
    Object.assign(play, { draft: vi.mocked(play.refuse).mock.calls[0]![0], verdict: { state: 'bad', error: '', rule: null } });
    pickUnit(play, 2);
    expect(play.choose).toHaveBeenCalledWith({ unit: 2 });
  });
});

describe('what a question is answered with', () => {
  it('is what the server offers, in its words', () => {
    const { play, asked } = asking({ offers: [{ text: ['Form square'], note: ['safe from horse'], answer: { stand: 'square' } }, { text: ['Stay'], answer: 'no' }] });
    expect(choicesOf(play, asked).map(({ label, note, answer }) => [label, note, answer])).toEqual([['Form square', 'safe from horse', { stand: 'square' }], ['Stay', undefined, 'no']]);
  });
  it('is called by its unit where it has no words', () => {
    const { play, asked, said } = asking({ kind: 'target', subject: 1, lit: [2], offers: [{ text: [], unit: 2, answer: { unit: 2 } }, { text: ['Hold fire'], answer: 'no' }] });
    expect(choicesOf(play, asked).map(({ label, note, key }) => [label, note, key])).toEqual([['unit 2', 'line, 5 of 6', 'u2'], ['Hold fire', undefined, 'no']]);
    expect([...litUnits(play)]).toEqual([2]);
    pickUnit(play, 2);
    expect(said).toEqual([{ unit: 2 }]);
  });
  it('is a shooter first, with the odds of his only target; no first press fires, and the bright button does not end it', () => {
    const { play, asked } = asking({ kind: 'shots', lit: [1, 2], offers: shots });
    const [one, two, end] = choicesOf(play, asked);
    expect([one!.note, one!.answer, one!.of]).toEqual(['at unit 3', undefined, { shot: { unit: 1, target: 3 } }]);
    one!.act!();
    expect(vi.mocked(play.choose).mock.calls).toEqual([[{ unit: 1 }]]);
    expect([two!.note, two!.answer, two!.of]).toEqual(['2 targets', undefined, undefined]);
    expect([end!.label, end!.dark, end!.key]).toEqual(['End firing', false, 'no']);
  });
  it('is then his target, by button or on the table', () => {
    const { play, labels, said } = asking({ kind: 'shots', lit: [1, 2], offers: shots }, 2);
    expect(labels()).toEqual(['unit 2', 'unit 3', 'End firing']);
    expect([...litUnits(play)]).toEqual([2, 3]);
    pickUnit(play, 3);
    expect(said).toEqual([{ shot: { unit: 2, target: 3 } }]);
  });
  it('is a gun to be turned, or none', () => {
    const { play, asked, labels, said } = asking({ kind: 'guns', lit: [1, 2], offers: [{ text: ['Leave them so'], answer: 'no' }] }, 1);
    expect(labels()).toEqual(['unit 2', 'Leave them so']);
    expect(choicesOf(play, asked)[1]!.dark).toBe(true);
    pickUnit(play, 2);
    expect([said, vi.mocked(play.choose).mock.calls]).toEqual([[], [[{ unit: 2 }]]]);
  });
  it('is drafted where it is seen on the table first', () => {
    const back = { do: 'fall-back', unit: 1, by: 3000, formation: 'line' } as const;
    const { play, asked } = asking({ kind: 'fall-back', subject: 1, offers: [{ text: ['Fall back, line'], answer: { order: back } }, { text: ['Stand fast'], answer: 'no' }] });
    choicesOf(play, asked)[0]!.act?.();
    expect(vi.mocked(play.propose).mock.calls[0]![0]).toMatchObject({ kind: 'fall-back', unit: 1, by: 3000, formation: 'line' });
    expect(forcedAnswer(play)).toBeNull();
  });
  it('answers itself where there is one thing to say, or the order is all the same', () => {
    const one = asking({ kind: 'choose', lit: [2], offers: [{ text: [], unit: 2, answer: { unit: 2 } }] });
    expect(forcedAnswer(one.play)?.answer).toEqual({ unit: 2 });
    const next = asking({ kind: 'next', lit: [2, 3], offers: [2, 3].map((id) => ({ text: [], unit: id, answer: { unit: id } })) });
    expect(forcedAnswer(next.play)).toBeNull();
    choicesOf(next.play, next.asked).at(-1)!.act?.();
    expect(forcedAnswer(next.play)?.answer).toEqual({ unit: 2 });
  });
  it('answers itself where no shot could hit whoever comes within reach, and not where somebody might charge', () => {
    const fire = { text: [], unit: 1, target: 3, answer: { act: { fire: { unit: 1, target: 3 } } } as unknown as Answer };
    const react = asking({ kind: 'shots', subject: 3, lit: [1], offers: [fire, { text: ['Do nothing'], answer: 'no' }] });
    Object.assign(react.asked, { decline: 'no' });
    expect(forcedAnswer(react.play), 'before the odds are known').toBeNull();
    Object.assign(react.play, { odds: { briefs: [{ 'hits-nobody': true }] } });
    expect(forcedAnswer(react.play)).toEqual({ answer: 'no', why: 'unit 3: nobody fires, for no shot could hit.' });
    Object.assign(react.play, { odds: { briefs: [{ 'hits-nobody': false }] } });
    expect(forcedAnswer(react.play)).toBeNull();
  });
  it('answers itself where nobody can fail, and where nothing can come of it', () => {
    const next = asking({ kind: 'next', lit: [2, 3], offers: [2, 3].map((id) => ({ text: [], unit: id, answer: { unit: id } })) });
    const brief = (...tones: string[]) => ({ short: '', ends: tones.map((tone) => ({ tone })) });
    Object.assign(next.play, { odds: { briefs: [brief('good'), brief('good', 'bad')] } });
    expect(forcedAnswer(next.play)).toBeNull();
    Object.assign(next.play, { odds: { briefs: [brief('good'), brief('good')] } });
    expect(forcedAnswer(next.play)?.answer).toEqual({ unit: 2 });
    const offers = [{ text: ['Roll to recall'], answer: 'yes' as const }, { text: ['Let them be'], answer: 'no' as const }];
    const recall = asking({ subject: 1, offers });
    Object.assign(recall.asked, { decline: 'no' });
    expect(forcedAnswer(recall.play)).toBeNull();
    recall.asked.form.moot = ['the battle ends with this turn'];
    expect(forcedAnswer(recall.play)).toEqual({ answer: 'no', why: 'unit 1: nothing is asked, for the battle ends with this turn.' });
    // Also where it would be said on the table.
    const guns = asking({ kind: 'guns', lit: [1, 2], offers: [{ text: ['Leave them so'], answer: 'no' }], moot: ['no enemy is in reach of the guns'] });
    Object.assign(guns.asked, { decline: 'no' });
    expect(forcedAnswer(guns.play)).toEqual({ answer: 'no', why: 'unit 1, unit 2: nothing is asked, for no enemy is in reach of the guns.' });
  });
  it('names nobody as forgotten who was told to stay where he is, and does', () => {
    const { play, asked } = asking({ kind: 'orders', offers: [{ text: ['End phase'], answer: 'no' }] });
    Object.assign(asked, { idle: [1, 2, 3], 'at-post': [1, 3] });
    expect(forgotten(play).map(({ id }) => id)).toEqual([2]);
    expect(choicesOf(play, asked).find(({ key }) => key === 'next')?.note).toBe('one has not moved');
    Object.assign(asked, { 'at-post': [1, 2, 3] });
    expect(forgotten(play)).toEqual([]);
    expect(choicesOf(play, asked).find(({ key }) => key === 'next')?.note).toBe('3 at their posts');
  });
  it('is nothing that says itself where it is said on the table', () => {
    expect(forcedAnswer(asking({ kind: 'orders', offers: [{ text: ['End phase'], answer: 'no' }] }).play)).toBeNull();
    expect(forcedAnswer(asking({ kind: 'guns', lit: [1], offers: [{ text: ['Leave them so'], answer: 'no' }] }, 1).play)).toBeNull();
  });
});

describe('what is offered to a unit', () => {
  const offers = [
    { text: ['Fire at unit 3'], unit: 1, target: 3, answer: { shot: { unit: 1, target: 3 } } },
    { text: ['unit 1 charges unit 3'], unit: 1, target: 3, answer: { shot: { unit: 1, target: 3 } } },
    { text: ['Gudin: Gain impetus'], group: 1, answer: { act: { command: { leader: 0, action: 'gain-impetus', unit: null, to: null } } } },
    { text: ['End impulse'], answer: 'no' },
  ] as unknown as Form['offers'];
  it('has a button for each, also where one enemy may be fired at and charged', () => {
    const { play, asked } = asking({ kind: 'orders', offers: [offers[3]!, ...offers.slice(0, 3)] }, 1);
    const keys = choicesOf(play, asked).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
  });
  it('is not what generals try: that has its own place', () => expect(asking({ kind: 'orders', offers: [offers[3]!, offers[2]!] }, 1).labels()).toEqual([]));
});

describe('an attack that is offered in an impulse', () => {
  const fire = { text: ['Fire at unit 3'], unit: 1, target: 3, answer: { act: { fire: { unit: 1, target: 3 } } } } as Form['offers'][number];
  const charge = { text: ['unit 1 charges unit 3'], unit: 1, target: 3, answer: { act: { charge: { units: [1], target: 3, wheel: 9 } } } } as Form['offers'][number];
  const known = { target: 3, wheel: 9, title: '', odds: [], good: 0.5, sentence: '', short: '', tag: { words: '', narrow: '' }, numbers: '' };
  function impulse(offers: Form['offers'], options: Partial<Options> = {}, arm = 'infantry') {
    const { play, said, labels, asked } = asking({ kind: 'orders', offers: [...offers, { text: ['End impulse'], answer: 'no' }] }, 1);
    const enemy = { ...unit(3), side: 'allied', centre: [1000, 9000] } as Unit;
    const own = { ...unit(1), arm } as Unit;
    Object.assign(play.view!, { game: 'empire' });
    Object.assign(play, { chosenUnit: own, options: { may: [], 'why-not': [{ deed: 'march', why: ['It is unlimbered.'], rule: 'r' }], ...options }, unit: (id: number) => (id === 3 ? enemy : own), refuse: vi.fn(), note: vi.fn(), confirmSoon: vi.fn(), sayNoShot: vi.fn() });
    return { play, said, labels, asked };
  }
  const proposed = (play: Play) => vi.mocked(play.propose).mock.calls.map(([draft]) => draft);
  it('is the shot where the enemy is clicked, also of guns, and clicked again it is meant', () => {
    for (const arm of ['infantry', 'artillery']) {
      const { play, said } = impulse([fire], {}, arm);
      pickUnit(play, 3);
      expect(proposed(play)).toEqual([{ kind: 'attack', unit: 1, target: 3, answer: fire.answer, says: say(fire.text) }]);
      expect([said, vi.mocked(play.note).mock.calls]).toEqual([[], []]);
      Object.assign(play, { draft: proposed(play)[0], verdict: { state: 'good' } });
      pickUnit(play, 3);
      expect(play.confirmSoon).toHaveBeenCalled();
    }
  });
  it('stands beside the other where an enemy may be fired at and charged', () => {
    const { play } = impulse([charge, fire], { may: [{ do: 'charge', targets: [known] }] });
    pickUnit(play, 3);
    expect(proposed(play)[0]).toMatchObject({ kind: 'attack', answer: fire.answer });
    expect(othersOf(play, proposed(play)[0]!)).toEqual([charge]);
    expect(othersOf(play, draftOfAttack(play, charge)!)).toEqual([fire]);
  });
  it('is drawn by its button too, a charge with the odds that are known', () => {
    const { play, asked, said } = impulse([fire, charge], { may: [{ do: 'charge', targets: [known] }] });
    choicesOf(play, asked).slice(0, 2).forEach(({ act }) => act!());
    expect(proposed(play)).toEqual([{ kind: 'attack', unit: 1, target: 3, answer: fire.answer, says: say(fire.text) }, { kind: 'charge', unit: 1, target: known }]);
    expect(said).toEqual([]);
  });
  it('asks the rules why not, where a gun has no shot at him', () => {
    const { play } = impulse([], {}, 'artillery');
    pickUnit(play, 3);
    expect(proposed(play)[0]).toMatchObject({ kind: 'attack', target: 3, answer: fire.answer });
  });
  it('is none in the impulse of the enemy: he is looked at', () => {
    const { play } = impulse([], { 'why-not': [] });
    pickUnit(play, 3);
    expect([proposed(play), vi.mocked(play.choose).mock.calls]).toEqual([[], [[{ unit: 3 }]]]);
  });
  it('has a button and a name of its own where an enemy on his way is answered, and a charge is drawn', () => {
    const { play, asked, said } = asking({ kind: 'shots', subject: 3, lit: [1], offers: [fire, charge, { text: ['Do nothing'], answer: 'no' }] }, 1);
    const [shot, ride] = choicesOf(play, asked);
    expect([shot!.label, ride!.label, shot!.key === ride!.key]).toEqual([say(fire.text), say(charge.text), false]);
    ride!.act!();
    expect([proposed(play).map(({ kind }) => kind), said]).toEqual([['attack'], []]);
    expect(shot!.act).toBeUndefined();
  });
});

describe('a general who is clicked', () => {
  const enemy = { ...unit(3), side: 'allied', centre: [1000, -500] } as Unit;
  const general = (at: [number, number], side = 'allied') => ({ id: 7, name: 'Graham', side, at, attached: null, lost: false });
  const where = (at: [number, number], wanted: Partial<Form>, side?: string) => {
    const { play, said } = asking(wanted, 1);
    return { play: Object.assign(play, { shown: { units: [unit(1), enemy], generals: [general(at, side)] }, confirmSoon: vi.fn() }) as Play, said };
  };
  it('gives way to the unit under him that may be fired at', () => {
    const { play, said } = where([1000, -500], { kind: 'shots', lit: [1], offers: shots });
    pickGeneral(play, 7);
    expect(said).toEqual([{ shot: { unit: 1, target: 3 } }]);
  });
  it('is chosen himself where he stands alone, and where he is one of ours who may ride', () => {
    const alone = where([9000, 9000], { kind: 'shots', lit: [1], offers: shots });
    pickGeneral(alone.play, 7);
    expect(alone.said).toEqual([]);
    expect(alone.play.choose).toHaveBeenCalledWith({ general: 7 });
    const ours = where([1000, -500], { kind: 'orders', lit: [1] }, 'french');
    pickGeneral(ours.play, 7);
    expect(ours.play.choose).toHaveBeenCalledWith({ general: 7 });
  });
});

it('a note that units test in order is none for the question after it', () => {
  const { play } = asking({ kind: 'next', lit: [1, 2], offers: [1, 2].map((id) => ({ text: [], unit: id, answer: { unit: id } })) as unknown as Form['offers'] });
  Object.assign(play, { inOrder: momentOf(play) });
  expect(forcedAnswer(play)).toMatchObject({ why: text.forced.next('unit 1'), passing: true });
});
