//! What a page shows of a game and asks it for, beside its story: the one trait a new game implements here.

pub mod causes;
pub(crate) mod chronicle;
pub mod desk;
mod empire;
pub mod list;
pub(crate) mod log;
pub mod luck;
pub(crate) mod march;
pub mod odds;
pub mod options;
mod orders;
pub mod overlay;
mod page_order;
pub(crate) mod prompt;
pub mod report;
pub(crate) mod says;
pub mod sheet;
pub mod sheets;
pub(crate) mod staff;
pub mod view;
mod volley;

use crate::described::Types;
use crate::refused::Refused;
use crate::shown::chronicle::Chronicle;
use crate::shown::options::{Locking, Options};
use engine::outlook::Foreseen;
use engine::overlay::Overlaid;
use engine::{Game, GeneralId, Played, Sentence, Side, UnitId};
use general::Captained;
use schemars::JsonSchema;
use serde_json::Value;
use std::borrow::Cow;
use table::Inches;

pub trait Shown:
    Chronicle + Captained + Overlaid + Foreseen + Game<Answer: JsonSchema> + Played<Scenario: JsonSchema>
{
    /// Why the record is not given out while something is hidden from a seat: what it would tell.
    const RECORD_TELLS: &'static str = "The record tells of what is still hidden from you: it is given out when the \
                                        battle is over.";

    /// The rule that says what it costs a unit to be out of command.
    const OUT_OF_COMMAND: &'static str;

    /// How far from its leader a unit is in command, where that is one number.
    fn command_range(&self) -> Option<Inches> {
        None
    }

    /// What holds a unit where it stands, once its order is carried out.
    fn locked(&self, unit: UnitId) -> Option<Locking> {
        let _ = unit;
        None
    }

    /// Who has been told to fire at whom, and has not yet.
    fn aims(&self) -> Vec<(UnitId, UnitId)> {
        Vec::new()
    }

    /// What is asked of a gun that stands as it does, when it comes to name its target.
    fn aim_asked(&self, gun: UnitId) -> Option<Self::Question> {
        let _ = gun;
        None
    }

    /// Why a gun that stands as it does has no target, in a few words; `None`: it has one, or fires at none.
    fn silent(&self, gun: UnitId) -> Option<Sentence> {
        let _ = gun;
        None
    }

    /// An answer as a page or a program says it.
    ///
    /// # Errors
    /// Where it is none.
    fn read_answer(said: Value) -> Result<Self::Answer, serde_json::Error> {
        serde_json::from_value(said)
    }

    /// Why the record may not be given out yet to a side: what it would tell.
    fn record_tells(&self, side: Option<Side>) -> Option<&'static str> {
        let hides = matches!(self.seen_by(side), Cow::Owned(_));
        hides.then_some(Self::RECORD_TELLS)
    }

    /// Describes the words it has for what every game has (arms, formations …), and what a page says to it otherwise
    /// than by its answers.
    fn described(types: &mut Types) {
        let _ = types;
    }

    /// What a unit may do, while its side is asked for orders; nothing in a game that asks for none.
    ///
    /// # Errors
    /// Where it is not his to order.
    fn unit_options(&self, side: Side, question: &Self::Question, unit: UnitId) -> Result<Options, Refused> {
        let _ = question;
        is_his(side, self.present(unit), "unit")?;
        Ok(Options::default())
    }

    /// Where a general may ride, while his side is asked for orders.
    ///
    /// # Errors
    /// Where he is not his to order.
    fn general_options(
        &self,
        side: Side,
        question: &Self::Question,
        general: GeneralId,
    ) -> Result<Options, Refused> {
        let _ = question;
        let found = self.generals_drawn().into_iter().find(|drawn| drawn.id == general);
        is_his(side, found.as_ref().map(|drawn| (drawn.side, drawn.name.as_str())), "general")?;
        Ok(Options::default())
    }
}

/// Whether a unit or general may be given orders by a side.
fn is_his(side: Side, found: Option<(Side, &str)>, what: &str) -> Result<(), Refused> {
    match found {
        None => Err(Refused::not_found(format!("There is no such {what}."))),
        Some((of, name)) if of != side => Err(Refused::conflict(format!("{name} is not yours to order."))),
        Some(_) => Ok(()),
    }
}
