//! What must come of a case, held against what came.

use super::play::{Stop, Told};
use super::read::{SIDES, STANDINGS, plain_values};
use super::stage::Scale;
use crate::desk::Found;
use crate::game::Volley;
use crate::rules::Rules;
use crate::unit::{Standing, Unit, UnitId};
use crate::words::{Formation, Nation, Phase};
use engine::Side;
use rulebook::Table;
use table::{Inches, Point};

/// How near an expected place or distance is near enough.
const NEAR: i32 = 30;

/// A case that was played.
pub(super) struct Ran {
    pub(super) game: Volley,
    pub(super) stop: Option<Stop>,
    pub(super) told: Vec<Told>,
    pub(super) wrong: Vec<String>,
}

#[derive(Clone, Default)]
pub(super) struct Expect {
    refused: Option<String>,
    units: Vec<(String, UnitIs)>,
    generals: Vec<(String, GeneralIs)>,
    gaps: Vec<(String, String, i32)>,
    melees: Option<Vec<(String, String)>>,
    events: Vec<String>,
    no_events: Vec<String>,
    asked: Vec<String>,
    not_asked: Vec<String>,
    throws: Option<Vec<String>>,
    pub(super) waits: Option<String>,
    phase: Option<Phase>,
    number: Option<u8>,
    turn: Option<u32>,
    winner: Option<Option<Side>>,
    sheet: Option<SheetIs>,
    outcome: Vec<(String, String)>,
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

impl Expect {
    pub(super) fn read(table: Table<'_>, names: &[&str], officers: &[&str]) -> Expect {
        let text = |key: &str| table.item(key).and_then(|item| item.text()).map(str::to_owned);
        let winner =
            [("draw", None)].into_iter().chain(SIDES.iter().map(|(word, side)| (*word, Some(*side))));
        let winner: Vec<(&str, Option<Side>)> = winner.collect();
        let expect = Expect {
            refused: text("refused"),
            units: names
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), read_unit(table.opt_table(name)?))))
                .collect(),
            generals: officers
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), read_general(table.opt_table(name)?))))
                .collect(),
            gaps: read_gaps(&table),
            melees: table.has("melee").then(|| read_pairs(&table, "melee")),
            events: table.opt_texts("events"),
            no_events: table.opt_texts("no-events"),
            asked: table.opt_texts("asked"),
            not_asked: table.opt_texts("not-asked"),
            throws: table
                .has("throws")
                .then(|| table.opt_texts("throws").iter().map(|text| one_die(text)).collect()),
            waits: text("waits").map(|text| one_die(&text)),
            phase: table.item("phase").and_then(|item| item.word(Phase::WORDS)),
            number: table.item("number").and_then(|item| item.int(&(1..=20))),
            turn: table.item("turn").and_then(|item| item.int(&(1..=60))),
            winner: table.item("winner").and_then(|item| item.word(&winner)),
            sheet: table.opt_table("sheet").map(read_sheet),
            outcome: table.opt_table("outcome").map(plain_values).unwrap_or_default(),
        };
        table.skip("melee");
        table.skip("throws");
        if table.keys().is_empty() {
            table.fault_at("refused", "nothing expected", "something that must come of it");
        }
        table.finish();
        expect
    }

    /// What the sheet itself has otherwise than expected.
    pub(super) fn wrong_of_sheet(&self, rules: &Rules) -> Vec<String> {
        let Some(sheet) = &self.sheet else { return Vec::new() };
        let mut wrong = Vec::new();
        let millimetres = rules.source().chart("scale").find_map(|row| row.int("millimetres"));
        if let Some(version) = &sheet.version {
            differ(&mut wrong, "version", Some(version.as_str()), rules.version());
        }
        if sheet.opponent.is_some() {
            differ(&mut wrong, "opponent", sheet.opponent, rules.opponent);
        }
        if sheet.millimetres.is_some() {
            differ(&mut wrong, "millimetres", sheet.millimetres, millimetres);
        }
        if let Some(phases) = sheet.phases {
            differ(&mut wrong, "phases", phases, rules.phases.len());
        }
        wrong
    }

    /// What a chart says otherwise than expected.
    pub(super) fn wrong_of_chart(&self, found: &Found) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, value) in &self.outcome {
            let said = found.outcome.get(name.as_str()).map(ToString::to_string);
            differ(&mut wrong, name, Some(value.clone()), said);
        }
        wrong
    }

    /// What came otherwise than expected.
    pub(super) fn wrong(&self, ran: &Ran, scale: Scale) -> Vec<String> {
        let mut wrong = Vec::new();
        self.refusal(ran, &mut wrong);
        for (name, is) in &self.units {
            match ran.game.find(name) {
                Some(id) => is.wrong(&ran.game, id, scale, &mut wrong),
                None => wrong.push(format!("there is no unit {name}")),
            }
        }
        for (name, is) in &self.generals {
            is.wrong(&ran.game, name, scale, &mut wrong);
        }
        for (one, two, inches) in &self.gaps {
            let rect = |name: &str| ran.game.find(name).and_then(|id| ran.game.unit(id).rect());
            match (rect(one), rect(two)) {
                (Some(a), Some(b)) => {
                    let (found, wanted) = (a.distance(b), Inches(scale.mils(*inches)));
                    if (found.0 - wanted.0).abs() > NEAR {
                        wrong.push(format!("{one} should be {wanted} from {two}, and is {found}"));
                    }
                }
                _ => wrong.push(format!("{one} and {two} are not both on the table")),
            }
        }
        self.fights(ran, &mut wrong);
        let (mut sentences, mut asked, mut thrown) = (Vec::new(), Vec::new(), Vec::new());
        for told in &ran.told {
            match told {
                Told::Event(event) => sentences.push(event.sentence(&ran.game)),
                Told::Asked(text) => asked.push(text.clone()),
                Told::Threw { text, .. } => thrown.push(text.clone()),
                Told::Said(_) => {}
            }
        }
        in_order(&self.events, &sentences, "happened", &mut wrong);
        in_order(&self.asked, &asked, "was asked", &mut wrong);
        none_of(&self.no_events, &sentences, "happened", &mut wrong);
        none_of(&self.not_asked, &asked, "was asked", &mut wrong);
        if let Some(throws) = &self.throws {
            differ(&mut wrong, "throws", throws, &thrown);
        }
        self.place(ran, &mut wrong);
        wrong
    }

    fn refusal(&self, ran: &Ran, wrong: &mut Vec<String>) {
        match (&self.refused, &ran.stop) {
            (Some(id), Some(Stop::Refused { refusal, .. })) if refusal.cites.id() == id => {}
            (Some(id), Some(Stop::Refused { refusal, line })) => {
                wrong.push(format!("{line:?} should be refused by {id}, and is refused: {refusal}"));
            }
            (Some(id), _) => wrong.push(format!("nothing was refused by {id}")),
            (None, Some(Stop::Refused { refusal, line })) => {
                wrong.push(format!("{line:?} is refused: {refusal}"))
            }
            (None, _) => {}
        }
    }

    fn fights(&self, ran: &Ran, wrong: &mut Vec<String>) {
        let Some(expected) = &self.melees else { return };
        let name = |id: UnitId| ran.game.name(id).to_owned();
        let sorted = |a: String, b: String| if a < b { (a, b) } else { (b, a) };
        let mut found: Vec<_> =
            ran.game.melees.iter().map(|melee| sorted(name(melee.a), name(melee.b))).collect();
        let mut expected: Vec<_> = expected.iter().cloned().map(|(a, b)| sorted(a, b)).collect();
        found.sort();
        expected.sort();
        differ(wrong, "melees", expected, found);
    }

    fn place(&self, ran: &Ran, wrong: &mut Vec<String>) {
        if let Some(waits) = &self.waits {
            let found = match &ran.stop {
                Some(Stop::Dice { text, .. }) => text.clone(),
                Some(Stop::Question(text)) => text.clone(),
                Some(Stop::Refused { refusal, .. }) => format!("nothing: {refusal}"),
                Some(Stop::Script(why)) => format!("nothing: {why}"),
                None => "nothing".to_owned(),
            };
            if !found.starts_with(waits.as_str()) {
                wrong.push(format!("it should wait for {waits:?}, and waits for {found:?}"));
            }
        }
        if let Some(phase) = self.phase {
            differ(wrong, "phase", phase, ran.game.phase());
        }
        if let Some(number) = self.number {
            differ(wrong, "phase number", number, ran.game.phase_number());
        }
        if let Some(turn) = self.turn {
            differ(wrong, "turn", turn, ran.game.turn);
        }
        if let Some(winner) = self.winner {
            differ(wrong, "winner", Some(winner), ran.game.outcome.map(|outcome| outcome.winner));
        }
    }
}

