// The wire: one function for each route, and one kind of error.
// Paths begin at the page's own place, wherever a proxy has put it.

import type {
  Advice, Answer, BattleCard, Beforehand, Begun, Briefs, CardOpened, Chart, ChartAsked, ChartResult, Checked, GoingOn, LedPlan, NewGame, OddsTold, Options, Report, Seated, Sheet, SheetCard, Side, TableOverlay, ToShare, UnitOverlay, Uploaded, View,
} from './types';
import { say } from './say';
import { text } from './text';

/** A refusal or a failure, as a sentence; `rule` where the rules refused. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}

/** Why something is refused, in words. */
export const wrongOf = ({ why, error = '' }: Pick<Checked, 'why' | 'error'>): string => (why ? say(why) : error);

/** A random name for a request, so that the server applies it once however often it is sent. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A server that is busy for longer, in seconds, is not waited for. */
const LONGEST_WAIT = 5;

async function call<T>(path: string, token?: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { headers };
  if (body !== undefined) {
    init.method = 'POST';
    init.body = JSON.stringify(body);
  }
  let reply: Response | null = null;
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  // A request keeps its id, so sending it again after a broken connection is safe, or where a busy server asks for it.
  for (let attempt = 0; reply === null; attempt++) {
    try {
      reply = await fetch(path, init);
    } catch {
      if (attempt >= 3) throw new Refused(text.errors.unreachable, 0);
      await wait(300 * 2 ** attempt);
      continue;
    }
    const later = reply.status === 429 || reply.status === 503 ? Number(reply.headers.get('retry-after')) : 0;
    if (later > 0 && later <= LONGEST_WAIT && attempt < 5) {
      await wait(later * 1000);
      reply = null;
    }
  }
  const found = await reply.json().catch(() => null);
  if (!reply.ok) {
    const sentence = found?.error ? wrongOf(found) : text.errors.status(reply.status);
    throw new Refused(sentence, reply.status, found?.rule ?? null);
  }
  return found as T;
}

const seat = <Got extends keyof Seated>(id: string, way: string, token: string, more: object = {}) =>
  call<Seated & Required<Pick<Seated, Got>>>(`api/games/${id}/seat/${way}`, token, { request: requestId(), ...more });

let sheets: Promise<SheetCard[]> | undefined;

/** Asks for the log after this line, which no log reaches: no lines come. */
export const NO_LOG = 1_000_000;

