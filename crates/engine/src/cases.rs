//! Situations: a table as the sheet would find it, what is said and thrown, and what must come of it.
//!
//! The cases stand in `cases/<game>/*.toml`, one topic a file. Each names the rules it proves; [`Cases::without`]
//! takes a rule out and asks that some case of it then fails, on every sheet that has the rule.
//!
//! ```toml
//! [[case]]
//! name = "a line may not charge"
//! rules = ["volley.charge.inf.column-only"]
//! sheets = ["a15", "p7"]            # left out: every sheet that has all of the rules
//! phase = "french-move"             # begins there; left out: nothing is played (sheet facts, charts)
//! turn = 2                          # the default
//! say = ["charge A B"]
//! expect = { refused = "volley.charge.inf.column-only" }
//! # … and what the game's own scene has: units, leaders, terrain
//! ```
//!
//! **house**: rulings, such as `"volley.house.edge" = "stops"`. **without**: rules this house plays without, to show
//! another by itself.
//!
//! **say**, in order; each line answers the first question it fits, and questions before that are declined. What a
//! line may say is the game's; a prefix names the question: `recall: yes`.
//!
//! **dice**: faces in the order of throwing. A list within the list is one throw and must have as many faces as that
//! throw has dice: `dice = [[4, 4, 1, 1], 6]`.
//!
//! **until**: `script` (the default: stops where nothing more is said and thrown, at the next question or throw),
//! `phase` (its end), `turn`, `end` (of the battle) or the word of a phase (its beginning).
//! Dice or lines left over are a failure, so is a throw with no dice (except at the end of a script).
//!
//! **expect**, beside what the game adds:
//! `refused = "id"` (what the last line is refused with); `events = ["A halts"]` (in this order, parts of sentences),
//! `no-events`; `asked = ["shoot A: B"]` (in this order, parts of questions), `not-asked`; `offered = ["hold fire"]` (in
//! this order, parts of what questions offer), `not-offered`; `throws = ["4d6 5+", "d6"]`
//! (all of them); `working = { "volley.p1.fire.mod.close" = 1 }` (the last event's working that has this rule);
//! `cites = ["volley.p1.fire"]` (rules that what happened rests on); `waits = "stand A"` or `"2d6"`; `phase`, `number` (of
//! the phase), `turn`, `winner` (french, opponent, draw).
//!
//! A chart alone, without a table: `resolve = "artillery-fire"`, `facts = { crew = 4, range = "close" }`, `dice`,
//! `expect = { outcome = { hits = 2 } }` (as `grognard resolve` prints it), `working` (what it adds up), `refused` (the
//! rule its refusal ends with).
//!
//! A sheet's own table `a15 = { say, dice, facts, expect }` takes the place of the case's.
//!
//! **Many cases that differ in little** are a `[[table]]`: what they have in common as in a case, and between `'''`
//! and `'''` a line that names the columns and a line for each case.
//!
//! ```toml
//! [[table]]
//! name = "guns hit"
//! resolve = "artillery-fire"
//! facts = { crew = 4, pounds = 9, range = "middle", target = "line" }
//! rows = '''
//! rule                         | facts                          | dice    | expect
//! volley.p1.fire.to-hit.line   |                                | 5 4 4 4 | outcome.hits = 1
//! volley.p1.fire.to-hit.square | target = square                | 4 4 3 3 | outcome.hits = 2
//! volley.p1.fire.mod.heavy     | target = square, pounds = 12   | 3 3 2 2 | outcome.hits = 2
//! '''
//! ```
//!
//! A column is a path from the keys of a case: `name`, `rule`, `sheets`, `say`, `dice`, `turn`, `facts.range`,
//! `expect.outcome.hits`, `expect.B.lost`, `house.volley.house.edge`, `a15.expect`; or from a name of the scene:
//! `B.formation` is the formation of the unit B, `A+B.formation` that of both. An empty cell leaves the table's own value.
//! `facts`, `expect` and `house` have paths of their own in the cell, with commas between them; without `resolve`
//! `facts` are of the scene (`B.formation = square, rain = true`). Texts need no quotation marks, unless there are
//! commas in them; lines of `say`, events, questions and throws have `;` between them; dice of one throw may stand in
//! brackets, as in a case.
//! `rule` is stricter than `rules`: each row must fail without the rule it names there. Where it names one,
//! `expect.working = -1` is what that rule adds, `expect.cites = yes` that something which happened rests on it, and
//! `expect.refused = yes` that it refuses.
//!
//! A chart printed as a grid is a table with `grid` instead of `rows`; every cell that is not empty is a case:
//!
//! ```toml
//! rule = "volley.melee.dice.{across}.{down}"     # left out: `rules`
//! down = "facts.grade"
//! across = "facts.formation"
//! cells = "expect.outcome.dice"
//! grid = '''
//!           | better | lesser
//! elite     | 12     | 8
//! veteran   | 8      | 6
//! '''
//! ```
//!
//! `short = { skirmishers = "skirmisher" }`: how a word is spelt in the rule's id.

