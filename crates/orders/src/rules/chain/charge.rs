//! A whole charge: the hasty square, the fire of step 3, the rounds of melee, and how it ends.

use super::checks::suffers;
use super::{ARMED, Body, CHECKED, KIND, Status};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::melee::{self, Enemy, Field, Loser};
use crate::rules::morale::{Ordeal, SingleTest};
use crate::rules::on_sheet::{CHARGERS, COMES, hit, of_arms, target_shelter};
use crate::state::event::{Cause, Working};
use crate::state::words::{Aspect, Formation, Shelter};
use dice::Dice;
use engine::desk::{FactSet as _, FactValue as _, flag, of_unit, only, word};
use serde::Serialize;

/// The most shots of others at a charger that are followed.
pub const SUPPORT: usize = 4;

engine::facts! {
    /// What a charge rests on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct ChargeFacts of Rules {
        pub charger: Body = Body::blank(), part "charger-" |rules| {
            let cards = only(Body::cards(rules), &["troop", "level", "leader", "arm", "formation"]);
            of_unit("charger-", "charger: ", "{unit}", of_arms(rules, cards, CHARGERS))
        };
        pub target: Body = Body::blank(), part "target-" |rules| {
            let cards = only(Body::cards(rules), &[&CHECKED[..], &KIND[..], &ARMED[..]].concat());
            of_unit("target-", "target: ", "{foe}", cards)
        };
        /// Where the target is struck.
        pub hit: Aspect = Aspect::Front, word "hit" hit;
        /// The target may try the hasty square, and does.
        pub tries_square: bool = false, plain "tries-square" |name, _| {
            flag(name, "the target may try the hasty square, and does")
                .named("{foe} before the horse")
                .says(&[("yes", "tries the square"), ("no", "stands as it is")])
        };
        /// The target fires at the charger in step 3.
        pub target_fires: bool = false, plain "target-fires" |name, _| {
            flag(name, "the target fires at the charger in step 3").named("the fire of {foe}").says(COMES)
        };
        /// Other shots at the charger in step 3, one after another.
        // The number, not the name: rustc 1.95 breaks down over a named length in a closure that borrows this.
        pub support: [Option<ShotFacts>; 4] = [None; SUPPORT];
        pub rain: bool = false, plain "rain" |name, _| flag(name, "it rains or snows");
        also {
            "target-shelter" (|it| it.target.shelter.word().to_owned(), |it, word| {
                Shelter::from_word(word).map(|shelter| it.target.shelter = shelter).is_some()
            }) target_shelter;
            "charger-shelter" (|it| it.charger.shelter.word().to_owned(), |it, word| {
                Shelter::from_word(word).map(|shelter| it.charger.shelter = shelter).is_some()
            }) |name, _| word(name, "what shelters the charger from fire", Shelter::NAMES, Some("open"));
            "charger-cornered" (|it| it.charger.cornered.to_word(), |it, word| {
                it.charger.cornered = word == "yes";
                true
            }) |name, _| {
                flag(name, "the charger has no way back").named("the way back of {unit}").says(WAY_BACK)
            };
            "target-cornered" (|it| it.target.cornered.to_word(), |it, word| {
                it.target.cornered = word == "yes";
                true
            }) |name, _| {
                flag(name, "the target has no way back").named("the way back of {foe}").says(WAY_BACK)
            };
        }
    }
}

const WAY_BACK: &[(&str, &str)] = &[("yes", "barred"), ("no", "free")];

engine::ends! {
    /// How a charge ends.
    pub enum End {
        /// Driven back or routed before the melee.
        ChargerRepulsed = "charger-repulsed", Bad, "{we} are stopped by fire";
        /// The target is gone before the melee.
        TargetGone = "target-gone", Good, "{they} are gone before contact";
        ChargerBeaten = "charger-beaten", Bad, "{we} are driven back";
        ChargerRouted = "charger-routed", Bad, "{we} rout";
        TargetBeaten = "target-beaten", Good, "{they} are driven back";
        TargetRouted = "target-routed", Good, "{they} rout";
        /// Each has been driven back or routed.
        BothBeaten = "both-beaten", Even, "both are driven back";
        /// Locked to the last round: the charger falls back an inch.
        FallsOff = "falls-off", Even, "nobody gives way, {we} fall off";
        /// Locked to the last round: they stay in contact.
        StaysLocked = "stays-locked", Even locked, "nobody gives way: the fight goes on";
    }
}

