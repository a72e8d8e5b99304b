//! What a view leaves out may be guessed: lawfully, by the view alone, and so that the same view is made of it again.

use dice::{Seed, Stream};
use engine::{Played, RandomPlayer, Side, Solo, state_hash};
use games::{BattleFile, Kind, Setup, with};

fn luck(seed: u64, stream: u64) -> Stream {
    Stream::new(Seed::from_number(seed), stream)
}

/// How many guesses of this battle show another table than the view does.
fn guessed<G: Played>(file: &BattleFile, seed: u64) -> u32 {
    let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
    let mut game = G::start(&battle, rules);
    let mut solo = Solo::new(luck(seed, 0), RandomPlayer(luck(seed, 1)));
    let mut told = 0;
    for step in 0..400_u64 {
        if game.is_over() {
            break;
        }
        for side in Side::BOTH {
            if !(step + side as u64).is_multiple_of(6) {
                continue;
            }
            let seen = game.seen_by(Some(side));
            let view = state_hash(&*seen);
            let guess = seen.guessed(side, &mut luck(step, 2));
            assert_eq!(guess.sound(), Ok(()), "{} step {step}, {side:?}", file.id);
            assert_eq!(state_hash(&*guess.seen_by(Some(side))), view, "{} step {step}, {side:?}", file.id);
            assert_eq!(
                state_hash(&*guess),
                state_hash(&*seen.guessed(side, &mut luck(step, 2))),
                "by luck alone"
            );
            told += u32::from(state_hash(&*guess) != view);
        }
        let Ok(()) = game.step(&mut solo);
    }
    told
}

#[test]
fn a_guess_is_sound_and_shows_what_the_view_shows() {
    fn check<G: Played>() {
        let told: u32 = games::embedded_of::<G>().iter().map(|file| guessed::<G>(file, 5)).sum();
        assert!(told > 20, "{}: only {told} guesses say anything", G::word());
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}

#[test]
fn a_guess_can_be_fought_to_the_end() {
    fn check<G: Played>() {
        for file in games::embedded_of::<G>() {
            let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
            let mut game = G::start(&battle, rules);
            let mut solo = Solo::new(luck(7, 0), RandomPlayer(luck(7, 1)));
            for _ in 0..60 {
                if !game.is_over() {
                    let Ok(()) = game.step(&mut solo);
                }
            }
            for side in Side::BOTH {
                let mut guess = game.seen_by(Some(side)).guessed(side, &mut luck(3, 2)).into_owned();
                let mut solo = Solo::new(luck(8, 0), RandomPlayer(luck(8, 1)));
                for step in 0..20_000 {
                    if guess.is_over() {
                        break;
                    }
                    let Ok(()) = guess.step(&mut solo);
                    if step % 16 == 0 {
                        assert_eq!(guess.sound(), Ok(()), "{} {side:?}, step {step}", file.id);
                    }
                }
                assert!(guess.is_over(), "{} {side:?} has no end", file.id);
            }
        }
    }
    for kind in Kind::ALL {
        with!(kind, G => check::<G>());
    }
}
