//! Grades of ground, for sheets that tell light woods from heavy and a low wall from a high one; and contours climbed.
//!
//! What a grade does is a rule; here is only what a battle's map says, taken together where several features meet.

use crate::measure::stored;
use crate::terrain::stands_in;
use crate::{Feature, Inches, Point, Rect, Terrain, Vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well something shelters from fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    Light,
    Medium,
    Heavy,
    SuperHeavy,
}

/// How thick woods are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Density {
    Light,
    Medium,
    Heavy,
}

/// How high a wall is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wall {
    Low,
    High,
}

/// How open country goes, where nothing else is on it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Going {
    #[default]
    Marchfield,
    Rolling,
    Rough,
}

impl Cover {
    pub const WORDS: &'static [(&'static str, Cover)] = &[
        ("light", Cover::Light),
        ("medium", Cover::Medium),
        ("heavy", Cover::Heavy),
        ("super-heavy", Cover::SuperHeavy),
    ];
}

impl Density {
    pub const WORDS: &'static [(&'static str, Density)] =
        &[("light", Density::Light), ("medium", Density::Medium), ("heavy", Density::Heavy)];
}

impl Wall {
    pub const WORDS: &'static [(&'static str, Wall)] = &[("low", Wall::Low), ("high", Wall::High)];
}

impl Going {
    pub const WORDS: &'static [(&'static str, Going)] =
        &[("marchfield", Going::Marchfield), ("rolling", Going::Rolling), ("rough", Going::Rough)];
}

/// What a map says of a feature beside its kind, or of some ground all features taken together; empty: nothing.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(default)]
pub struct Grades {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<Density>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<Wall>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub going: Option<Going>,
}

impl Grades {
    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Grades::default()
    }

    /// Both together: the better cover, the thicker woods, the higher wall, the worse going.
    #[must_use]
    pub fn and(self, other: Grades) -> Grades {
        Grades {
            cover: self.cover.max(other.cover),
            density: self.density.max(other.density),
            wall: self.wall.max(other.wall),
            going: self.going.max(other.going),
        }
    }
}

/// Where a way crosses contours: how far from its start, and by how many levels up (down where negative).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Climb(Vec<(Inches, i32)>);

impl Climb {
    /// Each crossing in the order it is met.
    pub fn crossings(&self) -> &[(Inches, i32)] {
        &self.0
    }

    /// Contours climbed.
    #[must_use]
    pub fn up(&self) -> u32 {
        self.0.iter().map(|(_, levels)| levels.max(&0).unsigned_abs()).sum()
    }

    /// Contours gone down.
    #[must_use]
    pub fn down(&self) -> u32 {
        self.0.iter().map(|(_, levels)| levels.min(&0).unsigned_abs()).sum()
    }

    /// The most contours crossed the same way, up or down, on any stretch of that length: what makes a slope steep.
    #[must_use]
    pub fn most_within(&self, stretch: Inches) -> u32 {
        let from = |first: usize| {
            let (start, _) = self.0[first];
            let within = self.0[first..].iter().take_while(|(at, _)| *at - start <= stretch);
            // Running sums, so that up and down again count as what they come to on the way.
            let (mut level, mut highest, mut lowest) = (0, 0, 0);
            for (_, levels) in within {
                level += levels;
                highest = level.max(highest);
                lowest = level.min(lowest);
            }
            highest.max(-lowest).unsigned_abs()
        };
        (0..self.0.len()).map(from).max().unwrap_or(0)
    }
}

impl Terrain {
    /// How the country goes where no feature says otherwise.
    #[must_use]
    pub fn with_going(mut self, going: Going) -> Terrain {
        self.going = going;
        self
    }

    /// The grades of the ground a unit stands in: of what [`Terrain::cover`] looks at.
    #[must_use]
    pub fn grades_at(&self, rect: &Rect) -> Grades {
        let found = self.graded().filter(|(feature, outline)| stands_in(feature, outline, rect));
        self.taken_together(found.map(|(feature, _)| feature))
    }

    /// The grades of the ground under any part of the rectangles of a sweep.
    #[must_use]
    pub fn grades_along(&self, sweeps: &[Rect]) -> Grades {
        let found = self.graded().filter(|(_, outline)| sweeps.iter().any(|sweep| outline.overlaps(sweep)));
        self.taken_together(found.map(|(feature, _)| feature))
    }

    /// Where no feature says how it goes, the table does.
    fn taken_together<'t>(&self, found: impl Iterator<Item = &'t Feature>) -> Grades {
        let all = found.fold(Grades::default(), |grades, feature| grades.and(feature.grades));
        Grades { going: all.going.or(Some(self.going)), ..all }
    }

    /// The contours crossed along a way of straight stretches. A level is a contour; where features of different height
    /// lie on each other the highest counts.
    #[must_use]
    pub fn climb(&self, way: &[Point]) -> Climb {
        let mut crossings: Vec<(Inches, i32)> = Vec::new();
        let (mut gone, mut level) = (0.0, None);
        for stretch in way.windows(2) {
            let [from, to] = [stretch[0], stretch[1]].map(Vec2::from);
            let length = (to - from).length();
            let raised: Vec<(i32, Vec<(f64, f64)>)> = self.raised_along(from, to).collect();
            let mut cuts: Vec<f64> = raised
                .iter()
                .flat_map(|(_, parts)| parts.iter().flat_map(|(enter, leave)| [*enter, *leave]))
                .collect();
            cuts.extend([0.0, 1.0]);
            cuts.sort_by(f64::total_cmp);
            cuts.dedup();
            // Between two cuts the level is one; it is looked at in the middle.
            for cut in cuts.windows(2) {
                let middle = f64::midpoint(cut[0], cut[1]);
                let is_here = |parts: &[(f64, f64)]| {
                    parts.iter().any(|(enter, leave)| (*enter..=*leave).contains(&middle))
                };
                let here = raised
                    .iter()
                    .filter(|(_, parts)| is_here(parts))
                    .map(|(level, _)| *level)
                    .max()
                    .unwrap_or(0);
                let before = level.replace(here).unwrap_or(here);
                if here != before {
                    crossings.push((Inches(stored(gone + cut[0] * length)), here - before));
                }
            }
            gone += length;
        }
        Climb(crossings)
    }
}
