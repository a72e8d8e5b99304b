//! What a side does while the enemy acts: opportunity fire and opportunity charges (rulings opportunity and
//! impulse.reactions), each unit once an impulse.
//!
//! Who has moved is shot at where his way brought him nearest to whoever fires, looked at inch by inch.

use crate::ids::house;
use crate::rules::measure::{is_in_arc, range, sees};
use crate::rules::{gunnery, impulse, musketry};
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::Weapon;
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
    if may.is_empty() {
        return Ok(());
    }
    let mut shooters = umpire.see(game, OnItsWay { mover, may, places: places.clone() })?;
    while !shooters.is_empty() && is_there(game, mover) {
        let Some(unit) = umpire.ask(game, React { side, mover, shooters: shooters.clone() })? else { break };
        shooters.retain(|shooter| *shooter != unit);
        answer_with_fire(game, umpire, unit, mover, &places)?;
        shooters.retain(|shooter| may_fire(game, *shooter));
    }
    Ok(())
}

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

/// Whether somebody answers an enemy's move with fire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct React {
    pub side: Side,
    pub mover: UnitId,
    pub shooters: Vec<UnitId>,
}

impl Ask<Empire> for React {
    const WORD: &'static str = "react";
    const ROUTINE: Option<Routine> = Some(Routine {
        title: "The enemy moves within reach: fire at him",
        values: &[(Routine::ALWAYS, "Everybody who may"), (Routine::NEVER, "Hold fire")],
    });
    type Granted = Option<UnitId>;

    fn side(&self, _: &Empire) -> Side {
        self.side
    }

    fn grant(&self, game: &Empire, answer: &Answer) -> Result<Option<UnitId>, Refusal> {
        match answer {
            Answer::No => Ok(None),
            Answer::Act(Act::Fire { unit, target }) if *target == self.mover => {
                match self.shooters.contains(unit) {
                    true => Ok(Some(*unit)),
                    false => refuse(
                        house!("opportunity"),
                        why!("{} may not answer {} with fire.", game.called(*unit), game.called(self.mover)),
                    ),
                }
            }
            _ => not_an_answer("a shot at whoever has moved, or none."),
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        let (count, mover) = (self.shooters.len(), game.name(self.mover));
        let may = if count == 1 { "1 of your units" } else { &format!("{count} of your units") };
        format!("{mover} has moved within reach of {may}. Who fires at it?")
    }

    fn waited_for(&self, game: &Empire) -> String {
        format!("whether anybody fires at {} on its way.", game.name(self.mover))
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
        form.lit(self.shooters.clone()).or("Hold fire", "", Answer::No)
    }
}
