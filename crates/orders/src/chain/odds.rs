//! The exact odds of a shot and of a charge: states merged after every roll, each unit's ways worked out once.

use super::{
    Body, ChargeFacts, End, Going, Harm, LeaderFate, Ordeal, Outcome, Pair, ShotOutcome, Status, Who,
    facts_now, rolled, sentences, settled, shock, square_test, squares_up,
};
use crate::fire::{self, ShotFacts};
use crate::ids::house;
use crate::melee;
use crate::morale;
use crate::rules::Rules;
use crate::words::Level;
use dice::{Dice, Odds, Pool, Weight};
use std::convert::Infallible;
use std::rc::Rc;

/// Results with their weights; few at a time, so a list is quicker than a tree.
type Spread<T, W> = Vec<(T, W)>;

fn add<T: PartialEq, W: Weight>(spread: &mut Spread<T, W>, result: T, weight: W) {
    match spread.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum = sum.plus(&weight),
        None => spread.push((result, weight)),
    }
}

/// A result that has a place among all its like, so that equal ones are found at once.
trait Placed: Copy {
    const PLACES: usize;
    /// As many as there usually are at once.
    const ROOM: usize = 16;
    fn place(&self) -> usize;
}

/// No result has this place in a list.
const NOWHERE: u16 = u16::MAX;

/// Results with their weights, equal ones merged by their places.
struct Merged<T, W> {
    places: Vec<u16>,
    list: Spread<T, W>,
}

impl<T: Placed, W: Weight> Merged<T, W> {
    fn new() -> Self {
        Merged { places: vec![NOWHERE; T::PLACES], list: Vec::with_capacity(T::ROOM) }
    }

    fn add(&mut self, result: T, weight: W) {
        let place = result.place();
        match self.list.get_mut(usize::from(self.places[place])) {
            Some((_, sum)) => *sum = sum.plus(&weight),
            None => {
                self.places[place] = self.list.len() as u16;
                self.list.push((result, weight));
            }
        }
    }

    /// What has been added; it is empty for the next.
    fn take(&mut self) -> Spread<T, W> {
        for (result, _) in &self.list {
            self.places[result.place()] = NOWHERE;
        }
        std::mem::replace(&mut self.list, Vec::with_capacity(T::ROOM))
    }
}

impl Placed for Status {
    const PLACES: usize = Level::NAMES.len() * 3 * 2 * 2;
    fn place(&self) -> usize {
        let fate = self.leader as usize;
        ((self.level as usize * 3 + fate) * 2 + usize::from(self.moved)) * 2 + usize::from(self.due)
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
#[derive(Clone, Copy, PartialEq, Eq)]
struct Rolled {
    status: Status,
    first: bool,
    shocked: bool,
}

impl Placed for Rolled {
    const PLACES: usize = Status::PLACES * 4;
    fn place(&self) -> usize {
        (self.status.place() * 2 + usize::from(self.first)) * 2 + usize::from(self.shocked)
    }
}

impl Placed for (Status, bool) {
    const PLACES: usize = Status::PLACES * 2;
    fn place(&self) -> usize {
        self.0.place() * 2 + usize::from(self.1)
    }
}

impl Going {
    /// Its place among those that owe as many checks.
    fn place(&self) -> usize {
        let first = match self.first {
            None => 0,
            Some(passed) => 1 + usize::from(passed),
        };
        (self.status.place() * 2 + usize::from(self.shocked)) * 3 + first
    }
}

/// The ways from each point of an ordeal to its last roll, as far as known.
struct Onward {
    kind: Ordeal,
    /// The status its facts are frozen at, where the house does so.
    frozen: Option<Status>,
    /// Where they are listed, by the checks owed and by place.
    known: Vec<Vec<u16>>,
}

/// What a roll can show.
type Rolls<W> = Rc<Spread<(bool, Harm), W>>;
/// The ways to the last roll.
type Ends<W> = Rc<Spread<Rolled, W>>;
/// The ways through an ordeal: the status after it, and whether the first roll passed.
type Through<W> = Rc<Spread<(Status, bool), W>>;

/// One unit's ways through its ordeals.
struct Ways<'a, W> {
    rules: &'a Rules,
    body: &'a Body,
    rolls: Vec<((i32, bool), Rolls<W>)>,
    onward: Vec<Onward>,
    ends: Vec<Ends<W>>,
    merging: Merged<Rolled, W>,
    /// The ways through each ordeal, by the place of the status before it.
    through: Vec<(Ordeal, Vec<Option<Through<W>>>)>,
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
    let status = Status { leader: before.status.leader, ..end.status };
    Rolled { status, shocked: before.shocked, ..end }
}

impl<'a, W: Weight> Ways<'a, W> {
    fn new(rules: &'a Rules, body: &'a Body) -> Self {
        Ways {
            rules,
            body,
            rolls: Vec::new(),
            onward: Vec::new(),
            ends: Vec::with_capacity(32),
            merging: Merged::new(),
            through: Vec::new(),
        }
    }

