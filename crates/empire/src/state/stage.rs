//! Where within an hour the game is.

use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::Phase;
use serde::{Deserialize, Serialize};
use std::mem::take;

/// At the very beginning of a phase, or within it. Positions have it as `Written`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub enum Stage {
    Begins(Phase),
    Within(Turns),
}

/// A phase that has begun, with what is still to be done in it, the next one first. Each has a list of its own, so that none
/// reads what another has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turns {
    CorpsOrders(AtOnce),
    MeOrders(AtOnce),
    /// Those that have not had their turn.
    MeMorale(Vec<MeId>),
    /// Those that have not checked.
    Panic(Vec<MeId>),
    CommanderActions(AtOnce),
    Activation(AtOnce),
    /// Those that have not been asked whether they come up.
    March(Vec<MeId>),
    Initiative(AtOnce),
    Skirmish(AtOnce),
    Tactical(Impulses),
    /// Batteries that have not bombarded.
    Bombardment(Vec<UnitId>),
    /// Those of the bonus impulse in hand that still fire at will.
    Bonus(Vec<UnitId>),
    LeaderLoss(AtOnce),
    /// Those whose hour has not been counted.
    Fatigue(Vec<MeId>),
}

/// Of a phase without turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtOnce;

/// Of the impulses of an hour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Impulses {
    /// MEs that have not had theirs.
    pub mes: Vec<MeId>,
    /// Those of the ME whose impulse it is that still fire at will.
    pub at_will: Vec<UnitId>,
}

impl Stage {
    pub fn phase(&self) -> Phase {
        match self {
            Stage::Begins(phase) => *phase,
            Stage::Within(turns) => turns.phase(),
        }
    }

    /// MEs that still have a turn.
    pub(crate) fn mes(&self) -> &[MeId] {
        match self {
            Stage::Begins(_) => &[],
            Stage::Within(turns) => turns.mes(),
        }
    }

    /// Units that still have a turn.
    pub(crate) fn units(&self) -> &[UnitId] {
        match self {
            Stage::Begins(_) => &[],
            Stage::Within(turns) => turns.units(),
        }
    }
}

impl Turns {
    fn phase(&self) -> Phase {
        match self {
            Turns::CorpsOrders(_) => Phase::CorpsOrders,
            Turns::MeOrders(_) => Phase::MeOrders,
            Turns::MeMorale(_) => Phase::MeMorale,
            Turns::Panic(_) => Phase::Panic,
            Turns::CommanderActions(_) => Phase::CommanderActions,
            Turns::Activation(_) => Phase::Activation,
            Turns::March(_) => Phase::March,
            Turns::Initiative(_) => Phase::Initiative,
            Turns::Skirmish(_) => Phase::Skirmish,
            Turns::Tactical(_) => Phase::Tactical,
            Turns::Bombardment(_) => Phase::Bombardment,
            Turns::Bonus(_) => Phase::Bonus,
            Turns::LeaderLoss(_) => Phase::LeaderLoss,
            Turns::Fatigue(_) => Phase::Fatigue,
        }
    }

    fn mes(&self) -> &[MeId] {
        match self {
            Turns::MeMorale(mes) | Turns::Panic(mes) | Turns::March(mes) | Turns::Fatigue(mes) => mes,
            Turns::Tactical(impulses) => &impulses.mes,
            Turns::CorpsOrders(AtOnce)
            | Turns::MeOrders(AtOnce)
            | Turns::CommanderActions(AtOnce)
            | Turns::Activation(AtOnce)
            | Turns::Initiative(AtOnce)
            | Turns::Skirmish(AtOnce)
            | Turns::Bombardment(_)
            | Turns::Bonus(_)
            | Turns::LeaderLoss(AtOnce) => &[],
        }
    }

    fn units(&self) -> &[UnitId] {
        match self {
            Turns::Bombardment(units) | Turns::Bonus(units) => units,
            Turns::Tactical(impulses) => &impulses.at_will,
            Turns::CorpsOrders(AtOnce)
            | Turns::MeOrders(AtOnce)
            | Turns::MeMorale(_)
            | Turns::Panic(_)
            | Turns::CommanderActions(AtOnce)
            | Turns::Activation(AtOnce)
            | Turns::March(_)
            | Turns::Initiative(AtOnce)
            | Turns::Skirmish(AtOnce)
            | Turns::LeaderLoss(AtOnce)
            | Turns::Fatigue(_) => &[],
        }
    }
}

/// A stage as positions have it since the first of them: one list of MEs and one of units, whatever the phase makes of them.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    phase: Phase,
    begins: bool,
    left: Vec<MeId>,
    left_units: Vec<UnitId>,
}

impl From<Stage> for Written {
    fn from(stage: Stage) -> Written {
        Written {
            phase: stage.phase(),
            begins: matches!(stage, Stage::Begins(_)),
            left: stage.mes().to_vec(),
            left_units: stage.units().to_vec(),
        }
    }
}

impl TryFrom<Written> for Stage {
    type Error = String;

    fn try_from(written: Written) -> Result<Stage, String> {
        let Written { phase, begins, left: mut mes, left_units: mut units } = written;
        let stage = match begins {
            true => Stage::Begins(phase),
            false => Stage::Within(Turns::of(phase, &mut mes, &mut units)),
        };
        match mes.is_empty() && units.is_empty() {
            true => Ok(stage),
            false => Err(format!("somebody waits for a turn in {phase} who has none there")),
        }
    }
}

impl Turns {
    /// Takes as its own what a phase has of both lists.
    fn of(phase: Phase, mes: &mut Vec<MeId>, units: &mut Vec<UnitId>) -> Turns {
        match phase {
            Phase::CorpsOrders => Turns::CorpsOrders(AtOnce),
            Phase::MeOrders => Turns::MeOrders(AtOnce),
            Phase::MeMorale => Turns::MeMorale(take(mes)),
            Phase::Panic => Turns::Panic(take(mes)),
            Phase::CommanderActions => Turns::CommanderActions(AtOnce),
            Phase::Activation => Turns::Activation(AtOnce),
            Phase::March => Turns::March(take(mes)),
            Phase::Initiative => Turns::Initiative(AtOnce),
            Phase::Skirmish => Turns::Skirmish(AtOnce),
            Phase::Tactical => Turns::Tactical(Impulses { mes: take(mes), at_will: take(units) }),
            Phase::Bombardment => Turns::Bombardment(take(units)),
            Phase::Bonus => Turns::Bonus(take(units)),
            Phase::LeaderLoss => Turns::LeaderLoss(AtOnce),
            Phase::Fatigue => Turns::Fatigue(take(mes)),
        }
    }
}
