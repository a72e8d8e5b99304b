//! `grognard rules`: a sheet with its rulings, and what a house plays otherwise.

use crate::input;
use crate::out::{Ink, Out, many};
use crate::report::capital;
use crate::wrong::Wrong;
use engine::Played as _;
use games::with;
use rulebook::{Book, Change, LedgerRule, Patch, Row, RuleId, RulingKind, RulingSpec, SheetRules, diff};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

const SHOW_EXAMPLES: &str = "\
EXAMPLES
  grognard rules show br8
  grognard rules show a15 --house club.toml
  grognard rules show p7 --json | jq '.rulings[].id'";

const DIFF_EXAMPLES: &str = "\
EXAMPLES
  grognard rules diff club.toml
  grognard rules diff club.toml --json

A house patch looks like this:
  sheet = \"p7\"
  name = \"Club rules\"
  off = [\"volley.move.double.distance\"]
  [rulings]
  \"volley.house.general.casualty\" = 5
  [charts.\"volley.p1.fire.to-hit.column\"]
  need = 3";

/// Show a sheet's rules, or what a house patch changes
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Show(ShowArgs),
    Diff(DiffArgs),
}

/// Print a whole sheet: charts by topic, rules, rulings and what they might be
#[derive(clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub(crate) struct ShowArgs {
    /// A sheet, such as br8
    sheet: String,
    /// House rules to lay over it
    #[arg(long, value_name = "PATCH")]
    house: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Print what a house patch changes
#[derive(clap::Args)]
#[command(after_help = DIFF_EXAMPLES)]
pub(crate) struct DiffArgs {
    patch: PathBuf,
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Command, out: &mut Out) -> Result<(), Wrong> {
    match command {
        Command::Show(args) => show(args, out),
        Command::Diff(args) => show_diff(args, out),
    }
}

/// What a patch changes on its sheet as printed.
pub(crate) fn changes(patch: &Patch) -> Result<Vec<Change>, Wrong> {
    let kind = games::Kind::from_word(patch.spec.name);
    let book = kind.ok_or_else(|| Wrong::new("a patch of no game at all"))?.book();
    let printed = book.sheet(patch.sheet_name()).map_err(Wrong::new)?;
    Ok(diff(book, &printed, &printed.patched(patch)))
}

#[derive(Serialize)]
struct PatchChanges<'p> {
    name: &'p str,
    sheet: &'static str,
    changes: Vec<Change>,
}

fn show_diff(args: &DiffArgs, out: &mut Out) -> Result<(), Wrong> {
    let patch = input::patch(&args.patch)?;
    let (name, sheet, changes) = (patch.name.as_str(), patch.sheet_name(), changes(&patch)?);
    if args.json {
        return out.pretty(&PatchChanges { name, sheet, changes });
    }
    let heading = format!("{name}: {} to {sheet}", many(changes.len() as u64, "change"));
    let heading = out.ink(Ink::Heading, &heading);
    out.line(&heading)?;
    let rows: Vec<Vec<String>> = changes
        .iter()
        .map(|change| {
            vec![
                change.id.clone(),
                change.field.clone(),
                change.before.clone(),
                "→".to_owned(),
                change.after.clone(),
            ]
        })
        .collect();
    if rows.is_empty() {
        Ok(())
    } else {
        out.table(&["rule or ruling", "what", "printed", "", "house"], &rows)
    }
}

/// A sheet for programs.
#[derive(Serialize)]
struct Shown<'r> {
    sheet: &'static str,
    title: String,
    hash: String,
    house: Option<&'r str>,
    topics: Vec<Topic<'r>>,
    rules: Vec<RuleLine<'r>>,
    rulings: Vec<RulingLine<'r>>,
}

#[derive(Serialize)]
struct Topic<'r> {
    topic: String,
    charts: Vec<ChartRows<'r>>,
}