mod cell;
mod expect;
mod line;
mod plain;
mod play;
mod prove;
mod read;
mod rows;
mod tools;
mod unmet;

pub use line::{Line, Wanted, bearing, turn};
pub use plain::{DrawnExpected, PlainSaid};
pub use tools::{
    Gap, Goals, Holders, SIDES, case_about, differ, faces, gaps, is_list, near, one_word, pair, pairs, point,
};
pub use unmet::{Unmet, unmet};

use crate::desk::Desk;
use crate::{Questions as _, UnitDrawn};
use read::Case;
use rulebook::{Book, Faults, Patch, RuleId, Setting, SheetRules, Source, Table, Value};
use serde::Serialize;
use std::fmt::Debug;
use std::sync::Arc;
use table::Inches;

/// A game whose rules are proved by cases.
pub trait Cased: Desk {
    type Scene: Scene<Self>;
    type Said: Said<Self>;
    type Expected: Expected<Self>;

    /// The words of its phases, for `phase` and `until`.
    const PHASES: &'static [&'static str];
    /// The files of cases built into the binary: name and text.
    const CASES: &'static [(&'static str, &'static str)];
    /// The list of rules that none of its battles meets ([`unmet`]); a game may have none.
    const UNMET: &'static str = "";

    /// Whether the cases must prove a rule. A game that is still being written says which of its topics stand.
    fn is_proved(rule: &str) -> bool {
        let _ = rule;
        true
    }

    /// Whether a step of play goes by a rule: one that only a chart of the desk knows is not counted as working.
    fn is_played(rule: &str) -> bool {
        let _ = rule;
        true
    }

    /// Where all units are, a line each, for the writer of cases.
    fn whereabouts(&self) -> Vec<String> {
        let line = |unit: UnitDrawn| {
            let pose = unit.pose?;
            let (x, y, facing) = (Inches(pose.at.x), Inches(pose.at.y), pose.facing.to_degrees());
            let level = unit.level.map(|level| format!("{level} ")).unwrap_or_default();
            let UnitDrawn { name, formation, strength, .. } = unit;
            Some(format!("{name} {level}{formation} of {strength} at {x}, {y} facing {facing}"))
        };
        self.units_drawn().into_iter().filter_map(line).collect()
    }
}

