//! The state between steps, and the little questions all rules ask of it.

use crate::charts::Rules;
use engine::{About, Both, Listed, Name, Outcome, Side, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::sync::Arc;
use table::{Pose, Rect};

rulebook::words!(
    /// What a side does in its part of a turn, one after another.
    Phase { Advance = "advance", Volley = "volley", Rally = "rally" }
);

/// A game, whole.
#[derive(Clone, Debug, Serialize)]
pub struct Meadow {
    #[serde(skip)]
    pub scenario: Arc<Scenario>,
    #[serde(skip)]
    pub rules: Arc<Rules>,
    pub turn: u32,
    pub phase: Phase,
    /// The side that acts second in a turn is acting.
    pub second: bool,
    /// The phase is at its very beginning.
    pub begins: bool,
    /// The number of the company that acts next; those before it have acted.
    pub next: u16,
    pub units: Vec<Company>,
    /// False beside real figures: there are no positions, and the players are asked what they see.
    pub measured: bool,
    pub outcome: Option<Outcome>,
}

/// A company of skirmishers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    pub name: Name,
    pub side: Side,
    pub figures: u32,
    /// Figures it began with.
    pub of: u32,
    pub shaken: bool,
    /// `None` beside real figures, and off the table.
    pub pose: Option<Pose>,
}

/// What is public of the battle: the ground, the edges.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scenario(pub About);

impl Deref for Scenario {
    type Target = About;
    fn deref(&self) -> &About {
        &self.0
    }
}

/// A battle as its file describes it.
#[derive(Clone, Debug)]
pub struct Battle {
    pub scenario: Arc<Scenario>,
    pub units: Vec<Company>,
}

impl Company {
    pub fn is_gone(&self) -> bool {
        self.figures == 0
    }

    pub fn lost(&self) -> u32 {
        self.of.saturating_sub(self.figures)
    }
}

impl Meadow {
    pub fn unit(&self, id: UnitId) -> &Company {
        &self.units[usize::from(id.0)]
    }

    pub fn unit_mut(&mut self, id: UnitId) -> &mut Company {
        &mut self.units[usize::from(id.0)]
    }

    pub fn name(&self, id: UnitId) -> &str {
        &self.unit(id).name
    }

    /// The companies of a side that are still there.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (UnitId, &Company)> {
        let all = (0..).map(UnitId).zip(&self.units);
        all.filter(move |(_, unit)| unit.side == side && !unit.is_gone())
    }

    /// Figures that a side has left.
    pub fn figures(&self, side: Side) -> u32 {
        self.of(side).map(|(_, unit)| unit.figures).sum()
    }

    /// The ground a company covers.
    pub fn rect(&self, id: UnitId) -> Option<Rect> {
        self.unit(id).pose.map(|pose| Rect::new(pose, self.rules.footprint()))
    }
}

impl Battle {
    /// The battle at its beginning; beside real figures nothing has a position.
    pub(crate) fn begin(&self, rules: Arc<Rules>, measured: bool) -> Meadow {
        let place = |unit: &Company| Company { pose: unit.pose.filter(|_| measured), ..unit.clone() };
        Meadow {
            scenario: Arc::clone(&self.scenario),
            rules,
            turn: 1,
            phase: Phase::Advance,
            second: false,
            begins: true,
            next: 0,
            units: self.units.iter().map(place).collect(),
            measured,
            outcome: None,
        }
    }

    /// Companies and figures of both sides.
    pub(crate) fn strength(&self) -> impl Iterator<Item = (Side, u32)> {
        self.units.iter().map(|unit| (unit.side, unit.of))
    }
}

/// Beside real figures companies are named by their numbers.
impl Listed<Meadow> for UnitId {
    fn all(game: &Meadow) -> Vec<UnitId> {
        (0..).map(UnitId).zip(&game.units).map(|(id, _)| id).collect()
    }

    fn name(self, game: &Meadow) -> String {
        game.name(self).to_owned()
    }

    fn is_there(self, game: &Meadow) -> bool {
        !game.unit(self).is_gone()
    }
}

/// How the sides are called.
pub(crate) const SIDES: Both<&str> = Both { french: "french", allied: "allied" };
