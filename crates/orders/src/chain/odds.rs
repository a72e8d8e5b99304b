//! The exact odds of a shot and of a charge: states merged after every roll, each unit's ways worked out once.

use super::{
    Body, ChargeFacts, Going, Harm, LeaderFate, Ordeal, Outcome, Pair, ShotOutcome, Status, Who, facts_now,
    rolled, sentences, settled, shock, square_test, squares_up, struck,
};
use crate::fire::{self, ShotFacts};
use crate::ids::house;
use crate::melee;
use crate::morale;
use crate::rules::Rules;
use crate::words::Level;
use dice::{Dice, Odds, Pool, Weight};
use std::convert::Infallible;
use std::num::NonZeroUsize;

/// Results with their weights.
type Spread<T, W> = Vec<(T, W)>;

fn add<T: PartialEq, W: Weight>(spread: &mut Spread<T, W>, result: T, weight: W) {
    match spread.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum = sum.plus(&weight),
        None => spread.push((result, weight)),
    }
}

/// A result that has a place among all its like, so that equal ones are found at once.
trait Placed: Copy {
    /// As many places as are usually taken.
    const PLACES: usize;
    fn place(&self) -> usize;
}

/// What is known for a place, in a list that grows with its places.
fn at_place<T: Clone>(list: &mut Vec<Option<T>>, place: usize) -> &mut Option<T> {
    if list.len() <= place {
        list.resize(place + 1, None);
    }
    &mut list[place]
}

/// Results with their weights, equal ones merged by their places.
struct Merged<T, W> {
    weights: Vec<Option<W>>,
    met: Vec<T>,
}

impl<T: Placed, W: Weight> Merged<T, W> {
    fn new() -> Self {
        Merged { weights: vec![None; T::PLACES], met: Vec::with_capacity(T::PLACES) }
    }

    fn add(&mut self, result: T, weight: W) {
        match self.weights.get_mut(result.place()) {
            Some(Some(sum)) => *sum = sum.plus(&weight),
            _ => {
                *at_place(&mut self.weights, result.place()) = Some(weight);
                self.met.push(result);
            }
        }
    }

    /// Takes out those that are wanted.
    fn take(&mut self, wanted: impl Fn(&T) -> bool) -> impl Iterator<Item = (T, W)> {
        let Merged { weights, met } = self;
        let taken = met.extract_if(.., move |result| wanted(result));
        taken.filter_map(|result| Some((result, weights[result.place()].take()?)))
    }

    fn take_all(&mut self) -> impl Iterator<Item = (T, W)> {
        let Merged { weights, met } = self;
        met.drain(..).filter_map(|result| Some((result, weights[result.place()].take()?)))
    }
}

/// Many short spreads, one behind another.
struct Shelf<T, W> {
    all: Spread<T, W>,
    ends: Vec<usize>,
}

/// The number of a spread on its shelf.
type Number = NonZeroUsize;

impl<T, W> Shelf<T, W> {
    fn new() -> Self {
        Shelf { all: Vec::with_capacity(256), ends: vec![0] }
    }

    /// Puts a spread behind the others.
    fn put(&mut self, spread: impl Iterator<Item = (T, W)>) -> Number {
        let number = Number::MIN.saturating_add(self.ends.len() - 1);
        self.all.extend(spread);
        self.ends.push(self.all.len());
        number
    }

    fn get(&self, number: Number) -> &[(T, W)] {
        &self.all[self.ends[number.get() - 1]..self.ends[number.get()]]
    }
}

/// A unit between two causes, by its number: nobody is then still to be moved.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Standing(u8);

impl Standing {
    const FATES: usize = LeaderFate::ALL.len();
    /// How many there are.
    const COUNT: usize = Level::WORDS.len() * Self::FATES * 2;

