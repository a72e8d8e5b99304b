//! Plays the built-in battles over and over: `arena [games] [first seed] [battle] [french] [allied]`.
//!
//! Captain against recruit in both seats, then captain against captain and recruit against recruit; or the pair named.
#![allow(clippy::float_arithmetic, reason = "a benchmark prints rates")]

use dice::{Seed, Stream};
use engine::{Side, Solo};
use general::{Captained, Seats};

/// The program's own.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Default)]
struct Score {
    games: u32,
    wins: [u32; 2],
    refused: u32,
    unfinished: u32,
    turns: u32,
    milliseconds: f64,
    endings: [u32; 4],
}

/// Time on a processor, which neighbours on the machine do not lengthen; 0 where the system does not tell.
fn milliseconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

fn play<G: Captained>(start: &G, names: [&str; 2], games: u32, first: u64) -> Score {
    let mut score = Score { games, ..Score::default() };
    let mut seats = Seats::<G>::named(names[0], names[1], 0).unwrap_or_else(|| panic!("no {names:?}"));
    for n in 0..games {
        let seed = first + u64::from(n);
        seats.begin(seed * 2);
        let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), &mut seats);
        let mut game = start.clone();
        let began = milliseconds();
        solo.play(&mut game, 200_000);
        score.milliseconds += milliseconds() - began;
        score.refused += solo.refused;
        score.turns += game.moment().turn;
        match game.outcome() {
            Some(outcome) => {
                score.endings[outcome.by as usize] += 1;
                match outcome.winner {
                    Some(Side::French) => score.wins[0] += 1,
                    Some(Side::Allied) => score.wins[1] += 1,
                    None => {}
                }
            }
            None => score.unfinished += u32::from(!game.is_over()),
        }
    }
    score
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let first: u64 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let only = arguments.next();
    let named: Vec<String> = arguments.take(2).collect();
    let pairs: Vec<[&str; 2]> = match named.as_slice() {
        [french, allied] => vec![[french.as_str(), allied.as_str()]],
        _ => vec![
            ["captain", "recruit"],
            ["recruit", "captain"],
            ["captain", "captain"],
            ["recruit", "recruit"],
        ],
    };
    println!(
        "{:<20} {:<10} {:<10} {:>7} {:>7} {:>6} {:>8} {:>6} {:>8}  broken/none/ground/losses",
        "battle", "french", "allied", "french", "allied", "drawn", "refused", "turns", "ms/game"
    );
    for card in games::battles() {
        if only.as_ref().is_some_and(|only| *only != card.id) {
            continue;
        }
        let setup = games::Setup::new(games::find(&card.id).unwrap_or_else(|error| panic!("{error}")));
        let kind = setup.kind().unwrap_or_else(|error| panic!("{error}"));
        games::with!(kind, G => fight::<G>(&setup, &pairs, games, first));
    }
}

fn fight<G: Captained>(setup: &games::Setup, pairs: &[[&str; 2]], games: u32, first: u64) {
    let (battle, rules) = setup.open::<G>().unwrap_or_else(|error| panic!("{error}"));
    let start = G::start(&battle, rules);
    for names in pairs {
        let score = play(&start, *names, games, first);
        let rate = |n: u32| f64::from(n) * 100.0 / f64::from(score.games);
        println!(
            "{:<20} {:<10} {:<10} {:>6.1}% {:>6.1}% {:>6} {:>8} {:>6.1} {:>8.2}  {:?}{}",
            setup.battle.id,
            names[0],
            names[1],
            rate(score.wins[0]),
            rate(score.wins[1]),
            score.games - score.wins[0] - score.wins[1],
            score.refused,
            f64::from(score.turns) / f64::from(score.games),
            score.milliseconds / f64::from(score.games),
            score.endings,
            if score.unfinished > 0 { format!("  UNFINISHED {}", score.unfinished) } else { String::new() },
        );
    }
}