#[derive(Serialize)]
struct ChartRows<'r> {
    chart: &'static str,
    title: &'static str,
    rows: Vec<RowLine<'r>>,
}

#[derive(Serialize)]
struct RowLine<'r> {
    rule: &'static str,
    text: &'r str,
    values: BTreeMap<&'static str, String>,
    #[serde(skip)]
    shown: String,
    changed: bool,
}

#[derive(Serialize)]
struct RuleLine<'r> {
    rule: &'r str,
    text: &'r str,
    on: bool,
}

#[derive(Serialize)]
struct RulingLine<'r> {
    id: &'r str,
    text: &'r str,
    value: String,
    printed: String,
    alternatives: Vec<Alternative<'r>>,
    /// For numbers: what they may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
}

#[derive(Serialize)]
struct Alternative<'r> {
    value: String,
    means: Option<&'r str>,
}

fn show(args: &ShowArgs, out: &mut Out) -> Result<(), Wrong> {
    let sheet = input::sheet(&args.sheet, args.house.as_deref())?;
    let (rules, printed) = (sheet.rules(), &sheet.printed);
    let title = with!(sheet.kind, G => G::sheet_title(&G::rules(rules.clone())));
    let book = sheet.kind.book();
    let shown = Shown {
        sheet: printed.sheet_name(),
        title,
        hash: rules.hash_hex(),
        house: sheet.patch.as_ref().map(|patch| patch.name.as_str()),
        topics: topics(book, &rules, printed),
        rules: bare_rules(book, &rules, printed),
        rulings: rulings(book, &rules, printed),
    };
    if args.json { out.pretty(&shown) } else { shown.write(out) }
}

impl Shown<'_> {
    fn write(&self, out: &mut Out) -> Result<(), Wrong> {
        let title = out.ink(Ink::Heading, &self.title);
        out.line(&title)?;
        if let Some(house) = self.house {
            out.line(&format!("House rules: {house}; what they change is marked with *"))?;
        }
        out.line(&format!("Rules hash {}", self.hash))?;
        for topic in &self.topics {
            let heading = out.ink(Ink::Heading, &capital(&topic.topic));
            out.line(&format!("\n{heading}"))?;
            for chart in &topic.charts {
                let heading = out.ink(Ink::Bold, &format!("  {} ({})", chart.title, chart.chart));
                out.line(&heading)?;
                let rows: Vec<Vec<String>> = chart.rows.iter().map(RowLine::cells).collect();
                let width = |i: usize| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
                let (first, second) = (width(0), width(1));
                for (row, line) in rows.iter().zip(&chart.rows) {
                    let text = out.ink(Ink::Quiet, line.text);
                    out.line(&format!("    {:<first$}  {:<second$}  {text}", row[0], row[1]))?;
                }
            }
        }
        let heading = out.ink(Ink::Heading, "Rules without numbers");
        out.line(&format!("\n{heading}"))?;
        for rule in &self.rules {
            let off = if rule.on { "" } else { "* off: " };
            let id = out.ink(Ink::Bold, rule.rule);
            out.line(&format!("  {off}{id}  {}", rule.text))?;
        }
        let heading = out.ink(Ink::Heading, "Rulings");
        out.line(&format!("\n{heading}"))?;
        self.rulings.iter().try_for_each(|ruling| ruling.write(out))
    }
}

impl RowLine<'_> {
    fn cells(&self) -> Vec<String> {
        vec![self.rule.to_owned(), format!("{}{}", self.shown, if self.changed { " *" } else { "" })]
    }
}

impl RulingLine<'_> {
    fn write(&self, out: &mut Out) -> Result<(), Wrong> {
        let house = if self.value == self.printed { "" } else { " *" };
        let head = out.ink(Ink::Bold, &format!("{} = {}{house}", self.id, self.value));
        out.line(&format!("  {head}"))?;
        out.line(&format!("      {}", self.text))?;
        for other in &self.alternatives {
            let means = other.means.map(|means| format!(": {means}")).unwrap_or_default();
            out.line(&format!("      or {}{means}", other.value))?;
        }
        match &self.range {
            Some(range) => out.line(&format!("      or {range}")),
            None => Ok(()),
        }
    }
}

