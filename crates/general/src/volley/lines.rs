//! First line, second line, reserve: told apart by who stands behind whom, as seen from a side's own edge.

use crate::kit::spot::{Spot, vector};
use engine::Side;
use volley::words::Arm;
use volley::{UnitId, Volley};

/// A unit at most this far before a battalion, and no farther aside, covers it: inches at 25/28 mm.
const DEPTH: f64 = 20.0;
const ASIDE: f64 = 4.0;
const LEAST: f64 = 1.5;

/// How many lines of foot stand before each battalion of a side, two at most.
pub(super) fn lines(view: &Volley, side: Side, inch: i32) -> Vec<(UnitId, u8)> {
    let ahead = vector(view.scenario.edges[side].inward());
    let inch = f64::from(inch) / 1000.0;
    let foot: Vec<(UnitId, f64, f64)> = view
        .of(side)
        .filter(|(_, unit)| unit.is(Arm::Infantry))
        .filter_map(|(id, unit)| {
            let at = Spot::from_vec(unit.rect()?.centre());
            Some((id, at.x * ahead.x + at.y * ahead.y, at.x * ahead.y - at.y * ahead.x))
        })
        .collect();
    let mut order: Vec<usize> = (0..foot.len()).collect();
    order.sort_by(|one, two| foot[*two].1.total_cmp(&foot[*one].1));
    let mut line = vec![0_u8; foot.len()];
    // From the front to the rear: one more than the rearmost of those before him.
    for (at, &n) in order.iter().enumerate() {
        let (_, along, aside) = foot[n];
        for &m in &order[..at] {
            let by = foot[m].1 - along;
            let covers =
                (LEAST * inch..=DEPTH * inch).contains(&by) && (foot[m].2 - aside).abs() <= ASIDE * inch;
            if covers {
                line[n] = line[n].max((line[m] + 1).min(2));
            }
        }
    }
    foot.iter().zip(line).map(|((id, ..), line)| (*id, line)).collect()
}

/// The line of a unit; units that are not on the table come last.
pub(super) fn line_of(lines: &[(UnitId, u8)], id: UnitId) -> u8 {
    lines.iter().find(|(known, _)| *known == id).map_or(2, |(_, line)| *line)
}
