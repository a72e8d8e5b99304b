//! A whole charge counted by hand: state after state, face after face.

use super::{battery_shot, charges};
use dice::{Chance, Odds, Script, Weight};
use engine::desk::FactSet as _;
use orders::chain::{self, Body, ChargeFacts, LeaderFate, Outcome};
use orders::charts::Reaching;
use orders::fire::{self, Firer, ShotFacts};
use orders::melee::{self, Field, Fighter, Loser};
use orders::morale::{self, CheckFacts};
use orders::words::{Formation, Level, LossResult, Trait};
use orders::{Rules, leader_loss};
use std::collections::BTreeMap;
use table::Inches;

/// A charge counted by hand: state after state, face after face, with the rules' own functions and a memory.
/// As printed; no ruling but the default ones.
struct ByHand<'a> {
    rules: &'a Rules,
    facts: &'a ChargeFacts,
    known: BTreeMap<(bool, Stand, u32, bool), BTreeMap<Stand, Chance>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    level: Level,
    leader: LeaderFate,
    moved: bool,
}

type Both = (Stand, Stand, bool);

fn put<T: Ord>(into: &mut BTreeMap<T, Chance>, key: T, chance: Chance) {
    into.entry(key).and_modify(|sum| *sum = sum.plus(&chance)).or_insert(chance);
}

const FACE: Chance = Chance::Exact { ways: 1, of: 10 };

