//! What a side does while the enemy acts: opportunity fire and opportunity charges (rulings opportunity and
//! impulse.reactions), each unit once an impulse.
//!
//! A unit that has moved is shot at, and charged, where its way brought it nearest to the one that reacts, looked at
//! inch by inch.

use crate::ids::house;
use crate::rules::charge::onset;
use crate::rules::fire::{gunnery, musketry, shooting};
use crate::rules::frame::Occasion;
use crate::rules::ground::measure::{self, is_in_arc, range, sees};
use crate::state::answer::{Act, Answer, Refusal};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Arm, Formation, MeKind, Weapon};
use engine::outlook::Outlook;
use engine::sight::{Answers, AnyOf, Nameable};
use engine::wording::{agreed, says};
use engine::{Ask, FactKind, Form, FormKind, Offer, Routine, Side, Umpire, not_an_answer, refuse, why};
use serde::Serialize;
use table::{Inches, Pose, Rect};

/// A way is looked at in steps of this.
const PACE: Inches = Inches::whole(1);

/// The places on a way, one after another, from the ground that its legs swept; the last is where it ends.
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
        let back: Vec<Inches> = back.collect();
        let on_it = |back: &Inches| Pose { at: front.ahead(facing.opposite(), *back), facing };
        places.extend(back.iter().rev().map(on_it));
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

/// A charge that may be made at a unit that has moved. In text it is the charger and its wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "(UnitId, i32)")]
pub struct Meets {
    pub unit: UnitId,
    /// The wheel that brings the charge in.
    pub wheel: i32,
    /// Where it meets the mover on its way; `None` beside real figures.
    pub at: Option<Pose>,
}

impl From<Meets> for (UnitId, i32) {
    fn from(meets: Meets) -> (UnitId, i32) {
        (meets.unit, meets.wheel)
    }
}

impl Meets {
    /// The table as the charge finds it: with the mover where it is met.
    pub fn table(&self, game: &Empire, mover: UnitId) -> Empire {
        let mut table = game.clone();
        if let Some(at) = self.at {
            let formation = table.unit(mover).formation;
            table.unit_mut(mover).stand(at, formation);
        }
        table
    }
}

/// Where on its way a unit is charged by another: at the nearest place within reach to which the charge may be declared.
fn met(game: &mut Empire, unit: UnitId, mover: UnitId, places: &[Pose]) -> Option<Meets> {
    if !game.measured {
        return onset::wheel_at(game, unit, mover).map(|wheel| Meets { unit, wheel, at: None });
    }
    let reach = game.rules.ruled(house!("opportunity.charge"));
    let (ended, footprint) = (game.unit(mover).pose?, game.unit(mover).footprint());
    let rect = *game.unit(unit).rect()?;
    let gap = |place: &Pose| rect.distance_within(&Rect::new(*place, footprint), reach);
    let formation = game.unit(mover).formation;
    // A unit is not met among the ranks of friends it passes through: a charge would be fought where it cannot stand.
    let has_room = |place: &Pose| *place == ended || measure::fits(game, mover, *place, formation);
    let mut near: Vec<(Inches, Pose)> = places
        .iter()
        .rev()
        .filter_map(|place| Some((gap(place)?, *place)))
        .filter(|(_, place)| has_room(place))
        .collect();
    // Of places as near as each other the last on its way comes first.
    near.sort_by_key(|(gap, _)| *gap);
    let found = near.into_iter().find_map(|(_, place)| {
        game.unit_mut(mover).stand(place, formation);
        onset::wheel_at(game, unit, mover).map(|wheel| Meets { unit, wheel, at: Some(place) })
    });
    game.unit_mut(mover).stand(ended, formation);
    found
}

engine::sight! {
    /// Enemies who have a unit before them somewhere on its way.
    struct OnItsWay of Empire { mover: UnitId, may: Vec<UnitId>, places: Vec<Pose> } -> Vec<UnitId>;
    word: "on-its-way";
    about: |f, _| [f.mover];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AtOnce;
    measured: |f, g| on_its_way(g, f);
    text: |f, g| {
        let far = g.rules.shared.ends(Weapon::Musket).map_or(Inches::ZERO, |(_, ends)| ends[2]);
        format!("Which enemies had {} before them, in sight and within {far}, on its way?", g.name(f.mover))
    };
    answers: |f, _| Those { may: f.may.clone() };
}

engine::sight! {
    /// Horse that could charge a unit somewhere on its way.
    struct HorseOnItsWay of Empire { mover: UnitId, may: Vec<UnitId>, places: Vec<Pose> } -> Vec<UnitId>;
    word: "horse-on-its-way";
    about: |f, _| [f.mover];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AtOnce;
    measured: |f, g| horse_on_its_way(g, f);
    text: |f, g| {
        let (reach, mover) = (g.rules.ruled(house!("opportunity.charge")), g.name(f.mover));
        format!("Which cavalry had {mover} before it within {reach} on its way, with a free way to it?")
    };
    answers: |f, _| Those { may: f.may.clone() };
}

