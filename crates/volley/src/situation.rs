//! Situations: a table as the sheet would find it, what is said and thrown, and what must come of it.
//!
//! The cases stand in `cases/volley/*.toml`, one topic a file. Each names the rules it proves; [`Cases::without`]
//! takes a rule out and asks that some case of it then fails, on every sheet that has the rule.
//!
//! ```toml
//! [[case]]
//! name = "a line may not charge"
//! rules = ["volley.charge.inf.column-only"]
//! sheets = ["a15", "p7"]            # left out: every sheet that has all of the rules
//! phase = "french-move"             # begins there; left out: nothing is played (sheet facts, charts)
//! turn = 2                          # the default
//! units = [
//!   { name = "A", side = "french", formation = "line", at = [36, 20] },
//!   { name = "B", side = "opponent", at = [36, 24] },
//! ]
//! say = ["charge A B"]
//! expect = { refused = "volley.charge.inf.column-only" }
//! ```
//!
//! **Distances** are those of 25/28 mm figures. On A15 every position, table, terrain, said and expected distance
//! and every ruling in inches is halved, unless `full-scale = true`. Never halved: `shift` of a gun, and bonus dice
//! (2d6" is 2d6" on every sheet).
//! `at` is the middle of the front edge; facing is in degrees, 0 north (up, growing y), 90 east.
//! The French come from the south edge and face 0, the opponent from the north and faces 180.
//! Two units whose `at` is the same point and who face each other touch.
//!
//! **units**: `name`, `side` (`french`, `opponent`: the sheet's nation), `arm` (infantry), `grade` (veteran), `figures`
//! at the start (12; guns 4), `lost` of them, `formation` (column; skirmish, line for cavalry, unlimbered), `at`, `facing`,
//! `type` of cavalry (hussars), `heavy`, `lancer`, `cuirassier`, `guard`, `pounds` (9),
//! `horse` guns, `brigade` (the side's word). State: `halted`, `spent`, `initiated`, `must-recall`, `marker` (true: here; or
//! `[x, y]`), `hit` (figures lost to fire and not tested for), `lost-this-turn`, `charge-refused`, `silenced`.
//!
//! **generals**: `name`, `side`, `at` or `attached`, `commands` a brigade (left out: the army). Left out altogether, each
//! side has a commander behind the table, and unless `house` says otherwise everybody is in command.
//!
//! **reserves**: `side`, `command`, `point`, `failed` rolls, `units`. **table** `{ width, depth }` and **terrain** as in battle files.
//! **melees** `[["A", "B"]]` or `[{ of = ["A", "B"], rounds = 1, fresh = false, gun = "G" }]`, the attacker first.
//! **losers** `[["A", "B"]]`: A lost the last melee phase to B. **house**: rulings, such as `"volley.house.edge" = "stops"`.
//! **without**: rules this house plays without, to show another by itself.
//!
//! **say**, in order; each line answers the first question it fits, and questions before that are declined:
//! `march A ahead 4`, `march A wheel 30 ahead 2`, `march A back 2`, `march S to 10 12 facing 90`; `form A line`,
//! `form G unlimbered facing 90`; `charge A B`, `charge A B wheel -20`; `ride G to 10 12 join A`;
//! `enter C at 30 ahead 8`; `end` (no more orders); `turn G facing 45 shift 0.5` (in phase 1; `right 0.5` sideways);
//! `fall-back A 6 line`; `fire A B` (A's target, phases 1, 3 and 8); `stand square` (or `stay`, `masse`, `counter-charge`);
//! `free line`; `unit A` (the next test, melee, opponent, supporter); `yes`, `no`. A prefix names the question:
//! `recall: yes`, `press: no`, `form-line: yes`. The words: deploy adjust target retire order shoot test stand
//! roll-for-square press form-line supporter melee opponent free-change recall.
//!
//! **dice**: faces in the order of throwing. A list within the list is one throw and must have as many faces as that
//! throw has dice: `dice = [[4, 4, 1, 1], 6]`.
//!
//! **until**: `script` (the default: stops where nothing more is said and thrown, at the next question or throw),
//! `phase` (its end), `turn`, `end` (of the battle) or the word of a phase (its beginning).
//! Dice or lines left over are a failure, so is a throw with no dice (except at the end of a script).
//!
//! **expect**:
//! `refused = "id"` (what the last line is refused with); for a unit `A = { figures, lost, formation, standing, at, facing,
//! halted, moved, shot, spent, initiated, must-recall, marker, in-melee, general }`; for a general
//! `G = { attached = "A", lost, at }`; `gap = [["A", "B", 2]]`; `melee = [["A", "B"]]` (all there are);
//! `events = ["A halts"]` (in this order, parts of sentences), `no-events`; `asked = ["shoot A: B"]` (in this order, parts of
//! questions), `not-asked`; `throws = ["4d6 5+", "d6"]` (all of them); `waits = "stand A"` or `"2d6"`;
//! `phase`, `number` (of the phase), `turn`, `winner` (french, opponent, draw), `sheet = { version, opponent, millimetres, phases }`.
//!
//! A chart alone, without a table: `resolve = "artillery-fire"`, `facts = { crew = 4, range = "close", target = "line" }`,
//! `dice`, `expect = { outcome = { hits = 2 } }` (as `grognard resolve` prints it).
//!
//! A sheet's own table `a15 = { say, dice, facts, expect }` (or `p7`, `br8`) takes the place of the case's.

