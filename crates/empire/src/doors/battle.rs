//! Reading a battle file: the table, corps, MEs, leaders and units, and what there is to win.
//!
//! All faults of a file are found at once, each with its place. Units, MEs and leaders have the keys of `troops`.
//!
//! ```toml
//! name = "…"                      # title
//! game = "empire"
//! kind = "teaching"               # or "battle"
//! date = "14 October 1806"
//! year = 1806
//! summary = "…"
//! length = 5                      # hours; left out: the house's
//! first = "french"                # who moves first in the first hour
//! begins-at = "initiative"        # the first phase that is played; left out: the first
//! [worth]                         # beside ground; left out: as the house has it, and nothing for batteries
//! spent = 3                       # an enemy ME that is spent
//! battery = 1                     # a battery taken
//! [sides]
//! french = "French"
//! allied = "Prussians"
//! [edges]
//! french = "east"
//! allied = "west"
//! [armies.french]
//! staff = "good"
//! low-ammo = false
//! [[weather]]
//! hours = [1, 1]                  # from, to
//! sky = "fog"                     # air = "heat", mud = true, dark = true
//! [[corps]]
//! name = "III Corps"
//! side = "french"
//! order = "attack"
//! retreat = [72, 33]
//! [[me]]
//! name = "Gudin"
//! corps = "III Corps"
//! [[leader]]
//! name = "General Gudin"
//! side = "french"
//! me = "Gudin"                    # the ME he leads; or corps = "…", the corps he commands
//! at = [66, 30]                   # or with = "a unit"; left out: with his ME
//! [[unit]]
//! name = "1/25e"
//! me = "Gudin"
//! at = [49, 29]                   # the middle of the front edge
//! facing = 270                    # degrees, 0 north
//! inside = "Hassenhausen"         # a structure it holds, on the ground of which it stands
//! place = "reserve"               # or "holding", then without at and facing; left out: on the table
//! [[engagement]]
//! of = ["Gudin", "Schmettau"]
//! attacker = "allied"
//! [[structure]]
//! name = "Hassenhausen"           # a feature of the ground
//! cover = "medium"                # room = 2, fortified, strong-point, holder = "french"
//! ```

use crate::charts::Rules;
use crate::doors::troops::{self, Whose};
use crate::question::Question;
use crate::state::corps::{Corps, CorpsId, CorpsOrder};
use crate::state::game::Weather;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Engagement, Me, MeId};
use crate::state::scenario::{ArmyTraits, Battle, Scenario, Worth};
use crate::state::structure::{Structure, StructureId};
use crate::state::unit::Unit;
use crate::state::words::{Air, Arm, CorpsOrderKind, Cover, Nation, Phase, Place, Rank, Sky, Staff};
use engine::battle_file::{
    Found, check_roster, name, read_about, read_edges, read_point, read_pose, read_title, read_victory,
    read_whole,
};
use engine::ground::{Detail, read_terrain};
use engine::{About, Both, GeneralId, Questions as _, Side, UnitId, sound};
use rulebook::{Faults, Item, Source, Table};
use std::sync::Arc;
use table::{Inches, Rect, Terrain};

const SIDES: &[(&str, Side)] = &[("french", Side::French), ("allied", Side::Allied)];
const SIDE_WORDS: Both<&str> = Both { french: "french", allied: "allied" };

/// # Errors
/// Every fault of the file.
pub(super) fn read_battle(
    id: &str,
    source: &Source,
    rules: &dyn Fn(&str) -> Option<Arc<Rules>>,
) -> Result<Battle, Faults> {
    read_whole(source, |root| {
        let rules = rules("empire")?;
        let battle = read(id, &root, &rules);
        root.finish();
        Some(battle)
    })
}

