//! Leaders: who they are, where they ride, and what has become of them.

use crate::state::corps::CorpsId;
use crate::state::me::MeId;
use crate::state::unit::UnitId;
use crate::state::words::{Character, Nation, Rank, Rating};
use engine::{GeneralId, Name, Side};
use serde::{Deserialize, Serialize};
use table::Point;

/// Where a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// By himself; beside real figures it is not known where.
    Free(Option<Point>),
    /// Attached to an ME.
    Me(MeId),
    /// Attached to a unit.
    Unit(UnitId),
}

/// Whether a leader is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    Here,
    /// Out until the first phase of this hour.
    Wounded(u32),
    /// Badly wounded: out for the battle.
    Out,
    Captured,
    Killed,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Leader {
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    pub rank: Rank,
    pub rating: Rating,
    pub character: Character,
    pub bold: bool,
    /// Napoleon himself, for the guns' chart.
    pub napoleon: bool,
    /// He gives his troops the reverse slope.
    pub reverse_slope: bool,
    pub premonition: bool,
    /// The corps he commands or belongs to.
    pub corps: Option<CorpsId>,
    /// The ME he leads.
    pub me: Option<MeId>,
    pub rivals: Vec<GeneralId>,
    pub place: Whereabouts,
    pub presence: Presence,
    /// He stands in for one who is out of action.
    pub replacement: bool,
    /// For whom.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stands_for: Option<GeneralId>,
    /// The column of the commander actions he is at, from 1.
    pub column: u8,
    /// He has failed and is done for this phase.
    pub ended: bool,
    /// Where one roll counts for all of his actions: how many it reached.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reached: Option<u8>,
}

impl Leader {
    pub fn is_here(&self) -> bool {
        self.presence == Presence::Here
    }

    pub fn is_with(&self, unit: UnitId) -> bool {
        self.is_here() && self.place == Whereabouts::Unit(unit)
    }
}
