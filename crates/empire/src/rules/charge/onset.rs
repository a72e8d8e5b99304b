//! A charge on the table: who may charge whom, what the target may answer, and what comes of every stage. What follows
//! what stands in `chain`; each stage is thrown there, and here it is told and carried out.

pub mod asks;
mod begins;
mod beyond;
mod declared;
mod ends;
mod fight;
mod foreseen;
mod seen;
mod told;

pub use crate::rules::frame::Occasion;
pub use asks::{Breakthrough, Charged, FollowMe, PressOn};
pub(crate) use declared::{Onset, check, wheel_at};
pub use declared::{charges, reach, sample, targets};
pub use foreseen::{
    foreseen_after, foreseen_beyond, foreseen_by, outlook, outlook_after, outlook_from, threat,
};
pub use seen::{Higher, Holds, InItsArc, Overlaps, Steep, hold};

use crate::charts::Rules;
use crate::ids::house;
use crate::rules::charge::chain::{self, At, Coming, Course, Ears, Reply, Stage};
use crate::rules::march::manoeuvre::lose_order;
use crate::rules::morale::unit_morale::attached;
use crate::state::event::{Event, What};
use crate::state::game::{Charge, Empire};
use crate::state::unit::UnitId;
use crate::state::words::ChargeDoes;
use begins::{begins, declare};
use engine::Umpire;
use fight::Fight;
use std::cell::RefCell;
use std::sync::Arc;

/// A declared charge, whole.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn carry_out<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    onset: Onset,
    occasion: Occasion,
) -> Result<(), U::Pause> {
    let charge = declare(game, umpire, onset, occasion)?;
    charge_home(game, umpire, charge)
}

/// The charge that a breakthrough has led to, if one waits.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn pending<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<bool, U::Pause> {
    let Some(charge) = game.charge.take() else { return Ok(false) };
    let is_there = |unit: UnitId| game.unit(unit).on_table();
    if charge.chargers.iter().all(|unit| is_there(*unit)) && is_there(charge.target) {
        charge_home(game, umpire, charge)?;
    }
    Ok(true)
}

/// A charge from its declaration to its end.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn charge_home<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    declared: Charge,
) -> Result<(), U::Pause> {
    let Some(mut fight) = begins(game, umpire, &declared)? else { return Ok(()) };
    let course = run(game, umpire, &mut fight)?;
    ends::end(game, umpire, &fight, course)
}

/// Goes through the stages, one throw after another, with the questions that stand between them.
fn run<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, fight: &mut Fight) -> Result<Course, U::Pause> {
    let rules = Arc::clone(&game.rules);
    let (charger, target) = (fight.charger, fight.target);
    let mut course = fight.facts.start();
    if fight.facts.reply == Reply::Countercharge {
        umpire.tell(|| {
            Event::ruled(What::Countercharges { unit: target, charger }, house!("charge.countercharge"))
        });
    }
    while !course.is_over() {
        match course.stage() {
            Some(Stage::FollowMe) => {
                let side = game.unit(charger).side();
                let (need, coming) = (fight.facts.follow_me, Coming::boxed(&fight.facts, course));
                if !umpire.ask(game, FollowMe { side, unit: charger, target, need, coming })? {
                    fight.facts.follow_me = 0;
                }
            }
            Some(Stage::Effects)
                if fight.facts.checked(&rules, course.lost, course.is_led()).answer
                    == ChargeDoes::MayClose =>
            {
                let side = game.unit(charger).side();
                let coming = Coming::boxed(&fight.facts, course);
                fight.facts.presses = umpire.ask(game, PressOn { side, unit: charger, target, coming })?;
            }
            _ => {}
        }
        let side = match (course.stage(), course.at) {
            (Some(Stage::Elan | Stage::FollowMe | Stage::Effects | Stage::Close), _) => {
                game.unit(charger).side()
            }
            (Some(_), _) => game.unit(target).side(),
            (None, At::Fought { fought, .. }) => winner(game, fight, fought.charger_wins),
            (None, At::Won { charger_wins, .. } | At::Struck { charger_wins, .. }) => {
                winner(game, fight, charger_wins)
            }
            (None, _) => game.unit(charger).side(),
        };
        let heard = RefCell::new(Vec::new());
        let ears = Ears { hear: &|what| heard.borrow_mut().push(what), exact: true };
        let before = course;
        course = chain::next(umpire.hand(side), &rules, &fight.facts, course, ears)?;
        fight.led |= course.is_led();
        for what in heard.into_inner() {
            told::tell(game, umpire, fight, &rules, before, what)?;
        }
        closes_in(game, umpire, fight, &rules, (before, course));
        // Fire may have struck down who leads it.
        if fight.leader.is_some_and(|id| game.leader(id).is_none_or(|leader| !leader.is_with(charger))) {
            (fight.leader, fight.facts.follow_me) = (None, 0);
        }
        fight.facts.charger.attached = attached(game, charger);
    }
    Ok(course)
}

/// A charge that closes in has come through the fire at it: what that fire has disordered stays so.
fn closes_in<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    fight: &Fight,
    rules: &Rules,
    (before, after): (Course, Course),
) {
    if before.stage() != Some(Stage::Effects) || after.is_over() {
        return;
    }
    let checked = fight.facts.checked(rules, after.lost, fight.led);
    if let Some(cell) = checked.cell.filter(|_| checked.disordered) {
        lose_order(game, umpire, fight.charger, cell);
    }
}

fn winner(game: &Empire, fight: &Fight, charger_wins: bool) -> engine::Side {
    game.unit(if charger_wins { fight.charger } else { fight.target }).side()
}
