//! What a side does not know of its enemy (ruling secrets): orders, and units that wait in the reserve or in a holding
//! area; in some houses also ratings and fatigue.

use crate::ids::house;
use crate::rules::hour::verdict;
use crate::state::game::Empire;
use crate::state::leader::{Leader, Whereabouts};
use crate::state::me::{Me, MeId};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Campaign, Character, Fatigue, Rating};
use engine::Side;

/// The game as a side knows it; `None`: what both know.
pub(crate) fn seen_by(game: &Empire, side: Option<Side>) -> Empire {
    let hides = |of: Side| Some(of) != side;
    let mut view = game.clone();
    for corps in view.corps.iter_mut().filter(|corps| hides(corps.side)) {
        corps.order = None;
        corps.pending = None;
        corps.reserve.clear();
    }
    for me in view.mes.iter_mut().filter(|me| hides(me.side)) {
        me.order = None;
        me.pending = None;
    }
    if game.rules.plays(house!("secrets", "ratings-hidden")) {
        view.mes.iter_mut().filter(|me| hides(me.side)).for_each(hide_fatigue);
        view.leaders.iter_mut().filter(|leader| hides(leader.side)).for_each(hide_ratings);
    }
    if game.units.iter().any(|unit| unit.waits() && hides(unit.side())) {
        hide_waiting(&mut view, hides);
    }
    view
}

fn hide_fatigue(me: &mut Me) {
    (me.fatigue, me.campaign, me.rose_last_hour) = (Fatigue::Fresh, Campaign::Fresh, false);
}

fn hide_ratings(leader: &mut Leader) {
    (leader.rating, leader.character, leader.bold) = (Rating::Average, Character::Impersonal, false);
    leader.premonition = false;
    leader.rivals.clear();
}

/// Each waiting unit is a blank, those at the end of the list are left off, and its ME is what the others make of it.
fn hide_waiting(view: &mut Empire, hides: impl Fn(Side) -> bool) {
    let waits = |unit: &Unit| unit.waits() && hides(unit.side());
    let mut with: Vec<MeId> = view.units.iter().filter(|unit| waits(unit)).map(Unit::me).collect();
    with.dedup();
    for me in &with {
        // It is told at the end of each hour, so it is no secret; how many wait is one.
        let spent = verdict::is_spent(view, *me);
        view.mes[usize::from(me.0)].spent = Some(spent);
    }
    let hidden: Vec<UnitId> = view.ids().filter(|id| waits(view.unit(*id))).collect();
    for leader in &mut view.leaders {
        if let Whereabouts::Unit(unit) = leader.place
            && hidden.contains(&unit)
        {
            leader.place = leader.me.map_or(Whereabouts::Free(None), Whereabouts::Me);
        }
    }
    for unit in &hidden {
        let side = view.unit(*unit).side();
        let me = view.mes_of(side).next().unwrap_or(MeId(0));
        *view.unit_mut(*unit) = Unit::unknown(side, me);
    }
    while view.units.last().is_some_and(Unit::is_unknown) {
        view.units.pop();
    }
    for id in with {
        let known: Vec<&Unit> =
            view.units.iter().filter(|unit| unit.me() == id && !unit.is_unknown()).collect();
        view.mes[usize::from(id.0)].settle(&known);
    }
}
