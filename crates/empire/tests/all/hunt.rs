//! Random legal play of the teaching battle: sound after every step, read back from its own text, ended, and the same
//! again when it is played live. Rulings are varied, three at a time at most.

use crate::setup::{book, read};
use dice::{Seed, Stream};
use empire::Empire;
use engine::{Anybody, Game as _, Played as _, Session, Solo, state_hash, state_text};
use rulebook::{Book, SheetRules};
use std::sync::Arc;

pub(crate) const BATTLE: &str = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");

/// A battle longer than this has no end.
const MOST_STEPS: u32 = 5_000;
/// One battle of so many is played live as well.
const LIVE: u64 = 25;

/// The sheet as printed, or with one to three rulings set to another value.
fn varied(book: &Book, printed: &SheetRules, seed: u64) -> SheetRules {
    let mut luck = Stream::new(Seed::from_number(seed), 77);
    let mut rules = printed.clone();
    for _ in 0..luck.below(4) {
        let ruling = luck.below(book.rulings.len() as u32) as usize;
        let choices = book.ruling_choices(ruling);
        if !choices.is_empty() {
            let n = luck.below(choices.len() as u32) as usize;
            rules = rules.with(ruling, choices[n].clone());
        }
    }
    rules
}

pub(crate) fn one_game(start: &Empire, seed: u64) -> Result<(Empire, u32), String> {
    let seed = Seed::from_number(seed);
    let mut game = start.clone();
    let mut solo = Solo::new(Stream::new(seed, 0), Anybody(Stream::new(seed, 1)));
    let mut steps = 0;
    while !game.is_over() {
        if steps >= MOST_STEPS {
            return Err("it does not end".to_owned());
        }
        let Ok(()) = game.step(&mut solo);
        steps += 1;
        let at = |what: String| format!("step {steps}, hour {}, {}: {what}", game.hour, game.stage.phase);
        if solo.refused > 0 {
            return Err(at("a sampled answer was refused".to_owned()));
        }
        game.sound().map_err(at)?;
        if steps % 10 == 0 {
            let text = state_text(&game);
            let again = start.restore(&text).map_err(at)?;
            if state_text(&again) != text {
                return Err(at("the state is read otherwise than it was written".to_owned()));
            }
        }
    }
    Ok((game, steps))
}

fn live(start: &Empire, end: &Empire, seed: u64) -> Result<(), String> {
    let seed = Seed::from_number(seed);
    let mut session = Session::new(start.clone());
    let most = MOST_STEPS as usize * 8;
    session
        .play(&mut Stream::new(seed, 0), &mut Anybody(Stream::new(seed, 1)), most)
        .map_err(|why| format!("the live game: {why:?}"))?;
    if state_hash(session.game()) != state_hash(end) {
        return Err("the live game ends otherwise than the simulation".to_owned());
    }
    let mut again = session.start_again();
    for entry in session.entries() {
        again.put(entry.clone()).map_err(|why| format!("the replay: {why:?}"))?;
    }
    let same = state_hash(again.game()) == state_hash(end);
    same.then_some(()).ok_or_else(|| "the replay ends otherwise".to_owned())
}

#[test]
fn random_battles_end_and_are_sound_after_every_step() {
    let book = book();
    let printed = book.sheet("empire").unwrap();
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(200);
    let first = std::env::var("SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let (mut steps, mut passed_over, mut troubles) = (0, 0, Vec::new());
    for seed in first..first + games {
        let rules = Arc::new(Empire::rules(varied(&book, &printed, seed)));
        // A house whose bases are too large for it is told so.
        let battle = match read(BATTLE, &rules) {
            Ok(battle) => battle,
            Err(why) => {
                assert!(why.contains("on ground of its own"), "seed {seed}: {why}");
                passed_over += 1;
                continue;
            }
        };
        let start = Empire::start(&battle, Arc::clone(&rules), false);
        let found = one_game(&start, seed).and_then(|(end, taken)| {
            steps += u64::from(taken);
            if seed % LIVE == 0 { live(&start, &end, seed) } else { Ok(()) }
        });
        if let Err(what) = found {
            troubles.push(format!("seed {seed}: {what}"));
        }
    }
    println!("{games} battles, {steps} steps, {passed_over} houses with bases too large");
    assert!(passed_over * 10 <= games, "{passed_over} of {games} could not be set up");
    assert!(
        troubles.is_empty(),
        "{} of {games}:\n{}",
        troubles.len(),
        troubles[..troubles.len().min(8)].join("\n")
    );
    assert!(steps > 40 * games, "only {steps} steps in {games} battles");
}