/// These, who alone can do anything. Others who are named are passed over: records of before have them.
struct Those {
    may: Vec<UnitId>,
}

impl Answers<Empire, Vec<UnitId>> for Those {
    fn kind(&self, game: &Empire) -> FactKind {
        FactKind::AnyOf(Nameable::among(game, |unit| self.may.contains(unit)))
    }

    fn read(&self, game: &Empire, answer: &[u32]) -> Option<Vec<UnitId>> {
        let mut named: Vec<UnitId> = AnyOf.read(game, answer)?;
        named.retain(|unit| self.may.contains(unit));
        Some(named)
    }

    fn write(&self, game: &Empire, value: &Vec<UnitId>) -> Option<Vec<u32>> {
        AnyOf.write(game, value)
    }
}

fn horse_on_its_way(game: &Empire, way: &HorseOnItsWay) -> Vec<UnitId> {
    let reach = game.rules.ruled(house!("opportunity.charge"));
    let footprint = game.unit(way.mover).footprint();
    let is_near = |unit: &UnitId| {
        let near =
            |rect: &Rect| way.places.iter().any(|place| rect.is_within(&Rect::new(*place, footprint), reach));
        game.unit(*unit).rect().is_some_and(near)
    };
    let near: Vec<UnitId> = way.may.iter().copied().filter(is_near).collect();
    if near.is_empty() {
        return near;
    }
    let mut table = game.clone();
    near.into_iter().filter(|unit| met(&mut table, *unit, way.mover, &way.places).is_some()).collect()
}

fn on_its_way(game: &Empire, way: &OnItsWay) -> Vec<UnitId> {
    let Some((_, [_, _, far])) = game.rules.shared.ends(Weapon::Musket) else { return Vec::new() };
    let footprint = game.unit(way.mover).footprint();
    let is_near = |unit: UnitId| {
        let near =
            |rect: &Rect| way.places.iter().any(|place| rect.is_within(&Rect::new(*place, footprint), far));
        game.unit(unit).rect().is_some_and(near)
    };
    let near: Vec<UnitId> = way.may.iter().copied().filter(|unit| is_near(*unit)).collect();
    if near.is_empty() {
        return near;
    }
    let mut table = game.clone();
    let sees_it = |unit: &UnitId| nearest_place(&mut table, *unit, way.mover, &way.places).is_some();
    near.into_iter().filter(sees_it).collect()
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
    let mut places = places(game, mover, sweeps);
    let may: Vec<UnitId> = game.of(side).map(|(id, _)| id).filter(|id| may_fire(game, *id)).collect();
    let mut shooters = match may.is_empty() {
        true => Vec::new(),
        false => umpire.see(game, OnItsWay { mover, may, places: places.clone() })?,
    };
    let may: Vec<UnitId> = game.of(side).map(|(id, _)| id).filter(|id| may_charge(game, *id)).collect();
    let mut horse = match may.is_empty() {
        true => Vec::new(),
        false => umpire.see(game, HorseOnItsWay { mover, may, places: places.clone() })?,
    };
    while is_there(game, mover) {
        shooters.retain(|unit| may_fire(game, *unit));
        horse.retain(|unit| may_charge(game, *unit));
        let charges: Vec<Meets> = horse.iter().filter_map(|unit| met(game, *unit, mover, &places)).collect();
        if shooters.is_empty() && charges.is_empty() {
            break;
        }
        let before = Standing::of(game, mover);
        match umpire
            .ask(game, React { side, mover, shooters: shooters.clone(), charges, places: places.clone() })?
        {
            None => break,
            Some(Reaction::Fires(unit)) => answer_with_fire(game, umpire, unit, mover, &places)?,
            Some(Reaction::Charges(meets)) => answer_with_charge(game, umpire, meets, mover, &places)?,
        }
        // Its way has ended there: the others meet it where it stands, if they have it before them.
        if Standing::of(game, mover) != before {
            places = game.unit(mover).pose.into_iter().collect();
            shooters.retain(|unit| !game.measured || nearest_place(game, *unit, mover, &places).is_some());
        }
    }
    Ok(())
}

/// What shows that a unit was brought to a stand on its way: it stands elsewhere or in another formation, or has fought.
#[derive(PartialEq, Eq)]
struct Standing {
    pose: Option<Pose>,
    formation: Formation,
    /// Close actions that its ME has won and lost.
    fights: u32,
}

