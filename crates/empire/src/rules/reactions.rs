//! What a side does while the enemy acts: opportunity fire and opportunity charges (rulings opportunity and
//! impulse.reactions), each unit once an impulse.
//!
//! Who has moved is shot at where his way brought him nearest to whoever fires, looked at inch by inch.

use crate::ids::house;
use crate::rules::measure::{enemies_near, is_in_arc, range, sees};
use crate::rules::{gunnery, impulse, musketry, onset};
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, MeKind, Weapon};
use engine::outlook::Outlook;
use engine::{
    Ask, Fact, FactAsked, Form, FormKind, Offer, Routine, Side, Umpire, not_an_answer, refuse, why,
};
use serde::Serialize;
use table::{Inches, Pose, Rect};

/// A way is looked at in steps of this.
const PACE: Inches = Inches::whole(1);

/// The places on a way, from the ground that its legs swept; the last is where it ends.
fn places(game: &Empire, mover: UnitId, sweeps: &[Rect]) -> Vec<Pose> {
    let body = game.unit(mover);
    let depth = body.footprint().depth;
    let mut places = Vec::new();
    // The first is where it stood before it moved.
    for swept in sweeps.iter().skip(1) {
        let front = swept.front_centre().stored();
        let length = swept.centre().stored().distance(front).times(2) - depth;
        let facing = swept.facing();
        let back = (0..).map(|n| PACE.times(n)).take_while(|back| *back <= length);
        places.extend(back.map(|back| Pose { at: front.ahead(facing.opposite(), back), facing }));
    }
    places.extend(body.pose);
    places
}

/// Whether a unit may still answer the enemy with fire.
fn may_fire(game: &Empire, unit: UnitId) -> bool {
    let body = game.unit(unit);
    !body.impulse.reacted && (musketry::may_fire(body) || gunnery::may_fire(body))
}

/// The nearest place of a way at which a unit has the mover before it, in sight and within long musket range.
fn nearest_place(game: &mut Empire, unit: UnitId, mover: UnitId, places: &[Pose]) -> Option<Pose> {
    let (_, [_, _, far]) = game.rules.shared.ends(Weapon::Musket)?;
    let formation = game.unit(mover).formation;
    let ended = game.unit(mover).pose;
    let mut best: Option<(Inches, Pose)> = None;
    for place in places {
        game.unit_mut(mover).stand(*place, formation);
        let gap =
            range(game, unit, mover).filter(|gap| *gap <= far && best.is_none_or(|(least, _)| *gap <= least));
        if let Some(gap) = gap
            && is_in_arc(game, unit, mover)
            && sees(game, unit, mover)
        {
            best = Some((gap, *place));
        }
    }
    if let Some(ended) = ended {
        game.unit_mut(mover).stand(ended, formation);
    }
    best.map(|(_, place)| place)
}

/// Enemies who have a unit before them somewhere on its way.
struct OnItsWay {
    mover: UnitId,
    may: Vec<UnitId>,
    places: Vec<Pose>,
}

impl Fact<Empire> for OnItsWay {
    type Value = Vec<UnitId>;

    fn measure(&self, game: &Empire) -> Vec<UnitId> {
        let Some((_, [_, _, far])) = game.rules.shared.ends(Weapon::Musket) else { return Vec::new() };
        let footprint = game.unit(self.mover).footprint();
        let is_near = |unit: UnitId| {
            let near = |rect: &Rect| {
                self.places.iter().any(|place| rect.is_within(&Rect::new(*place, footprint), far))
            };
            game.unit(unit).rect().is_some_and(near)
        };
        let near: Vec<UnitId> = self.may.iter().copied().filter(|unit| is_near(*unit)).collect();
        if near.is_empty() {
            return near;
        }
        let mut table = game.clone();
        let sees_it = |unit: &UnitId| nearest_place(&mut table, *unit, self.mover, &self.places).is_some();
        near.into_iter().filter(sees_it).collect()
    }

    fn put(&self, game: &Empire) -> FactAsked {
        let far = game.rules.shared.ends(Weapon::Musket).map_or(Inches::ZERO, |(_, ends)| ends[2]);
        let mover = game.name(self.mover);
        let text = format!("Which enemies had {mover} before them, in sight and within {far}, on its way?");
        FactAsked::any_of::<Empire, UnitId>(text, game)
    }

