//! Exact odds of real steps: the umpire `Policy` runs the game's own step over every fall of its dice.
#![allow(clippy::float_arithmetic, reason = "chances are compared with counts")]

use dice::{Odds, Seed, Stream};
use engine::{Game, Players, Policy, RandomPlayer, Side, Solo};
use std::collections::BTreeMap;
use volley::{Answer, Question, Stage, Volley};

/// Players who take no option up: the same policy as the one the odds are computed with.
struct Declines;
impl Players<Volley> for Declines {
    fn answer(&mut self, _: Side, view: &Volley, question: &Question) -> Answer {
        view.decline(question)
    }
}

fn figures(game: &Volley) -> Vec<u32> {
    game.units.iter().map(|unit| if unit.is_lost() { 0 } else { unit.figures }).collect()
}

#[test]
fn the_odds_of_a_melee_step_agree_with_trials_and_draw_no_dice() {
    let (battle, rules) = games::Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let mut compared = 0;
    for seed in 0..12 {
        let mut game = battle.begin(rules.clone());
        let mut solo = Solo::new(
            Stream::new(Seed::from_number(seed), 0),
            RandomPlayer(Stream::new(Seed::from_number(seed), 1)),
        );
        while !game.is_over() && compared < 8 {
            let fighting = matches!(game.stage, Stage::Fight | Stage::Test(_))
                && (!game.melees.is_empty() || !game.losers.is_empty());
            if fighting {
                let before = engine::state_hash(&game);
                let exact: Odds<Vec<u32>, f64> = Odds::of(|tally| {
                    let mut after = game.clone();
                    let mut policy = Policy {
                        dice: tally,
                        choose: |game: &Volley, question: &Question| game.decline(question),
                    };
                    after.step(&mut policy)?;
                    Ok(figures(&after))
                });
                assert_eq!(engine::state_hash(&game), before, "odds change nothing");
                if exact.len() > 1 {
                    let trials = 20_000;
                    let mut seen: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
                    let mut luck = Solo::new(Stream::new(Seed::from_number(seed), 9), Declines);
                    for _ in 0..trials {
                        let mut after = game.clone();
                        let Ok(()) = after.step(&mut luck);
                        *seen.entry(figures(&after)).or_insert(0.0) += 1.0;
                    }
                    for (result, chance) in exact.iter() {
                        let expected = chance * f64::from(trials);
                        let deviation = (expected * (1.0 - chance)).sqrt();
                        let found = seen.remove(result).unwrap_or(0.0);
                        assert!(
                            (found - expected).abs() <= 5.5 * deviation + 1.0,
                            "{expected} expected, {found} found"
                        );
                    }
                    assert!(seen.is_empty(), "trials found what the odds do not know: {seen:?}");
                    compared += 1;
                }
            }
            let Ok(()) = game.step(&mut solo);
        }
    }
    assert!(compared >= 3, "only {compared} steps were compared");
}
