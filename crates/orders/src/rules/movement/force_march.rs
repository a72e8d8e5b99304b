//! Force marches: more inches on the road for a check.

use super::activation::{begin_corps, done, may_act};
use super::command_check::{after_failure, means, rolls_first};
use crate::ids::{Ids, house, rule};
use crate::rules::ground;
use crate::rules::morale::{self, Imposed};
use crate::state::event::{Cause, Event, What};
use crate::state::game::{Activation, Orders};
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::Formation;
use engine::Tests as _;
use engine::tested::dice_of;
use engine::{Side, Umpire};
use table::Inches;

pub(super) fn check_force_march(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
) -> Result<(), Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let name = unit.called();
    let timing = house!("force-march.timing");
    let means = means(game, id)?;
    if means.bonus.is_some() {
        return refuse(timing, why!("{} [is|are] on [its|their] force march already.", name));
    }
    if means.failed {
        after_failure(game, unit, &[])?;
    }
    if game.rules.dice(rule!("orders.move.force-march.bonus")).is_none() {
        return refuse(timing, "There are no force marches.");
    }
    let road_only = rule!("orders.move.force-march.road-only");
    let off_road = unit.formation != Formation::Road
        || unit.rect().is_some_and(|rect| !ground::is_on_road(&game.scenario.terrain, rect));
    if off_road && game.rules.on(road_only) {
        return refuse(
            road_only,
            why!("{} [is|are] not in road formation on a road, and only so can [it|they] force march.", name),
        );
    }
    Ok(())
}

pub(super) fn force_march<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    if rolls_first(game, umpire, unit)? {
        return Ok(());
    }
    begin_corps(game, unit);
    if game.rules.plays(house!("force-march.timing", "before")) && !march_check(game, umpire, unit)? {
        if game.unit(unit).on_table() {
            done(game, unit);
        }
        return Ok(());
    }
    let bonus = rule!("orders.move.force-march.bonus");
    let inches = match game.rules.dice(bonus) {
        Some(pool) => umpire.hand(game.unit(unit).side()).amount(dice_of::<Ids>(bonus), pool, "\"")?,
        None => 0,
    };
    umpire.tell(|| Event::new(What::ForceMarches { unit, inches }, &[bonus]));
    let command = game.activation.filter(|activation| activation.unit == unit).and_then(|it| it.command);
    let force_march = Some(Inches::whole(inches.min(60) as i32));
    game.activation = Some(Activation { unit, command, force_march });
    Ok(())
}

/// The check that a force march costs; says whether its first roll passed.
fn march_check<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, unit: UnitId) -> Result<bool, U::Pause> {
    let cost = rule!("orders.move.force-march.cost");
    let checks = game.rules.count(cost);
    let imposed = Imposed { unit, drops: 0, checks, cause: Cause::ForceMarch, enemy: None, rule: Some(cost) };
    morale::suffer(game, umpire, imposed)
}

/// A unit that has rolled or begun a force march does nothing more; a force march has its price whether it went or not.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn finish<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
) -> Result<(), U::Pause> {
    let marched = game.activation.is_some_and(|it| it.unit == unit && it.force_march.is_some());
    done(game, unit);
    if marched && game.rules.plays(house!("force-march.timing", "after")) {
        march_check(game, umpire, unit)?;
    }
    Ok(())
}
