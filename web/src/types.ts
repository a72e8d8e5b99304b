// Written by `make generated` from the server's own types: change those, not this.
//
// What the server sends and takes. Lengths are thousandths of an inch; x runs east, y north.
// Bearings are 65536ths of a turn, 0 north, clockwise.

/** One thing for each side. */
export type Both<T> = { french: T; allied: T };

/** A spot on the table: x and y. */
export type Pair = [number, number];

/** What a captain would do. */
export type Advice = {
  own: Advised;
  /** Other plans, the best first; none where the game's captain cannot play them out. */
  others: Advised[];
  /** How often each of them was played out. */
  battles: number;
};

export type Advised = {
  /** A sentence for each part of the army, or a few. */
  says: string[];
  /** How often it wins, in hundredths, where it was played out. */
  chance?: number;
};

/** An answer, as it stands in records and comes over the wire. */
export type Answer =
  | 'yes'
  /** No; none; no more. */
  | 'no'
  | { unit: UnitId }
  | { form: Formation }
  | { stand: StandChoice }
  | { order: Order }
  | { shot: Shot }
  | { instruct: Instruction }
  | { place: { unit: UnitId; formation: Formation; at?: Pose | null } }
  | { me: MeId }
  /** One of some things that are put in words: the place among the offers. */
  | { option: number }
  | { act: ImpulseAct };

export type AnswerGiven = { request: RequestId; version: number; answer: Answer };

export type Arm =
  | 'infantry' | 'skirmishers' | 'cavalry' | 'artillery' | 'light-cavalry' | 'heavy-cavalry' | 'foot-artillery'
  | 'horse-artillery';

/** One of the two armies. */
export type Army = {
  /** "French", "Allies". */
  name: string;
  /** Whose colours it wears. */
  nation: Nation;
};

/** A usual question to a chart: what a player means by "a gun's shot". */
export type Ask = {
  name: string;
  text: string;
  /** What differs from the defaults, to begin with. */
  facts: Record<string, string>;
  /** What changes from one time to the next, and is asked before the rest. */
  first: string[];
};

export type Asked = {
  side: Side;
  question: Question;
  mine: boolean;
  prompt: Sentence;
  /** What a page shows the side that is asked; those who wait see whom it is about. */
  form: Form;
  /** Those of them that were told to stay where they are, and do: they need not be asked about. */
  'at-post'?: UnitId[];
  /** The answer that takes no option up; always accepted. */
  decline?: Answer;
  /** Units that have had no order yet and could take one. */
  idle?: UnitId[];
  /** Units that the rules will move if they are left without orders, including those that could take none. */
  'moved-if-idle'?: UnitId[];
  /** Before the battle: where the unit may stand. */
  place?: Place;
  /** The captain adds his orders when the player has ended his own. */
  'then-captain'?: boolean;
};

/** How the dice are held against what is wanted. */
export type Asks =
  /** The total must be this or more. */
  | 'at-least'
  /** The total must be this or less. */
  | 'at-most'
  /** Each die must show this face or more, and those that do are counted. */
  | 'each'
  /** The total is looked up in a table. */
  | 'table'
  /** The total is held against the enemy's, thrown beside it. */
  | 'against'
  /** The dice are the number itself: a distance, figures lost. */
  | 'amount';

/** Sent whenever a live line of the game opens or closes: the sides whose players are there. */
export type AtTable = { here: Side[] };

/** What a list of battles says of one. */
export type BattleCard = {
  id: string;
  title: string;
  game: string;
  sheet: string;
  /** Whom the French fight, as `Played::side_name` has it. */
  opponent: string;
  /** `teaching` or `battle`. */
  kind: string;
  date: string;
  summary: string;
  /** Reserves counted. */
  units: Both<number>;
  /** The page calls it figures, whatever the game counts. */
  figures: Both<number>;
  /** Turns, where the battle sets them. */
  length: number | null;
  /** Players may draw their armies up themselves. */
  deploys: boolean;
  /** Its title without what part of the battle it is. */
  name: string;
  width: Inches;
  depth: Inches;
  /** What strength is counted in. */
  strength: string;
  terrain: Feature[];
  /** The units on the table; the card's `units` counts reserves too. */
  pieces: Piece[];
};

/** A direction: 65536ths of a turn, 0 north (+y), clockwise. */
export type Bearing = number;

/** An answer given beforehand. */
export type Beforehand = {
  /** The word of the question. */
  ask: string;
  /** One of the values of its routine, or `ask`. */
  value: string;
  /** Whose questions it answers; left out: those of every command that has none of its own. */
  command?: string;
};

export type BeforehandGiven = {
  request: RequestId;
  /** The word of the question. */
  ask: string;
  /** One of the values of its routine, or `ask`. */
  value: string;
  /** Whose questions it answers; left out: those of every command that has no answer of its own. */
  command?: string | null;
};

/** A game that was begun, for the one who began it: his own seats, and invitations for his friends. */
export type Begun = { id: string; tokens: Tokens; invitations?: Invitations };

/** What a body is told to do. */
export type BodyOrder = {
  /** Its word in answers. */
  kind: string;
  /** What players call it: "Attack". */
  title: string;
  /** What it demands, without a full stop. */
  means: string;
  /** The body it names. */
  about?: GroupId;
  /** The place it names. */
  at?: Point;
  /** How near an enemy or its place it brings its units; none where it does not go at the enemy. */
  near?: Inches;
  rules?: string[];
};

/** The first depth: for a button, for a label on the table. */
export type Brief = {
  /** The answer that leads there. */
  answer: Answer;
  /** What it is called beside the others. */
  label: string;
  /** What it is about, in words of its own. */
  title: string;
  /** The unit on the table it is about. */
  unit: UnitId | null;
  /** A few words. */
  short: string;
  /** Fewer still, beside its unit on the table. */
  tag: OddsTag;
  sentence: string;
  /** How likely it goes well. */
  good: number;
  /** It costs its target men, however it ends: no end is for nothing. */
  'counts-losses': boolean;
  /** A shot of which no die can hit. */
  'hits-nobody': boolean;
  /** How it goes and what it costs, in one line of numbers; what is certain is said in its own words. */
  numbers: string;
  ends: Odd[];
};

export type Briefs = { version: number; answers: Brief[] };

export type Brought = {
  request: SecretId;
  record: string;
  /** What its file is called, for sentences about its faults. */
  name?: string | null;
};

/** Who has answered in a person's place. */
export type By = 'captain' | 'beforehand';

/** A club's patch, as its file says it. */
export type ByHouse = { house: string };

/** Where a card leads. */
export type CardOpened = {
  id: string;
  seat: Side;
  /** A second secret of the seat, beside the one in its link. */
  token: string;
};

