//! Reading a battle file: the table, the corps with their leaders and orders, where everybody stands, what there is to win.
//!
//! All faults of a file are found at once, each with its place. What loads can be played: every unit belongs to a corps
//! with one commander, nobody stands on another, in a river or off the table, or in a formation he may not have.
//!
//! ```toml
//! name = "…"                      # title
//! game = "orders"
//! kind = "teaching"               # or "battle"
//! date = "5 July 1809"
//! year = 1809                     # command radius goes by it
//! summary = "…"
//! length = 12                     # turns; left out: the house's
//! rain = [3, 4]                   # turns of rain or snow
//! [sides]                         # what the sides are called
//! french = "French"
//! allied = "Austrians"
//! [edges]
//! french = "south"
//! allied = "north"
//! [[corps]]
//! name = "III Corps"
//! side = "french"
//! order = "attack"                # defend, where it is left out
//! objective = [40, 20]
//! [[leader]]
//! name = "Davout"
//! side = "french"
//! nation = "french"
//! corps = "III Corps"             # or army = true, or neither
//! trait = "charismatic"           # none, where it is left out
//! at = [30, 8]                    # or attached = "a unit"
//! [[unit]]
//! name = "Petit's brigade"
//! corps = "III Corps"
//! arm = "infantry"
//! troop = "veteran"
//! nation = "french"               # its commander's, where it is left out
//! formation = "column"
//! at = [30, 10]                   # the middle of the front edge; left out: its side deploys it
//! facing = 0                      # degrees, 0 north
//! # stands = 2, gun = "heavy", level = "firm"
//! [[reinforcement]]
//! side = "allied"
//! turn = 4
//! edge-point = [60, 48]
//! [[reinforcement.unit]]          # as above, without a place
//! [victory]
//! [[victory.objective]]
//! name = "Markgrafneusiedl"
//! at = [52, 30]
//! radius = 3
//! worth = 2
//! ```

use crate::game::{Orders, Stage};
use crate::ground;
use crate::rules::Rules;
use crate::scenario::{Battle, Edge, Placed, PlacedCorps, PlacedLeader, Reinforcement, Scenario};
use crate::sequence;
use crate::unit::{
    Corps, CorpsId, GeneralId, Leader, Order, Presence, Profile, Standing, Unit, UnitId, footprint,
};
use crate::words::{Arm, Formation, Gun, Level, Nation, OrderKind, Sheet, Trait, Troop};
use engine::battle_file::{
    degrees, facing_of, name, place, read_edge_point, read_edges, read_history, read_objectives, read_whole,
};
use engine::{Both, Side, ground::read_terrain};
use rulebook::{Faults, Source, Table, nearest};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Footprint, Inches, Point, Pose, Rect, Terrain};

const MOST_UNITS: usize = 400;
const MOST_LEADERS: usize = 200;
const SIDES: &[(&str, Side)] = &[("french", Side::French), ("allied", Side::Allied)];

/// Reads a battle and checks it against the rules.
///
/// # Errors
/// Every fault of the file.
pub fn read_battle(
    id: &str,
    source: &Source,
    rules: impl Fn(Sheet) -> Option<Arc<Rules>>,
) -> Result<Battle, Faults> {
    read_whole(source, |root| read(id, root, rules))
}

