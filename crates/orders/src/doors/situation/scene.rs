//! The table of a case: units, corps, leaders and ground as its file lays them out.

use super::stage;
use crate::charts::Rules;
use crate::state::game::Orders;
use crate::state::unit::Order;
use crate::state::words::{Arm, Aspect, Formation, Gun, Level, Nation, OrderKind, Trait, Troop};
use engine::cases::{self, Begins, Goals, SIDES, one_word, pair, point};
use engine::ground::{Detail, read_terrain};
use engine::{Both, Side};
use rulebook::{Item, Table};
use std::sync::Arc;
use table::{Face, Inches, Point, Terrain};

/// Everything on the table before anything is said.
pub struct Scene {
    pub(super) units: Vec<UnitSpec>,
    pub(super) corps: Vec<CorpsSpec>,
    pub(super) leaders: Option<Vec<LeaderSpec>>,
    pub(super) charges: Vec<ChargeSpec>,
    pub(super) couriers: Vec<CourierSpec>,
    pub(super) coming: Vec<ComingSpec>,
    pub(super) goals: Goals,
    pub(super) terrain: Terrain,
    pub(super) year: i32,
    pub(super) rain: bool,
    pub(super) length: Option<u32>,
    pub(super) mover: Side,
    pub(super) initiative: Side,
    pub(super) held_before: Option<Side>,
    pub(super) activated: Option<String>,
    pub(super) starting: Both<Option<u32>>,
    /// Of the units, those to come too.
    pub(super) names: Vec<String>,
    /// Of the leaders.
    pub(super) officers: Vec<String>,
}

pub(super) struct UnitSpec {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) corps: Option<String>,
    pub(super) nation: Option<Nation>,
    pub(super) arm: Arm,
    pub(super) troop: Troop,
    pub(super) formation: Formation,
    pub(super) level: Option<Level>,
    pub(super) stands: Option<u32>,
    pub(super) gun: Option<Gun>,
    pub(super) at: Option<Point>,
    pub(super) at_edge: bool,
    pub(super) facing: i32,
    pub(super) acted: bool,
    pub(super) pressed: bool,
}

pub(super) struct CorpsSpec {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) nation: Nation,
    pub(super) order: Order,
    pub(super) received: Order,
    pub(super) lead: Vec<String>,
    pub(super) radius: Option<Inches>,
}

pub(super) struct LeaderSpec {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) nation: Option<Nation>,
    pub(super) corps: Option<String>,
    pub(super) army: bool,
    pub(super) character: Trait,
    pub(super) at: Option<Point>,
    pub(super) attached: Option<String>,
}

pub(super) struct ChargeSpec {
    pub(super) charger: String,
    pub(super) target: String,
    pub(super) hit: Aspect,
    pub(super) face: Face,
    pub(super) crossed: bool,
}

pub(super) struct CourierSpec {
    pub(super) corps: String,
    pub(super) order: Order,
    pub(super) arrives: u32,
}

pub(super) struct ComingSpec {
    pub(super) side: Side,
    pub(super) turn: u32,
    pub(super) point: Point,
    pub(super) units: Vec<UnitSpec>,
}

const FACES: &[(&str, Face)] =
    &[("front", Face::Front), ("rear", Face::Rear), ("left", Face::Left), ("right", Face::Right)];

