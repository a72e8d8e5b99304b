//! A shot and the morale of what it hits: phases 1 and 2, or 3 and 4 (8 and 9).

use super::closing::{self, Approach};
use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::charge::close::CloseResult;
use crate::rules::fire::{self, Target};
use crate::rules::morale::{Morale, Reasons, after_guns, morale_target, reasons_to_close, tests_after_guns};
use crate::rules::outlook::rolls::{Roll, hits, tests};
use crate::rules::outlook::{Fired, ShotFacts};
use dice::Dice;

/// What comes out: hits, figures lost in all, and what the target does then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShotOutcome {
    pub hits: u32,
    pub lost: u32,
    pub result: &'static str,
}

impl ShotFacts {
    fn target(&self) -> &Target {
        match &self.fired {
            Fired::Guns(shot) => &shot.target,
            Fired::Volley(shot) => &shot.target,
        }
    }

    /// Why the target of a volley tests then: it was hit, or it charges on foot and tests to close whether it was or
    /// not.
    fn reasons(&self, rules: &Rules, hit: bool) -> Reasons {
        let Target { arm, charging, .. } = *self.target();
        reasons_to_close(rules, arm, charging, Reasons { shot: hit, charging: self.morale.charging })
    }

    fn tests(&self, rules: &Rules) -> bool {
        match self.fired {
            Fired::Guns(_) => tests_after_guns(rules, self.target().arm),
            Fired::Volley(_) => self.reasons(rules, true) != Reasons::default(),
        }
    }
}

/// The shot, and the test if the target survives it: for what it has lost, and for a charge that goes on.
///
/// # Errors
/// The umpire's pause.
pub fn shot<D: Dice>(dice: &mut D, rules: &Rules, facts: &ShotFacts) -> Result<ShotOutcome, D::Pause> {
    let hits = match &facts.fired {
        Fired::Guns(shot) => fire::cannonade(dice, rules, shot)?,
        Fired::Volley(shot) => fire::volley(dice, rules, shot)?,
    };
    let mut lost = hits.min(facts.figures);
    let tested = Morale { lost: facts.morale.lost + lost, ..facts.morale };
    let missed = if lost == 0 { "not-hit" } else { "carries-on" };
    let result = match facts.fired {
        _ if lost > 0 && lost == facts.figures => "wiped-out",
        Fired::Guns(_) if lost == 0 || !facts.tests(rules) => missed,
        Fired::Guns(_) => {
            let (_, result, crowding) = after_guns(dice, rules, &tested, facts.crowded)?;
            lost = (lost + crowding).min(facts.figures);
            if lost == facts.figures { "wiped-out" } else { result }
        }
        Fired::Volley(_) => {
            let reasons = facts.reasons(rules, lost > 0);
            let going = Approach { on_foot: tested.charging, crowded: facts.crowded };
            let (result, crowding) = closing::tested(dice, rules, &tested, going, reasons)?;
            lost = (lost + crowding).min(facts.figures);
            if lost > 0 && lost == facts.figures {
                "wiped-out"
            } else {
                result.map_or(missed, CloseResult::word)
            }
        }
    };
    Ok(ShotOutcome { hits, lost, result })
}

/// The rolls, each with its numbers; the test as if one figure were lost.
pub fn shot_rolls(rules: &Rules, facts: &ShotFacts) -> Vec<Roll> {
    let fired = match &facts.fired {
        Fired::Guns(shot) => hits(
            "The fire of {unit}",
            rule!("volley.p1.dice"),
            fire::cannon_dice(rules, shot.crew),
            fire::cannon_need(rules, shot),
        ),
        Fired::Volley(shot) => hits(
            "The volley of {unit}",
            fire::dice_rule(shot.artillery),
            fire::volley_dice(rules, shot.figures, shot.artillery),
            fire::volley_need(rules, shot),
        ),
    };
    let mut rolls = vec![fired];
    if facts.morale.charging && facts.reasons(rules, false) != Reasons::default() {
        rolls.push(tests("{foe} test[s] to close", morale_target(rules, &facts.morale)));
    } else if facts.tests(rules) {
        let tested = Morale { lost: facts.morale.lost + 1, ..facts.morale };
        rolls.push(tests("{foe} test[s], if [it loses|they lose] one figure", morale_target(rules, &tested)));
    }
    rolls
}