    /// All of them, in their order.
    const ALL: [Status; Self::COUNT] = {
        let (level, leader) = (Level::Routed, LeaderFate::Unharmed);
        let mut all = [Status { level, leader, moved: false, due: false }; Self::COUNT];
        let mut n = 0;
        while n < Self::COUNT {
            all[n].level = Level::WORDS[n / 2 / Self::FATES].1;
            all[n].leader = LeaderFate::ALL[n / 2 % Self::FATES];
            all[n].moved = n % 2 == 1;
            n += 1;
        }
        all
    };

    fn of(status: Status) -> Standing {
        let led = status.level as usize * Self::FATES + status.leader as usize;
        Standing((led * 2 + usize::from(status.moved)) as u8)
    }

    fn status(self) -> Status {
        Self::ALL[self.place()]
    }
}

impl Placed for Standing {
    const PLACES: usize = Standing::COUNT;
    fn place(&self) -> usize {
        usize::from(self.0)
    }
}

// ------------------------------------------------------ every face of the dice ----

/// Dice that show every face of every die, one fall after another: for one or two dice the quickest way to count.
#[derive(Default)]
struct EveryFace {
    shown: Vec<(u32, u32)>,
    depth: usize,
}

impl EveryFace {
    fn die(&mut self, sides: u32) -> u32 {
        if self.depth == self.shown.len() {
            self.shown.push((1, sides.max(1)));
        }
        self.depth += 1;
        self.shown[self.depth - 1].0
    }

    /// A rule's results with their weights.
    fn of<T: PartialEq, W: Weight>(
        mut rule: impl FnMut(&mut EveryFace) -> Result<T, Infallible>,
    ) -> Spread<T, W> {
        let mut dice = EveryFace::default();
        let mut ways: Vec<(T, u128, u128)> = Vec::new();
        loop {
            dice.depth = 0;
            let Ok(result) = rule(&mut dice);
            let all: u128 = dice.shown.iter().map(|(_, sides)| u128::from(*sides)).product();
            match ways.iter_mut().find(|(known, _, of)| *known == result && *of == all) {
                Some((_, ways, _)) => *ways += 1,
                None => ways.push((result, 1, all)),
            }
            while let Some((face, sides)) = dice.shown.last_mut() {
                *face += 1;
                if *face <= *sides {
                    break;
                }
                dice.shown.pop();
            }
            if dice.shown.is_empty() {
                break;
            }
        }
        let mut spread = Spread::new();
        for (result, ways, all) in ways {
            add(&mut spread, result, W::of(ways, all));
        }
        spread
    }
}

impl Dice for EveryFace {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        Ok((0..pool.count).map(|_| u32::from(self.die(pool.sides) >= need)).sum())
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading((0..pool.count).map(|_| self.die(pool.sides)).sum()))
    }
}

// ------------------------------------------------------------ a unit's checks ----

/// The last of a unit's rolls for one cause.
#[derive(Clone, Copy)]
struct Rolled {
    standing: Standing,
    first: bool,
    shocked: bool,
}

impl Placed for Rolled {
    const PLACES: usize = Standing::COUNT * 4;
    fn place(&self) -> usize {
        (self.standing.place() * 2 + usize::from(self.first)) * 2 + usize::from(self.shocked)
    }
}

/// A unit after an ordeal, and whether its first roll passed.
type Fared = (Standing, bool);

impl Placed for Fared {
    const PLACES: usize = Standing::COUNT * 2;
    fn place(&self) -> usize {
        self.0.place() * 2 + usize::from(self.1)
    }
}

impl Going {
    fn place(&self) -> usize {
        let due = usize::from(self.status.due);
        let first = match self.first {
            None => 0,
            Some(passed) => 1 + usize::from(passed),
        };
        let rolls = ((self.owed as usize * 3 + first) * 2 + usize::from(self.shocked)) * 2 + due;
        rolls * Standing::COUNT + Standing::of(self.status).place()
    }
}

/// The ways from each point of an ordeal to its last roll, as far as known.
struct Onward {
    kind: Ordeal,
    /// The face needed for every roll, where the house freezes what it rests on.
    frozen: Option<i32>,
    /// The numbers of their spreads, by place.
    known: Vec<Option<Number>>,
}

