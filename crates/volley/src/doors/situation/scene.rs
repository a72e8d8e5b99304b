//! The table of a case: units, generals, reserves and ground as its file lays them out.

use super::stage;
use crate::charts::Rules;
use crate::ids::house;
use crate::state::game::Volley;
use crate::state::words::{Arm, Formation, Grade, Horse, Sheet};
use engine::Side;
use engine::cases::{self, Begins, Goals, SIDES, is_list, one_word, pair, pairs, point};
use engine::ground::{Detail, read_terrain};
use rulebook::{Item, Setting, Table};
use std::sync::Arc;
use table::{Inches, Point, Terrain};

/// Everything on the table before anything is said.
pub struct Scene {
    full_scale: bool,
    pub(super) units: Vec<UnitSpec>,
    pub(super) generals: Option<Vec<GeneralSpec>>,
    pub(super) reserves: Vec<ReserveSpec>,
    pub(super) terrain: Terrain,
    pub(super) melees: Vec<MeleeSpec>,
    pub(super) losers: Vec<(String, String)>,
    pub(super) goals: Goals,
    pub(super) length: Option<u32>,
    /// Of the units, reserves too.
    pub(super) names: Vec<String>,
    /// Of the generals.
    pub(super) officers: Vec<String>,
}

pub(super) struct UnitSpec {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) arm: Arm,
    pub(super) grade: Grade,
    pub(super) figures: u32,
    pub(super) lost: u32,
    pub(super) formation: Formation,
    pub(super) at: Option<Point>,
    pub(super) facing: i32,
    pub(super) horse: Option<Horse>,
    pub(super) lancer: Option<bool>,
    pub(super) cuirassier: Option<bool>,
    pub(super) heavy: Option<bool>,
    pub(super) guard: bool,
    pub(super) pounds: u32,
    pub(super) horse_artillery: bool,
    pub(super) brigade: String,
    pub(super) halted: bool,
    pub(super) spent: bool,
    pub(super) initiated: bool,
    pub(super) must_recall: bool,
    pub(super) charge_refused: bool,
    pub(super) silenced: bool,
    pub(super) marker: Option<Spot>,
    pub(super) hit: u32,
    pub(super) lost_this_turn: u32,
}

#[derive(Clone, Copy)]
pub(super) enum Spot {
    Here,
    At(Point),
}

pub(super) struct GeneralSpec {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) at: Option<Point>,
    pub(super) attached: Option<String>,
    pub(super) commands: Option<String>,
}

pub(super) struct ReserveSpec {
    pub(super) side: Side,
    pub(super) command: String,
    pub(super) point: Point,
    pub(super) failed: u32,
    pub(super) units: Vec<UnitSpec>,
}

pub(super) struct MeleeSpec {
    pub(super) a: String,
    pub(super) b: String,
    pub(super) gun: Option<String>,
    pub(super) rounds: u32,
    pub(super) fresh: bool,
}

impl cases::Scene<Volley> for Scene {
    fn read(table: &Table<'_>) -> Scene {
        let units: Vec<UnitSpec> = table.tables("units").into_iter().map(read_unit).collect();
        let generals = table
            .has("generals")
            .then(|| table.tables("generals").into_iter().map(read_general).collect::<Vec<GeneralSpec>>());
        table.skip("generals");
        let reserves: Vec<ReserveSpec> = table.tables("reserves").into_iter().map(read_reserve).collect();
        let waiting = reserves.iter().flat_map(|reserve| &reserve.units);
        Scene {
            full_scale: table.flag_or("full-scale", false),
            names: units.iter().chain(waiting).map(|unit| unit.name.clone()).collect(),
            officers: generals.iter().flatten().map(|general| general.name.clone()).collect(),
            terrain: read_terrain(table, (Inches::whole(72), Inches::whole(48)), Detail::Classes),
            melees: table.opt_list("melees", "pairs of units").iter().filter_map(read_melee).collect(),
            losers: pairs(table, "losers"),
            goals: Goals::read(table),
            length: table.item("length").and_then(|item| item.int(&(1..=60))),
            units,
            generals,
            reserves,
        }
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    /// At the scale of the sheet, and with all units in command.
    fn complete_house(&self, sheet: &str, house: &mut Vec<(usize, Setting)>) {
        if let Some(sheet) = Sheet::from_word(sheet) {
            house.iter_mut().for_each(|(_, setting)| self.scale(sheet).setting(setting));
        }
        let range = usize::from(house!("command.range"));
        if !house.iter().any(|(ruling, _)| *ruling == range) {
            house.push((range, Setting::Inches(72_000)));
        }
    }

    fn set_up(&self, begins: &Begins<'_>, rules: Arc<Rules>) -> Result<Volley, String> {
        stage::set_up(self, begins, rules)
    }
}

impl Scene {
    /// The case at the scale of a sheet: distances are those of 25/28 mm figures, half of that on A15.
    pub(super) fn scale(&self, sheet: Sheet) -> Scale {
        Scale { half: sheet == Sheet::A15 && !self.full_scale }
    }
}

/// What the distances of a case are on its sheet.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    half: bool,
}

