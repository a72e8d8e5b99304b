//! A shot and the morale of what it hits: phases 1 and 2, or 3 and 4 (8 and 9).

use crate::charts::Rules;
use crate::ids::rule;
use crate::rules::close::close_result;
use crate::rules::fire::{self, Target};
use crate::rules::morale::{Morale, after_guns, morale, morale_target, tests_after_guns, tests_after_shots};
use crate::rules::outlook::rolls::{Roll, hits, tests};
use crate::rules::outlook::{Fired, ShotFacts};
use crate::state::words::Arm;
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

    fn tests(&self, rules: &Rules) -> bool {
        match self.fired {
            Fired::Guns(_) => tests_after_guns(rules, self.target().arm),
            Fired::Volley(_) => tests_after_shots(rules, self.target().arm, self.target().charging),
        }
    }
}

/// The shot, and the test if it hits and the target survives it.
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
    let result = match facts.fired {
        _ if lost == 0 => "not-hit",
        _ if lost == facts.figures => "wiped-out",
        _ if !facts.tests(rules) => "carries-on",
        Fired::Guns(_) => {
            let (_, result, crowding) = after_guns(dice, rules, &tested, facts.crowded)?;
            lost = (lost + crowding).min(facts.figures);
            if lost == facts.figures { "wiped-out" } else { result }
        }
        Fired::Volley(_) => {
            let verdict = morale(dice, rules, &tested)?;
            let infantry = matches!(tested.arm, Arm::Infantry | Arm::Skirmishers);
            close_result(rules, tested.nation, infantry, tested.charging, verdict).0.word()
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
    if facts.tests(rules) {
        let tested = Morale { lost: facts.morale.lost + 1, ..facts.morale };
        rolls.push(tests("{foe} test[s], if [it loses|they lose] one figure", morale_target(rules, &tested)));
    }
    rolls
}
