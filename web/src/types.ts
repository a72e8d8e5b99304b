// What the server sends and takes. Lengths are thousandths of an inch; x runs east, y north.
// Bearings are 65536ths of a turn, 0 north, clockwise.

export type Side = 'french' | 'allied';
export type Seat = Side | 'watch';
export type Nation =
  | 'french' | 'austrian' | 'prussian' | 'british' | 'russian' | 'spanish' | 'portuguese' | 'turkish'
  | 'bavarian' | 'saxon' | 'wuerttemberg' | 'westphalian' | 'baden' | 'hessian' | 'italian' | 'neapolitan' | 'polish'
  | 'brunswick' | 'hanoverian' | 'dutch' | 'swedish' | 'danish' | 'other';
export type Arm =
  | 'infantry' | 'skirmishers' | 'cavalry' | 'artillery'
  | 'light-cavalry' | 'heavy-cavalry' | 'foot-artillery' | 'horse-artillery';
export type Formation =
  | 'column' | 'line' | 'square' | 'masse' | 'skirmish' | 'limbered' | 'unlimbered' | 'hasty-square' | 'road';
export type Level = 'bold' | 'firm' | 'nervous' | 'disrupted' | 'panic' | 'routed';
export type OrderKind = 'attack' | 'probe' | 'screen' | 'maneuver' | 'defend' | 'withdraw' | 'rally';
/** What a corps is told to do, and where. */
export type CorpsOrder = { kind: OrderKind; objective?: Point };
export type Corps = {
  id: number;
  name: string;
  side: Side;
  commander: number;
  order: CorpsOrder;
  /** The turn it comes in, where it is not here yet. */
  comes?: number;
  /** Of his own corps a player knows more. */
  mine?: {
    received: CorpsOrder;
    sealed: CorpsOrder | null;
    courier: [CorpsOrder, number] | null;
    /** While orders are written: what may be written for it. */
    orders: Writable[];
  };
};
/** Who gives an order: the corps commander carries it out, or the army commander sends it. */
export type OrderWay = { do: 'carry' } | { do: 'send'; turns: number };
/** An order that might be written, how, or why not. */
export type Writable = { kind: OrderKind; ways: OrderWay[]; error?: string; rule?: string };
/** What an order demands, and whether a place may be named with it. */
export type OrderMeaning = { kind: OrderKind; means: string; rules: string[]; place: boolean };
export type Pair = [number, number];
export type Both<T> = { french: T; allied: T };
export type Point = { x: number; y: number };
export type Pose = { at: Point; facing: number };
export type Player = 'you' | 'friend' | 'captain' | 'recruit';

export type Shape = { polygon: Point[] } | { line: { points: Point[]; width: number } };
export type Feature = { name: string; kind: string; level: number; shape: Shape };
export type Ground = { width: number; depth: number; features: Feature[] };

/** A unit on the small map of a card. */
export type Piece = { side: Side; nation?: Nation; arm?: Arm; formation?: Formation; rect: Pair[] };

export type BattleCard = {
  id: string;
  title: string;
  game: string;
  sheet: string;
  /** One nation, or several. */
  opponent: Nation | 'allied';
  kind: string;
  date: string;
  summary: string;
  units: Both<number>;
  figures: Both<number>;
  length: number | null;
  /** What strength is counted in. */
  strength?: string;
  terrain: Feature[];
  width: number;
  depth: number;
  pieces?: Piece[];
};

/** A sentence for a newcomer, the first time he is asked such a question. */
export type Hint = { ask: string; text: string };
/** How a battle is decided. */
export type Decision = { breaks: Both<number> | null; 'broken-are': string; turns: number; 'share-of': string; rules: string[] };

/** A sheet to read and to print, as printed or as a house plays it. */
export type Sheet = {
  game: string;
  sheet: string;
  title: string;
  phases: { number: number; title: string }[];
  rules: SheetRule[];
  rulings: { id: string; text: string; value: string; means?: string; changed?: boolean }[];
  house?: House;
};
export type SheetRule = {
  id: string;
  text: string;
  kind: string;
  phases: number[];
  /** The chart it is a row of, what it is a row for, and its numbers by the names of their fields. */
  chart?: string;
  when?: string[];
  values?: [string, string][];
  /** The house has taken it out, or plays it otherwise. */
  off?: boolean;
  changed?: boolean;
};
export type House = { name: string; changes: { id: string; field: string; before: string; after: string; text: string }[] };

