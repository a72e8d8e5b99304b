//! Reading a battle file: the table, both orders of battle, where all units stand and what there is to win.
//!
//! All faults of a file are found at once, each with its place. What loads can be played: no unit stands on another, in
//! a river or off the table, in a formation it may not have, or under a general who is not there.

mod begin;
mod generals;
mod standing;

use crate::charts::Rules;
use crate::ids::house;
use crate::question::Question;
use crate::rules::orders::formation::marching_formation;
use crate::rules::orders::movement::is_heavy;
use crate::state::scenario::{Battle, Edge, Placed, Reserve, Scenario};
use crate::state::unit::Profile;
use crate::state::words::{Arm, Formation, Grade, Horse, Nation, Sheet};
use engine::Questions as _;
use engine::battle_file::{
    Found, check_roster, name, no_place_yet, read_about, read_edge_point, read_edges, read_pose, read_title,
    read_victory, read_whole,
};
use engine::ground::{Detail, read_terrain};
use engine::{About, Both, Side};
use rulebook::{Faults, Item, Source, Table, nearest};
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::{Inches, Point, Terrain};

/// Reads a battle and checks it against the rules of its sheet.
///
/// # Errors
/// Every fault of the file. Where the sheet itself is not known, only those found before it.
pub fn read_battle(
    id: &str,
    source: &Source,
    rules: impl Fn(Sheet) -> Option<Arc<Rules>>,
) -> Result<Battle, Faults> {
    read_whole(source, |root| read(id, root, rules))
}

fn read(id: &str, root: Table<'_>, rules: impl Fn(Sheet) -> Option<Arc<Rules>>) -> Option<Battle> {
    let title = read_title(&root, "volley");
    let sheet = root.word("sheet", Sheet::WORDS)?;
    let Some(rules) = rules(sheet) else {
        root.fault_at("sheet", format!("{sheet}"), "a sheet whose rules are at hand");
        return None;
    };
    let about = read_about(&root, id, title, Question::WORDS);
    let opponent = opponent(&rules);
    let size = match rules.ruled_list(house!("setup.table")) {
        [width, depth, ..] => (Inches(*width), Inches(*depth)),
        _ => (Inches::whole(72), Inches::whole(48)),
    };
    let by_kind = rules.plays(house!("terrain.difficult-defensive", "by-kind"));
    let detail = if by_kind { Detail::Kinds } else { Detail::Classes };
    let terrain = read_terrain(&root, size, detail);
    let edges = read_edges(&root, [Nation::French.word(), opponent.word()]);
    let reading = Reading { rules: &rules, opponent, terrain: &terrain, edges };

    let units: Vec<FoundUnit<'_>> =
        root.tables("unit").into_iter().map(|table| reading.unit(table)).collect();
    let reserves: Vec<FoundReserve<'_>> =
        root.tables("reserve").into_iter().map(|table| reading.reserve(table)).collect();
    let roster: Vec<&FoundUnit<'_>> =
        units.iter().chain(reserves.iter().flat_map(|reserve| &reserve.units)).collect();
    let sides = Side::BOTH.map(|side| reading.nation(side).word());
    if check_roster(&root, &roster, Both { french: sides[0], allied: sides[1] }) {
        reading.check_ground(&units);
    }
    let generals = reading.generals(&root, &units, &roster);
    let units = units.into_iter().filter_map(FoundUnit::done).collect();
    let reserves = reserves.into_iter().filter_map(FoundReserve::done).collect();
    let about = read_victory(&root, &terrain, about, "volley.house.victory", sides);
    root.finish();

    let scenario = Scenario { about: About { terrain, edges, ..about }, sheet, opponent };
    Some(Battle { scenario: Arc::new(scenario), units, generals, reserves })
}

/// The nation the sheet's French fight; a house that strikes the row out does not change who is on the table.
fn opponent(rules: &Rules) -> Nation {
    let printed = match rules.sheet {
        Sheet::A15 => Nation::Austrian,
        Sheet::P7 => Nation::Prussian,
        Sheet::Br8 => Nation::British,
    };
    rules.opponent.filter(|nation| *nation != Nation::French).unwrap_or(printed)
}

/// What every unit is read and checked with.
struct Reading<'r> {
    rules: &'r Arc<Rules>,
    opponent: Nation,
    terrain: &'r Terrain,
    edges: Both<Edge>,
}

type FoundUnit<'r> = Found<'r, Placed>;

struct FoundReserve<'r> {
    table: Table<'r>,
    side: Option<Side>,
    command: String,
    point: Option<Point>,
    units: Vec<FoundUnit<'r>>,
}