fn read(id: &str, root: &Table<'_>, rules: &Rules) -> Battle {
    let title = read_title(root, "empire");
    let about = read_about(root, id, title, Question::WORDS);
    let terrain = read_terrain(root, (Inches::whole(72), Inches::whole(54)), Detail::Grades);
    let edges = read_edges(root, [SIDE_WORDS.french, SIDE_WORDS.allied]);
    let sides = root.opt_table("sides").map(|table| {
        let sides = Both { french: name(&table, "french"), allied: name(&table, "allied") };
        table.finish();
        sides
    });
    let mut corps = read_corps(root, &terrain);
    let mut mes = read_mes(root, &corps);
    let mut structures = read_structures(root, &terrain);
    let units: Vec<Found<'_, Unit>> = {
        let mut houses = Houses { terrain: &terrain, structures: &mut structures, taken: Vec::new() };
        root.tables("unit").into_iter().map(|table| read_unit(table, rules, &mes, &mut houses)).collect()
    };
    check_roster(root, &units.iter().collect::<Vec<_>>(), SIDE_WORDS);
    let units = numbered(units.into_iter().filter_map(Found::done).collect(), &mes);
    for (id, unit) in (0..).map(UnitId).zip(&units) {
        if let Some(inside) = unit.inside {
            structures[usize::from(inside.0)].garrison.push(id);
        }
    }
    troops::settle(&mut mes, &units);
    let leaders = read_leaders(root, &terrain, &mut corps, &mut mes, &units);
    let about = read_victory(root, &terrain, about, "empire.house.verdict", ["french", "allied"]);
    if let Err(why) = stand_apart(&terrain, edges, &units) {
        root.fault_at("unit", why, "every unit whole on the table, on ground of its own");
    }
    let nation = |side: Side| {
        let known = units.iter().filter(|unit| unit.side() == side && !unit.is_unknown());
        let mut own = known.map(|unit| unit.profile.nation);
        let first = own.next().unwrap_or(Nation::Other);
        if own.all(|other| other == first) { first.word() } else { SIDE_WORDS[side] }
    };
    let nations = Both::of(nation);
    let scenario = Scenario {
        year: root.int("year", 1792..=1815),
        sides: sides.unwrap_or_else(|| Both { french: "French".to_owned(), allied: "Allies".to_owned() }),
        adjectives: nations,
        nations,
        armies: read_armies(root),
        weather: read_weather(root),
        first: root.item("first").and_then(|item| item.word(SIDES)),
        worth: read_worth(root),
        begins_at: root.item("begins-at").and_then(|item| item.word(Phase::WORDS)),
        about: About { edges, ..about },
    };
    let engagements = root.tables("engagement").into_iter().filter_map(|table| read_engagement(table, &mes));
    let engagements = engagements.collect();
    let scenario = Scenario { about: About { terrain, ..scenario.about }, ..scenario };
    Battle { scenario: Arc::new(scenario), corps, mes, units, leaders, structures, engagements }
}

/// The place of a name in a list; a fault where it is in none.
fn place_of<'a>(item: &Item<'_>, names: impl Iterator<Item = &'a str>, what: &str) -> Option<u16> {
    let text = item.text()?;
    let place = names.into_iter().position(|known| known == text);
    if place.is_none() {
        item.fault(format!("{what} of this file"));
    }
    place.and_then(|place| u16::try_from(place).ok())
}

fn read_corps(root: &Table<'_>, terrain: &Terrain) -> Vec<Corps> {
    let read = |table: Table<'_>| {
        let kind = table.word_or("order", CorpsOrderKind::WORDS, CorpsOrderKind::Defend);
        let retreat = table.item("retreat");
        let corps = Corps {
            name: name(&table, "name").as_str().into(),
            side: table.word("side", SIDES).unwrap_or(Side::French),
            commander: None,
            order: Some(CorpsOrder { kind, objective: None }),
            pending: None,
            broken: false,
            bonus_barred: false,
            retreat: retreat
                .and_then(|item| read_point(&item, terrain, "a point to go back to", "a point of the table")),
            reserve: Vec::new(),
        };
        table.finish();
        corps
    };
    root.tables("corps").into_iter().map(read).collect()
}

fn read_mes(root: &Table<'_>, corps: &[Corps]) -> Vec<Me> {
    let read = |table: Table<'_>| {
        let item = table.need("corps", || "the corps it belongs to".to_owned());
        let names = corps.iter().map(|corps| &*corps.name);
        let place = item.and_then(|item| place_of(&item, names, "a corps"));
        let side = place.map_or(Side::French, |place| corps[usize::from(place)].side);
        let me = troops::read_me(&table, &name(&table, "name"), side, CorpsId(place.unwrap_or(0)));
        table.finish();
        me
    };
    root.tables("me").into_iter().map(read).collect()
}

/// The units in the order of their numbers. Those that wait come last, the two sides in turn; where one side has fewer,
/// there is a blank in the place of each missing one. So no number tells the enemy how many wait.
fn numbered(units: Vec<Unit>, mes: &[Me]) -> Vec<Unit> {
    let (mut waits, mut units): (Vec<Unit>, Vec<Unit>) = units.into_iter().partition(Unit::waits);
    let first = |side: Side| (0..).map(MeId).zip(mes).find(|(_, me)| me.side == side).map(|(id, _)| id);
    while !waits.is_empty() {
        for side in Side::BOTH {
            match waits.iter().position(|unit| unit.side() == side) {
                Some(next) => units.push(waits.remove(next)),
                None => units.push(Unit::unknown(side, first(side).unwrap_or(MeId(0)))),
            }
        }
    }
    while units.last().is_some_and(Unit::is_unknown) {
        units.pop();
    }
    units
}

