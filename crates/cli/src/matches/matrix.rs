//! `grognard match --matrix`: every player against every other, and what the battle is worth.

use super::{Args, progress};
use crate::out::Out;
use crate::report::capital;
use crate::wrong::Wrong;
use engine::{Card, Side};
use serde::Serialize;
use std::sync::Arc;
use study::Studied;
use study::bots::{self, planned};
use study::matrix::{self, Matrix};

#[derive(Serialize)]
struct Played {
    battle: String,
    sheet: &'static str,
    first_seed: u64,
    games: u64,
    matrix: Matrix,
}

pub(super) fn run<G: Studied>(
    battle: &G::Battle,
    rules: &Arc<G::Rules>,
    card: &Card,
    args: &Args,
    out: &mut Out,
) -> Result<(), Wrong> {
    let start = G::start(battle, Arc::clone(rules));
    let plans = planned::count(&*start.seen_by(Some(Side::French)), Side::French);
    let players: Vec<String> = if args.among.is_empty() {
        let plans = planned::NAMES.iter().copied().take(plans);
        let all = [general::CAPTAIN].into_iter().chain(plans).chain(bots::ALL.iter().map(|bot| bot.name));
        all.map(str::to_owned).collect()
    } else {
        args.among.clone()
    };
    let bar = progress(args.games * (players.len() * players.len()) as u64);
    let seeds = args.seed..args.seed + args.games;
    let found = matrix::matrix::<G>(battle, rules, &players, seeds, || bar.inc(1));
    bar.finish_and_clear();
    let matrix =
        found.ok_or_else(|| Wrong::option("--among", "an unknown name", "generals and bots", None))?;
    let played = Played {
        battle: card.id.clone(),
        sheet: card.sheet,
        first_seed: args.seed,
        games: args.games,
        matrix,
    };
    if args.json { out.pretty(&played) } else { played.write(card, out) }
}

impl Played {
    fn write(&self, card: &Card, out: &mut Out) -> Result<(), Wrong> {
        let Matrix { players, scores, best } = &self.matrix;
        let opponent = capital(&card.opponent);
        let last = self.first_seed + self.games - 1;
        out.line(&format!(
            "{}, sheet {}, seeds {} to {last}: French wins in %, draws half, by the French player (rows) and the {opponent} one; \
             ± is the 95 % interval",
            card.title, self.sheet, self.first_seed
        ))?;
        let columns = players.iter().map(|name| format!(">{name}"));
        let headings: Vec<String> = [String::new()].into_iter().chain(columns).collect();
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let rows = players.iter().zip(scores).map(|(name, row)| {
            let cells = row
                .iter()
                .map(|score| format!("{} ±{}", whole(matrix::worth(score)), whole(matrix::spread(score))));
            [name.clone()].into_iter().chain(cells).collect()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        out.table(&headings, &rows)?;
        for (side, mixture) in [("French", &best.french), (opponent.as_str(), &best.allied)] {
            let shares = mixture.iter().map(|(name, share)| format!("{name} {} %", whole(*share)));
            out.line(&format!("best for the {side}: {}", shares.collect::<Vec<_>>().join(", ")))?;
        }
        out.line(&format!("worth of the battle: the French win {} %", whole(best.middle())))
    }
}

/// Thousandths as whole percent.
fn whole(thousandths: u64) -> u64 {
    (thousandths + 5) / 10
}