mod expect;
mod play;
mod read;
mod say;
mod stage;

use crate::ids::RULES;
use crate::rules::{Rules, embedded_book};
use crate::words::Sheet;
use read::Case;
use rulebook::{Book, Faults, Patch, RuleId, Setting, Source};
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// How the cases stand.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Rules of the ledger.
    pub rules: usize,
    /// Rules with a case that holds on every sheet they are on.
    pub working: usize,
    pub cases: usize,
    /// Rules without such a case, by id.
    pub missing: Vec<&'static str>,
    /// Cases that do not hold: file, name, what was expected and what was found.
    pub failures: Vec<String>,
}

/// The cases with the book they are about.
pub struct Cases {
    book: Book,
    cases: Vec<Case>,
}

impl Cases {
    /// The cases built into the binary.
    ///
    /// # Errors
    /// Every fault of their files.
    pub fn embedded() -> Result<Cases, Faults> {
        let sources: Vec<Source> =
            CASES.iter().map(|(name, text)| Source::new(format!("cases/volley/{name}"), *text)).collect();
        Cases::read(&sources)
    }

    /// # Errors
    /// Every fault of the files.
    pub fn read(sources: &[Source]) -> Result<Cases, Faults> {
        let book = embedded_book()?;
        let mut cases = Vec::new();
        let mut faults = Vec::new();
        for source in sources {
            match read::read(source, &book) {
                Ok(more) => cases.extend(more),
                Err(more) => faults.extend(more.0),
            }
        }
        Faults(faults).or(Cases { book, cases })
    }

    /// Keeps the cases whose name has this in it.
    pub fn keep(&mut self, part: &str) {
        self.cases.retain(|case| case.name.contains(part));
    }

    /// Runs every case on each of its sheets.
    pub fn run(&self) -> Report {
        let mut report = Report { rules: RULES.len(), cases: self.cases.len(), ..Report::default() };
        let mut proven = vec![[false; Sheet::NAMES.len()]; RULES.len()];
        for case in &self.cases {
            for sheet in &case.sheets {
                match self.check(case, *sheet, None) {
                    Ok(()) => {
                        for rule in &case.rules {
                            proven[rule.index()][*sheet as usize] = true;
                        }
                    }
                    Err(why) => report.failures.push(format!("{} on {sheet}: {why}", case.title())),
                }
            }
        }
        for (id, (rule, proven)) in RULES.iter().zip(self.book.ledger.rules.iter().zip(&proven)) {
            if rule.sheets.iter().all(|sheet| proven[*sheet]) {
                report.working += 1;
            } else {
                report.missing.push(id);
            }
        }
        report
    }