/// A single die is written `d6`, and may be written `1d6`.
fn one_die(text: &str) -> String {
    text.strip_prefix("1d").map_or_else(|| text.to_owned(), |rest| format!("d{rest}"))
}

fn differ<T: PartialEq<U> + std::fmt::Debug, U: std::fmt::Debug>(
    wrong: &mut Vec<String>,
    what: &str,
    expected: T,
    found: U,
) {
    if expected != found {
        wrong.push(format!("{what}: expected {expected:?}, found {found:?}"));
    }
}

fn in_order(expected: &[String], found: &[String], verb: &str, wrong: &mut Vec<String>) {
    let mut rest = found.iter();
    for part in expected {
        if !rest.any(|text| text.contains(part.as_str())) {
            wrong.push(format!("{part:?} never {verb} (or not in that order) among {found:?}"));
            return;
        }
    }
}

fn none_of(unwanted: &[String], found: &[String], verb: &str, wrong: &mut Vec<String>) {
    for part in unwanted {
        if let Some(text) = found.iter().find(|text| text.contains(part.as_str())) {
            wrong.push(format!("{text:?} {verb}"));
        }
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
            let found = unit.pose.map(|pose| pose.facing.to_degrees());
            let off = found
                .map_or(180, |found| (found - facing).rem_euclid(360).min((facing - found).rem_euclid(360)));
            if off > 1 {
                wrong.push(format!("{name} should face {facing}, and faces {found:?}"));
            }
        }
        for (flag, expected) in &self.flags {
            let found = flag_of(game, id, unit, flag);
            differ(wrong, &format!("{name} {flag}"), *expected, found);
        }
    }
}

