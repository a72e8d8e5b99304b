//! A charge as a tree: order, fire, closing, standing, contact, melee, the loser's morale.

use super::{ChargeFacts, State, stages};
use crate::charts::Rules;
use crate::state::words::Formation;
use dice::{Chain, Chance};
use engine::outlook::{Branch, Fork};

/// The stages of a charge, each with what may come of it.
pub fn tree(rules: &Rules, facts: &ChargeFacts) -> Vec<Branch> {
    type All = Chain<State, Chance>;
    let run = |stage: usize| {
        move |all: &mut All| {
            let Ok(()) = stages::nth(all, rules, facts, stage);
        }
    };
    let [order, volley, close, stand, ride, fight, test] = [0, 1, 2, 3, 4, 5, 6].map(run);
    let forks = [
        Fork { step: "The order to charge", stages: &order, goes_on: &|_| "{we} charge" },
        Fork { step: "Fire at {unit}", stages: &volley, goes_on: &hurt },
        Fork { step: "{unit} test[s] to close", stages: &close, goes_on: &|_| "{we} close" },
        Fork { step: "{foe} test[s] to stand", stages: &stand, goes_on: &standing },
        Fork { step: "Contact", stages: &ride, goes_on: &|_| "they fight" },
        Fork { step: "The melee", stages: &fight, goes_on: &lost },
        Fork { step: "The loser's morale", stages: &test, goes_on: &|_| "" },
    ];
    let end = |state: &State| state.end.map(|end| end.told());
    engine::outlook::tree(facts.start(), &forks, &end)
}

fn hurt(state: &State) -> &'static str {
    if state.charger_lost == 0 { "nobody falls" } else { "{we} lose figures" }
}

fn standing(state: &State) -> &'static str {
    match state.formation {
        Formation::Square => "{they} stand in square",
        Formation::Masse => "{they} stand in masse",
        Formation::Column
        | Formation::Line
        | Formation::Skirmish
        | Formation::Limbered
        | Formation::Unlimbered => "{they} stand",
    }
}

fn lost(state: &State) -> &'static str {
    if state.loser == Some(crate::rules::melee::OfTwo::First) {
        "{we} lose the melee"
    } else {
        "{they} lose the melee"
    }
}
