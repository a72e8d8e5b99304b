//! Reading the cases, every fault located: the keys that every game's cases have.

use super::expect::Expect;
use super::rows::Rows;
use super::{Cased, Line, Said as _, Scene as _};
use crate::Questions as _;
use rulebook::{
    Book, Fault, Faults, Free, Item, Overlay, Reader, RuleId, RulingKind, Setting, Source, Table,
};

/// One situation, for one or more sheets.
pub(super) struct Case<G: Cased> {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) name: String,
    pub(super) rules: Vec<RuleId>,
    /// Those of its rules that it must prove by itself: what the row of a table names.
    pub(super) own: Vec<RuleId>,
    /// By their place in the game's list.
    pub(super) sheets: Vec<usize>,
    pub(super) house: Vec<(usize, Setting)>,
    /// Rules the house plays without, beside the one that is tried.
    pub(super) without: Vec<RuleId>,
    pub(super) turn: u32,
    /// `None`: nothing is played.
    pub(super) phase: Option<&'static str>,
    pub(super) until: Until,
    pub(super) scene: G::Scene,
    /// A chart of the desk, called on its own.
    pub(super) resolve: Option<String>,
    script: Script<G>,
    by_sheet: Vec<Option<Script<G>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    Script,
    Phase,
    Turn,
    End,
    Begins(&'static str),
}

/// What is said, thrown and expected.
#[derive(Clone)]
pub(super) struct Script<G: Cased> {
    pub(super) say: Vec<Say<G>>,
    pub(super) dice: Vec<Faces>,
    /// What the chart is told.
    pub(super) facts: Vec<(String, String)>,
    pub(super) expect: Expect<G>,
}

/// One line of a script.
#[derive(Clone)]
pub(super) struct Say<G: Cased> {
    pub(super) line: String,
    /// The question it is for, where the line says.
    question: Option<String>,
    said: G::Said,
}

#[derive(Clone, Debug)]
pub(super) enum Faces {
    One(u32),
    /// One throw, whole.
    Throw(Vec<u32>),
}

impl<G: Cased> Case<G> {
    /// Whether a turn is played in it. Any other case asks a chart or looks at a sheet.
    pub(super) fn is_on_table(&self) -> bool {
        self.phase.is_some() && self.resolve.is_none()
    }

    pub(super) fn script(&self, sheet: usize) -> &Script<G> {
        self.by_sheet.get(sheet).and_then(Option::as_ref).unwrap_or(&self.script)
    }
}

