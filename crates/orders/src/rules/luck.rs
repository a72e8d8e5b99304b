//! What random answers are made of.

use crate::state::game::Orders;
use dice::Stream;
use table::{Inches, Point};

/// One of a list, each with equal chance.
pub(crate) fn pick<'l, T>(list: &'l [T], luck: &mut Stream) -> Option<&'l T> {
    list.get(luck.below(list.len() as u32) as usize)
}

/// Any distance up to this one.
pub(crate) fn below(most: Inches, luck: &mut Stream) -> Inches {
    Inches(luck.below(most.0.max(0) as u32 + 1) as i32)
}

/// An objective of the battle, or any point of the table.
pub(crate) fn any_point(game: &Orders, luck: &mut Stream) -> Point {
    let terrain = &game.scenario.terrain;
    match pick(&game.scenario.objectives, luck).filter(|_| luck.below(2) == 0) {
        Some(objective) => objective.at,
        None => Point { x: below(terrain.width, luck).0, y: below(terrain.depth, luck).0 },
    }
}
