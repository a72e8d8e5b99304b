//! The continuous table: measuring, footprints, moves, ground and sight.
//!
//! Knows no rule of any game.
//! Positions are thousandths of an inch and bearings 65536ths of a turn, both integers.
//! Geometry computes in `f64` with `+ − × ÷ √` and `libm` trigonometry and rounds once,
//! when a result is stored, so every machine gets the same bits.
//!
//! ```
//! use table::{Bearing, Footprint, Inches, Leg, Point, Pose, Rect, Track, EIGHTH};
//!
//! let line = Footprint::new(Inches::whole(6), Inches::mils(1500));
//! let start = Pose { at: Point::inches(24, 12), facing: Bearing::NORTH };
//! let track = Track::new(start, line, &[Leg::Wheel(EIGHTH / 3), Leg::Ahead(Inches::whole(4))]);
//! assert_eq!(track.end().facing.to_degrees(), 15);
//! assert_eq!(track.length().to_string(), "5.57\"");
//!
//! let wood = Rect::new(Pose { at: Point::inches(24, 40), facing: Bearing::EAST }, line);
//! assert!(!track.first_hit(&wood));
//! ```
#![allow(
    clippy::float_arithmetic,
    reason = "this crate is where the table's geometry is worked out; results are rounded to integers"
)]

mod block;
mod boxes;
mod chain;
mod footprint;
mod grades;
mod measure;
mod outline;
pub mod parts;
mod path;
mod reach;
mod relation;
mod road;
mod sample;
mod sight;
mod terrain;
mod trail;
mod way;
mod zone;

pub use block::{Block, around};
pub use boxes::Boxes;
pub use chain::{Chain, Link};
pub use footprint::{Face, Footprint, Rect, TOUCH, flush};
pub use grades::{Climb, Cover, Density, Going, Grades, Wall};
pub use measure::{Bearing, EIGHTH, Inches, MENDED, Point, Pose, Vec2};
pub use path::{Aside, Leg, Track, gap_ahead, strip_ahead, wheel_length};
pub use reach::{Limits, reach};
pub use road::RoadWay;
pub use sample::{nearest_spot, sample, spiral, steps_along};
pub use sight::{Blocker, Sight, enfilades, in_arc};
pub use terrain::{Class, Feature, Ground, Kind, Kinds, Shape, Terrain};
pub use way::Inside;
