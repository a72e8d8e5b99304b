//! Reinforcements that arrive in step 2, and who leads them.

use crate::ids::house;
use crate::rules::ground::placing;
use crate::state::event::Working;
use crate::state::event::{Event, What};
use crate::state::game::Orders;
use crate::state::scenario::{Placed, Reinforcement};
use crate::state::unit::{Awaited, Corps, CorpsId, GeneralId, Leader, Presence, Standing, Unit, UnitId};
use crate::state::words::Formation;
use dice::Pool;
use engine::Tests as _;
use engine::{Side, Umpire};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) fn reinforcements_arrive<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
) -> Result<(), U::Pause> {
    umpire.uncovers(side);
    let mut waiting = Vec::new();
    let mut here: Vec<Reinforcement> = Vec::new();
    for coming in std::mem::take(&mut game.coming) {
        let due = coming.side == side && coming.turn <= game.turn;
        let mut arrives = due;
        if due && game.rules.plays(house!("reinforcements", "d10")) {
            let (die, need) = (Pool { count: 1, sides: 10 }, (house!("reinforcements"), 6));
            arrives =
                umpire.hand(side).at_least(die, need, &Working::default(), ["arrives", "does not come"])?;
            umpire.tell(|| Event::ruled(What::ReinforcementRoll { side, arrives }, house!("reinforcements")));
        }
        if arrives { here.push(coming) } else { waiting.push(coming) }
    }
    game.coming = waiting;
    for coming in here {
        let coming = enrol(game, coming);
        let corps = coming.units.iter().map(|placed| placed.profile.corps);
        let new: BTreeSet<CorpsId> = corps.filter(|corps| !game.has_come(*corps)).collect();
        for Placed { profile, level, .. } in &coming.units {
            let id = UnitId(game.units.len() as u16);
            let level = level.unwrap_or_else(|| game.rules.starts_at(profile.troop));
            let mut unit = Unit::new(Arc::clone(profile), Formation::Column, level, Standing::AtEdge);
            unit.pose = game.measured.then(|| placing::at_edge(game, side, coming.point));
            game.units.push(unit);
            umpire.tell(|| Event::ruled(What::Arrives { unit: id }, house!("reinforcements")));
        }
        for corps in new {
            // What it does is seen.
            let order = game.corps(corps).order;
            let seen = What::Revealed { corps, order, before: order };
            umpire.tell(|| Event::ruled(seen, house!("reinforcements")));
        }
    }
    Ok(())
}

/// The corps that come with a reinforcement, and who leads them, are counted among the others.
fn enrol(game: &mut Orders, mut coming: Reinforcement) -> Reinforcement {
    for at in 0..game.awaited.len() {
        let Awaited { id, here: None, .. } = game.awaited[at] else { continue };
        if !coming.units.iter().any(|placed| placed.profile.corps == id) {
            continue;
        }
        let (number, commander) = (CorpsId(game.corps.len() as u16), GeneralId(game.leaders.len() as u16));
        game.awaited[at].here = Some(number);
        let Awaited { corps, leader, .. } = game.awaited[at].clone();
        game.corps.push(Corps { commander, ..corps });
        let at = game.measured.then_some(coming.point);
        game.leaders_mut().push(Leader { corps: Some(number), presence: Presence::Present, at, ..leader });
        let waiting = game.coming.iter_mut().flat_map(|waiting| &mut waiting.units);
        for placed in coming.units.iter_mut().chain(waiting).filter(|placed| placed.profile.corps == id) {
            *placed = placed.under(number);
        }
    }
    coming
}