    /// Takes a rule out: on each of its sheets some case of it must fail.
    ///
    /// # Errors
    /// The sheets where nothing is noticed.
    pub fn without(&self, rule: &str) -> Result<(), String> {
        let Some(id) = self.book.spec.rule(rule) else { return Err(format!("{rule}: no such rule")) };
        let on: Vec<usize> = self.book.ledger.rule(id).map(|rule| rule.sheets.clone()).unwrap_or_default();
        let mut unnoticed = Vec::new();
        for (_, sheet) in Sheet::WORDS.iter().filter(|(_, sheet)| on.contains(&(*sheet as usize))) {
            let mut named =
                self.cases.iter().filter(|case| case.rules.contains(&id) && case.sheets.contains(sheet));
            if !named.any(|case| self.check(case, *sheet, Some(id)).is_err()) {
                let of_it =
                    self.cases.iter().filter(|case| case.rules.contains(&id) && case.sheets.contains(sheet));
                unnoticed.push(match of_it.count() {
                    0 => format!("{sheet}: no case"),
                    _ => format!("{sheet}: no case fails without it"),
                });
            }
        }
        if unnoticed.is_empty() { Ok(()) } else { Err(format!("{rule}: {}", unnoticed.join("; "))) }
    }

    /// What each case of a rule says when the rule is taken out, for the writer of cases.
    pub fn explain(&self, rule: &str) -> Vec<String> {
        let Some(id) = self.book.spec.rule(rule) else { return vec![format!("{rule}: no such rule")] };
        let mut said = Vec::new();
        for case in self.cases.iter().filter(|case| case.rules.contains(&id)) {
            for sheet in &case.sheets {
                let found = match self.check(case, *sheet, Some(id)) {
                    Ok(()) => "still holds".to_owned(),
                    Err(why) => why,
                };
                said.push(format!("{} on {sheet}: {found}", case.title()));
            }
        }
        said
    }

    /// What goes on in every case, for the writer of cases: questions, answers, dice, events and where all end.
    pub fn stories(&self, off: Option<&str>) -> Vec<String> {
        let off = off.and_then(|rule| self.book.spec.rule(rule));
        let mut lines = Vec::new();
        for case in &self.cases {
            for sheet in &case.sheets {
                lines.push(format!("{} on {sheet}", case.title()));
                if let Ok(rules) = self.rules(case, *sheet, off) {
                    lines.extend(play::story(case, *sheet, &rules));
                }
            }
        }
        lines
    }

    fn check(&self, case: &Case, sheet: Sheet, off: Option<RuleId>) -> Result<(), String> {
        play::check(case, sheet, &self.rules(case, sheet, off)?)
    }

    fn rules(&self, case: &Case, sheet: Sheet, off: Option<RuleId>) -> Result<Arc<Rules>, String> {
        let printed = self.book.sheet(sheet.word()).map_err(|error| error.to_string())?;
        let half = case.is_halved(sheet);
        let mut rulings = case.house.clone();
        let range = usize::from(crate::ids::house!("command.range"));
        if half {
            for (_, setting) in &mut rulings {
                halve(setting);
            }
        }
        if !rulings.iter().any(|(ruling, _)| *ruling == range) {
            rulings.push((range, Setting::Inches(72_000)));
        }
        let patch = Patch {
            sheet: sheet as usize,
            name: case.name.clone(),
            off: off.into_iter().chain(case.without.iter().copied()).collect(),
            rulings,
            values: Vec::new(),
            source: Source::new("case", ""),
        };
        Ok(Arc::new(Rules::new(printed.patched(&patch))))
    }
}

fn halve(setting: &mut Setting) {
    match setting {
        Setting::Inches(inches) => *inches /= 2,
        Setting::List(list) => list.iter_mut().for_each(|inches| *inches /= 2),
        Setting::Flag(_) | Setting::Word(_) | Setting::Int(_) => {}
    }
}

/// Runs the cases built into the binary.
pub fn run_all() -> Report {
    match Cases::embedded() {
        Ok(cases) => cases.run(),
        Err(faults) => Report {
            rules: RULES.len(),
            missing: RULES.to_vec(),
            failures: faults.iter().map(ToString::to_string).collect(),
            ..Report::default()
        },
    }
}

/// Takes a rule out of the game and runs its cases.
///
/// # Errors
/// Where the rule can go without any case failing.
pub fn without(rule: &str) -> Result<(), String> {
    Cases::embedded().map_err(|faults| faults.to_string())?.without(rule)
}
