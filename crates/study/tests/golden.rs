//! Golden battles: each embedded battle between captains, by its final hash and its course.
//!
//! `make golden` writes them again; `make test` compares them in debug and in release, one thread and many.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use dice::{Seed, Stream};
use engine::{Game, Session, Solo, state_hash};
use general::Seats;
use rayon::prelude::*;
use std::fmt::Write;

const SEEDS: [u64; 2] = [1, 1815];

fn seats(seed: u64) -> Seats {
    let captain = |seed| general::by_name("captain", seed).unwrap();
    Seats { french: captain(seed), allied: captain(seed + 1000) }
}

/// One line a battle and seed: turns, winner, losses, hash.
fn course(id: &str, seed: u64) -> String {
    let (battle, rules) = games::Setup::new(games::find(id).unwrap()).open().unwrap();
    let mut game = battle.begin(rules);
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), seats(seed));
    let steps = solo.play(&mut game, 50_000);
    assert!(game.is_over(), "{id} {seed} does not end");
    let stand = volley::verdict::standings(&game);
    let mut line = format!("{id} seed {seed}: ");
    let winner =
        game.outcome.and_then(|outcome| outcome.winner).map_or("draw".to_owned(), |side| format!("{side:?}"));
    let _ = write!(
        line,
        "turn {}, {steps} steps, {winner}, lost {} and {} figures, {}",
        game.turn,
        stand.figures_lost.french,
        stand.figures_lost.allied,
        state_hash(&game)
    );
    line
}

fn all() -> Vec<(String, u64)> {
    games::embedded().into_iter().flat_map(|file| SEEDS.map(|seed| (file.id.clone(), seed))).collect()
}

#[test]
fn golden_battles_run_as_written_down() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/golden/volley.txt");
    let one_thread: Vec<String> = all().iter().map(|(id, seed)| course(id, *seed)).collect();
    let many: Vec<String> = all().par_iter().map(|(id, seed)| course(id, *seed)).collect();
    assert_eq!(one_thread, many, "the same hashes on one thread and many");
    let found = one_thread.join("\n") + "\n";
    if std::env::var_os("GOLDEN").is_some() {
        std::fs::write(path, &found).unwrap();
        return;
    }
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(found, written, "the golden battles changed: if that is meant, run `make golden` and say why");
}

/// The simulation and the live game are one: the same state after every step.
#[test]
fn a_live_game_and_a_simulation_agree_at_every_step() {
    for file in games::embedded() {
        let (battle, rules) = games::Setup::new(file.clone()).open().unwrap();
        let mut session = Session::new(battle.begin(rules.clone()));
        session.play(&mut Stream::new(Seed::from_number(3), 0), &mut seats(3), 50_000).unwrap();
        let mut game = battle.begin(rules);
        let mut solo = Solo::new(Stream::new(Seed::from_number(3), 0), seats(3));
        for (step, (_, hash)) in session.steps().iter().enumerate() {
            assert!(!game.is_over());
            let Ok(()) = game.step(&mut solo);
            assert_eq!(state_hash(&game), *hash, "{} step {step}", file.id);
        }
        assert!(game.is_over());
    }
}