/// The cases of one file, in the order of its lines.
pub(super) fn read<G: Cased>(source: &Source, book: &Book) -> Result<Vec<Case<G>>, Faults> {
    let reader = Reader::parse(source)?;
    let root = reader.root();
    let mut cases: Vec<Case<G>> =
        root.tables("case").into_iter().map(|table| read_case(table, source, book)).collect();
    let tables = root.tables("table");
    let tables: Vec<Rows<'_>> =
        tables.iter().filter_map(|table| Rows::read(table, source, book.spec.sheets)).collect();
    for rows in &tables {
        let row = |(place, row): (usize, &Overlay)| read_case(row.table(&rows.item, place), source, book);
        cases.extend(rows.cases.iter().enumerate().map(row));
    }
    root.finish();
    cases.sort_by_key(|case| case.line);
    let mut faults: Vec<Fault> = Vec::new();
    for mut fault in reader.faults() {
        tables.iter().for_each(|rows| rows.place(&mut fault));
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    Faults(faults).or(cases)
}

fn read_case<G: Cased>(table: Table<'_>, source: &Source, book: &Book) -> Case<G> {
    let id = |item: &Item<'_>| {
        item.id(book.spec.rules, "a rule id of the ledger").map(|place| RuleId(place as u16))
    };
    let own: Vec<RuleId> = table.opt_list("rule", "rule ids").iter().filter_map(id).collect();
    let about =
        if table.has("rule") { table.opt_list("rules", "rule ids") } else { table.list("rules", "rule ids") };
    let mut rules: Vec<RuleId> = about.iter().filter_map(id).collect();
    rules.extend(&own);
    let phases: Vec<(&str, &'static str)> = G::PHASES.iter().map(|phase| (*phase, *phase)).collect();
    let mut until =
        vec![("script", Until::Script), ("phase", Until::Phase), ("turn", Until::Turn), ("end", Until::End)];
    until.extend(G::PHASES.iter().map(|phase| (*phase, Until::Begins(phase))));
    let scene = G::Scene::read(&table);
    let own_names: Vec<&'static str> = own.iter().map(|rule| book.spec.rule_name(*rule)).collect();
    let script = read_script(&table, None, &scene, &own_names);
    let by_sheet = book.spec.sheets.iter().map(|sheet| {
        let of_sheet = table.opt_table(sheet)?;
        let script = read_script(&of_sheet, Some(&script), &scene, &own_names);
        of_sheet.finish();
        Some(script)
    });
    let case = Case {
        by_sheet: by_sheet.collect(),
        file: source.name.clone(),
        line: table.location("name").line,
        name: table.text("name"),
        sheets: read_sheets(&table, book, &rules),
        house: read_house(&table, book),
        without: table.opt_list("without", "rule ids").iter().filter_map(id).collect(),
        turn: table.int_or("turn", 1..=60, 2),
        phase: table.item("phase").and_then(|item| item.word(&phases)),
        until: table.word_or("until", &until, Until::Script),
        resolve: table.item("resolve").and_then(|item| item.text()).map(str::to_owned),
        script,
        rules,
        own,
        scene,
    };
    table.finish();
    case
}

/// Those the case names, or every one that has all of its rules.
fn read_sheets(table: &Table<'_>, book: &Book, rules: &[RuleId]) -> Vec<usize> {
    let names: Vec<(&str, usize)> = book.spec.sheets.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    if table.has("sheets") {
        return table.words("sheets", &names);
    }
    table.skip("sheets");
    let has_all = |sheet: &usize| {
        rules.iter().filter_map(|rule| book.ledger().rule(*rule)).all(|rule| rule.sheets.contains(sheet))
    };
    (0..names.len()).filter(has_all).collect()
}

fn read_script<G: Cased>(
    table: &Table<'_>,
    base: Option<&Script<G>>,
    scene: &G::Scene,
    own: &[&'static str],
) -> Script<G> {
    let mut script = base.cloned().unwrap_or_else(|| Script {
        say: Vec::new(),
        dice: Vec::new(),
        facts: Vec::new(),
        expect: Expect::default(),
    });
    if table.has("say") {
        let lines = table.list("say", "answers");
        script.say = lines.iter().filter_map(|item| Say::read(item, scene)).collect();
    }
    if table.has("dice") {
        script.dice = table.list("dice", "faces").iter().filter_map(faces).collect();
    }
    if let Some(expect) = table.opt_table("expect") {
        script.expect = Expect::read(expect, scene, own);
    }
    if let Some(facts) = table.opt_table("facts") {
        script.facts = plain_values(facts);
    }
    for key in ["say", "dice", "facts", "expect"] {
        table.skip(key);
    }
    script
}

impl<G: Cased> Say<G> {
    fn read(item: &Item<'_>, scene: &G::Scene) -> Option<Say<G>> {
        let line = item.text()?;
        let (question, rest) = match line.split_once(':') {
            Some((word, rest)) => (Some(word.trim().to_owned()), rest),
            None => (None, line),
        };
        if let Some(word) = &question {
            let known: Vec<&str> = G::Question::WORDS.iter().map(|word| G::Said::case_word(word)).collect();
            if !known.contains(&word.as_str()) {
                item.fault(format!("a question ({}) before the colon", known.join(", ")));
                return None;
            }
        }
        let mut words = Line::new(rest, scene.names());
        let said = G::Said::read(scene, &mut words);
        match said.and_then(|said| words.finish().map(|()| said)) {
            Ok(said) => Some(Say { line: line.to_owned(), question, said }),
            Err(expected) => {
                item.fault(expected);
                None
            }
        }
    }

    /// The answer this line gives to the question; `None` if it is for another one.
    pub(super) fn answer(&self, game: &G, scene: &G::Scene, question: &G::Question) -> Option<G::Answer> {
        if self.question.as_ref().is_some_and(|word| *word != G::Said::question_word(question)) {
            return None;
        }
        self.said.answer(game, scene, question)
    }
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

fn faces(item: &Item<'_>) -> Option<Faces> {
    if super::is_list(item) {
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
