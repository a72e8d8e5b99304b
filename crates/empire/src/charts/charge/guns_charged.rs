//! Batteries that are charged, or that support a unit that is.

use crate::state::words::Situation;
use engine::{Grid, InForce};

engine::charts! {
    "gun-situation" "Guns in a charge: modifiers against foot and horse": GunSituation {
        situation: [word Situation],
        infantry: [int -20..=20],
        cavalry: [int -20..=20],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Against foot, against horse.
    pub situations: Grid<Situation, [i32; 2]>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let both = |row: GunSituation| (row.situation, row.rule, [row.infantry, row.cavalry]);
        Numbers { situations: rules.rows().map(both).collect() }
    }
}