export type Unit = {
  id: number;
  name: string;
  side: Side;
  arm: Arm;
  formation: Formation;
  figures: number;
  of: number;
  grade: string;
  brigade: string;
  nation: Nation;
  standing: string;
  rect: Pair[] | null;
  facing: number | null;
  centre: Pair | null;
  general: boolean;
  halted: boolean;
  marker: boolean;
  'in-melee': boolean;
  'in-command': boolean;
  acted: boolean;
  /** Morale status, where the game has levels. */
  level?: Level;
};

export type General = {
  id: number;
  name: string;
  side: Side;
  brigade: string | null;
  attached: number | null;
  at: Pair | null;
  lost: boolean;
  moved?: boolean;
  trait?: string;
  /** How far he commands, where that is his own. */
  radius?: number;
};

export type Throw = {
  pool: { count: number; sides: number };
  need?: number | null;
  faces: number[];
  typed: boolean;
  chance: [number, number] | null;
};

/** A line of working: the rule, and what it gave. */
export type Working = [string, number | string] | { rule: string; value: number | string };

export type LogLine = {
  n: number;
  turn: number;
  phase: number;
  /** The step it was told in. */
  step: number;
  head: 'turn' | 'phase' | null;
  /** The line it follows from. */
  under: number | null;
  sentence: string;
  rules: string[];
  working: Working[];
  throws: Throw[];
  units: number[];
  kind: string;
  /** How much it matters beside what was told in the same step. */
  weight: number;
};

/** A question of a game: the page knows its form only. Hints of a battle file go by its word. */
export type Question = { ask: string };

/** How an answer is made. */
export type FormKind =
  /** One of the offers. */
  | 'choose'
  /** Who comes next, of units for which it is often all the same. */
  | 'next'
  /** At whom the subject shoots. */
  | 'target'
  /** Who shoots at whom next: each offer has a unit and its target. */
  | 'shots'
  /** Orders to units and generals on the table; with a subject, to it alone. */
  | 'orders'
  /** The lit guns are turned or unlimbered. */
  | 'guns'
  /** The subject falls back and may change formation. */
  | 'fall-back'
  /** The subject is placed before the battle. */
  | 'place'
  /** Orders to corps are written and sealed. */
  | 'write';
/** One thing that may be said; without a text it is called by its unit. */
export type Offer = { text: string; note?: string; unit?: number; target?: number; answer: Answer };
export type Form = {
  kind: FormKind;
  /** The unit it is about. */
  subject: number | null;
  /** The units it is answered with. */
  lit: number[];
  /** None for those who wait; of orders on the table only what ends them. */
  offers: Offer[];
};

export type Leg = { wheel: number } | { ahead: number } | { back: number } | { to: Pose };

export type Order =
  | { do: 'march'; unit: number; legs: Leg[] }
  | { do: 'form'; unit: number; formation: Formation; facing: number | null; from?: Formation }
  | { do: 'charge'; unit: number; target: number; wheel: number }
  | { do: 'ride'; general: number; to: Point | null; join: number | null }
  | { do: 'enter'; unit: number; /** Nobody names it where there is one point only. */ at?: number | null; legs: Leg[] }
  | { do: 'turn'; unit: number; to: Pose | null }
  | { do: 'fall-back'; unit: number; by: number; formation: Formation }
  | { do: 'place'; unit: number; at: Pose | null; formation: Formation };

export type Answer =
  | 'yes'
  | 'no'
  | { unit: number }
  | { form: Formation }
  | { stand: string }
  | { shot: { unit: number; target: number } }
  | { instruct: { do: 'send' | 'carry'; corps: number; order: CorpsOrder } }
  | { order: Order }
  | { place: Placing };

/** Where a unit stands before the battle: an order of its own in some games, an answer in others. */
export type Placing = { unit: number; at: Pose | null; formation: Formation };

export type Asked = {
  side: Side;
  question: Question;
  mine: boolean;
  prompt: string;
  form: Form;
  /** The answer that takes no option up. */
  decline?: Answer;
  /** Before the battle: where the unit may stand, and how large it is in each formation. */
  place?: Place;
  /** Units that have had no order yet and could take one. */
  idle?: number[];
  /** Those of them whom their orders move if nobody does. */
  'moved-if-idle'?: number[];
};

/** How a unit would stand in a formation, with the facing it has; another is taken about the pivot. */
export type Formed = Stance & { at: Pose; pivot: Point; /** They say what the change costs. */ rules: string[] };
/** A formation a unit may take, and its footprint in it. */
export type Stance = { formation: Formation; width: number; depth: number };
export type Place = { unit: number; placed: number; of: number; zone: Pair[]; stances: Stance[] };

