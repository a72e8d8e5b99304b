//! What a charge and a shot rest on, gathered in one place.

use crate::rules::fire::{Cannonade, Volleys};
use crate::rules::morale::Morale;
use crate::state::game::Volley;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Cover, Formation, Grade, Moment, Nation};

/// One of the two, as far as a charge cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Body {
    pub nation: Nation,
    pub arm: Arm,
    pub grade: Grade,
    pub formation: Formation,
    pub figures: u32,
    /// Lost before.
    pub lost: u32,
    pub general: bool,
    pub cover: Cover,
    pub cuirassier: bool,
    pub lancer: bool,
}

/// What a charge rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChargeFacts {
    pub charger: Body,
    pub target: Body,
    pub flank: bool,
    /// The target shoots as the charge comes in.
    pub target_shoots: bool,
    /// Dice of other units that shoot at the charger, all at the target's need.
    pub other_dice: u32,
    /// The charge falls into the first melee of the turn.
    pub first_melee: bool,
    /// A general is near the charger, for the house that lets him help from there.
    pub general_near: bool,
    /// Inches the dice of a gallop must bring for the charge to arrive.
    pub bonus_needed: u32,
    /// The two have fought before.
    pub continuing: bool,
    /// Where the chain begins.
    pub from: Moment,
}

impl ChargeFacts {
    /// A charge from its order, straight at the target's front, that nobody but the target shoots at.
    pub fn new(charger: Body, target: Body) -> ChargeFacts {
        ChargeFacts {
            charger,
            target,
            flank: false,
            target_shoots: true,
            other_dice: 0,
            first_melee: charger.nation == Nation::French,
            general_near: false,
            bonus_needed: 0,
            continuing: false,
            from: Moment::Order,
        }
    }
}

impl Body {
    /// A unit as it stands.
    pub fn of(game: &Volley, id: UnitId) -> Body {
        let unit = game.unit(id);
        Body {
            nation: unit.nation(),
            arm: unit.arm(),
            grade: unit.grade(),
            formation: unit.formation,
            figures: unit.figures,
            lost: game.casualties(unit),
            general: game.has_general(id),
            cover: game.cover(id),
            cuirassier: unit.profile.cuirassier,
            lancer: unit.profile.lancer,
        }
    }
}

/// What is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fired {
    /// Phase 1.
    Guns(Cannonade),
    /// Phases 3 and 8.
    Volley(Volleys),
}

/// What a shot and its test rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotFacts {
    pub fired: Fired,
    /// Figures of the target.
    pub figures: u32,
    /// Of the target, before it is hit.
    pub morale: Morale,
    /// Another column stands close to its flank.
    pub crowded: bool,
}