export type CardRead = {
  /** Its six words, in capitals or not, with whatever stands between. */
  words: string;
};

/** What the modifiers are added to. */
export type Changes = 'roll' | 'need';

export type ChargeTarget = {
  target: UnitId;
  wheel: number;
  /** "A charges B". */
  title: string;
  /** Empty where there are too many dice to reckon. */
  odds: Odd[];
  /** How likely it goes well. */
  good: number;
  sentence: string;
  /** A few words. */
  short: string;
  /** Fewer still, beside the target on the table. */
  tag: OddsTag;
  /** How it goes and what it costs, in one line of numbers. */
  numbers: string;
};

/** A chart and the facts it wants. */
export type Chart = {
  name: string;
  title: string;
  facts: Fact[];
  /** What it is asked again and again. */
  asks?: Ask[];
};

export type ChartAsked = {
  /** The odds as people read them: how it may end, and how each number may fall. */
  card?: boolean;
  /** Faces in the order they are thrown; where they end before the rule does, it says what is thrown next. null: the server throws. */
  dice?: number[] | null;
  facts?: Record<string, boolean | number | string>;
  odds?: boolean;
};

export type ChartNumber = {
  is: ChartNumberIs;
  rule: string;
  value: string;
  /** Whose it is, or to which throw it belongs, where a chart has several. */
  of?: string;
};

/** What a number of a chart is. */
export type ChartNumberIs =
  /** So many dice. */
  | 'dice'
  /** The printed number a die must reach. */
  | 'needs'
  /** The printed number a die must not pass. */
  | 'or-less'
  /** A modifier. */
  | 'added'
  /** A printed distance, in thousandths of an inch. */
  | 'inches'
  /** What changes it. */
  | 'added-inches'
  /** No number at all: a rule that decides. */
  | 'ruled';

export type ChartOdd = { outcome: Record<string, ChartValue>; chance: number; fraction: string };

export type ChartResult = {
  outcome: Record<string, ChartValue>;
  /** Each number with its rule, as it is read. */
  working: ChartNumber[];
  throws: Throw[];
  card?: OddsCard;
  /** Dice that are wanted before there is an outcome. */
  next?: NextDice;
  odds?: ChartOdd[];
};

export type ChartValue = number | string;

export type CheckGiven = { answer: Answer };

/** What the page is told. */
export type Checked = {
  ok: boolean;
  error?: string;
  /** Names of ground that the move would give up. */
  ground?: string[];
  /** Whom the move would put out of command. */
  leaves?: Leaving;
  /** Whom the move would lock where it ends: in a firefight. */
  locks?: Locking[];
  rule?: string;
  /** Whom a gun that is laid so may fire at, each with its odds; the answers are those of the question that follows. */
  shots?: Brief[];
  /** Why a gun that is laid so would have no target, in a few words. */
  silent?: Sentence;
  /** The units that the sentence names, where it says why a move is not allowed. */
  units?: UnitId[];
  /** The game's present version, where an older one was answered. */
  version?: number;
  /** The same in parts, where a rule forbids a move. */
  why?: Sentence;
};

/** How a body comes that is not here yet. */
export type Coming = {
  /** When, in a sentence. */
  when: string;
  units: ComingUnit[];
  /** Where on the edge. */
  at?: Point;
  rules?: string[];
};

/** A unit of a body that comes. */
export type ComingUnit = { name: string; strength: number };

export type ConcedeGiven = { request: RequestId };

/** A corps' number in its game. */
export type CorpsId = number;

/** What a corps is told to do, and where. */
export type CorpsOrder = {
  kind: OrderKind;
  /** The point named with the order. */
  objective?: Point | null;
};

/** What is counted of a side toward its breaking. */
export type Counted = {
  /** One of them: "unit", "ME". */
  what: string;
  /** So many the side has. */
  of: number;
  /** What counts as lost: "spent", "gone or in bad morale". */
  are: string;
};

/** How well something shelters from fire. */
export type Cover = 'light' | 'medium' | 'heavy' | 'super-heavy';

/** How a battle is decided, and how far it has come; all of it is public. */
export type Decision = {
  /** So many units lost, and the army is broken; null: it fights to the last. */
  breaks: Both<number> | null;
  /** What counts as lost for that, of units: "lost", "routed or in panic". */
  'broken-are': string;
  /** So many of them are that by now. */
  breaking: Both<number>;
  /** How it would end if time were up now. */
  'if-over': Outcome;
  /** After this turn the ground decides. */
  turns: number;
  /** What becomes of ground that neither side has alone. */
  holding: Holding;
  /** Where the ground is equal, the smaller share of these decides. */
  'share-of': string;
  /** The rulings it rests on. */
  rules: string[];
  /** A sentence that says what that is, where the word alone does not. */
  'broken-means'?: string;
  /** What is counted of each side, where a game does not count the units. */
  counted?: Both<Counted>;
};

/** What units do on the table, as a look back counts it. */
export type Deed =
  | 'marches' | 'forms' | 'charges'
  /** Where it stands. */
  | 'turns';

/** How thick woods are. */
export type Density = 'light' | 'medium' | 'heavy';

export type DiceAsked = {
  count: number;
  sides: number;
  /** The face each die needs, where hits are counted. */
  need: number | null;
  /** The side whose player throws them; none named: either player may. */
  by: Side | null;
  /** What they decide, where that is told: "morale, needs 7 or less". */
  decides?: string;
  /** What each die is called, where they are told apart: faces are given in this order. */
  names?: string[];
};

/** How often each face fell, of dice with so many sides. */
export type DiceFell = {
  sides: number;
  /** From face 1. */
  fell: number[];
  /** Thrown by hand and typed in. */
  typed: number;
};

export type DiceGiven = {
  request: RequestId;
  version: number;
  /** Left out, the game's own dice fall. */
  faces?: number[] | null;
};

/** An edge of the table. */
export type Edge = 'north' | 'south' | 'east' | 'west';

export type Ended = {
  winner: Side | null;
  /** One sentence. */
  words: string;
};

export type Ending = 'broken' | 'nothing-left' | 'objectives' | 'losses' | 'conceded';

/** What an act puts an end to. */
export type Ends =
  /** No more marches or changes of formation. */
  | 'marches'
  /** No more fire. */
  | 'fire';

export type Faces = { from: number; to: number; outcome: Record<string, ChartValue> };

export type Fact = {
  name: string;
  text: string;
  /** Taken where the fact is not given. */
  default: string | null;
  /** Where it is worth asking, and which of its words are. */
  fits?: Fits;
  /** Numbers that are met again and again: sizes of battalions, ends of range bands. */
  usual?: number[];
} & (
  | { word: string[]; number?: never; flag?: never }
  | { number: { min: number; max: number }; word?: never; flag?: never }
  | { flag: null; word?: never; number?: never });