    /// What a roll can show.
    fn roll(&mut self, face: i32, attached: bool) -> Rolls<W> {
        // Dice below 1 and above their sides say the same as those.
        let key = (face.clamp(0, 100), attached);
        if let Some((_, known)) = self.rolls.iter().find(|(known, _)| *known == key) {
            return Rc::clone(known);
        }
        let rolls = Rc::new(EveryFace::of(|dice| rolled(dice, self.rules, key.0, attached)));
        self.rolls.push((key, Rc::clone(&rolls)));
        rolls
    }

    /// The ways on from a point to the last roll, but for what became of a leader already gone ([`with_leader`]).
    /// A pass leaves fewer checks and a failure a lower level or fewer checks, so that it ends.
    fn onward(&mut self, table: usize, begun: Status, going: Going) -> Ends<W> {
        let going = without_leader(going);
        let (owed, place) = (going.owed as usize, going.place());
        let known = &mut self.onward[table].known;
        if known.len() <= owed {
            known.resize_with(owed + 1, || vec![NOWHERE; Status::PLACES * 6]);
        }
        if let Some(known) = self.ends.get(usize::from(known[owed][place])) {
            return Rc::clone(known);
        }
        let ends = if owed == 0 || going.status.is_gone() {
            let first = going.first.unwrap_or(true);
            let rolled = Rolled { status: settled(going.status), first, shocked: going.shocked };
            vec![(rolled, W::of(1, 1))]
        } else {
            let kind = self.onward[table].kind;
            let facts = facts_now(self.rules, self.body, begun, going.status);
            let attached = self.body.leader_now(going.status).is_some();
            let rolls = self.roll(morale::need(self.rules, &facts).face, attached);
            let mut next = Vec::with_capacity(rolls.len());
            for (rolled, chance) in rolls.iter() {
                let then = kind.after(self.rules, self.body, going, *rolled);
                next.push((then, chance, self.onward(table, begun, then)));
            }
            for (then, chance, ends) in next {
                for (end, weight) in ends.iter() {
                    self.merging.add(with_leader(*end, then), chance.times(weight));
                }
            }
            self.merging.take()
        };
        self.onward[table].known[owed][place] = self.ends.len() as u16;
        let ends = Rc::new(ends);
        self.ends.push(Rc::clone(&ends));
        ends
    }

    /// The table of ways for an ordeal.
    fn table(&mut self, ordeal: Ordeal, begun: Status) -> usize {
        let kind = Ordeal { drops: 0, checks: 0, ..ordeal };
        let frozen = self.rules.plays(house!("mc.live-modifiers", "frozen")).then_some(begun);
        let same = |known: &Onward| known.kind == kind && known.frozen == frozen;
        self.onward.iter().position(same).unwrap_or_else(|| {
            self.onward.push(Onward { kind, frozen, known: Vec::new() });
            self.onward.len() - 1
        })
    }

    /// The ways through an ordeal and the shock it may bring: the status after it, and whether the first roll passed.
    fn through(&mut self, status: Status, ordeal: Ordeal) -> Through<W> {
        let at = self.through.iter().position(|(known, _)| *known == ordeal).unwrap_or_else(|| {
            self.through.push((ordeal, vec![None; Status::PLACES]));
            self.through.len() - 1
        });
        if let Some(known) = &self.through[at].1[status.place()] {
            return Rc::clone(known);
        }
        let mut after = Merged::new();
        if status.is_gone() {
            after.add((status, true), W::of(1, 1));
        } else {
            let going = ordeal.begin(self.rules, self.body, status);
            let table = self.table(ordeal, going.status);
            for (end, weight) in self.onward(table, going.status, going).iter() {
                let end = with_leader(*end, going);
                if !end.shocked || end.status.is_gone() {
                    after.add((end.status, end.first), weight.clone());
                    continue;
                }
                for ((status, _), chance) in self.through(end.status, shock(self.rules)).iter() {
                    after.add((*status, end.first), weight.times(chance));
                }
            }
        }
        let after = Rc::new(after.list);
        self.through[at].1[status.place()] = Some(Rc::clone(&after));
        after
    }
}

/// The exact odds of levels lost outright and checks for one cause.
pub fn checks_odds<W: Weight>(rules: &Rules, body: &Body, drops: u32, count: u32) -> Odds<Status, W> {
    let ways = Ways::<W>::new(rules, body).through(Status::of(body), Ordeal::checks(drops, count));
    ways.iter().map(|((status, _), weight)| (*status, weight.clone())).collect()
}

/// The exact odds of a shot and its checks.
pub fn shot_odds<W: Weight>(rules: &Rules, shot: &ShotFacts, target: &Body) -> Odds<ShotOutcome, W> {
    let mut ways = Ways::new(rules, target);
    let mut found: Vec<(ShotOutcome, W)> = Vec::new();
    for (hits, weight) in Odds::<u32, W>::of(|dice| fire::hits(dice, rules, shot)).iter() {
        let checks = fire::checks(rules, shot, *hits, target.far_checks);
        for ((target, _), chance) in ways.through(Status::of(target), Ordeal::checks(0, checks)).iter() {
            found.push((ShotOutcome { hits: *hits, checks, target: *target }, weight.times(chance)));
        }
    }
    found.into_iter().collect()
}

// ------------------------------------------------------------ the two of a charge ----

impl Placed for Pair {
    const PLACES: usize = Status::PLACES * Status::PLACES / 2;
    const ROOM: usize = 256;
    fn place(&self) -> usize {
        // Nobody is still to be moved between two stages.
        let (charger, target) = (self.charger.place() / 2, self.target.place() / 2);
        (charger * (Status::PLACES / 2) + target) * 2 + usize::from(self.squared)
    }
}

impl Pair {
    const FIGHTERS: usize = Level::NAMES.len() * 2 * Level::NAMES.len() * 2 * 2;