impl Standing {
    fn of(game: &Empire, unit: UnitId) -> Standing {
        let (body, tally) = (game.unit(unit), game.me_of(unit).now);
        Standing { pose: body.pose, formation: body.formation, fights: tally.won + tally.lost }
    }
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

fn is_there(game: &Empire, unit: UnitId) -> bool {
    game.unit(unit).on_table() && game.unit(unit).in_good_morale()
}

/// Fires at the mover where he was nearest. If he stands it, he is where his way ends; if not, he is stopped there, or, among
/// the ranks of friends, where he last had room.
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
    shooting::shoot(game, umpire, unit, mover, Occasion::EnemyMoves)?;
    let (body, formation) = (game.unit(mover), game.unit(mover).formation);
    if let Some(ended) = ended.filter(|_| is_there(game, mover) && body.pose == place) {
        game.unit_mut(mover).stand(ended, formation);
    } else if let (Some(place), Some(now)) = (place, body.pose)
        && !measure::fits(game, mover, now, formation)
    {
        let before = places.iter().position(|known| *known == place).unwrap_or_default();
        let mut back = places.iter().take(before).rev();
        if let Some(room) = back.find(|known| measure::fits(game, mover, **known, formation)) {
            game.unit_mut(mover).stand(*room, formation);
        }
    }
    Ok(())
}

/// Charges the mover where it is met on its way. Where the charge does not come home and the rest of its way is free, it goes
/// on to its end (ruling opportunity).
fn answer_with_charge<U: Umpire<Empire>>(
    game: &mut Empire,
    umpire: &mut U,
    Meets { unit, wheel, at }: Meets,
    mover: UnitId,
    places: &[Pose],
) -> Result<(), U::Pause> {
    game.unit_mut(unit).impulse.reacted = true;
    let (ended, formation) = (game.unit(mover).pose, game.unit(mover).formation);
    if let Some(at) = at {
        game.unit_mut(mover).stand(at, formation);
    }
    let before = Standing::of(game, mover);
    if let Ok(onset) = onset::check(game, &[unit], mover, wheel) {
        onset::carry_out(game, umpire, onset, Occasion::EnemyMoves)?;
    }
    let (Some(at), Some(ended)) = (at, ended) else { return Ok(()) };
    if at == ended || !is_there(game, mover) || Standing::of(game, mover) != before {
        return Ok(());
    }
    let beyond = places.iter().skip_while(|place| **place != at).skip(1);
    let mut free = beyond.map(|place| measure::fits(game, mover, *place, formation));
    if free.all(|is_free| is_free) {
        game.unit_mut(mover).stand(ended, formation);
    }
    Ok(())
}

/// What a unit answers an enemy's move with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    Fires(UnitId),
    Charges(Meets),
}

/// Whether a unit answers an enemy's move with fire or a charge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct React {
    pub side: Side,
    pub mover: UnitId,
    pub shooters: Vec<UnitId>,
    pub charges: Vec<Meets>,
    /// The places on its way, where they are measured.
    #[serde(skip)]
    pub places: Vec<Pose>,
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
                match self.charges.iter().find(|known| **units == [known.unit] && *wheel == known.wheel) {
                    Some(meets) => Ok(Some(Reaction::Charges(*meets))),
                    None => refuse(
                        house!("opportunity"),
                        why!("That is no charge at {} that may be made now.", game.called(self.mover)),
                    ),
                }
            }
            Answer::Yes | Answer::Unit(_) | Answer::Me(_) | Answer::Option(_) | Answer::Act(_) => {
                not_an_answer("a shot or a charge at whoever has moved, or none.")
            }
        }
    }

    fn decline(&self, _: &Empire) -> Answer {
        Answer::No
    }

    fn prompt(&self, game: &Empire) -> String {
        let mut able: Vec<UnitId> = self.charges.iter().map(|known| known.unit).collect();
        able.extend(
            self.shooters.iter().filter(|unit| !self.charges.iter().any(|known| known.unit == **unit)),
        );
        let moved = says(game.name(self.mover), "[has|have] moved within reach of");
        match able.as_slice() {
            [only] => {
                let only = game.name(*only);
                format!("{moved} {only}. {} answer?", agreed(only, "Do[es] [it|they]"))
            }
            _ => format!("{moved} {} of your units. Who answers?", able.len()),
        }
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
        for Meets { unit, wheel, .. } in &self.charges {
            let answer = Answer::Act(Act::Charge { units: vec![*unit], target: self.mover, wheel: *wheel });
            let text = format!("{} charges {}", game.name(*unit), game.name(self.mover));
            let (unit, target) = (Some(*unit), Some(self.mover));
            form.offers.push(Offer { unit, target, ..Offer::new(text, "", answer) });
        }
        let horse = self.charges.iter().map(|known| known.unit);
        let lit = self.shooters.iter().copied().chain(horse).collect();
        form.lit(lit).or("Do nothing", "", Answer::No)
    }

    fn outlook(&self, game: &Empire, answer: &Answer) -> Option<Outlook<Empire>> {
        match self.grant(game, answer).ok()?? {
            Reaction::Charges(meets) => {
                let table = meets.table(game, self.mover);
                onset::outlook(&table, meets.unit, self.mover, meets.wheel, Occasion::EnemyMoves)
            }
            Reaction::Fires(unit) => {
                let mut table = game.clone();
                let at = nearest_place(&mut table, unit, self.mover, &self.places)?;
                let table = Meets { unit, wheel: 0, at: Some(at) }.table(game, self.mover);
                shooting::shot_outlook(&table, unit, self.mover, Occasion::EnemyMoves)
            }
        }
    }
}