/// What comes out of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    pub end: End,
    pub charger: Status,
    pub target: Status,
}

/// A whole charge, once.
///
/// # Errors
/// The umpire's pause.
pub fn charge<D: Dice>(dice: &mut D, rules: &Rules, facts: &ChargeFacts) -> Result<Outcome, D::Pause> {
    let mut pair = facts.start();
    if facts.tries_square {
        let test = square_test(rules);
        let (status, passed) = suffers(dice, rules, &facts.target, pair.target, test)?;
        pair = Pair { target: status, squared: squares_up(rules, test, passed), ..pair };
    }
    let mut far_checks = facts.charger.far_checks;
    for nth in 0..facts.shots() {
        if let Some(shot) = facts.shot(&pair, nth).filter(|_| pair.is_locked()) {
            let hits = fire::hits(dice, rules, &shot)?;
            let ordeal = struck(rules, &shot, hits, &mut far_checks);
            pair.charger = suffers(dice, rules, &facts.charger, pair.charger, ordeal)?.0;
        }
    }
    if !pair.is_locked() {
        return Ok(facts.outcome(rules, &pair, true));
    }
    for round in 1..=melee::rounds(rules) {
        let totals = melee::throw(dice, rules, facts.adds(rules, &pair, round).each_ref())?;
        for (who, ordeal) in sentences(rules, totals).into_iter().flatten() {
            let (status, _) = suffers(dice, rules, facts.body(who), pair.of(who), ordeal)?;
            pair = pair.with(who, status);
        }
        if !pair.is_locked() {
            break;
        }
    }
    Ok(facts.outcome(rules, &pair, false))
}

/// The two of a charge between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) charger: Status,
    pub(super) target: Status,
    pub(super) squared: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Charger,
    Target,
}

impl Who {
    fn other(self) -> Who {
        match self {
            Who::Charger => Who::Target,
            Who::Target => Who::Charger,
        }
    }
}

impl Pair {
    fn of(&self, who: Who) -> Status {
        match who {
            Who::Charger => self.charger,
            Who::Target => self.target,
        }
    }

    fn with(mut self, who: Who, status: Status) -> Pair {
        match who {
            Who::Charger => self.charger = status,
            Who::Target => self.target = status,
        }
        self
    }

    pub(super) fn is_locked(&self) -> bool {
        !self.charger.is_out() && !self.target.is_out()
    }
}

/// What a unit's hasty-square test is.
pub(super) fn square_test(rules: &Rules) -> Ordeal {
    SingleTest::of(rules, Cause::Square).ordeal
}

pub(super) fn squares_up(rules: &Rules, ordeal: Ordeal, passed: bool) -> bool {
    passed && ordeal.checks > 0 && rules.on(rule!("orders.hasty-square.pass"))
}

/// What the hits of a shot give the charger. `far_checks`: those it has from long shots, where they share one limit.
pub(super) fn struck(rules: &Rules, shot: &ShotFacts, hits: u32, far_checks: &mut u32) -> Ordeal {
    let checks = fire::checks(rules, shot, hits, *far_checks);
    if fire::shares_limit(rules) && fire::is_long(rules, shot) {
        *far_checks += checks;
    }
    Ordeal::checks(0, checks)
}

impl ChargeFacts {
    pub(super) fn start(&self) -> Pair {
        let (charger, target) = (Status::of(&self.charger), Status::of(&self.target));
        Pair { charger, target, squared: false }
    }

    fn body(&self, who: Who) -> &Body {
        match who {
            Who::Charger => &self.charger,
            Who::Target => &self.target,
        }
    }

