//! Lengths, bearings, points and poses: the integers a table is stored in.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Footprint, parts};

/// Forty-five degrees, in 65536ths of a turn.
pub const EIGHTH: i32 = 8192;

/// Radians in one 65536th of a turn.
pub(crate) const RADIANS: f64 = std::f64::consts::TAU / 65536.0;

/// How many bearings a quarter of a turn has.
const QUARTER: u16 = 2 * EIGHTH as u16;

/// Sine and cosine of every bearing of the first quarter, worked out once: they are wanted more often than anything else.
static SINES: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| (0..QUARTER).map(sine_and_cosine).collect());

fn sine_and_cosine(part: u16) -> (f64, f64) {
    // Beyond half a quarter the other way round.
    if part > QUARTER / 2 {
        let (sin, cos) = libm::sincos(f64::from(QUARTER - part) * RADIANS);
        return (cos, sin);
    }
    libm::sincos(f64::from(part) * RADIANS)
}

/// Rounds a computed length to the integer it is stored as; saturates, and takes NaN for 0.
pub(crate) fn stored(value: f64) -> i32 {
    // Halves away from zero, as `libm::round` has it, at a fraction of its cost.
    let whole = value as i32;
    let rest = value - f64::from(whole);
    whole.saturating_add(i32::from(rest >= 0.5) - i32::from(rest <= -0.5))
}

/// A length in thousandths of an inch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Inches(pub i32);

impl Inches {
    /// No length.
    pub const ZERO: Inches = Inches(0);

    /// Whole inches.
    #[must_use]
    pub const fn whole(inches: i32) -> Inches {
        Inches(inches.saturating_mul(1000))
    }

    /// Thousandths of an inch.
    #[must_use]
    pub const fn mils(mils: i32) -> Inches {
        Inches(mils)
    }

    /// Half of it, an odd thousandth dropped.
    #[must_use]
    pub const fn half(self) -> Inches {
        Inches(self.0 / 2)
    }

    /// It, multiplied; saturating.
    #[must_use]
    pub const fn times(self, count: i32) -> Inches {
        Inches(self.0.saturating_mul(count))
    }

    /// The same length as a float, in thousandths.
    pub(crate) fn float(self) -> f64 {
        f64::from(self.0)
    }
}

impl Add for Inches {
    type Output = Inches;
    fn add(self, other: Inches) -> Inches {
        Inches(self.0.saturating_add(other.0))
    }
}

impl Sub for Inches {
    type Output = Inches;
    fn sub(self, other: Inches) -> Inches {
        Inches(self.0.saturating_sub(other.0))
    }
}

impl Neg for Inches {
    type Output = Inches;
    fn neg(self) -> Inches {
        Inches(self.0.saturating_neg())
    }
}

impl AddAssign for Inches {
    fn add_assign(&mut self, other: Inches) {
        *self = *self + other;
    }
}

impl SubAssign for Inches {
    fn sub_assign(&mut self, other: Inches) {
        *self = *self - other;
    }
}

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = format!("{:03}", size % 1000);
        let written = match fraction.trim_end_matches('0') {
            "" => format!("{sign}{}\"", size / 1000),
            part => format!("{sign}{}.{part}\"", size / 1000),
        };
        parts::write(f, format_args!("i{}", self.0), &written)
    }
}

/// A direction: 65536ths of a turn, 0 north (+y), clockwise.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Bearing(pub u16);

impl Bearing {
    /// Up the table, +y.
    pub const NORTH: Bearing = Bearing(0);
    /// Along +x.
    pub const EAST: Bearing = Bearing(16384);
    /// Down the table, −y.
    pub const SOUTH: Bearing = Bearing(32768);
    /// Along −x.
    pub const WEST: Bearing = Bearing(49152);

    /// Degrees clockwise of north, to the nearest 65536th; any number of turns.
    #[must_use]
    pub const fn degrees(degrees: i32) -> Bearing {
        Bearing(((degrees.rem_euclid(360) * 65536 + 180) / 360) as u16)
    }

    /// Turned by 65536ths of a turn, clockwise positive.
    #[must_use]
    pub const fn turned(self, turn: i32) -> Bearing {
        Bearing(self.0.wrapping_add(turn as u16))
    }

    /// The other way.
    #[must_use]
    pub const fn opposite(self) -> Bearing {
        self.turned(32768)
    }

    /// The smallest turn from this bearing to the other, −32768..=32767, clockwise positive.
    #[must_use]
    pub const fn off(self, other: Bearing) -> i32 {
        other.0.wrapping_sub(self.0) as i16 as i32
    }

    /// Whole degrees, rounded, 0..=359.
    #[must_use]
    pub const fn to_degrees(self) -> i32 {
        (self.0 as i32 * 360 + 32768) / 65536 % 360
    }

