//! What a seat has given out of hand, and what it could.

use crate::shown::Shown;
use engine::{Beforehand, Delegated, Questions as _, Side};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Staff")]
pub(crate) struct StaffView {
    /// The seat's commands, by name.
    commands: Vec<String>,
    /// Those that the captain leads.
    captain: Vec<String>,
    /// Whether the game's captain can lead a part of an army.
    may_lead: bool,
    /// Answers given beforehand.
    beforehand: Vec<Beforehand>,
    /// What may be answered beforehand.
    routines: Vec<RoutineView>,
}

/// What may be answered beforehand: the word of its question, a heading, and what may be said beside "ask".
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Routine")]
struct RoutineView {
    ask: &'static str,
    title: &'static str,
    values: Vec<ValueView>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RoutineValue")]
struct ValueView {
    value: &'static str,
    title: &'static str,
}

pub(crate) fn staff<G: Shown>(game: &G, side: Side, given: &Delegated) -> StaffView {
    let routines = G::Question::routines().into_iter().map(|(ask, routine)| {
        let values = routine.values.iter().map(|(value, title)| ValueView { value, title });
        RoutineView { ask, title: routine.title, values: values.collect() }
    });
    StaffView {
        commands: engine::commands(game, side),
        captain: given.captain.clone(),
        may_lead: G::captain().lead(game, side, &[]),
        beforehand: given.beforehand.clone(),
        routines: routines.collect(),
    }
}
