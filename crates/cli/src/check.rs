//! `grognard check`: whether a battle, a house patch or a record is right.

use crate::input::{self, Kind, kind};
use crate::out::{Out, many};
use crate::wrong::Wrong;
use games::Source;
use serde::Serialize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
EXAMPLES
  grognard check my-fight.toml club.toml gilly.jsonl
  grognard check battles/*/battle.toml --json";

/// Check battles, house patches and records, told apart by what stands in them
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked {
    file: String,
    kind: Option<&'static str>,
    ok: bool,
    says: Option<String>,
    faults: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let checked: Vec<Checked> = args.files.iter().map(|path| check(path)).collect();
    if args.json {
        out.pretty(&checked)?;
    } else {
        for file in checked.iter().filter(|file| file.ok) {
            out.line(&format!("{}: ok ({})", file.file, file.says.as_deref().unwrap_or_default()))?;
        }
    }
    let faults: Vec<&str> = checked.iter().flat_map(|file| &file.faults).map(String::as_str).collect();
    if faults.is_empty() { Ok(()) } else { Err(Wrong::new(faults.join("\n"))) }
}

fn check(path: &Path) -> Checked {
    let source = input::read(path, "a battle, a house patch or a record");
    let kind = source.as_ref().ok().and_then(|source| kind(source).ok());
    let says = source.and_then(|source| says(&source));
    Checked {
        file: path.display().to_string(),
        kind: kind.map(Kind::word),
        ok: says.is_ok(),
        faults: says
            .as_ref()
            .err()
            .map(ToString::to_string)
            .iter()
            .flat_map(|all| all.lines())
            .map(str::to_owned)
            .collect(),
        says: says.ok(),
    }
}

/// What a right file is.
fn says(source: &Source) -> Result<String, Wrong> {
    match kind(source)? {
        Kind::Battle => {
            let card = games::card(&games::BattleFile::new(source.clone()))?;
            Ok(format!("battle, {}, {} against {} units", card.sheet, card.units.french, card.units.allied))
        }
        Kind::Patch => {
            let patch = games::read_patch(source)?;
            let changes = crate::rules::changes(&patch)?;
            Ok(format!("house patch of {}, {}", patch.sheet_name(), many(changes.len() as u64, "change")))
        }
        Kind::Record => {
            let (battle, steps, ended) = games::with!(games::record_kind(&source.text), G => {
                let (record, session) = games::verify_record::<G>(&source.name, &source.text)?;
                (record.header.battle, session.step_ends().len(), record.ended)
            });
            let state = if ended { "over" } else { "not over" };
            Ok(format!("record of {battle}, {}, {state}", many(steps as u64, "step")))
        }
    }
}
