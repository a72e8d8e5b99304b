//! What must come of a case on the volley table, held against what came.

use super::scene::{Scale, Scene};
use crate::charts::Rules;
use crate::ids::rule;
use crate::state::game::Volley;
use crate::state::unit::{Standing, Unit, UnitId};
use crate::state::words::{Formation, Nation};
use engine::Played as _;
use engine::cases::{Expected, Gap, Holders, differ, faces, gaps, near, pairs, point};
use rulebook::Table;
use table::Point;

#[derive(Clone, Default)]
pub struct Expect {
    units: Vec<(String, UnitIs)>,
    generals: Vec<(String, GeneralIs)>,
    gaps: Vec<Gap>,
    melees: Option<Vec<(String, String)>>,
    sheet: Option<SheetIs>,
    holders: Holders,
}

#[derive(Clone, Default)]
struct UnitIs {
    figures: Option<u32>,
    lost: Option<u32>,
    formation: Option<Formation>,
    standing: Option<Standing>,
    at: Option<Point>,
    facing: Option<i32>,
    flags: Vec<(&'static str, bool)>,
}

#[derive(Clone, Default)]
struct GeneralIs {
    attached: Option<String>,
    lost: Option<bool>,
    at: Option<Point>,
}

#[derive(Clone, Default)]
struct SheetIs {
    version: Option<String>,
    opponent: Option<Nation>,
    millimetres: Option<i32>,
    phases: Option<usize>,
}

const FLAGS: &[&str] = &[
    "halted",
    "moved",
    "shot",
    "spent",
    "initiated",
    "must-recall",
    "marker",
    "in-melee",
    "general",
    "silenced",
];

impl Expected<Volley> for Expect {
    fn read(scene: &Scene, table: &Table<'_>) -> Expect {
        let units = scene.names.iter();
        let generals = scene.officers.iter();
        let expect = Expect {
            units: units.filter_map(|name| Some((name.clone(), read_unit(table.opt_table(name)?)))).collect(),
            generals: generals
                .filter_map(|name| Some((name.clone(), read_general(table.opt_table(name)?))))
                .collect(),
            gaps: gaps(table),
            melees: table.has("melee").then(|| pairs(table, "melee")),
            sheet: table.opt_table("sheet").map(read_sheet),
            holders: Holders::read(table),
        };
        table.skip("melee");
        expect
    }

    fn differs(&self, scene: &Scene, rules: &Rules, game: Option<&Volley>) -> Vec<String> {
        let mut wrong = Vec::new();
        self.wrong_of_sheet(rules, &mut wrong);
        if let Some(game) = game {
            self.wrong(game, scene.scale(rules.sheet), &mut wrong);
        }
        wrong
    }
}

impl Expect {
    /// What the sheet itself has otherwise than expected.
    fn wrong_of_sheet(&self, rules: &Rules, wrong: &mut Vec<String>) {
        let Some(sheet) = &self.sheet else { return };
        let millimetres = rules.int(rule!("volley.sheet.scale"));
        if let Some(version) = &sheet.version {
            differ(wrong, "version", Some(version.as_str()), rules.version());
        }
        if sheet.opponent.is_some() {
            differ(wrong, "opponent", sheet.opponent, rules.opponent);
        }
        if sheet.millimetres.is_some() {
            differ(wrong, "millimetres", sheet.millimetres, millimetres);
        }
        if let Some(phases) = sheet.phases {
            differ(wrong, "phases", phases, rules.phases.len());
        }
    }

    /// What came otherwise than expected.
    fn wrong(&self, game: &Volley, scale: Scale, wrong: &mut Vec<String>) {
        for (name, is) in &self.units {
            match game.find(name) {
                Some(id) => is.wrong(game, id, scale, wrong),
                None => wrong.push(format!("there is no unit {name}")),
            }
        }
        for (name, is) in &self.generals {
            is.wrong(game, name, scale, wrong);
        }
        let rect = |name: &str| game.find(name).and_then(|id| game.unit(id).rect());
        for gap in &self.gaps {
            gap.differs(rect, |mils| scale.mils(mils), wrong);
        }
        self.fights(game, wrong);
        self.holders.differs(&game.holders(), wrong);
    }

