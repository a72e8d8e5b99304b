//! Random play over all sheets of all games: `cargo run --release -p study --example hunt -- 10000`.
//!
//! A second number is the first seed, a sheet's word hunts over that sheet alone.

use games::{Kind, with};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = arguments.iter().filter_map(|word| word.parse::<u64>().ok());
    let (games, from) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(0));
    let only = arguments.iter().find(|word| word.parse::<u64>().is_err());
    let mut found = 0;
    for (sheet, kind) in Kind::all_sheets() {
        if only.is_some_and(|only| only != sheet) {
            continue;
        }
        let hunt = with!(kind, G => study::hunt::<G>(sheet, from..from + games));
        println!("{sheet}: {} games, {} steps, {} troubles", hunt.games, hunt.steps, hunt.troubles.len());
        for trouble in hunt.troubles.iter().take(12) {
            println!("  {} seed {} step {}: {}", trouble.battle, trouble.seed, trouble.step, trouble.what);
        }
        found += hunt.troubles.len();
    }
    std::process::exit(i32::from(found > 0));
}
