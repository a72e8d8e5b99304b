//! Rows of the charts that say more than one number, as the code wants them.

use crate::words::{Effect, LossResult, OrderKind, Part, Reference, Step, Taker, Turned, Who};
use dice::Pool;
use rulebook::{Row, RuleId};
use table::Inches;

/// A step of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnStep {
    pub rule: RuleId,
    pub step: Step,
    /// Its number on the sheet.
    pub number: u8,
    pub who: Who,
    /// The steps that are played again, first and last.
    pub repeats: Option<(u8, u8)>,
}

/// What an order demands of some units of a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub rule: RuleId,
    pub order: OrderKind,
    pub part: Part,
    pub of: Reference,
    pub at_least: Option<Inches>,
    pub at_most: Option<Inches>,
}

/// How many levels a corps may shift its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    pub up: u8,
    pub down: u8,
}

/// What reaching a status does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaching {
    Nothing,
    Back { by: Distance, facing: Turned },
    Removed,
}

/// How far a unit goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    Inches(Inches),
    /// So many parts, of so many, of its column move.
    ColumnMove(u32, u32),
}

/// What a margin of melee does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeleeResult {
    pub rule: RuleId,
    pub from: u32,
    /// `None`: or more.
    pub to: Option<u32>,
    pub takes: Taker,
    /// Levels lost without a check, before the checks.
    pub drop: u32,
    pub checks: u32,
}

/// What a die says of a leader in danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderLoss {
    pub rule: RuleId,
    pub from: u32,
    pub to: u32,
    pub result: LossResult,
    /// How far he is moved.
    pub inches: Inches,
    /// How long he is away.
    pub turns: u32,
}

pub(super) fn pool((count, sides): (u8, u8)) -> Pool {
    Pool { count: u32::from(count), sides: u32::from(sides) }
}

pub(super) fn small(row: &Row, name: &str) -> u8 {
    row.must_int(name).clamp(0, 99) as u8
}

pub(super) fn turn_step(row: &Row) -> Option<TurnStep> {
    let repeats = row.int("from").zip(row.int("to"));
    Some(TurnStep {
        rule: row.rule,
        step: row.word_as("is", Step::WORDS)?,
        number: small(row, "number"),
        who: row.word_as("who", Who::WORDS)?,
        repeats: repeats.map(|_| (small(row, "from"), small(row, "to"))),
    })
}

pub(super) fn demand(row: &Row) -> Option<Demand> {
    Some(Demand {
        rule: row.rule,
        order: row.word_as("order", OrderKind::WORDS)?,
        part: row.word_as("part", Part::WORDS)?,
        of: row.word_as("of", Reference::WORDS)?,
        at_least: row.inches("at-least").map(Inches),
        at_most: row.inches("at-most").map(Inches),
    })
}

pub(super) fn reaching(row: &Row) -> Reaching {
    match row.word_as("effect", Effect::WORDS) {
        Some(Effect::Back) => {
            let by = match row.ratio("rate") {
                Some((parts, of)) => Distance::ColumnMove(u32::from(parts), u32::from(of)),
                None => Distance::Inches(Inches(row.must_inches("inches"))),
            };
            Reaching::Back { by, facing: row.word_as("facing", Turned::WORDS).unwrap_or(Turned::Enemy) }
        }
        Some(Effect::Remove) => Reaching::Removed,
        Some(Effect::None) | None => Reaching::Nothing,
    }
}

pub(super) fn leader_loss(row: &Row) -> Option<LeaderLoss> {
    Some(LeaderLoss {
        rule: row.rule,
        from: row.must_int("from").unsigned_abs(),
        to: row.must_int("to").unsigned_abs(),
        result: row.word_as("result", LossResult::WORDS)?,
        inches: Inches(row.must_inches("inches")),
        turns: row.must_int("turns").unsigned_abs(),
    })
}

pub(super) fn melee_result(row: &Row) -> Option<MeleeResult> {
    Some(MeleeResult {
        rule: row.rule,
        from: row.must_int("from").unsigned_abs(),
        to: row.int("to").map(i32::unsigned_abs),
        takes: row.word_as("who", Taker::WORDS)?,
        drop: row.must_int("drop").unsigned_abs(),
        checks: row.must_int("checks").unsigned_abs(),
    })
}
