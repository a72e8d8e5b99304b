//! The distances of a sheet that a player carries in his head, in thousandths of an inch.

use volley::{RULINGS, Rules};

/// Read once for each sheet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sticks {
    /// How far muskets reach, phases 3 and 8.
    pub(super) shoot: i32,
    /// The artillery stick: close, middle, long.
    pub(super) stick: [i32; 3],
    /// How far shot carries beyond its target.
    pub(super) bounce: i32,
    /// Within this of the enemy no unit doubles.
    pub(super) double: i32,
    pub(super) command: i32,
    pub(super) ride: i32,
    /// One inch at 25/28 mm: half of it at 15 mm.
    pub(super) inch: i32,
}

impl Sticks {
    pub(super) fn of(rules: &Rules) -> Sticks {
        let source = rules.source();
        let row = |id: &str| {
            source.spec().rule(id).and_then(|rule| rules.inches(rule)).map_or(0, |inches| inches.0)
        };
        let ruling = |id: &str| RULINGS.iter().position(|known| *known == id);
        let inches = |id: &str| ruling(id).map_or(0, |at| source.inches(at));
        let list = ruling("volley.house.artillery.stick").map_or(&[][..], |at| source.list(at));
        let shoot = row("volley.shoot.range");
        Sticks {
            shoot,
            stick: std::array::from_fn(|n| list.get(n).copied().unwrap_or(0)),
            bounce: row("volley.p1.bounce.depth"),
            double: row("volley.move.double.distance"),
            command: inches("volley.house.command.range"),
            ride: inches("volley.house.general.move"),
            inch: (shoot / 4).max(250),
        }
    }

    /// These inches at 25/28 mm, on the scale of the table.
    pub(super) fn inches(&self, n: i32) -> i32 {
        n * self.inch
    }
}
