//! The hour as a list: fourteen phases, each a type. What is done in one stands in its topic, as `impl InTheHour for …`.

use crate::ids::rule;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::stage::{Stage, Turns};
use crate::state::words::Phase;
use engine::Umpire;
use rulebook::RuleId;

/// How far a phase is after a step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    GoesOn,
    Done,
}

/// A phase of the hour.
pub(crate) trait InTheHour {
    /// What is still to be done in it: those that wait for a turn.
    type Left;

    /// The phase begins. Says who has a turn in it.
    fn begin(game: &mut Empire) -> Self::Left;

    /// One act. A question asked meanwhile finds in the game what was left before it.
    ///
    /// # Errors
    /// The umpire's pause.
    fn step<U: Umpire<Empire>>(
        game: &mut Empire,
        left: &mut Self::Left,
        umpire: &mut U,
    ) -> Result<Progress, U::Pause>;
}

/// The next one of a list has its turn; with the last the phase is done.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn one_by_one<P>(
    left: &mut Vec<MeId>,
    turn: impl FnOnce(MeId) -> Result<(), P>,
) -> Result<Progress, P> {
    let Some(me) = left.first().copied() else { return Ok(Progress::Done) };
    turn(me)?;
    left.remove(0);
    Ok(if left.is_empty() { Progress::Done } else { Progress::GoesOn })
}

macro_rules! phases {
    ($($(#[$told:meta])* $phase:ident = $rule:tt,)+) => {
        $($(#[$told])* pub(crate) struct $phase;)+

        /// The rule of a phase.
        pub(crate) fn rule_of(phase: Phase) -> RuleId {
            match phase {
                $(Phase::$phase => rule!($rule),)+
            }
        }

        fn begin(game: &mut Empire, phase: Phase) -> Turns {
            match phase {
                $(Phase::$phase => Turns::$phase($phase::begin(game)),)+
            }
        }

        /// One act of a phase that has begun.
        fn step_of<U: Umpire<Empire>>(
            game: &mut Empire,
            turns: Turns,
            umpire: &mut U,
        ) -> Result<Progress, U::Pause> {
            let (turns, progress) = match turns {
                $(Turns::$phase(mut left) => {
                    let progress = $phase::step(game, &mut left, umpire)?;
                    (Turns::$phase(left), progress)
                })+
            };
            game.stage = Stage::Within(turns);
            Ok(progress)
        }
    };
}

phases! {
    /// The wounded come back, and commanders are replaced; orders are not written yet.
    CorpsOrders = "empire.seq.corps-orders",
    MeOrders = "empire.seq.me-orders",
    MeMorale = "empire.seq.me-morale",
    Panic = "empire.seq.panic",
    CommanderActions = "empire.seq.commander-actions",
    Activation = "empire.seq.activation",
    March = "empire.seq.gt-movement",
    Initiative = "empire.seq.initiative",
    Skirmish = "empire.seq.skirmish",
    Tactical = "empire.seq.tactical",
    Bombardment = "empire.seq.bombardment",
    Bonus = "empire.seq.bonus",
    /// Leaders are lost where it happens: this phase is never entered.
    LeaderLoss = "empire.seq.leader-loss",
    Fatigue = "empire.seq.fatigue",
}

/// One act of the phase in which the game is; at the very beginning of one that is told first.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn step<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<Progress, U::Pause> {
    let turns = match &game.stage {
        Stage::Begins(phase) => {
            let phase = *phase;
            announce(game, umpire, phase);
            let turns = begin(game, phase);
            game.stage = Stage::Within(turns.clone());
            turns
        }
        Stage::Within(turns) => turns.clone(),
    };
    step_of(game, turns, umpire)
}

fn announce<U: Umpire<Empire>>(game: &Empire, umpire: &mut U, phase: Phase) {
    let rule = rule_of(phase);
    if phase == Phase::CorpsOrders {
        umpire.tell(|| Event::new(What::HourBegins { hour: game.hour }, &[rule]));
    }
    umpire.tell(|| Event::new(What::PhaseBegins { phase }, &[rule]));
}