/// What a roll can show.
type Rolls<W> = Spread<(bool, Harm), W>;

/// One unit's ways through its ordeals.
struct Ways<'a, W> {
    rules: &'a Rules,
    body: &'a Body,
    /// What a roll can show, by the face needed and whether a leader is with the unit.
    rolls: Vec<((i32, bool), Rolls<W>)>,
    onward: Vec<Onward>,
    ends: Shelf<Rolled, W>,
    ending: Merged<Rolled, W>,
    /// The numbers of the ways through each ordeal, by the standing before it.
    through: Vec<(Ordeal, [Option<Number>; Standing::COUNT])>,
    fared: Shelf<Fared, W>,
    faring: Vec<Merged<Fared, W>>,
}

/// A leader who is gone changes nothing more: the ways on are the same however he went.
fn without_leader(going: Going) -> Going {
    if going.status.leader == LeaderFate::Unharmed {
        return going;
    }
    Going { status: Status { leader: LeaderFate::Away, ..going.status }, shocked: false, ..going }
}

/// Tells of a leader who was gone before how he went.
fn with_leader(end: Rolled, before: Going) -> Rolled {
    if before.status.leader == LeaderFate::Unharmed {
        return end;
    }
    let status = Status { leader: before.status.leader, ..end.standing.status() };
    Rolled { standing: Standing::of(status), shocked: before.shocked, ..end }
}

impl<'a, W: Weight> Ways<'a, W> {
    fn new(rules: &'a Rules, body: &'a Body) -> Self {
        Ways {
            rules,
            body,
            rolls: Vec::new(),
            onward: Vec::new(),
            ends: Shelf::new(),
            ending: Merged::new(),
            through: Vec::new(),
            fared: Shelf::new(),
            faring: Vec::new(),
        }
    }

    /// The face that passes.
    fn face(&self, begun: Status, now: Status) -> i32 {
        morale::need(self.rules, &facts_now(self.rules, self.body, begun, now)).face
    }

