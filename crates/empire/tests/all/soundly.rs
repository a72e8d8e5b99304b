//! One battle at random: sound after every step, read back from its own text, ended. Whole battles under varied rulings are
//! hunted over in the study's tests, like those of every game.

use dice::{Seed, Stream};
use empire::Empire;
use engine::{Game as _, Played as _, RandomPlayer, Solo, state_text};

pub(crate) const BATTLE: &str = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");

/// A battle longer than this has no end.
const MOST_STEPS: u32 = 5_000;

pub(crate) fn one_game(start: &Empire, seed: u64) -> Result<(Empire, u32), String> {
    let seed = Seed::from_number(seed);
    let mut game = start.clone();
    let mut solo = Solo::new(Stream::new(seed, 0), RandomPlayer(Stream::new(seed, 1)));
    let mut steps = 0;
    while !game.is_over() {
        if steps >= MOST_STEPS {
            return Err("it does not end".to_owned());
        }
        let Ok(()) = game.step(&mut solo);
        steps += 1;
        let at = |what: String| format!("step {steps}, hour {}, {}: {what}", game.hour, game.stage.phase());
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
