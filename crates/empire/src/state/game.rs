//! The state of an empire game between steps, and the little questions all rules ask of it.

use crate::charts::Rules;
use crate::state::corps::{Corps, CorpsId};
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Engagement, Firefight, Me, MeId};
use crate::state::scenario::Scenario;
use crate::state::stage::Stage;
use crate::state::structure::{Structure, StructureId};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Air, Aspect, Segment, Sky};
use engine::{GeneralId, Listed, Name, Outcome, Roster, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Face, Point, Pose};

/// An empire game, whole.
#[derive(Clone, Debug, Serialize)]
pub struct Empire {
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    #[serde(skip)]
    pub rules: Arc<Rules>,
    pub hour: u32,
    pub stage: Stage,
    /// Who won the initiative of this hour.
    pub initiative: Option<Side>,
    /// Who held it last.
    pub last_initiative: Option<Side>,
    pub engagements: Vec<Engagement>,
    pub firefights: Vec<Firefight>,
    /// Whose impulse is being played.
    pub acting: Option<Acting>,
    /// The charge in hand.
    pub charge: Option<Charge>,
    pub units: Roster<Unit>,
    pub mes: Vec<Me>,
    pub corps: Vec<Corps>,
    pub leaders: Vec<Leader>,
    pub structures: Vec<Structure>,
    /// The side that last held each objective of the battle.
    pub holders: Vec<Option<Side>>,
    /// False beside real figures: there are no positions, and the players are asked what they see.
    pub measured: bool,
    pub outcome: Option<Outcome>,
}

/// Whose impulse is being played, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acting {
    pub side: Side,
    /// The ME whose impulse it is; `None` until one is named.
    pub me: Option<MeId>,
    pub segment: Segment,
    /// In a bonus impulse: whole, or of one unit.
    pub bonus: Option<Bonus>,
    /// The enemy's leaders have had their say after the manoeuvre.
    pub answered: bool,
}

/// What a bonus impulse is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bonus {
    Whole,
    OneUnit,
}

/// A charge from its declaration to its end. Waves and breakthroughs are charges of their own, told by their counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// The leading unit, then the others of its battle group.
    pub chargers: Vec<UnitId>,
    pub target: UnitId,
    /// Where the leading unit began.
    pub from: Option<Pose>,
    /// The quarter of the target it came from.
    pub hit: Aspect,
    /// The face of the target it lines up on.
    pub face: Face,
    /// Charges on the same target in this impulse before it.
    pub wave: u32,
    /// Charges that this one broke through to.
    pub breakthrough: u32,
    /// It is an opportunity charge, a support charge or a countercharge: it answers the enemy.
    pub answers: bool,
}

/// What an hour is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weather {
    pub sky: Sky,
    pub air: Air,
    pub mud: bool,
    pub dark: bool,
}

impl Default for Weather {
    fn default() -> Weather {
        Weather { sky: Sky::Clear, air: Air::Mild, mud: false, dark: false }
    }
}

impl Empire {
    pub fn me(&self, id: MeId) -> &Me {
        &self.mes[usize::from(id.0)]
    }

    pub(crate) fn me_mut(&mut self, id: MeId) -> &mut Me {
        &mut self.mes[usize::from(id.0)]
    }

    /// The ME of a unit.
    pub fn me_of(&self, unit: UnitId) -> &Me {
        self.me(self.unit(unit).me())
    }

    pub fn corps(&self, id: CorpsId) -> &Corps {
        &self.corps[usize::from(id.0)]
    }

    pub fn leader(&self, id: GeneralId) -> Option<&Leader> {
        self.leaders.get(usize::from(id.0))
    }

    pub fn structure(&self, id: StructureId) -> Option<&Structure> {
        self.structures.get(usize::from(id.0))
    }

    pub fn me_ids(&self) -> impl Iterator<Item = MeId> + use<> {
        (0..self.mes.len() as u16).map(MeId)
    }

    pub fn corps_ids(&self) -> impl Iterator<Item = CorpsId> + use<> {
        (0..self.corps.len() as u16).map(CorpsId)
    }

    pub fn leader_ids(&self) -> impl Iterator<Item = GeneralId> + use<> {
        (0..self.leaders.len() as u16).map(GeneralId)
    }

    /// The MEs of a side.
    pub fn mes_of(&self, side: Side) -> impl Iterator<Item = MeId> {
        self.me_ids().filter(move |id| self.me(*id).side == side)
    }

