//! The morale checks a unit goes through for one cause: level after level, its leader in danger, his death a shock.
//!
//! What follows what stands here once: a die, the leader whom it endangers, what both cost. Odds go through these stages with
//! every fall of the dice; on the table (`morale::course`) a unit goes through them with dice that fall, is looked at anew
//! before each, and what they cost is carried out there.

use super::body::Settled;
use super::{Body, LeaderFate, Status};
use crate::charts::Rules;
use crate::rules::command::leader_loss::die;
use crate::rules::morale::{self, Blow, CheckFacts, Ordeal, Progress, Roll, Tested, Timing};
use crate::state::words::{Level, LossResult};
use dice::{Dice, Once, Placed, Procedure, Stages};
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
    suffers(dice, rules, body, Ordeal::checks(drops, count))
}

/// A unit as it is goes through an ordeal, once.
pub(super) fn suffers<D: Dice>(
    dice: &mut D,
    rules: &Rules,
    body: &Body,
    ordeal: Ordeal,
) -> Result<Status, D::Pause> {
    let (cause, part) = (Cause { rules, body }, Sentence::of(Status::of(body), ordeal));
    let mut once = Once::new(cause.begin(part), dice);
    cause.run(part, &mut once)?;
    Ok(once.state().status)
}

/// A unit with what it must go through.
#[derive(Clone, Copy)]
pub(super) struct Sentence {
    pub(super) status: Settled,
    pub(super) ordeal: Ordeal,
}

impl Sentence {
    pub(super) fn of(status: Status, ordeal: Ordeal) -> Sentence {
        Sentence { status: Settled::of(status), ordeal }
    }
}

impl Placed for Sentence {
    const PLACES: usize = Settled::COUNT;
    fn place(&self) -> usize {
        self.ordeal.place() * Settled::COUNT + self.status.place()
    }
}

/// Whatever a unit goes through for one cause, its leader's death with it.
pub(super) struct Cause<'r> {
    pub(super) rules: &'r Rules,
    pub(super) body: &'r Body,
}

impl Procedure<Sentence, UnderChecks> for Cause<'_> {
    fn begin(&self, Sentence { status, ordeal }: Sentence) -> UnderChecks {
        Checking::begin(self.rules, self.body, status.status(), ordeal).1
    }

    fn run<S: Stages<UnderChecks>>(&self, part: Sentence, stages: &mut S) -> Result<(), S::Pause> {
        let status = part.status.status();
        Checking::begin(self.rules, self.body, status, part.ordeal).0.whole(stages)?;
        stages.within(
            |going| Some(Sentence { status: Settled::of(going.status), ordeal: going.shock(self.rules)? }),
            self,
            |going, shaken| UnderChecks { status: shaken.status, shocked: false, ..going },
        )
    }
}

/// A unit on its way through its checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnderChecks {
    pub(crate) status: Status,
    pub(crate) progress: Progress,
    /// What its dice have shown, until that is carried out.
    pub(crate) rolled: Option<Rolled>,
    /// Its leader is killed: it checks again for the shock.
    pub(crate) shocked: bool,
}

/// A die of a check, and what became of the leader it endangered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rolled {
    pub(crate) roll: Roll,
    /// Once he has had his die.
    pub(crate) harm: Option<Harm>,
}

/// What comes next for a unit on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It throws the die of a check.
    Rolls,
    /// That has endangered the leader with it: he has his die.
    Danger,
    /// What both cost is carried out.
    Takes(Rolled),
    /// It owes nothing more.
    Done,
}

/// What a roll does to the leader with the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    None,
    /// He leaves his unit.
    Parted,
    Lost,
    /// Lost, and his men saw it.
    Killed,
}

impl Harm {
    pub(crate) fn of(result: LossResult) -> Harm {
        match result {
            LossResult::Unhurt => Harm::None,
            LossResult::Detached | LossResult::Back | LossResult::Grazed => Harm::Parted,
            LossResult::Wounded => Harm::Lost,
            LossResult::Killed => Harm::Killed,
        }
    }

    fn fate(self, before: LeaderFate) -> LeaderFate {
        match self {
            Harm::None => before,
            Harm::Parted => LeaderFate::Away,
            Harm::Lost | Harm::Killed => LeaderFate::Lost,
        }
    }
}

impl UnderChecks {
    pub(crate) fn harmed(self, harm: Harm) -> UnderChecks {
        UnderChecks { rolled: self.rolled.map(|rolled| Rolled { harm: Some(harm), ..rolled }), ..self }
    }

    /// Whether it has passed, as far as that is asked.
    pub(crate) fn passed(&self) -> bool {
        self.progress.passed.unwrap_or(true)
    }

    /// After its last roll: what its leader's death makes it go through.
    pub(super) fn shock(&self, rules: &Rules) -> Option<Ordeal> {
        (self.shocked && !self.status.is_gone()).then(|| shock(rules))
    }
}

impl UnderChecks {
    /// Its place among all that have nothing rolled.
    pub(super) fn at_rest(&self) -> usize {
        let due = usize::from(self.status.due);
        let passed = match self.progress.passed {
            None => 0,
            Some(passed) => 1 + usize::from(passed),
        };
        let rolls = ((self.progress.owed as usize * 3 + passed) * 2 + usize::from(self.shocked)) * 2 + due;
        rolls * Settled::COUNT + Settled::of(self.status).place()
    }
}

