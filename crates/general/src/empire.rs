//! The captain of the empire game, for MEs that are engaged: lines to fire from, charges by exact odds, squares before horse,
//! leaders who rally and drive on.

mod captain;
mod choice;
mod duties;
mod ground;
mod impulse;
mod manner;
mod march;
pub(crate) mod odds;
mod plan;
mod plans;
mod words;

use crate::kit::ranks::Ranks;
use crate::kit::temper::Nature;
use crate::{Captained, Executor, General, Plan};
use captain::Captain;
use empire::Empire;
use empire::me::MeId;
use engine::Side;
use manner::Manner;

impl Captained for Empire {
    type Command = MeId;

    fn captain() -> General<Empire> {
        General::new(Captain::of(Manner::NOW))
    }

    fn captain_before() -> General<Empire> {
        General::new(Captain::of(Manner::BEFORE))
    }

    const TEMPERS: &'static [(&'static str, &'static str)] = &captain::NAMED;

    fn tempered(temper: usize) -> General<Empire> {
        General::new(Captain::by_nature(Nature::ALL.get(temper).copied()))
    }

    fn plan(view: &Empire, side: Side) -> Plan<MeId> {
        Captain::planned(view, side)
    }

    fn execute(plan: Plan<MeId>) -> General<Empire> {
        General::new(Captain::told(plan))
    }

    const THINKS: &'static str = "act";

    const THOUGHT_COSTS: u64 = 250;

    fn executor() -> Option<Box<dyn Executor<Empire>>> {
        Some(Box::new(Captain::of(Manner::NOW)))
    }

    fn plans(view: &Empire, side: Side) -> Vec<Option<Plan<MeId>>> {
        plans::plans(view, side)
    }

    fn expected(_: &Empire, _: Side) -> Vec<Option<Plan<MeId>>> {
        plans::expected()
    }

    fn said(view: &Empire, plan: &Plan<MeId>) -> Vec<String> {
        plan.clone().lasting(crate::kit::plan::turns_left(view)).said(
            &Ranks::of(view),
            |me| String::from(view.me_name(*me)),
            |n| view.scenario.objectives.get(n).map_or_else(String::new, |place| place.name.clone()),
        )
    }
}
