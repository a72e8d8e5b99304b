//! Cases on the meadow. What every game's cases have is told in [`engine::cases`]. The meadow adds:
//!
//! **units**: `name`, `side` (french), `figures` (10), `lost`, `shaken`, `at` (of the middle of the front edge, in inches),
//! `facing` (the enemy). **side**: whose part of the turn it is (french). **terrain**: as in battle files.
//!
//! **say** as [`PlainSaid`], **expect** as [`DrawnExpected`].

use crate::charts::Rules;
use crate::rules::sequence;
use crate::state::game::{Battle, Company, Meadow, Phase, Scenario};
use engine::Side;
use engine::cases::{Begins, Cased, DrawnExpected, PlainSaid, SIDES, Scene, case_about, one_word, point};
use engine::ground::{Detail, read_terrain};
use rulebook::Table;
use std::sync::Arc;
use table::{Bearing, Inches, Pose, Terrain};

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

impl Cased for Meadow {
    type Scene = Field;
    type Said = PlainSaid;
    type Expected = DrawnExpected;

    const PHASES: &'static [&'static str] = Phase::NAMES;
    const CASES: &'static [(&'static str, &'static str)] = &CASES;
}

/// The table of a case.
pub struct Field {
    names: Vec<String>,
    units: Vec<Company>,
    side: Side,
    terrain: Terrain,
    length: Option<u32>,
}

impl Scene<Meadow> for Field {
    fn read(table: &Table<'_>) -> Field {
        let units: Vec<Company> = table.tables("units").into_iter().map(read_unit).collect();
        Field {
            names: units.iter().map(|unit| unit.name.to_string()).collect(),
            units,
            side: table.word_or("side", SIDES, Side::French),
            terrain: read_terrain(table, (Inches::whole(24), Inches::whole(24)), Detail::Classes),
            length: table.item("length").and_then(|item| item.int(&(1..=60))),
        }
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn set_up(&self, begins: &Begins<'_>, rules: Arc<Rules>) -> Result<Meadow, String> {
        let phase = Phase::from_word(begins.phase).ok_or("no such phase")?;
        let scenario = Scenario(case_about(begins.name, self.terrain.clone(), self.length));
        let battle = Battle { scenario: Arc::new(scenario), units: self.units.clone() };
        let mut game = battle.begin(rules, true);
        sequence::begin_at(&mut game, begins.turn, self.side, phase);
        Ok(game)
    }
}

fn read_unit(table: Table<'_>) -> Company {
    let side = table.word_or("side", SIDES, Side::French);
    let facing = table.int_or("facing", 0..=359, if side == Side::French { 0 } else { 180 });
    let of: u32 = table.int_or("figures", 1..=40, 10);
    let lost: u32 = table.int_or("lost", 0..=39, 0);
    let unit = Company {
        name: one_word(&table, "name").into(),
        side,
        figures: of.saturating_sub(lost),
        of,
        shaken: table.flag_or("shaken", false),
        pose: point(&table, "at").map(|at| Pose { at, facing: Bearing::degrees(facing) }),
    };
    table.finish();
    unit
}