impl Placed for UnderChecks {
    const PLACES: usize = Settled::COUNT;
    fn place(&self) -> usize {
        let rolled = self.rolled.map_or(0, |Rolled { roll, harm }| {
            let shown = usize::from(roll.passes) * 2 + usize::from(roll.endangers);
            1 + shown * 5 + harm.map_or(0, |harm| 1 + harm as usize)
        });
        self.at_rest() * 21 + rolled
    }
}

/// A die of a check by what it rests on: whatever needs the same face is thrown alike.
#[derive(Clone, Copy)]
struct Thrown {
    facts: CheckFacts,
    face: i32,
}

impl Placed for Thrown {
    const PLACES: usize = 16;
    fn place(&self) -> usize {
        // Below 1 every face is alike.
        self.face.max(0) as usize
    }
}

/// What stands fast while a unit goes through its checks.
#[derive(Clone, Copy)]
pub(crate) struct Checking<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) body: Body,
    pub(crate) ordeal: Ordeal,
    /// What every die rests on, where the house freezes that.
    pub(crate) frozen: Option<CheckFacts>,
}

impl<'r> Checking<'r> {
    /// The levels it loses outright are lost.
    pub(super) fn begin(
        rules: &'r Rules,
        body: &Body,
        status: Status,
        ordeal: Ordeal,
    ) -> (Self, UnderChecks) {
        let mut unit = Sinking { rules, body, status };
        // Who is gone goes through nothing.
        let progress = if status.is_gone() {
            Progress { owed: 0, passed: None }
        } else {
            let Ok(progress) = ordeal.begin(&mut unit);
            progress
        };
        let going = UnderChecks { status: unit.status, progress, rolled: None, shocked: false };
        let frozen = morale::is_frozen(rules).then(|| body.check(going.status));
        (Checking { rules, body: *body, ordeal, frozen }, going)
    }

    /// What comes next.
    pub(crate) fn next(&self, going: &UnderChecks) -> Next {
        match going.rolled {
            Some(Rolled { roll, harm: None })
                if roll.endangers && self.body.leader_now(going.status).is_some() =>
            {
                Next::Danger
            }
            Some(rolled) => Next::Takes(rolled),
            None if going.progress.owed > 0 => Next::Rolls,
            None => Next::Done,
        }
    }

    /// What the next die rests on.
    pub(crate) fn facts(&self, status: Status) -> CheckFacts {
        self.frozen.unwrap_or_else(|| self.body.check(status))
    }

    /// The face the next die needs.
    pub(super) fn face(&self, status: Status) -> i32 {
        morale::need(self.rules, &self.facts(status)).face
    }

    /// The die of a check.
    pub(crate) fn roll<S: Stages<UnderChecks>>(&self, stages: &mut S) -> Result<(), S::Pause> {
        stages.stage(
            |going| {
                let thrown = || Thrown { facts: self.facts(going.status), face: self.face(going.status) };
                (self.next(going) == Next::Rolls).then(thrown)
            },
            |dice, thrown| morale::roll(dice, self.rules, &thrown.facts),
            |going, roll| UnderChecks { rolled: Some(Rolled { roll, harm: None }), ..going },
        )
    }

    /// The die of the leader.
    pub(super) fn danger<S: Stages<UnderChecks>>(&self, stages: &mut S) -> Result<(), S::Pause> {
        stages.stage(
            |going| (self.next(going) == Next::Danger).then_some(()),
            |dice, ()| {
                let loss = die::read(dice, self.rules)?;
                Ok(loss.map_or(Harm::None, |loss| Harm::of(loss.result)))
            },
            UnderChecks::harmed,
        )
    }

    /// What both cost.
    fn takes<S: Stages<UnderChecks>>(&self, stages: &mut S) -> Result<(), S::Pause> {
        stages.stage(
            |going| matches!(self.next(going), Next::Takes(_)).then_some(()),
            |_, ()| Ok(()),
            |going, ()| self.taken(going),
        )
    }

    pub(super) fn taken(&self, going: UnderChecks) -> UnderChecks {
        let Next::Takes(Rolled { roll, harm }) = self.next(&going) else { return going };
        let harm = harm.unwrap_or(Harm::None);
        let status = Status { leader: harm.fate(going.status.leader), ..going.status };
        let mut unit = Sinking { rules: self.rules, body: &self.body, status };
        let Ok(progress) = self.ordeal.after(self.rules, going.progress, roll.passes, &mut unit);
        let shocked = going.shocked || harm == Harm::Killed;
        UnderChecks { status: unit.status, progress, rolled: None, shocked }
    }

    /// From the first die to the last, and the move put off until then.
    fn whole<S: Stages<UnderChecks>>(&self, stages: &mut S) -> Result<(), S::Pause> {
        // A pass leaves fewer checks, a failure a lower level or fewer checks.
        for _ in 0..self.ordeal.checks as usize + Level::WORDS.len() {
            self.roll(stages)?;
            self.danger(stages)?;
            self.takes(stages)?;
        }
        stages.stage(
            |going| (after_last_roll(going.status) != going.status).then_some(()),
            |_, ()| Ok(()),
            |going, ()| UnderChecks { status: after_last_roll(going.status), ..going },
        )
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
fn shock(rules: &Rules) -> Ordeal {
    Ordeal::checks(0, rules.shock().map_or(0, |(.., checks)| checks))
}
