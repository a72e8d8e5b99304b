//! `grognard charts`: every chart and test of a sheet, and the facts it wants.

use crate::input;
use crate::out::{Ink, Out};
use crate::wrong::Wrong;
use engine::Played as _;
use engine::desk::{ChartCard, Desk as _, FactCard, Kind};
use games::with;
use serde::Serialize;

const EXAMPLES: &str = "\
EXAMPLES
  grognard charts                  the names
  grognard charts br8              each chart with its facts
  grognard charts br8 --json";

/// List the charts and tests that grognard resolve can ask
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A sheet, such as br8; without it the names on all sheets
    sheet: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SheetCharts {
    sheet: &'static str,
    charts: Vec<ChartCard>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    match &args.sheet {
        Some(name) => {
            let found = of_sheet(name)?;
            if args.json { out.pretty(&found) } else { facts(&found, out) }
        }
        None => {
            let all = games::Kind::all_sheets().into_iter().map(|(name, _)| of_sheet(name));
            let all = all.collect::<Result<Vec<_>, _>>()?;
            if args.json { out.pretty(&all) } else { names(&all, out) }
        }
    }
}

fn of_sheet(name: &str) -> Result<SheetCharts, Wrong> {
    let sheet = input::sheet(name, None)?;
    let charts = with!(sheet.kind, G => G::charts(&G::rules(sheet.rules())));
    Ok(SheetCharts { sheet: sheet.printed.sheet_name(), charts })
}

fn names(all: &[SheetCharts], out: &mut Out) -> Result<(), Wrong> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for chart in all.iter().flat_map(|sheet| &sheet.charts) {
        if rows.iter().any(|row| row[0] == chart.name) {
            continue;
        }
        let has = |sheet: &&SheetCharts| sheet.charts.iter().any(|other| other.name == chart.name);
        let sheets: Vec<&str> = all.iter().filter(has).map(|sheet| sheet.sheet).collect();
        rows.push(vec![chart.name.to_owned(), sheets.join(" "), chart.title.to_owned()]);
    }
    out.table(&["chart", "sheets", "what it says"], &rows)
}

fn facts(sheet: &SheetCharts, out: &mut Out) -> Result<(), Wrong> {
    for (i, chart) in sheet.charts.iter().enumerate() {
        if i > 0 {
            out.line("")?;
        }
        let name = out.ink(Ink::Heading, chart.name);
        out.line(&format!("{name}  {}", chart.title))?;
        let width = chart.facts.iter().map(|fact| fact.name.len()).max().unwrap_or(0);
        for fact in &chart.facts {
            let name = out.ink(Ink::Bold, &format!("{:<width$}", fact.name));
            out.line(&format!("  {name}  {}", meaning(fact)))?;
        }
    }
    Ok(())
}

fn meaning(fact: &FactCard) -> String {
    let values = match &fact.kind {
        Kind::Word(words) => words.join("|"),
        Kind::Number { min, max } => format!("{min}..{max}"),
        Kind::Flag => "yes|no".to_owned(),
    };
    let default =
        fact.default.as_ref().map_or(", must be given".to_owned(), |value| format!(", else {value}"));
    // Where it hangs on another fact, what it is then unless it is given.
    let others = fact.fits.iter().flat_map(|fits| {
        let usual = fits.with.iter().filter_map(|(value, suits)| Some((value, *suits.first()?)));
        let other = usual.filter(|(_, usual)| fact.default.as_deref().is_some_and(|value| value != *usual));
        other.map(|(value, usual)| format!(", {usual} with {}={value}", fits.fact))
    });
    format!("{}: {values}{default}{}", fact.text, others.collect::<String>())
}