/// The table of a case: whatever a game reads beside the keys all games have.
pub trait Scene<G: Cased>: Sized {
    fn read(table: &Table<'_>) -> Self;

    /// The names of its units, by which lines speak of them.
    fn names(&self) -> &[String];

    /// What else the house of a case plays; `house` holds what the case itself says.
    fn complete_house(&self, sheet: &str, house: &mut Vec<(usize, Setting)>) {
        let _ = (sheet, house);
    }

    /// The game at the beginning of the case's phase.
    ///
    /// # Errors
    /// Why there cannot be such a game.
    fn set_up(&self, begins: &Begins<'_>, rules: Arc<G::Rules>) -> Result<G, String>;
}

/// What one line of a script says. A game whose questions are answered by offers alone can use [`PlainSaid`].
pub trait Said<G: Cased>: Clone + Debug {
    /// Questions that cases call otherwise than the wire does: its word there, and in a case.
    const RENAMED: &'static [(&'static str, &'static str)] = &[];

    /// Reads one line, without its prefix.
    ///
    /// # Errors
    /// What was expected instead.
    fn read(scene: &G::Scene, line: &mut Line<'_>) -> Wanted<Self>;

    /// The answer it gives to a question; `None` if it is for another one.
    fn answer(&self, game: &G, scene: &G::Scene, question: &G::Question) -> Option<G::Answer>;

    /// The word of a question, for the prefix of a line.
    fn question_word(question: &G::Question) -> &'static str {
        Self::case_word(question.word())
    }

    /// The same of a word of the wire.
    fn case_word(wire: &'static str) -> &'static str {
        Self::RENAMED.iter().find(|(known, _)| *known == wire).map_or(wire, |(_, word)| word)
    }

    /// A question as `asked` and `waits` have it: `shoot A: B C`.
    fn question_text(game: &G, question: &G::Question) -> String {
        plain::question_text::<G, Self>(game, question)
    }
}

/// What is looked for beside what all games can be asked. [`DrawnExpected`] looks at units as doors draw them.
pub trait Expected<G: Cased>: Clone + Default {
    fn read(scene: &G::Scene, table: &Table<'_>) -> Self;

    /// What differs: of the sheet, and of the game where one was played.
    fn differs(&self, scene: &G::Scene, rules: &G::Rules, game: Option<&G>) -> Vec<String>;
}

/// Where a case begins.
#[derive(Clone, Copy, Debug)]
pub struct Begins<'c> {
    pub name: &'c str,
    /// One of [`Cased::PHASES`].
    pub phase: &'static str,
    pub turn: u32,
}

/// How the cases stand.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Rules of the ledger.
    pub rules: usize,
    /// Rules that play goes by and that a case on a table proves on every sheet they are on: it holds, and fails without
    /// the rule.
    pub working: usize,
    pub cases: usize,
    /// Rules that play goes by and that cases prove at the desk alone, on one of their sheets at least: a number is right,
    /// and no case shows that a turn comes to it.
    pub desk: Vec<&'static str>,
    /// Rules that are not played, but have a case that holds.
    pub proved: Vec<&'static str>,
    /// Rules without a case that holds, or not played, by id.
    pub missing: Vec<&'static str>,
    /// Cases that do not hold: file, name, what was expected and what was found.
    pub failures: Vec<String>,
}

/// A case that was played on one of its sheets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    pub file: String,
    /// Where its name stands; of a row, where it stands.
    pub line: u32,
    pub name: String,
    pub sheet: &'static str,
    /// What was expected and what was found instead; `None`: it holds.
    pub wrong: Option<String>,
}

/// What is otherwise in the rules a case is tried by.
#[derive(Clone, Debug, Default)]
struct Twist {
    off: Option<RuleId>,
    value: Option<(RuleId, &'static str, Value)>,
}

impl Twist {
    fn without(rule: RuleId) -> Twist {
        Twist { off: Some(rule), value: None }
    }

    fn is_none(&self) -> bool {
        self.off.is_none() && self.value.is_none()
    }

    fn instead(rule: RuleId, field: &'static str, value: Value) -> Twist {
        Twist { off: None, value: Some((rule, field, value)) }
    }
}

/// The cases with the book they are about.
pub struct Cases<G: Cased> {
    book: Book,
    /// As printed.
    sheets: Vec<SheetRules>,
    /// The same, typed: most cases go by them.
    printed: Vec<Arc<G::Rules>>,
    cases: Vec<Case<G>>,
}

impl<G: Cased> Cases<G> {
    /// The cases built into the binary.
    ///
    /// # Errors
    /// Every fault of their files.
    pub fn embedded() -> Result<Cases<G>, Faults> {
        Cases::built_in(G::embedded_book()?)
    }