impl ByHand<'_> {
    fn body(&self, charger: bool) -> &Body {
        if charger { &self.facts.charger } else { &self.facts.target }
    }

    fn leader(&self, charger: bool, stand: Stand) -> Option<Trait> {
        if stand.leader == LeaderFate::Unharmed { self.body(charger).leader } else { None }
    }

    fn lower(&self, charger: bool, stand: Stand) -> Stand {
        let level = self.rules.lower(stand.level).unwrap();
        let back = matches!(self.rules.reaching(level), Some((_, Reaching::Back { .. })));
        Stand { level, moved: stand.moved || (back && !self.body(charger).cornered), ..stand }
    }

    /// The checks it owes, each until passed; the shock of a killed leader after them.
    fn checks(&mut self, charger: bool, stand: Stand, owed: u32, shock: bool) -> BTreeMap<Stand, Chance> {
        let key = (charger, stand, owed, shock);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut found = BTreeMap::new();
        if stand.level == Level::Routed || (owed == 0 && !shock) {
            put(
                &mut found,
                Stand { moved: stand.moved && stand.level != Level::Routed, ..stand },
                Chance::of(1, 1),
            );
        } else if owed == 0 {
            found = self.checks(charger, stand, 1, false);
        } else {
            let body = self.body(charger);
            let garrison = body.garrison.filter(|_| !stand.moved);
            let facts = CheckFacts {
                troop: body.troop,
                level: stand.level,
                garrison,
                leader: self.leader(charger, stand),
                ..CheckFacts::blank()
            };
            for face in 1..=10 {
                let roll = morale::roll(&mut Script::new([face]), self.rules, &facts).unwrap();
                let tested = roll.endangers && facts.leader.is_some();
                for second in 1..=10 {
                    let mut next = stand;
                    let mut shock = shock;
                    if tested {
                        let loss =
                            leader_loss::read(&mut Script::new([second]), self.rules).unwrap().unwrap();
                        shock |= loss.result == LossResult::Killed;
                        next.leader = match loss.result {
                            LossResult::Unhurt => LeaderFate::Unharmed,
                            LossResult::Wounded | LossResult::Killed => LeaderFate::Lost,
                            LossResult::Detached | LossResult::Back | LossResult::Grazed => LeaderFate::Away,
                        };
                    }
                    let left = if roll.passes { owed - 1 } else { owed };
                    if !roll.passes {
                        next = self.lower(charger, next);
                    }
                    let weight = FACE.times(&FACE);
                    for (end, chance) in self.checks(charger, next, left, shock) {
                        put(&mut found, end, chance.times(&weight));
                    }
                }
            }
        }
        self.known.insert(key, found.clone());
        found
    }

    fn formation(&self, both: Both) -> Formation {
        if both.2 { Formation::HastySquare } else { self.facts.target.formation }
    }

    fn fighter(&self, charger: bool, stand: Stand, formation: Formation) -> Fighter {
        let body = self.body(charger);
        let leader = self.leader(charger, stand);
        Fighter {
            troop: body.troop,
            arm: body.arm,
            formation,
            level: stand.level,
            leader,
            ..Fighter::blank()
        }
    }

    fn locked((charger, target, _): Both) -> bool {
        [charger, target].iter().all(|stand| !stand.moved && stand.level != Level::Routed)
    }

    fn square(&mut self, start: Both) -> BTreeMap<Both, Chance> {
        let mut found = BTreeMap::new();
        let body = self.facts.target;
        assert!(body.leader.is_none() && body.garrison.is_none(), "kept simple");
        let facts = CheckFacts { troop: body.troop, level: body.level, ..CheckFacts::blank() };
        for face in 1..=10 {
            let roll = morale::roll(&mut Script::new([face]), self.rules, &facts).unwrap();
            put(&mut found, (start.0, start.1, roll.passes), FACE);
        }
        found
    }

    fn fire(&mut self, both: Both, shot: &ShotFacts) -> BTreeMap<Both, Chance> {
        let count = fire::pool(self.rules, shot).unwrap().1.count;
        let mut found = BTreeMap::new();
        let falls = 10u32.pow(count);
        for fall in 0..falls {
            let faces = (0..count).map(|i| fall / 10u32.pow(i) % 10 + 1);
            let hits = fire::hits(&mut Script::new(faces), self.rules, shot).unwrap();
            for (stand, chance) in self.checks(true, both.0, hits, false) {
                let weight = chance.times(&Chance::of(1, u128::from(falls)));
                put(&mut found, (stand, both.1, both.2), weight);
            }
        }
        found
    }

    fn round(&mut self, both: Both, round: u32) -> BTreeMap<Both, Chance> {
        let (a, b) = (
            self.fighter(true, both.0, self.facts.charger.formation),
            self.fighter(false, both.1, self.formation(both)),
        );
        let target = &self.facts.target;
        let garrison = target.garrison.is_some();
        let field = Field { shelter: target.shelter, garrison, hit: self.facts.hit, round, ..Field::blank() };
        let mut found = BTreeMap::new();
        for (x, y) in (1..=10).flat_map(|x| (1..=10).map(move |y| (x, y))) {
            let totals = melee::round(&mut Script::new([x, y]), self.rules, &a, &b, &field).unwrap();
            let (loser, row) = melee::result(self.rules, totals).unwrap();
            let mut now = BTreeMap::from([(both, FACE.times(&FACE))]);
            for (charger, takes) in [(true, loser != Loser::Defender), (false, loser != Loser::Attacker)] {
                if !takes {
                    continue;
                }
                let mut next = BTreeMap::new();
                for (both, weight) in now {
                    let mut stand = if charger { both.0 } else { both.1 };
                    for _ in 0..row.drop {
                        stand = self.lower(charger, stand);
                    }
                    for (stand, chance) in self.checks(charger, stand, row.checks, false) {
                        let both = if charger { (stand, both.1, both.2) } else { (both.0, stand, both.2) };
                        put(&mut next, both, weight.times(&chance));
                    }
                }
                now = next;
            }
            for (both, chance) in now {
                put(&mut found, both, chance);
            }
        }
        found
    }

    fn whole(&mut self) -> BTreeMap<(Stand, Stand), Chance> {
        let start = |body: &Body| Stand { level: body.level, leader: LeaderFate::Unharmed, moved: false };
        let both = (start(&self.facts.charger), start(&self.facts.target), false);
        let mut now = BTreeMap::from([(both, Chance::of(1, 1))]);
        let stage = |now: BTreeMap<Both, Chance>, act: &mut dyn FnMut(Both) -> BTreeMap<Both, Chance>| {
            let mut next = BTreeMap::new();
            for (both, weight) in now {
                let after =
                    if Self::locked(both) { act(both) } else { BTreeMap::from([(both, Chance::of(1, 1))]) };
                for (both, chance) in after {
                    put(&mut next, both, weight.times(&chance));
                }
            }
            next
        };
        if self.facts.tries_square {
            now = stage(now, &mut |both| self.square(both));
        }
        if self.facts.target_fires {
            now = stage(now, &mut |both| {
                let body = self.facts.target;
                let firer = Firer {
                    troop: body.troop,
                    arm: body.arm,
                    gun: body.gun,
                    formation: self.formation(both),
                    stands: body.stands,
                    level: both.1.level,
                    ..Firer::blank()
                };
                let shot = ShotFacts { firer, range: Inches::ZERO, ..battery_shot(&self.facts.charger, 0) };
                self.fire(both, &shot)
            });
        }
        for shot in self.facts.support.into_iter().flatten() {
            now = stage(now, &mut |both| self.fire(both, &shot));
        }
        for round in 1..=3 {
            now = stage(now, &mut |both| self.round(both, round));
        }
        let mut found = BTreeMap::new();
        for ((charger, target, _), chance) in now {
            put(&mut found, (charger, target), chance);
        }
        found
    }
}

#[test]
fn a_whole_charge_equals_every_face_counted_by_hand() {
    let rules = Rules::printed().unwrap();
    let mut compared = 0;
    for (name, facts) in charges() {
        let by_hand = ByHand { rules: &rules, facts: &facts, known: BTreeMap::new() }.whole();
        let exact: Odds<Outcome> = chain::charge_odds(&rules, &facts);
        assert!(exact.iter().all(|(_, chance)| chance.is_exact()), "{name}: not exact");
        assert_eq!(exact.chance(|_| true), Chance::of(1, 1), "{name}");
        let stand = |status: &chain::Status| Stand {
            level: status.level,
            leader: status.leader,
            moved: status.moved,
        };
        let told = exact.map(|outcome| (stand(&outcome.charger), stand(&outcome.target)));
        assert_eq!(told.len(), by_hand.len(), "{name}");
        for (stands, chance) in told.iter() {
            assert_eq!(*chance, by_hand[stands], "{name}: {stands:?}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} ends were compared");
}
