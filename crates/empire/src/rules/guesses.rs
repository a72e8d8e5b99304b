//! What may be behind what a side does not see of its enemy (`secrets`), for a player who plays battles out from his
//! own view.

use crate::ids::house;
use crate::state::corps::CorpsOrder;
use crate::state::game::Empire;
use crate::state::me::{MeId, MeOrder};
use crate::state::unit::{Profile, Unit, UnitId};
use crate::state::words::{Arm, CorpsOrderKind, Fatigue, Formation, MeOrderKind, Place, Rating};
use dice::Stream;
use engine::Side;
use std::sync::Arc;

/// The view of a side, with what `of`, its enemy, may have been told and may keep back.
pub(crate) fn guessed(view: &Empire, of: Side, luck: &mut Stream) -> Empire {
    let mut guess = view.clone();
    // From here on it is counted again.
    guess.mes.iter_mut().for_each(|me| me.spent = None);
    guess_orders(&mut guess, of, luck);
    if view.rules.plays(house!("secrets", "ratings-hidden")) {
        let likely = [Fatigue::Fresh, Fatigue::Winded, Fatigue::Worn];
        for me in guess.mes.iter_mut().filter(|me| me.side == of) {
            me.fatigue = one_of(&likely, luck).unwrap_or(Fatigue::Fresh);
        }
        let likely = [Rating::Excellent, Rating::Good, Rating::Average, Rating::Poor];
        for leader in guess.leaders.iter_mut().filter(|leader| leader.side == of) {
            leader.rating = one_of(&likely, luck).unwrap_or(Rating::Average);
        }
    }
    guess_waiting(&mut guess, of, luck);
    guess
}

/// Each corps attacks or defends, and its MEs with it; what a broken corps or ME does is public.
fn guess_orders(guess: &mut Empire, of: Side, luck: &mut Stream) {
    for corps in guess.corps.iter_mut().filter(|corps| corps.side == of) {
        let either = one_of(&[CorpsOrderKind::Attack, CorpsOrderKind::Defend], luck);
        let kind = if corps.broken { Some(CorpsOrderKind::Withdraw) } else { either };
        corps.order = kind.map(|kind| CorpsOrder { kind, objective: None });
    }
    for me in guess.mes.iter_mut().filter(|me| me.side == of) {
        let corps = guess.corps.get(usize::from(me.corps.0)).and_then(|corps| corps.order.as_ref());
        let kind = match corps.map(|order| order.kind) {
            _ if me.broken => MeOrderKind::RestRally,
            Some(CorpsOrderKind::Attack) => MeOrderKind::Attack,
            _ => MeOrderKind::Defend,
        };
        me.order = Some(MeOrder { kind, objective: None });
    }
}

/// Each blank is a battalion like one that is known, in the holding area of that one's ME. Units off the end of the
/// list are not guessed: nothing tells of them.
fn guess_waiting(guess: &mut Empire, of: Side, luck: &mut Stream) {
    let is_known = |unit: &Unit| unit.side() == of && unit.arm() == Arm::Infantry && !unit.is_unknown();
    let known: Vec<Arc<Profile>> =
        guess.units.iter().filter(|unit| is_known(unit)).map(|unit| Arc::clone(&unit.profile)).collect();
    let blanks: Vec<UnitId> =
        guess.ids().filter(|id| guess.unit(*id).is_unknown() && guess.unit(*id).side() == of).collect();
    let mut with: Vec<MeId> = Vec::new();
    for blank in blanks {
        let Some(like) = one_of(&known, luck) else { return };
        let profile = Profile { name: "?".into(), ..(*like).clone() };
        let formation = Formation::usual(profile.arm);
        with.push(profile.me);
        *guess.unit_mut(blank) = Unit::new(Arc::new(profile), formation, Place::Holding);
    }
    for id in with {
        let own: Vec<&Unit> = guess.units.iter().filter(|unit| unit.me() == id).collect();
        guess.mes[usize::from(id.0)].settle(&own);
    }
}

fn one_of<T: Clone>(list: &[T], luck: &mut Stream) -> Option<T> {
    list.get(luck.below(list.len() as u32) as usize).cloned()
}
