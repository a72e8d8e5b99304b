//! What must hold of a table whatever the game: every unit whole on it, and on ground of its own.

use crate::Edge;
use table::{Inches, Pose, Rect, Terrain};

/// A unit on the table as [`stand_apart`] looks at it.
pub struct OnTable<'g> {
    pub name: &'g str,
    /// `None` is a fault.
    pub rect: Option<&'g Rect>,
    pub pose: Option<Pose>,
    /// From its front to its back.
    pub depth: Inches,
    /// The edge its side comes from.
    pub edge: Edge,
}

/// Checks that every unit stands whole on the table and none on another.
///
/// # Errors
/// One sentence about the first that does not.
pub fn stand_apart(terrain: &Terrain, standing: &[OnTable<'_>]) -> Result<(), String> {
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

/// A long column that has just come on may still have its tail over the edge: its own, or one behind it.
fn is_entering(terrain: &Terrain, unit: &OnTable<'_>) -> bool {
    let (Some(pose), Some(rect)) = (unit.pose, unit.rect) else { return false };
    let is_near = |edge: Edge| edge.distance(pose.at, terrain) <= unit.depth + Inches::whole(1);
    let corners = rect.corners().map(|corner| corner.stored());
    let is_over = |edge: &Edge| corners.iter().any(|corner| edge.distance(*corner, terrain) < Inches::ZERO);
    let has_behind = |edge: Edge| edge.inward().off(pose.facing).abs() < 16_384;
    is_near(unit.edge) || Edge::ALL.into_iter().filter(is_over).all(|edge| is_near(edge) && has_behind(edge))
}
