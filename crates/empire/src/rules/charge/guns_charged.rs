//! Guns that are charged, and guns in support of a unit that is: what the battery does, and its fire at the charger.
//!
//! The order of a charge is the charge's own: it asks `answer`, sees `own_shot` and a `support_shot` for each of
//! [`Supporters`], and throws them by `gunnery::shot`.

use crate::ids::house;
use crate::rules::charge::chain::{ChargeFacts, Reply};
use crate::rules::charge::onset::outlook_after;
use crate::rules::fire::gunnery::{How, Shot, is_in_action};
use crate::rules::ground::measure::arc;
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Band, Situation};
use engine::outlook::Outlook;
use engine::wording::says;
use engine::{Form, FormKind, Offer, Routine, Side, Umpire, YesOrNo};
use serde::Serialize;
use table::{Inches, Rect, in_arc, steps_along};

/// The way of a charge is looked at in steps of this length.
const STEP: Inches = Inches::mils(500);

/// A battery is charged: it defends its guns, or fires and retires.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GunsCharged {
    pub side: Side,
    pub unit: UnitId,
    pub charger: UnitId,
    /// The charge as it comes.
    #[serde(skip)]
    pub facts: Box<ChargeFacts>,
}

impl YesOrNo<Empire> for GunsCharged {
    const WORD: &'static str = "guns-charged";
    const ROUTINE: Option<Routine> = Some(Routine::yes_or_no("Guns that are charged: fire and retire"));

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn prompt(&self, game: &Empire) -> String {
        let charges = says(game.name(self.charger), &format!("charge[s] {}", game.name(self.unit)));
        format!("{charges}: does the battery fire and retire, or defend its guns?")
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether {} defends its guns.", game.name(self.unit))
    }

    fn form(&self, _: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Choose, Some(self.unit));
        form.offers.push(Offer::new("Defend the guns", "", Answer::No));
        form.offers.push(Offer::new("Fire and retire", "", Answer::Yes));
        form.lit(vec![self.unit, self.charger])
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        let reply = if *answer == Answer::Yes { Reply::FireAndRetire } else { Reply::Stand };
        outlook_after(game, (self.charger, self.unit), &self.facts, reply)
    }
}

/// What a charged battery does (ruling charge.answers): true where it fires and retires. One that is not in action is not
/// asked and stands.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn answer<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    (unit, charger): (UnitId, UnitId),
    facts: &ChargeFacts,
) -> Result<bool, U::Pause> {
    if !is_in_action(game.unit(unit)) {
        return Ok(false);
    }
    let side = game.unit(unit).side();
    let retires = umpire.ask(game, GunsCharged { side, unit, charger, facts: Box::new(*facts) })?;
    umpire.tell(|| Event::ruled(What::GunsAnswer { unit, retires }, house!("charge.answers")));
    Ok(retires)
}

/// A charged battery's shot at the charger, as it is seen; `None` where it is not in action. Whether the charge comes
/// in its arc is for the caller. One that retires gets away by
/// [`Relocation`](crate::rules::march::gun_moves::Relocation).
///
/// # Errors
/// The umpire's pause.
pub(crate) fn own_shot<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    charger: UnitId,
    retires: bool,
) -> Result<Option<Shot>, U::Pause> {
    let situation = match (retires, has_fired_so(game, unit)) {
        (false, false) => Situation::Defense,
        (false, true) => Situation::FollowDefense,
        (true, false) => Situation::FireRetire,
        (true, true) => Situation::FollowFireRetire,
    };
    close_shot(game, umpire, unit, charger, situation)
}

/// The shot of a battery in support of the charged unit, as it is seen; `None` where it is not in action.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn support_shot<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    charger: UnitId,
) -> Result<Option<Shot>, U::Pause> {
    let follows = has_fired_so(game, unit);
    let situation = if follows { Situation::FollowSupport } else { Situation::Support };
    close_shot(game, umpire, unit, charger, situation)
}

/// Follow-up fire: it has given defensive fire in this impulse before (ruling charge.support).
fn has_fired_so(game: &Empire, unit: UnitId) -> bool {
    game.unit(unit).impulse.supported
}

/// At a charger close by: he is at short range, and nothing hides him.
fn close_shot<U: Umpire<Empire>>(
    game: &Empire,
    umpire: &mut U,
    unit: UnitId,
    charger: UnitId,
    situation: Situation,
) -> Result<Option<Shot>, U::Pause> {
    if !is_in_action(game.unit(unit)) {
        return Ok(None);
    }
    Shot::seen(game, umpire, unit, charger, How { situation, band: Some(Band::Short) })
}

/// The batteries that support the charged unit: in action, and the charger's way comes close enough in their arc
/// (ruling charge.support).
pub fn supporters(game: &Empire, charger: UnitId, target: UnitId) -> Vec<UnitId> {
    let side = game.unit(target).side();
    let reach = game.rules.ruled(house!("charge.support.reach"));
    let way = way(game, charger, target);
    let covers = |rect: &Rect| {
        way.iter().any(|there| rect.distance(there) <= reach && in_arc(rect, there, arc(&game.rules)))
    };
    let others = game.of(side).filter(|(id, unit)| *id != target && is_in_action(unit));
    others.filter(|(_, unit)| unit.rect().is_some_and(covers)).map(|(id, _)| id).collect()
}

/// The ground a charger goes over straight to its target, in steps.
fn way(game: &Empire, charger: UnitId, target: UnitId) -> Vec<Rect> {
    let body = game.unit(charger);
    let (Some(pose), Some(rect), Some(aim)) = (body.pose, body.rect(), game.unit(target).rect()) else {
        return Vec::new();
    };
    let near = aim.nearest_point_to(rect.front_centre()).stored();
    let along = if pose.at == near { pose.facing } else { pose.at.bearing_to(near) };
    let far = rect.distance(aim);
    let steps = steps_along(pose, along, far, STEP).map(|(_, pose)| Rect::new(pose, body.footprint()));
    std::iter::once(*rect).chain(steps).collect()
}

engine::sight! {
    /// Batteries that support the charged unit.
    pub struct Supporters of Empire { pub charger: UnitId, pub target: UnitId } -> Vec<UnitId>;
    word: "supporters";
    about: |f, _| [f.charger, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| supporters(g, f.charger, f.target);
    text: |f, g| {
        let reach = engine::wording::inches(g.rules.ruled(house!("charge.support.reach")).0);
        format!(
            "Which batteries have the way of {} to {} within {reach} in their arc?",
            g.name(f.charger), g.name(f.target)
        )
    };
    answers: |_, _| AnyOf;
}
