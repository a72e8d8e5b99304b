//! `grognard ledger`: which rules work in play, and how we know: by a case on a table, or by one at the desk alone. Where a game
//! keeps a list of the rules that none of its battles meets, that too.

use crate::input;
use crate::out::{Ink, Out, many};
use crate::wrong::Wrong;
use engine::cases::{Cases, Tried, Unmet};
use rulebook::Source;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
EXAMPLES
  grognard ledger
  grognard ledger --desk                                and the rules that cases prove at the desk alone
  grognard ledger --json | jq '.[2].unmet'
  grognard ledger --rulesets my-rules                   the cases built in, by your own numbers
  grognard ledger --cases my-cases.toml                 your own cases: which hold, which do not";

/// Run the cases of every rule and count those that work
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Play the cases of this file instead, written as those in cases/ are; may be given again
    #[arg(long, value_name = "FILE")]
    cases: Vec<PathBuf>,
    /// List the rules that are proved at the desk alone: a number is right, and no case shows that a turn comes to it
    #[arg(long)]
    desk: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Count {
    game: &'static str,
    rules: usize,
    /// Proved on a table.
    working: usize,
    /// Proved at the desk alone.
    desk: Vec<&'static str>,
    missing: Vec<&'static str>,
    cases: usize,
    /// Those that play goes by and that no battle of the program meets.
    unmet: Vec<Unmet>,
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
        counts.iter().try_for_each(|count| count.write(args.desk, out))?;
    }
    let failures: Vec<&str> = counts.iter().flat_map(|count| &count.failures).map(String::as_str).collect();
    if failures.is_empty() { Ok(()) } else { Err(Wrong::new(failures.join("\n"))) }
}

/// Plays the user's own cases and says which hold.
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

/// The cases built in, by the rules of this run.
fn count(kind: games::Kind) -> Count {
    let (report, unmet) = games::with!(kind, G => {
        (engine::cases::run_by::<G>(games::book::<G>().clone()), engine::cases::unmet::<G>())
    });
    let mut failures = report.failures;
    let unmet = unmet.unwrap_or_else(|faults| {
        failures.extend(faults.iter().map(ToString::to_string));
        Vec::new()
    });
    Count {
        game: kind.word(),
        rules: report.rules,
        working: report.working,
        desk: report.desk,
        missing: report.missing,
        cases: report.cases,
        unmet,
        failures,
    }
}

impl Count {
    fn write(&self, lists_desk: bool, out: &mut Out) -> Result<(), Wrong> {
        let game = out.ink(Ink::Bold, self.game);
        out.line(&format!(
            "{game}: {} of {} work on a table, {} at the desk alone, {} missing; {}",
            self.working,
            many(self.rules as u64, "rule"),
            self.desk.len(),
            self.missing.len(),
            many(self.cases as u64, "case"),
        ))?;
        if lists_desk {
            self.desk.iter().try_for_each(|id| out.line(&format!("  at the desk {id}")))?;
        }
        self.missing.iter().try_for_each(|id| out.line(&format!("  missing {id}")))?;
        let unmet: usize = self.unmet.iter().map(|some| some.rules.len()).sum();
        if unmet > 0 {
            out.line(&format!("  {} that no battle here meets:", many(unmet as u64, "rule")))?;
        }
        for some in &self.unmet {
            out.line(&format!("  {}:", some.why))?;
            some.rules.iter().try_for_each(|id| out.line(&format!("    unmet {id}")))?;
        }
        Ok(())
    }
}
