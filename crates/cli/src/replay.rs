//! `grognard replay`: a record played again, and proved.

use crate::input;
use crate::log::{Form, Log};
use crate::out::Out;
use crate::report::Report;
use crate::wrong::{Wrong, whole};
use engine::record::{Proof, Record};
use engine::{Live, Played, notes};
use games::{Source, with};
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
EXAMPLES
  grognard replay gilly.jsonl                 the battle again, with everything told
  grognard replay gilly.jsonl --log short
  grognard replay gilly.jsonl --to 40         the table after step 40
  grognard replay gilly.jsonl --verify        prove what can be proved, and say what cannot";

/// Play a record again, comparing every step with what was written down
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A record, as written by grognard play --record
    file: PathBuf,
    /// Stop after this step and show where all units stand
    #[arg(long, value_name = "N", value_parser = whole(0, u64::MAX), allow_negative_numbers = true)]
    to: Option<u64>,
    /// Only say what the record proves: the rules, the dice by their seed; and what it cannot
    #[arg(long)]
    verify: bool,
    /// How much to tell [default: full, and nothing with --to or --verify]
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    log: Option<Form>,
    /// For programs: steps, entries, hash and how the battle stands
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Replayed<'r> {
    file: &'r str,
    /// The rules, and every throw: nothing is left that could not be proved.
    verified: bool,
    proof: &'r Proof,
    steps: usize,
    entries: usize,
    hash: &'r str,
    ended: bool,
    seats: &'r std::collections::BTreeMap<String, String>,
    report: Report,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    let source = input::record(&args.file)?;
    with!(games::record_kind(&source.text), G => replay::<G>(args, &source, out))
}

fn replay<G: Played>(args: &Args, source: &Source, out: &mut Out) -> Result<(), Wrong> {
    let (record, battle, rules) = games::open_record::<G>(&source.name, &source.text)?;
    let start = games::start_of::<G>(&source.name, &record.header, &battle, rules)?;
    let steps = args.to.map(|to| usize::try_from(to).unwrap_or(usize::MAX));
    let (_, proof) = match steps {
        Some(steps) => record.prove_to(start.clone(), steps)?,
        None => record.prove(start.clone())?,
    };
    let steps = steps.unwrap_or(record.steps.len());
    let entries = steps.checked_sub(1).and_then(|last| record.steps.get(last)).map_or(0, |(used, _)| *used);
    let entries = if args.to.is_some() { entries } else { record.entries.len() };
    let hash = steps.checked_sub(1).and_then(|last| record.steps.get(last)).map_or("", |(_, hash)| hash);

    let quiet = args.to.is_some() || args.verify || args.json;
    let form = args.log.or((!quiet).then_some(Form::Full));
    let game = again(start, &record, steps, form.map(|form| (Log::new(form), &mut *out)))?;
    let report = Report::of(&record.header.battle, &game);
    if args.json {
        let ended = record.ended && steps == record.steps.len();
        let (file, seats) = (source.name.as_str(), &record.header.seats);
        let (verified, proof) = (proof.is_whole(), &proof);
        let replayed = Replayed { file, verified, proof, steps, entries, hash, ended, seats, report };
        return out.pretty(&replayed);
    }
    if args.verify {
        say(&proof, out)?;
        let salts = &record.header.salts;
        if !salts.is_empty() {
            out.line(&format!("mixed into the seed: {}", salts.join(", ")))?;
        }
        if args.to.is_none() && !record.ended {
            out.line("no end: the record stops before the battle is over")?;
        }
        return out.line(&match steps {
            0 => format!("{steps} steps, {entries} entries, nothing finished yet"),
            _ => format!("{steps} steps, {entries} entries, final hash {hash}"),
        });
    }
    match (args.to, form) {
        (_, Some(Form::Json)) => out.json(&report),
        (Some(_), _) => report.write_position(out),
        (None, _) => report.write(out),
    }
}

/// What was proved and what could not be: "verified" is said of the first alone.
fn say(proof: &Proof, out: &mut Out) -> Result<(), Wrong> {
    for proved in proof.proved() {
        out.line(&format!("verified: {proved}"))?;
    }
    for unproved in proof.unproved() {
        out.line(&format!("not provable: {unproved}"))?;
    }
    for advice in proof.advice() {
        out.line(&advice)?;
    }
    Ok(())
}

/// The game exactly at the end of a step of a record that has been proved.
fn again<G: Played>(
    start: G,
    record: &Record<G::Answer>,
    steps: usize,
    mut log: Option<(Log, &mut Out)>,
) -> Result<G, Wrong> {
    let mut game = start;
    let mut used = 0;
    for step in 0..steps {
        let left = &record.entries[used..];
        let mut live =
            if record.header.beside_figures { Live::beside_figures(left) } else { Live::on_screen(left) };
        if live.run(&mut game).is_err() {
            return Err(Wrong::new(format_args!(
                "{}: step {} needs more than the record has",
                record.file,
                step + 1
            )));
        }
        let taken = &left[..live.used()];
        used += live.used();
        if let Some((log, out)) = &mut log {
            log.write_plans(out, &game, notes(taken).map(|(_, note)| note))?;
            log.write(out, &game, &live.told)?;
        }
    }
    Ok(game)
}
