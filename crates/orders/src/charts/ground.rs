//! Movement and ground.

use super::Rules;
use crate::ids::{house, rule};
use crate::state::refusal::Cite;
use crate::state::words::{Arm, Formation, Going};
use rulebook::RuleId;
use table::{Class, Feature, Inches, Kind, Kinds};

impl Rules {
    /// A cell of the movement table. Where its rule is not in force the formation may be taken, but there is no rate to
    /// move by.
    fn cell(&self, arm: Arm, formation: Formation) -> Option<(RuleId, Option<Inches>)> {
        // A hasty square moves as a square (ruling square.facing).
        let formation = if formation == Formation::HastySquare { Formation::Square } else { formation };
        self.rates.get((arm, formation))
    }

    /// How far an arm moves in a formation; `None` where it does not move: a dash, unlimbered guns, a rule not in force.
    pub fn rate(&self, arm: Arm, formation: Formation) -> Option<(RuleId, Inches)> {
        let (rule, inches) = self.cell(arm, formation)?;
        Some((rule, inches?))
    }

    /// The dash of the table that keeps an arm from taking a formation; `None`: nothing does.
    ///
    /// Only guns unlimber, which no rule need say.
    pub fn forbids(&self, arm: Arm, formation: Formation) -> Option<RuleId> {
        let (dash, _) = self.cell(arm, formation).filter(|(_, inches)| inches.is_none())?;
        (!self.plays(house!("formation.unavailable", "zero"))).then_some(dash)
    }

    /// What keeps an arm from taking a formation of its own will; `None`: nothing.
    pub fn unsuited(&self, arm: Arm, formation: Formation) -> Option<Cite> {
        match (self.forbids(arm, formation), formation) {
            (Some(dash), _) => Some(dash.into()),
            (None, Formation::HastySquare) => Some(house!("hasty-square").into()),
            (None, Formation::Unlimbered) if !arm.is_artillery() => Some(house!("artillery.limber").into()),
            (None, _) => None,
        }
    }

    /// The part of its move that a change of formation costs.
    pub fn change_cost(&self) -> Option<(u32, u32)> {
        self.ratio(rule!("orders.move.formation-change"))
    }

    /// The part of its move that a unit has which was roused out of command.
    pub fn roused_share(&self) -> Option<(u32, u32)> {
        self.ratio(rule!("orders.command.outside.pass"))
    }

    /// How far leaders move: as light cavalry on a road (ruling leader.attach).
    pub fn leader_move(&self) -> Inches {
        self.rate(Arm::LightCavalry, Formation::Road).map_or(Inches::whole(15), |(_, inches)| inches)
    }

    /// What a kind of ground does to a move; `None`: nothing.
    pub fn going(&self, kind: Kind) -> Option<(RuleId, Going)> {
        self.goings[kind as usize]
    }

    /// What a feature does to a move: what its kind does, or rough ground where its battle makes it so.
    pub fn going_of(&self, feature: &Feature) -> Option<(RuleId, Going)> {
        self.going(feature.kind).or(self.other_ground.filter(|_| feature.is_made_rough()))
    }

    /// The kinds of features among which all lie that make such going: others need no look.
    pub(crate) fn kinds_of(&self, going: Going) -> Kinds {
        match going {
            Going::Rough => self.rough_kinds,
            Going::Impassable => self.impassable_kinds,
        }
    }

    /// A feature's class as these rules have it: `difficult` is rough ground, `impassable` impassable.
    pub fn class_of(&self, feature: &Feature) -> Class {
        let going = self.going_of(feature).map(|(_, going)| going);
        let impassable = going == Some(Going::Impassable) && self.on(rule!("orders.terrain.impassable"));
        Class { difficult: going == Some(Going::Rough), impassable, ..feature.class }
    }
}
