//! Reading the cases, every fault located.

use super::expect::Expect;
use super::say::Say;
use crate::unit::Standing;
use crate::words::{Arm, Formation, Grade, Horse, Phase, Sheet};
use engine::{Side, ground::read_terrain};
use rulebook::{Book, Faults, Free, Item, Reader, RuleId, RulingKind, Setting, Source, Table};
use table::{Inches, Point, Terrain};

pub(super) const SIDES: &[(&str, Side)] = &[("french", Side::French), ("opponent", Side::Allied)];
pub(super) const STANDINGS: &[(&str, Standing)] = &[
    ("on-table", Standing::OnTable),
    ("undeployed", Standing::Undeployed),
    ("at-edge", Standing::AtEdge),
    ("routed", Standing::Routed),
    ("destroyed", Standing::Destroyed),
    ("wiped-out", Standing::WipedOut),
    ("left-table", Standing::LeftTable),
];

/// One situation, for one or more sheets.
pub(super) struct Case {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) name: String,
    pub(super) rules: Vec<RuleId>,
    pub(super) sheets: Vec<Sheet>,
    full_scale: bool,
    pub(super) house: Vec<(usize, Setting)>,
    /// Rules the house plays without, beside the one that is tried.
    pub(super) without: Vec<RuleId>,
    pub(super) turn: u32,
    /// `None`: nothing is played.
    pub(super) phase: Option<Phase>,
    pub(super) until: Until,
    pub(super) units: Vec<UnitSpec>,
    pub(super) generals: Option<Vec<GeneralSpec>>,
    pub(super) reserves: Vec<ReserveSpec>,
    pub(super) terrain: Terrain,
    pub(super) melees: Vec<MeleeSpec>,
    pub(super) losers: Vec<(String, String)>,
    /// A chart of the desk, called on its own.
    pub(super) resolve: Option<String>,
    script: Script,
    by_sheet: [Option<Script>; Sheet::NAMES.len()],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    Script,
    Phase,
    Turn,
    End,
    Begins(Phase),
}

/// What is said, thrown and expected.
#[derive(Clone, Default)]
pub(super) struct Script {
    pub(super) say: Vec<Say>,
    pub(super) dice: Vec<Faces>,
    /// What the chart is told.
    pub(super) facts: Vec<(String, String)>,
    pub(super) expect: Expect,
}

#[derive(Clone, Debug)]
pub(super) enum Faces {
    One(u32),
    /// One throw, whole.
    Throw(Vec<u32>),
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

impl Case {
    pub(super) fn title(&self) -> String {
        format!("{}:{}: {:?}", self.file, self.line, self.name)
    }

    pub(super) fn is_halved(&self, sheet: Sheet) -> bool {
        sheet == Sheet::A15 && !self.full_scale
    }

    pub(super) fn script(&self, sheet: Sheet) -> &Script {
        self.by_sheet[sheet as usize].as_ref().unwrap_or(&self.script)
    }
}

/// The cases of one file.
pub(super) fn read(source: &Source, book: &Book) -> Result<Vec<Case>, Faults> {
    let reader = Reader::parse(source)?;
    let root = reader.root();
    let cases = root.tables("case").into_iter().map(|table| read_case(table, source, book)).collect();
    root.finish();
    reader.done(cases)
}

fn read_case(table: Table<'_>, source: &Source, book: &Book) -> Case {
    let id = |item: &Item<'_>| {
        item.id(book.spec.rules, "a rule id of the ledger").map(|place| RuleId(place as u16))
    };
    let rules: Vec<RuleId> = table.list("rules", "rule ids").iter().filter_map(id).collect();
    let has_all = |sheet: Sheet| {
        let rules = rules.iter().filter_map(|rule| book.ledger.rule(*rule));
        rules.into_iter().all(|rule| rule.sheets.contains(&(sheet as usize)))
    };
    let sheets = if table.has("sheets") {
        table.words("sheets", Sheet::WORDS)
    } else {
        Sheet::WORDS.iter().map(|(_, sheet)| *sheet).filter(|sheet| has_all(*sheet)).collect()
    };
    table.skip("sheets");
    let mut until =
        vec![("script", Until::Script), ("phase", Until::Phase), ("turn", Until::Turn), ("end", Until::End)];
    until.extend(Phase::WORDS.iter().map(|(word, phase)| (*word, Until::Begins(*phase))));
    let units: Vec<UnitSpec> = table.tables("units").into_iter().map(read_unit).collect();
    let generals = table
        .has("generals")
        .then(|| table.tables("generals").into_iter().map(read_general).collect::<Vec<GeneralSpec>>());
    table.skip("generals");
    let reserves: Vec<ReserveSpec> = table.tables("reserves").into_iter().map(read_reserve).collect();
    let mut names: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
    names.extend(reserves.iter().flat_map(|reserve| &reserve.units).map(|unit| unit.name.as_str()));
    let officers: Vec<&str> = generals.iter().flatten().map(|general| general.name.as_str()).collect();
    let script = read_script(&table, None, &names, &officers);
    let by_sheet = Sheet::NAMES.iter().map(|sheet| {
        let own = table.opt_table(sheet)?;
        let script = read_script(&own, Some(&script), &names, &officers);
        own.finish();
        Some(script)
    });
    let by_sheet: Vec<Option<Script>> = by_sheet.collect();
    let case = Case {
        file: source.name.clone(),
        line: table.location("name").line,
        name: table.text("name"),
        sheets,
        full_scale: table.flag_or("full-scale", false),
        house: read_house(&table, book),
        without: table.opt_list("without", "rule ids").iter().filter_map(id).collect(),
        turn: table.int_or("turn", 1..=60, 2),
        phase: table.item("phase").and_then(|item| item.word(Phase::WORDS)),
        until: table.word_or("until", &until, Until::Script),
        terrain: read_terrain(&table, (Inches::whole(72), Inches::whole(48)), false),
        melees: table.opt_list("melees", "pairs of units").iter().filter_map(read_melee).collect(),
        losers: table.opt_list("losers", "pairs of units").iter().filter_map(pair).collect(),
        resolve: table.item("resolve").and_then(|item| item.text()).map(str::to_owned),
        script,
        by_sheet: by_sheet.try_into().unwrap_or([None, None, None]),
        rules,
        units,
        generals,
        reserves,
    };
    table.finish();
    case
}