    /// The cases built into the binary, about the rules of a book.
    fn built_in(book: Book) -> Result<Cases<G>, Faults> {
        let files = G::CASES.iter();
        let sources: Vec<Source> =
            files.map(|(name, text)| Source::built_in(format!("cases/{}/{name}", G::word()), text)).collect();
        Cases::about(book, &sources)
    }

    /// # Errors
    /// Every fault of the files.
    pub fn read(sources: &[Source]) -> Result<Cases<G>, Faults> {
        Cases::about(G::embedded_book()?, sources)
    }

    /// Cases about the rules of a book.
    ///
    /// # Errors
    /// Every fault of the files.
    pub fn about(book: Book, sources: &[Source]) -> Result<Cases<G>, Faults> {
        let mut cases = Vec::new();
        let mut faults = Vec::new();
        for source in sources {
            match read::read(source, &book) {
                Ok(more) => cases.extend(more),
                Err(more) => faults.extend(more.0),
            }
        }
        let sheets: Vec<SheetRules> =
            book.spec.sheets.iter().filter_map(|name| book.sheet(name).ok()).collect();
        let printed = sheets.iter().map(|sheet| Arc::new(G::rules(sheet.clone()))).collect();
        Faults(faults).or(Cases { book, sheets, printed, cases })
    }

    /// Keeps the cases whose name has this in it.
    pub fn keep(&mut self, part: &str) {
        self.cases.retain(|case| case.name.contains(part));
    }

    /// Plays every case on each of its sheets, in the order of the files.
    pub fn try_all(&self) -> Vec<Tried> {
        let each = |case: &Case<G>, sheet: usize| Tried {
            file: case.file.clone(),
            line: case.line,
            name: case.name.clone(),
            sheet: self.sheet(sheet),
            wrong: self.check(case, sheet, &Twist::default()).err(),
        };
        let of_case =
            |case: &'_ Case<G>| case.sheets.iter().map(|sheet| each(case, *sheet)).collect::<Vec<_>>();
        self.cases.iter().flat_map(of_case).collect()
    }

    /// Runs every case on each of its sheets.
    pub fn run(&self) -> Report {
        let ids = self.book.spec.rules;
        let mut report = Report { rules: ids.len(), cases: self.cases.len(), ..Report::default() };
        let nowhere = vec![vec![false; self.book.spec.sheets.len()]; ids.len()];
        let (mut proven, mut on_table) = (nowhere.clone(), nowhere);
        for case in &self.cases {
            for sheet in &case.sheets {
                match self.check(case, *sheet, &Twist::default()) {
                    Ok(()) => {
                        for rule in &case.rules {
                            proven[rule.index()][*sheet] = true;
                            let on_table = &mut on_table[rule.index()][*sheet];
                            *on_table |= case.is_on_table() && self.fails_without(case, *sheet, *rule);
                        }
                    }
                    Err(why) => report.failures.push(format!("{}: {why}", self.title(case, *sheet))),
                }
            }
        }
        for (place, (id, rule)) in ids.iter().zip(&self.book.ledger().rules).enumerate() {
            let is_proved = rule.sheets.iter().all(|sheet| proven[place][*sheet]);
            if is_proved && G::is_played(id) {
                match rule.sheets.iter().all(|sheet| on_table[place][*sheet]) {
                    true => report.working += 1,
                    false => report.desk.push(id),
                }
                continue;
            }
            report.missing.push(id);
            report.proved.extend(is_proved.then_some(*id));
        }
        report
    }

    fn fails_without(&self, case: &Case<G>, sheet: usize, rule: RuleId) -> bool {
        self.check(case, sheet, &Twist::without(rule)).is_err()
    }

    /// The rules that the cases of a file name: `cases/volley/fire.toml`.
    pub fn named_in(&self, file: &str) -> Vec<&'static str> {
        let cases = self.cases.iter().filter(|case| case.file == file);
        cases.flat_map(|case| &case.rules).map(|rule| self.book.spec.rule_name(*rule)).collect()
    }