/** One feature of the ground. */
export type Feature = {
  name: string;
  kind: FeatureKind;
  class: FeatureClass;
  level: number;
  shape: Shape;
  /** What the map says beside its kind, for sheets that have grades. */
  grades?: Grades;
};

/** What a feature does to units and sight. */
export type FeatureClass = {
  difficult: boolean;
  defensive: boolean;
  fortification: boolean;
  impassable: boolean;
  woods: boolean;
  blocks_sight: boolean;
};

/** What a feature is. */
export type FeatureKind =
  | 'woods' | 'hill' | 'village' | 'fortification' | 'wall' | 'stream' | 'river' | 'bridge' | 'ford' | 'road'
  | 'marsh' | 'enclosure' | 'slope' | 'city' | 'mountain';

/** A fact that hangs on another of its chart. Where it is not given it is the usual one for that; given otherwise it is read all the same, and the game says whether the sheet has it. */
export type Fits = {
  fact: string;
  /** For each value of that fact with which this one means something: the words that suit it, the usual one first. */
  with: Record<string, string[]>;
};

/** A word that floats beside a unit. */
export type Floats = { unit: UnitId; words: string };

/** What a page shows the side that is asked. It knows forms, and no question of any game. */
export type Form = {
  kind: FormKind;
  /** The unit it is about. */
  subject: UnitId | null;
  /** The units it is answered with, lit on the table. */
  lit: UnitId[];
  /** What may be said, each with its words. Orders on the table are too many to list. */
  offers: Offer[];
  /** What offers have in common, told once. */
  groups?: OfferGroup[];
  /** Why nothing can come of it any more, as half a sentence; a page declines for its player and says so. */
  moot?: Sentence;
  /** Where orders to bodies are written: what may be written (`Played::writing`(crate::Played::writing)). */
  writing?: Writing;
};

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

export type Formation =
  | 'column' | 'line' | 'square' | 'masse' | 'skirmish' | 'limbered' | 'unlimbered' | 'hasty-square' | 'road'
  | 'attack-column' | 'closed-column' | 'company-column' | 'semi-skirmish' | 'two-ranks' | 'squadron-column'
  | 'dismounted';

/** How a unit would stand in a formation it may take. */
export type Formed = {
  formation: Formation;
  /** With the facing it has. */
  at: Pose;
  /** The point about which it takes another facing. */
  pivot: Point;
  width: Inches;
  depth: Inches;
  /** The rules that say what the change costs, and those that would hold the unit once it stands so. */
  rules: string[];
  /** The rule by which it could not charge then, though it may as it stands. */
  'no-charge'?: string;
};

/** A general or leader. */
export type General = {
  id: GeneralId;
  name: string;
  side: Side;
  /** What he commands. */
  brigade: string | null;
  attached: UnitId | null;
  /** Where he is, with his unit or alone. */
  at: Pair | null;
  lost: boolean;
  moved: boolean;
  /** How far he commands. */
  radius?: Inches;
  /** What he is like, where the game knows that. */
  trait?: string;
};

/** A general's number in his game. */
export type GeneralId = number;

/** Ground worth holding at the end. */
export type Goal = { name: string; at: Point; radius: Inches; worth: number };

/** How open country goes, where nothing else is on it. */
export type Going = 'marchfield' | 'rolling' | 'rough';

/** How far those are who want a battle to go on that this program cannot play any further. */
export type GoingOn = {
  /** The sides that want the battle to go on. */
  agreed: Side[];
  /** The game it goes on in, once all agree. The links of the old one open it. */
  game?: string;
};

/** What a map says of a feature beside its kind, or of some ground all features taken together; empty: nothing. */
export type Grades = { cover?: Cover; density?: Density; going?: Going; wall?: Wall };

/** The first frame of a page has the token, and not the address: addresses are logged in too many places for a secret. */
export type Greeting = { token: string };

/** A table and everything on it that is not a unit; 0..width by 0..depth. */
export type Ground = {
  width: Inches;
  depth: Inches;
  features: Feature[];
  /** How the country goes where no feature says otherwise. */
  going?: Going;
};

/** A brigade, a corps, a manoeuvre element. */
export type Group = {
  id: GroupId;
  /** What its game calls one like it: "brigade", "corps", "ME". */
  kind: string;
  name: string;
  side: Side;
  /** Its units that are or were here, those of its parts among them. */
  members: UnitId[];
  /** How it comes, while nothing of it is here. */
  comes?: Coming;
  leader?: GeneralId;
  /** The body that it is a part of. */
  of?: GroupId;
  /** What it does. */
  order?: BodyOrder;
  /** What it has been told and does not do yet. */
  pending?: Pending[];
  /** What is marked beside it on the table. */
  signs?: Sign[];
  /** The ground that is its own by the rules. */
  zone?: Pair[];
};

/** A body's number in its game. */
export type GroupId = number;

export type Hand = 'left' | 'centre' | 'right';

export type HandGiven = {
  request: RequestId;
  /** One of the seat's commands, by name. */
  command: string;
  /** Handed over, or taken back. */
  captain: boolean;
};

/** What a line is the heading of. */
export type Head = 'turn' | 'phase';

export type Held = {
  name: string;
  /** null: neither side alone. */
  holder: Side | null;
  /** The units of both sides that stand there, where they contest it. */
  contested?: string[];
};

/** A sentence that a teaching fight has for a newcomer. */
export type Hint = {
  /** The question by its word on the wire. */
  ask: string;
  text: string;
};

/** Where a battle comes from, and what is doubtful about it. */
export type History = {
  notes: string;
  /** What a newcomer learns in it. */
  newcomers: string;
  sources: string[];
  doubtful: string[];
  balance: string;
};

/** What becomes of ground that neither side has alone. */
export type Holding =
  /** Neither side holds it: only a side that stands there alone when it is counted does. */
  | 'counted'
  /** It stays with the side that last had it alone at the end of a turn. */
  | 'stays';

/** What a house plays otherwise. */
export type House = { name: string; changes: HouseChange[] };

export type HouseChange = {
  /** Of the rule or the ruling. */
  id: string;
  /** The field of the row; `rule` where a rule is in force on one side only, `ruling` for a ruling. */
  field: string;
  before: string;
  after: string;
  /** Of the rule or the ruling, in words. */
  text: string;
};

