//! The two sides of a battle.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The French, or the side that fights them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    French,
    Allied,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::French, Side::Allied];

    #[must_use]
    pub const fn enemy(self) -> Side {
        match self {
            Side::French => Side::Allied,
            Side::Allied => Side::French,
        }
    }
}

/// One thing for each side.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[schemars(inline)]
pub struct Both<T> {
    pub french: T,
    pub allied: T,
}

impl<T> Both<T> {
    /// What each side has of something.
    pub fn of(each: impl Fn(Side) -> T) -> Both<T> {
        Both { french: each(Side::French), allied: each(Side::Allied) }
    }
}

impl<T> std::ops::Index<Side> for Both<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::French => &self.french,
            Side::Allied => &self.allied,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for Both<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::French => &mut self.french,
            Side::Allied => &mut self.allied,
        }
    }
}