    /// Takes a rule out: on each of its sheets some case of it must fail, and every row of a table that names it.
    ///
    /// # Errors
    /// The sheets where nothing is noticed, and the rows that still hold.
    pub fn without(&self, rule: &str) -> Result<(), String> {
        let Some(id) = self.book.spec.rule(rule) else { return Err(format!("{rule}: no such rule")) };
        let on: Vec<usize> = self.book.ledger().rule(id).map(|rule| rule.sheets.clone()).unwrap_or_default();
        let mut unnoticed = Vec::new();
        for sheet in on {
            let of_it = || {
                let all = self.cases.iter();
                all.filter(|case| case.rules.contains(&id) && case.sheets.contains(&sheet))
            };
            if !of_it().any(|case| self.fails_without(case, sheet, id)) {
                let sheet = self.sheet(sheet);
                unnoticed.push(match of_it().count() {
                    0 => format!("{sheet}: no case"),
                    _ => format!("{sheet}: no case fails without it"),
                });
            }
            let rows = of_it().filter(|case| case.own.contains(&id));
            let held = rows.filter(|case| !self.fails_without(case, sheet, id));
            unnoticed.extend(held.map(|case| format!("{} holds without it", self.title(case, sheet))));
        }
        if unnoticed.is_empty() { Ok(()) } else { Err(format!("{rule}: {}", unnoticed.join("; "))) }
    }

    /// What each case of a rule says when the rule is taken out, for the writer of cases.
    pub fn explain(&self, rule: &str) -> Vec<String> {
        let Some(id) = self.book.spec.rule(rule) else { return vec![format!("{rule}: no such rule")] };
        let mut said = Vec::new();
        for case in self.cases.iter().filter(|case| case.rules.contains(&id)) {
            for sheet in &case.sheets {
                let found = match self.check(case, *sheet, &Twist::without(id)) {
                    Ok(()) => "still holds".to_owned(),
                    Err(why) => why,
                };
                said.push(format!("{}: {found}", self.title(case, *sheet)));
            }
        }
        said
    }

    /// What goes on in every case, for the writer of cases: questions, answers, dice, events and where all end.
    pub fn stories(&self, off: Option<&str>) -> Vec<String> {
        let off = off.and_then(|rule| self.book.spec.rule(rule)).map_or(Twist::default(), Twist::without);
        let mut lines = Vec::new();
        for case in &self.cases {
            for sheet in &case.sheets {
                lines.push(self.title(case, *sheet));
                if let Ok(rules) = self.rules(case, *sheet, &off) {
                    lines.extend(play::story(case, *sheet, &rules));
                }
            }
        }
        lines
    }

    fn title(&self, case: &Case<G>, sheet: usize) -> String {
        format!("{}:{}: {:?} on {}", case.file, case.line, case.name, self.sheet(sheet))
    }

    fn sheet(&self, sheet: usize) -> &'static str {
        self.book.spec.sheets.get(sheet).copied().unwrap_or_default()
    }

