//! The four edges of a table: where sides come from, and where reserves come on.

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

    /// How far a point lies to the right of another, looking in from this edge: only differences mean anything.
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

    /// The point `along` the edge and `into` the table.
    pub fn point(self, along: i32, into: Inches, terrain: &Terrain) -> Point {
        match self {
            Edge::North => Point { x: along, y: terrain.depth.0 - into.0 },
            Edge::South => Point { x: along, y: into.0 },
            Edge::East => Point { x: terrain.width.0 - into.0, y: along },
            Edge::West => Point { x: into.0, y: along },
        }
    }

    /// The pose of a unit there that faces the table, with the middle of its front `into` the table.
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