fn near(wrong: &mut Vec<String>, name: &str, wanted: Point, found: Option<Point>) {
    if found.is_none_or(|found| found.distance(wanted).0 > NEAR) {
        wrong.push(format!(
            "{name} should be at {}, {}, and is at {found:?}",
            Inches(wanted.x),
            Inches(wanted.y)
        ));
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
        standing: table.item("standing").and_then(|item| item.word(STANDINGS)),
        at: table.item("at").and_then(|item| item.point()).map(|(x, y)| Point { x, y }),
        facing: table.item("facing").and_then(|item| item.int(&(0..=359))),
    };
    table.finish();
    is
}

fn read_general(table: Table<'_>) -> GeneralIs {
    let is = GeneralIs {
        attached: table.item("attached").and_then(|item| item.text()).map(str::to_owned),
        lost: table.item("lost").and_then(|item| item.flag()),
        at: table.item("at").and_then(|item| item.point()).map(|(x, y)| Point { x, y }),
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

fn read_pairs(table: &Table<'_>, key: &str) -> Vec<(String, String)> {
    let pair = |item: &rulebook::Item<'_>| {
        let items = item.list("two units")?;
        match items.as_slice() {
            [a, b] => Some((a.text()?.to_owned(), b.text()?.to_owned())),
            _ => {
                item.fault("two units");
                None
            }
        }
    };
    table.opt_list(key, "pairs of units").iter().filter_map(pair).collect()
}

fn read_gaps(table: &Table<'_>) -> Vec<(String, String, i32)> {
    let gap = |item: &rulebook::Item<'_>| {
        let items = item.list("two units and a distance")?;
        match items.as_slice() {
            [a, b, by] => Some((a.text()?.to_owned(), b.text()?.to_owned(), by.inches(&(0..=100_000))?)),
            _ => {
                item.fault("two units and a distance");
                None
            }
        }
    };
    table.opt_list("gap", "units and distances").iter().filter_map(gap).collect()
}
