import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, Refused } from '../api';
import type { Answer, Form, Offer, Options, View } from '../types';
import { Play } from './play.svelte';
import { endsMarches } from './sure';

const shot = (unit: number, target: number): Answer => ({ act: { fire: { unit, target } } }) as unknown as Answer;
const charge = (unit: number, target: number): Answer => ({ order: { do: 'charge', unit, target, wheel: 40 } });
const offers: Offer[] = [
  { text: 'End impulse', answer: 'no' as unknown as Answer },
  { text: '', unit: 3, target: 9, ends: 'marches', answer: shot(3, 9) },
  { text: '', answer: { act: { command: { leader: 1, action: 'rally' } } } as unknown as Answer },
  { text: '', unit: 4, target: 9, ends: 'marches', answer: { act: { charge: { units: [4, 5], target: 9, wheel: 41 } } } as unknown as Answer },
  { text: '', unit: 6, target: 9, answer: shot(6, 9) },
];
const form = { kind: 'orders', subject: null, lit: [], offers } as unknown as Form;

describe('an act that ends the marches', () => {
  it('is the one of which the game says so', () => {
    expect(offers.map(({ answer }) => Boolean(endsMarches(form, answer)))).toEqual([false, true, false, true, false]);
  });
  it('may be a charge drawn on the table: the game offers it too', () => {
    expect(endsMarches(form, charge(4, 9))?.text).toBe('');
    expect(endsMarches(form, charge(6, 9)), 'after the first shot nobody marches anyhow').toBeUndefined();
  });
});

describe('while it is found out who could still march', () => {
  afterEach(() => vi.restoreAllMocks());
  const view = (version: number, idle: number[]): View =>
    ({ version, mark: `m${version}`, turn: 1, step: version, phase: { number: 1 }, seat: 'french', units: [], generals: [], log: [], scenario: { title: '', id: '', terrain: { width: 10, depth: 10 } }, asked: { mine: true, side: 'french', prompt: '', question: {}, form, idle } }) as unknown as View;
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
    expect([play.busy, play.sure?.units]).toEqual([false, [8]]);
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
