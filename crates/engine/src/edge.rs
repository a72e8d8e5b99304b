//! The four edges of a table: where sides come from, and where whoever is late comes on.

use schemars::JsonSchema;
use serde::Serialize;
use table::{Bearing, Inches, Point, Pose, Terrain};

/// An edge of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    North,
    #[default]
    South,
    East,
    West,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::North, Edge::South, Edge::East, Edge::West];

    pub const WORDS: &'static [(&'static str, Edge)] =
        &[("north", Edge::North), ("south", Edge::South), ("east", Edge::East), ("west", Edge::West)];

    pub const fn word(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::South => "south",
            Edge::East => "east",
            Edge::West => "west",
        }
    }

    #[must_use]
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::North => Edge::South,
            Edge::South => Edge::North,
            Edge::East => Edge::West,
            Edge::West => Edge::East,
        }
    }

    /// The way a unit faces that enters here.
    pub const fn inward(self) -> Bearing {
        match self {
            Edge::North => Bearing::SOUTH,
            Edge::South => Bearing::NORTH,
            Edge::East => Bearing::WEST,
            Edge::West => Bearing::EAST,
        }
    }

    /// The step out of the table: of x, and of y.
    pub const fn outward(self) -> (i32, i32) {
        match self {
            Edge::North => (0, 1),
            Edge::South => (0, -1),
            Edge::East => (1, 0),
            Edge::West => (-1, 0),
        }
    }

    /// Whether it runs from west to east.
    const fn is_level(self) -> bool {
        matches!(self, Edge::North | Edge::South)
    }

    /// How long it is.
    pub fn length(self, terrain: &Terrain) -> Inches {
        if self.is_level() { terrain.width } else { terrain.depth }
    }

    /// How far along it a point lies, from its west or south end.
    pub const fn along(self, at: Point) -> i32 {
        if self.is_level() { at.x } else { at.y }
    }

    /// How far a point lies to the right of another, seen by whoever looks in from here: only differences mean anything.
    pub const fn from_left(self, at: Point) -> i32 {
        match self {
            Edge::South => at.x,
            Edge::North => -at.x,
            Edge::East => at.y,
            Edge::West => -at.y,
        }
    }

    /// How far a point is from it; negative beyond it.
    pub fn distance(self, at: Point, terrain: &Terrain) -> Inches {
        match self {
            Edge::North => Inches(terrain.depth.0 - at.y),
            Edge::South => Inches(at.y),
            Edge::East => Inches(terrain.width.0 - at.x),
            Edge::West => Inches(at.x),
        }
    }

    /// The point so far along it, and so far into the table.
    pub fn point(self, along: i32, into: Inches, terrain: &Terrain) -> Point {
        match self {
            Edge::North => Point { x: along, y: terrain.depth.0 - into.0 },
            Edge::South => Point { x: along, y: into.0 },
            Edge::East => Point { x: terrain.width.0 - into.0, y: along },
            Edge::West => Point { x: into.0, y: along },
        }
    }

    /// Where a unit stands that looks in from there, the middle of its front so far into the table.
    pub fn pose(self, along: i32, into: Inches, terrain: &Terrain) -> Pose {
        Pose { at: self.point(along, into, terrain), facing: self.inward() }
    }

    /// The edge a point lies on: at a corner the preferred one. `None`: on none.
    pub fn under(at: Point, terrain: &Terrain, preferred: Edge) -> Option<Edge> {
        let holds = |edge: &Edge| {
            edge.distance(at, terrain) == Inches::ZERO
                && (0..=edge.length(terrain).0).contains(&edge.along(at))
        };
        [preferred].into_iter().chain(Edge::ALL).find(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terrain() -> Terrain {
        Terrain::new(Inches::whole(60), Inches::whole(40), Vec::new())
    }

    #[test]
    fn each_edge_has_its_word_once() {
        for (word, edge) in Edge::WORDS {
            assert_eq!(edge.word(), *word);
            assert_eq!(serde_json::to_value(edge).unwrap(), *word);
            assert_eq!(edge.opposite().opposite(), *edge);
            assert_eq!(edge.opposite().inward(), edge.inward().opposite());
        }
        assert_eq!(Edge::WORDS.len(), Edge::ALL.len());
    }

    /// Turning the table a quarter turns every edge into the next, with all that is measured from it.
    #[test]
    fn all_edges_measure_alike() {
        let terrain = terrain();
        for edge in Edge::ALL {
            for (along, into) in [(0, 0), (7_000, 2_500), (30_000, 0)] {
                let Pose { at, facing } = edge.pose(along, Inches(into), &terrain);
                assert_eq!((edge.along(at), edge.distance(at, &terrain)), (along, Inches(into)), "{edge:?}");
                let (x, y) = edge.outward();
                let out = Point { x: at.x + x * (into + 1), y: at.y + y * (into + 1) };
                assert_eq!(edge.distance(out, &terrain), Inches(-1), "{edge:?}");
                // A step to the right of whoever looks in is a step on from the left.
                let right = at.ahead(facing.turned(16_384), Inches(500));
                assert_eq!(edge.from_left(right) - edge.from_left(at), 500, "{edge:?}");
                let across = edge.opposite().distance(at, &terrain);
                let whole =
                    if edge.length(&terrain) == terrain.width { terrain.depth } else { terrain.width };
                assert_eq!(edge.distance(at, &terrain) + across, whole);
            }
        }
    }

    #[test]
    fn a_point_is_on_the_edge_under_it() {
        let terrain = terrain();
        let under = |x, y| Edge::under(Point::inches(x, y), &terrain, Edge::North);
        assert_eq!(under(0, 7), Some(Edge::West));
        assert_eq!(under(60, 7), Some(Edge::East));
        assert_eq!(under(7, 0), Some(Edge::South));
        assert_eq!(under(60, 40), Some(Edge::North), "a corner is of the edge that is preferred");
        assert_eq!(under(60, 0), Some(Edge::South), "or of the first");
        assert_eq!((under(7, 7), under(61, 40), under(0, -1)), (None, None, None));
    }
}