    /// The place of the two as they fight: their levels, whether their leaders are with them, the square.
    fn fighters(&self) -> usize {
        let one =
            |status: Status| status.level as usize * 2 + usize::from(status.leader != LeaderFate::Unharmed);
        let both = one(self.charger) * (Level::NAMES.len() * 2) + one(self.target);
        both * 2 + usize::from(self.squared)
    }
}

impl Placed for Outcome {
    const PLACES: usize = End::ALL.len() * (Status::PLACES / 2) * (Status::PLACES / 2);
    const ROOM: usize = 256;
    fn place(&self) -> usize {
        let half = Status::PLACES / 2;
        (self.end as usize * half + self.charger.place() / 2) * half + self.target.place() / 2
    }
}

/// The status after a result.
type After<W> = Rc<Spread<Status, W>>;

/// What a round does where the attacker adds so much more than the defender.
struct Margin<W> {
    lead: i32,
    /// Nothing at all.
    nothing: Option<W>,
    /// A result for the charger alone, for the target alone.
    one: [Spread<Ordeal, W>; 2],
    /// A result for both, in order.
    both: Spread<[(Who, Ordeal); 2], W>,
    /// The status after a result for one alone, by the place of the status before it.
    after: [Vec<Option<After<W>>>; 2],
}

/// Both units' ways, and those whose charge has come to its end.
struct Course<'a, W> {
    rules: &'a Rules,
    facts: &'a ChargeFacts,
    charger: Ways<'a, W>,
    target: Ways<'a, W>,
    margins: Vec<Margin<W>>,
    /// How far the attacker's die is above the defender's.
    dice: Spread<i32, W>,
    ended: Merged<Outcome, W>,
}

