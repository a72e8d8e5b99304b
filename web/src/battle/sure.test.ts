import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, Refused } from '../api';
import type { Answer, Form, Offer, Options, View } from '../types';
import { Play } from './play.svelte';
import { endingOf, firesToo } from './sure';

const shot = (unit: number, target: number): Answer => ({ act: { fire: { unit, target } } }) as unknown as Answer;
const charge = (unit: number, target: number): Answer => ({ order: { do: 'charge', unit, target, wheel: 40 } });
const charged = (unit: number, target: number, ends: Offer['ends']): Offer =>
  ({ text: [], unit, target, ends, answer: { act: { charge: { units: [unit], target, wheel: 41 } } } }) as unknown as Offer;
const fired = (unit: number, target: number, ends?: Offer['ends']): Offer => ({ text: [], unit, target, ends, answer: shot(unit, target) });
const command: Offer = { text: [], unit: 7, answer: { act: { command: { leader: 1, action: 'rally' } } } as unknown as Answer };
const end: Offer = { text: ['End impulse'], answer: 'no' as unknown as Answer };
const formOf = (offers: Offer[]): Form => ({ kind: 'orders', subject: null, lit: [], offers }) as unknown as Form;
const offers = [end, fired(3, 9, ['marches']), command, charged(4, 9, ['marches', 'fire']), fired(6, 9)];
const form = formOf(offers);

describe('an act that ends the marches or the fire of others', () => {
  it('is the one of which the game says so', () => {
    expect(offers.map(({ answer }) => Boolean(endingOf(form, answer)))).toEqual([false, true, false, true, false]);
  });
  it('may be a charge drawn on the table: the game offers it too', () => {
    expect(endingOf(form, charge(4, 9))?.text).toEqual([]);
    expect(endingOf(form, charge(6, 9)), 'after the first shot nobody marches anyhow').toBeUndefined();
  });
  it('ends the fire of those who have a shot, each of them once; whom generals do something for has none', () => {
    const charges = charged(4, 9, ['fire']);
    expect(firesToo(formOf([end, fired(3, 9), fired(3, 8), fired(4, 8), fired(6, 9), command, charges, charged(5, 9, ['fire'])]), charges)).toEqual([3, 6]);
  });
});

describe('while it is found out who could still march', () => {
  afterEach(() => vi.restoreAllMocks());
  const view = (version: number, idle: number[]): View =>
    ({ version, mark: `m${version}`, turn: 1, step: version, phase: { number: 1 }, seat: 'french', units: [], generals: [], log: [], scenario: { title: '', id: '', terrain: { width: 10, depth: 10 } }, asked: { mine: true, side: 'french', prompt: [], question: {}, form, idle } }) as unknown as View;
  const marches: Options = { may: [{ do: 'march' } as Options['may'][number]], 'why-not': [] };
  /** A page with a view, and the server's word about options still to come. */
  function asked(idle: number[]) {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    const play = new Play('g', 't');
    play.view = play.shown = view(7, idle);
    let tell = (_: Options): void => {};
    const waits = new Promise<Options>((done) => (tell = done));
    vi.spyOn(api, 'options').mockReturnValue(waits);
    vi.spyOn(api, 'odds').mockRejectedValue(new Refused('', 0));
    const said = vi.spyOn(api, 'answer').mockRejectedValue(new Refused('The game has moved on.', 409));
    return { play, tell, said };
  }

  it('nothing else is said, and then it is asked about', async () => {
    const { play, tell, said } = asked([3, 8]);
    const act = play.say(shot(3, 9));
    expect([play.busy, play.mine]).toEqual([true, false]);
    await play.say(shot(6, 9));
    tell(marches);
    await act;
    expect(said).not.toHaveBeenCalled();
    expect([play.busy, play.sure?.ended]).toEqual([false, [{ what: 'marches', units: [8] }]]);
  });
  it('a charge asks about fire as well, and about fire alone when all have marched', async () => {
    const { play, tell, said } = asked([3, 8]);
    tell(marches);
    await play.say(charge(4, 9));
    expect(play.sure?.ended).toEqual([{ what: 'marches', units: [3, 8] }, { what: 'fire', units: [3, 6] }]);
    const { form } = play.view!.asked!;
    form.offers = [...offers.slice(0, 3), charged(4, 9, ['fire']), fired(6, 9)];
    play.sure = null;
    await play.say(charge(4, 9));
    expect(play.sure!.ended, 'the shot of 3 ends marches, that of 6 nothing: both come before the charge').toEqual([{ what: 'fire', units: [3, 6] }]);
    expect(said).not.toHaveBeenCalled();
  });
  it('the same table heard of once more changes nothing: the act goes on', async () => {
    const { play, tell, said } = asked([8]);
    vi.spyOn(api, 'view').mockResolvedValue(view(7, [8]));
    const act = play.say(shot(3, 9));
    await play.refresh();
    tell({ may: [], 'why-not': [] });
    await act;
    expect(said).toHaveBeenCalledWith('g', 't', 7, shot(3, 9));
  });
  it('another table: the server says that it comes too late, and so does the page', async () => {
    const { play, tell, said } = asked([8]);
    vi.spyOn(api, 'view').mockResolvedValue(view(8, [8]));
    const act = play.say(shot(3, 9));
    await play.refresh();
    tell(marches);
    await act;
    expect(said).toHaveBeenCalledWith('g', 't', 7, shot(3, 9));
    expect([play.sure, play.error?.error]).toEqual([null, 'The game has moved on.']);
  });
});
