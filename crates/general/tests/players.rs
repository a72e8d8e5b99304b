//! The players: legal, the same for the same seed, and the captain better than the recruit.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

use dice::{Seed, Stream};
use engine::{Game, Players, Side, Solo};
use general::{General, NAMES, Seats, by_name};
use volley::{Answer, Question, Volley};

fn begin(battle: &str) -> Volley {
    let (battle, rules) = games::Setup::new(games::find(battle).unwrap()).open().unwrap();
    battle.begin(rules)
}

fn player(name: &str, seed: u64) -> General {
    by_name(name, seed).unwrap()
}

/// Plays to the end: the game, and the answers that were refused.
fn play(mut game: Volley, french: &str, allied: &str, seed: u64) -> (Volley, u32) {
    let seats = Seats { french: player(french, 2 * seed), allied: player(allied, 2 * seed + 1) };
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), seats);
    solo.play(&mut game, 200_000);
    assert!(game.is_over(), "{} has no end", game.scenario.id);
    (game, solo.refused)
}

#[test]
fn names_are_players_and_nothing_else_is() {
    assert!(NAMES.iter().all(|name| by_name(name, 1).is_some()));
    assert!(by_name("marshal", 1).is_none());
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    for (french, allied) in [("recruit", "captain"), ("captain", "recruit"), ("captain", "captain")] {
        let state = || format!("{:?}", play(begin("gilly"), french, allied, 5).0.units);
        assert_eq!(state(), state(), "{french} against {allied}");
    }
}

#[test]
fn another_seed_is_another_recruit() {
    let state = |seed: u64| {
        let seats = Seats { french: player("recruit", seed), allied: player("recruit", 1) };
        let mut solo = Solo::new(Stream::new(Seed::from_number(3), 0), seats);
        let mut game = begin("gilly");
        solo.play(&mut game, 200_000);
        format!("{:?}", game.units)
    };
    assert_ne!(state(8), state(9));
}

#[test]
fn no_answer_is_refused_in_any_battle() {
    for card in games::battles() {
        for (french, allied) in [("captain", "captain"), ("recruit", "captain"), ("captain", "recruit")] {
            let (_, refused) = play(begin(&card.id), french, allied, 11);
            assert_eq!(refused, 0, "{}: {french} against {allied}", card.id);
        }
    }
}

/// A captain who forgets everything between two questions.
struct Forgetful;
impl Players<Volley> for Forgetful {
    fn answer(&mut self, side: Side, view: &Volley, question: &Question) -> Answer {
        player("captain", 0).answer(side, view, question)
    }
}

#[test]
fn a_captain_may_sit_down_at_any_question() {
    for battle in ["barrosa-wheatley", "teugn-outposts"] {
        let mut game = begin(battle);
        let mut solo = Solo::new(Stream::new(Seed::from_number(2), 0), Forgetful);
        solo.play(&mut game, 200_000);
        assert!(game.is_over(), "{battle} has no end");
        assert_eq!(solo.refused, 0, "{battle}");
    }
}

#[test]
fn beside_real_figures_a_captain_still_answers() {
    for battle in ["gilly", "barrosa-wheatley"] {
        let (battle, rules) = games::Setup::new(games::find(battle).unwrap()).open().unwrap();
        let (_, refused) = play(battle.beside_figures(rules), "captain", "captain", 1);
        assert_eq!(refused, 0);
    }
}

/// The captain wins about 98 of 100 of these; 54 of 60 leave room for the dice and none for a broken captain.
#[test]
fn a_captain_beats_a_recruit() {
    let mut won = 0;
    for battle in ["gilly", "barrosa-wheatley", "teugn-outposts"] {
        let start = begin(battle);
        for seed in 0..10 {
            let winner = |game: Volley| game.outcome.and_then(|outcome| outcome.winner);
            won += u32::from(winner(play(start.clone(), "captain", "recruit", seed).0) == Some(Side::French));
            won += u32::from(winner(play(start.clone(), "recruit", "captain", seed).0) == Some(Side::Allied));
        }
    }
    assert!(won >= 54, "{won} of 60");
}
