//! `grognard`: play, replay, look up and study Napoleonic miniatures battles.
//!
//! One file for one command. Whatever is wrong is said in one sentence on standard error, and the exit code is 2.

mod backup;
mod battles;
mod charts;
mod check;
mod completions;
mod health;
mod input;
mod ledger;
mod log;
mod matches;
mod out;
mod play;
mod replay;
mod report;
mod resolve;
mod rules;
mod seats;
mod serve;
mod wrong;

use clap::{Parser, Subcommand};
use out::Out;
use std::process::ExitCode;
use wrong::Wrong;

/// A battle asks for many small pieces of memory for a short time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
EXAMPLES
  grognard battles                                      what there is to fight
  grognard play gilly                                   watch two computer generals
  grognard play salamanca-pakenham --seed 7 --log short --record pakenham.jsonl
  grognard replay pakenham.jsonl --verify               prove that nothing was changed
  grognard rules show br8                               the whole sheet with its rulings
  grognard charts br8                                   every chart and the facts it wants
  grognard resolve br8 artillery-fire range=close target=column --odds
  grognard serve                                        the battle in the browser
  grognard backup sunday.sqlite                         a whole copy of its games, while it serves
  grognard match gilly --french captain --allied recruit --games 200

EXIT CODES
  0  done
  1  cases of your own were played, and some do not hold
  2  something was wrong with what you gave; one sentence on standard error says what and where";

/// An engine for Napoleonic miniatures rules: play a battle, replay it, ask the odds of any step.
#[derive(Parser)]
#[command(name = "grognard", version, after_help = EXAMPLES, disable_help_subcommand = true)]
struct Cli {
    /// Go by the ruleset files of this folder instead of those built in
    #[arg(long, global = true, value_name = "FOLDER")]
    rulesets: Option<std::path::PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Battles(battles::Args),
    Play(play::Args),
    Replay(replay::Args),
    Check(check::Args),
    #[command(subcommand)]
    Rules(rules::Command),
    Charts(charts::Args),
    Resolve(resolve::Args),
    Ledger(ledger::Args),
    Match(matches::Args),
    Serve(serve::Args),
    Backup(backup::Args),
    Health(health::Args),
    Completions(completions::Args),
}

fn main() -> ExitCode {
    let mut out = Out::standard();
    let done = run(&mut out).and_then(|()| out.finish());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) if wrong.is_silent() => ExitCode::SUCCESS,
        Err(wrong) => {
            out::complain(&wrong);
            ExitCode::from(wrong.code())
        }
    }
}

fn run(out: &mut Out) -> Result<(), Wrong> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => return out.text(&error.render().to_string()),
        Err(error) => return Err(wrong::on_the_command_line(&error)),
    };
    if let Some(folder) = &cli.rulesets {
        games::go_by(input::rulesets(folder)?);
    }
    match cli.command {
        Command::Battles(args) => battles::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Rules(command) => rules::run(&command, out),
        Command::Charts(args) => charts::run(&args, out),
        Command::Resolve(args) => resolve::run(&args, out),
        Command::Ledger(args) => ledger::run(&args, out),
        Command::Match(args) => matches::run(&args, out),
        Command::Serve(args) => serve::run(&args, out),
        Command::Backup(args) => backup::run(&args, out),
        Command::Health(args) => health::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    }
}
