//! Exact odds of tests and rounds, each worked out once and remembered.

use crate::kit::remember;
use dice::Odds;
use std::collections::BTreeMap;
use volley::melee::{Fighter, melee_loser, melee_round};
use volley::morale::{Morale, morale};
use volley::words::{Arm, Cover, Grade, Test, Verdict};
use volley::{Rules, Unit, UnitId, Volley};

/// The chances of a morale test.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nerve {
    pub(super) pass: f64,
    pub(super) fail: f64,
    pub(super) rout: f64,
}

/// One round of melee and the loser's test, as means.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clash {
    pub(super) a_lost: f64,
    pub(super) b_lost: f64,
    /// Broken by the test or left without figures.
    pub(super) a_gone: f64,
    pub(super) b_gone: f64,
    /// Driven back without breaking.
    pub(super) a_back: f64,
    pub(super) b_back: f64,
}

/// One of the two in a melee.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combatant {
    pub(super) fighter: Fighter,
    pub(super) nerve: Morale,
}

/// Odds by their facts, which are packed into numbers: a number is found sooner than ten fields.
#[derive(Default)]
pub(super) struct Memo {
    tests: BTreeMap<u64, Nerve>,
    clashes: BTreeMap<(u128, u128, bool), Clash>,
}

/// The facts of a test in one number, no two alike.
fn packed(facts: &Morale) -> u64 {
    let Morale { test, nation, arm, grade, formation, lost, general, charging, flank } = *facts;
    let words = [test as u64, nation as u64, arm as u64, grade as u64, formation as u64];
    let yes_no = [general, charging, flank].map(u64::from);
    let word = words.into_iter().fold(u64::from(lost), |number, word| number << 4 | word);
    yes_no.into_iter().fold(word, |number, bit| number << 1 | bit)
}

impl Combatant {
    /// Likewise.
    fn packed(&self) -> u128 {
        let Fighter { nation, arm, grade, formation, figures, sheltered, cuirassier, lancer } = self.fighter;
        let words = [nation as u128, arm as u128, grade as u128, formation as u128];
        let yes_no = [sheltered, cuirassier, lancer].map(u128::from);
        let word = words.into_iter().fold(u128::from(figures), |number, word| number << 4 | word);
        let fighter = yes_no.into_iter().fold(word, |number, bit| number << 1 | bit);
        fighter << 64 | u128::from(packed(&self.nerve))
    }
}

impl Memo {
    pub(super) fn nerve(&mut self, rules: &Rules, facts: &Morale) -> Nerve {
        let key = packed(facts);
        if let Some(known) = self.tests.get(&key) {
            return *known;
        }
        let odds: Odds<Verdict, f64> = Odds::of(|dice| morale(dice, rules, facts));
        let chance = |verdict: Verdict| odds.chance(|found| *found == verdict);
        let nerve =
            Nerve { pass: chance(Verdict::Pass), fail: chance(Verdict::Fail), rout: chance(Verdict::Rout) };
        remember(&mut self.tests, key, nerve);
        nerve
    }

    /// A first or later round between two, and what follows for the loser.
    pub(super) fn clash(&mut self, rules: &Rules, a: &Combatant, b: &Combatant, first: bool) -> Clash {
        let key = (a.packed(), b.packed(), first);
        if let Some(known) = self.clashes.get(&key) {
            return *known;
        }
        let odds: Odds<(u32, u32), f64> =
            Odds::of(|dice| melee_round(dice, rules, &a.fighter, &b.fighter, first));
        let mut clash = Clash::default();
        for ((by_a, by_b), chance) in odds.iter() {
            clash.b_lost += chance * f64::from(*by_a);
            clash.a_lost += chance * f64::from(*by_b);
            let a_dead = *by_b >= a.fighter.figures;
            let b_dead = *by_a >= b.fighter.figures;
            if a_dead {
                clash.a_gone += chance;
            }
            if b_dead {
                clash.b_gone += chance;
            }
            if a_dead || b_dead {
                continue;
            }
            match melee_loser(rules, &a.fighter, &b.fighter, (*by_a, *by_b)) {
                Some(true) => {
                    let nerve = self.nerve(rules, &Morale { lost: a.nerve.lost + by_b, ..a.nerve });
                    clash.a_gone += chance * nerve.rout;
                    clash.a_back += chance * nerve.fail;
                }
                Some(false) => {
                    let nerve = self.nerve(rules, &Morale { lost: b.nerve.lost + by_a, ..b.nerve });
                    clash.b_gone += chance * nerve.rout;
                    clash.b_back += chance * nerve.fail;
                }
                None => {}
            }
        }
        remember(&mut self.clashes, key, clash);
        clash
    }
}

/// A unit as it would fight.
pub(super) fn combatant(view: &Volley, id: UnitId) -> Combatant {
    let unit = view.unit(id);
    let fighter = Fighter {
        nation: unit.nation(),
        arm: unit.arm(),
        grade: unit.grade(),
        formation: unit.formation,
        figures: unit.figures,
        sheltered: view.cover(id) != Cover::None,
        cuirassier: unit.profile.cuirassier,
        lancer: unit.profile.lancer,
    };
    Combatant { fighter, nerve: view.morale_facts(id, Test::Loss) }
}

/// What a figure of that grade is worth.
pub(super) fn figure_worth(unit: &Unit) -> f64 {
    match unit.grade() {
        Grade::Elite => 1.4,
        Grade::Veteran => 1.0,
        Grade::Conscript => 0.75,
    }
}

/// What a unit is worth: its figures, and its place in the count of units lost.
pub(super) fn worth(unit: &Unit) -> f64 {
    let figures = f64::from(unit.figures) * figure_worth(unit);
    match unit.arm() {
        Arm::Infantry => 6.0 + figures,
        Arm::Cavalry => 6.0 + 1.2 * figures,
        Arm::Artillery => 10.0 + figures,
        Arm::Skirmishers => 4.0 + figures,
    }
}

/// Mean hits of so many dice that need this face.
pub(super) fn mean_hits(dice: u32, face: u32) -> f64 {
    f64::from(dice) * f64::from(7u32.saturating_sub(face.max(1)).min(6)) / 6.0
}

/// The chance that two dice show at least this total.
pub(super) fn two_dice_reach(total: i32) -> f64 {
    let ways: i32 = match total {
        ..=2 => 36,
        3..=7 => 36 - (total - 2) * (total - 1) / 2,
        8..=12 => (13 - total) * (14 - total) / 2,
        _ => 0,
    };
    f64::from(ways) / 36.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_reach_what_they_should() {
        for total in 0..=14 {
            let mut ways = 0;
            for a in 1..=6 {
                for b in 1..=6 {
                    ways += i32::from(a + b >= total);
                }
            }
            assert!((two_dice_reach(total) - f64::from(ways) / 36.0).abs() < 1e-12, "{total}");
        }
    }
}
