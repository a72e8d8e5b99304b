//! What a move would give up, said before it is confirmed: command of units, and ground that counts.

use crate::play::Play;
use crate::seats::seat::Seat;
use crate::shown::Shown;
use crate::shown::report::{Held, ground};
use engine::{Entry, Session, Side, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::Inches;

/// What a move that is allowed would give up.
#[derive(Debug, Default)]
pub(crate) struct GivenUp {
    pub(crate) command: Option<Leaving>,
    /// Ground that the side holds now and would hold no more.
    pub(crate) ground: Vec<String>,
}

/// Units that a move would put out of command.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Leaving {
    pub(crate) units: Vec<UnitId>,
    /// The rule that says what that costs them.
    pub(crate) rule: &'static str,
    /// How far from its leader a unit is in command, where that is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<Inches>,
}

impl<G: Shown> Play<G> {
    /// What an answer that is allowed would give up.
    ///
    /// The step is run on a copy, with the answer: whatever the rules make of it is what counts.
    pub(crate) fn giving_up(&self, seat: Seat, answer: &G::Answer) -> Option<GivenUp> {
        let side = seat.side()?;
        let session = &self.session;
        if session.is_beside_figures() {
            return None;
        }
        let begun = session.step_ends().last().copied().unwrap_or(0);
        let so_far = session.entries().get(begun..).unwrap_or_default().iter().cloned();
        let entries = so_far.chain([Entry::Answer(answer.clone())]).collect();
        let after = Session::fold(session.settled().clone(), false, entries).ok()?;
        let left = commanded(after.game(), side);
        let mut units = commanded(session.game(), side);
        units.retain(|unit| !left.contains(unit) && is_there(after.game(), *unit));
        let command = (!units.is_empty()).then(|| Leaving {
            units,
            rule: G::OUT_OF_COMMAND,
            range: after.game().command_range(),
        });
        let mut lost = held(session.game(), side);
        let kept = held(after.game(), side);
        lost.retain(|name| !kept.contains(name));
        Some(GivenUp { command, ground: lost })
    }
}

/// Names of the ground a side holds.
fn held<G: Shown>(game: &G, side: Side) -> Vec<String> {
    let pieces = ground(game).into_iter();
    pieces.filter(|piece| piece.holder == Some(side)).map(|Held { name, .. }| name).collect()
}

/// The units of a side that are in command.
fn commanded<G: Shown>(game: &G, side: Side) -> Vec<UnitId> {
    let units = game.units_drawn().into_iter();
    units.filter(|unit| unit.side == side && unit.marks.in_command).map(|unit| unit.id).collect()
}

fn is_there<G: Shown>(game: &G, id: UnitId) -> bool {
    game.units_drawn().into_iter().any(|unit| unit.id == id && unit.rect.is_some())
}
