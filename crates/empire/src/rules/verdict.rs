//! How it ends (ruling verdict).

use crate::ids::house;
use crate::state::game::Empire;
use engine::{Both, Decision, Ending, Outcome, Side};

pub(crate) const RULING: u16 = house!("verdict");

/// Hours of the battle.
pub(crate) fn hours(game: &Empire) -> u32 {
    game.scenario.length.unwrap_or_else(|| game.rules.number(house!("verdict.hours")).unsigned_abs().max(1))
}

/// At the end of an hour: one side has nobody in good morale, or the last hour is over.
pub(crate) fn judge(game: &Empire) -> Option<Outcome> {
    let spent = Both::of(|side| !game.of(side).any(|(_, unit)| unit.in_good_morale()));
    Outcome::of(spent, Ending::NothingLeft).or_else(|| (game.hour >= hours(game)).then(|| by_ground(game)))
}

/// Who has more worth of ground.
fn by_ground(game: &Empire) -> Outcome {
    let worth = |side: Side| -> u32 {
        let held = game.scenario.objectives.iter().zip(&game.holders);
        held.filter(|(_, holder)| **holder == Some(side)).map(|(ground, _)| ground.worth).sum()
    };
    let fewer = Both::of(|side| worth(side) < worth(side.enemy()));
    Outcome::of(fewer, Ending::Objectives).unwrap_or(Outcome { winner: None, by: Ending::Objectives })
}

/// How it is decided, before it is.
pub(crate) fn decision(game: &Empire) -> Decision {
    Decision {
        breaks: None,
        broken_are: "in bad morale or gone",
        breaking: Both::of(|side| {
            let bad = |unit: &&crate::state::unit::Unit| unit.is_gone() || !unit.in_good_morale();
            game.units.iter().filter(|unit| unit.side() == side).filter(bad).count() as u32
        }),
        if_over: by_ground(game),
        turns: hours(game),
        share_of: "MEs spent",
        rules: vec!["empire.house.verdict", "empire.house.verdict.hours"],
    }
}