impl cases::Scene<Orders> for Scene {
    fn read(table: &Table<'_>) -> Scene {
        let units: Vec<UnitSpec> = table.tables("units").into_iter().map(read_unit).collect();
        let coming: Vec<ComingSpec> = table.tables("coming").into_iter().map(read_coming).collect();
        let corps: Vec<CorpsSpec> = table.tables("corps").into_iter().map(read_corps).collect();
        let corps = if corps.is_empty() { Side::BOTH.map(usual_corps).into() } else { corps };
        let leaders = table
            .has("leaders")
            .then(|| table.tables("leaders").into_iter().map(read_leader).collect::<Vec<LeaderSpec>>());
        table.skip("leaders");
        let starting = table.opt_table("starting").map(|table| {
            let count = |key: &str| table.item(key).and_then(|item| item.int(&(1..=400)));
            let both = Both { french: count("french"), allied: count("opponent") };
            table.finish();
            both
        });
        let waiting = coming.iter().flat_map(|coming| &coming.units);
        let officers = match &leaders {
            Some(leaders) => leaders.iter().map(|leader| leader.name.clone()).collect(),
            None => ["CF", "CO", "AF", "AO"].map(str::to_owned).into(),
        };
        Scene {
            names: units.iter().chain(waiting).map(|unit| unit.name.clone()).collect(),
            officers,
            charges: table.opt_list("charges", "pairs of units").iter().filter_map(read_charge).collect(),
            couriers: table.tables("couriers").into_iter().map(read_courier).collect(),
            goals: Goals::read(table),
            terrain: read_terrain(table, (Inches::whole(72), Inches::whole(48)), Detail::Classes),
            year: table.int_or("year", 1792..=1815, 1809),
            rain: table.flag_or("rain", false),
            length: table.item("length").and_then(|item| item.int(&(1..=60))),
            mover: table.word_or("mover", SIDES, Side::French),
            initiative: table.word_or("initiative", SIDES, Side::French),
            held_before: table.item("held-before").and_then(|item| item.word(SIDES)),
            activated: table.item("activated").and_then(|item| item.text()).map(str::to_owned),
            starting: starting.unwrap_or_default(),
            units,
            corps,
            leaders,
            coming,
        }
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn set_up(&self, begins: &Begins<'_>, rules: Arc<Rules>) -> Result<Orders, String> {
        stage::set_up(self, begins, rules)
    }
}

fn usual_corps(side: Side) -> CorpsSpec {
    let (name, nation) = match side {
        Side::French => ("F", Nation::French),
        Side::Allied => ("O", Nation::British),
    };
    let order = Order { kind: OrderKind::Attack, objective: None };
    CorpsSpec { name: name.to_owned(), side, nation, order, received: order, lead: Vec::new(), radius: None }
}

fn read_unit(table: Table<'_>) -> UnitSpec {
    let side = table.word_or("side", SIDES, Side::French);
    let arm = table.word_or("arm", Arm::WORDS, Arm::Infantry);
    let formation = if arm.is_artillery() { Formation::Unlimbered } else { Formation::Column };
    let unit = UnitSpec {
        name: one_word(&table, "name"),
        side,
        corps: table.item("corps").and_then(|item| item.text()).map(str::to_owned),
        nation: table.item("nation").and_then(|item| item.word(Nation::WORDS)),
        arm,
        troop: table.word_or("troop", Troop::WORDS, Troop::Seasoned),
        formation: table.word_or("formation", Formation::WORDS, formation),
        level: table.item("level").and_then(|item| item.word(Level::WORDS)),
        stands: table.item("stands").and_then(|item| item.int(&(1..=6))),
        gun: table.item("gun").and_then(|item| item.word(Gun::WORDS)).or(arm.usual_gun()),
        at: point(&table, "at"),
        at_edge: table.flag_or("at-edge", false),
        facing: table.int_or("facing", 0..=359, if side == Side::French { 0 } else { 180 }),
        acted: table.flag_or("acted", false),
        pressed: table.flag_or("pressed", false),
    };
    table.finish();
    unit
}

fn read_corps(table: Table<'_>) -> CorpsSpec {
    let side = table.word_or("side", SIDES, Side::French);
    let usual = usual_corps(side);
    let order = Order {
        kind: table.word_or("order", OrderKind::WORDS, usual.order.kind),
        objective: point(&table, "objective"),
    };
    let received = Order {
        kind: table.word_or("received", OrderKind::WORDS, order.kind),
        objective: point(&table, "received-objective").or(order.objective),
    };
    let corps = CorpsSpec {
        name: one_word(&table, "name"),
        side,
        nation: table.word_or("nation", Nation::WORDS, usual.nation),
        order,
        received,
        lead: table.opt_texts("lead"),
        radius: table.item("radius").and_then(|item| item.inches(&(1_000..=72_000))).map(Inches),
    };
    table.finish();
    corps
}

fn read_leader(table: Table<'_>) -> LeaderSpec {
    let leader = LeaderSpec {
        name: one_word(&table, "name"),
        side: table.word_or("side", SIDES, Side::French),
        nation: table.item("nation").and_then(|item| item.word(Nation::WORDS)),
        corps: table.item("corps").and_then(|item| item.text()).map(str::to_owned),
        army: table.flag_or("army", false),
        character: table.word_or("trait", Trait::WORDS, Trait::None),
        at: point(&table, "at"),
        attached: table.item("attached").and_then(|item| item.text()).map(str::to_owned),
    };
    table.finish();
    leader
}

fn read_charge(item: &Item<'_>) -> Option<ChargeSpec> {
    if !item.is_table() {
        let (charger, target) = pair(item)?;
        return Some(ChargeSpec { charger, target, hit: Aspect::Front, face: Face::Front, crossed: false });
    }
    let table = item.table()?;
    let of = table.need("of", || "two units".to_owned()).and_then(|item| pair(&item));
    let hit = table.word_or("hit", Aspect::WORDS, Aspect::Front);
    let usual = match hit {
        Aspect::Front => Face::Front,
        Aspect::Flank => Face::Left,
        Aspect::Rear => Face::Rear,
    };
    let (face, crossed) = (table.word_or("face", FACES, usual), table.flag_or("crossed", false));
    table.finish();
    let (charger, target) = of?;
    Some(ChargeSpec { charger, target, hit, face, crossed })
}

fn read_courier(table: Table<'_>) -> CourierSpec {
    let courier = CourierSpec {
        corps: table.text("corps"),
        order: Order {
            kind: table.word_or("order", OrderKind::WORDS, OrderKind::Attack),
            objective: point(&table, "objective"),
        },
        arrives: table.int_or("arrives", 1..=60, 2),
    };
    table.finish();
    courier
}

fn read_coming(table: Table<'_>) -> ComingSpec {
    let (x, y) = table.point("point");
    let coming = ComingSpec {
        side: table.word_or("side", SIDES, Side::French),
        turn: table.int_or("turn", 1..=60, 2),
        point: Point { x, y },
        units: table.tables("units").into_iter().map(read_unit).collect(),
    };
    table.finish();
    coming
}
