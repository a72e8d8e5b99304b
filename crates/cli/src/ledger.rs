//! `grognard ledger`: which rules work in play, and how we know.

use crate::input;
use crate::out::{Ink, Out, many};
use crate::wrong::Wrong;
use engine::cases::{Cases, Tried};
use rulebook::Source;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
EXAMPLES
  grognard ledger
  grognard ledger --json | jq '.[0].missing'
  grognard ledger --cases my-cases.toml                 your own cases: which hold, which do not";

/// Run the cases of every rule and count those that work
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Play the cases of this file instead, written as those in cases/ are; may be given again
    #[arg(long, value_name = "FILE")]
    cases: Vec<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count {
    game: &'static str,
    rules: usize,
    working: usize,
    cases: usize,
    missing: Vec<&'static str>,
    failures: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    if !args.cases.is_empty() {
        return own(args, out);
    }
    let counts: Vec<Count> = games::Kind::ALL.into_iter().map(count).collect();
    if args.json {
        out.pretty(&counts)?;
    } else {
        counts.iter().try_for_each(|count| count.write(out))?;
    }
    let failures: Vec<&str> = counts.iter().flat_map(|count| &count.failures).map(String::as_str).collect();
    if failures.is_empty() { Ok(()) } else { Err(Wrong::new(failures.join("\n"))) }
}

/// Plays somebody's own cases and says which hold.
fn own(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let mut tried: Vec<Tried> = Vec::new();
    for path in &args.cases {
        let source = input::read(path, "a file of cases")?;
        let cases = games::with!(game_of(&source), G => {
            Cases::<G>::about(games::book::<G>().clone(), std::slice::from_ref(&source)).map(|cases| cases.try_all())
        });
        let cases = cases.map_err(Wrong::new)?;
        if cases.is_empty() {
            let place = format!("{}:1", source.name);
            return Err(Wrong::found(
                place,
                "no case on any sheet",
                "one [[case]] or more, or a [[table]]",
                None,
            ));
        }
        tried.extend(cases);
    }
    if args.json {
        out.pretty(&tried)?;
    } else {
        for case in tried.iter().filter(|case| case.wrong.is_none()) {
            out.line(&format!("holds  {}", titled(case)))?;
        }
    }
    let fails: Vec<String> =
        tried.iter().filter_map(|case| Some(format!("{}: {}", titled(case), case.wrong.as_ref()?))).collect();
    if !args.json {
        let held = tried.len() - fails.len();
        out.line(&format!("{held} of {} hold", many(tried.len() as u64, "case")))?;
    }
    if fails.is_empty() { Ok(()) } else { Err(Wrong::does_not_hold(fails.join("\n"))) }
}

/// `my-cases.toml:3: "a line may not charge" on br8`.
fn titled(case: &Tried) -> String {
    format!("{}:{}: {:?} on {}", case.file, case.line, case.name, case.sheet)
}

/// The game whose rules a file names first.
fn game_of(source: &Source) -> games::Kind {
    let names = |kind: &games::Kind| {
        let id = format!("{}.", kind.word());
        // In quotation marks, or in the row of a table: at the beginning of a word.
        let is_id = |place: &usize| {
            let before = source.text[..*place].chars().next_back();
            let after = source.text[*place + id.len()..].chars().next();
            before.is_none_or(|letter| letter == '"' || letter.is_whitespace())
                && after.is_some_and(|letter| letter.is_ascii_lowercase())
        };
        source.text.match_indices(&id).map(|(place, _)| place).find(is_id)
    };
    let named = games::Kind::ALL.into_iter().filter(|kind| names(kind).is_some());
    named.min_by_key(names).unwrap_or(games::Kind::ALL[0])
}

fn count(kind: games::Kind) -> Count {
    let report = games::with!(kind, G => engine::cases::run_all::<G>());
    Count {
        game: kind.word(),
        rules: report.rules,
        working: report.working,
        cases: report.cases,
        missing: report.missing,
        failures: report.failures,
    }
}

impl Count {
    fn write(&self, out: &mut Out) -> Result<(), Wrong> {
        let game = out.ink(Ink::Bold, self.game);
        out.line(&format!(
            "{game}: {} of {} work, {}, {} missing",
            self.working,
            many(self.rules as u64, "rule"),
            many(self.cases as u64, "case"),
            self.missing.len()
        ))?;
        self.missing.iter().try_for_each(|id| out.line(&format!("  missing {id}")))
    }
}
