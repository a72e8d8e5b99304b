//! Reinforcements that arrive in step 2, and who leads them.

use crate::event::{Event, What};
use crate::game::Orders;
use crate::ids::house;
use crate::scenario::{Placed, Reinforcement};
use crate::unit::{CorpsId, Leader, Presence, Standing, Unit, UnitId};
use crate::{options, placing};
use dice::Pool;
use engine::{Side, Umpire};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) fn reinforcements_arrive<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    let mut waiting = Vec::new();
    let mut here: Vec<Reinforcement> = Vec::new();
    for coming in std::mem::take(&mut game.coming) {
        let due = coming.side == side && coming.turn <= game.turn;
        let arrives = due
            && (!game.rules.plays(house!("reinforcements", "d10"))
                || umpire.read(Pool { count: 1, sides: 10 }, |die| die >= 6)?);
        if arrives { here.push(coming) } else { waiting.push(coming) }
    }
    game.coming = waiting;
    for coming in here {
        let corps = coming.units.iter().map(|placed| placed.profile.corps);
        let new: BTreeSet<CorpsId> = corps.filter(|corps| !game.has_come(*corps)).collect();
        for Placed { profile, level, .. } in &coming.units {
            let id = UnitId(game.units.len() as u16);
            let formation = options::marching_formation(profile.arm);
            let level = level.unwrap_or_else(|| game.rules.starts_at(profile.troop));
            let mut unit = Unit::new(Arc::clone(profile), formation, level, Standing::AtEdge);
            unit.pose = game.measured.then(|| placing::at_edge(game, side, coming.point.x));
            game.units.push(unit);
            umpire.tell(|| Event::ruled(What::Arrives { unit: id }, house!("reinforcements")));
        }
        for corps in new {
            corps_arrives(game, umpire, corps, &coming);
        }
    }
    Ok(())
}

/// With the first units of a corps comes who leads it, and what it does is seen.
fn corps_arrives<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, id: CorpsId, coming: &Reinforcement) {
    let measured = game.measured;
    let leads = |leader: &Leader| leader.corps == Some(id);
    let with = coming.leaders.iter().find(|leader| game.leader(**leader).is_some_and(leads));
    if let Some(leader) = with.and_then(|leader| game.leaders.get_mut(usize::from(leader.0))) {
        leader.presence = Presence::Present;
        leader.at = measured.then_some(coming.point);
    }
    let order = game.corps(id).order;
    umpire
        .tell(|| Event::ruled(What::Revealed { corps: id, order, before: order }, house!("reinforcements")));
}