impl<W: Weight> Course<'_, W> {
    fn through(&mut self, status: Status, who: Who, ordeal: Ordeal) -> Through<W> {
        let ways = if who == Who::Charger { &mut self.charger } else { &mut self.target };
        ways.through(status, ordeal)
    }

    fn square(&mut self, open: Spread<Pair, W>) -> Spread<Pair, W> {
        let test = square_test(self.rules);
        let mut after = Merged::new();
        for (pair, weight) in open {
            for ((status, passed), chance) in self.through(pair.target, Who::Target, test).iter() {
                let squared = squares_up(self.rules, test, *passed);
                after.add(Pair { target: *status, squared, ..pair }, weight.times(chance));
            }
        }
        after.list
    }

    fn fire(&mut self, open: Spread<Pair, W>, nth: usize) -> Spread<Pair, W> {
        let mut after = Merged::new();
        // After the last shot nobody asks how the checks came about.
        let last = nth + 1 == self.facts.shots();
        let kept = |pair: Pair| Pair { far_checks: if last { 0 } else { pair.far_checks }, ..pair };
        for (pair, weight) in open {
            let shot = self.facts.shot(&pair, nth).filter(|_| pair.is_locked());
            let Some(shot) = shot else {
                after.add(kept(pair), weight);
                continue;
            };
            for (hits, chance) in Odds::<u32, W>::of(|dice| fire::hits(dice, self.rules, &shot)).iter() {
                let weight = weight.times(chance);
                let mut struck = pair;
                let checks = struck.struck(self.rules, &shot, *hits);
                for ((status, _), chance) in
                    self.through(pair.charger, Who::Charger, Ordeal::checks(0, checks)).iter()
                {
                    after.add(kept(Pair { charger: *status, ..struck }), weight.times(chance));
                }
            }
        }
        after.list
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
        let after = [vec![None; Status::PLACES], vec![None; Status::PLACES]];
        self.margins.push(Margin { lead, nothing, one, both, after });
        self.margins.len() - 1
    }

    /// A unit's status after the results that it alone takes.
    fn alone(&mut self, margin: usize, who: Who, status: Status) -> After<W> {
        let (who_at, place) = (who as usize, status.place());
        if let Some(known) = &self.margins[margin].after[who_at][place] {
            return Rc::clone(known);
        }
        let mut after = Merged::new();
        for n in 0..self.margins[margin].one[who_at].len() {
            let (ordeal, weight) = self.margins[margin].one[who_at][n].clone();
            for ((status, _), chance) in self.through(status, who, ordeal).iter() {
                after.add(*status, weight.times(chance));
            }
        }
        let after = Rc::new(after.list);
        self.margins[margin].after[who_at][place] = Some(Rc::clone(&after));
        after
    }

    fn round(&mut self, open: Spread<Pair, W>, round: u32) -> Spread<Pair, W> {
        let mut after = Merged::new();
        // Where both take a result: those who have only the first behind them, by the second.
        let mut halfway: Vec<((Who, Ordeal), Merged<Pair, W>)> = Vec::new();
        let mut margins: Vec<Option<usize>> = vec![None; Pair::FIGHTERS];
        for (pair, weight) in open {
            let margin = *margins[pair.fighters()].get_or_insert_with(|| {
                let [attacker, defender] = self.facts.adds(self.rules, &pair, round);
                self.margin(attacker - defender)
            });
            if let Some(chance) = &self.margins[margin].nothing {
                after.add(pair, weight.times(chance));
            }
            for who in [Who::Charger, Who::Target] {
                for (status, chance) in self.alone(margin, who, pair.of(who)).iter() {
                    after.add(pair.with(who, *status), weight.times(chance));
                }
            }
            for n in 0..self.margins[margin].both.len() {
                let ([(who, ordeal), second], chance) = self.margins[margin].both[n].clone();
                let weight = weight.times(&chance);
                let at = halfway.iter().position(|(known, _)| *known == second).unwrap_or_else(|| {
                    halfway.push((second, Merged::new()));
                    halfway.len() - 1
                });
                for ((status, _), chance) in self.through(pair.of(who), who, ordeal).iter() {
                    halfway[at].1.add(pair.with(who, *status), weight.times(chance));
                }
            }
        }
        for ((who, ordeal), pairs) in halfway {
            for (pair, weight) in pairs.list {
                for ((status, _), chance) in self.through(pair.of(who), who, ordeal).iter() {
                    after.add(pair.with(who, *status), weight.times(chance));
                }
            }
        }
        after.list
    }

    /// The pairs still in contact; the others have come to their end.
    fn still_locked(&mut self, pairs: Spread<Pair, W>, before_melee: bool) -> Spread<Pair, W> {
        let mut open = pairs;
        open.retain(|(pair, weight)| {
            let locked = pair.is_locked();
            if !locked {
                self.end(pair, weight.clone(), before_melee);
            }
            locked
        });
        open
    }

    fn end(&mut self, pair: &Pair, weight: W, before_melee: bool) {
        self.ended.add(self.facts.outcome(self.rules, pair, before_melee), weight);
    }
}

/// The exact odds of a whole charge.
pub fn charge_odds<W: Weight>(rules: &Rules, facts: &ChargeFacts) -> Odds<Outcome, W> {
    let mut course = Course {
        rules,
        facts,
        charger: Ways::new(rules, &facts.charger),
        target: Ways::new(rules, &facts.target),
        margins: Vec::with_capacity(16),
        dice: EveryFace::of(|dice| {
            melee::throw(dice, rules, [0, 0]).map(|[attacker, defender]| attacker - defender)
        }),
        ended: Merged::new(),
    };
    let mut open: Spread<Pair, W> = vec![(facts.start(), W::of(1, 1))];
    if facts.tries_square {
        open = course.square(open);
    }
    for nth in 0..facts.shots() {
        open = course.fire(open, nth);
    }
    open = course.still_locked(open, true);
    for round in 1..=melee::rounds(rules) {
        let fought = course.round(open, round);
        open = course.still_locked(fought, false);
    }
    for (pair, weight) in open {
        course.end(&pair, weight, false);
    }
    let mut ended = course.ended.list;
    // Places run as outcomes do.
    ended.sort_unstable_by_key(|(outcome, _)| outcome.place());
    ended.into_iter().collect()
}
