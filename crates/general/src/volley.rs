//! The captain of the volley game: exact odds before a charge, guns laid on the best target, squares against horse,
//! ground at the end.

mod captain;
mod charge;
mod choice;
mod command;
mod draft;
mod drill;
mod entry;
mod foot;
mod going;
mod ground;
mod guns;
mod horse;
mod lanes;
mod lines;
mod manner;
mod march;
mod mind;
mod nearest;
pub(crate) mod odds;
mod phase;
mod plan;
mod plans;
mod relief;
mod shots;
mod steady;
mod sticks;
mod temper;
mod words;

use crate::kit::ranks::Ranks;
use crate::{Captained, Executor, General, Plan};
use captain::Captain;
use engine::Side;
use manner::Manner;
use volley::Volley;

impl Captained for Volley {
    type Command = String;

    fn captain() -> General<Volley> {
        General::new(Captain::of(Manner::NOW))
    }

    fn captain_before() -> General<Volley> {
        General::new(Captain::of(Manner::BEFORE))
    }

    const TEMPERS: &'static [(&'static str, &'static str)] = temper::NAMED;

    fn tempered(temper: usize) -> General<Volley> {
        General::new(Captain::by_nature(temper))
    }

    fn plan(view: &Volley, side: Side) -> Plan<String> {
        Captain::planned(view, side)
    }

    fn execute(plan: Plan<String>) -> General<Volley> {
        General::new(Captain::told(plan))
    }

    const THOUGHT_COSTS: u64 = 12;

    fn executor() -> Option<Box<dyn Executor<Volley>>> {
        Some(Box::new(Captain::of(Manner::NOW)))
    }

    fn plans(view: &Volley, side: Side) -> Vec<Option<Plan<String>>> {
        Captain::plans(view, side)
    }

    fn expected(view: &Volley, side: Side) -> Vec<Option<Plan<String>>> {
        Captain::expected(view, side)
    }

    fn said(view: &Volley, plan: &Plan<String>) -> Vec<String> {
        plan.clone().lasting(crate::kit::plan::turns_left(view)).said(&Ranks::of(view), String::clone, |n| {
            view.scenario.objectives.get(n).map_or_else(String::new, |place| place.name.clone())
        })
    }
}