fn read_unit<'r>(table: Table<'r>, rules: &Rules, mes: &[Me], houses: &mut Houses<'_>) -> Found<'r, Unit> {
    let title = name(&table, "name");
    let item = table.need("me", || "the ME it belongs to".to_owned());
    let me = item.and_then(|item| place_of(&item, mes.iter().map(|me| &*me.name), "an ME"));
    let side = me.map(|me| mes[usize::from(me)].side);
    table.need("grade", || "its grade".to_owned());
    let whose =
        Whose { side: side.unwrap_or(Side::French), me: MeId(me.unwrap_or(0)), nation: Nation::Other };
    let mut unit = troops::read_unit(&table, rules, &title, whose);
    let pose = read_pose(&table);
    unit.pose = pose.flatten();
    if !matches!(unit.place, Place::Table | Place::Holding | Place::Reserve) {
        table.fault_at("place", unit.place.word(), "table, holding or reserve");
    }
    // One whose place cannot be read has its fault already.
    if unit.on_table() && pose == Some(None) {
        table.fault_at("at", "no place", "where the unit stands");
    }
    houses.take_in(&table, &mut unit);
    Found { name: title, side, command: String::new(), placed: side.map(|_| unit), table }
}

/// The structures of a battle, and who is in them so far.
struct Houses<'h> {
    terrain: &'h Terrain,
    structures: &'h mut [Structure],
    taken: Vec<StructureId>,
}

impl Houses<'_> {
    /// Puts a unit into the structure that its table names: foot on the ground of it, as far as there is room, and of one side.
    fn take_in(&mut self, table: &Table<'_>, unit: &mut Unit) {
        let Some(item) = table.item("inside") else { return };
        let names = self.structures.iter().map(|structure| &*structure.name);
        let Some(place) = place_of(&item, names, "a structure") else { return };
        let id = StructureId(place);
        let structure = &mut self.structures[usize::from(place)];
        let name = structure.name.to_string();
        if unit.arm() != Arm::Infantry || !unit.on_table() {
            table.fault_at("inside", name, "a battalion on the table: nobody else holds a structure");
            return;
        }
        if self.taken.iter().filter(|known| **known == id).count() >= structure.room as usize {
            table.fault_at("inside", name, format!("one with room: this takes {}", structure.room));
            return;
        }
        if structure.holder.is_some_and(|holder| holder != unit.side()) {
            table.fault_at("inside", name, "a structure that its own side holds");
            return;
        }
        let middle = unit.pose.map(|pose| pose.centre(unit.footprint()));
        let feature = usize::from(structure.feature);
        if middle.is_some_and(|middle| !self.terrain.is_in(feature, middle)) {
            table.fault_at("at", "a place beside it", format!("a place in {name}"));
        }
        structure.holder = Some(unit.side());
        unit.inside = Some(id);
        self.taken.push(id);
    }
}

fn read_leaders(
    root: &Table<'_>,
    terrain: &Terrain,
    corps: &mut [Corps],
    mes: &mut [Me],
    units: &[Unit],
) -> Vec<Leader> {
    let mut leaders = Vec::new();
    for (id, table) in (0..).map(GeneralId).zip(root.tables("leader")) {
        let side = table.word("side", SIDES).unwrap_or(Side::French);
        let mut leader = troops::read_leader(&table, &name(&table, "name"), side, Nation::Other);
        let me = table
            .item("me")
            .and_then(|item| place_of(&item, mes.iter().map(|me| &*me.name), "an ME"))
            .map(MeId);
        let own = corps.iter().map(|corps| &*corps.name);
        let own = table.item("corps").and_then(|item| place_of(&item, own, "a corps")).map(CorpsId);
        let with = table.item("with");
        let with = with.and_then(|item| place_of(&item, units.iter().map(Unit::name), "a unit")).map(UnitId);
        let at = table.item("at");
        let at = at.and_then(|item| read_point(&item, terrain, "a leader", "a point of the table"));
        (leader.me, leader.corps) = (me, own);
        leader.place = match (with, me) {
            (Some(unit), _) => Whereabouts::Unit(unit),
            (None, Some(me)) if at.is_none() => Whereabouts::Me(me),
            _ => Whereabouts::Free(at),
        };
        if let Some(me) = me.filter(|_| leader.rank == Rank::Me) {
            mes[usize::from(me.0)].leader = Some(id);
        }
        if let Some(own) = own.filter(|_| leader.rank == Rank::Corps) {
            corps[usize::from(own.0)].commander = Some(id);
        }
        table.finish();
        leaders.push(leader);
    }
    leaders
}

