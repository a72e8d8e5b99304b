//! The morale checks a unit goes through for one cause: level after level, its leader in danger, his death a shock.

use super::{Body, LeaderFate, Status};
use crate::charts::Rules;
use crate::rules::leader_loss;
use crate::rules::morale::Need;
use crate::rules::morale::{self, Blow, CheckFacts, Ordeal, Progress, Tested, Timing};
use crate::state::words::{Level, LossResult};
use dice::Dice;
use std::convert::Infallible;

/// Levels lost outright and checks for one cause, once.
///
/// # Errors
/// The umpire's pause.
pub fn checks<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    body: &Body,
    drops: u32,
    count: u32,
) -> Result<Status, D::Pause> {
    suffers(dice, rules, body, Status::of(body), Ordeal::checks(drops, count)).map(|(status, _)| status)
}

/// A unit on its way through its checks for one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Going {
    pub(super) status: Status,
    pub(super) progress: Progress,
    /// Its leader is killed: it checks again for the shock.
    pub(super) shocked: bool,
}

/// What a roll does to the leader with the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harm {
    None,
    /// He leaves his unit.
    Parted,
    Lost,
    /// Lost, and his men saw it.
    Killed,
}

impl Harm {
    fn of(result: LossResult) -> Harm {
        match result {
            LossResult::Unhurt => Harm::None,
            LossResult::Detached | LossResult::Back | LossResult::Grazed => Harm::Parted,
            LossResult::Wounded => Harm::Lost,
            LossResult::Killed => Harm::Killed,
        }
    }
}

/// A unit of the odds, as far as losing levels goes.
struct Sinking<'b> {
    rules: &'b Rules,
    body: &'b Body,
    status: Status,
}

impl Tested for Sinking<'_> {
    type Pause = Infallible;

    fn is_gone(&self) -> bool {
        self.status.is_gone()
    }

    fn lose_level(&mut self) -> Result<bool, Infallible> {
        let lower = lowered(self.rules, self.body, self.status);
        self.status = lower.unwrap_or(self.status);
        Ok(lower.is_some())
    }
}

/// A unit as it begins an ordeal: the levels it loses outright are lost.
pub(super) fn begin(rules: &Rules, body: &Body, status: Status, ordeal: Ordeal) -> Going {
    let mut unit = Sinking { rules, body, status };
    let Ok(progress) = ordeal.begin(&mut unit);
    Going { status: unit.status, progress, shocked: false }
}

/// What a roll does, to the unit and to the leader with it.
pub(super) fn after(rules: &Rules, body: &Body, ordeal: Ordeal, going: Going, rolled: (bool, Harm)) -> Going {
    let (passes, harm) = rolled;
    let leader = match harm {
        Harm::None => going.status.leader,
        Harm::Parted => LeaderFate::Away,
        Harm::Lost | Harm::Killed => LeaderFate::Lost,
    };
    let mut unit = Sinking { rules, body, status: Status { leader, ..going.status } };
    let Ok(progress) = ordeal.after(rules, going.progress, passes, &mut unit);
    Going { status: unit.status, progress, shocked: going.shocked || harm == Harm::Killed }
}

/// A level down, and whether that moves the unit back.
fn lowered(rules: &Rules, body: &Body, status: Status) -> Option<Status> {
    let level = rules.lower(status.level).filter(|_| !status.is_gone())?;
    let garrison = body.garrison.is_some() && !status.moved;
    let mut after = Status { level, ..status };
    let goes = match morale::blow(rules, level, body.arm, body.formation, garrison) {
        Blow::Nothing | Blow::Stands => false,
        Blow::GoesBack { .. } if !body.cornered && body.edge == Some(level) => {
            after.level = Level::Routed;
            false
        }
        Blow::GoesBack { .. } => !body.cornered,
        Blow::Abandoned | Blow::Removed(_) => {
            after.level = Level::Routed;
            false
        }
    };
    match morale::timing(rules) {
        Timing::AtOnce => after.moved |= goes,
        Timing::Afterwards => after.due |= goes,
        Timing::Worst => after.due = goes,
    }
    Some(after)
}

/// After the last roll: a move put off.
pub(super) fn after_last_roll(status: Status) -> Status {
    let moved = (status.moved || status.due) && !status.is_gone();
    Status { moved, due: false, ..status }
}

/// The checks of the shock that a unit takes for its own leader.
pub(super) fn shock(rules: &Rules) -> Ordeal {
    Ordeal::checks(0, rules.shock().map_or(0, |(.., checks)| checks))
}

/// A die of a check, and that of the leader it endangers.
pub(super) fn rolled<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    need: &Need,
    attached: bool,
) -> Result<(bool, Harm), D::Pause> {
    let roll = morale::throw(dice, rules, need)?;
    let loss = if roll.endangers && attached { leader_loss::read(dice, rules)? } else { None };
    Ok((roll.passes, loss.map_or(Harm::None, |loss| Harm::of(loss.result))))
}

/// The facts of a roll: those of the first, where the house freezes them.
pub(super) fn facts_now(rules: &Rules, body: &Body, begun: Status, now: Status) -> CheckFacts {
    body.check(if morale::is_frozen(rules) { begun } else { now })
}

/// A unit goes through an ordeal, once. Says also whether it passed.
pub(super) fn suffers<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    body: &Body,
    status: Status,
    ordeal: Ordeal,
) -> Result<(Status, bool), D::Pause> {
    if status.is_gone() {
        return Ok((status, true));
    }
    let mut going = begin(rules, body, status, ordeal);
    let begun = going.status;
    while going.progress.owed > 0 {
        let facts = facts_now(rules, body, begun, going.status);
        let attached = body.leader_now(going.status).is_some();
        let rolled = rolled(dice, rules, &morale::need(rules, &facts), attached)?;
        going = after(rules, body, ordeal, going, rolled);
    }
    let passed = going.progress.passed.unwrap_or(true);
    let status = after_last_roll(going.status);
    if going.shocked && !status.is_gone() {
        return Ok((suffers(dice, rules, body, status, shock(rules))?.0, passed));
    }
    Ok((status, passed))
}
