//! The log of a game for a seat: one line for each event, with its dice, numbers and rules.

use crate::view::Look;
use engine::{Side, Throw, Told};
use serde::Serialize;
use volley::{Event, RULES, UnitId, Volley, What};

#[derive(Serialize)]
pub(crate) struct Line {
    /// From 1.
    n: usize,
    turn: u32,
    /// The number on the sheet; 0 before the first.
    phase: u8,
    sentence: String,
    rules: Vec<&'static str>,
    working: Vec<(&'static str, i32)>,
    throws: Vec<Throw>,
    units: Vec<UnitId>,
    kind: String,
}

/// The lines after number `look.after`, as the seat may read them.
pub(crate) fn lines(game: &Volley, told: &[Told<Event>], look: Look) -> Vec<Line> {
    let (mut turn, mut phase) = (0, 0);
    let mut lines = Vec::with_capacity(told.len().saturating_sub(look.after));
    for (i, told) in told.iter().enumerate() {
        match told.event.what {
            What::TurnBegins { turn: next } => (turn, phase) = (next, 0),
            What::PhaseBegins { number, .. } => phase = number,
            _ => {}
        }
        if i >= look.after {
            lines.push(line(game, told, i + 1, turn, phase, look.seat.side()));
        }
    }
    lines
}

fn line(game: &Volley, told: &Told<Event>, n: usize, turn: u32, phase: u8, viewer: Option<Side>) -> Line {
    let event = &told.event;
    let name = |rule: &rulebook::RuleId| RULES.get(rule.index()).copied().unwrap_or("?");
    let mut rules: Vec<&'static str> = Vec::new();
    for rule in event.cites() {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    Line {
        n,
        turn,
        phase,
        sentence: hidden(game, event, viewer).unwrap_or_else(|| event.sentence(game)),
        rules,
        working: event.working.parts().iter().map(|(rule, value)| (name(rule), *value)).collect(),
        throws: told.throws.clone(),
        units: event.units(),
        kind: kind(&event.what),
    }
}

/// Which command an enemy rolls for is not known until it comes up.
fn hidden(game: &Volley, event: &Event, viewer: Option<Side>) -> Option<String> {
    match &event.what {
        What::ReserveRoll { side, arrives: false, .. } if viewer != Some(*side) => {
            let nation = crate::play::capital(game.nation(*side).word());
            Some(format!("{nation} reserve: not yet"))
        }
        _ => None,
    }
}

/// The event's word, as its JSON has it.
fn kind(what: &What) -> String {
    serde_json::to_value(what)
        .ok()
        .and_then(|value| value.get("event").and_then(|word| word.as_str().map(str::to_owned)))
        .unwrap_or_default()
}
