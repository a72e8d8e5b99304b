//! The outlook of a charge: from its order, from the moment it strikes, or only its melee.

use super::{About, FIRE, MAY_FIRE_TOO, Outlook, WholeCharge, turned};
use crate::ids::house;
use crate::rules::chain::{Body, ChargeFacts, SUPPORT};
use crate::rules::charge::{self, Declared, RoomForSquare};
use crate::rules::command::leaders;
use crate::rules::fire::{self, ShelterOf, ShotFacts};
use crate::rules::ground;
use crate::rules::turn::sequence;
use crate::state::answer::Shot;
use crate::state::game::{Charge, Orders, Stage};
use crate::state::unit::UnitId;
use crate::state::words::{Aspect, Formation};
use engine::Fact as _;
use engine::desk::FactSet as _;
use engine::outlook::measuring;

/// What a charge is reckoned with.
const ALL_FIRE: &str =
    "Everybody who may fire at the charger does; whoever gives way goes back from the enemy in contact.";

/// A charge that may be made now: it is made on a copy of the table, to see who stands where then.
pub(crate) fn ordered(game: &Orders, declared: Declared) -> Option<Outlook> {
    let (unit, target) = declared.pair();
    let mut after = game.clone();
    let may_square = measuring(|eyes| {
        if !charge::strikes(&mut after, eyes, declared)? {
            return Ok(None);
        }
        let room = || RoomForSquare { unit: target }.measure(&after);
        let may_square = charge::may_try_square(&after, unit, target) && room();
        leaders::overrun(&mut after, eyes, game.unit(unit).side())?;
        Ok(Some(may_square))
    })?;
    let charge = contact(&after, unit, target)?.clone();
    come_in(&after, About::Charge, &charge, may_square)
}

/// A charge that has struck, and its target may form square.
pub(crate) fn struck(game: &Orders, charger: UnitId, target: UnitId, tries: bool) -> Option<Outlook> {
    let charge = contact(game, charger, target)?;
    come_in(game, About::Square, charge, tries)
}

/// Step 5: the rounds of one charger and its target. Several who fight as one are more than the chart knows.
pub(crate) fn melee(game: &Orders, charger: UnitId) -> Option<Outlook> {
    let open = |charge: &&Charge| charge.charger == charger && charge.contact && !charge.fought;
    let charge = game.charges.iter().find(open)?;
    let together = game.chargers_of(charge.target).count() > 1;
    let combined = together && game.rules.plays(house!("melee.multiple", "combined"));
    if combined || game.unit(charger).locked {
        return None;
    }
    weigh(game, About::Melee, charge, &met(game, charge), Vec::new())
}

/// A charge that was not ordered yet, as if it came in from where the two stand; only the target fires.
pub(crate) fn threat(game: &Orders, unit: UnitId, target: UnitId) -> Option<Outlook> {
    let (us, foe) = (game.unit(unit), game.unit(target));
    if !game.measured || us.arm().is_artillery() || us.in_panic() || !us.on_table() || !foe.on_table() {
        return None;
    }
    let from = us.pose?;
    let hit = charge::aspect(game, target, from.centre(us.footprint()));
    let charge = Charge {
        charger: unit,
        target,
        from: Some(from),
        face: table::Face::Front,
        hit,
        crossed: ground::crosses_line(game, from.at, target),
        contact: true,
        fought: false,
    };
    let mut then = game.clone();
    then.mover = us.side();
    begin_step_3(&mut then);
    let mut met = met(game, &charge);
    if met.charger.formation == Formation::Road {
        // It would form column first.
        met.charger.formation = Formation::Column;
    }
    // It would leave what it garrisons.
    met.charger.garrison = None;
    let facts = ChargeFacts {
        target_fires: hit == Aspect::Front && fire::may_fire(&then, target).is_ok(),
        tries_square: charge::may_try_square(game, unit, target)
            && RoomForSquare { unit: target }.measure(game),
        ..met
    };
    weigh(game, About::Charge, &charge, &facts, Vec::new())
}

