//! How it ends: one side has no company left, or time is up.

use crate::ids::rule;
use crate::state::event::{Event, What};
use crate::state::game::Meadow;
use engine::{Both, Decision, Ending, Holding, Outcome};

/// How it is decided, before it is.
pub(crate) fn decision(game: &Meadow) -> Decision {
    Decision {
        breaks: None,
        broken_are: "gone",
        broken_means: None,
        breaking: Both::of(|side| {
            game.units.iter().filter(|unit| unit.side == side && unit.is_gone()).count() as u32
        }),
        counted: None,
        if_over: by_figures(game),
        turns: turns(game),
        holding: Holding::Counted,
        share_of: "figures lost",
        rules: vec!["meadow.seq.turns", "meadow.verdict.figures"],
    }
}

/// The length of the fight. A house without that rule goes by the battle, or fights for an hour.
fn turns(game: &Meadow) -> u32 {
    let printed = game.rules.int(rule!("meadow.seq.turns")).map(i32::unsigned_abs);
    game.scenario.length.or(printed).unwrap_or(12)
}

/// Ends the fight so, with what is told of it.
pub(crate) fn end(game: &mut Meadow, outcome: Outcome) -> Event {
    game.outcome = Some(outcome);
    Event::new(What::Over { winner: outcome.winner }, &[rule!("meadow.verdict.figures")])
}

/// After each side's part of a turn: no company left, or the last turn is over.
pub(crate) fn judge(game: &Meadow, turn_is_over: bool) -> Option<Outcome> {
    let nothing_left = Outcome::of(Both::of(|side| game.figures(side) == 0), Ending::NothingLeft);
    nothing_left.or_else(|| (turn_is_over && game.turn >= turns(game)).then(|| by_figures(game)))
}

fn by_figures(game: &Meadow) -> Outcome {
    let counts = game.rules.on(rule!("meadow.verdict.figures"));
    let fewer = Both::of(|side| counts && game.figures(side) < game.figures(side.enemy()));
    Outcome::of(fewer, Ending::Losses).unwrap_or(Outcome { winner: None, by: Ending::Losses })
}
