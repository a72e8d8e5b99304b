//! The state of an orders game between steps, and the little questions all rules ask of it.

use crate::charts::Rules;
use crate::state::aims::Aims;
use crate::state::answer::Instruction;
use crate::state::scenario::{Reinforcement, Scenario};
use crate::state::trodden::Trodden;
use crate::state::unit::{Awaited, Corps, CorpsId, Courier, GeneralId, Leader, Presence, Unit, UnitId};
use crate::state::words::Aspect;
use engine::{Both, Listed, Outcome, Roster, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Face, Inches, Point, Pose};

/// An orders game, whole.
#[derive(Clone, Debug, Serialize)]
pub struct Orders {
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    #[serde(skip)]
    pub rules: Arc<Rules>,
    pub turn: u32,
    pub stage: Stage,
    /// Who won the initiative of this turn.
    pub initiative: Option<Side>,
    /// Who held it in the turn before.
    pub held_before: Option<Side>,
    /// Whose steps 2–5 are being played.
    pub mover: Side,
    /// Ways found free among them are kept with them.
    pub units: Roster<Unit, Trodden>,
    #[serde(skip)]
    pub aims: Aims,
    /// Shared among copies like the units: few acts change any.
    pub leaders: Arc<Vec<Leader>>,
    pub corps: Vec<Corps>,
    /// Written down in step 1 and not revealed yet. An enemy's are taken out of a view.
    pub sealed: Vec<Instruction>,
    /// Orders under way. An enemy's are taken out of a view.
    pub couriers: Vec<Courier>,
    /// Units not on the table yet. An enemy's are taken out of a view.
    pub coming: Vec<Reinforcement>,
    /// Corps that were not here at the start. An enemy's are taken out of a view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub awaited: Vec<Awaited>,
    /// The unit that is being moved and has rolled for command or begun a force march.
    pub activation: Option<Activation>,
    /// The corps that acted last in a step 2: where the house moves by corps, one begun is finished before the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acting: Option<CorpsId>,
    /// Charges of the half-turn being played.
    pub charges: Vec<Charge>,
    /// The side that last held each objective of the battle.
    pub holders: Vec<Option<Side>>,
    /// Whether it rains or snows this turn.
    pub rain: bool,
    /// False beside real figures: there are no positions, and the players are asked what they see.
    pub measured: bool,
    /// Units at the start, as far as known.
    pub starting_units: Both<u32>,
    pub outcome: Option<Outcome>,
}

/// Where within a turn the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Dice decide which side deploys first.
    DeployRoll,
    /// This side places its units, then (`true`) the other does or has done.
    Deploy(Side, bool),
    /// The orders the corps begin with.
    StartOrders(Side),
    /// Step 1 begins: couriers arrive, leaders come back, who stands too near the enemy is noted.
    Dawn,
    /// Step 1: a side writes its orders down.
    Orders(Side),
    /// Step 1: all orders are revealed together.
    Reveal,
    Initiative,
    /// Step 2 of the mover begins: reinforcements come up.
    Ready,
    /// Step 2 of the mover.
    Move,
    /// Step 2 ends: idle units are made to obey.
    Obey,
    /// Step 3: the other side fires.
    DefenderFires,
    /// Step 4: the mover fires.
    MoverFires,
    /// Step 5.
    Melee,
    /// Step 7: this side rallies.
    Rally(Side),
    Supply,
    /// The turn ends: holders, victory.
    Close,
}

/// What a unit has been granted in its step 2 before it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    pub unit: UnitId,
    /// The check for command: `None` where it needed none.
    pub command: Option<bool>,
    /// Inches that a force march adds to the road move.
    pub force_march: Option<Inches>,
}

/// A charge from contact to the end of step 5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub charger: UnitId,
    pub target: UnitId,
    /// Where it began.
    pub from: Option<Pose>,
    /// The face of the target it lines up on.
    pub face: Face,
    /// The zone of the target it came from.
    pub hit: Aspect,
    /// It crossed a stream or slope to reach the target.
    pub crossed: bool,
    /// The two are in contact: ended by any forced move, removal, or the melee.
    pub contact: bool,
    /// Its melee has been fought.
    pub fought: bool,
}

impl Orders {
    pub fn leader(&self, id: GeneralId) -> Option<&Leader> {
        let awaited = || self.still_to_come().find(|awaited| awaited.corps.commander == id);
        self.leaders.get(usize::from(id.0)).or_else(|| Some(&awaited()?.leader))
    }