/** Ground that counts at the end. */
export type Goal = { name: string; at: Point; radius: number; worth: number };

export type Outcome = { winner: Side | null; by: string };

export type View = {
  id: string;
  seat: Seat;
  version: number;
  step: number;
  /** The same mark, the same game; a version may come again after something was taken back. */
  mark?: string;
  players?: Both<Player>;
  'own-dice'?: boolean;
  commitment?: string;
  /** What people have mixed into the sealed dice. */
  salts?: string[];
  /** The digits of a seed that somebody has chosen. */
  'chosen-seed'?: string;
  /** Played by a club's house rules. */
  house?: boolean;
  decision?: Decision;
  /** Why nothing can be taken back now. */
  'no-undo'?: string;
  /** Seats in which nobody sits. */
  'waits-for'?: Side[];
  /** The dice fall when everybody has sat down. */
  'dice-wait'?: boolean;
  /** Seats an invitation is out for. */
  offered?: Side[];
  /** This very link is an invitation to a seat. */
  invited?: Side;
  game?: string;
  sheet?: string;
  armies?: Both<{ name: string; nation: Nation }>;
  /** What only one game has. */
  own?: { kinds?: OrderMeaning[]; corps?: Corps[]; initiative?: Side | null; mover?: Side; rain?: boolean } | null;
  scenario: {
    id: string;
    title: string;
    sheet?: string;
    opponent?: Nation;
    date: string;
    summary: string;
    teaching?: boolean;
    history?: { notes: string; newcomers?: string; balance: string; sources: string[]; doubtful?: string[] };
    hints?: Hint[];
    terrain: Ground;
    edges?: Both<string>;
    objectives?: Goal[];
  };
  units: Unit[];
  generals: General[];
  phase: { number: number; word: string; title: string };
  phases: { number: number; title: string }[];
  turn: number;
  length: number | null;
  asked: Asked | null;
  dice: { count: number; sides: number; need: number | null; /** What each die is called, where they are told apart: faces are given in this order. */ names?: string[]; /** Whose player throws; nobody named: either. */ by?: Side | null } | null;
  /** Of an earlier step: what has moved in it. */
  moved?: Moved[];
  log: LogLine[];
  /** How many lines the whole log has. */
  told?: number;
  /** A record that was brought along. */
  uploaded?: boolean;
  /** Played by another version of the program: why it can only be read. */
  frozen?: string;
  'going-on'?: GoingOn;
  /** The game that this one has gone on from; the same link opens it. */
  'gone-on-from'?: string;
  standings: { units_lost: Both<number>; figures_lost: Both<number>; ground: Both<number>; lead: number };
  /** What strength is counted in. */
  strength?: string;
  outcome: Outcome | null;
  hash: string;
};

/** Who wants a battle to go on that can only be read here, and the game it goes on in once all do. */
export type GoingOn = { agreed: Side[]; game: string | null };

/** Where a unit or general stood and stands: its corners, or its place; empty where it was not on the table. */
export type Moved = { unit?: number; general?: number; side: Side; from: Pair[]; to: Pair[] };

export type Held = { name: string; holder: Side | null };
export type Loss = {
  id: number;
  name: string;
  arm: string;
  brigade: string;
  start: number;
  left: number;
  gone: boolean;
  end: string;
  turn: number | null;
  step: number | null;
};
export type LossSum = { arm: string | null; units: number; gone: number; start: number; left: number };
export type Score = {
  tries: number;
  successes: number;
  expected: number;
  fraction: string;
  'as-many': number;
  'as-few': number;
};
export type Standing = { step: number; turn: number; phase: number; title: string; lead: number };
export type Turning = Omit<Standing, 'lead'> & { before: number; after: number; sentences: string[]; ground: Held[] };

/** The report of a finished battle. */
export type Report = {
  id: string;
  title: string;
  date: string;
  sheet: string;
  length: number;
  terrain: Ground;
  players: Both<Player>;
  armies: Both<{ name: string; nation: Nation }>;
  outcome: { winner: Side | null; words: string } | null;
  turns: number;
  steps: number;
  /** What strength is counted in. */
  strength: string;
  losses: Both<{ units: Loss[]; arms: LossSum[]; total: LossSum }>;
  ground: Held[];
  verdict: Standing[];
  turning: Turning[];
  luck: Both<{ hits: Score; tests: Score }>;
  dice: { sides: number; fell: number[]; typed: number }[];
  maps: { turn: number; step: number; pieces: Piece[] }[];
};