    /// The unit vector; exact along the four quarters.
    #[inline]
    pub(crate) fn vector(self) -> Vec2 {
        let (sin, cos) = SINES[usize::from(self.0 % QUARTER)];
        match self.0 / QUARTER {
            0 => Vec2 { x: sin, y: cos },
            1 => Vec2 { x: cos, y: -sin },
            2 => Vec2 { x: -sin, y: -cos },
            _ => Vec2 { x: -cos, y: sin },
        }
    }
}

/// A spot on the table, thousandths of an inch; x east, y north.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    /// A spot at whole inches.
    #[must_use]
    pub const fn inches(x: i32, y: i32) -> Point {
        Point { x: x.saturating_mul(1000), y: y.saturating_mul(1000) }
    }

    /// The straight distance.
    #[must_use]
    pub fn distance(self, other: Point) -> Inches {
        Inches(stored((Vec2::from(other) - Vec2::from(self)).length()))
    }

    /// The bearing of the other spot; north if they are the same.
    #[must_use]
    pub fn bearing_to(self, other: Point) -> Bearing {
        (Vec2::from(other) - Vec2::from(self)).bearing()
    }

    /// The spot at this distance along a bearing; a negative distance goes the other way.
    #[must_use]
    pub fn ahead(self, bearing: Bearing, distance: Inches) -> Point {
        (Vec2::from(self) + bearing.vector() * distance.float()).stored()
    }
}

/// Where something stands and faces; `at` is the centre of its front edge.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Pose {
    pub at: Point,
    pub facing: Bearing,
}

/// How often the rules mend a wheel toward a point.
pub const MENDED: u32 = 3;

impl Pose {
    /// Moved straight ahead.
    #[must_use]
    pub fn ahead(self, distance: Inches) -> Pose {
        Pose { at: self.at.ahead(self.facing, distance), ..self }
    }

    /// Moved straight back, facing kept.
    #[must_use]
    pub fn back(self, distance: Inches) -> Pose {
        self.ahead(-distance)
    }

    /// Turned about its front centre, clockwise positive.
    #[must_use]
    pub fn turned(self, turn: i32) -> Pose {
        Pose { facing: self.facing.turned(turn), ..self }
    }

    /// Wheeled about a front corner: the right one clockwise, the left one otherwise.
    #[must_use]
    pub fn wheeled(self, width: Inches, turn: i32) -> Pose {
        if turn == 0 {
            return self;
        }
        let facing = self.facing.turned(turn);
        let side = width.float().max(0.0) / 2.0 * f64::from(turn.signum());
        let pivot = Vec2::from(self.at) + self.facing.vector().right() * side;
        Pose { at: (pivot - facing.vector().right() * side).stored(), facing }
    }

    /// The wheel after which a point lies straight ahead of a front of that width, as far as it may wheel. A wheel
    /// moves the front too, so it is mended this often: by the rules [`MENDED`] times.
    #[must_use]
    pub fn wheel_toward(self, width: Inches, goal: Point, most: i32, times: u32) -> i32 {
        let off = |pose: Pose| pose.facing.off(pose.at.bearing_to(goal));
        let mut wheel = off(self).clamp(-most, most);
        for _ in 0..times {
            let better = (wheel + off(self.wheeled(width, wheel))).clamp(-most, most);
            if better == wheel {
                break;
            }
            wheel = better;
        }
        wheel
    }

    /// The centre of a footprint standing here.
    #[must_use]
    pub fn centre(self, footprint: Footprint) -> Point {
        (Vec2::from(self.at) - self.facing.vector() * (footprint.depth.float() / 2.0)).stored()
    }

    /// The pose of a footprint with that centre.
    #[must_use]
    pub fn from_centre(centre: Point, facing: Bearing, footprint: Footprint) -> Pose {
        Pose { at: (Vec2::from(centre) + facing.vector() * (footprint.depth.float() / 2.0)).stored(), facing }
    }
}

/// A point or displacement while it is being worked out, in thousandths of an inch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

impl Vec2 {
    /// The product of lengths and the cosine between.
    #[must_use]
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Its length.
    #[must_use]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// A quarter turn clockwise: the right hand of one who faces this way.
    #[must_use]
    pub fn right(self) -> Vec2 {
        Vec2 { x: self.y, y: -self.x }
    }

    /// The bearing it points along; north for no length.
    #[must_use]
    pub fn bearing(self) -> Bearing {
        Bearing::NORTH.turned(stored(libm::atan2(self.x, self.y) / RADIANS))
    }

    /// Rounded to the table's grain.
    #[must_use]
    pub fn stored(self) -> Point {
        Point { x: stored(self.x), y: stored(self.y) }
    }
}

impl From<Point> for Vec2 {
    fn from(point: Point) -> Vec2 {
        Vec2 { x: f64::from(point.x), y: f64::from(point.y) }
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, other: Vec2) -> Vec2 {
        Vec2 { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2 { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, by: f64) -> Vec2 {
        Vec2 { x: self.x * by, y: self.y * by }
    }
}