fn read(id: &str, root: Table<'_>, rules: impl Fn(Sheet) -> Option<Arc<Rules>>) -> Option<Battle> {
    let title = name(&root, "name");
    root.word("game", &[("orders", ())]);
    let sheet = root.item("sheet").and_then(|item| item.word(Sheet::WORDS)).unwrap_or(Sheet::Orders);
    let Some(rules) = rules(sheet) else {
        root.fault_at("game", "orders", "a game whose rules are at hand");
        return None;
    };
    let teaching = root.word("kind", &[("teaching", true), ("battle", false)]).unwrap_or_default();
    let (date, summary) = (root.text("date"), root.text("summary"));
    let year = root.need("year", || "the year of the battle, from 1792 to 1815".to_owned());
    let year = year.and_then(|item| item.int(&(1792..=1815))).unwrap_or(1809);
    let length = root.item("length").and_then(|item| item.int(&(1..=60)));
    let rain = root.opt_list("rain", "turns").iter().filter_map(|turn| turn.int(&(1..=60))).collect();
    let history = read_history(&root);
    let sides = read_sides(&root);
    let (width, depth, _) = rules.usual_table();
    let terrain = read_terrain(&root, (width, depth), false);
    let edges = read_edges(&root, ["french", "allied"]);

    let corps = read_corps(&root, &terrain);
    let reading = Reading { rules: &rules, terrain: &terrain, edges, corps: &corps };
    let leaders = reading.leaders(&root);
    let units: Vec<Found<'_>> =
        root.tables("unit").into_iter().map(|table| reading.unit(table, &leaders, true)).collect();
    let coming: Vec<FoundReinforcement<'_>> = root
        .tables("reinforcement")
        .into_iter()
        .map(|table| reading.reinforcement(table, &leaders))
        .collect();
    let roster: Vec<&Found<'_>> =
        units.iter().chain(coming.iter().flat_map(|coming| &coming.units)).collect();
    reading.check_roster(&root, &roster);
    if roster.len() <= MOST_UNITS {
        reading.check_ground(&units);
    }
    let leaders = reading.placed_leaders(leaders, &units, &coming);
    let objectives = read_objectives(&root, &terrain, "orders.house.victory");
    let units: Vec<Placed> = units.into_iter().filter_map(Found::done).collect();
    let reinforcements: Vec<Reinforcement> =
        coming.into_iter().filter_map(|coming| coming.done(&leaders)).collect();
    root.finish();
    let corps = corps.into_iter().map(|corps| corps.placed).collect();
    let scenario = Scenario {
        id: id.to_owned(),
        title,
        teaching,
        date,
        year,
        summary,
        history,
        terrain,
        edges,
        sides,
        adjectives: adjectives(&leaders, &units, &reinforcements),
        length,
        rain,
        objectives,
    };
    Some(Battle { scenario: Arc::new(scenario), corps, units, leaders, reinforcements })
}

fn read_sides(root: &Table<'_>) -> Both<String> {
    let Some(table) = root.opt_table("sides") else {
        return Both { french: "French".to_owned(), allied: "Allies".to_owned() };
    };
    let sides = Both { french: name(&table, "french"), allied: name(&table, "allied") };
    table.finish();
    sides
}

/// A side of one nation has its adjective; of several, the side's own.
fn adjectives(
    leaders: &[PlacedLeader],
    units: &[Placed],
    reinforcements: &[Reinforcement],
) -> Both<&'static str> {
    let coming = reinforcements.iter().flat_map(|coming| &coming.units);
    let soldiers = units.iter().map(|placed| &placed.profile).chain(coming);
    let nations: Vec<(Side, Nation)> = leaders
        .iter()
        .map(|leader| (leader.side, leader.nation))
        .chain(soldiers.map(|profile| (profile.side, profile.nation)))
        .collect();
    let adjective = |side: Side, of_several: &'static str| {
        let mut own = nations.iter().filter(|(of, _)| *of == side).map(|(_, nation)| *nation);
        match own.next().filter(|nation| *nation != Nation::Other) {
            Some(nation) if own.all(|other| other == nation) => nation.word(),
            _ => of_several,
        }
    };
    Both { french: adjective(Side::French, "french"), allied: adjective(Side::Allied, "allied") }
}

struct FoundCorps {
    placed: PlacedCorps,
}