/** Whether a thing is to the liking of whoever looks. */
export type Tone = 'good' | 'even' | 'bad';
export type Chance = { end?: string; text?: string; tone?: Tone; outcome?: unknown; chance: number; fraction: string };
export type ChargeTarget = { target: number; wheel: number; title?: string; odds: Chance[]; good: number; sentence?: string; short?: string };
export type May =
  | { do: 'march'; allowance: number; 'max-wheel': number; /** Rings where the middle of the front may end; one within another is a hole. */ area: Pair[][]; ends?: Pose[]; free: boolean }
  | { do: 'charge'; targets: ChargeTarget[] }
  | { do: 'form'; formations: Formation[]; turn?: boolean; /** How it would stand in each of them, and as it is where it may turn. */ stances?: Formed[] }
  | {
      do: 'enter';
      /** One way that is allowed. */
      order: Order;
      /** The stretch of the table's edge where the middle of the front may begin. */
      edge: [Pair, Pair];
      facing: number;
      width: number;
      depth: number;
      /** How far its front must come onto the table. */
      least: number;
      allowance: number;
      'max-wheel': number;
      free: boolean;
    }
  | { do: 'ride'; allowance: number; outline: Pair[]; joins: { unit: number; to: Point }[] }
  /** Something a button does. */
  | { do: 'button'; text: string; note: string; answer: Answer };
export type WhyNot = { what: string; error: string; rule: string };
export type Options = { may: May[]; 'why-not': WhyNot[] };

/** An answer that something hangs on, in short. */
export type Brief = {
  answer: Answer;
  label: string;
  /** What it is about, in words of its own. */
  title: string;
  unit: number | null;
  short: string;
  sentence: string;
  good: number;
  ends: Odd[];
};
export type Odd = { end: string; text: string; tone: Tone; chance: number; fraction: string };
export type OddsFact = { name: string; text: string; rules: string[]; value: string; measured: string } & (
  | { kind: 'choice'; choices: { value: string; text: string; good: number }[] }
  | { kind: 'number'; min: number; max: number }
);
export type OddsRoll = { title: string; dice: string; lines: { rule: string; text: string; value: string }[] };
export type Spread = { title: string; bars: Odd[] };
export type OddsTold = {
  version: number;
  title: string;
  sentence: string;
  caveats: string[];
  exact: boolean;
  good: number;
  facts: OddsFact[];
  working: OddsRoll[];
  ends: Odd[];
  distribution: Spread[];
};

/** A part of the table that a rule marks out. */
export type Zone = { text: string; from: number; to: number; rule: string; outline: Pair[] };
export type Sight = { unit: number; from: Pair; to: Pair; clear: boolean; by: string[]; distance: number; 'in-shot': boolean };
export type UnitOverlay = { unit: number; bands: Zone[]; arcs: Zone[]; reach: Zone[]; sights: Sight[] };
export type Ring = { general: number; side: Side; text: string; range: number; rule: string; outline: Pair[] };
export type Way = { unit: number; side: Side; turn: number; phase: number; path: Pair[] };
export type TableOverlay = { version: number; rings: Ring[]; moves: Way[] };

export type Fact = {
  name: string;
  text: string;
  word?: string[];
  number?: { min: number; max: number };
  flag?: unknown;
  default: string | null;
  /** Numbers met again and again. */
  usual?: number[];
  /** Another fact it hangs on: asked only with these values of it, and of its words those, the usual one first. */
  fits?: { fact: string; with: Record<string, string[]> };
};
/** A usual question to a chart: what it begins with, and what changes from one time to the next. */
export type Ask = { name: string; text: string; facts: Record<string, string>; first: string[] };
export type Chart = { name: string; title: string; facts: Fact[]; asks?: Ask[] };
/** Faces of a die that say the same; nothing where more dice follow. */
export type Faces = { from: number; to: number; outcome: Record<string, unknown> };
export type ChartResult = {
  outcome: Record<string, unknown>;
  working: Working[];
  throws: Throw[];
  /** Dice that are wanted before there is an outcome. */
  next?: { pool: { count: number; sides: number }; need: number | null; /** Of a single die: what each face says. */ faces?: Faces[] };
  odds?: Chance[];
  card?: OddsCard;
};
/** The odds of a chart as people read them: how it may end, and how each number may fall. */
export type OddsCard = { ends: Odd[]; spreads: Spread[]; exact: boolean };
