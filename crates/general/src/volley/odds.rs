//! Exact odds of tests and rounds, each worked out once and remembered.

use crate::kit::memo;
use dice::Odds;
use volley::chain::{End, Stood, closing_odds, standing_odds};
use volley::melee::{AfterRound, Fighter, OfTwo, after_round, melee_loser, melee_round};
use volley::morale::{Morale, morale};
use volley::words::{Arm, Grade, Test, Verdict};
use volley::{Rules, Unit, UnitId, Volley};

/// The chances of a morale test.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nerve {
    pub(super) pass: f64,
    pub(super) fail: f64,
    pub(super) rout: f64,
}

/// How the closing phase leaves a charge on foot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Closing {
    pub(super) goes_in: f64,
    pub(super) stops: f64,
    pub(super) breaks: f64,
}

/// How a unit meets a charge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meeting {
    pub(super) routs: f64,
    /// It stands, and the charger is set back.
    pub(super) holds_off: f64,
    /// The charge comes in, whatever formation it meets.
    pub(super) lets_in: f64,
    /// It is in square or masse.
    pub(super) closed: f64,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Combatant {
    pub(super) fighter: Fighter,
    pub(super) nerve: Morale,
}

/// Odds by their facts, which are found by a number that is packed of them: sooner than by ten fields. The clash of two has
/// more facts than one number holds; there the packed ones stand before the facts.
#[derive(Default)]
pub(super) struct Memo {
    tests: memo::Numbered<Morale, Nerve>,
    closings: memo::Numbered<(Morale, bool), Closing>,
    meetings: memo::Numbered<(Morale, Arm), Meeting>,
    clashes: memo::Memo<([u128; 2], [Combatant; 2], bool), Clash>,
}

/// What of the facts of a test tells most of them apart, in one number.
fn packed(facts: &Morale) -> u64 {
    let Morale { test, nation, arm, grade, formation, lost, general, charging, flank, .. } = *facts;
    let words = [test as u64, nation as u64, arm as u64, grade as u64, formation as u64];
    let yes_no = [general, charging, flank].map(u64::from);
    let word = words.into_iter().fold(u64::from(lost), |number, word| number << 4 | word);
    yes_no.into_iter().fold(word, |number, bit| number << 1 | bit)
}

impl Combatant {
    /// Likewise.
    fn packed(&self) -> u128 {
        let Fighter { nation, arm, grade, formation, figures, sheltered, cuirassier, lancer, .. } =
            self.fighter;
        let words = [nation as u128, arm as u128, grade as u128, formation as u128];
        let yes_no = [sheltered, cuirassier, lancer].map(u128::from);
        let word = words.into_iter().fold(u128::from(figures), |number, word| number << 4 | word);
        let fighter = yes_no.into_iter().fold(word, |number, bit| number << 1 | bit);
        fighter << 64 | u128::from(packed(&self.nerve))
    }
}

impl Memo {
    pub(super) fn nerve(&mut self, rules: &Rules, facts: &Morale) -> Nerve {
        let number = packed(facts);
        if let Some(known) = self.tests.known(number, facts) {
            return known;
        }
        let odds: Odds<Verdict, f64> = Odds::of(|dice| morale(dice, rules, facts));
        let chance = |verdict: Verdict| odds.chance(|found| *found == verdict);
        let nerve =
            Nerve { pass: chance(Verdict::Pass), fail: chance(Verdict::Fail), rout: chance(Verdict::Rout) };
        self.tests.keep(number, *facts, nerve)
    }

    /// The closing test of a charge on foot: by the charger's facts, after its losses to fire if it was hit.
    pub(super) fn closing(&mut self, rules: &Rules, facts: &Morale, hit: bool) -> Closing {
        let (number, key) = (packed(facts) << 1 | u64::from(hit), (*facts, hit));
        if let Some(known) = self.closings.known(number, &key) {
            return known;
        }
        let odds: Odds<Option<End>, f64> = closing_odds(rules, facts, hit);
        let chance = |end: Option<End>| odds.chance(|found| *found == end);
        let closing = Closing {
            goes_in: chance(None),
            stops: chance(Some(End::ChargerStops)),
            breaks: chance(Some(End::ChargerBroken)),
        };
        self.closings.keep(number, key, closing)
    }

    /// The test to stand before a charge by such an arm, and what the unit then does: by its facts for the test.
    pub(super) fn meeting(&mut self, rules: &Rules, facts: &Morale, by: Arm) -> Meeting {
        let (number, key) = (packed(facts) << 4 | by as u64, (*facts, by));
        if let Some(known) = self.meetings.known(number, &key) {
            return known;
        }
        let odds: Odds<Stood, f64> = standing_odds(rules, facts, by);
        let meeting = Meeting {
            routs: odds.chance(|stood| stood.end == Some(End::TargetRouted)),
            holds_off: odds.chance(|stood| stood.end == Some(End::HeldOff)),
            lets_in: odds.chance(|stood| stood.end.is_none()),
            closed: odds.chance(|stood| stood.formation.is_closed()),
        };
        self.meetings.keep(number, key, meeting)
    }

    /// A first or later round between two, and what follows for the loser.
    pub(super) fn clash(&mut self, rules: &Rules, a: &Combatant, b: &Combatant, first: bool) -> Clash {
        let key = ([a.packed(), b.packed()], [*a, *b], first);
        if let Some(known) = self.clashes.known(&key) {
            return known;
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
            let loser = melee_loser(rules, &a.fighter, &b.fighter, (*by_a, *by_b));
            match after_round(rules, [!a_dead, !b_dead], loser) {
                AfterRound::LoserTests(OfTwo::First) => {
                    let nerve = self.nerve(rules, &Morale { lost: a.nerve.lost + by_b, ..a.nerve });
                    clash.a_gone += chance * nerve.rout;
                    clash.a_back += chance * nerve.fail;
                }
                AfterRound::LoserTests(OfTwo::Second) => {
                    let nerve = self.nerve(rules, &Morale { lost: b.nerve.lost + by_a, ..b.nerve });
                    clash.b_gone += chance * nerve.rout;
                    clash.b_back += chance * nerve.fail;
                }
                AfterRound::Over | AfterRound::LoserUntested | AfterRound::Tied => {}
            }
        }
        self.clashes.keep(key, clash)
    }
}

/// A unit as it would fight.
pub(super) fn combatant(view: &Volley, id: UnitId) -> Combatant {
    let fighter = Fighter::of(view, id, view.cover(id));
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

/// Mean hits of these dice where they need this face.
pub(super) fn mean_hits(dice: u32, face: u32) -> f64 {
    f64::from(dice) * f64::from(7u32.saturating_sub(face.max(1)).min(6)) / 6.0
}

/// The chance that two dice show at least this total.
pub fn two_dice_reach(total: i32) -> f64 {
    let ways: i32 = match total {
        ..=2 => 36,
        3..=7 => 36 - (total - 2) * (total - 1) / 2,
        8..=12 => (13 - total) * (14 - total) / 2,
        _ => 0,
    };
    f64::from(ways) / 36.0
}