fn read_corps(root: &Table<'_>, terrain: &Terrain) -> Vec<FoundCorps> {
    let mut names: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for table in root.tables("corps") {
        let title = name(&table, "name");
        if names.contains(&title) {
            table.fault_at("name", format!("{title:?} again"), "each name once");
        }
        names.push(title.clone());
        let side = table.word("side", SIDES).unwrap_or(Side::French);
        let kind =
            table.item("order").and_then(|item| item.word(OrderKind::WORDS)).unwrap_or(OrderKind::Defend);
        let objective = table.item("objective").and_then(|item| {
            let (x, y) = item.point()?;
            if !crate::orders::takes_objective(kind) {
                item.fault_with(format!("an objective under {kind}"), "none for this order", None);
            }
            if !on_table(terrain, Point { x, y }) {
                item.fault_with(
                    format!("an objective at {}", place(Point { x, y })),
                    "it on the table",
                    None,
                );
            }
            Some(Point { x, y })
        });
        let radius = table.item("radius").and_then(|item| item.inches(&(1_000..=72_000))).map(Inches);
        table.finish();
        found.push(FoundCorps {
            placed: PlacedCorps { name: title, side, order: Order { kind, objective }, radius },
        });
    }
    if found.is_empty() {
        root.fault_at("corps", "no corps", "at least one [[corps]] on each side");
    }
    found
}

fn on_table(terrain: &Terrain, at: Point) -> bool {
    (0..=terrain.width.0).contains(&at.x) && (0..=terrain.depth.0).contains(&at.y)
}

/// What everything is read and checked with.
struct Reading<'r> {
    rules: &'r Arc<Rules>,
    terrain: &'r Terrain,
    edges: Both<Edge>,
    corps: &'r [FoundCorps],
}

/// A unit of the file, right or wrong: what is known of it, and its table for faults still to come.
struct Found<'r> {
    table: Table<'r>,
    name: String,
    side: Option<Side>,
    /// `None` has been reported.
    placed: Option<Placed>,
}

impl Found<'_> {
    fn done(self) -> Option<Placed> {
        self.table.finish();
        self.placed
    }
}

struct FoundReinforcement<'r> {
    table: Table<'r>,
    side: Option<Side>,
    turn: Option<u32>,
    point: Option<Point>,
    units: Vec<Found<'r>>,
}

impl FoundReinforcement<'_> {
    /// Its leaders are the commanders of corps that come whole with it.
    fn done(self, leaders: &[PlacedLeader]) -> Option<Reinforcement> {
        self.table.finish();
        let units: Vec<Placed> = self.units.into_iter().filter_map(Found::done).collect();
        let units: Vec<Arc<Profile>> = units.into_iter().map(|placed| placed.profile).collect();
        let with: Vec<GeneralId> = leaders
            .iter()
            .zip(0..)
            .filter(|(leader, _)| {
                let awaited = leader.at.is_none() && leader.attached.is_none();
                awaited && leader.corps.is_some_and(|corps| units.iter().any(|unit| unit.corps == corps))
            })
            .map(|(_, place)| GeneralId(place))
            .collect();
        Some(Reinforcement { side: self.side?, turn: self.turn?, point: self.point?, units, leaders: with })
    }
}

struct FoundLeader<'r> {
    table: Table<'r>,
    name: String,
    side: Option<Side>,
    nation: Option<Nation>,
    corps: Option<CorpsId>,
    army: bool,
    character: Trait,
    attached: Option<String>,
    at: Option<Point>,
}

