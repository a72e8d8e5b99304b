//! The captain of the empire game, for MEs that are engaged: lines to fire from, charges by exact odds, squares before horse,
//! leaders who rally and drive on.

mod captain;
mod choice;
mod ground;
mod impulse;
mod march;
pub(crate) mod odds;
mod plan;

use crate::{Captained, General, Plan};
use captain::Captain;
use empire::Empire;
use empire::me::MeId;
use engine::Side;

impl Captained for Empire {
    type Command = MeId;

    fn captain() -> General<Empire> {
        General::new(Captain::default())
    }

    fn plan(view: &Empire, side: Side) -> Plan<MeId> {
        Captain::planned(view, side)
    }

    fn execute(plan: Plan<MeId>) -> General<Empire> {
        General::new(Captain::told(plan))
    }

    fn said(view: &Empire, plan: &Plan<MeId>) -> Vec<String> {
        plan.said(
            |me| view.me_name(*me).to_owned(),
            |n| view.scenario.objectives.get(n).map_or_else(String::new, |place| place.name.clone()),
        )
    }
}