fn read_script(table: &Table<'_>, base: Option<&Script>, names: &[&str], officers: &[&str]) -> Script {
    let mut script = base.cloned().unwrap_or_default();
    if table.has("say") {
        let lines = table.list("say", "answers");
        script.say = lines.iter().filter_map(|item| Say::read(item, names, officers)).collect();
    }
    if table.has("dice") {
        script.dice = table.list("dice", "faces").iter().filter_map(faces).collect();
    }
    if let Some(expect) = table.opt_table("expect") {
        script.expect = Expect::read(expect, names, officers);
    }
    if let Some(facts) = table.opt_table("facts") {
        script.facts = plain_values(facts);
    }
    for key in ["say", "dice", "facts", "expect"] {
        table.skip(key);
    }
    script
}

/// Keys with their values as they are written: words, numbers, and yes or no.
pub(super) fn plain_values(table: Table<'_>) -> Vec<(String, String)> {
    let mut values = Vec::new();
    for key in table.keys() {
        let Some(item) = table.item(key) else { continue };
        let value = match item.free() {
            Free::Flag(flag) => if flag { "yes" } else { "no" }.to_owned(),
            Free::Whole(number) => number.to_string(),
            Free::Text(text) => text,
            Free::List(_) | Free::Table(_) => {
                item.fault("a word, a number, or true or false");
                continue;
            }
        };
        values.push((key.to_owned(), value));
    }
    table.finish();
    values
}

fn is_list(item: &Item<'_>) -> bool {
    matches!(item.free(), Free::List(_))
}

fn faces(item: &Item<'_>) -> Option<Faces> {
    if is_list(item) {
        let faces = item.list("faces")?;
        return Some(Faces::Throw(faces.iter().filter_map(|face| face.int(&(1..=100))).collect()));
    }
    item.int(&(1..=100)).map(Faces::One)
}

/// Rulings by id, each read as its kind.
fn read_house(table: &Table<'_>, book: &Book) -> Vec<(usize, Setting)> {
    let Some(house) = table.opt_table("house") else { return Vec::new() };
    let mut set = Vec::new();
    for key in house.keys() {
        let Some(item) = house.item(key) else { continue };
        let Some(place) = book.rulings.iter().position(|ruling| ruling.id == key) else {
            item.fault_with(
                format!("{key:?}"),
                "a ruling id",
                rulebook::nearest(key, book.spec.rulings.iter().copied()),
            );
            continue;
        };
        let ruling = &book.rulings[place];
        let words: Vec<&str> = ruling.words.iter().map(String::as_str).collect();
        let setting = match ruling.kind {
            RulingKind::Flag => item.flag().map(Setting::Flag),
            RulingKind::Word => item.word_index(&words).map(|word| Setting::Word(word as u8)),
            RulingKind::Int { min, max } => item.int(&(min..=max)).map(Setting::Int),
            RulingKind::Inches { min, max } => item.inches(&(min..=max)).map(Setting::Inches),
            RulingKind::List { .. } => item.list("distances").map(|list| {
                Setting::List(list.iter().filter_map(|item| item.inches(&(0..=1_000_000))).collect())
            }),
        };
        set.extend(setting.map(|setting| (place, setting)));
    }
    set
}

fn point(table: &Table<'_>, key: &str) -> Option<Point> {
    table.item(key).and_then(|item| item.point()).map(|(x, y)| Point { x, y })
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

/// Names are said in lines, so they are words.
fn one_word(table: &Table<'_>, key: &str) -> String {
    let name = table.text(key);
    if name.contains(char::is_whitespace) {
        table.fault_at(key, format!("{name:?}"), "a name without blanks");
    }
    name
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

fn pair(item: &Item<'_>) -> Option<(String, String)> {
    let items = item.list("two units")?;
    let [a, b] = items.as_slice() else {
        item.fault("two units");
        return None;
    };
    Some((a.text()?.to_owned(), b.text()?.to_owned()))
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