/** One act of an impulse. An act of a later segment ends the earlier ones. */
export type ImpulseAct =
  /** The next ME whose impulse is played. */
  | { begin: { me: MeId } }
  /** One unit goes its way; several go the same way together. `bonus`: it tries for bonus inches. */
  | { manoeuvre: { units: UnitId[]; legs: Leg[]; bonus?: boolean } }
  /** A change of formation, with the inches that are left after it. */
  | {
    form: {
      unit: UnitId;
      formation: Formation;
      facing?: Bearing | null;
      legs?: Leg[];
      /** A column that becomes a line: to which hand. Left out: on its centre. */
      onto?: Hand | null;
    };
  }
  /** Guns: limber, move and unlimber by the relocation roll. */
  | { relocate: { unit: UnitId; legs: Leg[] } }
  /** Guns: gallop, and stay limbered. */
  | { gallop: { unit: UnitId; legs: Leg[] } }
  /** Guns: by prolong. */
  | { prolong: { unit: UnitId; legs: Leg[] } }
  | { fire: { unit: UnitId; target: UnitId } }
  /** All units of the ME that may fire do, each at the nearest. */
  | 'fire-at-will'
  /** `wheel`: to the right, in 65,536ths of a turn. */
  | { charge: { units: UnitId[]; target: UnitId; wheel: number } }
  /** A commander action by its word in the chart. */
  | { command: { leader: GeneralId; action: string; to?: Point | null; unit?: UnitId | null } };

/** A length in thousandths of an inch. */
export type Inches = number;

/** Who moves or acts first, where a game rolls for it. */
export type Initiative = {
  /** What that is good for, in a sentence. */
  means: string;
  rule: string;
  /** Nobody has it before it is thrown for. */
  side?: Side;
};

/** Step 1: what is written down for a corps. */
export type Instruction =
  /** The army commander sends a new order; it arrives at once or by courier. */
  | { do: 'send'; corps: CorpsId; order: CorpsOrder }
  /** The corps commander carries out what he has received, as it is or shifted by his nation's step. */
  | { do: 'carry'; corps: CorpsId; order: CorpsOrder };

export type Invitations = { allied?: string; french?: string };

export type Inviting = {
  request: RequestId;
  /** Left out, the caller's own. Another only where that seat is empty. */
  seat?: Side | null;
};

export type Join = {
  unit: UnitId;
  /** The nearest place that will do. */
  to: Point;
};

/** A kind of order. */
export type KindOfOrder = {
  order: BodyOrder;
  /** A place may be named with it. */
  place: boolean;
};

/** Units that a move would put out of command. */
export type Leaving = {
  units: UnitId[];
  /** The rule that says what that costs them. */
  rule: string;
  /** How far from its leader a unit is in command, where that is one number. */
  range?: Inches;
};

/** What a captain is about with one command that he was handed. */
export type LedPlan = {
  command: string;
  /** None where he says nothing of it: then he leads it as he thinks best. */
  says: string[];
};

/** One leg of a move. */
export type Leg =
  /** A wheel in 65536ths of a turn, at most a whole one: positive clockwise on the right front corner, negative on the left. */
  | { wheel: number }
  /** Straight ahead; a negative distance counts as none. */
  | { ahead: Inches }
  /** Straight back, facing kept; a negative distance counts as none. */
  | { back: Inches }
  /** Straight to a pose with free facing, as skirmishers and generals move. */
  | { to: Pose }
  /** A facing change on the spot, about the centre. */
  | { face: Bearing }
  | { form: Formation }
  /** Along the road, bends included. */
  | { road: Inches }
  /** Straight along a bearing, facing kept: only where the house moves freely (ruling move.geometry). */
  | { shift: [Bearing, Inches] };

export type Level = 'routed' | 'panic' | 'disrupted' | 'nervous' | 'firm' | 'bold';

/** What is told when a game has moved: to each seat only what it knows of. */
export type LiveMoved = {
  version: number;
  step: number;
  /** Other than the view's: what the seat sees is not the same any more. */
  mark: string;
};

/** A unit that would be held where it ends. */
export type Locking = {
  unit: UnitId;
  /** The enemy that holds it. */
  by: UnitId;
  /** What it may not do then. */
  text: Sentence;
  rules: string[];
};

export type Log = { version: number; step: number; told: number; log: LogLine[] };

export type LogLine = {
  /** From 1, among those the seat has heard. */
  n: number;
  turn: number;
  /** The number on the sheet; 0 before the first. */
  phase: number;
  /** The step it was told in, as the seat counts them; one more than are finished where that goes on. */
  step: number;
  /** A heading of the log. */
  head: Head | null;
  /** The line it follows from. */
  under: number | null;
  sentence: Sentence;
  rules: string[];
  working: [string, string][];
  throws: Thrown[];
  units: UnitId[];
  /** The event's word, as its JSON has it. */
  kind: string;
  /** How much it matters beside what was told in the same step. */
  weight: Weight;
  /** Who has answered in the player's place what it tells of; only his own seat is told. */
  by?: By;
  /** What its units do by it, where it is one of these. */
  does?: Deed;
  /** A word of it for the table, beside a unit. */
  floats?: Floats;
  /** The generals it tells of. */
  generals?: GeneralId[];
  /** The ground it tells of, by its place among the objectives. */
  ground?: number;
  /** Who lost how many by it, and to whom as far as that is known: volleys fall one by one, losses come off together. */
  lost?: Lost[];
};

/** A unit, and when it left the battle. */
export type Loss = {
  id: number;
  name: string;
  arm: Arm;
  brigade: string;
  /** Its strength at the start, and at the end: nothing where the unit is gone. */
  start: number;
  left: number;
  /** Out of the battle. */
  gone: boolean;
  /** How it stands, in words. */
  end: string;
  turn: number | null;
  step: number | null;
};

export type LossSum = { arm: Arm | null; units: number; gone: number; start: number; left: number };

export type Losses = {
  units: Loss[];
  /** Those who fell or were taken, by name. */
  generals: string[];
  arms: LossSum[];
  total: LossSum;
};

/** So many of a unit, hit by another: more than were lost where fewer men were left than were hit. */
export type Lost = { unit: UnitId; n: number; by?: UnitId };

/** How one side's dice fell. */
export type Luck = { hits: Score; tests: Score };

