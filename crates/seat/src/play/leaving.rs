//! What a move would bring with it, said before it is confirmed: units out of command or locked in a firefight, ground
//! given up, and whom a gun that is laid so may fire at.

use crate::play::Play;
use crate::shown::Shown;
use crate::shown::odds::{self, Brief};
use crate::shown::options::Locking;
use crate::shown::report::{GroundHeld, ground};
use crate::shown::says::Says;
use crate::who::Seat;
use engine::{Entry, FormKind, Questions as _, Sentence, Session, Side, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use table::Inches;

/// What a move that is allowed would bring with it.
#[derive(Debug, Default)]
pub struct Brings {
    pub command: Option<Leaving>,
    /// Ground that the side holds now and would hold no more.
    pub ground: Vec<String>,
    pub locks: Vec<Locking>,
    /// The targets a gun could fire at then, each with its odds.
    pub shots: Vec<Brief<Value>>,
    /// Why it would have no target.
    pub silent: Option<Sentence>,
}

/// Units that a move would put out of command.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Leaving {
    pub units: Vec<UnitId>,
    /// The rule that says what that costs them.
    pub rule: &'static str,
    /// How far from its leader a unit is in command, where that is one number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Inches>,
}

impl<G: Shown> Play<G> {
    /// What an answer that is allowed would bring with it.
    ///
    /// The step is run on a copy, with the answer: whatever the rules make of it is what counts.
    pub fn brings(&self, seat: Seat, answer: &G::Answer, unit: Option<UnitId>) -> Option<Brings> {
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
        let says = Says::of(&*after.game().seen_by(Some(side)));
        let who = |name: &str| says.who(name);
        let mut locks = locked(after.game(), side);
        let before = locked(session.game(), side);
        locks.retain(|lock| before.iter().all(|before| before.unit != lock.unit));
        let locks = locks.into_iter().map(|lock| Locking { text: lock.text.of(&who), ..lock }).collect();
        let lays = self.asked().is_some_and(|(_, asked)| asked.form(session.game()).kind == FormKind::Guns);
        let gun = unit.filter(|_| lays);
        let shots = gun.map(|gun| shots(after.game(), side, gun)).unwrap_or_default();
        let silent = gun.and_then(|gun| after.game().seen_by(Some(side)).silent(gun)).map(|why| why.of(&who));
        Some(Brings { command, ground: lost, locks, shots, silent })
    }
}

/// Units of a side that are held where they stand.
fn locked<G: Shown>(game: &G, side: Side) -> Vec<Locking> {
    let units = game.units_drawn().into_iter().filter(|unit| unit.side == side && unit.rect.is_some());
    units.filter_map(|unit| game.locked(unit.id)).collect()
}

/// The targets a gun may fire at as it stands, with the odds that are told when it is asked.
fn shots<G: Shown>(game: &G, side: Side, gun: UnitId) -> Vec<Brief<Value>> {
    let view = game.seen_by(Some(side));
    let Some(question) = view.aim_asked(gun) else { return Vec::new() };
    let briefs = odds::briefs(&*view, side, &question).into_iter();
    briefs.map(|brief| brief.said(|answer| serde_json::to_value(answer).unwrap_or_default())).collect()
}

/// Names of the ground a side holds.
fn held<G: Shown>(game: &G, side: Side) -> Vec<String> {
    let pieces = ground(game).into_iter();
    pieces.filter(|piece| piece.holder == Some(side)).map(|GroundHeld { name, .. }| name).collect()
}

/// The units of a side that are in command.
fn commanded<G: Shown>(game: &G, side: Side) -> Vec<UnitId> {
    let units = game.units_drawn().into_iter();
    units.filter(|unit| unit.side == side && unit.marks.in_command).map(|unit| unit.id).collect()
}

fn is_there<G: Shown>(game: &G, id: UnitId) -> bool {
    game.units_drawn().into_iter().any(|unit| unit.id == id && unit.rect.is_some())
}
