//! The empire game as a page shows it.

mod elements;
mod options;

use super::{Shown, is_his};
use crate::refused::Refused;
use crate::shown::options::Options;
use empire::words::Formation;
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::Side;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use table::{Bearing, Leg};

impl Shown for Empire {
    type Own = elements::Own;

    const RECORD_TELLS: &'static str =
        "The record tells of orders that are hidden from you: it is given out when the battle is over.";

    const OUT_OF_COMMAND: &'static str = "empire.house.impulse.course";

    /// The MEs, each with what is public of it; of its own side also its order.
    fn own(&self, side: Option<Side>) -> Option<elements::Own> {
        Some(elements::own(self, side))
    }

    /// A page has one word for a march, a charge and a change of formation, whatever the game.
    fn read_answer(said: Value) -> Result<Answer, serde_json::Error> {
        match said.get("order").map(PageOrder::deserialize) {
            Some(Ok(order)) => Ok(Answer::Act(order.act())),
            _ => serde_json::from_value(said),
        }
    }

    fn described(types: &mut crate::described::Types) {
        use empire::words::{Arm, Nation};
        types.sent::<Arm>();
        types.sent::<Formation>();
        types.sent::<Nation>();
        types.taken::<PageOrder>();
    }

    fn unit_options(&self, side: Side, question: &Question, unit: UnitId) -> Result<Options, Refused> {
        is_his(side, self.get(unit).map(|body| (body.side(), body.name())), "unit")?;
        Ok(options::of_unit(self, side, question, unit))
    }
}

/// What a page says for every game alike.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
#[schemars(rename = "Order")]
enum PageOrder {
    March {
        unit: UnitId,
        legs: Vec<Leg>,
    },
    Charge {
        unit: UnitId,
        target: UnitId,
        wheel: i32,
    },
    Form {
        unit: UnitId,
        formation: Formation,
        facing: Option<Bearing>,
        /// What it is in now, where only its facing changes.
        #[serde(default, rename = "from")]
        _from: Option<Formation>,
    },
}

impl PageOrder {
    fn act(self) -> Act {
        match self {
            PageOrder::March { unit, legs } => Act::Manoeuvre { units: vec![unit], legs, bonus: false },
            PageOrder::Charge { unit, target, wheel } => Act::Charge { units: vec![unit], target, wheel },
            PageOrder::Form { unit, formation, facing, .. } => {
                Act::Form { unit, formation, facing, onto: None, legs: Vec::new() }
            }
        }
    }
}
