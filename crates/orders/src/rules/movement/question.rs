//! Step 2: what a side is asked.

use super::{Granted, check_act, sample};
use crate::rules::movement::options;
use crate::rules::orders::obedience;
use crate::rules::outlook::{self, Outlook};
use crate::state::answer::{Act, Answer};
use crate::state::event::Cause;
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, not_an_answer};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::Formation;
use dice::Stream;
use engine::wording::says;
use engine::{Ask, Form, FormKind, Idle, Side};
use serde::Serialize;

/// Step 2: the next act of a unit or leader, or the end of movement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    pub side: Side,
    /// This unit has rolled for command or begun a force march and is finished before the next.
    pub only: Option<UnitId>,
}

impl Ask<Orders> for Move {
    const WORD: &'static str = "order";
    type Granted = Option<Granted>;

    fn side(&self, _: &Orders) -> Side {
        self.side
    }

    fn grant(&self, game: &Orders, answer: &Answer) -> Result<Option<Granted>, Refusal> {
        if *answer == Answer::No {
            return Ok(None);
        }
        let Answer::Act(act) = answer else {
            return not_an_answer("a move, a charge, a leader's ride, or the end of movement.");
        };
        check_act(game, self.side, self.only, act).map(Some)
    }

    fn decline(&self, _: &Orders) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Orders) -> String {
        match self.only {
            Some(unit) if game.activation.is_some_and(|activation| activation.command == Some(false)) => {
                says(
                    game.name(unit),
                    "failed [its|their] check and may only change formation or wheel in place; finish before the next.",
                )
            }
            Some(unit) => says(game.name(unit), "may act now; finish before the next."),
            None => "Choose a unit to move or charge, a leader to ride, or end movement.".to_owned(),
        }
    }

    fn waited_for(&self, _: &Orders) -> String {
        "their movement.".to_owned()
    }

    fn form(&self, game: &Orders) -> Form<Answer> {
        let end = match self.only {
            Some(unit) => format!("Done with {}", game.name(unit)),
            None => "End phase".to_owned(),
        };
        Form::new(FormKind::Orders, self.only).or(end, "", Answer::No)
    }

    fn idle(&self, game: &Orders) -> Idle {
        if self.only.is_some() {
            return Idle::default();
        }
        let is_free = |id: &UnitId| {
            let unit = game.unit(*id);
            let there = matches!(unit.standing, Standing::OnTable | Standing::AtEdge);
            unit.side() == self.side && there && !unit.acted && !game.in_contact(*id)
        };
        // Guns that stand to fire wait for no orders.
        let waits = |id: &UnitId| {
            game.unit(*id).formation != Formation::Unlimbered && options::may_do_anything(game, *id)
        };
        let (units, others): (Vec<UnitId>, Vec<UnitId>) = game.ids().filter(is_free).partition(waits);
        // A unit that stands where its order does not want it is moved (ruling orders.enforcement), guns too.
        let is_moved = |id: &UnitId| obedience::is_moved_if_idle(game, *id);
        let can_go = |id: &UnitId| is_moved(id) && obedience::obeying(game, *id).is_some();
        let moved = units.iter().copied().filter(is_moved).chain(others.into_iter().filter(can_go)).collect();
        let at_post = units.iter().copied().filter(|unit| obedience::is_at_post(game, *unit)).collect();
        Idle { units, moved, at_post }
    }

    fn sample(&self, game: &Orders, luck: &mut Stream) -> Answer {
        sample::act(self, game, luck)
    }

    fn outlook(&self, game: &Orders, answer: &Answer) -> Option<Outlook> {
        let Answer::Act(act) = answer else { return None };
        match act {
            Act::Charge { .. } => match self.grant(game, answer).ok()? {
                Some(Granted::Charge(declared)) => outlook::ordered(game, declared),
                _ => None,
            },
            Act::Rouse { unit } => outlook::check(game, *unit, Cause::Command),
            Act::ForceMarch { unit } => outlook::check(game, *unit, Cause::ForceMarch),
            Act::March { .. } | Act::Enter { .. } | Act::Leave { .. } | Act::Ride { .. } => None,
        }
    }
}