impl Scale {
    pub(super) fn mils(self, mils: i32) -> i32 {
        if self.half { mils / 2 } else { mils }
    }

    pub(super) fn point(self, point: Point) -> Point {
        Point { x: self.mils(point.x), y: self.mils(point.y) }
    }

    pub(super) fn setting(self, setting: &mut Setting) {
        match setting {
            Setting::Inches(inches) => *inches = self.mils(*inches),
            Setting::List(list) => list.iter_mut().for_each(|inches| *inches = self.mils(*inches)),
            Setting::Flag(_) | Setting::Word(_) | Setting::Int(_) => {}
        }
    }
}

fn read_unit(table: Table<'_>) -> UnitSpec {
    let side = table.word_or("side", SIDES, Side::French);
    let arm = table.word_or("arm", Arm::WORDS, Arm::Infantry);
    let formation = match arm {
        Arm::Infantry => Formation::Column,
        Arm::Skirmishers => Formation::Skirmish,
        Arm::Cavalry => Formation::Line,
        Arm::Artillery => Formation::Unlimbered,
    };
    let facing = if side == Side::French { 0 } else { 180 };
    let marker = table.item("marker").and_then(|item| {
        if is_list(&item) {
            return item.point().map(|(x, y)| Spot::At(Point { x, y }));
        }
        item.flag()?.then_some(Spot::Here)
    });
    let unit = UnitSpec {
        name: one_word(&table, "name"),
        side,
        arm,
        grade: table.word_or("grade", Grade::WORDS, Grade::Veteran),
        figures: table.int_or("figures", 1..=60, if arm == Arm::Artillery { 4 } else { 12 }),
        lost: table.int_or("lost", 0..=60, 0),
        formation: table.word_or("formation", Formation::WORDS, formation),
        at: point(&table, "at"),
        facing: table.int_or("facing", 0..=359, facing),
        horse: table.item("type").and_then(|item| item.word(Horse::WORDS)),
        lancer: table.item("lancer").and_then(|item| item.flag()),
        cuirassier: table.item("cuirassier").and_then(|item| item.flag()),
        heavy: table.item("heavy").and_then(|item| item.flag()),
        guard: table.flag_or("guard", false),
        pounds: table.int_or("pounds", 1..=48, 9),
        horse_artillery: table.flag_or("horse", false),
        brigade: table.text_or("brigade", if side == Side::French { "french" } else { "opponent" }),
        halted: table.flag_or("halted", false),
        spent: table.flag_or("spent", false),
        initiated: table.flag_or("initiated", false),
        must_recall: table.flag_or("must-recall", false),
        charge_refused: table.flag_or("charge-refused", false),
        silenced: table.flag_or("silenced", false),
        marker,
        hit: table.int_or("hit", 0..=60, 0),
        lost_this_turn: table.int_or("lost-this-turn", 0..=60, 0),
    };
    table.finish();
    unit
}

fn read_general(table: Table<'_>) -> GeneralSpec {
    let general = GeneralSpec {
        name: one_word(&table, "name"),
        side: table.word_or("side", SIDES, Side::French),
        at: point(&table, "at"),
        attached: table.item("attached").and_then(|item| item.text()).map(str::to_owned),
        commands: table.item("commands").and_then(|item| item.text()).map(str::to_owned),
    };
    table.finish();
    general
}

fn read_reserve(table: Table<'_>) -> ReserveSpec {
    let (x, y) = table.point("point");
    let reserve = ReserveSpec {
        side: table.word_or("side", SIDES, Side::French),
        command: table.text("command"),
        point: Point { x, y },
        failed: table.int_or("failed", 0..=10, 0),
        units: table.tables("units").into_iter().map(read_unit).collect(),
    };
    table.finish();
    reserve
}

fn read_melee(item: &Item<'_>) -> Option<MeleeSpec> {
    if !item.is_table() {
        let (a, b) = pair(item)?;
        return Some(MeleeSpec { a, b, gun: None, rounds: 1, fresh: false });
    }
    let table = item.table()?;
    let of = table.need("of", || "two units".to_owned()).and_then(|item| pair(&item));
    let gun = table.item("gun").and_then(|item| item.text()).map(str::to_owned);
    let (rounds, fresh) = (table.int_or("rounds", 0..=20, 1), table.flag_or("fresh", false));
    table.finish();
    let (a, b) = of?;
    Some(MeleeSpec { a, b, gun, rounds, fresh })
}
