//! Orders as a page shows it.

mod options;

use super::{Shown, is_his};
use crate::refused::Refused;
use crate::shown::options::Options;
use crate::shown::page_order::{self, PageOrder};
use engine::Side;
use orders::words::Formation;
use orders::{Act, Answer, GeneralId, Orders, Pace, Question, UnitId};
use serde_json::Value;

impl Shown for Orders {
    const RECORD_TELLS: &'static str =
        "The record tells of sealed orders and couriers: it is given out when the battle is over.";

    const OUT_OF_COMMAND: &'static str = "orders.command.outside.check";

    fn read_answer(said: Value) -> Result<Answer, serde_json::Error> {
        page_order::read(said, |order| match order {
            PageOrder::Form { unit, formation, facing, from } => {
                let form = (from != Some(formation)).then_some(Pace::Form(formation));
                let paces = form.into_iter().chain(facing.map(Pace::Face)).collect();
                Some(Answer::Act(Act::March { unit, paces }))
            }
            PageOrder::Place { unit, at, formation } => Some(Answer::Place { unit, at, formation }),
            PageOrder::March { .. } | PageOrder::Charge { .. } => None,
        })
    }

    /// A record holds every order that was written, sealed or not.
    fn record_tells(&self, _: Option<Side>) -> Option<&'static str> {
        Some(Self::RECORD_TELLS)
    }

    fn described(types: &mut crate::described::Types) {
        use orders::words::{Arm, Level, Nation};
        types.sent::<Arm>();
        types.sent::<Formation>();
        types.sent::<Level>();
        types.sent::<Nation>();
        types.taken::<PageOrder<Formation>>();
    }

    fn unit_options(&self, side: Side, question: &Question, unit: UnitId) -> Result<Options, Refused> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, question, unit))
    }

    fn general_options(
        &self,
        side: Side,
        question: &Question,
        general: GeneralId,
    ) -> Result<Options, Refused> {
        is_his(side, self.leader(general).map(|leader| (leader.side, &*leader.name)), "leader")?;
        Ok(options::of_leader(self, question, general))
    }
}