    fn seen(&self, game: &Empire, answer: &[u32]) -> Option<Vec<UnitId>> {
        let mut named: Vec<UnitId> = engine::named(game, answer)?;
        named.retain(|unit| self.may.contains(unit));
        Some(named)
    }
}

/// A unit has moved: the enemy's units may answer it, one after another.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn to_move<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    mover: UnitId,
    sweeps: &[Rect],
) -> Result<(), U::Pause> {
    let side = game.unit(mover).side().enemy();
    let places = places(game, mover, sweeps);
    let may: Vec<UnitId> = game.of(side).map(|(id, _)| id).filter(|id| may_fire(game, *id)).collect();
    let mut shooters = match may.is_empty() {
        true => Vec::new(),
        false => umpire.see(game, OnItsWay { mover, may, places: places.clone() })?,
    };
    let mut horse = match game.of(side).any(|(id, _)| may_charge(game, id)) {
        true => umpire.see(game, HorseAt { mover, side })?,
        false => Vec::new(),
    };
    while is_there(game, mover) {
        shooters.retain(|unit| may_fire(game, *unit));
        horse.retain(|unit| may_charge(game, *unit));
        let charges = horse.iter().filter_map(|unit| Some((*unit, wheel_to(game, *unit, mover)?)));
        let charges: Vec<(UnitId, i32)> = charges.collect();
        if shooters.is_empty() && charges.is_empty() {
            break;
        }
        match umpire.ask(game, React { side, mover, shooters: shooters.clone(), charges })? {
            None => break,
            Some(Reaction::Fires(unit)) => answer_with_fire(game, umpire, unit, mover, &places)?,
            Some(Reaction::Charges(unit, wheel)) => {
                game.unit_mut(unit).impulse.reacted = true;
                if let Ok(onset) = onset::check(game, &[unit], mover, wheel) {
                    onset::carry_out(game, umpire, onset, true)?;
                }
            }
        }
    }
    Ok(())
}

/// Whether a unit may still answer the enemy with a charge: horse that has not moved.
pub(crate) fn may_answer_charging(game: &Empire, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let has_done = body.impulse.reacted || body.impulse.moved || body.impulse.acted;
    body.arm() == Arm::Cavalry && !has_done && body.on_table() && body.in_good_morale()
}

/// Likewise of its own accord: the support cavalry of a mixed ME does so only when a leader sends it (ruling
/// impulse.reactions).
fn may_charge(game: &Empire, unit: UnitId) -> bool {
    game.me_of(unit).kind == MeKind::Cavalry && may_answer_charging(game, unit)
}

/// The wheel of a charge that a unit may make on whoever has moved.
fn wheel_to(game: &Empire, unit: UnitId, mover: UnitId) -> Option<i32> {
    onset::targets(game, unit).into_iter().find(|(target, _)| *target == mover).map(|(_, wheel)| wheel)
}

engine::which!(
    Empire;
    /// Horse of a side that has whoever moved before it, near enough for an opportunity charge.
    HorseAt { mover: UnitId, side: Side } of UnitId,
    |f, g| {
        let reach = g.rules.ruled(house!("opportunity.charge"));
        let near = enemies_near(g, f.mover, reach).into_iter().map(|(_, id)| id);
        near.filter(|id| may_charge(g, *id) && wheel_to(g, *id, f.mover).is_some()).collect()
    },
    |f, g| {
        let reach = g.rules.ruled(house!("opportunity.charge"));
        format!("Which cavalry has {} before it within {reach}, with a free way?", g.name(f.mover))
    }
);

fn is_there(game: &Empire, unit: UnitId) -> bool {
    game.unit(unit).on_table() && game.unit(unit).in_good_morale()
}

/// Fires at the mover where he was nearest. If he stands it, he is where his way ends.
fn answer_with_fire<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    unit: UnitId,
    mover: UnitId,
    places: &[Pose],
) -> Result<(), U::Pause> {
    game.unit_mut(unit).impulse.reacted = true;
    let ended = game.unit(mover).pose;
    let place = nearest_place(game, unit, mover, places).filter(|_| game.measured);
    if let Some(place) = place {
        let formation = game.unit(mover).formation;
        game.unit_mut(mover).stand(place, formation);
    }
    impulse::shoot(game, umpire, unit, mover, true)?;
    let body = game.unit(mover);
    if let Some(ended) = ended.filter(|_| is_there(game, mover) && body.pose == place) {
        let formation = body.formation;
        game.unit_mut(mover).stand(ended, formation);
    }
    Ok(())
}