export const api = {
  battles: () => call<BattleCard[]>('api/battles'),
  /** Our own seats come back, and invitations for friends. */
  start: (game: Omit<NewGame, 'request' | 'salt'>) => call<Begun>('api/games', undefined, { request: requestId(), salt: requestId(), ...game } satisfies NewGame),
  /** Takes the seat of an invitation; what we mix into the dice goes with it. */
  takeSeat: (id: string, invitation: string) => seat<'token'>(id, 'take', invitation, { salt: requestId() }),
  /** An invitation to our own seat, or to an empty one. */
  offerSeat: (id: string, token: string, side: Side) => seat<'invitation'>(id, 'offer', token, { seat: side }),
  withdrawSeat: (id: string, token: string, side: Side) => seat<'seat'>(id, 'withdraw', token, { seat: side }),
  leaveSeat: (id: string, token: string) => seat<'seat'>(id, 'leave', token),
  /** A new secret for our seat; the old one opens nothing more. */
  renewSeat: (id: string, token: string) => seat<'token'>(id, 'renew', token),
  /** The six words of our seat's card, the same each time. */
  seatCard: (id: string, token: string) => seat<'card'>(id, 'card', token),
  /** Opens the seat of a card. */
  openCard: (words: string) => call<CardOpened>('api/cards', undefined, { words }),
  /** We want a battle that can only be read here to go on under the rules of today. */
  goOn: (id: string, token: string) => call<GoingOn>(`api/games/${id}/go-on`, token, { request: requestId() }),
  /** `after`: the log from that line on only. */
  view: (id: string, token: string, after = 0) => call<View>(`api/games/${id}${after ? `?after=${after}` : ''}`, token),
  answer: (id: string, token: string, version: number, answer: Answer) =>
    call<View>(`api/games/${id}/answers`, token, { request: requestId(), version, answer }),
  /** Without faces the game's own sealed dice fall. */
  dice: (id: string, token: string, version: number, faces?: number[]) =>
    call<View>(`api/games/${id}/dice`, token, { request: requestId(), version, ...(faces && { faces }) }),
  /** Hands a command over to the captain, or takes it back. */
  hand: (id: string, token: string, command: string, captain: boolean) =>
    call<View>(`api/games/${id}/captain`, token, { request: requestId(), command, captain }),
  /** An answer given beforehand, for a command or the whole side. */
  sayBeforehand: (id: string, token: string, beforehand: Beforehand) =>
    call<View>(`api/games/${id}/beforehand`, token, { request: requestId(), ...beforehand }),
  /** What our captain would do. */
  advice: (id: string, token: string) => call<Advice>(`api/games/${id}/advice`, token),
  /** What he is about with the commands he was handed. */
  led: (id: string, token: string) => call<LedPlan[]>(`api/games/${id}/captain`, token),
  /** The battle is given up. */
  concede: (id: string, token: string) => call<View>(`api/games/${id}/concede`, token, { request: requestId() }),
  undo: (id: string, token: string) => call<View>(`api/games/${id}/undo`, token, { request: requestId() }),
  check: (id: string, token: string, answer: Answer) =>
    call<Checked>(`api/games/${id}/check`, token, { answer }),
  options: (id: string, token: string, unit: number) =>
    call<Options>(`api/games/${id}/units/${unit}/options`, token),
  generalOptions: (id: string, token: string, general: number) =>
    call<Options>(`api/games/${id}/generals/${general}/options`, token),
  /** Every answer to what is asked that something hangs on. */
  briefs: (id: string, token: string) => call<Briefs>(`api/games/${id}/odds`, token),
  odds: (id: string, token: string, answer: Answer, whatIf: Record<string, string>) =>
    call<OddsTold>(`api/games/${id}/odds`, token, { answer, 'what-if': whatIf }),
  overlay: (id: string, token: string) => call<TableOverlay>(`api/games/${id}/overlay`, token),
  unitOverlay: (id: string, token: string, unit: number) => call<UnitOverlay>(`api/games/${id}/overlay/${unit}`, token),
  /** The game exactly after a step, without its log. */
  step: (id: string, token: string, step: number) => call<View>(`api/games/${id}/steps/${step}?after=${NO_LOG}`, token),
  report: (id: string, token: string) => call<Report>(`api/games/${id}/report`, token),
  /** Brings a record along; only a link to watch comes back. */
  upload: (name: string, record: string) =>
    call<Uploaded>('api/records', undefined, { request: requestId(), name, record }),
  charts: (sheet: string) => call<Chart[]>(`api/charts/${sheet}`),
  chart: (sheet: string, chart: string, body: ChartAsked) =>
    call<ChartResult>(`api/charts/${sheet}/${chart}`, undefined, body),
  /** A spectator's token to give away, whatever link one has oneself. */
  share: (id: string, token: string) => call<ToShare>(`api/games/${id}/share`, token),
  /** All sheets there are: asked for once. */
  sheets: () => (sheets ??= call<SheetCard[]>('api/sheets').catch((failed) => ((sheets = undefined), Promise.reject(failed)))),
  /** A sheet to read; with `house` as a club plays it. */
  sheet: (sheet: string, house?: string) => call<Sheet>(`api/sheets/${sheet}`, undefined, house === undefined ? undefined : { house }),
  /** The sheet of a game, as it is in force there. */
  gameSheet: (id: string, token: string) => call<Sheet>(`api/games/${id}/sheet`, token),
  rules: (sheet: string) => call<Record<string, string>>(`api/rules/${sheet}`),
  async record(id: string, token: string): Promise<string> {
    const reply = await fetch(`api/games/${id}/record`, { headers: { authorization: `Bearer ${token}` } });
    if (reply.ok) return reply.text();
    const found = await reply.json().catch(() => null);
    throw new Refused(found?.error ?? text.errors.status(reply.status), reply.status);
  },
  /** The token is the first word on the line: an address is written down in too many places for it. */
  live(id: string, token: string): WebSocket {
    const at = new URL(`api/games/${id}/live`, document.baseURI);
    at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
    const line = new WebSocket(at);
    line.addEventListener('open', () => line.send(JSON.stringify({ token })));
    return line;
  },
};
