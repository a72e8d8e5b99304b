//! A unit's ways through its checks: from each point of an ordeal to its last roll, and the shock after it.

use crate::charts::Rules;
use crate::rules::chain::body::Settled;
use crate::rules::chain::checks::{Checking, Harm, Rolled as Shown, UnderChecks, after_last_roll};
use crate::rules::chain::{Body, LeaderFate, Status};
use crate::rules::morale::{Ordeal, Roll};
use dice::{EveryFace, Merged, Number, Odds, Once, Placed, Shelf, Spread, Weight, at_place};

/// The exact odds of levels lost outright and checks for one cause.
pub fn checks_odds<W: Weight>(rules: &Rules, body: &Body, drops: u32, count: u32) -> Odds<Status, W> {
    let mut ways = Ways::<W>::new(body.nature());
    let ways = ways.through(rules, Settled::of(Status::of(body)), Ordeal::checks(drops, count));
    ways.iter().map(|(Fared(settled, _), weight)| (settled.status(), weight.clone())).collect()
}

/// The last of a unit's rolls for one cause.
#[derive(Clone, Copy)]
struct Rolled {
    settled: Settled,
    first: bool,
    shocked: bool,
}

impl Placed for Rolled {
    const PLACES: usize = Settled::COUNT * 4;
    fn place(&self) -> usize {
        (self.settled.place() * 2 + usize::from(self.first)) * 2 + usize::from(self.shocked)
    }
}

/// A unit after an ordeal, and whether its first roll passed.
#[derive(Clone, Copy)]
pub(super) struct Fared(pub(super) Settled, pub(super) bool);

impl Placed for Fared {
    const PLACES: usize = Settled::COUNT * 2;
    fn place(&self) -> usize {
        self.0.place() * 2 + usize::from(self.1)
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
pub(super) struct Ways<W> {
    /// Its nature.
    body: Body,
    /// What a roll can show, by the face needed and whether a leader is with the unit.
    rolls: Vec<((i32, bool), Rolls<W>)>,
    onward: Vec<Onward>,
    ends: Shelf<Rolled, W>,
    ending: Merged<Rolled, W>,
    /// The numbers of the ways through each ordeal, by how the unit was settled before it.
    through: Vec<(Ordeal, [Option<Number>; Settled::COUNT])>,
    fared: Shelf<Fared, W>,
    faring: Vec<Merged<Fared, W>>,
}

/// A leader who is gone changes nothing more: the ways on are the same however he went.
fn without_leader(going: UnderChecks) -> UnderChecks {
    if going.status.leader == LeaderFate::Unharmed {
        return going;
    }
    UnderChecks { status: Status { leader: LeaderFate::Away, ..going.status }, shocked: false, ..going }
}

/// Tells of a leader who was gone before how he went.
fn with_leader(end: Rolled, before: UnderChecks) -> Rolled {
    if before.status.leader == LeaderFate::Unharmed {
        return end;
    }
    let status = Status { leader: before.status.leader, ..end.settled.status() };
    Rolled { settled: Settled::of(status), shocked: before.shocked, ..end }
}

impl<W: Weight> Ways<W> {
    pub(super) fn new(nature: Body) -> Self {
        Ways {
            body: nature,
            rolls: Vec::new(),
            onward: Vec::new(),
            ends: Shelf::new(),
            ending: Merged::new(),
            through: Vec::new(),
            fared: Shelf::new(),
            faring: Vec::new(),
        }
    }

    pub(super) fn nature(&self) -> Body {
        self.body
    }

    /// The number of what a roll can show, its leader's die with it.
    fn roll(&mut self, checking: &Checking<'_>, going: UnderChecks) -> usize {
        let key = (checking.face(going.status), checking.body.leader_now(going.status).is_some());
        self.rolls.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            let rolls = EveryFace::of(|dice| {
                let mut once = Once::new(going, dice);
                checking.roll(&mut once)?;
                checking.danger(&mut once)?;
                let shown = once.state().rolled;
                Ok(shown.map_or((true, Harm::None), |Shown { roll, harm }| {
                    (roll.passes, harm.unwrap_or(Harm::None))
                }))
            });
            self.rolls.push((key, rolls));
            self.rolls.len() - 1
        })
    }

