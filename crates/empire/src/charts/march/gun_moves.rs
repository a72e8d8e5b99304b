//! Manoeuvre and relocation of guns.

use crate::charts::march::manoeuvre::Soil;
use crate::ids::RelocationWhen;
use crate::state::words::GunClass;
use engine::charts::Ratio;
use engine::{Grid, InForce, Modifiers};
use rulebook::{RuleId, words};
use table::Inches;

words!(
    /// How guns go: limbered, limbered at a gallop, or pulled by their crew.
    GunPace { Normal = "normal", Gallop = "gallop", Prolong = "prolong" }
);
words!(GunArm { Foot = "foot", Horse = "horse" });
words!(
    /// The classes that the chart of moves tells apart.
    RateClass { OldGuard = "old-guard", First = "class-1", Other = "other" }
);
words!(
    /// The weights that it tells apart.
    RateWeight { Any = "any", Light = "light", Medium = "medium", Heavy = "heavy" }
);
words!(
    /// Horses left, in sixths of what the battery had (ruling batteries).
    HorsesLeft {
        All = "all",
        Five = "5-of-6",
        Four = "4-of-6",
        Three = "3-of-6",
        Two = "2-of-6",
        One = "1-of-6",
        None = "none",
    }
);

engine::charts! {
    "gun-rate" "Guns: inches of each pace": GunRate {
        arm: [word GunArm],
        class: [word RateClass],
        weight: [word RateWeight],
        normal: [inches 0..=60_000],
        gallop: [inches 0..=60_000],
        prolong: [inches 0..=60_000],
    }
    "gun-ground-share" "Guns: ground that leaves a part of the move": GunGroundShare {
        ground: [word Soil],
        share: [ratio],
        road: [maybe ratio],
    }
    "gun-ground-inches" "Guns: ground that takes inches off": GunGroundInches {
        ground: [word Soil],
        inches: [inches 0..=60_000],
    }
    "relocation" "Guns: what relocation and withdrawal need, by the horses left": RelocationRow {
        class: [word GunClass],
        relocate: [cells HorsesLeft int 0..=40],
        withdraw: [cells HorsesLeft int 0..=40],
    }
    "relocation-modifier" "Guns: modifiers of relocation and withdrawal", modifiers() {
        when: [word RelocationWhen],
        modifier "mod": [int -20..=20],
    }
}

/// What ground does to guns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GunGround {
    /// Off a road, and on one.
    Share(Ratio, Ratio),
    Inches(Inches),
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    rates: Grid<(GunArm, (RateClass, RateWeight)), [Inches; 3]>,
    ground: Grid<Soil, GunGround>,
    pub relocation: Vec<RelocationRow>,
    pub(crate) modifiers: Modifiers<RelocationWhen>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let rate = |row: GunRate| {
            ((row.arm, (row.class, row.weight)), row.rule, [row.normal, row.gallop, row.prolong])
        };
        let share = |row: GunGroundShare| {
            (row.ground, row.rule, GunGround::Share(row.share, row.road.unwrap_or(row.share)))
        };
        let inches = |row: GunGroundInches| (row.ground, row.rule, GunGround::Inches(row.inches));
        Numbers {
            rates: rules.rows().map(rate).collect(),
            ground: rules.rows().map(share).chain(rules.rows().map(inches)).collect(),
            relocation: rules.rows().collect(),
            modifiers: rules.modifiers("relocation-modifier"),
        }
    }

    /// The inches of a pace; horse artillery of the Old Guard has one row whatever its guns weigh.
    pub fn rate(&self, row: (GunArm, RateClass, RateWeight), pace: GunPace) -> Option<(RuleId, Inches)> {
        let (arm, class, weight) = row;
        let (rule, [normal, gallop, prolong]) = self.rates.get((arm, (class, weight)))?;
        let inches = match pace {
            GunPace::Normal => normal,
            GunPace::Gallop => gallop,
            GunPace::Prolong => prolong,
        };
        Some((rule, inches))
    }

    /// What ground takes of the move.
    pub fn ground(&self, soil: Soil) -> Option<(RuleId, GunGround)> {
        self.ground.get(soil)
    }
}

impl HorsesLeft {
    /// The share that is left, rounded down to sixths.
    pub fn of(left: u32, had: u32) -> HorsesLeft {
        let sixths = (left * 6).checked_div(had).unwrap_or(0).min(6) as usize;
        HorsesLeft::WORDS.get(6 - sixths).map_or(HorsesLeft::None, |(_, left)| *left)
    }
}