    /// The number of what a roll can show.
    fn roll(&mut self, face: i32, attached: bool) -> usize {
        let key = (face, attached);
        self.rolls.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            let rolls = EveryFace::of(|dice| rolled(dice, self.rules, face, attached));
            self.rolls.push((key, rolls));
            self.rolls.len() - 1
        })
    }

    /// The number of the ways on from a point to the last roll, but for what became of a leader already gone
    /// ([`with_leader`]).
    /// A pass leaves fewer checks and a failure a lower level or fewer checks, so that it ends.
    fn onward(&mut self, table: usize, begun: Status, going: Going) -> Number {
        let going = without_leader(going);
        let place = going.place();
        if let Some(Some(known)) = self.onward[table].known.get(place) {
            return *known;
        }
        if going.owed == 0 || going.status.is_gone() {
            let standing = Standing::of(settled(going.status));
            let first = going.first.unwrap_or(true);
            self.ending.add(Rolled { standing, first, shocked: going.shocked }, W::of(1, 1));
        } else {
            self.roll_on(table, begun, going);
        }
        let number = self.ends.put(self.ending.take_all());
        *at_place(&mut self.onward[table].known, place) = Some(number);
        number
    }

    /// Rolls once, and goes on from there.
    fn roll_on(&mut self, table: usize, begun: Status, going: Going) {
        let attached = self.body.leader_now(going.status).is_some();
        let roll = self.roll(self.face(begun, going.status), attached);
        let kind = self.onward[table].kind;
        let mut next = Vec::with_capacity(self.rolls[roll].1.len());
        for n in 0..self.rolls[roll].1.len() {
            let (rolled, chance) = self.rolls[roll].1[n].clone();
            let then = kind.after(self.rules, self.body, going, rolled);
            next.push((then, chance, self.onward(table, begun, then)));
        }
        for (then, chance, number) in next {
            for (end, weight) in self.ends.get(number) {
                self.ending.add(with_leader(*end, then), chance.times(weight));
            }
        }
    }

    /// The table of ways for an ordeal.
    fn table(&mut self, ordeal: Ordeal, begun: Status) -> usize {
        let kind = Ordeal { drops: 0, checks: 0, ..ordeal };
        let frozen = self.rules.plays(house!("mc.live-modifiers", "frozen"));
        let frozen = frozen.then(|| self.face(begun, begun));
        let same = |known: &Onward| known.kind == kind && known.frozen == frozen;
        self.onward.iter().position(same).unwrap_or_else(|| {
            self.onward.push(Onward { kind, frozen, known: Vec::new() });
            self.onward.len() - 1
        })
    }

    /// The ways through an ordeal and the shock it may bring.
    fn through(&mut self, standing: Standing, ordeal: Ordeal) -> &[(Fared, W)] {
        let at = self.through.iter().position(|(known, _)| *known == ordeal).unwrap_or_else(|| {
            self.through.push((ordeal, [None; Standing::COUNT]));
            self.through.len() - 1
        });
        let number = self.through[at].1[standing.place()].unwrap_or_else(|| {
            let mut fared = self.suffered(standing.status(), ordeal);
            let number = self.fared.put(fared.take_all());
            self.faring.push(fared);
            self.through[at].1[standing.place()] = Some(number);
            number
        });
        self.fared.get(number)
    }

    fn suffered(&mut self, status: Status, ordeal: Ordeal) -> Merged<Fared, W> {
        let mut fared = self.faring.pop().unwrap_or_else(Merged::new);
        if status.is_gone() {
            fared.add((Standing::of(status), true), W::of(1, 1));
            return fared;
        }
        let going = ordeal.begin(self.rules, self.body, status);
        let table = self.table(ordeal, going.status);
        let number = self.onward(table, going.status, going);
        for n in 0..self.ends.get(number).len() {
            let (end, weight) = self.ends.get(number)[n].clone();
            let Rolled { standing, first, shocked } = with_leader(end, going);
            if !shocked || standing.status().is_gone() {
                fared.add((standing, first), weight);
                continue;
            }
            for ((standing, _), chance) in self.through(standing, shock(self.rules)) {
                fared.add((*standing, first), weight.times(chance));
            }
        }
        fared
    }
}

/// The exact odds of levels lost outright and checks for one cause.
pub fn checks_odds<W: Weight>(rules: &Rules, body: &Body, drops: u32, count: u32) -> Odds<Status, W> {
    let mut ways = Ways::<W>::new(rules, body);
    let ways = ways.through(Standing::of(Status::of(body)), Ordeal::checks(drops, count));
    ways.iter().map(|((standing, _), weight)| (standing.status(), weight.clone())).collect()
}

/// The exact odds of a shot and its checks.
pub fn shot_odds<W: Weight>(rules: &Rules, shot: &ShotFacts, target: &Body) -> Odds<ShotOutcome, W> {
    let mut ways = Ways::new(rules, target);
    let mut found: Spread<ShotOutcome, W> = Vec::new();
    for (hits, weight) in Odds::<u32, W>::of(|dice| fire::hits(dice, rules, shot)).iter() {
        let checks = fire::checks(rules, shot, *hits, target.far_checks);
        let after = ways.through(Standing::of(Status::of(target)), Ordeal::checks(0, checks));
        found.extend(after.iter().map(|((standing, _), chance)| {
            (ShotOutcome { hits: *hits, checks, target: standing.status() }, weight.times(chance))
        }));
    }
    found.into_iter().collect()
}

// ------------------------------------------------------------ the two of a charge ----

/// The charger under fire.
#[derive(Clone, Copy)]
struct UnderFire {
    charger: Standing,
    far_checks: u32,
}

impl Placed for UnderFire {
    const PLACES: usize = Standing::COUNT;
    fn place(&self) -> usize {
        self.far_checks as usize * Standing::COUNT + self.charger.place()
    }
}

/// A shot at the charger.
struct Volley<W: Weight> {
    shot: ShotFacts,
    hits: Odds<u32, W>,
    /// The numbers of what it does, by the charger before it.
    known: Vec<Option<Number>>,
}