    fn formation(&self, who: Who, squared: bool) -> Formation {
        match who {
            Who::Target if squared => Formation::HastySquare,
            Who::Charger | Who::Target => self.body(who).formation,
        }
    }

    /// The shots at the charger in step 3: how many there may be.
    pub(super) fn shots(&self) -> usize {
        1 + self.support.iter().flatten().count()
    }

    /// One of them: the target's own first.
    pub(super) fn shot(&self, pair: &Pair, nth: usize) -> Option<ShotFacts> {
        if nth > 0 {
            return self.support.iter().flatten().nth(nth - 1).copied();
        }
        self.target_fires.then(|| ShotFacts {
            firer: self.target.firer(pair.target, self.formation(Who::Target, pair.squared)),
            target: self.charger.mark(),
            rain: self.rain,
            ..ShotFacts::blank()
        })
    }

    /// Every shot at the charger, as the two stand at first.
    pub(crate) fn all_shots(&self) -> Vec<ShotFacts> {
        (0..self.shots()).filter_map(|nth| self.shot(&self.start(), nth)).collect()
    }

    /// What each adds in the first round, as the two stand at first.
    pub(crate) fn first_sums(&self, rules: &Rules) -> [Working; 2] {
        let start = self.start();
        [Who::Charger, Who::Target].map(|who| self.sum(rules, who, start.of(who), start.squared, 1))
    }

    /// What one of the two adds in a round.
    pub(super) fn sum(&self, rules: &Rules, who: Who, status: Status, squared: bool, round: u32) -> Working {
        let field = Field {
            shelter: self.target.shelter,
            garrison: self.target.garrison.is_some(),
            hit: self.hit,
            round,
            ..Field::blank()
        };
        let fighter = self.body(who).fighter(status, self.formation(who, squared));
        let enemy =
            Enemy { arm: self.body(who.other()).arm, formation: self.formation(who.other(), squared) };
        match who {
            Who::Charger => melee::attackers_sum(rules, &fighter, enemy, &field),
            Who::Target => melee::defenders_sum(rules, &fighter, enemy, &field),
        }
    }

    /// What each adds in a round.
    fn adds(&self, rules: &Rules, pair: &Pair, round: u32) -> [Working; 2] {
        let add = |who| self.sum(rules, who, pair.of(who), pair.squared, round);
        [Who::Charger, Who::Target].map(add)
    }

    pub(super) fn outcome(&self, rules: &Rules, pair: &Pair, before_melee: bool) -> Outcome {
        let Pair { charger, target, .. } = *pair;
        let end = match (charger.is_out(), target.is_out()) {
            (true, false) if before_melee => End::ChargerRepulsed,
            (_, true) if before_melee => End::TargetGone,
            (true, true) => End::BothBeaten,
            (true, false) if charger.is_gone() => End::ChargerRouted,
            (true, false) => End::ChargerBeaten,
            (false, true) if target.is_gone() => End::TargetRouted,
            (false, true) => End::TargetBeaten,
            (false, false) if rules.plays(house!("melee.locked", "stay-locked")) => End::StaysLocked,
            (false, false) => End::FallsOff,
        };
        Outcome { end, charger, target }
    }
}

/// Who goes through what after a round, in order.
pub(super) fn sentences(rules: &Rules, totals: [i32; 2]) -> [Option<(Who, Ordeal)>; 2] {
    let Some((loser, row)) = melee::result(rules, totals) else { return [None; 2] };
    let ordeal = Ordeal::checks(row.drop, row.checks);
    match loser {
        Loser::Attacker => [Some((Who::Charger, ordeal)), None],
        Loser::Defender => [Some((Who::Target, ordeal)), None],
        Loser::Both if rules.plays(house!("melee.mc-order", "defender-first")) => {
            [Some((Who::Target, ordeal)), Some((Who::Charger, ordeal))]
        }
        Loser::Both => [Some((Who::Charger, ordeal)), Some((Who::Target, ordeal))],
    }
}
