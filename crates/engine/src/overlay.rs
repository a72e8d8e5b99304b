//! What can be laid over the table for a unit: how far it shoots and whither, whom it sees and what hides the rest, how
//! far it could go; and the rings of command. A game fills it in by the functions its rules measure with.

use crate::event::Deed;
use crate::{GeneralDrawn, GeneralId, Played, Side, UnitId};
use table::{Inches, Point};

/// A game that shows what its rules measure.
pub trait Overlaid: Played {
    /// Everything about one unit on the table; `None` where it is not there, or where the game has nothing to show.
    fn overlay(&self, unit: UnitId) -> Option<Overlay> {
        let _ = unit;
        None
    }

    /// The rings of all who command on the table.
    fn rings(&self) -> Vec<Ring> {
        let ring = |general: GeneralDrawn| {
            let (range, rect) = (general.radius?, general.rect.filter(|_| !general.lost)?);
            Some(Ring {
                general: general.id,
                side: general.side,
                name: general.name,
                command: general.brigade,
                range,
                rule: general.radius_by,
                outline: rect.around(range),
            })
        };
        self.generals_drawn().into_iter().filter_map(ring).collect()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Overlay {
    pub bands: Vec<Zone>,
    pub arcs: Vec<Zone>,
    /// How far it could march, and charge.
    pub reach: Vec<(Deed, Zone)>,
    pub looks: Vec<Look>,
}

/// A part of the table, and the rule that makes it so.
#[derive(Clone, Debug)]
pub struct Zone {
    pub text: String,
    pub from: Inches,
    pub to: Inches,
    pub rule: &'static str,
    pub outline: Vec<Point>,
}

/// A look at an enemy.
#[derive(Clone, Debug)]
pub struct Look {
    pub unit: UnitId,
    pub from: Point,
    /// Where the line meets the enemy, or his middle where none is clear.
    pub to: Point,
    pub clear: bool,
    /// What hides him, by name; empty where several things do together.
    pub by: Vec<String>,
    pub distance: Inches,
    /// He could be shot at from here, by range, arc and sight.
    pub in_shot: bool,
}

/// A leader's ring of command.
#[derive(Clone, Debug)]
pub struct Ring {
    pub general: GeneralId,
    pub side: Side,
    pub name: String,
    /// The command he leads; `None`: all.
    pub command: Option<String>,
    pub range: Inches,
    pub rule: &'static str,
    pub outline: Vec<Point>,
}
