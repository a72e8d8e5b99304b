//! The empire game as a page shows it.

mod options;

use super::{Shown, is_his};
use crate::refused::Refused;
use crate::shown::options::Options;
use crate::shown::page_order::{self, PageOrder};
use empire::words::Formation;
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::Side;
use serde_json::Value;

impl Shown for Empire {
    const RECORD_TELLS: &'static str =
        "The record tells of orders that are hidden from you: it is given out when the battle is over.";

    const OUT_OF_COMMAND: &'static str = "empire.house.impulse.course";

    fn read_answer(said: Value) -> Result<Answer, serde_json::Error> {
        page_order::read(said, |order| {
            Some(Answer::Act(match order {
                PageOrder::March { unit, legs } => Act::Manoeuvre { units: vec![unit], legs, bonus: false },
                PageOrder::Charge { unit, target, wheel } => Act::Charge { units: vec![unit], target, wheel },
                PageOrder::Form { unit, formation, facing, .. } => {
                    Act::Form { unit, formation, facing, onto: None, legs: Vec::new() }
                }
                PageOrder::Place { .. } => return None,
            }))
        })
    }

    fn described(types: &mut crate::described::Types) {
        use empire::words::{Arm, Nation};
        types.sent::<Arm>();
        types.sent::<Formation>();
        types.sent::<Nation>();
        types.taken::<PageOrder<Formation>>();
    }

    fn unit_options(&self, side: Side, question: &Question, unit: UnitId) -> Result<Options, Refused> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, side, question, unit))
    }
}
