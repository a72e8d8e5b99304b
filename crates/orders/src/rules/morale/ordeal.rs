//! The checks a unit goes through for one cause, written once: on the table `course` carries them out, and exact odds
//! follow the same stages with a unit that is only what they need of it.

use super::{levels_lost, still_owed};
use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::state::event::Cause;
use dice::{Placed, pair};
use rulebook::RuleId;

/// What a unit must go through for one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ordeal {
    /// Levels it loses outright, before it rolls.
    pub drops: u32,
    pub checks: u32,
    pub manner: Manner,
    /// Whether it is asked if it passed.
    pub asked: bool,
}

/// What a failed roll means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// It costs levels, and the check is rolled again.
    Loops,
    /// It is the last; it costs nothing, or a level all the same.
    Once { costs: bool },
}

/// How far a unit has come in its ordeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Progress {
    /// The checks it still owes.
    pub owed: u32,
    /// Whether it passed, where that is asked for: its first check of those that loop, each of the others.
    pub passed: Option<bool>,
}

/// A unit that goes through an ordeal.
pub trait Tested {
    type Pause;

    /// It is dispersed, or off the table.
    fn is_gone(&self) -> bool;

    /// One level down, with what that does to it; says whether there was a level to lose.
    ///
    /// # Errors
    /// The umpire's pause.
    fn lose_level(&mut self) -> Result<bool, Self::Pause>;
}

impl Placed for Ordeal {
    const PLACES: usize = 64;
    fn place(&self) -> usize {
        let manner = match self.manner {
            Manner::Loops => 0,
            Manner::Once { costs: false } => 1,
            Manner::Once { costs: true } => 2,
        };
        (pair(self.drops as usize, self.checks as usize) * 3 + manner) * 2 + usize::from(self.asked)
    }
}

impl Ordeal {
    /// Levels lost outright, then checks that loop.
    pub fn checks(drops: u32, checks: u32) -> Ordeal {
        Ordeal { drops, checks, manner: Manner::Loops, asked: false }
    }

    /// The levels lost outright.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn begin<T: Tested>(&self, unit: &mut T) -> Result<Progress, T::Pause> {
        lose(unit, self.drops)?;
        Ok(Progress { owed: if unit.is_gone() { 0 } else { self.checks }, passed: None })
    }

    /// What a roll does.
    ///
    /// # Errors
    /// The umpire's pause.
    pub fn after<T: Tested>(
        &self,
        rules: &Rules,
        before: Progress,
        passes: bool,
        unit: &mut T,
    ) -> Result<Progress, T::Pause> {
        let levels = match self.manner {
            _ if passes => 0,
            Manner::Loops => levels_lost(rules),
            Manner::Once { costs } => u32::from(costs),
        };
        let lost = lose(unit, levels)?;
        let owed = match self.manner {
            _ if unit.is_gone() => 0,
            Manner::Loops => still_owed(rules, before.owed, passes, lost),
            Manner::Once { .. } if passes => before.owed - 1,
            Manner::Once { .. } => 0,
        };
        let passed = match (self.manner, before.passed) {
            (Manner::Loops, Some(first)) => first,
            (Manner::Once { .. }, Some(so_far)) => so_far && passes,
            (_, None) => passes,
        };
        Ok(Progress { owed, passed: self.asked.then_some(passed) })
    }
}

/// Takes a unit down by levels, as far as there are any; says whether it lost one.
fn lose<T: Tested>(unit: &mut T, levels: u32) -> Result<bool, T::Pause> {
    let mut lost = false;
    for _ in 0..levels {
        if !unit.is_gone() {
            lost |= unit.lose_level()?;
        }
    }
    Ok(lost)
}

/// A test that costs nothing, unless the house or a rule taken out makes it cost: out of command, hasty square, rally.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleTest {
    pub(crate) test: RuleId,
    pub(crate) pass: RuleId,
    pub(crate) fail: RuleId,
    pub(crate) ordeal: Ordeal,
}

impl SingleTest {
    pub(crate) fn of(rules: &Rules, cause: Cause) -> SingleTest {
        let (checks, test, pass, fail, loops) = match cause {
            Cause::Square => (
                rules.count(rule!("orders.hasty-square.test")),
                rule!("orders.hasty-square.test"),
                rule!("orders.hasty-square.pass"),
                rule!("orders.hasty-square.fail"),
                rules.plays(house!("hasty-square", "normal-mc")),
            ),
            Cause::Rally => (
                rules.count(rule!("orders.orders.rally.check")),
                rule!("orders.orders.rally.check"),
                rule!("orders.orders.rally.pass"),
                rule!("orders.orders.rally.fail"),
                false,
            ),
            Cause::Fire | Cause::Melee | Cause::Shock | Cause::ForceMarch | Cause::Rout | Cause::Command => (
                1,
                rule!("orders.command.outside.check"),
                rule!("orders.command.outside.pass"),
                rule!("orders.command.outside.no-loss"),
                rules.plays(house!("command.outside.mc", "normal")),
            ),
        };
        let manner = if loops { Manner::Loops } else { Manner::Once { costs: !rules.on(fail) } };
        SingleTest { test, pass, fail, ordeal: Ordeal { drops: 0, checks, manner, asked: true } }
    }
}
