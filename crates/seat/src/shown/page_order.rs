//! An order as a page says it: a march, a charge, a change of formation and a place have one word, whatever the game.

use engine::UnitId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use table::{Bearing, Leg, Pose};

/// `F`: the formations of the game.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case", bound(deserialize = "F: Deserialize<'de>"))]
#[schemars(rename = "Order")]
pub(super) enum PageOrder<F> {
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
        formation: F,
        facing: Option<Bearing>,
        /// What it is in now, where only its facing changes.
        #[serde(default)]
        from: Option<F>,
    },
    Place {
        unit: UnitId,
        at: Option<Pose>,
        formation: F,
    },
}

/// An answer as a page says it: where it is such an order, what `answer` makes of it; a game that has the order among
/// its own answers makes nothing of it.
pub(super) fn read<F: DeserializeOwned, A: DeserializeOwned>(
    said: Value,
    answer: impl FnOnce(PageOrder<F>) -> Option<A>,
) -> Result<A, serde_json::Error> {
    let order = said.get("order").and_then(|order| PageOrder::deserialize(order).ok());
    match order.and_then(answer) {
        Some(answer) => Ok(answer),
        None => serde_json::from_value(said),
    }
}
