//! A shot and the morale checks it gives.

use super::checks::suffers;
use super::{Body, Status};
use crate::charts::Rules;
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale::Ordeal;
use dice::Dice;
use serde::Serialize;

/// What comes out of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ShotOutcome {
    pub hits: u32,
    pub checks: u32,
    pub target: Status,
}

/// A shot and its checks, once.
///
/// # Errors
/// The umpire's pause.
pub fn shot<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    shot: &ShotFacts,
    target: &Body,
) -> Result<ShotOutcome, D::Pause> {
    let hits = fire::hits(dice, rules, shot)?;
    let checks = fire::struck(rules, shot, hits, target.far_checks).owed;
    let target = suffers(dice, rules, target, Ordeal::checks(0, checks))?;
    Ok(ShotOutcome { hits, checks, target })
}
