//! The hasty square: infantry that cavalry charges closes up as it is struck, and its chargers line up on it again.

pub(crate) mod trial;

use crate::ids::{house, rule};
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::rules::morale;
use crate::rules::outlook::{self, Outlook};
use crate::state::answer::Answer;
use crate::state::event::{Cause, Event, What};
use crate::state::game::{Charge, Orders};
use crate::state::unit::UnitId;
use crate::state::words::Formation;
use engine::wording::says;
use engine::{Form, Routine, Side, Umpire, YesOrNo};
use serde::Serialize;
use table::{Inches, Pose, Rect, flush};
use trial::{square_test, squares_up};

pub(crate) use trial::may_square_up;
pub use trial::may_try_square;

/// A charger that finds no room on its face looks aside and back in such steps.
const STEP: Inches = Inches::mils(25);
/// As far as it is pushed back.
const FARTHEST: Inches = Inches::whole(2);

engine::sight! {
    /// A unit that cavalry charges has open ground and room for a square.
    pub struct RoomForSquare of Orders { pub unit: UnitId } -> bool;
    word: "room-for-square";
    about: |f, _| [f.unit];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |fact, game| room(game, fact.unit).is_some();
    text: |fact, game| format!("Is {} outside rough ground, with room to form square?", game.name(fact.unit));
    answers: |_, _| YesNo;
}

/// Infantry that cavalry charges may try to form square as it is struck (ruling hasty-square).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn hasty_square<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    charger: UnitId,
    target: UnitId,
) -> Result<(), U::Pause> {
    if !may_try_square(game, charger, target) || !umpire.see(game, RoomForSquare { unit: target })? {
        return Ok(());
    }
    if !umpire.ask(game, HastySquare { unit: target, charger })? {
        return Ok(());
    }
    let passes = morale::single_roll(game, umpire, target, Cause::Square)?;
    if squares_up(&game.rules, square_test(&game.rules), passes) && game.unit(target).on_table() {
        if game.measured {
            // A friend shaken by the roll may have fallen back into the way.
            let Some(room) = room(game, target) else { return Ok(()) };
            placing::stand(game, target, Some(room.square), Formation::HastySquare);
            for (charger, pose) in room.chargers {
                let formation = game.unit(charger).formation;
                placing::stand(game, charger, Some(pose), formation);
            }
        } else {
            placing::stand(game, target, None, Formation::HastySquare);
        }
        umpire.tell(|| {
            let rules = [rule!("orders.hasty-square.pass")];
            Event::new(What::Forms { unit: target, formation: Formation::HastySquare }, &rules)
        });
    }
    Ok(())
}

/// Where a hasty square stands, and each charger of it then.
struct Room {
    square: Pose,
    chargers: Vec<(UnitId, Pose)>,
}

/// Room for a square: open ground, clear of all but those who charge it, and a place for each of them.
fn room(game: &Orders, unit: UnitId) -> Option<Room> {
    let body = game.unit(unit);
    let (pose, rect) = (body.pose?, body.rect()?);
    let square = placing::reformed(body, pose, body.formation, Formation::HastySquare);
    let ground = Rect::new(square, body.footprint_in(Formation::HastySquare));
    if ground::is_broken(game, rect) || !game.scenario.terrain.on_table(&ground) {
        return None;
    }
    let charges: Vec<&Charge> =
        game.charges.iter().filter(|charge| charge.contact && charge.target == unit).collect();
    // The units that take new places, and the places taken by now.
    let moving: Vec<UnitId> = charges.iter().map(|charge| charge.charger).chain([unit]).collect();
    if placing::overlaps_any_but(game, &moving, &ground) {
        return None;
    }
    let mut taken = vec![ground];
    let mut chargers = Vec::with_capacity(charges.len());
    for charge in charges {
        let pose = lined_up_again(game, charge, &moving, &taken)?;
        taken.push(Rect::new(pose, game.unit(charge.charger).footprint()));
        chargers.push((charge.charger, pose));
    }
    Some(Room { square, chargers })
}

/// Where a charger ends whose target has closed up to the first ground of `taken`: lined up on its face, else pushed
/// back until it only touches, else on the face as near to its place as there is room.
fn lined_up_again(game: &Orders, charge: &Charge, moving: &[UnitId], taken: &[Rect]) -> Option<Pose> {
    let (charger, target) = (game.unit(charge.charger), taken.first()?);
    let (pose, footprint) = (charger.pose?, charger.footprint());
    let fits = |pose: &Pose| {
        let rect = Rect::new(*pose, footprint);
        !taken.iter().any(|other| other.overlaps(&rect))
            && !placing::overlaps_any_but(game, moving, &rect)
            && placing::may_lie(game, charger.formation, &rect)
    };
    let as_fit = game.rules.plays(house!("charge.limits", "as-fit"));
    let near = if as_fit { pose.at } else { target.centre().stored() };
    let conforms = game.rules.on(rule!("orders.melee.conform"));
    let lined_up = Some(flush(footprint, target, charge.face, near)).filter(|_| conforms).filter(fits);
    let steps = FARTHEST.0 / STEP.0;
    let back = || (0..steps).map(|n| pose.back(STEP.times(n))).find(fits);
    let aside = || {
        let right = flush(footprint, target, charge.face, near).facing.turned(2 * table::EIGHTH);
        let at = |offset: i32| flush(footprint, target, charge.face, near.ahead(right, Inches(offset)));
        (1..=steps).flat_map(|n| [n * STEP.0, -n * STEP.0]).map(at).find(fits)
    };
    lined_up.or_else(back).or_else(aside)
}

/// Infantry that cavalry charges: try to form square?
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HastySquare {
    pub unit: UnitId,
    pub charger: UnitId,
}

impl YesOrNo<Orders> for HastySquare {
    const WORD: &'static str = "roll-for-square";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Charged by horse: try to form square"));

    fn side(&self, game: &Orders) -> Side {
        game.side_of(self.unit)
    }

    fn silence_is_yes(&self, _: &Orders) -> bool {
        true
    }

    fn prompt(&self, game: &Orders) -> String {
        let charger = game.name(self.charger);
        says(game.name(self.unit), &format!("[is|are] charged by {charger}: try to form square?"))
    }

    fn waited_for(&self, game: &Orders) -> String {
        format!("whether {} to form square.", says(game.name(self.unit), "tr[ies|y]"))
    }

    fn form(&self, _: &Orders) -> Form<Answer> {
        let tries = ("Roll for square", "they waver; a good roll saves them");
        Form::yes_or_no(Some(self.unit), tries, ("Take it as it comes", "no roll"))
    }

    fn outlook(&self, game: &Orders, answer: &Answer) -> Option<Outlook> {
        outlook::struck(game, self.charger, self.unit, *answer == Answer::Yes)
    }
}