impl Reading<'_> {
    fn corps_named(&self, table: &Table<'_>, side: Option<Side>) -> Option<CorpsId> {
        let item = table.item("corps")?;
        let word = item.text()?;
        let known = self.corps.iter().position(|corps| corps.placed.name == word);
        let Some(at) = known else {
            let hint = nearest(word, self.corps.iter().map(|corps| corps.placed.name.as_str()));
            item.fault_with(format!("{word:?}"), "the name of a [[corps]]", hint);
            return None;
        };
        let own = self.corps[at].placed.side;
        if side.is_some_and(|side| side != own) {
            item.fault_with(format!("{word:?} of the other side"), "a corps of his own side", None);
            return None;
        }
        Some(CorpsId(at as u16))
    }

    fn leaders<'t>(&self, root: &'t Table<'_>) -> Vec<FoundLeader<'t>> {
        let tables = root.tables("leader");
        if tables.len() > MOST_LEADERS {
            root.fault_at("leader", format!("{} leaders", tables.len()), format!("at most {MOST_LEADERS}"));
        }
        let mut found: Vec<FoundLeader<'t>> = Vec::new();
        for table in tables {
            let title = name(&table, "name");
            if found.iter().any(|other| other.name == title) {
                table.fault_at("name", format!("{title:?} again"), "each name once");
            }
            let side = table.word("side", SIDES);
            let nation = table.word("nation", Nation::WORDS);
            let corps = self.corps_named(&table, side);
            let army = table.flag_or("army", false);
            if army && found.iter().any(|other| other.army && other.side == side) {
                table.fault_at("army", "a second army commander", "one on each side");
            }
            if let Some(first) = corps.and_then(|corps| found.iter().find(|other| other.corps == Some(corps)))
            {
                let expected = format!("one to each corps ({:?} commands it)", first.name);
                table.fault_at("corps", "a second commander", expected);
            }
            let character =
                table.item("trait").and_then(|item| item.word(Trait::WORDS)).unwrap_or(Trait::None);
            let attached = table.item("attached").and_then(|item| item.text().map(str::to_owned));
            let at = table.item("at").and_then(|item| {
                let (x, y) = item.point()?;
                if !on_table(self.terrain, Point { x, y }) {
                    item.fault_with(
                        format!("a leader at {}", place(Point { x, y })),
                        "him on the table",
                        None,
                    );
                }
                Some(Point { x, y })
            });
            if attached.is_some() && at.is_some() {
                table.fault_at("at", "a place for a leader with a unit", "at or attached, not both");
            }
            found.push(FoundLeader {
                table,
                name: title,
                side,
                nation,
                corps,
                army,
                character,
                attached,
                at,
            });
        }
        for (corps, place) in self.corps.iter().zip(0..) {
            if !found.iter().any(|leader| leader.corps == Some(CorpsId(place))) {
                let found = format!("no commander of {:?}", corps.placed.name);
                root.fault_at("leader", found, "a [[leader]] with this corps");
            }
        }
        found
    }

    /// Leaders stand somewhere, ride with a unit, or come with the reinforcement that brings their corps.
    fn placed_leaders(
        &self,
        leaders: Vec<FoundLeader<'_>>,
        units: &[Found<'_>],
        coming: &[FoundReinforcement<'_>],
    ) -> Vec<PlacedLeader> {
        let mut placed: Vec<PlacedLeader> = Vec::new();
        for leader in leaders {
            if let Some(with) = &leader.attached {
                let unit = units.iter().find(|unit| unit.name == *with);
                match unit {
                    None => {
                        let hint = nearest(with, units.iter().map(|unit| unit.name.as_str()));
                        if let Some(item) = leader.table.item("attached") {
                            item.fault_with(format!("{with:?}"), "the name of a unit on the table", hint);
                        }
                    }
                    Some(unit) if unit.side.is_some() && unit.side != leader.side => {
                        leader.table.fault_at(
                            "attached",
                            format!("{with:?} of the enemy"),
                            "a unit of his side",
                        );
                    }
                    Some(_) if placed.iter().any(|other| other.attached.as_ref() == Some(with)) => {
                        leader.table.fault_at(
                            "attached",
                            format!("a second leader with {with:?}"),
                            "one to a unit",
                        );
                    }
                    Some(_) => {}
                }
            } else if leader.at.is_none() {
                let of = |unit: &Found<'_>| unit.placed.as_ref().map(|placed| placed.profile.corps);
                let comes = coming.iter().flat_map(|coming| &coming.units);
                let comes = leader.corps.is_some() && comes.into_iter().any(|unit| of(unit) == leader.corps);
                let here = leader.corps.is_some() && units.iter().any(|unit| of(unit) == leader.corps);
                if !comes || here {
                    leader.table.fault_at("at", "nothing", "where he stands, or the unit he is attached to");
                }
            }
            leader.table.finish();
            if let (Some(side), Some(nation)) = (leader.side, leader.nation) {
                placed.push(PlacedLeader {
                    name: leader.name,
                    side,
                    nation,
                    corps: leader.corps,
                    army: leader.army,
                    character: leader.character,
                    attached: leader.attached,
                    at: leader.at,
                });
            }
        }
        placed
    }

    fn unit<'t>(&self, table: Table<'t>, leaders: &[FoundLeader<'_>], on_table: bool) -> Found<'t> {
        let title = name(&table, "name");
        if !table.has("corps") {
            table.fault_at("corps", "nothing", "the corps the unit belongs to");
        }
        let corps = self.corps_named(&table, None);
        let side = corps.map(|corps| self.corps[usize::from(corps.0)].placed.side);
        let commander = leaders.iter().find(|leader| leader.corps.is_some() && leader.corps == corps);
        let own = table.item("nation").and_then(|item| item.word(Nation::WORDS));
        let nation = own.or(commander.and_then(|leader| leader.nation));
        let arm = table.word("arm", Arm::WORDS);
        let troop = table.word("troop", Troop::WORDS);
        let level = table.item("level").and_then(|item| item.word(&Level::WORDS[1..]));
        let stands = table.item("stands").and_then(|item| item.int(&(1..=6)));
        let gun = table.item("gun");
        let gun = match (gun, arm) {
            (Some(item), Some(arm)) if !arm.is_artillery() => {
                item.fault_with(format!("a gun for {arm}"), "one for artillery only", None);
                None
            }
            (Some(item), _) => item.word(Gun::WORDS),
            (None, _) => arm.and_then(Arm::usual_gun),
        };
        let profile = match (corps, side, nation, arm, troop) {
            (Some(corps), Some(side), Some(nation), Some(arm), Some(troop)) => {
                let (width, depth) = self.rules.stand();
                Some(Profile {
                    name: title.clone(),
                    side,
                    nation,
                    arm,
                    troop,
                    corps,
                    stands: stands.unwrap_or_else(|| self.rules.usual_stands(arm)),
                    base: Footprint::new(width, depth),
                    gun,
                })
            }
            _ => None,
        };
        let placed =
            if on_table { self.place(&table, profile, level) } else { self.waiting(&table, profile, level) };
        Found { table, name: title, side, placed }
    }

    /// Where a unit stands, and how; or that its side deploys it.
    fn place(&self, table: &Table<'_>, profile: Option<Profile>, level: Option<Level>) -> Option<Placed> {
        let (at, facing) = (table.item("at"), table.item("facing"));
        let formation = table.item("formation").map(|item| (item.word(Formation::WORDS), item));
        let pose = match (at, facing) {
            (Some(at), facing) => {
                let facing =
                    facing.or_else(|| table.need("facing", degrees)).and_then(|item| facing_of(&item));
                let (x, y) = at.point()?;
                Some(Pose { at: Point { x, y }, facing: facing? })
            }
            (None, Some(facing)) => {
                facing.fault_with("a facing without a place", "at and facing, or neither", None);
                return None;
            }
            (None, None) => None,
        };
        let profile = profile?;
        let formation = match formation {
            Some((formation, item)) => {
                let formation = formation?;
                if !fits(self.rules, profile.arm, formation) {
                    let may =
                        Formation::WORDS.iter().filter(|(_, known)| fits(self.rules, profile.arm, *known));
                    let may: Vec<&str> = may.map(|(word, _)| *word).collect();
                    item.fault_with(format!("{formation} for {}", profile.arm), may.join(" or "), None);
                }
                formation
            }
            None => usual_formation(profile.arm),
        };
        Some(Placed { profile: Arc::new(profile), formation, level, pose })
    }

    /// A unit that comes later has no place yet.
    fn waiting(&self, table: &Table<'_>, profile: Option<Profile>, level: Option<Level>) -> Option<Placed> {
        for key in ["formation", "at", "facing"] {
            if table.has(key) {
                table.fault_at(
                    key,
                    "a place or formation",
                    "none: reinforcements enter marching, at the edge",
                );
            }
            table.skip(key);
        }
        let profile = profile?;
        Some(Placed { formation: Formation::Column, profile: Arc::new(profile), level, pose: None })
    }

    fn reinforcement<'t>(&self, table: Table<'t>, leaders: &[FoundLeader<'_>]) -> FoundReinforcement<'t> {
        let side = table.word("side", SIDES);
        let turn =
            table.need("turn", || "the turn it arrives in".to_owned()).and_then(|item| item.int(&(1..=60)));
        let point = side.and_then(|side| read_edge_point(&table, self.edges[side], self.terrain));
        let units: Vec<Found<'t>> =
            table.tables("unit").into_iter().map(|unit| self.unit(unit, leaders, false)).collect();
        if units.is_empty() {
            table.fault_at("unit", "no unit", "at least one [[reinforcement.unit]]");
        }
        for unit in units.iter().filter(|unit| unit.side.is_some() && unit.side != side) {
            unit.table.fault_at("corps", "a unit of the other side", "units of the reinforcement's side");
        }
        FoundReinforcement { table, side, turn, point, units }
    }

    /// Names once, and somebody on each side.
    fn check_roster(&self, root: &Table<'_>, roster: &[&Found<'_>]) {
        if roster.len() > MOST_UNITS {
            root.fault_at("unit", format!("{} units", roster.len()), format!("at most {MOST_UNITS}"));
        }
        let mut lines: BTreeMap<&str, u32> = BTreeMap::new();
        for unit in roster.iter().filter(|unit| !unit.name.is_empty()) {
            let line = unit.table.location("name").line;
            if let Some(first) = lines.get(unit.name.as_str()) {
                let expected = format!("each name once (line {first} has it)");
                unit.table.fault_at("name", format!("{:?} again", unit.name), expected);
            } else {
                lines.insert(&unit.name, line);
            }
        }
        for (word, side) in SIDES {
            if !roster.iter().any(|unit| unit.side.is_none_or(|own| own == *side)) {
                root.fault_at(
                    "unit",
                    format!("no {word} unit"),
                    "at least one on each side, or nobody can win",
                );
            }
        }
    }

    /// Everybody on the table, on ground he may stand on, and clear of everybody else.
    fn check_ground(&self, units: &[Found<'_>]) {
        let separation = self.rules.ruled(crate::ids::house!("move.min-separation"));
        let mut standing: Vec<(&Found<'_>, Rect)> = Vec::new();
        for found in units {
            let Some((placed, pose)) = found.placed.as_ref().and_then(|placed| Some((placed, placed.pose?)))
            else {
                continue;
            };
            let rect = Rect::new(pose, footprint(&placed.profile, placed.formation));
            if !self.terrain.on_table(&rect) {
                let Terrain { width, depth, .. } = self.terrain;
                let expected = format!("it whole on the table of {width} by {depth}");
                found.table.fault_at("at", format!("{:?} at {}", found.name, place(pose.at)), expected);
            } else if let Err(what) = ground::may_stand(self.rules, self.terrain, placed.formation, &rect) {
                found.table.fault_at("at", format!("{:?} in {what}", found.name), "ground it may stand on");
            }
            for (other, ground) in &standing {
                let gap = rect.distance(ground);
                if rect.overlaps(ground) {
                    let said = format!("{:?} on the ground of {:?}", found.name, other.name);
                    found.table.fault_at("at", said, "every unit on ground of its own");
                } else if found.side != other.side && gap < separation {
                    let said = format!("{:?} {gap} from its enemy {:?}", found.name, other.name);
                    found.table.fault_at("at", said, format!("at least {separation} between enemies"));
                }
            }
            standing.push((found, rect));
        }
    }
}

/// Whether an arm may be in a formation.
fn fits(rules: &Rules, arm: Arm, formation: Formation) -> bool {
    rules.unsuited(arm, formation).is_none()
}

fn usual_formation(arm: Arm) -> Formation {
    if arm.is_artillery() { Formation::Unlimbered } else { Formation::Column }
}

impl Battle {
    /// The battle on a screen, every unit where the file puts it.
    pub fn begin(&self, rules: Arc<Rules>) -> Orders {
        self.start(rules, true)
    }

    /// The same battle beside real figures: nothing has a position.
    pub fn beside_figures(&self, rules: Arc<Rules>) -> Orders {
        self.start(rules, false)
    }

    fn start(&self, rules: Arc<Rules>, measured: bool) -> Orders {
        let mut units = Vec::new();
        for placed in &self.units {
            let standing =
                if placed.pose.is_some() || !measured { Standing::OnTable } else { Standing::Undeployed };
            let level = placed.level.unwrap_or_else(|| rules.starts_at(placed.profile.troop));
            let mut unit = Unit::new(Arc::clone(&placed.profile), placed.formation, level, standing);
            if let (Some(pose), true) = (placed.pose, measured) {
                unit.stand(pose, placed.formation);
            }
            units.push(unit);
        }
        let find = |name: &str| units.iter().position(|unit| unit.name() == name).map(|at| UnitId(at as u16));
        let comes_later = |at: usize| {
            self.reinforcements.iter().any(|coming| coming.leaders.contains(&GeneralId(at as u16)))
        };
        let leaders: Vec<Leader> = self
            .leaders
            .iter()
            .enumerate()
            .map(|(at, leader)| Leader {
                name: leader.name.clone(),
                side: leader.side,
                nation: leader.nation,
                corps: leader.corps,
                army: leader.army,
                character: leader.character,
                attached: leader.attached.as_deref().and_then(find),
                at: leader.at.filter(|_| measured),
                presence: if comes_later(at) { Presence::Gone } else { Presence::Present },
                moved: false,
                shaken: false,
            })
            .collect();
        let commander = |corps: CorpsId| leaders.iter().position(|leader| leader.corps == Some(corps));
        let corps = self
            .corps
            .iter()
            .zip(0..)
            .map(|(corps, at)| {
                let commander = commander(CorpsId(at)).unwrap_or_default();
                Corps {
                    name: corps.name.clone(),
                    side: corps.side,
                    nation: leaders.get(commander).map_or(Nation::Other, |leader| leader.nation),
                    commander: GeneralId(commander as u16),
                    order: corps.order,
                    received: corps.order,
                    fresh: false,
                    radius: corps.radius,
                    lead: Vec::new(),
                }
            })
            .collect();
        let mut starting_units = Both::default();
        let coming = self.reinforcements.iter().flat_map(|coming| &coming.units);
        for profile in self.units.iter().map(|placed| &placed.profile).chain(coming) {
            starting_units[profile.side] += 1;
        }
        let mut game = Orders {
            scenario: Arc::clone(&self.scenario),
            rules,
            turn: 1,
            stage: Stage::Dawn,
            initiative: None,
            held_before: None,
            mover: Side::French,
            units,
            leaders,
            corps,
            sealed: Vec::new(),
            couriers: Vec::new(),
            coming: self.reinforcements.clone(),
            activation: None,
            acting: None,
            charges: Vec::new(),
            holders: vec![None; self.scenario.objectives.len()],
            rain: false,
            measured,
            starting_units,
            outcome: None,
        };
        let waits = game.units.iter().any(|unit| unit.standing == Standing::Undeployed);
        game.stage = if waits { Stage::DeployRoll } else { sequence::start_orders(&game) };
        for objective in 0..game.scenario.objectives.len() {
            game.holders[objective] = crate::verdict::holder(&game, objective);
        }
        game
    }
}
