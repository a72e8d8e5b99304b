//! What a page shows of a game and asks it for, beside its story: the one trait a new game implements here.

mod orders;
mod volley;

pub(crate) use volley::length;

use crate::chronicle::Chronicle;
use crate::deploy::Place;
use crate::odds::Telling;
use crate::options::Options;
use crate::view::{GeneralView, PhaseView, UnitView};
use crate::wrong::Wrong;
use engine::overlay::Overlaid;
use engine::{GeneralId, Side, UnitId};
use general::Captained;
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// Nothing on a table is farther away than this, in thousandths of an inch.
pub(crate) const FARTHEST: i32 = 1_000_000;

pub(crate) trait Shown: Chronicle + Captained + Overlaid + Telling {
    type Scenario: Serialize;

    /// What everybody may know of the battle.
    fn scenario(&self) -> &Self::Scenario;

    /// The game as a side may know it.
    fn seen(&self, viewer: Option<Side>) -> Cow<'_, Self> {
        self.seen_by(viewer)
    }

    fn units(&self) -> Vec<UnitView>;

    fn generals(&self) -> Vec<GeneralView>;

    /// What only this game has, for a view that was made for `side`.
    fn own(&self, side: Option<Side>) -> Option<Value> {
        let _ = side;
        None
    }

    /// How far every general commands; 0 where each has his own.
    fn command_range(&self) -> i32;

    fn general_move(&self) -> i32;

    fn phase_view(&self) -> PhaseView;

    fn phases(&self) -> Vec<PhaseView>;

    /// Before the battle: where the unit that is placed now may stand.
    fn place(&self, side: Side, question: &Self::Question) -> Option<Place>;

    /// Whom a player may have forgotten before he ends his movement.
    fn idle(&self, question: &Self::Question) -> Vec<UnitId>;

    /// Whether the rules move a unit that is forgotten.
    fn is_moved_if_idle(&self, unit: UnitId) -> bool {
        let _ = unit;
        false
    }

    /// An answer as a page or a program says it.
    ///
    /// # Errors
    /// Where it is none.
    fn read_answer(said: Value) -> Result<Self::Answer, serde_json::Error> {
        serde_json::from_value(said)
    }

    /// Whether every number of an answer is one a table may have.
    fn is_in_reason(answer: &Self::Answer) -> bool;

    /// Whether units and generals are given orders now.
    fn wants_orders(question: &Self::Question) -> bool;

    /// Why the record may not be given out yet to somebody: what it would tell.
    fn record_tells(&self, side: Option<Side>) -> Option<&'static str>;

    /// What a unit may do, while its side is asked for orders.
    ///
    /// # Errors
    /// Where it is not his to order.
    fn unit_options(&self, side: Side, question: &Self::Question, unit: UnitId) -> Result<Options, Wrong>;

    /// Where a general may ride, while his side is asked for orders.
    ///
    /// # Errors
    /// Where he is not his to order.
    fn general_options(
        &self,
        side: Side,
        question: &Self::Question,
        general: GeneralId,
    ) -> Result<Options, Wrong>;
}

/// Whether somebody may be given orders by a side.
fn is_his(side: Side, found: Option<(Side, &str)>, what: &str) -> Result<(), Wrong> {
    match found {
        None => Err(Wrong::not_found(format!("There is no such {what}."))),
        Some((of, name)) if of != side => Err(Wrong::conflict(format!("{name} is not yours to order."))),
        Some(_) => Ok(()),
    }
}
