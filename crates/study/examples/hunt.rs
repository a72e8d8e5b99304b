//! Random play over all sheets: `cargo run --release -p study --example hunt -- 10000`.

use volley::words::Sheet;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(200);
    let from: u64 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut found = 0;
    for (word, sheet) in Sheet::WORDS {
        let hunt = study::hunt(*sheet, from..from + games);
        println!("{word}: {} games, {} steps, {} troubles", hunt.games, hunt.steps, hunt.troubles.len());
        for trouble in hunt.troubles.iter().take(12) {
            println!("  {} seed {} step {}: {}", trouble.battle, trouble.seed, trouble.step, trouble.what);
        }
        found += hunt.troubles.len();
    }
    std::process::exit(i32::from(found > 0));
}
