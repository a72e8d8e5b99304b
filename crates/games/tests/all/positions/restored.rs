//! What was written is read again, and goes on as it would have.

use super::{played, states, used};
use dice::{Seed, Stream};
use engine::{Played, RandomPlayer, Session, state_hash, state_text};
use games::{Setup, Volley, with};

/// From how many places of each battle a game goes on.
const PLACES: usize = 4;

fn each_battle(check: impl Fn(&Setup, u64)) {
    for (number, file) in games::embedded().into_iter().enumerate() {
        check(&Setup::new(file), 40 + number as u64);
    }
}

#[test]
fn every_state_of_every_battle_is_read_as_it_was_written() {
    fn check<G: Played>(setup: &Setup, seed: u64) {
        let session = played::<G>(setup, seed);
        for (step, game) in states(&session).iter().enumerate() {
            let text = state_text(game);
            let again = session.start().restore(&text);
            let again = again.unwrap_or_else(|wrong| panic!("{} step {step}: {wrong}", setup.battle.id));
            assert_eq!(state_text(&again), text, "{} step {step}", setup.battle.id);
        }
    }
    each_battle(|setup, seed| with!(setup.kind().unwrap(), G => check::<G>(setup, seed)));
}

#[test]
fn a_battle_goes_on_from_its_text_to_the_same_end() {
    fn check<G: Played>(setup: &Setup, seed: u64) {
        let session = played::<G>(setup, seed);
        let states = states(&session);
        for place in 0..PLACES {
            let step = states.len() * place / PLACES;
            let restored = session.start().restore(&state_text(&states[step])).unwrap();
            let used = used(&session, step);
            let mut again = Session::new(restored);
            for entry in &session.entries()[used..] {
                again.put(entry.clone()).unwrap();
            }
            let ends: Vec<usize> = again.step_ends().iter().map(|end| used + end).collect();
            assert_eq!(ends, session.step_ends()[step..], "{} from step {step}", setup.battle.id);
            assert_eq!(again.state_hash(), session.state_hash(), "{} from step {step}", setup.battle.id);
            assert!(again.waiting().is_none());
        }
    }
    each_battle(|setup, seed| with!(setup.kind().unwrap(), G => check::<G>(setup, seed)));
}

/// The state in the middle of a step is not one to begin from; the one before it is.
#[test]
fn a_session_knows_the_state_it_can_be_begun_from() {
    let (battle, rules) = Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let mut session = Session::new(Volley::start(&battle, rules));
    let seed = Seed::from_number(3);
    let _ = session.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), 20);
    let (_, last) = session.steps().pop().unwrap();
    assert_eq!(state_hash(session.settled()), last);
    let again = Session::new(session.start().restore(&state_text(session.settled())).unwrap());
    assert_eq!(again.waiting(), session.waiting());
    assert_eq!(session.start_again().settled().turn, 1);
}