    /// The units of an ME, wherever they are.
    pub fn all_of(&self, me: MeId) -> impl Iterator<Item = (UnitId, &Unit)> {
        let all = (0..).map(UnitId).zip(self.units.iter());
        all.filter(move |(_, unit)| unit.me() == me && !unit.is_unknown())
    }

    /// The units of an ME on the table.
    pub fn units_of(&self, me: MeId) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.all_of(me).filter(|(_, unit)| unit.on_table())
    }

    pub fn find_me(&self, name: &str) -> Option<MeId> {
        self.me_ids().find(|id| *self.me(*id).name == *name)
    }

    pub fn find_leader(&self, name: &str) -> Option<GeneralId> {
        self.leader_ids().find(|id| self.leader(*id).is_some_and(|leader| *leader.name == *name))
    }

    pub fn me_name(&self, id: MeId) -> &Name {
        self.mes.get(usize::from(id.0)).map_or(engine::no_name(), |me| &me.name)
    }

    /// The leaders who are with a unit.
    pub fn leaders_with(&self, unit: UnitId) -> impl Iterator<Item = (GeneralId, &Leader)> {
        (0..).map(GeneralId).zip(&self.leaders).filter(move |(_, leader)| leader.is_with(unit))
    }

    /// The leaders who are attached to an ME and to none of its units; its own leader among them.
    pub fn leaders_with_me(&self, me: MeId) -> impl Iterator<Item = (GeneralId, &Leader)> {
        let all = (0..).map(GeneralId).zip(&self.leaders);
        all.filter(move |(_, leader)| leader.is_here() && leader.place == Whereabouts::Me(me))
    }

    /// Where a leader is: with his unit, in the midst of his ME, or by himself. `None` where it is not known.
    pub fn leader_at(&self, leader: &Leader) -> Option<Point> {
        let middle = |unit: &Unit| unit.pose.map(|pose| pose.centre(unit.footprint()));
        match leader.place {
            Whereabouts::Free(at) => at,
            Whereabouts::Unit(unit) => self.get(unit).and_then(middle),
            Whereabouts::Me(me) => {
                let all: Vec<Point> = self.units_of(me).filter_map(|(_, unit)| middle(unit)).collect();
                let count = i32::try_from(all.len()).ok().filter(|count| *count > 0)?;
                let sum = |of: fn(&Point) -> i32| all.iter().map(of).sum::<i32>() / count;
                Some(Point { x: sum(|at| at.x), y: sum(|at| at.y) })
            }
        }
    }

    /// The engagements of an ME.
    pub fn engagements_of(&self, me: MeId) -> impl Iterator<Item = &Engagement> {
        self.engagements.iter().filter(move |pair| pair.french == me || pair.allied == me)
    }

    pub fn is_engaged(&self, me: MeId) -> bool {
        self.engagements_of(me).next().is_some()
    }

    /// The firefight that a unit is in.
    pub fn firefight_of(&self, unit: UnitId) -> Option<&Firefight> {
        self.firefights.iter().find(|pair| pair.french == unit || pair.allied == unit)
    }

    /// A unit that has moved away, is charged or is gone is in no firefight any more (ruling firefight.when).
    pub(crate) fn end_firefights_of(&mut self, unit: UnitId) {
        self.firefights.retain(|pair| pair.french != unit && pair.allied != unit);
    }

    /// The weather of the hour.
    pub fn weather(&self) -> Weather {
        let hours = &self.scenario.weather;
        let now = hours.get(self.hour.saturating_sub(1) as usize).or(hours.last());
        now.copied().unwrap_or_default()
    }

    /// The side that acts first, in the phases that follow the initiative.
    pub fn first_side(&self) -> Side {
        self.initiative.or(self.last_initiative).unwrap_or(Side::French)
    }
}

engine::rostered!(Empire, Unit);

impl Listed<Empire> for MeId {
    fn all(game: &Empire) -> Vec<MeId> {
        game.me_ids().collect()
    }
    fn name(self, game: &Empire) -> String {
        game.me_name(self).to_string()
    }
    fn is_there(self, game: &Empire) -> bool {
        game.units_of(self).next().is_some()
    }
}

impl Listed<Empire> for GeneralId {
    fn all(game: &Empire) -> Vec<GeneralId> {
        game.leader_ids().collect()
    }
    fn name(self, game: &Empire) -> String {
        game.leader(self).map(|leader| leader.name.to_string()).unwrap_or_default()
    }
    fn is_there(self, game: &Empire) -> bool {
        game.leader(self).is_some_and(Leader::is_here)
    }
}
