//! The captain of the orders game: a plan for each corps, guns massed at close range, exact odds before a charge,
//! squares against horse, worn corps drawn back to rally, ground at the end.

mod appraisal;
mod captain;
mod charge;
pub(crate) mod charts;
mod choice;
mod foot;
mod guns;
mod horse;
mod leaders;
mod march;
mod mission;
mod moves;
mod odds;
mod picture;
mod plan;
mod shots;
mod turn;
mod writing;

use crate::{Captained, General, Plan};
use captain::Captain;
use engine::Side;
use orders::{CorpsId, Orders};

impl Captained for Orders {
    type Command = CorpsId;

    fn captain() -> General<Orders> {
        General::new(Captain::default())
    }

    fn plan(view: &Orders, side: Side) -> Plan<CorpsId> {
        Captain::planned(view, side)
    }

    fn execute(plan: Plan<CorpsId>) -> General<Orders> {
        General::new(Captain::told(plan))
    }

    fn said(view: &Orders, plan: &Plan<CorpsId>) -> Vec<String> {
        let corps =
            |id: &CorpsId| view.get_corps(*id).map_or_else(String::new, |corps| corps.name.to_string());
        plan.said(corps, |n| {
            view.scenario.objectives.get(n).map_or_else(String::new, |place| place.name.clone())
        })
    }
}