fn contact(game: &Orders, charger: UnitId, target: UnitId) -> Option<&Charge> {
    game.charges.iter().find(|charge| charge.contact && charge.charger == charger && charge.target == target)
}

/// The two of a charge in contact, without fire and without square.
fn met(game: &Orders, charge: &Charge) -> ChargeFacts {
    let Charge { charger, target, hit, crossed, .. } = *charge;
    let from_fire = ShelterOf { unit: charger, from: target, crossed: None }.measure(game);
    let in_melee = ShelterOf { unit: target, from: charger, crossed: Some(crossed) }.measure(game);
    ChargeFacts {
        charger: Body::of(game, charger, from_fire),
        target: Body::of(game, target, in_melee),
        hit,
        rain: game.rain,
        ..ChargeFacts::blank()
    }
}

/// A charge in contact, with the fire of step 3 before it.
fn come_in(game: &Orders, about: About, charge: &Charge, tries_square: bool) -> Option<Outlook> {
    let Charge { charger, target, .. } = *charge;
    let mut then = game.clone();
    begin_step_3(&mut then);
    let side = then.unit(target).side();
    let shot_of = |unit: UnitId| Shot { unit, target: charger };
    let fires = |unit: UnitId| fire::check_shot(&then, side, shot_of(unit)).is_ok();
    let others = then.of(side).map(|(unit, _)| unit).filter(|unit| *unit != target && fires(*unit));
    let mut others: Vec<(UnitId, ShotFacts)> =
        others.map(|unit| (unit, fire::facts(&then, shot_of(unit)))).collect();
    let danger = |shot: &ShotFacts| {
        let (Some((_, pool)), Some(need)) = (fire::pool(&game.rules, shot), fire::need(&game.rules, shot))
        else {
            return 0;
        };
        let past = pool.sides as i32 + 1;
        pool.count as i32 * (past - need.face.clamp(1, past))
    };
    others.sort_by_key(|(unit, shot)| (-danger(shot), *unit));
    let facts = ChargeFacts { tries_square, target_fires: fires(target), ..met(&then, charge) };
    weigh(&then, about, charge, &facts, others)
}

/// As if the moving side had ended its movement.
fn begin_step_3(game: &mut Orders) {
    measuring(|eyes| {
        sequence::begin_fire(game, eyes, Stage::DefenderFires);
        Ok(())
    });
}

/// A charge with the shots of others, the most dangerous first; more than the chain follows are only named.
fn weigh(
    game: &Orders,
    about: About,
    charge: &Charge,
    facts: &ChargeFacts,
    mut others: Vec<(UnitId, ShotFacts)>,
) -> Option<Outlook> {
    let Charge { charger, target, .. } = *charge;
    let besides = others.split_off(others.len().min(SUPPORT));
    let mut facts = *facts;
    (facts.charger.cornered, facts.charger.edge) = super::way_back(game, charger, target);
    (facts.target.cornered, facts.target.edge) = super::way_back(game, target, charger);
    for (place, (_, shot)) in facts.support.iter_mut().zip(&others) {
        *place = Some(*shot);
    }
    let chart =
        WholeCharge { facts, others: facts.support, others_fire: !others.is_empty(), ..WholeCharge::blank() };
    let turns = turned::charge(game, charge, about, !others.is_empty());
    let mut outlook = Outlook::charted(&game.rules, about, (charger, Some(target)), chart, turns);
    outlook.others = others.iter().map(|(unit, _)| *unit).collect();
    let outlook = match about {
        About::Melee => outlook.titled("{unit} fight[s] {foe}"),
        About::Square => outlook.titled("{unit} come[s] in on {foe}").under_fire(FIRE).caveat(ALL_FIRE),
        About::Charge | About::Shot | About::Check(_) => {
            outlook.titled("{unit} charge[s] {foe}").under_fire(FIRE).caveat(ALL_FIRE)
        }
    };
    Some(outlook.caveat(MAY_FIRE_TOO).beside(besides.into_iter().map(|(unit, _)| unit).collect()))
}
