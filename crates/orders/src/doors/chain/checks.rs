//! The morale checks a unit goes through for one cause: level after level, its leader in danger, his death a shock.

use super::{Body, LeaderFate, Status};
use crate::charts::Rules;
use crate::ids::house;
use crate::rules::leader_loss;
use crate::rules::morale::{self, Blow, CheckFacts, Timing};
use crate::state::words::{Level, LossResult};
use dice::Dice;

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
    pub(super) owed: u32,
    /// Its leader is killed: it checks again for the shock.
    pub(super) shocked: bool,
    /// Whether the first roll passed, where that is asked for.
    pub(super) first: Option<bool>,
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

/// What a unit must go through for one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ordeal {
    pub(super) drops: u32,
    pub(super) checks: u32,
    /// A failed roll costs levels and is rolled again.
    pub(super) ordinary: bool,
    /// A failed single roll costs a level all the same.
    pub(super) costs: bool,
    /// Whether the first roll passed is asked for.
    pub(super) asked: bool,
}

impl Ordeal {
    pub(super) fn checks(drops: u32, checks: u32) -> Ordeal {
        Ordeal { drops, checks, ordinary: true, costs: true, asked: false }
    }

    pub(super) fn begin(self, rules: &Rules, body: &Body, status: Status) -> Going {
        let mut status = status;
        for _ in 0..self.drops {
            status = lowered(rules, body, status).unwrap_or(status);
        }
        Going { status, owed: self.checks, shocked: false, first: None }
    }

    /// What a roll does.
    pub(super) fn after(self, rules: &Rules, body: &Body, going: Going, rolled: (bool, Harm)) -> Going {
        let (passes, harm) = rolled;
        let mut going = going;
        going.status.leader = match harm {
            Harm::None => going.status.leader,
            Harm::Parted => LeaderFate::Away,
            Harm::Lost | Harm::Killed => LeaderFate::Lost,
        };
        going.shocked |= harm == Harm::Killed;
        if self.asked {
            going.first = going.first.or(Some(passes));
        }
        let mut lost = false;
        if !passes && self.costs {
            let levels = if self.ordinary { morale::levels_lost(rules) } else { 1 };
            for _ in 0..levels {
                if let Some(lower) = lowered(rules, body, going.status) {
                    (going.status, lost) = (lower, true);
                }
            }
        }
        going.owed = match (self.ordinary, passes) {
            (true, _) => morale::still_owed(rules, going.owed, passes, lost),
            (false, true) => going.owed - 1,
            (false, false) => 0,
        };
        if going.status.is_gone() {
            going.owed = 0;
        }
        going
    }
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
pub(super) fn settled(status: Status) -> Status {
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
    face: i32,
    attached: bool,
) -> Result<(bool, Harm), D::Pause> {
    let roll = morale::throw(dice, rules, face)?;
    let loss = if roll.endangers && attached { leader_loss::read(dice, rules)? } else { None };
    Ok((roll.passes, loss.map_or(Harm::None, |loss| Harm::of(loss.result))))
}

/// The facts of a roll: those of the first, where the house freezes them.
pub(super) fn facts_now(rules: &Rules, body: &Body, begun: Status, now: Status) -> CheckFacts {
    body.check(if rules.plays(house!("mc.live-modifiers", "frozen")) { begun } else { now })
}

/// A unit goes through an ordeal, once. Says also whether its first roll passed.
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
    let mut going = ordeal.begin(rules, body, status);
    let begun = going.status;
    while going.owed > 0 && !going.status.is_gone() {
        let facts = facts_now(rules, body, begun, going.status);
        let attached = body.leader_now(going.status).is_some();
        let rolled = rolled(dice, rules, morale::need(rules, &facts).face, attached)?;
        going = ordeal.after(rules, body, going, rolled);
    }
    let first = going.first.unwrap_or(true);
    let status = settled(going.status);
    if going.shocked && !status.is_gone() {
        return Ok((suffers(dice, rules, body, status, shock(rules))?.0, first));
    }
    Ok((status, first))
}
