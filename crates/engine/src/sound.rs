//! What must hold of a table whatever the game: everybody whole on it, and on ground of his own.

use crate::Edge;
use table::{Inches, Pose, Rect, Terrain};

/// A unit on the table as [`stand_apart`] looks at it.
pub struct Standing<'g> {
    pub name: &'g str,
    /// `None` is a fault.
    pub rect: Option<&'g Rect>,
    pub pose: Option<Pose>,
    /// From its front to its back.
    pub depth: Inches,
    /// The edge its side comes from.
    pub edge: Edge,
}

/// Whether everybody stands whole on the table and nobody on another.
///
/// # Errors
/// One sentence about the first who does not.
pub fn stand_apart(terrain: &Terrain, standing: &[Standing<'_>]) -> Result<(), String> {
    for (i, unit) in standing.iter().enumerate() {
        let name = unit.name;
        let Some(rect) = unit.rect else { return Err(format!("{name} has no place on the table")) };
        if !terrain.on_table(&rect.grown(Inches::ZERO)) && !is_entering(terrain, unit) {
            return Err(format!("{name} hangs off the table"));
        }
        for other in &standing[i + 1..] {
            if other.rect.is_some_and(|ground| ground.overlaps(rect)) {
                return Err(format!("{name} overlaps {}", other.name));
            }
        }
    }
    Ok(())
}

/// A long column that has just come on may still have its tail over the edge.
fn is_entering(terrain: &Terrain, unit: &Standing<'_>) -> bool {
    unit.pose
        .is_some_and(|pose| unit.edge.distance(pose.at.y, terrain.depth) <= unit.depth + Inches::whole(1))
}
