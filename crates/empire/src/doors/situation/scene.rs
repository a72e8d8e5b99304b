//! The table of a case: units, MEs, leaders and ground as its file lays them out.

use crate::charts::Rules;
use crate::doors::battle::{read_sky, read_structures};
use crate::doors::troops::{self, Whose};
use crate::rules::hour::sequence;
use crate::state::corps::{Corps, CorpsId, CorpsOrder};
use crate::state::game::{Empire, Weather};
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Engagement, Firefight, Me, MeId};
use crate::state::scenario::{ArmyTraits, Battle, Scenario, Worth};
use crate::state::structure::{Structure, StructureId};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{CorpsOrderKind, Nation, Phase, Rank};
use engine::cases::{self, Begins, SIDES, case_about, one_word, pairs, point};
use engine::ground::{Detail, read_terrain};
use engine::{Both, GeneralId, Played as _, Side};
use rulebook::Table;
use std::sync::{Arc, OnceLock};
use table::{Bearing, Inches, Point, Pose, Terrain};

/// Everything on the table before anything is said.
pub struct Scene {
    units: Vec<UnitSpec>,
    mes: Vec<Me>,
    leaders: Vec<LeaderSpec>,
    structures: Vec<Structure>,
    terrain: Terrain,
    engaged: bool,
    initiative: Side,
    weather: Weather,
    low_ammo: Vec<Side>,
    /// Whose corps is on Withdraw.
    withdraws: Vec<Side>,
    year: i32,
    length: Option<u32>,
    firefights: Vec<(String, String)>,
    /// Of the units.
    names: Vec<String>,
    /// Of the leaders.
    pub(super) officers: Vec<String>,
    /// Of the MEs.
    pub(super) elements: Vec<String>,
}

/// A unit as it is written; its bases go by the rules of the case, once those are known.
struct UnitSpec {
    unit: Unit,
    inside: Option<String>,
}

struct LeaderSpec {
    leader: Leader,
    me: Option<String>,
    with: Option<String>,
    at: Option<Point>,
}

/// Rules as printed, for what a battery has: a case is read before its house is known.
fn printed() -> &'static Rules {
    static PRINTED: OnceLock<Rules> = OnceLock::new();
    PRINTED.get_or_init(|| {
        let book = Empire::embedded_book().unwrap_or_else(|faults| unreachable!("{faults}"));
        Rules::from(book.sheet("empire").unwrap_or_else(|error| unreachable!("{error}")))
    })
}

impl cases::Scene<Empire> for Scene {
    fn read(table: &Table<'_>) -> Scene {
        let mes: Vec<Me> = table.tables("mes").into_iter().map(read_me).collect();
        let mes = if mes.is_empty() { Side::BOTH.map(usual_me).into() } else { mes };
        let units: Vec<UnitSpec> =
            table.tables("units").into_iter().map(|table| read_unit(table, &mes)).collect();
        let leaders: Vec<LeaderSpec> = table.tables("leaders").into_iter().map(read_leader).collect();
        let terrain = read_terrain(table, (Inches::whole(72), Inches::whole(48)), Detail::Grades);
        Scene {
            names: units.iter().map(|spec| spec.unit.name().to_owned()).collect(),
            officers: leaders.iter().map(|spec| spec.leader.name.to_string()).collect(),
            elements: mes.iter().map(|me| me.name.to_string()).collect(),
            structures: read_structures(table, &terrain),
            engaged: table.flag_or("engaged", true),
            initiative: table.word_or("initiative", SIDES, Side::French),
            weather: read_sky(table),
            low_ammo: table.opt_words("low-ammo", SIDES),
            withdraws: table.opt_words("withdraws", SIDES),
            year: table.int_or("year", 1792..=1815, 1809),
            length: table.item("length").and_then(|item| item.int(&(1..=60))),
            firefights: pairs(table, "firefights"),
            units,
            mes,
            leaders,
            terrain,
        }
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn set_up(&self, begins: &Begins<'_>, rules: Arc<Rules>) -> Result<Empire, String> {
        let phase = Phase::from_word(begins.phase).ok_or("no such phase")?;
        let battle = self.battle(begins, &rules)?;
        let mut game = sequence::begin_battle(&battle, rules, true);
        sequence::begin_at(&mut game, begins.turn, phase);
        game.initiative = Some(self.initiative);
        for (one, two) in &self.firefights {
            let (one, two) = (self.unit(one)?, self.unit(two)?);
            let is_french = game.unit(one).side() == Side::French;
            let (french, allied) = if is_french { (one, two) } else { (two, one) };
            game.firefights.push(Firefight { french, allied, fought: false });
        }
        for (id, spec) in (0..).map(UnitId).zip(&self.units) {
            let Some(name) = &spec.inside else { continue };
            let place = self.structures.iter().position(|known| *known.name == **name);
            let place = place.ok_or_else(|| format!("there is no structure {name}"))?;
            game.unit_mut(id).inside = Some(StructureId(place as u16));
            game.structures[place].garrison.push(id);
            game.structures[place].holder = Some(game.unit(id).side());
        }
        Ok(game)
    }
}

impl Scene {
    fn unit(&self, name: &str) -> Result<UnitId, String> {
        let place = self.names.iter().position(|known| known == name);
        place.map(|place| UnitId(place as u16)).ok_or_else(|| format!("there is no unit {name}"))
    }