    /// The leaders, to be changed.
    pub fn leaders_mut(&mut self) -> &mut Vec<Leader> {
        Arc::make_mut(&mut self.leaders)
    }

    pub fn corps(&self, id: CorpsId) -> &Corps {
        self.get_corps(id).unwrap_or_else(|| unreachable!("corps {} is neither here nor awaited", id.0))
    }

    /// The corps of that number, here or known to be still to come. It keeps the number it was awaited by.
    pub fn get_corps(&self, id: CorpsId) -> Option<&Corps> {
        let awaited = || {
            let awaited = self.awaited.iter().find(|awaited| awaited.id == id)?;
            let here = awaited.here.and_then(|here| self.corps.get(usize::from(here.0)));
            Some(here.unwrap_or(&awaited.corps))
        };
        self.corps.get(usize::from(id.0)).or_else(awaited)
    }

    /// Corps none of whose units is here yet. Not all of them are public.
    pub fn still_to_come(&self) -> impl Iterator<Item = &Awaited> {
        self.awaited.iter().filter(|awaited| awaited.here.is_none())
    }

    /// The corps that are here or were.
    pub fn corps_ids(&self) -> impl Iterator<Item = CorpsId> + use<> {
        (0..self.corps.len() as u16).map(CorpsId)
    }

    pub fn leader_ids(&self) -> impl Iterator<Item = GeneralId> + use<> {
        (0..self.leaders.len() as u16).map(GeneralId)
    }

    /// A corps' units on the table.
    pub fn units_of(&self, corps: CorpsId) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.on_table().filter(move |(_, unit)| unit.corps() == corps)
    }

    /// Whether any unit of a corps is, or was, at the edge or on the table.
    pub fn has_come(&self, corps: CorpsId) -> bool {
        self.units.iter().any(|unit| unit.corps() == corps)
    }

    /// The turn in which a corps that is still to come arrives. Not public.
    pub fn comes_in(&self, corps: CorpsId) -> Option<u32> {
        let brings = |coming: &&Reinforcement| coming.units.iter().any(|unit| unit.profile.corps == corps);
        let turns = self.coming.iter().filter(brings).map(|coming| coming.turn);
        turns.min().filter(|_| !self.has_come(corps))
    }

    /// The leader with a unit.
    pub fn leader_with(&self, unit: UnitId) -> Option<GeneralId> {
        let with = |leader: &Leader| leader.attached == Some(unit) && leader.is_present();
        self.leaders.iter().position(with).map(|n| GeneralId(n as u16))
    }

    /// The commander of a corps, while he is on the table.
    pub fn commander(&self, corps: CorpsId) -> Option<(GeneralId, &Leader)> {
        let id = self.get_corps(corps)?.commander;
        let leader = self.leader(id)?;
        (leader.presence == Presence::Present).then_some((id, leader))
    }

    /// Where a leader is: with his unit, or alone.
    pub fn leader_at(&self, leader: &Leader) -> Option<Point> {
        match leader.attached.and_then(|unit| self.get(unit)) {
            Some(unit) => unit.pose.map(|pose| pose.centre(unit.footprint())),
            None => leader.at,
        }
    }

    /// Charges in contact that this unit made or suffers.
    pub fn contacts_of(&self, unit: UnitId) -> impl Iterator<Item = &Charge> {
        self.charges
            .iter()
            .filter(move |charge| charge.contact && (charge.charger == unit || charge.target == unit))
    }

    /// Those in contact with a unit that they charged.
    pub fn chargers_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        self.charges
            .iter()
            .filter(move |charge| charge.contact && charge.target == unit)
            .map(|charge| charge.charger)
    }

    pub fn in_contact(&self, unit: UnitId) -> bool {
        self.contacts_of(unit).next().is_some()
    }
}

engine::rostered!(Orders, Unit);

impl Listed<Orders> for GeneralId {
    fn all(game: &Orders) -> Vec<GeneralId> {
        game.leader_ids().collect()
    }
    fn name(self, game: &Orders) -> String {
        game.leader(self).map(|leader| leader.name.to_string()).unwrap_or_default()
    }
    fn is_there(self, game: &Orders) -> bool {
        game.leader(self).is_some_and(Leader::is_present)
    }
}
