//! The state of a volley game between steps, and the little questions all rules ask of it.

use crate::charts::Rules;
use crate::state::scenario::{Reserve, Scenario};
use crate::state::unit::{General, GeneralId, Unit, UnitId};
use crate::state::words::{Arm, Nation, Phase};
use engine::{Both, Listed, Roster, Side};
pub use engine::{Ending, Outcome};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Inches, Pose};

/// A volley game, whole.
#[derive(Clone, Debug, Serialize)]
pub struct Volley {
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    #[serde(skip)]
    pub rules: Arc<Rules>,
    pub turn: u32,
    /// Index in the sheet's list of phases.
    pub phase: usize,
    pub stage: Stage,
    pub units: Roster<Unit>,
    /// Views share those who are no secret.
    pub generals: Vec<Arc<General>>,
    /// Commands not on the table yet. An enemy's are taken out of a view.
    pub reserves: Vec<Reserve>,
    pub charges: Vec<Charge>,
    pub melees: Vec<Melee>,
    /// Batteries and their targets, phase 1; shooters and theirs, phases 3 and 8.
    pub aims: Vec<Aim>,
    /// Who lost a melee in the last melee phase, and to whom.
    pub losers: Vec<(UnitId, UnitId)>,
    /// Units that have tested in this phase.
    pub tested: Vec<UnitId>,
    /// False beside real figures: there are no positions, and the players are asked what they see.
    pub measured: bool,
    /// Units and figures at the start, as far as known.
    pub starting_units: Both<u32>,
    pub starting_figures: Both<u32>,
    /// Who held each objective at the end of the last turn; empty where that does not matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holders: Vec<Option<Side>>,
    pub outcome: Option<Outcome>,
}

/// Where within a phase the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    Deploy(Side),
    Begin,
    Reserves,
    Adjust(Side),
    Aim(Side),
    Fire,
    Move,
    Shoot,
    Volley,
    Test(Side),
    Fight,
    Recall(Side),
    End,
}

/// What a step has done of its stage; what follows is for the sequence of play to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Progress {
    /// There is more to do in this stage.
    GoesOn,
    /// The guns of one side have fired; those of the other name their targets after that.
    OtherGuns,
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    pub shooter: UnitId,
    /// `None`: it holds its fire.
    pub target: Option<UnitId>,
    /// Losses it caused that have not been taken off yet.
    pub fired: bool,
}

/// A charge from its declaration to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub charger: UnitId,
    pub target: UnitId,
    /// Where it began.
    pub from: Option<Pose>,
    /// After the wheel: the strip runs straight ahead from here.
    pub line: Option<Pose>,
    /// How far it may go along the strip.
    pub reach: Inches,
    /// How far it has gone along the strip.
    pub gone: Inches,
    /// Enemies on the strip still to be met, nearest first.
    pub contacts: Vec<Contact>,
    pub state: ChargeState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeState {
    /// Infantry, in front of its target and waiting for the tests.
    Closing,
    /// Cavalry, with contacts to come.
    Riding,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    pub unit: UnitId,
    /// Distance along the strip.
    pub at: Inches,
    pub flank: bool,
    /// The unit that fights for a battery.
    pub supporter: Option<UnitId>,
    /// A square that has fired its two dice at this charge.
    pub fired: bool,
}

impl Contact {
    /// Who is charged here: the supporter where guns have one.
    pub fn charged(&self) -> UnitId {
        self.supporter.unwrap_or(self.unit)
    }
}

/// Two units in contact, the attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Melee {
    pub a: UnitId,
    pub b: UnitId,
    /// The battery `b` fights for.
    pub gun: Option<UnitId>,
    /// Rounds fought, in all and this turn.
    pub rounds: u32,
    pub rounds_this_turn: u32,
    /// Joined in the movement phase that is being resolved.
    pub fresh: bool,
    /// Fought in the present melee phase.
    pub done: bool,
}

