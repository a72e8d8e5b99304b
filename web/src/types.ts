// What the server sends and takes. Lengths are thousandths of an inch; x runs east, y north.
// Bearings are 65536ths of a turn, 0 north, clockwise.

export type Side = 'french' | 'allied';
export type Seat = Side | 'watch';
export type Nation = 'french' | 'austrian' | 'prussian' | 'british' | 'russian';
export type Arm = 'infantry' | 'skirmishers' | 'cavalry' | 'artillery';
export type Formation = 'column' | 'line' | 'square' | 'masse' | 'skirmish' | 'limbered' | 'unlimbered';
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
  opponent: Nation;
  kind: string;
  date: string;
  summary: string;
  units: Both<number>;
  figures: Both<number>;
  length: number | null;
  terrain: Feature[];
  width: number;
  depth: number;
  pieces?: Piece[];
};

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
  sentence: string;
  rules: string[];
  working: Working[];
  throws: Throw[];
  units: number[];
  kind: string;
};

export type StandChoice = 'stay' | 'square' | 'masse' | 'counter-charge';

export type Question =
  | { ask: 'order'; side: Side }
  | { ask: 'adjust'; side: Side; guns: number[] }
  | { ask: 'target'; battery: number; targets: number[] }
  | { ask: 'shoot'; unit: number; targets: number[] }
  | { ask: 'next-test'; side: Side; units: number[] }
  | { ask: 'stand'; unit: number; may: StandChoice[] }
  | { ask: 'retire'; unit: number }
  | { ask: 'roll-for-square'; unit: number }
  | { ask: 'press'; unit: number }
  | { ask: 'form-line'; unit: number }
  | { ask: 'supporter'; gun: number; units: number[] }
  | { ask: 'next-melee'; side: Side; fights: number[] }
  | { ask: 'opponent'; unit: number; enemies: number[] }
  | { ask: 'free-change'; unit: number; formations: Formation[] }
  | { ask: 'recall'; unit: number }
  | { ask: 'deploy'; unit: number };

export type Leg = { wheel: number } | { ahead: number } | { back: number } | { to: Pose };

export type Order =
  | { do: 'march'; unit: number; legs: Leg[] }
  | { do: 'form'; unit: number; formation: Formation; facing: number | null }
  | { do: 'charge'; unit: number; target: number; wheel: number }
  | { do: 'ride'; general: number; to: Point | null; join: number | null }
  | { do: 'enter'; unit: number; at: number | null; legs: Leg[] }
  | { do: 'turn'; unit: number; to: Pose | null }
  | { do: 'fall-back'; unit: number; by: number; formation: Formation }
  | { do: 'place'; unit: number; at: Pose | null; formation: Formation };

export type Answer =
  | 'yes'
  | 'no'
  | { unit: number }
  | { form: Formation }
  | { stand: StandChoice }
  | { order: Order };

export type Asked = {
  side: Side;
  question: Question;
  mine: boolean;
  prompt: string;
  /** The answer that takes no option up. */
  decline?: Answer;
};

export type Outcome = { winner: Side | null; by: string };

export type View = {
  id: string;
  seat: Seat;
  version: number;
  step: number;
  players?: Both<Player>;
  'own-dice'?: boolean;
  'command-range'?: number;
  'general-move'?: number;
  commitment?: string;
  scenario: {
    id: string;
    title: string;
    sheet: string;
    opponent: Nation;
    date: string;
    summary: string;
    history?: { notes: string; balance: string; sources: string[] };
    terrain: Ground;
    edges?: Both<string>;
    objectives?: { name: string; at: Point; radius: number; worth: number }[];
  };
  units: Unit[];
  generals: General[];
  phase: { number: number; word: string; title: string };
  phases: { number: number; title: string }[];
  turn: number;
  length: number | null;
  asked: Asked | null;
  dice: { count: number; sides: number; need: number | null } | null;
  log: LogLine[];
  standings: { units_lost: Both<number>; figures_lost: Both<number>; ground: Both<number>; lead: number };
  outcome: Outcome | null;
  hash: string;
};

export type Chance = { end?: string; outcome?: unknown; chance: number; fraction: string };
export type ChargeTarget = { target: number; wheel: number; odds: Chance[]; sentence?: string };
export type May =
  | { do: 'march'; allowance: number; 'max-wheel': number; outline: Pair[]; ends?: Pose[]; free: boolean }
  | { do: 'charge'; targets: ChargeTarget[] }
  | { do: 'form'; formations: Formation[]; turn?: boolean }
  | { do: 'enter'; order: Order };
export type WhyNot = { what: string; error: string; rule: string };
export type Options = { may: May[]; 'why-not': WhyNot[] };

export type Fact = {
  name: string;
  text: string;
  word?: string[];
  number?: { min: number; max: number };
  flag?: unknown;
  default: string | null;
};
export type Chart = { name: string; title: string; facts: Fact[] };
export type ChartResult = {
  outcome: Record<string, unknown>;
  working: Working[];
  throws: Throw[];
  odds?: Chance[];
};
