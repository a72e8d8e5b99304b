//! What an outlook rests on, as the charts it comes down to ask for it.

use crate::charts::Rules;
use crate::rules::chain::{Body, CHECKED, ChargeFacts, KIND, SUPPORT};
use crate::rules::fire::{ShotFacts, shares_limit};
use crate::rules::on_sheet::COMES;
use engine::desk::{FactCard, FactSet as _, FactValue as _, flag, number, of_unit, only};

/// What a check of a unit rests on.
pub(crate) fn checked(rules: &Rules) -> Vec<FactCard> {
    of_unit("", "", "{unit}", only(Body::cards(rules), &CHECKED))
}

engine::facts! {
    /// One roll of a morale check.
    #[derive(Clone, Copy, Debug)]
    pub struct Check of Rules {
        pub body: Body = Body::blank(), part "" checked;
    }
}

engine::facts! {
    /// Morale checks until passed, with what they cost.
    #[derive(Clone, Copy, Debug)]
    pub struct Checks of Rules {
        pub body: Body = Body::blank(), part "" |rules| {
            of_unit("", "", "{unit}", only(Body::cards(rules), &[&CHECKED[..], &KIND[..]].concat()))
        };
        pub checks: u32 = 0, plain "checks" |name, _| number(name, "checks owed", 0, 6, Some(1));
        pub drops: u32 = 0, plain "drops" |name, _| number(name, "levels lost before them", 0, 1, Some(0));
        also {
            "cornered" (|it| it.body.cornered.to_word(), |it, word| {
                it.body.cornered = word == "yes";
                true
            }) |name, _| flag(name, "it has no way back");
        }
    }
}

engine::facts! {
    /// Fire, and the checks it gives.
    #[derive(Clone, Copy, Debug)]
    pub struct ShotAndChecks of Rules {
        pub shot: ShotFacts = ShotFacts::blank(), part "" ShotFacts::cards;
        pub target: Body = Body::blank(), part "target-" |rules| {
            of_unit("target-", "target: ", "{foe}", only(Body::cards(rules), &CHECKED))
        };
        also {
            "target-far-checks" (|it| it.target.far_checks.to_word(), |it, word| {
                word.parse().map(|checks| it.target.far_checks = checks).is_ok()
            }) |name, rules| {
                // They matter where all batteries share one limit.
                let most = if shares_limit(rules) { 6 } else { 0 };
                number(name, "checks the target has from long shots of guns in this step", 0, most, Some(0))
            };
        }
    }
}

engine::facts! {
    /// A whole charge, with the shots of others that a desk has no place for.
    #[derive(Clone, Copy, Debug)]
    pub struct WholeCharge of Rules {
        pub facts: ChargeFacts = ChargeFacts::blank(), part "" ChargeFacts::cards;
        /// Shots of others at the charger, the most dangerous first.
        pub others: [Option<ShotFacts>; 4] = [None; SUPPORT];
        /// They fire.
        pub others_fire: bool = false, maybe "others-fire" |_, _| None;
    }
}

/// Others fire too: that may be switched off.
pub(super) fn others_fire() -> FactCard {
    flag("others-fire", "others fire at the charger too").named("the fire of {others}").says(COMES)
}
