//! Bombardment, bounce-through and fires: phase 11.

use crate::ids::{BombardmentWhen, BounceWhen};
use crate::state::words::{Band, Column, Cover, GunWeight};
use engine::charts::Cells;
use engine::{Grid, InForce, Modifiers};
use rulebook::{RuleId, words};
use table::Inches;

words!(
    /// The columns of bounce-through, by the total.
    BounceColumn {
        From5 = "5-8",
        From9 = "9-13",
        From14 = "14-17",
        From18 = "18-22",
        From23 = "23-up",
    }
);

engine::charts! {
    "bombardment-fire" "Bombardment: twelfths of a casualty for each section": BombardmentFire, lines() {
        weight: [word GunWeight],
        cells: [cells Column count 0..=24],
    }
    "bombardment-range" "Bombardment: ranges": BombardmentRange {
        weight: [word GunWeight],
        short: [inches 0..=60_000],
        medium: [inches 0..=60_000],
        long: [inches 0..=60_000],
    }
    "bombardment-modifier" "Bombardment: modifiers", modifiers() {
        when: [word BombardmentWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=60],
    }
    "bounce-columns" "Bounce-through: the least total of each column": BounceColumns {
        least: [cells BounceColumn int 0..=60],
    }
    "bounce" "Bounce-through: twelfths of a casualty for each unit": BounceRow, lines() {
        weight: [word GunWeight],
        cells: [cells BounceColumn count 0..=24],
    }
    "bounce-modifier" "Bounce-through: modifiers", modifiers() {
        when: [word BounceWhen],
        modifier "mod": [int -20..=20],
        per: [maybe int 1..=20],
    }
    "aflame" "Setting a building aflame: lighter guns, heavier guns": AflameRow {
        covers: [words Cover],
        under: [int 0..=40],
        over: [int 0..=40],
    }
    "aflame-sections" "Setting a building aflame: for each section beyond the first": AflameSections {
        each: [int 0..=10],
        most: [int 0..=20],
    }
}

/// The numbers of this file.
#[derive(Clone, Debug)]
pub struct Numbers {
    pub fire: Vec<BombardmentFire>,
    ranges: Grid<GunWeight, [Inches; 3]>,
    pub(crate) modifiers: Modifiers<BombardmentWhen>,
    /// Where each column of bounce-through begins; `None` where it is not in force.
    columns: Option<Cells<BounceColumn, i32>>,
    pub bounce: Vec<BounceRow>,
    pub(crate) bounce_modifiers: Modifiers<BounceWhen>,
    aflame: Grid<Cover, [i32; 2]>,
    /// What each section beyond the first adds, and the most.
    pub sections: Option<(RuleId, i32, i32)>,
}

impl Numbers {
    pub(crate) fn of(rules: &InForce) -> Numbers {
        let ends = |row: BombardmentRange| (row.weight, row.rule, [row.short, row.medium, row.long]);
        let aflame = |row: AflameRow| {
            let needs = [row.under, row.over];
            row.covers.into_iter().map(move |cover| (cover, row.rule, needs))
        };
        Numbers {
            fire: rules.rows().collect(),
            ranges: rules.rows().map(ends).collect(),
            modifiers: rules.modifiers("bombardment-modifier"),
            columns: rules.rows().next().map(|row: BounceColumns| row.least),
            bounce: rules.rows().collect(),
            bounce_modifiers: rules.modifiers("bounce-modifier"),
            aflame: rules.rows().flat_map(aflame).collect(),
            sections: rules.rows().next().map(|row: AflameSections| (row.rule, row.each, row.most)),
        }
    }

    /// The band of guns at a distance; `None`: they do not carry so far. An end belongs to the nearer band.
    pub fn band(&self, weight: GunWeight, distance: Inches) -> Option<(RuleId, Band)> {
        let (rule, ends) = self.ranges.get(weight)?;
        let band = ends.iter().position(|end| distance <= *end)?;
        Band::WORDS.get(band).map(|(_, band)| (rule, *band))
    }

    /// Where the bands of guns end.
    pub fn ends(&self, weight: GunWeight) -> Option<(RuleId, [Inches; 3])> {
        self.ranges.get(weight)
    }

    /// The column of a bouncing ball's total; `None` below the first.
    pub fn column(&self, total: i32) -> Option<BounceColumn> {
        let least = self.columns.as_ref()?;
        let columns = BounceColumn::WORDS.iter().map(|(_, column)| *column);
        columns.filter(|column| least.get(*column) <= total).max()
    }

    /// Whether balls bounce at all.
    pub fn bounces(&self) -> bool {
        self.columns.is_some()
    }

    /// What sets a building of that cover aflame: by lighter guns, by heavier ones.
    pub fn aflame(&self, cover: Cover) -> Option<(RuleId, [i32; 2])> {
        self.aflame.get(cover)
    }
}
