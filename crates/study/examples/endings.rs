//! Every battle with every pair of generals: `cargo run --release -p study --example endings -- 100`.
//!
//! The word of a game or of a battle plays that alone.

use games::{BattleFile, Error, Setup, with};

use study::{Match, Score, Studied};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = arguments.iter().find_map(|word| word.parse().ok()).unwrap_or(100);
    let only = arguments.iter().find(|word| word.parse::<u64>().is_err());
    let mut bad = 0;
    println!(
        "{:<20} {:<9} {:<9} {:>6} {:>6} {:>6} {:>8} {:>8}",
        "battle", "french", "allied", "French", "allied", "drawn", "endless", "refused"
    );
    for file in games::embedded() {
        let game = file.kind().map_or("", |kind| kind.word());
        if only.is_some_and(|only| *only != file.id && only != game) {
            continue;
        }
        let fought =
            file.kind().map_err(Error::from).and_then(|kind| with!(kind, G => fight::<G>(&file, games)));
        bad += fought.unwrap_or_else(|error| {
            println!("{error}");
            1
        });
    }
    std::process::exit(i32::from(bad > 0));
}

/// Plays all pairs; says how many games did not go as they must.
fn fight<G: Studied>(file: &BattleFile, games: u64) -> Result<u64, Error> {
    let (battle, rules) = Setup::new(file.clone()).open::<G>()?;
    let mut bad = 0;
    for french in general::NAMES {
        for allied in general::NAMES {
            let score = study::matches::<G>(
                &Match { battle: &battle, rules: &rules, french, allied, seeds: 1..games + 1 },
                || (),
            );
            let score = score.unwrap_or_default();
            let Score { french: f, allied: a, drawn, endless, refused, .. } = score;
            println!(
                "{:<20} {french:<9} {allied:<9} {f:>6} {a:>6} {drawn:>6} {endless:>8} {refused:>8}",
                file.id
            );
            bad += endless + refused + u64::from(score.games != games);
        }
    }
    Ok(bad)
}