export type May =
  | {
    do: 'march';
    /** Unhindered, in thousandths of an inch. */
    allowance: Inches;
    'max-wheel': number;
    /** Where the middle of the front may end, as rings; one within another is a hole. */
    area: Pair[][];
    /** The farthest pose of each wheel or direction. */
    ends: Pose[];
    /** It faces and moves as it likes. */
    free: boolean;
    /** Likewise if it were in command, where it is not and would go farther. */
    'in-command'?: Inches;
    /** What difficult ground under it, or within its move, makes of the move. */
    rough?: Rough;
  }
  | { do: 'charge'; targets: ChargeTarget[] }
  | {
    do: 'form';
    formations: Formation[];
    /** It may face about without changing formation. */
    turn: boolean;
    /** How it would stand in each of them, and as it is where it may turn; none beside real figures. */
    stances: Formed[];
  }
  /** Where a leader may ride, and whom he may join. */
  | {
    do: 'ride';
    /** How far. */
    allowance: Inches;
    /** Where he may end. */
    outline: Pair[];
    joins: Join[];
    /** The rules that say what he brings a unit he is with, and what he risks there. */
    joining: string[];
  }
  /** Something a button does: a roll for command, a force march. */
  | { do: 'button'; text: Sentence; note: Sentence; answer: Answer }
  /** A reserve comes on. */
  | {
    do: 'enter';
    /** One way that is allowed: nearest its point, as far as it may go. */
    order: Order;
    /** The stretch of the table's edge, its west or south end first, where the middle of its front may begin. */
    edge: [Pair, Pair];
    /** The way it faces there. */
    facing: Bearing;
    width: Inches;
    depth: Inches;
    /** How far its front must come onto the table, and may. */
    least: Inches;
    allowance: Inches;
    'max-wheel': number;
    free: boolean;
  };

/** An ME's number in its game. */
export type MeId = number;

/** How a sign is set. */
export type Mood =
  | 'plain' | 'good' | 'bad'
  /** It is this one's turn. */
  | 'now';

/** Where a unit or general stood and stands: its corners or its place; nothing where it was not on the table. */
export type Moved = { side: Side; from: Pair[]; to: Pair[]; general?: GeneralId; unit?: UnitId };

export type NamedPlace = { name: string; at: Point };

export type Nation =
  | 'french' | 'austrian' | 'prussian' | 'british' | 'russian' | 'spanish' | 'turkish' | 'bavarian' | 'saxon'
  | 'wuerttemberg' | 'westphalian' | 'baden' | 'hessian' | 'italian' | 'neapolitan' | 'polish' | 'portuguese'
  | 'brunswick' | 'hanoverian' | 'dutch' | 'swedish' | 'danish' | 'other';

export type NewGame = {
  request: SecretId;
  battle: string;
  french: Player;
  allied: Player;
  /** Each side places its own units before the battle. */
  deploy?: boolean;
  /** A club's house rules, as their file says them. */
  house?: string | null;
  'own-dice'?: boolean;
  /** Mixed into a seed that was not given. */
  salt?: string | null;
  /** A seed that is given lets its giver foresee the dice, so all are shown it. */
  seed?: 
    /** A number, or its digits: a page's numbers do not reach as far. */
    | number | string
    | null;
};

export type NextDice = {
  pool: Pool;
  need: number | null;
  /** Of a single die: what each face says, in order. Where more dice follow, nothing yet. */
  faces?: Faces[];
};

/** What a computer player says of its plan, as far as it is new. */
export type Note = {
  side: Side;
  turn: number;
  /** What it is about from now on, a sentence each. */
  says: string[];
  /** Sentences said before that hold no more. */
  drops?: string[];
  /** How likely it thinks that it wins, in hundredths, where it has reckoned that. */
  expects?: number;
};

/** One thing that can happen. */
export type Odd = {
  end: string;
  text: string;
  tone: Tone;
  chance: number;
  /** The whole percent it is nearest to: those of a list may not come to 100 exactly. */
  percent: number;
  fraction: string;
};

/** What odds are asked for. */
export type OddsAsked = {
  /** An answer to what is asked now … */
  answer?: Answer | null;
  target?: UnitId | null;
  unit?: UnitId | null;
  /** … or what one unit might do to another. */
  what?: What | null;
  /** Facts that are other than they stand. */
  'what-if'?: Record<string, boolean | number | string>;
};

/** The odds as the battle's card has them. */
export type OddsCard = {
  /** The main word of the outcome, likeliest first; nothing where it has none. */
  ends: Odd[];
  /** Each number or word beside it that can fall more than one way. */
  spreads: Spread[];
  exact: boolean;
  /** Step by step, where it is a chain of several throws. */
  tree?: Twig[];
};

export type OddsChoice = {
  value: string;
  text: string;
  /** How likely it would go well then. */
  good: number;
};

/** Something the odds rest on, and what else it could be. */
export type OddsFact = {
  name: string;
  text: string;
  /** The rules it brings in or takes away. */
  rules: string[];
  value: string;
  /** As it stands on the table. */
  measured: string;
} & (
  | { kind: 'choice'; choices: OddsChoice[] }
  | { kind: 'number'; min: number; max: number });

export type OddsLine = {
  rule: string;
  text: string;
  /** A number; what changes it, with its sign. */
  value: string;
};

/** A roll before it is thrown. */
export type OddsRoll = {
  title: string;
  /** How many dice and what they need. */
  dice: string;
  lines: OddsLine[];
};

/** What stands beside a unit on the table. */
export type OddsTag = {
  words: string;
  /** On a small screen. */
  narrow: string;
};

/** All depths. */
export type OddsTold = {
  version: number;
  title: string;
  sentence: string;
  /** What the odds leave out. */
  caveats: string[];
  /** Every chance is a fraction, none rounded. */
  exact: boolean;
  good: number;
  /** As of a brief. */
  'counts-losses': boolean;
  numbers: string;
  facts: OddsFact[];
  working: OddsRoll[];
  ends: Odd[];
  distribution: Spread[];
  /** Step by step, where it is a chain of several throws. */
  tree: Twig[];
};

/** One thing that may be said. */
export type Offer = {
  /** Empty where the name of its unit says it all. */
  text: Sentence;
  answer: Answer;
  /** How likely it comes off, where one throw says so and nothing else is to be weighed. */
  chance?: number;
  /** What it puts an end to for all who are asked with this question; a page warns of it once. */
  ends?: Ends[];
  /** The general who would do it. */
  general?: GeneralId;
  /** The group it stands in, by its place in the form. */
  group?: number;
  /** What it means, in a few words. */
  note?: Sentence;
  target?: UnitId;
  unit?: UnitId;
};

/** Offers that stand together, with what they have in common. */
export type OfferGroup = {
  title: Sentence;
  /** What it means, in a few words. */
  means?: Sentence;
  rules?: string[];
  /** The group it stands in, by its place in the form. */
  within?: number;
};

export type Options = {
  may: May[];
  'why-not': WhyNot[];
  /** What dice can add at most to the move with which it charges. */
  'charge-dice'?: Inches;
  /** How far from its leader it would be in command, where it is not and that is one number. */
  'command-range'?: Inches;
  /** The rule that says what it costs a unit to be out of command, where it is. */
  'out-of-command'?: string;
};

