//! Step 2: what a side is asked.

use super::{Granted, check_act, sample};
use crate::rules::outlook::{self, Outlook};
use crate::rules::{obedience, options};
use crate::state::answer::{Act, Answer};
use crate::state::event::Cause;
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, not_an_answer};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::Formation;
use dice::Stream;
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
        match answer {
            Answer::No => Ok(None),
            Answer::Act(act) => check_act(game, self.side, self.only, act).map(Some),
            _ => not_an_answer("a move, a charge, a leader's ride, or the end of movement."),
        }
    }

    fn decline(&self, _: &Orders) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Orders) -> String {
        match self.only {
            Some(unit) => format!("{} may act now; finish before the next.", game.name(unit)),
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
        let waits = |id: &UnitId| {
            let unit = game.unit(*id);
            let there = matches!(unit.standing, Standing::OnTable | Standing::AtEdge);
            let free = !unit.acted && !game.in_contact(*id);
            let is_ours = unit.side() == self.side && there && free;
            is_ours && unit.formation != Formation::Unlimbered && options::may_do_anything(game, *id)
        };
        if self.only.is_some() {
            return Idle::default();
        }
        let units: Vec<UnitId> = game.ids().filter(waits).collect();
        // Whoever stands where his order does not want him is moved (ruling orders.enforcement).
        let moved = units.iter().copied().filter(|unit| obedience::is_moved_if_idle(game, *unit)).collect();
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
