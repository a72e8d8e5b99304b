//! The table that losers of a melee test on, phases 7 and 12 (13 on A15): what each verdict does to a unit.

use crate::charts::Rules;
use crate::ids::{Ids, house, rule};
use crate::state::words::{Arm, Formation, Grade, Nation, Sheet, Verdict};
use engine::Tests as _;
use engine::tested::{amount, dice_of};
use rulebook::RuleId;
use table::Inches;

/// What losing a melee does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossResult {
    FightsOn,
    /// Not in line: forms line this far back.
    FormsLine(Inches),
    /// In line: retires, and the winner follows.
    Retires,
    /// Cavalry stays where it is.
    Stays,
    Routs,
}

/// The table of phases 7 and 12 (13 on A15).
pub fn loss_result(
    rules: &Rules,
    nation: Nation,
    arm: Arm,
    grade: Grade,
    formation: Formation,
    second: bool,
    verdict: Verdict,
) -> (LossResult, Vec<RuleId>) {
    let cavalry = arm == Arm::Cavalry;
    match verdict {
        Verdict::Rout => (LossResult::Routs, vec![rule!("volley.morale.band.rout")]),
        Verdict::Pass => {
            let rule = match (second, cavalry) {
                (false, _) => rule!("volley.loss.pass.first"),
                (true, false) => rule!("volley.loss.pass.second-infantry"),
                (true, true) => rule!("volley.loss.pass.second-cavalry"),
            };
            (LossResult::FightsOn, vec![rule])
        }
        Verdict::Fail => {
            let landwehr = rule!("volley.loss.fail12.prussian-conscripts");
            let conscripts = nation == Nation::Prussian && grade == Grade::Conscript && rules.on(landwehr);
            if conscripts && (!cavalry || rules.plays(house!("loss.prussian-conscripts-scope", "all"))) {
                return (LossResult::Routs, vec![landwehr]);
            }
            if cavalry {
                let rule = if second {
                    rule!("volley.loss.fail12.cavalry-second")
                } else {
                    rule!("volley.loss.fail12.cavalry-first")
                };
                return (LossResult::Stays, vec![rule]);
            }
            if formation == Formation::Line {
                return (LossResult::Retires, vec![rule!("volley.loss.fail12.retire")]);
            }
            let rule = line_rule(second);
            match line_distance(rules, second) {
                Some(by) => (LossResult::FormsLine(by), vec![rule]),
                None => (LossResult::FightsOn, Vec::new()),
            }
        }
    }
}

const fn line_rule(second: bool) -> RuleId {
    if second {
        rule!("volley.loss.fail12.form-line-second")
    } else {
        rule!("volley.loss.fail12.form-line-first")
    }
}

/// How far back from the enemy a beaten column forms line, after the first or the second melee of the turn.
pub(crate) fn line_distance(rules: &Rules, second: bool) -> Option<Inches> {
    match rules.inches(line_rule(second)) {
        Some(_) if second && rules.sheet == Sheet::A15 => Some(rules.ruled(house!("a15.loss2-distance"))),
        printed => printed,
    }
}

/// The distance a beaten line retires.
///
/// # Errors
/// The umpire's pause.
pub fn retire_distance<D: dice::Dice>(thrown: &mut D, rules: &Rules) -> Result<Inches, D::Pause> {
    let by = rule!("volley.loss.fail12.retire");
    let Some(pool) = rules.dice(by) else { return Ok(Inches::ZERO) };
    let dice = dice_of::<Ids>(by);
    let inches = if pool.sides == 3 && rules.plays(house!("dice.d3", "half-d6-up")) {
        let six = dice::Pool { count: pool.count, sides: 6 };
        let half = |by: &u32| dice::Test { dice, ..amount() }.gives(format!("{by}\""));
        thrown.held(six, |face| face.div_ceil(2), half)?
    } else {
        thrown.amount(dice, pool, "\"")?
    };
    Ok(Inches::whole(inches as i32))
}