impl FoundReserve<'_> {
    fn done(self) -> Option<Reserve> {
        self.table.finish();
        let units: Vec<Placed> = self.units.into_iter().filter_map(FoundUnit::done).collect();
        let units = units.into_iter().map(|placed| placed.profile).collect();
        Some(Reserve { side: self.side?, command: self.command, point: self.point?, failed: 0, units })
    }
}

impl Reading<'_> {
    fn nation(&self, side: Side) -> Nation {
        match side {
            Side::French => Nation::French,
            Side::Allied => self.opponent,
        }
    }

    /// `french`, or the sheet's opponent by name.
    fn side(&self, table: &Table<'_>) -> Option<Side> {
        let names = [Nation::French.word(), self.opponent.word()];
        let item = table.need("side", || format!("{} or {}", names[0], names[1]))?;
        let word = item.text()?;
        let found =
            names.iter().position(|name| *name == word).and_then(|place| Side::BOTH.get(place).copied());
        if found.is_none() {
            // Another nation, or a word for the other side, can only mean the opponent.
            let other = Nation::from_word(word).is_some()
                || ["allied", "allies", "opponent", "enemy"].contains(&word);
            let hint = if other { Some(names[1]) } else { nearest(word, names) };
            let expected = format!("{} or {}, the sides of {}", names[0], names[1], self.rules.sheet);
            item.fault_with(format!("{word:?}"), expected, hint);
        }
        found
    }

    /// A unit on the table, or one its side deploys.
    fn unit<'t>(&self, table: Table<'t>) -> FoundUnit<'t> {
        let name = name(&table, "name");
        let side = self.side(&table);
        let brigade = self::name(&table, "brigade");
        let profile = self.profile(&table, &name, side, &brigade);
        let formation = self.formation(&table, profile.as_ref(), table.item("at").is_some());
        let pose = read_pose(&table);
        let placed = match (profile, formation, pose) {
            (Some(profile), Some(formation), Some(pose)) => {
                Some(Placed { profile: Arc::new(profile), formation, pose })
            }
            _ => None,
        };
        Found { table, name, side, command: brigade, placed }
    }

    /// What the unit is, by its arm.
    fn profile(&self, table: &Table<'_>, name: &str, side: Option<Side>, brigade: &str) -> Option<Profile> {
        let arm = table.word("arm", Arm::WORDS);
        let grade = table.word("grade", Grade::WORDS);
        let guard = table.flag_or("guard", false);
        let Some(arm) = arm else {
            // Whether the other keys belong here only the arm can say.
            for key in ["figures", "type", "lancer", "cuirassier", "heavy", "pounds", "horse", "formation"] {
                table.skip(key);
            }
            return None;
        };
        let figures = self.figures(table, arm);
        let horse = self.horse(table, arm);
        let is = |known: &[Horse]| horse.is_some_and(|horse| known.contains(&horse));
        let lances = self.rules.plays(house!("cav.lancers", "flag"));
        let lancer = for_arm(table, "lancer", arm, Arm::Cavalry).and_then(|item| item.flag());
        let cuirassier = for_arm(table, "cuirassier", arm, Arm::Cavalry).and_then(|item| item.flag());
        let heavy = for_arm(table, "heavy", arm, Arm::Cavalry).and_then(|item| item.flag());
        let horse_artillery = for_arm(table, "horse", arm, Arm::Artillery).and_then(|item| item.flag());
        let pounds = for_arm(table, "pounds", arm, Arm::Artillery).and_then(|item| item.int(&(1..=48)));
        if arm == Arm::Artillery && !table.has("pounds") {
            table.fault_at("pounds", "nothing", "the weight of the guns' shot in pounds, from 1 to 48");
        }
        let side = side?;
        let nation = self.nation(side);
        Some(Profile {
            name: name.into(),
            side,
            nation,
            arm,
            grade: grade?,
            brigade: brigade.to_owned(),
            figures,
            horse,
            lancer: lances && lancer.unwrap_or(is(&[Horse::Uhlans, Horse::Lancers])),
            cuirassier: cuirassier.unwrap_or(is(&[Horse::Cuirassiers])),
            heavy: horse.map_or(heavy.unwrap_or(false), |horse| is_heavy(self.rules, nation, horse, heavy)),
            guard,
            pounds: pounds.unwrap_or(0),
            horse_artillery: horse_artillery.unwrap_or(false),
        })
    }

    fn figures(&self, table: &Table<'_>, arm: Arm) -> u32 {
        let (ruling, range): (u16, RangeInclusive<u32>) = match arm {
            Arm::Infantry => (house!("units.infantry-figures"), 1..=60),
            Arm::Skirmishers => (house!("units.skirmisher-figures"), 1..=40),
            Arm::Cavalry => (house!("units.cavalry-figures"), 1..=60),
            Arm::Artillery => (house!("units.artillery-crew"), 1..=20),
        };
        let usual = u32::try_from(self.rules.number(ruling)).unwrap_or(1).max(1);
        table.int_or("figures", range, usual)
    }

    fn horse(&self, table: &Table<'_>, arm: Arm) -> Option<Horse> {
        let item = for_arm(table, "type", arm, Arm::Cavalry);
        if arm == Arm::Cavalry && item.is_none() {
            return table.word("type", Horse::WORDS);
        }
        item?.word(Horse::WORDS)
    }

    /// The formation it stands in; a unit that is still to be deployed marches.
    fn formation(&self, table: &Table<'_>, profile: Option<&Profile>, on_table: bool) -> Option<Formation> {
        let item = if on_table {
            table.need("formation", || "the formation the unit stands in".to_owned())
        } else {
            table.item("formation")
        };
        let profile = profile?;
        let Some(item) = item else {
            return (!on_table).then(|| marching_formation(profile.arm));
        };
        let may: Vec<(&str, Formation)> = Formation::WORDS
            .iter()
            .copied()
            .filter(|(_, formation)| self.may_stand_in(profile, *formation))
            .collect();
        let word = item.text()?;
        if let (Some(known), false) = (Formation::from_word(word), may.iter().any(|(name, _)| *name == word))
        {
            let names: Vec<&str> = may.iter().map(|(name, _)| *name).collect();
            let found = format!("{known} for {} {}", profile.nation, profile.arm);
            item.fault_with(found, names.join(" or "), None);
            return None;
        }
        item.word(&may)
    }

    fn may_stand_in(&self, profile: &Profile, formation: Formation) -> bool {
        let austrian = profile.nation == Nation::Austrian;
        match formation {
            Formation::Column | Formation::Line => matches!(profile.arm, Arm::Infantry | Arm::Cavalry),
            Formation::Square => {
                let any = self.rules.plays(house!("formation.list", "any"));
                profile.arm == Arm::Infantry && (any || !austrian)
            }
            Formation::Masse => profile.arm == Arm::Infantry && austrian,
            Formation::Skirmish => profile.arm == Arm::Skirmishers,
            Formation::Limbered | Formation::Unlimbered => profile.arm == Arm::Artillery,
        }
    }

    fn reserve<'t>(&self, table: Table<'t>) -> FoundReserve<'t> {
        let side = self.side(&table);
        let command = name(&table, "command");
        let point = side.and_then(|side| read_edge_point(&table, self.edges[side], self.terrain));
        let units: Vec<FoundUnit<'t>> =
            table.tables("unit").into_iter().map(|unit| self.waiting(unit, side, &command)).collect();
        if units.is_empty() {
            table.fault_at("unit", "no unit", "at least one [[reserve.unit]]");
        }
        FoundReserve { table, side, command, point, units }
    }

    /// A unit in reserve: of the reserve's side, and without a place yet.
    fn waiting<'t>(&self, table: Table<'t>, side: Option<Side>, command: &str) -> FoundUnit<'t> {
        let name = name(&table, "name");
        if table.has("side")
            && let (Some(own), Some(side)) = (self.side(&table), side)
            && own != side
        {
            let (own, side) = (self.nation(own), self.nation(side));
            table.fault_at("side", format!("a {own} unit"), format!("{side} ones in a {side} reserve"));
        }
        table.skip("side");
        let brigade = if table.has("brigade") { self::name(&table, "brigade") } else { command.to_owned() };
        table.skip("brigade");
        let profile = self.profile(&table, &name, side, &brigade);
        no_place_yet(&table, "a place or formation in reserve", "none: reserves enter marching, at the edge");
        let placed = profile.map(|profile| {
            let formation = marching_formation(profile.arm);
            Placed { profile: Arc::new(profile), formation, pose: None }
        });
        Found { table, name, side, command: brigade, placed }
    }
}

/// The value of a key that only one arm may have.
fn for_arm<'r>(table: &Table<'r>, key: &str, arm: Arm, only: Arm) -> Option<Item<'r>> {
    let item = table.item(key)?;
    if arm == only {
        return Some(item);
    }
    item.fault_with(format!("{key} for {arm}"), format!("it for {only} only"), None);
    None
}
