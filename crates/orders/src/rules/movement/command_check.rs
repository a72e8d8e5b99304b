//! What a unit has for its move: whole in command; out of it after a check, half or next to nothing.

use super::activation::{begin_corps, done, may_act};
use crate::ids::{house, rule};
use crate::rules::command::{self, InCommand};
use crate::rules::morale;
use crate::rules::movement::budget::Share;
use crate::rules::movement::walk::A_HAIR;
use crate::state::answer::Pace;
use crate::state::event::Cause;
use crate::state::game::{Activation, Orders};
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Standing, Unit, UnitId};
use engine::{Fact, Side, Umpire};
use rulebook::RuleId;
use table::{EIGHTH, Inches};

/// What a unit has for its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means {
    pub(crate) budget: Share,
    /// Inches of a force march.
    pub(crate) bonus: Option<Inches>,
    /// Out of command, and its check failed.
    pub(crate) failed: bool,
    /// The rule it has it by.
    pub(super) rule: Option<RuleId>,
}

/// What a unit has for its move, or that it must roll first.
pub(crate) fn means(game: &Orders, id: UnitId) -> Result<Means, Refusal> {
    let activation = game.activation.filter(|activation| activation.unit == id);
    let bonus = activation.and_then(|activation| activation.force_march);
    let inside = rule!("orders.command.inside");
    let free =
        Means { budget: Share::WHOLE, bonus, failed: false, rule: game.rules.on(inside).then_some(inside) };
    let half = rule!("orders.command.outside.pass");
    match activation.and_then(|activation| activation.command) {
        Some(true) => Ok(match game.rules.ratio(half) {
            Some((parts, of)) => {
                Means { budget: Share::new(u64::from(parts), u64::from(of)), rule: Some(half), ..free }
            }
            None => Means { rule: None, ..free },
        }),
        Some(false) => Ok(Means { failed: true, rule: None, ..free }),
        None => {
            let in_command = !game.measured || InCommand { unit: id }.measure(game);
            if !in_command || (game.measured && !game.rules.on(inside)) {
                must_not_roll(game, id, in_command)?;
                return Ok(Means { rule: None, ..free });
            }
            Ok(free)
        }
    }
}

fn must_not_roll(game: &Orders, id: UnitId, in_command: bool) -> Result<(), Refusal> {
    if !command::must_roll(game, in_command) {
        return Ok(());
    }
    let why = why!(
        "{} [is|are] outside [its|their] commander's radius and roll[s] a check before [it moves|they move].",
        game.called(id)
    );
    refuse(rule!("orders.command.outside.check"), why)
}

/// A failed check leaves a change of formation or a wheel on the spot, or nothing at all.
pub(super) fn after_failure(game: &Orders, unit: &Unit, paces: &[Pace]) -> Result<(), Refusal> {
    let name = unit.called();
    if does_nothing(game) {
        let why = why!("{} failed [its|their] check out of command and do[es] nothing.", name);
        return refuse(house!("command.outside.fail-actions"), why);
    }
    let allowed = match paces {
        [Pace::Form(_)] => true,
        [Pace::Wheel(turn)] => turn.abs() <= EIGHTH + A_HAIR,
        [Pace::Face(facing)] => {
            unit.pose.is_none_or(|pose| pose.facing.off(*facing).abs() <= EIGHTH + A_HAIR)
        }
        _ => false,
    };
    if allowed {
        return Ok(());
    }
    let why = why!(
        "{} failed [its|their] check out of command: [it|they] may change formation or wheel up to 45° in place.",
        name
    );
    refuse(rule!("orders.command.outside.fail"), why)
}

/// Whether a unit that failed its command check may do nothing at all.
pub(super) fn does_nothing(game: &Orders) -> bool {
    !game.rules.on(rule!("orders.command.outside.fail"))
        || game.rules.plays(house!("command.outside.fail-actions", "none"))
}

pub(super) fn check_rouse(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
) -> Result<(), Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    if game.activation.is_some_and(|activation| activation.unit == id && activation.command.is_some()) {
        let why = why!("{} [has|have] rolled for command already.", unit.called());
        return refuse(house!("command.outside.mc"), why);
    }
    let in_command = game.measured && InCommand { unit: id }.measure(game);
    if !command::must_roll(game, in_command) {
        let why = why!("{} [is|are] in command and move[s] without a check.", unit.called());
        return refuse(rule!("orders.command.inside"), why);
    }
    Ok(())
}

/// The check of a unit out of command; says whether it passed.
pub(crate) fn rouse<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<bool, U::Pause> {
    let passes = morale::single_roll(game, umpire, unit, Cause::Command)?;
    begin_corps(game, unit);
    if !game.unit(unit).on_table() {
        return Ok(false);
    }
    if !passes && does_nothing(game) {
        done(game, unit);
    } else {
        game.activation = Some(Activation { unit, command: Some(passes), force_march: None });
    }
    Ok(passes)
}

/// Beside real figures the radius was not measured yet: a unit that turns out to be outside rolls, and is then asked
/// again.
pub(crate) fn rolls_first<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<bool, U::Pause> {
    let rolled =
        game.activation.is_some_and(|activation| activation.unit == unit && activation.command.is_some());
    if game.measured || rolled {
        return Ok(false);
    }
    let noted = game.rules.plays(house!("command.measure", "turn-start"));
    let in_command = if noted { !game.unit(unit).outside } else { umpire.see(game, InCommand { unit })? };
    if command::must_roll(game, in_command) {
        rouse(game, umpire, unit)?;
        return Ok(true);
    }
    Ok(false)
}