    /// The number of the ways on from a point to the last roll, but for what became of a leader already gone
    /// ([`with_leader`]).
    /// A pass leaves fewer checks and a failure a lower level or fewer checks, so that it ends.
    fn onward(&mut self, table: usize, checking: &Checking<'_>, going: UnderChecks) -> Number {
        let going = without_leader(going);
        let place = going.at_rest();
        if let Some(Some(known)) = self.onward[table].known.get(place) {
            return *known;
        }
        if going.progress.owed == 0 {
            let settled = Settled::of(after_last_roll(going.status));
            self.ending.add(Rolled { settled, first: going.passed(), shocked: going.shocked }, W::of(1, 1));
        } else {
            self.roll_on(table, checking, going);
        }
        let number = self.ends.put(self.ending.take_all());
        *at_place(&mut self.onward[table].known, place) = Some(number);
        number
    }

    /// Rolls once, and goes on from there.
    fn roll_on(&mut self, table: usize, checking: &Checking<'_>, going: UnderChecks) {
        let roll = self.roll(checking, going);
        let mut next = Vec::with_capacity(self.rolls[roll].1.len());
        for n in 0..self.rolls[roll].1.len() {
            let ((passes, harm), chance) = self.rolls[roll].1[n].clone();
            let shown = Shown { roll: Roll { passes, endangers: false }, harm: Some(harm) };
            let then = checking.taken(UnderChecks { rolled: Some(shown), ..going });
            next.push((then, chance, self.onward(table, checking, then)));
        }
        for (then, chance, number) in next {
            for (end, weight) in self.ends.get(number) {
                self.ending.add(with_leader(*end, then), chance.times(weight));
            }
        }
    }

    /// The table of ways for an ordeal.
    fn table(&mut self, checking: &Checking<'_>, begun: Status) -> usize {
        let kind = Ordeal { drops: 0, checks: 0, ..checking.ordeal };
        let frozen = checking.frozen.map(|_| checking.face(begun));
        let same = |known: &Onward| known.kind == kind && known.frozen == frozen;
        self.onward.iter().position(same).unwrap_or_else(|| {
            self.onward.push(Onward { kind, frozen, known: Vec::new() });
            self.onward.len() - 1
        })
    }

    /// The ways through an ordeal and the shock it may bring.
    pub(super) fn through(&mut self, rules: &Rules, settled: Settled, ordeal: Ordeal) -> &[(Fared, W)] {
        let at = self.through.iter().position(|(known, _)| *known == ordeal).unwrap_or_else(|| {
            self.through.push((ordeal, [None; Settled::COUNT]));
            self.through.len() - 1
        });
        let number = self.through[at].1[settled.place()].unwrap_or_else(|| {
            let mut fared = self.suffered(rules, settled.status(), ordeal);
            let number = self.fared.put(fared.take_all());
            self.faring.push(fared);
            self.through[at].1[settled.place()] = Some(number);
            number
        });
        self.fared.get(number)
    }

    fn suffered(&mut self, rules: &Rules, status: Status, ordeal: Ordeal) -> Merged<Fared, W> {
        let mut fared = self.faring.pop().unwrap_or_default();
        let body = self.body;
        let (checking, going) = Checking::begin(rules, &body, status, ordeal);
        let table = self.table(&checking, going.status);
        let number = self.onward(table, &checking, going);
        for n in 0..self.ends.get(number).len() {
            let (end, weight) = self.ends.get(number)[n].clone();
            let Rolled { settled, first, shocked } = with_leader(end, going);
            let end = UnderChecks { status: settled.status(), shocked, ..going };
            let Some(shock) = end.shock(rules) else {
                fared.add(Fared(settled, first), weight);
                continue;
            };
            for (Fared(settled, _), chance) in self.through(rules, settled, shock) {
                fared.add(Fared(*settled, first), weight.times(chance));
            }
        }
        fared
    }
}