    fn fights(&self, game: &Volley, wrong: &mut Vec<String>) {
        let Some(expected) = &self.melees else { return };
        let name = |id: UnitId| game.name(id).to_string();
        let sorted = |a: String, b: String| if a < b { (a, b) } else { (b, a) };
        let mut found: Vec<_> =
            game.melees.iter().map(|melee| sorted(name(melee.a), name(melee.b))).collect();
        let mut expected: Vec<_> = expected.iter().cloned().map(|(a, b)| sorted(a, b)).collect();
        found.sort();
        expected.sort();
        differ(wrong, "melees", expected, found);
    }
}

impl UnitIs {
    fn wrong(&self, game: &Volley, id: UnitId, scale: Scale, wrong: &mut Vec<String>) {
        let unit = game.unit(id);
        let name = unit.name();
        if let Some(figures) = self.figures {
            differ(wrong, &format!("{name} figures"), figures, unit.figures);
        }
        if let Some(lost) = self.lost {
            differ(wrong, &format!("{name} lost"), lost, unit.lost());
        }
        if let Some(formation) = self.formation {
            differ(wrong, &format!("{name} formation"), formation, unit.formation);
        }
        if let Some(standing) = self.standing {
            differ(wrong, &format!("{name} standing"), standing, unit.standing);
        }
        if let Some(at) = self.at {
            near(wrong, name, scale.point(at), unit.pose.map(|pose| pose.at));
        }
        if let Some(facing) = self.facing {
            faces(wrong, name, facing, unit.pose.map(|pose| pose.facing));
        }
        for (flag, expected) in &self.flags {
            let found = flag_of(game, id, unit, flag);
            differ(wrong, &format!("{name} {flag}"), *expected, found);
        }
    }
}

fn flag_of(game: &Volley, id: UnitId, unit: &Unit, flag: &str) -> bool {
    match flag {
        "halted" => unit.halted > 0,
        "moved" => unit.acted,
        "shot" => unit.shot,
        "spent" => unit.spent,
        "initiated" => unit.initiated,
        "must-recall" => unit.must_recall,
        "marker" => unit.marker.is_some(),
        "in-melee" => game.in_melee(id),
        "general" => game.has_general(id),
        "silenced" => unit.silenced,
        _ => false,
    }
}

impl GeneralIs {
    fn wrong(&self, game: &Volley, name: &str, scale: Scale, wrong: &mut Vec<String>) {
        let Some(general) = game.generals.iter().find(|general| general.name == name) else {
            return wrong.push(format!("there is no general {name}"));
        };
        if let Some(attached) = &self.attached {
            let found = general.attached.map_or("", |unit| game.name(unit));
            differ(wrong, &format!("{name} attached"), attached.as_str(), found);
        }
        if let Some(lost) = self.lost {
            differ(wrong, &format!("{name} lost"), lost, general.lost);
        }
        if let Some(at) = self.at {
            near(wrong, name, scale.point(at), general.pose.map(|pose| pose.at));
        }
    }
}

fn read_unit(table: Table<'_>) -> UnitIs {
    let flags = FLAGS.iter().filter_map(|flag| Some((*flag, table.item(flag)?.flag()?)));
    let is = UnitIs {
        flags: flags.collect(),
        figures: table.item("figures").and_then(|item| item.int(&(0..=60))),
        lost: table.item("lost").and_then(|item| item.int(&(0..=60))),
        formation: table.item("formation").and_then(|item| item.word(Formation::WORDS)),
        standing: table.item("standing").and_then(|item| item.word(Standing::WORDS)),
        at: point(&table, "at"),
        facing: table.item("facing").and_then(|item| item.int(&(0..=359))),
    };
    table.finish();
    is
}

fn read_general(table: Table<'_>) -> GeneralIs {
    let is = GeneralIs {
        attached: table.item("attached").and_then(|item| item.text()).map(str::to_owned),
        lost: table.item("lost").and_then(|item| item.flag()),
        at: point(&table, "at"),
    };
    table.finish();
    is
}

fn read_sheet(table: Table<'_>) -> SheetIs {
    let is = SheetIs {
        version: table.item("version").and_then(|item| item.text()).map(str::to_owned),
        opponent: table.item("opponent").and_then(|item| item.word(Nation::WORDS)),
        millimetres: table.item("millimetres").and_then(|item| item.int(&(2..=60))),
        phases: table.item("phases").and_then(|item| item.int::<u8>(&(0..=20))).map(usize::from),
    };
    table.finish();
    is
}
