//! Before the first turn: the sides deploy, and note their first orders.

use super::first_step::initiative_die;
use crate::asks::DeployAsk;
use crate::event::{Event, What};
use crate::game::{Orders, Stage};
use crate::ids::house;
use crate::options;
use crate::question::Answer;
use crate::unit::{Standing, UnitId};
use dice::Pool;
use engine::{Side, Umpire};

fn undeployed(game: &Orders, side: Side) -> Option<UnitId> {
    game.ids().find(|id| {
        let unit = game.unit(*id);
        unit.side() == side && unit.standing == Standing::Undeployed
    })
}

/// The side that loses a die deploys first.
pub(super) fn deploy_roll<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let die = initiative_die(game).unwrap_or(Pool { count: 1, sides: 10 });
    let (french, allied) = (umpire.hand(Side::French).total(die)?, umpire.hand(Side::Allied).total(die)?);
    if french != allied {
        let loser = if french < allied { Side::French } else { Side::Allied };
        game.stage = Stage::Deploy(loser, false);
    }
    Ok(())
}

pub(super) fn deploy<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
    last: bool,
) -> Result<(), U::Pause> {
    let Some(unit) = undeployed(game, side) else {
        game.stage = if last { start_orders(game) } else { Stage::Deploy(side.enemy(), true) };
        return Ok(());
    };
    if game.measured && matches!(options::deployment(game, unit), Answer::Place { at: None, .. }) {
        // No room left in the zone: it comes on later, like a reinforcement.
        game.unit_mut(unit).standing = Standing::AtEdge;
        return Ok(());
    }
    let (pose, formation) = umpire.ask(game, DeployAsk { unit })?;
    let body = game.unit_mut(unit);
    body.standing = Standing::OnTable;
    match pose {
        Some(pose) => body.stand(pose, formation),
        None => body.formation = formation,
    }
    umpire.tell(|| Event::ruled(What::Deployed { unit }, house!("setup.table")));
    Ok(())
}

/// After deployment: the owners note their first orders, unless the battle gives them.
pub(crate) fn start_orders(game: &Orders) -> Stage {
    if game.rules.plays(house!("orders.start", "owner")) {
        Stage::StartOrders(Side::French)
    } else {
        Stage::Dawn
    }
}