/// The two in the melee, by their number.
#[derive(Clone, Copy)]
struct Fight(usize);

impl Placed for Fight {
    const PLACES: usize = Standing::COUNT * Standing::COUNT;
    fn place(&self) -> usize {
        self.0
    }
}

impl Fight {
    fn new(pair: &Pair) -> Fight {
        let (charger, target) = (Standing::of(pair.charger), Standing::of(pair.target));
        let squared = usize::from(pair.squared) * Self::PLACES;
        Fight(squared + charger.place() * Standing::COUNT + target.place())
    }

    fn of(self, who: Who) -> Standing {
        let place = match who {
            Who::Charger => self.0 / Standing::COUNT % Standing::COUNT,
            Who::Target => self.0 % Standing::COUNT,
        };
        Standing(place as u8)
    }

    fn with(self, who: Who, standing: Standing) -> Fight {
        let before = self.of(who).place();
        Fight(match who {
            Who::Charger => self.0 - before * Standing::COUNT + standing.place() * Standing::COUNT,
            Who::Target => self.0 - before + standing.place(),
        })
    }

    fn is_squared(self) -> bool {
        self.0 >= Self::PLACES
    }

    fn pair(self) -> Pair {
        let [charger, target] = [Who::Charger, Who::Target].map(|who| self.of(who).status());
        Pair { charger, target, squared: self.is_squared() }
    }
}

impl Outcome {
    /// Outcomes run as their places do.
    fn place(&self) -> usize {
        let (charger, target) = (Standing::of(self.charger), Standing::of(self.target));
        (self.end as usize * Standing::COUNT + charger.place()) * Standing::COUNT + target.place()
    }
}

/// What a round does where the attacker adds so much more than the defender.
struct Margin<W> {
    lead: i32,
    /// Nothing at all.
    nothing: Option<W>,
    /// A result for the charger alone, for the target alone.
    one: [Spread<Ordeal, W>; 2],
    /// A result for both, in order.
    both: Spread<[(Who, Ordeal); 2], W>,
    /// The numbers of what comes of a result for one alone, by the standing before it.
    after: [[Option<Number>; Standing::COUNT]; 2],
}

/// What the two add in one round, as far as known: by who it is, whether the target is in square, and standing.
type Adds = [[[Option<i32>; Standing::COUNT]; 2]; 2];

/// A charge on its way.
struct Course<'a, W: Weight> {
    rules: &'a Rules,
    facts: &'a ChargeFacts,
    /// The charger's ways, the target's.
    ways: [Ways<'a, W>; 2],
    /// How far the attacker's die is above the defender's.
    dice: Spread<i32, W>,
    volleys: Vec<Volley<W>>,
    struck: Shelf<UnderFire, W>,
    margins: Vec<Margin<W>>,
    after: Shelf<Standing, W>,
    merging: Merged<Standing, W>,
    fights: Merged<Fight, W>,
    /// Where both take a result: those who have only the first behind them, by the second.
    halfway: Vec<((Who, Ordeal), Merged<Fight, W>)>,
    ended: Spread<Outcome, W>,
}