/** What a unit or general is told to do. */
export type Order =
  /** Legs in order. Beside real figures there are none: the players move the figures. */
  | { do: 'march'; unit: UnitId; legs: Leg[] }
  /** Another formation, another facing, or both; guns limber and unlimber so. */
  | {
    do: 'form';
    unit: UnitId;
    formation: Formation;
    facing?: Bearing | null;
    /** What it is in now, where only its facing changes. */
    from?: Formation | null;
  }
  /** One wheel, then straight on at the target. */
  | { do: 'charge'; unit: UnitId; target: UnitId; wheel: number; form?: Formation | null }
  /** A general rides, and may join a unit where he ends. */
  | { do: 'ride'; general: GeneralId; join?: UnitId | null; to?: Point | null }
  /** A reserve enters: its front so far along the table's edge from its west or south end, then its move. */
  | { do: 'enter'; unit: UnitId; legs: Leg[]; at?: number | null }
  /** Phase 1: guns turn and shift to bring the target ahead. */
  | { do: 'turn'; unit: UnitId; to?: Pose | null }
  /** Phase 2: fall back straight, and into this formation. */
  | { do: 'fall-back'; unit: UnitId; by: Inches; formation: Formation }
  /** Deployment. */
  | { do: 'place'; unit: UnitId; formation: Formation; at?: Pose | null }
  /** A unit out of command rolls whether it may move. */
  | { do: 'rouse'; unit: UnitId }
  /** Declares a force march: two dice are added to the road move. */
  | { do: 'force-march'; unit: UnitId }
  /** Under Withdraw: the move ends beyond its own edge. */
  | { do: 'leave'; unit: UnitId; legs: Leg[] };

export type OrderKind = 'attack' | 'probe' | 'screen' | 'maneuver' | 'defend' | 'withdraw' | 'rally';

/** How a battle ended. */
export type Outcome = {
  /** null: a draw. */
  winner: Side | null;
  by: Ending;
};

/** A number, and the id of the rule that gives it. */
export type Part = { rule: string; value: number };

/** An order that is not carried out yet. */
export type Pending = {
  order: BodyOrder;
  /** How far it is: "on its way, there in turn 5", "written, sealed". */
  how: string;
};

/** A phase of the turn. */
export type Phase = {
  /** Its number on the sheet; 0 before the first turn. */
  number: number;
  word: string;
  title: string;
};

/** A unit on a small map, by its corners from front left. */
export type Piece = { id: number; side: Side; nation: Nation; arm: Arm; formation: Formation; rect: Pair[] };

/** Where a unit may be placed before the battle, and how large it is in each formation. */
export type Place = {
  unit: UnitId;
  /** Units of its side that stand already, and how many there are to place in all. */
  placed: number;
  of: number;
  /** The ring it must stand in. */
  zone: Pair[];
  /** What it may stand in; the first is what it comes in. */
  stances: Stance[];
};

export type PlainRequest = { request: RequestId };

/** What a computer player is about. */
export type PlanSaid = {
  side: Side;
  /** When it was last changed. */
  turn: number;
  says: string[];
  /** How likely it thought that it wins, in hundredths, where it had reckoned that. */
  expects?: number;
};

/** Who plays a side: you, a friend by his invitation, or a computer general. */
export type Player = 'you' | 'friend' | 'recruit' | 'captain' | 'marshal';

/** A spot on the table, thousandths of an inch; x east, y north. */
export type Point = { x: number; y: number };

/** Dice to be thrown: how many, of how many sides. */
export type Pool = { count: number; sides: number };

/** Where something stands and faces; `at` is the centre of its front edge. */
export type Pose = { at: Point; facing: Bearing };

/** A question by its word alone: all that is decided in it stands in its form. */
export type Question = {
  /** Hints of a battle go by it. */
  ask: string;
};

export type Renewing = { request: SecretId };

export type Report = {
  id: string;
  title: string;
  date: string;
  sheet: string;
  /** Turns. */
  length: number;
  terrain: Ground;
  players: Both<Player>;
  armies: Both<Army>;
  outcome: Ended | null;
  turns: number;
  steps: number;
  /** What strength is counted in. */
  strength: string;
  losses: Both<Losses>;
  ground: Held[];
  /** After each phase. */
  verdict: Standing[];
  turning: Turning[];
  luck: Both<Luck>;
  dice: DiceFell[];
  /** At the start and after each turn. */
  maps: TurnMap[];
  /** What computer players have said of their plans, as they went. */
  plans?: Note[];
};

/** A new UUID for each request. */
export type RequestId = string;

export type Ring = {
  general: GeneralId;
  side: Side;
  text: string;
  range: Inches;
  rule: string;
  outline: Pair[];
};

/** How far a unit may go through difficult ground. */
export type Rough = {
  /** "4" where any of the way is in difficult ground (Thicket)". */
  text: Sentence;
  rule: string;
};

/** What may be answered beforehand: the word of its question, a heading, and what may be said beside "ask". */
export type Routine = { ask: string; title: string; values: RoutineValue[] };

export type RoutineValue = { value: string; title: string };

/** What is public of a battle. */
export type Scenario = {
  id: string;
  title: string;
  teaching: boolean;
  date: string;
  summary: string;
  history: History;
  terrain: Ground;
  edges: Both<Edge>;
  /** Turns; null: the house's. */
  length: number | null;
  objectives: Goal[];
  /** A sentence for a newcomer, told the first time he is asked such a question. */
  hints: Hint[];
  /** The same as an adjective in small letters: "french", "allied". */
  adjectives?: Both<string>;
  /** Who must come: the other side may stand where it is. */
  attacker?: Side;
  /** What becomes of ground that neither side has alone; null: what is usual in the game. */
  holding?: Holding;
  opponent?: Nation;
  /** Turns in which it rains or snows. */
  rain?: number[];
  sheet?: string;
  /** How each side is called: "French", "Allies". */
  sides?: Both<string>;
  year?: number;
};

export type Score = {
  tries: number;
  successes: number;
  /** To be expected, and the same as an exact fraction. */
  expected: number;
  fraction: string;
  /** How likely so many or more were, and so many or fewer. */
  'as-many': number;
  'as-few': number;
};

/** Who looks: a side, or a spectator. */
export type Seat = 'french' | 'allied' | 'watch';

/** What has come of it. */
export type Seated = {
  seat: Side;
  /** The six words of the seat's card, with spaces between. */
  card?: string;
  /** The secret of the invitation: the first to take it has the seat. */
  invitation?: string;
  /** The new secret of the seat. */
  token?: string;
};

/** A new UUID: with it the same secrets are given out again. */
export type SecretId = string;

/** Its parts, in their order. Two texts never stand beside each other. */
export type Sentence = Span[];

/** Where a feature lies. */
export type Shape =
  /** A closed outline, which may be concave. */
  | { polygon: Point[] }
  /** A line so wide, such as a wall, river or road. */
  | { line: { points: Point[]; width: Inches } };

export type Sheet = {
  game: string;
  sheet: string;
  title: string;
  phases: Phase[];
  /** In the order in which the sheet has them. */
  rules: SheetRule[];
  rulings: SheetRuling[];
  house?: House;
};