impl Melee {
    pub fn has(&self, unit: UnitId) -> bool {
        self.a == unit || self.b == unit
    }
    pub fn other(&self, unit: UnitId) -> UnitId {
        if self.a == unit { self.b } else { self.a }
    }
}

impl Volley {
    pub fn general(&self, id: GeneralId) -> Option<&General> {
        self.generals.get(id.0 as usize).map(Arc::as_ref)
    }

    pub(crate) fn general_mut(&mut self, id: GeneralId) -> Option<&mut General> {
        self.generals.get_mut(id.0 as usize).map(Arc::make_mut)
    }

    /// The present phase; the first one of a turn that has none (a house may take phases out).
    pub fn phase(&self) -> Phase {
        self.rules.phases.get(self.phase).map_or(Phase::Recall, |(phase, _, _)| *phase)
    }

    pub fn phase_number(&self) -> u8 {
        self.rules.phases.get(self.phase).map_or(0, |(_, number, _)| *number)
    }

    pub fn nation(&self, side: Side) -> Nation {
        match side {
            Side::French => Nation::French,
            Side::Allied => self.scenario.opponent,
        }
    }

    /// The side that moves in this phase, or moved last in this turn.
    pub fn active(&self) -> Side {
        let upto = self.rules.phases.iter().take(self.phase + 1).rev();
        upto.filter_map(|(phase, _, _)| phase.mover()).next().unwrap_or(Side::French)
    }

    // ------------------------------------------------------------- generals ----

    pub fn general_with(&self, unit: UnitId) -> Option<GeneralId> {
        let at = self.generals.iter().position(|general| !general.lost && general.attached == Some(unit))?;
        Some(GeneralId(at as u16))
    }

    pub fn has_general(&self, unit: UnitId) -> bool {
        self.general_with(unit).is_some()
    }

    // --------------------------------------------------------------- contact ----

    pub fn melees_of(&self, unit: UnitId) -> impl Iterator<Item = &Melee> {
        self.melees.iter().filter(move |melee| melee.has(unit))
    }

    pub fn in_melee(&self, unit: UnitId) -> bool {
        self.melees_of(unit).next().is_some()
    }

    /// In a melee that is older than the movement phase being resolved.
    pub fn in_old_melee(&self, unit: UnitId) -> bool {
        self.melees_of(unit).any(|melee| !melee.fresh)
    }

    /// Charges that are not over and meet this unit.
    pub fn charges_on(&self, unit: UnitId) -> impl Iterator<Item = (&Charge, &Contact)> {
        self.charges.iter().filter(|charge| charge.state != ChargeState::Over).filter_map(move |charge| {
            charge.contacts.iter().find(|contact| contact.charged() == unit).map(|contact| (charge, contact))
        })
    }

    pub fn charge_of(&self, unit: UnitId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.charger == unit && charge.state != ChargeState::Over)
    }

    /// Cavalry that charges in the present movement phase, for those who shoot at it.
    pub fn is_charging_cavalry(&self, unit: UnitId) -> bool {
        let body = self.unit(unit);
        // From the moment it starts: skirmishers in its way shoot before the strip is ridden.
        let started = body.acted && body.initiated;
        body.is(Arm::Cavalry) && (started || self.charges.iter().any(|charge| charge.charger == unit))
    }

    pub fn is_first_turn(&self) -> bool {
        self.turn <= 1
    }
}

engine::rostered!(Volley, Unit);

impl Listed<Volley> for GeneralId {
    fn all(game: &Volley) -> Vec<GeneralId> {
        (0..game.generals.len()).map(|n| GeneralId(n as u16)).collect()
    }
    fn name(self, game: &Volley) -> String {
        game.general(self).map(|general| general.name.to_string()).unwrap_or_default()
    }
    fn is_there(self, game: &Volley) -> bool {
        game.general(self).is_some_and(|general| !general.lost)
    }
}