    fn me(&self, name: &str) -> Result<MeId, String> {
        let place = self.elements.iter().position(|known| known == name);
        place.map(|place| MeId(place as u16)).ok_or_else(|| format!("there is no ME {name}"))
    }

    fn battle(&self, begins: &Begins<'_>, rules: &Rules) -> Result<Battle, String> {
        let mut mes = self.mes.clone();
        let mut units: Vec<Unit> = self.units.iter().map(|spec| spec.unit.clone()).collect();
        for unit in &mut units {
            let profile = Arc::make_mut(&mut unit.profile);
            profile.bases = troops::bases(rules, profile.arm);
        }
        troops::settle(&mut mes, &units);
        let mut leaders = Vec::new();
        for (id, spec) in (0..).map(GeneralId).zip(&self.leaders) {
            let mut leader = spec.leader.clone();
            leader.me = spec.me.as_deref().map(|name| self.me(name)).transpose()?;
            leader.corps = Some(CorpsId(leader.side as u16));
            leader.place = match (&spec.with, leader.me) {
                (Some(unit), _) => Whereabouts::Unit(self.unit(unit)?),
                (None, Some(me)) if spec.at.is_none() => Whereabouts::Me(me),
                _ => Whereabouts::Free(spec.at),
            };
            if let Some(me) = leader.me.filter(|_| leader.rank == Rank::Me) {
                mes[usize::from(me.0)].leader = Some(id);
            }
            leaders.push(leader);
        }
        let of = |side: Side| (0..).map(MeId).zip(&mes).filter(move |(_, me)| me.side == side);
        let pair =
            |french: MeId, allied: MeId| Engagement { french, allied, attacker: self.initiative, since: 1 };
        let engagements = of(Side::French)
            .filter(|_| self.engaged)
            .flat_map(|(french, _)| of(Side::Allied).map(move |(allied, _)| pair(french, allied)))
            .collect();
        let army =
            |side: Side| ArmyTraits { low_ammo: self.low_ammo.contains(&side), ..ArmyTraits::default() };
        let scenario = Scenario {
            about: case_about(begins.name, self.terrain.clone(), self.length),
            year: self.year,
            sides: Both { french: "French".to_owned(), allied: "Opponents".to_owned() },
            adjectives: Both { french: "french", allied: "opponent" },
            nations: Both { french: "french", allied: "prussian" },
            armies: Both::of(army),
            weather: vec![self.weather],
            first: Some(self.initiative),
            worth: Worth::default(),
            begins_at: None,
        };
        let corps = |side: Side| usual_corps(side, self.withdraws.contains(&side));
        let corps = Side::BOTH.map(corps).into();
        let structures = self.structures.clone();
        Ok(Battle { scenario: Arc::new(scenario), corps, mes, units, leaders, structures, engagements })
    }
}

/// One corps a side, in the order of the sides.
fn usual_corps(side: Side, withdraws: bool) -> Corps {
    let kind = if withdraws { CorpsOrderKind::Withdraw } else { CorpsOrderKind::Attack };
    Corps {
        name: if side == Side::French { "French corps" } else { "Opponent's corps" }.into(),
        side,
        commander: None,
        order: Some(CorpsOrder { kind, objective: None }),
        pending: None,
        broken: false,
        bonus_barred: false,
        retreat: None,
        reserve: Vec::new(),
    }
}

fn usual_me(side: Side) -> Me {
    troops::plain_me(if side == Side::French { "F" } else { "O" }, side, CorpsId(side as u16))
}

fn read_me(table: Table<'_>) -> Me {
    let side = table.word_or("side", SIDES, Side::French);
    let me = troops::read_me(&table, &one_word(&table, "name"), side, CorpsId(side as u16));
    table.finish();
    me
}

fn read_unit(table: Table<'_>, mes: &[Me]) -> UnitSpec {
    let side = table.word_or("side", SIDES, Side::French);
    let named = table.item("me").and_then(|item| item.text());
    let is_it = |me: &Me| named.map_or(me.side == side, |name| *me.name == *name && me.side == side);
    let me = mes.iter().position(is_it);
    if me.is_none() {
        table.fault_at("me", "another ME", "an ME of its side");
    }
    let nation = if side == Side::French { Nation::French } else { Nation::Prussian };
    let whose = Whose { side, me: MeId(me.unwrap_or(0) as u16), nation };
    let mut unit = troops::read_unit(&table, printed(), &one_word(&table, "name"), whose);
    let facing = table.int_or("facing", 0..=359, if side == Side::French { 0 } else { 180 });
    unit.pose = point(&table, "at").map(|at| Pose { at, facing: Bearing::degrees(facing) });
    let inside = table.item("inside").and_then(|item| item.text()).map(str::to_owned);
    table.finish();
    UnitSpec { unit, inside }
}

fn read_leader(table: Table<'_>) -> LeaderSpec {
    let side = table.word_or("side", SIDES, Side::French);
    let nation = if side == Side::French { Nation::French } else { Nation::Prussian };
    let text = |key: &str| table.item(key).and_then(|item| item.text()).map(str::to_owned);
    let spec = LeaderSpec {
        leader: troops::read_leader(&table, &one_word(&table, "name"), side, nation),
        me: text("me"),
        with: text("with"),
        at: point(&table, "at"),
    };
    table.finish();
    spec
}