/// What somebody answers an enemy's move with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    Fires(UnitId),
    /// With the wheel that brings it in.
    Charges(UnitId, i32),
}

/// Whether somebody answers an enemy's move with fire or a charge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct React {
    pub side: Side,
    pub mover: UnitId,
    pub shooters: Vec<UnitId>,
    /// Horse, each with the wheel that brings it in.
    pub charges: Vec<(UnitId, i32)>,
}

impl Ask<Empire> for React {
    const WORD: &'static str = "react";
    const ROUTINE: Option<Routine> = Some(Routine {
        title: "The enemy moves within reach: fire at him",
        values: &[(Routine::ALWAYS, "Everybody who may"), (Routine::NEVER, "Hold fire")],
    });
    type Granted = Option<Reaction>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, game: &Empire, answer: &Answer) -> Result<Option<Reaction>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Act(Act::Fire { unit, target }) if *target == self.mover => {
                match self.shooters.contains(unit) {
                    true => Ok(Some(Reaction::Fires(*unit))),
                    false => refuse(
                        house!("opportunity"),
                        why!("{} may not answer {} with fire.", game.called(*unit), game.called(self.mover)),
                    ),
                }
            }
            Answer::Act(Act::Charge { units, target, wheel }) if *target == self.mover => {
                match self.charges.iter().find(|known| **units == [known.0] && *wheel == known.1) {
                    Some((unit, wheel)) => Ok(Some(Reaction::Charges(*unit, *wheel))),
                    None => refuse(
                        house!("opportunity"),
                        why!("That is no charge at {} that may be made now.", game.called(self.mover)),
                    ),
                }
            }
            _ => not_an_answer("a shot or a charge at whoever has moved, or none."),
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        let mut able: Vec<UnitId> = self.charges.iter().map(|(unit, _)| *unit).collect();
        able.extend(
            self.shooters.iter().filter(|unit| !self.charges.iter().any(|(known, _)| known == *unit)),
        );
        let (count, mover) = (able.len(), game.name(self.mover));
        let may = if count == 1 { "1 of your units" } else { &format!("{count} of your units") };
        format!("{mover} has moved within reach of {may}. Who answers it?")
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether anybody answers {} on its way with fire or a charge.", game.name(self.mover))
    }

    fn beforehand(&self, _: &Empire, value: &str) -> Option<Answer> {
        let first = self.shooters.first().filter(|_| value == Routine::ALWAYS);
        let fire = first.map(|unit| Answer::Act(Act::Fire { unit: *unit, target: self.mover }));
        fire.or_else(|| (value == Routine::NEVER).then_some(Answer::No))
    }

    fn form(&self, game: &Empire) -> Form<Answer> {
        let mut form = Form::new(FormKind::Shots, Some(self.mover));
        for unit in &self.shooters {
            let answer = Answer::Act(Act::Fire { unit: *unit, target: self.mover });
            let text = format!("{} fires at {}", game.name(*unit), game.name(self.mover));
            let (unit, target) = (Some(*unit), Some(self.mover));
            form.offers.push(Offer { unit, target, ..Offer::new(text, "", answer) });
        }
        for (unit, wheel) in &self.charges {
            let answer = Answer::Act(Act::Charge { units: vec![*unit], target: self.mover, wheel: *wheel });
            let text = format!("{} charges {}", game.name(*unit), game.name(self.mover));
            let (unit, target) = (Some(*unit), Some(self.mover));
            form.offers.push(Offer { unit, target, ..Offer::new(text, "", answer) });
        }
        let horse = self.charges.iter().map(|(unit, _)| *unit);
        let lit = self.shooters.iter().copied().chain(horse).collect();
        form.lit(lit).or("Do nothing", "", Answer::No)
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        match self.grant(game, answer).ok()?? {
            Reaction::Charges(unit, wheel) => onset::outlook(game, unit, self.mover, wheel, true),
            Reaction::Fires(_) => None,
        }
    }
}