/// The charts in the order and under the topics of the ruleset's files.
fn topics<'r>(book: &'r Book, rules: &SheetRules, printed: &SheetRules) -> Vec<Topic<'r>> {
    let topic = |(name, ids): &(String, Vec<RuleId>)| {
        let mut charts: Vec<ChartRows<'r>> = Vec::new();
        for row in ids.iter().filter_map(|rule| rules.row(*rule)) {
            let line = row_line(book, rules, printed, row);
            match charts.iter_mut().find(|chart| chart.chart == row.chart) {
                Some(chart) => chart.rows.push(line),
                None => {
                    let title = rules.spec().chart(row.chart).map_or(row.chart, |chart| chart.title);
                    charts.push(ChartRows { chart: row.chart, title, rows: vec![line] });
                }
            }
        }
        let topic = name.trim_end_matches(".toml").to_owned();
        (!charts.is_empty()).then_some(Topic { topic, charts })
    };
    book.topics.iter().filter_map(topic).collect()
}

fn row_line<'r>(book: &'r Book, rules: &SheetRules, printed: &SheetRules, row: &Row) -> RowLine<'r> {
    let fields = row.fields().iter();
    let shown: Vec<String> = fields.clone().map(|(name, value)| format!("{name} {value}")).collect();
    RowLine {
        rule: rules.spec().rule_name(row.rule),
        text: book.ledger().rule(row.rule).map_or("", |rule| &rule.text),
        values: fields.map(|(name, value)| (*name, value.to_string())).collect(),
        shown: shown.join(", "),
        changed: printed.row(row.rule) != Some(row),
    }
}

/// Rules that are decisions and not rows, and rows that the house has taken out.
fn bare_rules<'r>(book: &'r Book, rules: &SheetRules, printed: &SheetRules) -> Vec<RuleLine<'r>> {
    let line = |rule: RuleId| {
        let LedgerRule { id, text, .. } = book.ledger().rule(rule)?;
        rules.row(rule).is_none().then_some(RuleLine { rule: id, text, on: rules.is_on(rule) })
    };
    printed.on.iter().filter_map(line).collect()
}

fn rulings<'r>(book: &'r Book, rules: &SheetRules, printed: &SheetRules) -> Vec<RulingLine<'r>> {
    let specs = book.rulings.iter().zip(&rules.settings).zip(&printed.settings);
    let line = |((spec, setting), default): ((&'r RulingSpec, &rulebook::Setting), &rulebook::Setting)| {
        let value = spec.show(setting);
        let words: Vec<String> = match spec.kind {
            RulingKind::Flag => vec!["yes".to_owned(), "no".to_owned()],
            RulingKind::Word => spec.words.clone(),
            RulingKind::Int { .. } | RulingKind::Inches { .. } | RulingKind::List { .. } => Vec::new(),
        };
        let others = words.into_iter().filter(|word| *word != value);
        RulingLine {
            id: &spec.id,
            text: &spec.text,
            printed: spec.show(default),
            alternatives: others
                .map(|word| Alternative { means: spec.means.get(&word).map(String::as_str), value: word })
                .collect(),
            range: range(spec),
            value,
        }
    };
    specs.map(line).collect()
}

fn range(spec: &RulingSpec) -> Option<String> {
    use rulebook::Setting;
    match spec.kind {
        RulingKind::Int { min, max } => Some(format!("any whole number from {min} to {max}")),
        RulingKind::Inches { min, max } => Some(format!(
            "any distance from {} to {}",
            spec.show(&Setting::Inches(min)),
            spec.show(&Setting::Inches(max))
        )),
        RulingKind::List { len } => Some(format!("any {len} distances")),
        RulingKind::Flag | RulingKind::Word => None,
    }
}
