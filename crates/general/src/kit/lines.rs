//! First line, second line, reserve: told apart by who stands behind whom.

use super::spot::Spot;
use engine::UnitId;

/// Which units cover another: those from `least` to `depth` before it and at most `aside` to its side, in inches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cover {
    pub(crate) least: f64,
    pub(crate) depth: f64,
    pub(crate) aside: f64,
}

/// How many lines stand before each of some bodies, two at most; `ahead` is the way to the enemy.
pub(crate) fn lines(bodies: &[(UnitId, Spot)], ahead: Spot, cover: Cover) -> Vec<(UnitId, u8)> {
    let foot: Vec<(f64, f64)> = bodies
        .iter()
        .map(|(_, at)| (at.x * ahead.x + at.y * ahead.y, at.x * ahead.y - at.y * ahead.x))
        .collect();
    let mut order: Vec<usize> = (0..foot.len()).collect();
    order.sort_by(|one, two| foot[*two].0.total_cmp(&foot[*one].0));
    let mut line = vec![0_u8; foot.len()];
    // From the front to the rear: one more than the rearmost of those before him.
    for (at, &n) in order.iter().enumerate() {
        let (along, aside) = foot[n];
        for &m in &order[..at] {
            let by = foot[m].0 - along;
            if (cover.least..=cover.depth).contains(&by) && (foot[m].1 - aside).abs() <= cover.aside {
                line[n] = line[n].max((line[m] + 1).min(2));
            }
        }
    }
    bodies.iter().zip(line).map(|((id, _), line)| (*id, line)).collect()
}

/// The line of a unit; units that are not on the table come last.
pub(crate) fn line_of(lines: &[(UnitId, u8)], id: UnitId) -> u8 {
    lines.iter().find(|(known, _)| *known == id).map_or(2, |(_, line)| *line)
}