    /// The fields of chart rows that no case would notice if they said something else. `part` of `parts` of the rows,
    /// so that several threads may look at once.
    pub fn unread(&self, part: usize, parts: usize) -> Vec<String> {
        let mut unread = Vec::new();
        for (sheet, rows) in self.book.rows.iter().enumerate() {
            let of_sheet: Vec<&Case<G>> =
                self.cases.iter().filter(|case| case.sheets.contains(&sheet)).collect();
            for row in rows.iter().skip(part).step_by(parts.max(1)) {
                let Some(chart) = self.book.spec.chart(row.chart) else { continue };
                // Cases of the rule first, then those of its topic: the others are asked only where these see nothing.
                let topic = self.book.topics.iter().find(|(_, rules)| rules.contains(&row.rule));
                let topic = topic.map(|(file, _)| format!("/{file}")).unwrap_or_default();
                let rank = |case: &Case<G>| match case.rules.contains(&row.rule) {
                    true => 0,
                    false if case.file.ends_with(&topic) => 1,
                    false => 2,
                };
                let ranked: Vec<(u8, &Case<G>)> = of_sheet.iter().map(|case| (rank(case), *case)).collect();
                let in_order = || {
                    (0..3).flat_map(|rank| {
                        ranked.iter().filter(move |(of, _)| *of == rank).map(|(_, case)| *case)
                    })
                };
                for (name, value) in row.fields() {
                    let others = chart.field(name).map(|field| field.kind.others(value)).unwrap_or_default();
                    let twists: Vec<Twist> =
                        others.into_iter().map(|other| Twist::instead(row.rule, name, other)).collect();
                    // Rules are made anew for each twist, but once for all cases that have no house of their own.
                    let mut typed: Vec<Option<Arc<G::Rules>>> = vec![None; twists.len()];
                    let is_seen = |case: &Case<G>| {
                        twists.iter().zip(&mut typed).any(|(twist, typed)| {
                            let rules = if self.is_plain(case, sheet) {
                                let made = || self.rules(case, sheet, twist);
                                typed.clone().map_or_else(made, Ok).inspect(|rules| {
                                    *typed = Some(Arc::clone(rules));
                                })
                            } else {
                                self.rules(case, sheet, twist)
                            };
                            rules.and_then(|rules| play::check(case, sheet, &rules)).is_err()
                        })
                    };
                    if !in_order().any(is_seen) {
                        let rule = self.book.spec.rule_name(row.rule);
                        unread.push(format!("{rule} on {}: {name} = {value}", self.sheet(sheet)));
                    }
                }
            }
        }
        unread
    }

    fn check(&self, case: &Case<G>, sheet: usize, twist: &Twist) -> Result<(), String> {
        play::check(case, sheet, &self.rules(case, sheet, twist)?)
    }

    /// Whether a case goes by the sheet as it is printed.
    fn is_plain(&self, case: &Case<G>, sheet: usize) -> bool {
        let mut rulings = case.house.clone();
        case.scene.complete_house(self.sheet(sheet), &mut rulings);
        rulings.is_empty() && case.without.is_empty()
    }

    fn rules(&self, case: &Case<G>, sheet: usize, twist: &Twist) -> Result<Arc<G::Rules>, String> {
        let printed = self.sheets.get(sheet).ok_or("no such sheet")?;
        if twist.is_none() && self.is_plain(case, sheet) {
            return self.printed.get(sheet).cloned().ok_or_else(|| "no such sheet".to_owned());
        }
        let mut rulings = case.house.clone();
        case.scene.complete_house(self.sheet(sheet), &mut rulings);
        let patch = Patch {
            spec: self.book.spec,
            sheet,
            name: case.name.clone(),
            off: twist.off.into_iter().chain(case.without.iter().copied()).collect(),
            rulings,
            values: twist.value.iter().cloned().collect(),
            source: Source::new("case", ""),
        };
        Ok(Arc::new(G::rules(printed.patched(&patch))))
    }
}

/// Runs the cases built into the binary, by the rules built into it.
pub fn run_all<G: Cased>() -> Report {
    match G::embedded_book() {
        Ok(book) => run_by::<G>(book),
        Err(faults) => none_works::<G>(&faults),
    }
}

/// Runs the cases built into the binary by the rules of a book.
pub fn run_by<G: Cased>(book: Book) -> Report {
    match Cases::<G>::built_in(book) {
        Ok(cases) => cases.run(),
        Err(faults) => none_works::<G>(&faults),
    }
}

fn none_works<G: Cased>(faults: &Faults) -> Report {
    Report {
        rules: G::spec().rules.len(),
        missing: G::spec().rules.to_vec(),
        failures: faults.iter().map(ToString::to_string).collect(),
        ..Report::default()
    }
}

/// Takes a rule out of the game and runs its cases.
///
/// # Errors
/// Where the rule can go without any case failing.
pub fn without<G: Cased>(rule: &str) -> Result<(), String> {
    Cases::<G>::embedded().map_err(|faults| faults.to_string())?.without(rule)
}
