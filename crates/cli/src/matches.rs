//! `grognard match`: many battles between two generals, on all cores.

mod matrix;
mod sense;

use crate::input;
use crate::out::{Out, percent};
use crate::report::capital;
use crate::seats::SeatArgs;
use crate::wrong::{Wrong, whole};
use engine::{Both, Card};
use games::{Setup, with};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use study::{Score, Sense, Studied};

const EXAMPLES: &str = "\
EXAMPLES
  grognard match gilly --french captain --allied recruit --games 200
  grognard match salamanca-pakenham --games 100 --swap
  grognard match gilly --sense          did it look like a battle? who was engaged, lost, stood still
  grognard match gilly --french still   a bot: a player of a few lines who tries to exploit a level
  grognard match --bots                 the bots there are
  grognard match gilly --matrix         captain, plans and bots against each other; what the battle is worth
  grognard play gilly --seed 17         watch game 17 of a match with the same generals";

/// Play many battles between two generals and count who wins
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A battle's id (see grognard battles), or the path of a battle file
    #[arg(required_unless_present = "bots")]
    battle: Option<String>,
    #[command(flatten)]
    seats: SeatArgs,
    /// How many battles
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole(1, 10_000_000), allow_negative_numbers = true)]
    games: u64,
    /// The seed of the first battle; the others follow
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(0, u64::MAX >> 1), allow_negative_numbers = true)]
    seed: u64,
    /// Play them all again with the generals' seats swapped
    #[arg(long)]
    swap: bool,
    /// Say also what the battles looked like: who was engaged, who was lost, what stood still, who held which ground
    #[arg(long)]
    sense: bool,
    /// Play every player against every other on both sides, and say what the battle is worth with the best mixtures
    #[arg(long, conflicts_with_all = ["sense", "swap", "french", "allied", "austrian", "prussian", "british"])]
    matrix: bool,
    /// Who plays in the matrix [default: the captain, the plans of a marshal and all bots]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "matrix", value_parser = crate::seats::names())]
    among: Vec<String>,
    /// List the bots, and play nothing
    #[arg(long)]
    bots: bool,
    /// House rules to play by
    #[arg(long, value_name = "PATCH")]
    house: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Match {
    battle: String,
    sheet: &'static str,
    first_seed: u64,
    rounds: Vec<Round>,
}

/// Battles with the same seats.
#[derive(Serialize)]
struct Round {
    generals: Both<String>,
    score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    sense: Option<Sense>,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Wrong> {
    if args.bots {
        let rows: Vec<Vec<String>> =
            study::bots::ALL.iter().map(|bot| vec![bot.name.to_owned(), bot.says.to_owned()]).collect();
        return out.table(&["bot", "what it does"], &rows);
    }
    let setup = input::setup(args.battle.as_deref().unwrap_or_default(), args.house.as_deref())?;
    with!(setup.kind()?, G => fight::<G>(args, &setup, out))
}

fn fight<G: Studied>(args: &Args, setup: &Setup, out: &mut Out) -> Result<(), Wrong> {
    let (battle, rules) = setup.open::<G>()?;
    let card = G::card(&battle);
    if args.matrix {
        return matrix::run::<G>(&battle, &rules, &card, args, out);
    }
    let generals = args.seats.for_battle(&card)?;
    let swapped = Both { french: generals.allied.clone(), allied: generals.french.clone() };
    let seats = if args.swap { vec![generals, swapped] } else { vec![generals] };
    let times = 1 + u64::from(args.sense);
    let bar = progress(args.games * seats.len() as u64 * times);
    let rounds = seats.into_iter().map(|generals| round::<G>(&battle, &rules, generals, args, &bar));
    let rounds = rounds.collect::<Result<Vec<Round>, Wrong>>()?;
    bar.finish_and_clear();
    let played = Match { battle: card.id.clone(), sheet: card.sheet, first_seed: args.seed, rounds };
    if args.json { out.pretty(&played) } else { played.write(&card, args, out) }
}

/// On standard error, and only on a terminal.
fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} battles, {eta} to go") {
        bar.set_style(style);
    }
    bar
}

fn round<G: Studied>(
    battle: &G::Battle,
    rules: &Arc<G::Rules>,
    generals: Both<String>,
    args: &Args,
    bar: &ProgressBar,
) -> Result<Round, Wrong> {
    let seeds = args.seed..args.seed + args.games;
    let game = study::Match::<G> { battle, rules, french: &generals.french, allied: &generals.allied, seeds };
    let score = study::matches(&game, || bar.inc(1));
    let score = score.ok_or_else(|| Wrong::option("general", "an unknown name", "a general", None))?;
    let sense = if args.sense { study::sense(&game, || bar.inc(1)) } else { None };
    Ok(Round { generals, score, sense })
}

impl Match {
    fn write(&self, card: &Card, args: &Args, out: &mut Out) -> Result<(), Wrong> {
        let opponent = capital(&card.opponent);
        let last = args.seed + args.games - 1;
        out.line(&format!("{}, sheet {}, seeds {} to {last}", card.title, self.sheet, args.seed))?;
        let rows: Vec<Vec<String>> = self.rounds.iter().map(Round::row).collect();
        let (french, allied) = ("French".to_owned(), opponent);
        let headings = [
            french.as_str(),
            allied.as_str(),
            ">battles",
            ">French win",
            ">",
            ">they win",
            ">",
            ">drawn",
            ">steps each",
        ];
        out.table(&headings, &rows)?;
        for round in &self.rounds {
            if let Some(sense) = &round.sense {
                out.line("")?;
                sense::write(sense, round, card, out)?;
            }
        }
        let [one, two] = self.rounds.as_slice() else { return Ok(()) };
        if one.generals.french == one.generals.allied {
            return Ok(());
        }
        let won = one.score.french + two.score.allied;
        let lost = one.score.allied + two.score.french;
        let all = one.score.games + two.score.games;
        out.line(&format!(
            "{} won {won} of {all} ({}), {} won {lost} ({})",
            one.generals.french,
            percent(won.into(), all.into()),
            one.generals.allied,
            percent(lost.into(), all.into()),
        ))
    }
}

impl Round {
    fn row(&self) -> Vec<String> {
        let Score { games, french, allied, drawn, steps, .. } = self.score;
        vec![
            self.generals.french.clone(),
            self.generals.allied.clone(),
            games.to_string(),
            french.to_string(),
            percent(french.into(), games.into()),
            allied.to_string(),
            percent(allied.into(), games.into()),
            drawn.to_string(),
            (steps / games.max(1)).to_string(),
        ]
    }
}