export type SheetCard = {
  /** By which it is named elsewhere. */
  word: string;
  game: string;
  /** Its heading. */
  title: string;
  /** So many sides has the die that is thrown most. */
  die: number;
  /** What it is, for a newcomer. */
  about: string;
  /** The first battle of the list is played by it: the one to begin with. */
  first?: boolean;
  /** Words of its game that a player of another does not know. */
  glossary?: Term[];
};

export type SheetRule = {
  id: string;
  /** With its number where the sentence stands for it. */
  text: string;
  kind: string;
  phases: number[];
  /** The house plays it otherwise than it is printed. */
  changed?: boolean;
  /** The chart it is a row of. */
  chart?: string;
  /** The heading of the sheet or of a phase says it already. */
  heading?: boolean;
  /** The house has taken it out. */
  off?: boolean;
  /** It reads well in a table of its chart: what it is for, and a number. */
  row?: boolean;
  /** Its sentence does not say them, or the house plays others. */
  unsaid?: boolean;
  /** Its numbers, by the names of their fields. */
  values?: [string, string][];
  /** What it is a row for: "column", "elite". */
  when?: string[];
  /** The same as a player writes them: "4+", "−1", "8″", "2–3". */
  written?: string;
};

export type SheetRuling = {
  id: string;
  text: string;
  value: string;
  changed?: boolean;
  /** What that word stands for. */
  means?: string;
};

/** A shot that is chosen. */
export type Shot = { unit: UnitId; target: UnitId };

/** The French, or the side that fights them. */
export type Side = 'french' | 'allied';

export type Sight = {
  unit: UnitId;
  from: Pair;
  to: Pair;
  clear: boolean;
  /** What hides it. */
  by: string[];
  distance: Inches;
  /** It could be shot at. */
  'in-shot': boolean;
};

/** A marker beside a unit or a body, by a letter and in words. */
export type Sign = {
  letter: string;
  /** "disordered", "out of ammunition", "locked in melee with 2/54e". */
  word: string;
  /** What that means for whom it lies beside, in a sentence. */
  means?: string;
  mood?: Mood;
  /** The rule that says so. */
  rule?: string;
};

/** A part of a sentence. */
export type Span =
  | string
  | { unit: UnitId; name: string }
  | { general: GeneralId; name: string }
  /** Ground that counts, by its place among the objectives. */
  | { place: number; name: string }
  | { inches: Inches }
  | { number: number };

/** How a number or a word may fall. */
export type Spread = { title: string; bars: Odd[] };

export type Staff = {
  /** The seat's commands, by name. */
  commands: string[];
  /** Those that the captain leads. */
  captain: string[];
  /** Whether the game's captain can lead a part of an army. */
  'may-lead': boolean;
  /** Answers given beforehand. */
  beforehand: Beforehand[];
  /** What may be answered beforehand. */
  routines: Routine[];
};

export type Stance = { formation: Formation; width: Inches; depth: Inches };

/** What infantry does that stands before a charge. */
export type StandChoice = 'stay' | 'square' | 'masse' | 'counter-charge';

/** The running verdict at the end of a phase. */
export type Standing = {
  step: number;
  turn: number;
  phase: number;
  title: string;
  /** Thousandths by which the first side leads. */
  lead: number;
};

/** How a battle stands: for the running verdict and the end. */
export type Standings = {
  /** Units out of the game. */
  units_lost: Both<number>;
  /** The page calls it figures, whatever the game counts. */
  figures_lost: Both<number>;
  /** Worth of the ground each side alone holds. */
  ground: Both<number>;
  /** Thousandths by which the French lead: positive is good for them. */
  lead: number;
};

/** Of the whole table. */
export type TableOverlay = { version: number; rings: Ring[]; moves: Way[] };

export type Taking = {
  request: SecretId;
  /** Left out, one is made here. */
  salt?: string | null;
};

/** A word, and what it means. */
export type Term = { word: string; means: string };

/** A throw held against what was wanted. `rolled` and `modifiers` add up to `total`, or `need` and `modifiers` to `needed`, as `changes` says; `total` held against `needed` as `asks` says gives `result`. */
export type Test = {
  asks: Asks;
  modifiers: Part[];
  changes: Changes;
  /** What all faces add up to; of dice that are counted one by one, how many hit. */
  rolled: number;
  total: number;
  result: string;
  /** The rule that gives the dice, where one does. */
  dice?: string;
  /** What is printed, before any modifier. */
  need?: Part;
  /** What the total, or each die, had to show; nothing where a table or the enemy's dice decide. */
  needed?: number;
  /** The totals with which a table says the same: from, to. */
  row?: Pair;
};

/** Dice as they fell, for the log. */
export type Throw = {
  pool: Pool;
  faces: number[];
  typed: boolean;
  /** How likely what was read from them was: ways, of so many. */
  chance: [number, number] | null;
  /** Whose dice they were, where a rule says it. */
  by?: Side;
  /** The face each die needed, where hits were counted. */
  need?: number;
  /** What they were held against, as the rule that threw them tells it. */
  test?: Test;
};

/** Dice that fell, and what they decided. */
export type Thrown = {
  pool: Pool;
  faces: number[];
  typed: boolean;
  /** How likely what was read from them was: ways, of so many. */
  chance: [number, number] | null;
  /** Whose dice they were, where a rule says it. */
  by?: Side;
  decides?: string;
  /** The face each die needed, where hits were counted. */
  need?: number;
  /** What they were held against, as the rule that threw them tells it. */
  test?: Test;
};

export type ToShare = { token: string };

/** The secrets of a new game, for the one who begins it; only their hashes are kept. */
export type Tokens = { watch: string; allied?: string; french?: string };

/** Whether the acting side likes it. */
export type Tone = 'good' | 'even' | 'bad';

export type TurnMap = {
  /** 0: before the first. */
  turn: number;
  step: number;
  pieces: Piece[];
};

/** A step that changed the verdict much, or the last fight. */
export type Turning = {
  step: number;
  turn: number;
  phase: number;
  title: string;
  before: number;
  after: number;
  /** The last fight of the battle, however little it changed. */
  last: boolean;
  /** The weightiest of what happened, in that order, and who did it. */
  sentences: Sentence[];
  /** Ground that changed hands. */
  ground: Held[];
};

/** A branch of a chain that is told as a tree, before those that grow from it. */
export type Twig = {
  /** How many branches it grows from. */
  depth: number;
  /** What is thrown for. */
  step: string;
  text: string;
  tone: Tone;
  /** Of everything. */
  chance: number;
  /** Once it has come so far. */
  here: number;
  /** Nothing follows. */
  ends: boolean;
};

export type UndoGiven = { request: RequestId };