/// What counts at the end beside ground: `[worth] spent = 3, battery = 1`.
fn read_worth(root: &Table<'_>) -> Worth {
    let Some(table) = root.opt_table("worth") else { return Worth::default() };
    let worth = Worth {
        spent: table.item("spent").and_then(|item| item.int(&(0..=20))),
        battery: table.int_or("battery", 0..=20, 0),
    };
    table.finish();
    worth
}

fn read_armies(root: &Table<'_>) -> Both<ArmyTraits> {
    let Some(armies) = root.opt_table("armies") else { return Both::default() };
    let read = |key: &str| {
        armies.opt_table(key).map_or_else(ArmyTraits::default, |table| {
            let army = ArmyTraits {
                staff: table.word_or("staff", Staff::WORDS, Staff::Usual),
                low_ammo: table.flag_or("low-ammo", false),
            };
            table.finish();
            army
        })
    };
    let both = Both { french: read("french"), allied: read("allied") };
    armies.finish();
    both
}

/// By the hour; hours of which nothing is said are clear and mild.
fn read_weather(root: &Table<'_>) -> Vec<Weather> {
    let mut hours = Vec::new();
    for table in root.tables("weather") {
        let span: Vec<u32> = table.ints("hours", 1..=24);
        let weather = read_sky(&table);
        table.finish();
        let (Some(from), Some(to)) = (span.first(), span.last()) else { continue };
        for hour in *from..=*to {
            let place = hour.saturating_sub(1) as usize;
            if hours.len() <= place {
                // One more than was said, so that the last hour said does not last for ever.
                hours.resize(place + 2, Weather::default());
            }
            hours[place] = weather;
        }
    }
    hours
}

/// What the weather is like: `sky`, `air`, `mud`, `dark`.
pub(super) fn read_sky(table: &Table<'_>) -> Weather {
    Weather {
        sky: table.word_or("sky", Sky::WORDS, Sky::Clear),
        air: table.word_or("air", Air::WORDS, Air::Mild),
        mud: table.flag_or("mud", false),
        dark: table.flag_or("dark", false),
    }
}

pub(super) fn read_structures(root: &Table<'_>, terrain: &Terrain) -> Vec<Structure> {
    let read = |table: Table<'_>| {
        let names = terrain.features.iter().map(|feature| feature.name.as_str());
        let item = table.need("name", || "a feature of the ground".to_owned())?;
        let feature = place_of(&item, names, "a feature")?;
        let structure = Structure {
            name: terrain.features[usize::from(feature)].name.as_str().into(),
            feature,
            cover: table.word_or("cover", Cover::WORDS, Cover::Medium),
            room: table.int_or("room", 1..=12, 1),
            fortified: table.flag_or("fortified", false),
            strong_point: table.flag_or("strong-point", false),
            holder: table.item("holder").and_then(|item| item.word(SIDES)),
            garrison: Vec::new(),
            // For cases: it was captured in this hour.
            taken_from: table.flag_or("taken", false).then_some(None),
            passed: false,
            aflame: table.flag_or("aflame", false),
        };
        table.finish();
        Some(structure)
    };
    root.tables("structure").into_iter().filter_map(read).collect()
}

fn read_engagement(table: Table<'_>, mes: &[Me]) -> Option<Engagement> {
    let of = table.list("of", "two MEs of different sides");
    let attacker = table.word("attacker", SIDES).unwrap_or(Side::French);
    let places = of.iter().filter_map(|item| place_of(item, mes.iter().map(|me| &*me.name), "an ME"));
    let places: Vec<MeId> = places.map(MeId).collect();
    let side = |me: &MeId| mes[usize::from(me.0)].side;
    let one = |of: Side| places.iter().copied().find(|me| side(me) == of);
    let pair = one(Side::French).zip(one(Side::Allied)).filter(|_| places.len() == 2);
    if pair.is_none() {
        table.fault_at("of", "another list", "two MEs of different sides");
    }
    table.finish();
    pair.map(|(french, allied)| Engagement { french, allied, attacker, since: 1 })
}

/// Checks that every unit with a place stands whole on the table and on ground of its own.
fn stand_apart(terrain: &Terrain, edges: Both<engine::Edge>, units: &[Unit]) -> Result<(), String> {
    let there: Vec<(&Unit, Option<Rect>)> = units
        .iter()
        .filter(|unit| unit.on_table() && unit.pose.is_some() && unit.inside.is_none())
        .map(|unit| (unit, unit.pose.map(|pose| Rect::new(pose, unit.footprint()))))
        .collect();
    let standing = there.iter().map(|(unit, rect)| sound::OnTable {
        name: unit.name(),
        rect: rect.as_ref(),
        pose: unit.pose,
        depth: unit.footprint().depth,
        edge: edges[unit.side()],
    });
    sound::stand_apart(terrain, &standing.collect::<Vec<_>>())
}
