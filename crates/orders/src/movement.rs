//! Step 2: what a unit or leader may do, checked before anything changes, and how it is carried out.
//!
//! Marches stand in `march`, the check out of command in `command_check`, charges in `charge`, rides in `leaders`; the
//! geometry and the price of a move in `walk`, the demands of orders in `obedience`.

mod command_check;
mod force_march;
mod march;
mod sample;

use crate::answer::{Act, Answer};
use crate::charge::{self, Declared};
use crate::event::Cause;
use crate::game::Orders;
use crate::ids::house;
use crate::leaders::{self, Ride};
use crate::prospect::{Outlook, Prospect};
use crate::refusal::{Cite, Refusal, not_an_answer, refuse};
use crate::unit::{Standing, Unit, UnitId};
pub(crate) use crate::walk::may_take;
use command_check::check_rouse;
pub(crate) use command_check::{Means, means, rolls_first, rouse};
use dice::Stream;
use engine::wording::says;
use engine::{Ask, Form, FormKind, Side, Umpire};
pub(crate) use force_march::finish;
use force_march::{check_force_march, force_march};
use march::{March, check_enter, check_leave, check_march};
pub(crate) use march::{begin, enters_in, walked};
use serde::Serialize;

/// An act that was checked.
#[derive(Clone, Debug)]
pub enum Granted {
    Rouse { unit: UnitId },
    ForceMarch { unit: UnitId },
    March(March),
    Charge(Declared),
    Enter(March),
    Leave(March),
    Ride(Ride),
}

/// Whether an act may be made now.
///
/// # Errors
/// The refusal, with its rule; nothing has changed.
pub(crate) fn check_act(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    act: &Act,
) -> Result<Granted, Refusal> {
    match act {
        Act::Rouse { unit } => check_rouse(game, side, only, *unit),
        Act::ForceMarch { unit } => check_force_march(game, side, only, *unit),
        Act::March { unit, paces } => check_march(game, side, only, *unit, paces).map(Granted::March),
        Act::Charge { unit, target, wheel, form } => {
            charge::check_charge(game, side, only, *unit, *target, *wheel, *form).map(Granted::Charge)
        }
        Act::Enter { unit, paces } => check_enter(game, side, only, *unit, paces).map(Granted::Enter),
        Act::Leave { unit, paces } => check_leave(game, side, only, *unit, paces).map(Granted::Leave),
        Act::Ride { leader, to, join } => {
            if let Some(unit) = only {
                let why = says(game.name(unit), "[is|are] being moved and [is|are] finished first.");
                return refuse(house!("move.sequence"), why);
            }
            leaders::check_ride(game, side, *leader, *to, *join).map(Granted::Ride)
        }
    }
}

/// Whether a unit of that side may be given anything to do now (ruling move.sequence).
pub(crate) fn may_act(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    standing: Standing,
) -> Result<&Unit, Refusal> {
    let Some(unit) = game.get(id) else { return refuse(Cite::question(), "There is no such unit.") };
    let name = unit.name();
    let sequence = house!("move.sequence");
    if unit.side() != side {
        return refuse(sequence, says(name, "[is|are] not yours to move."));
    }
    if unit.standing != standing {
        let on_table = standing == Standing::OnTable;
        let why = if on_table { "[is|are] not on the table." } else { "do[es] not wait to enter." };
        return refuse(sequence, says(name, why));
    }
    if let Some(first) = only.filter(|only| *only != id) {
        return refuse(sequence, says(game.name(first), "[is|are] being moved and [is|are] finished first."));
    }
    if unit.acted {
        return refuse(sequence, says(name, "[has|have] acted this turn already."));
    }
    if game.in_contact(id) {
        return refuse(house!("melee.locked"), says(name, "[is|are] in contact with the enemy."));
    }
    if game.rules.plays(house!("move.sequence", "corps")) {
        let begun = game.units_of(unit.corps()).any(|(_, other)| other.acted);
        if let Some(other) = game.acting.filter(|acting| begun && *acting != unit.corps()) {
            let why = format!("[has|have] begun to act, and the corps of {name} has had its turn.");
            let why = says(&game.corps(other).name, &why);
            return refuse(sequence, why);
        }
    }
    Ok(unit)
}

/// Carries a checked act out.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    granted: Granted,
) -> Result<(), U::Pause> {
    match granted {
        Granted::Rouse { unit } => rouse(game, umpire, unit).map(drop),
        Granted::ForceMarch { unit } => force_march(game, umpire, unit),
        Granted::March(march) => march::carry_out(game, umpire, march),
        Granted::Charge(declared) => charge::carry_out(game, umpire, declared),
        Granted::Enter(march) => march::enter(game, umpire, &march),
        Granted::Leave(march) => march::leave(game, umpire, &march),
        Granted::Ride(ride) => {
            leaders::ride(game, umpire, ride);
            Ok(())
        }
    }
}

/// A unit has done what it does this turn.
pub(crate) fn done(game: &mut Orders, unit: UnitId) {
    game.unit_mut(unit).acted = true;
    begin_corps(game, unit);
    if game.activation.is_some_and(|activation| activation.unit == unit) {
        game.activation = None;
    }
}

fn begin_corps(game: &mut Orders, unit: UnitId) {
    if game.rules.plays(house!("move.sequence", "corps")) {
        game.acting = Some(game.unit(unit).corps());
    }
}

/// Step 2: the next act of a unit or leader, or the end of movement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Move {
    pub side: Side,
    /// This unit has rolled for command or begun a force march and is finished before the next.
    pub only: Option<UnitId>,
}

impl Ask<Orders> for Move {
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

    fn sample(&self, game: &Orders, luck: &mut Stream) -> Answer {
        sample::act(self, game, luck)
    }

    fn outlook(&self, game: &Orders, answer: &Answer) -> Option<Outlook> {
        let Answer::Act(act) = answer else { return None };
        let prospect = match act {
            Act::Charge { .. } => match self.grant(game, answer).ok()? {
                Some(Granted::Charge(declared)) => Prospect::Charge(declared),
                _ => return None,
            },
            Act::Rouse { unit } => Prospect::Check { unit: *unit, cause: Cause::Command },
            Act::ForceMarch { unit } => Prospect::Check { unit: *unit, cause: Cause::ForceMarch },
            Act::March { .. } | Act::Enter { .. } | Act::Leave { .. } | Act::Ride { .. } => return None,
        };
        prospect.outlook(game)
    }
}

#[cfg(test)]
mod tests;
