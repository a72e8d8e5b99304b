//! `grognard ledger`: which rules work in play, and how we know.

use crate::out::{Ink, Out, many};
use crate::wrong::Wrong;
use serde::Serialize;

const EXAMPLES: &str = "\
EXAMPLES
  grognard ledger
  grognard ledger --json | jq '.[0].missing'";

/// Run the cases of every rule and count those that work
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
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
    let counts: Vec<Count> = games::Kind::ALL.into_iter().map(count).collect();
    if args.json {
        out.pretty(&counts)?;
    } else {
        counts.iter().try_for_each(|count| count.write(out))?;
    }
    let failures: Vec<&str> = counts.iter().flat_map(|count| &count.failures).map(String::as_str).collect();
    if failures.is_empty() { Ok(()) } else { Err(Wrong::new(failures.join("\n"))) }
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
