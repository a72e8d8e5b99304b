//! The captain of the orders game: a plan for each corps, guns massed at close range, exact odds before a charge,
//! squares against horse, worn corps drawn back to rally, ground at the end.

mod appraisal;
mod captain;
mod charge;
pub(crate) mod charts;
mod choice;
mod draft;
mod duties;
mod foot;
mod guns;
mod horse;
mod leaders;
mod manner;
mod march;
mod mind;
mod mission;
mod moves;
mod odds;
mod picture;
mod plan;
mod plans;
mod shots;
mod turn;
mod words;
mod writing;

use crate::kit::ranks::Ranks;
use crate::kit::temper::Nature;
use crate::{Captained, Executor, General, Goal, Plan, Word};
use captain::Captain;
use engine::{Played as _, Side};
use manner::Manner;
use orders::{CorpsId, Orders};

impl Captained for Orders {
    type Command = CorpsId;

    fn captain() -> General<Orders> {
        General::new(Captain::of(Manner::NOW))
    }

    fn captain_before() -> General<Orders> {
        General::new(Captain::of(Manner::BEFORE))
    }

    const TEMPERS: &'static [(&'static str, &'static str)] = &Nature::NAMED;

    fn tempered(temper: usize) -> General<Orders> {
        General::new(Captain::by_nature(Nature::ALL.get(temper).copied()))
    }

    fn plan(view: &Orders, side: Side) -> Plan<CorpsId> {
        Captain::planned(view, side)
    }

    fn execute(plan: Plan<CorpsId>) -> General<Orders> {
        General::new(Captain::told(plan))
    }

    const THINKS: &'static str = "orders";

    const THOUGHT_COSTS: u64 = 16;

    fn executor() -> Option<Box<dyn Executor<Orders>>> {
        Some(Box::new(Captain::of(Manner::NOW)))
    }

    fn plans(view: &Orders, side: Side) -> Vec<Option<Plan<CorpsId>>> {
        Captain::plans(view, side)
    }

    fn expected(view: &Orders, side: Side) -> Vec<Option<Plan<CorpsId>>> {
        Captain::expected(view, side)
    }

    fn said(view: &Orders, plan: &Plan<CorpsId>) -> Vec<String> {
        // To press to ground that the side has already is to keep it.
        let mut plan = plan.clone();
        for task in &mut plan.tasks {
            if let (Some(corps), Word::Press(Goal::Objective(n))) = (task.who.command(), task.does)
                && view.get_corps(*corps).map(|corps| corps.side) == view.holders().get(n).copied().flatten()
            {
                task.does = Word::Own(n);
            }
        }
        let corps =
            |id: &CorpsId| view.get_corps(*id).map_or_else(String::new, |corps| corps.name.to_string());
        plan.lasting(crate::kit::plan::turns_left(view)).said(&Ranks::of(view), corps, |n| {
            view.scenario.objectives.get(n).map_or_else(String::new, |place| place.name.clone())
        })
    }
}