/** A unit as it stands. */
export type Unit = {
  id: UnitId;
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
  /** Front left, front right, rear right, rear left. */
  rect: Pair[] | null;
  facing: Bearing | null;
  centre: Pair | null;
  /** A general is with it. */
  general: boolean;
  halted: boolean;
  /** Its charge marker is on the table. */
  marker: boolean;
  'in-melee': boolean;
  'in-command': boolean;
  acted: boolean;
  /** The enemy it has been told to fire at, and has not yet; only its own side knows. */
  'aims-at'?: UnitId;
  /** Its morale status, where the game has levels. */
  level?: Level;
  /** Markers of this game beside it. */
  signs?: UnitSign[];
};

/** A unit's number in its game. */
export type UnitId = number;

/** Of one unit. */
export type UnitOverlay = { unit: UnitId; bands: Zone[]; arcs: Zone[]; reach: Zone[]; sights: Sight[] };

/** A marker beside a unit. */
export type UnitSign = {
  letter: string;
  /** "disordered", "out of ammunition", "locked in melee with 2/54e". */
  word: Sentence;
};

export type Uploaded = { id: string; tokens: Tokens };

/** A game as a seat sees it. */
export type View = {
  id: string;
  seat: Seat;
  /** How many entries the game has that the seat knows of. */
  version: number;
  /** How many steps are finished that the seat knows of. */
  step: number;
  /** Of what the seat sees, as the live line has it: the same until that changes. */
  mark: string;
  players: Both<Player>;
  'own-dice': boolean;
  /** It was brought as a record: it is not played on. */
  uploaded: boolean;
  game: string;
  sheet: string;
  armies: Both<Army>;
  scenario: Scenario;
  units: Unit[];
  generals: General[];
  /** The bodies its units are led in. */
  groups: Group[];
  phase: Phase;
  phases: Phase[];
  turn: number;
  length: number;
  asked: Asked | null;
  dice: DiceAsked | null;
  /** Of an earlier step: what has moved in it. */
  moved: Moved[];
  log: LogLine[];
  /** How many lines the seat's whole log has. */
  told: number;
  standings: Standings;
  /** Who holds each piece of ground that counts. */
  ground: Held[];
  /** What strength is counted in. */
  strength: string;
  outcome: Outcome | null;
  /** Of what this seat sees. */
  hash: string;
  /** Binds the dice before they fall. */
  commitment: string;
  /** What people have mixed into the committed seed; none before all of them have sat down. */
  salts: string[];
  /** Seats that are empty. */
  'waits-for': Side[];
  decision: Decision;
  /** The dice fall when both seats are taken. */
  'dice-wait': boolean;
  /** Seats an invitation is out for. */
  offered: Side[];
  /** Every sign that may lie beside a body, with what it means. */
  'body-signs'?: Sign[];
  /** The digits of a seed that a person has chosen: with it the dice can be foreseen. */
  'chosen-seed'?: string;
  /** Only of a game that another version of the program has played: why it can be read and not played on. */
  frozen?: string;
  /** Only of such a game, and where its battle can go on: who wants that. */
  'going-on'?: GoingOn;
  /** The game that this one has gone on from; the same links open it. */
  'gone-on-from'?: string;
  /** Played by a club's house rules. */
  house?: boolean;
  /** Who has the initiative, in a game that has one. */
  initiative?: Initiative;
  /** This very link is an invitation to a seat. */
  invited?: Side;
  /** What the letters beside units mean, in a game that has some of its own. */
  letters?: Sign[];
  /** Why the seat can take nothing back now. */
  'no-undo'?: string;
  /** What computer players intended then. Secret until the battle is over. */
  plans?: PlanSaid[];
  /** What the seat has given out of hand, and what it could; not for spectators. */
  staff?: Staff;
};

/** How high a wall is. */
export type Wall = 'low' | 'high';

/** The way a unit has come within one phase. */
export type Way = {
  unit: UnitId;
  side: Side;
  turn: number;
  phase: number;
  /** Where its middle was, from the first place to the last; one place for a unit that has come onto the table. */
  path: Pair[];
};

/** Who gives an order. */
export type WayToWrite = {
  /** Its word in answers. */
  way: string;
  title: string;
  /** What comes of it, in a sentence. */
  note: string;
  /** The same in two or three words, where it need be said at all. */
  short?: string;
};

/** How much an event matters beside others of the same step, the least first. */
export type Weight =
  /** Nothing is lost by missing it. */
  | 'aside'
  /** A unit goes, or forms. */
  | 'move'
  /** A unit fires, or what it did before goes on. */
  | 'shot'
  /** A test, or what it alone brings. */
  | 'check'
  /** A charge, a hit, a round of a melee. */
  | 'hit'
  /** What came of a fight: a unit halts, runs, is beaten. */
  | 'result'
  /** Men are lost. */
  | 'loss'
  /** Worse: bad morale, guns or a standard taken, a division spent. */
  | 'grave'
  /** A unit is out of the battle, or the battle is over. */
  | 'gone';

export type What = 'charge' | 'shot';

/** Why not. */
export type WhyNot = {
  deed: Wish;
  why: Sentence;
  rule: string;
  /** The unit it would be done to. */
  target?: UnitId;
};

/** What somebody may wish to do, and may not. */
export type Wish =
  | 'march' | 'turn' | 'enter' | 'ride' | 'join' | 'leave-table'
  /** Its target, where one is meant. */
  | 'charge'
  /** It takes a formation. */
  | { form: Formation }
  /** What a button does, by its words. */
  | { button: string };

/** An order of one kind for one body. */
export type Writable = {
  ways: WayToWrite[];
  /** The place it would be for: that of an order of this kind which it has already. */
  at?: Point;
  /** Why it cannot be written. */
  error?: string;
  rule?: string;
};

/** What may be written for a body. */
export type Writes = {
  body: GroupId;
  /** What it does or has been told, in a few words. */
  now: string;
  /** One for each kind, in their order. */
  kinds: Writable[];
};

/** While orders to bodies are written: the kinds there are, the places that have a name, and what may be written for each. */
export type Writing = {
  /** Boldest first. */
  kinds: KindOfOrder[];
  places: NamedPlace[];
  bodies: Writes[];
};

/** What the page is told. */
export type Wrong = {
  error: string;
  rule?: string;
  /** The units that the sentence names, where it says why a move is not allowed. */
  units?: UnitId[];
  /** The game's present version, where an older one was answered. */
  version?: number;
  /** The same in parts, where a rule forbids a move. */
  why?: Sentence;
};

export type Zone = {
  text: string;
  from: Inches;
  to: Inches;
  rule: string;
  outline: Pair[];
  /** What the unit would do within it, where it is how far it could go. */
  does?: Deed;
};
