//! After a melee, or where a charge met no enemy: moving up to the ground the enemy has left.
//!
//! As printed no unit does; three rulings allow it.

use crate::ids::house;
use crate::rules::command::leaders;
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::{Charge, Orders};
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use engine::wording::says;
use engine::{Form, Routine, Side, Umpire, YesOrNo};
use serde::Serialize;
use table::{Face, Inches, Pose, Rect, steps_along};

/// An advance stops this far from any enemy.
const SHORT: Inches = Inches::whole(1);
const STEP: Inches = Inches::mils(125);

/// The winner of a melee may go after the enemy, or must.
pub(crate) fn after_melee<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    charge: &Charge,
) -> Result<(), U::Pause> {
    let stood = |unit: UnitId| game.unit(unit).on_table() && !game.unit(unit).driven;
    let (winner, loser) = match (stood(charge.charger), stood(charge.target)) {
        (true, false) => (charge.charger, charge.target),
        // The defender has its enemy ahead of it only if it was struck in front.
        (false, true) if charge.face == Face::Front => (charge.target, charge.charger),
        _ => return Ok(()),
    };
    let routed = !game.unit(loser).on_table();
    let rules = &game.rules;
    if rules.plays(house!("melee.pursuit", "cavalry-pursues")) && game.unit(winner).arm().is_cavalry() {
        let column = rules.rate(game.unit(winner).arm(), Formation::Column);
        let by = column.map_or(Inches::ZERO, |(_, inches)| inches.half());
        return advance(game, umpire, winner, by, house!("melee.pursuit"), Pursuit::Must);
    }
    let by = ground_left(game, charge, loser);
    if rules.plays(house!("melee.pursuit", "may-advance")) {
        advance(game, umpire, winner, by, house!("melee.pursuit"), Pursuit::May)
    } else if routed && rules.plays(house!("melee.removed", "advances")) {
        advance(game, umpire, winner, by, house!("melee.removed"), Pursuit::May)
    } else {
        Ok(())
    }
}

/// A charger whose target is gone.
pub(crate) fn after_miss<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    charge: &Charge,
) -> Result<(), U::Pause> {
    if !game.rules.plays(house!("charge.target-gone", "advances")) {
        return Ok(());
    }
    let by = ground_left(game, charge, charge.target);
    advance(game, umpire, charge.charger, by, house!("charge.target-gone"), Pursuit::May)
}

/// How deep the ground is that one of the two has left, as the other goes straight ahead.
fn ground_left(game: &Orders, charge: &Charge, loser: UnitId) -> Inches {
    let footprint = game.unit(loser).footprint();
    let sideways = loser == charge.target && matches!(charge.face, Face::Left | Face::Right);
    if sideways { footprint.width } else { footprint.depth }
}

/// Whether a unit must go on, or its owner is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pursuit {
    Must,
    May,
}

/// A unit moves straight ahead by this, as long as nothing is in its way, if its owner wishes or the house says so.
fn advance<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    unit: UnitId,
    by: Inches,
    ruling: u16,
    pursuit: Pursuit,
) -> Result<(), U::Pause> {
    let body = game.unit(unit);
    if body.arm().is_artillery() || body.in_panic() || body.is_square() || game.in_contact(unit) {
        return Ok(());
    }
    let (formation, pose) = (body.formation, body.pose);
    let to = match pose {
        Some(pose) => match way_ahead(game, unit, pose, by) {
            Some(to) => Some(to),
            None => return Ok(()),
        },
        None => None,
    };
    if pursuit == Pursuit::May && !umpire.ask(game, Advance { unit })? {
        return Ok(());
    }
    placing::stand(game, unit, to, formation);
    umpire.tell(|| Event::ruled(What::Advances { unit }, ruling));
    leaders::overrun(game, umpire, game.unit(unit).side())
}

/// How far a unit gets straight ahead; `None`: not at all.
fn way_ahead(game: &Orders, unit: UnitId, pose: Pose, by: Inches) -> Option<Pose> {
    let body = game.unit(unit);
    let footprint = body.footprint();
    let places = |rect: &Rect| {
        let touched = game.scenario.terrain.touched(rect);
        touched.filter(|(_, feature)| ground::place_of(&game.rules, feature).is_some()).count()
    };
    let outside = game.rules.plays(house!("charge.garrison", "at-edge"));
    let before = places(&Rect::new(pose, footprint));
    let free = |pose: &Pose| {
        let rect = Rect::new(*pose, footprint);
        let clear = placing::fits(game, unit, *pose, body.formation);
        let far = placing::nearest_enemy(game, body.side(), &rect).is_none_or(|(_, gap)| gap >= SHORT);
        // A unit that has charged a place at its edge stays outside.
        clear && far && (!outside || places(&rect) <= before)
    };
    steps_along(pose, pose.facing, by, STEP).map(|(_, pose)| pose).take_while(free).last()
}

/// Follow up onto the ground the enemy has left (rulings melee.pursuit, charge.target-gone, melee.removed)?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advance {
    pub unit: UnitId,
}

impl YesOrNo<Orders> for Advance {
    const WORD: &'static str = "advance";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("The enemy before them is gone: follow up"));

    fn side(&self, game: &Orders) -> Side {
        game.side_of(self.unit)
    }

    fn silence_is_yes(&self, game: &Orders) -> bool {
        game.rules.plays(house!("choice.default", "accept"))
    }

    fn prompt(&self, game: &Orders) -> String {
        format!("The enemy before {} is gone: follow up?", game.name(self.unit))
    }

    fn waited_for(&self, game: &Orders) -> String {
        format!("whether {} up.", says(game.name(self.unit), "follow[s]"))
    }

    fn form(&self, _: &Orders) -> Form<Answer> {
        let follow = ("Follow up", "advance onto the ground they left");
        Form::yes_or_no(Some(self.unit), follow, ("Stay", "hold where it stands"))
    }
}