impl<'a, W: Weight> Course<'a, W> {
    fn new(rules: &'a Rules, facts: &'a ChargeFacts) -> Self {
        let dice = |dice: &mut EveryFace| melee::throw(dice, rules, [0, 0]);
        Course {
            rules,
            facts,
            ways: [Ways::new(rules, &facts.charger), Ways::new(rules, &facts.target)],
            dice: EveryFace::of(|every| dice(every).map(|[attacker, defender]| attacker - defender)),
            volleys: Vec::new(),
            struck: Shelf::new(),
            margins: Vec::new(),
            after: Shelf::new(),
            merging: Merged::new(),
            fights: Merged::new(),
            halfway: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// The charge comes in: the hasty square, then the fire of step 3.
    fn come_in(&mut self) {
        let mut known: Vec<(_, Spread<UnderFire, W>)> = Vec::new();
        for (pair, weight) in self.formed() {
            if !pair.is_locked() {
                self.meet(pair, weight);
                continue;
            }
            let own = self.facts.shot(&pair, 0).and_then(|shot| fire::throw(self.rules, &shot));
            let at = known.iter().position(|(same, _)| *same == own).unwrap_or_else(|| {
                known.push((own, self.under_fire(&pair)));
                known.len() - 1
            });
            for (UnderFire { charger, .. }, chance) in &known[at].1 {
                self.meet(Pair { charger: charger.status(), ..pair }, weight.times(chance));
            }
        }
    }

    /// The two after the hasty-square test, if there is one.
    fn formed(&mut self) -> Spread<Pair, W> {
        let start = self.facts.start();
        if !self.facts.tries_square {
            return vec![(start, W::of(1, 1))];
        }
        let test = square_test(self.rules);
        let ways = self.ways[Who::Target as usize].through(Standing::of(start.target), test);
        let formed = |((target, passed), weight): &(Fared, W)| {
            let squared = squares_up(self.rules, test, *passed);
            (Pair { target: target.status(), squared, ..start }, weight.clone())
        };
        ways.iter().map(formed).collect()
    }

    /// The charger after the shots of step 3.
    fn under_fire(&mut self, pair: &Pair) -> Spread<UnderFire, W> {
        let Body { far_checks, .. } = self.facts.charger;
        let start = UnderFire { charger: Standing::of(pair.charger), far_checks };
        let mut open = vec![(start, W::of(1, 1))];
        let mut after = Merged::new();
        for shot in (0..self.facts.shots()).filter_map(|nth| self.facts.shot(pair, nth)) {
            let volley = self.volley(shot);
            for (before, weight) in open {
                if before.charger.status().is_out() {
                    after.add(before, weight);
                    continue;
                }
                for (struck, chance) in self.struck(volley, before) {
                    after.add(*struck, weight.times(chance));
                }
            }
            open = after.take_all().collect();
        }
        open
    }

    /// The number of a shot.
    fn volley(&mut self, shot: ShotFacts) -> usize {
        self.volleys.iter().position(|known| known.shot == shot).unwrap_or_else(|| {
            let hits = Odds::of(|dice| fire::hits(dice, self.rules, &shot));
            self.volleys.push(Volley { shot, hits, known: Vec::new() });
            self.volleys.len() - 1
        })
    }

    /// The charger after a shot.
    fn struck(&mut self, volley: usize, before: UnderFire) -> &[(UnderFire, W)] {
        let Volley { shot, hits, known } = &mut self.volleys[volley];
        let number = at_place(known, before.place()).get_or_insert_with(|| {
            let mut after = Merged::new();
            for (hits, weight) in hits.iter() {
                let mut far_checks = before.far_checks;
                let ordeal = struck(self.rules, shot, *hits, &mut far_checks);
                for ((charger, _), chance) in self.ways[Who::Charger as usize].through(before.charger, ordeal)
                {
                    after.add(UnderFire { charger: *charger, far_checks }, weight.times(chance));
                }
            }
            self.struck.put(after.take_all())
        });
        self.struck.get(*number)
    }

    /// The two are in contact, or it has ended before the melee.
    fn meet(&mut self, pair: Pair, weight: W) {
        if pair.is_locked() {
            self.fights.add(Fight::new(&pair), weight);
        } else {
            self.ended.push((self.facts.outcome(self.rules, &pair, true), weight));
        }
    }

    /// What a round does where the attacker adds so much more than the defender, by its number.
    fn margin(&mut self, lead: i32) -> usize {
        if let Some(known) = self.margins.iter().position(|known| known.lead == lead) {
            return known;
        }
        let (mut nothing, mut one, mut both) = (None, [Spread::new(), Spread::new()], Spread::new());
        for (above, chance) in &self.dice {
            match sentences(self.rules, [above + lead, 0]) {
                [Some((who, ordeal)), None] | [None, Some((who, ordeal))] => {
                    add(&mut one[who as usize], ordeal, chance.clone());
                }
                [Some(first), Some(second)] => add(&mut both, [first, second], chance.clone()),
                [None, None] => nothing = Some(nothing.map_or(chance.clone(), |sum: W| sum.plus(chance))),
            }
        }
        let after = [[None; Standing::COUNT]; 2];
        self.margins.push(Margin { lead, nothing, one, both, after });
        self.margins.len() - 1
    }

    /// The number of what comes of the results that one takes alone.
    fn alone(&mut self, margin: usize, who: Who, standing: Standing) -> Number {
        let margin = &mut self.margins[margin];
        let known = &mut margin.after[who as usize][standing.place()];
        *known.get_or_insert_with(|| {
            for (ordeal, weight) in &margin.one[who as usize] {
                for ((standing, _), chance) in self.ways[who as usize].through(standing, *ordeal) {
                    self.merging.add(*standing, weight.times(chance));
                }
            }
            self.after.put(self.merging.take_all())
        })
    }

    fn add_of(&self, adds: &mut Adds, fight: Fight, who: Who, round: u32) -> i32 {
        let standing = fight.of(who);
        let known = &mut adds[who as usize][usize::from(fight.is_squared())][standing.place()];
        let sum = || self.facts.sum(self.rules, who, standing.status(), fight.is_squared(), round);
        *known.get_or_insert_with(|| sum().total())
    }

    fn round(&mut self, round: u32) {
        let mut adds: Adds = [[[None; Standing::COUNT]; 2]; 2];
        let open: Spread<Fight, W> = self.fights.take(|fight| fight.pair().is_locked()).collect();
        for (fight, weight) in open {
            let [attacker, defender] =
                [Who::Charger, Who::Target].map(|who| self.add_of(&mut adds, fight, who, round));
            let margin = self.margin(attacker - defender);
            if let Some(chance) = &self.margins[margin].nothing {
                self.fights.add(fight, weight.times(chance));
            }
            for who in [Who::Charger, Who::Target] {
                let after = self.alone(margin, who, fight.of(who));
                for (standing, chance) in self.after.get(after) {
                    self.fights.add(fight.with(who, *standing), weight.times(chance));
                }
            }
            for (ordeals, chance) in &self.margins[margin].both {
                let [(who, ordeal), second] = *ordeals;
                let weight = weight.times(chance);
                let at = self.halfway.iter().position(|(known, _)| *known == second).unwrap_or_else(|| {
                    self.halfway.push((second, Merged::new()));
                    self.halfway.len() - 1
                });
                for ((standing, _), chance) in self.ways[who as usize].through(fight.of(who), ordeal) {
                    self.halfway[at].1.add(fight.with(who, *standing), weight.times(chance));
                }
            }
        }
        for ((who, ordeal), fights) in &mut self.halfway {
            for (fight, weight) in fights.take_all() {
                for ((standing, _), chance) in self.ways[*who as usize].through(fight.of(*who), *ordeal) {
                    self.fights.add(fight.with(*who, *standing), weight.times(chance));
                }
            }
        }
    }

    /// How it has ended: whether the target was in square is not told.
    fn outcomes(mut self) -> Spread<Outcome, W> {
        let squared: Spread<Fight, W> = self.fights.take(|fight| fight.is_squared()).collect();
        for (fight, weight) in squared {
            self.fights.add(Fight::new(&Pair { squared: false, ..fight.pair() }), weight);
        }
        let outcome =
            |(fight, weight): (Fight, W)| (self.facts.outcome(self.rules, &fight.pair(), false), weight);
        self.ended.extend(self.fights.take_all().map(outcome));
        self.ended.sort_by_cached_key(|(outcome, _)| outcome.place());
        self.ended
    }
}

/// The exact odds of a whole charge.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    let mut course = Course::new(rules, facts);
    course.come_in();
    for round in 1..=melee::rounds(rules) {
        course.round(round);
    }
    course.outcomes().into_iter().collect()
}
