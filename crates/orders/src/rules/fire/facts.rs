//! What a shot rests on, as it stands on the table or as the players see it.

use super::shot::{Firer, Mark, ShotFacts};
use super::targets::{may_fire, may_target, shots};
use crate::charts::Rules;
use crate::ids::house;
use crate::rules::ground::{self, zones};
use crate::rules::morale;
use crate::state::answer::{Shot, Targets};
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::{Aspect, Shelter};
use engine::desk::FactSet as _;
use engine::outlook::measuring;
use engine::sight::{Answers, Distances, Nameable};
use engine::{FactKind, Side, Umpire};
use table::{Footprint, Inches, Rect};

/// The facts of a shot as they stand on the table.
pub fn facts(game: &Orders, shot: Shot) -> ShotFacts {
    measuring(|eyes| seen(game, eyes, shot))
}

/// The facts of a shot, as they are seen.
pub(super) fn seen<U: Umpire<Orders>>(
    game: &Orders,
    umpire: &mut U,
    shot: Shot,
) -> Result<ShotFacts, U::Pause> {
    let Shot { unit, target } = shot;
    let (body, enemy) = (game.unit(unit), game.unit(target));
    let charged = is_charged_by(game, unit, target);
    let range = if body.arm().is_artillery() && !charged {
        umpire.see(game, GunRange { unit, target })?
    } else {
        range(game, unit, target).unwrap_or_default()
    };
    let garrison = morale::garrison(game, umpire, target)?.is_some();
    let has_sides = !garrison && !enemy.is_square();
    let aspect = if has_sides { umpire.see(game, FireFrom { unit, target })? } else { Aspect::Front };
    let shelter = umpire.see(game, ShelterOf { unit: target, from: unit, crossed: None })?;
    let target = Mark { aspect, shelter, garrison, ..Mark::of(enemy) };
    Ok(ShotFacts { firer: Firer::of(body), target, range, rain: game.rain, ..ShotFacts::blank() })
}

engine::sight! {
    /// The shots a side may choose from: who may fire, and at whom, the nearest first.
    ///
    /// Beside real figures the players say who has a target; which, they say with the shot.
    pub struct Shots of Orders { pub side: Side } -> Vec<Targets>;
    word: "shots";
    about: |f, _| [f.side];
    asks: |f, _| f.side;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| shots(g, f.side);
    text: |f, g| {
        let side = &g.scenario.adjectives[f.side];
        format!("Which of these {side} units have an enemy in range, arc and sight?")
    };
    answers: |f, g| Able { side: f.side, units: Shots::able(g, f.side).collect() };
}

/// Units that may fire, each by its place among them.
struct Able {
    side: Side,
    units: Vec<UnitId>,
}

impl Answers<Orders, Vec<Targets>> for Able {
    fn kind(&self, game: &Orders) -> FactKind {
        let named = |(answer, unit): (u32, &UnitId)| Nameable { name: game.name(*unit).to_string(), answer };
        FactKind::AnyOf((0..).zip(&self.units).map(named).collect())
    }

    fn read(&self, game: &Orders, answer: &[u32]) -> Option<Vec<Targets>> {
        let distinct = answer.iter().enumerate().all(|(i, n)| !answer[..i].contains(n));
        let units: Option<Vec<UnitId>> =
            answer.iter().map(|n| self.units.get(*n as usize).copied()).collect();
        let targets = |unit: UnitId| {
            let enemies = game.of(self.side.enemy()).map(|(id, _)| id);
            Targets { unit, targets: enemies.filter(|id| may_target(game, self.side, *id).is_ok()).collect() }
        };
        units.filter(|_| distinct).map(|units| units.into_iter().map(targets).collect())
    }

    /// At whom each of them may fire is not told.
    fn write(&self, _: &Orders, value: &Vec<Targets>) -> Option<Vec<u32>> {
        let place = |it: &Targets| self.units.iter().position(|unit| *unit == it.unit).map(|n| n as u32);
        value.iter().map(place).collect()
    }
}

impl Shots {
    pub(super) fn able(game: &Orders, side: Side) -> impl Iterator<Item = UnitId> {
        game.of(side).map(|(id, _)| id).filter(|id| may_fire(game, *id).is_ok())
    }
}

engine::sight! {
    /// How far a battery's target is from its muzzles, by the columns of the range chart.
    pub struct GunRange of Orders { pub unit: UnitId, pub target: UnitId } -> Inches;
    word: "gun-range";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: OwnMove;
    measured: |f, g| range(g, f.unit, f.target).unwrap_or_default();
    text: |f, g| {
        let (unit, target) = (g.name(f.unit), g.name(f.target));
        format!("How far is it from the front of {unit} to the nearest point of {target}?")
    };
    answers: |_, g| gun_bands(&g.rules);
}

/// The columns of the range chart, and where checks begin to be limited.
fn gun_bands(rules: &Rules) -> Distances {
    let columns = rules.ruled_list(house!("artillery.bands")).iter().map(|end| Inches(*end));
    let ends = columns.chain(rules.long_range().map(|(_, beyond, _)| beyond));
    let takes_its_end = rules.within(Inches::ZERO, Inches::ZERO);
    if takes_its_end { Distances::upto(ends) } else { Distances::under(ends) }
}

engine::sight! {
    /// The zone of the target that fire comes from.
    pub struct FireFrom of Orders { pub unit: UnitId, pub target: UnitId } -> Aspect;
    word: "fire-from";
    about: |f, _| [f.unit, f.target];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Aspect::Front);
    stale: OwnMove;
    measured: |f, g| aspect(g, f.unit, f.target);
    text: |f, g| format!("From where does {} fire at {}?", g.name(f.unit), g.name(f.target));
    answers: |_, _| Words;
}

engine::sight! {
    /// What shelters a unit from an enemy who fires, or who has charged.
    pub struct ShelterOf of Orders {
        pub unit: UnitId,
        pub from: UnitId,
        /// The charge crossed a stream or slope; `None` for fire, which is measured.
        pub crossed: Option<bool>,
    } -> Shelter;
    word: "shelter";
    about: |f, _| [f.unit, f.from];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Shelter::Open);
    stale: OwnMove;
    measured: |f, g| {
        let from = || g.unit(f.from).rect().map(|rect| rect.front_centre().stored());
        let between = || from().is_some_and(|from| ground::crosses_line(g, from, f.unit));
        shelter(g, f.unit, f.crossed.unwrap_or_else(between))
    };
    text: |f, g| format!("What shelters {} from {}?", g.name(f.unit), g.name(f.from));
    answers: |_, _| Words;
}

/// What a unit stands in, the strongest of it; a stream or slope between counts as rough ground.
fn shelter(game: &Orders, unit: UnitId, crossed: bool) -> Shelter {
    let cover = ground::cover(game, unit);
    match (cover.fortress, cover.city, cover.rough || crossed) {
        (true, ..) => Shelter::Fortress,
        (false, true, _) => Shelter::City,
        (false, false, true) => Shelter::Rough,
        (false, false, false) => Shelter::Open,
    }
}

/// From a firer to its target; guns measure from their front edge. A unit that is charged has its charger at an inch.
pub fn range(game: &Orders, unit: UnitId, target: UnitId) -> Option<Inches> {
    let (body, enemy) = (game.unit(unit), game.unit(target).rect()?);
    let distance = if body.arm().is_artillery() {
        let front = Footprint::new(body.footprint().width, Inches(1));
        Rect::new(body.pose?, front).distance(enemy)
    } else {
        body.rect()?.distance(enemy)
    };
    Some(if is_charged_by(game, unit, target) { distance.min(Inches::whole(1)) } else { distance })
}

/// The zone of the target a firer is in: by its front centre, or by two of its three front points (ruling fire.aspect).
fn aspect(game: &Orders, unit: UnitId, target: UnitId) -> Aspect {
    let (Some(from), Some(rect)) = (game.unit(unit).rect(), game.unit(target).rect()) else {
        return Aspect::Front;
    };
    let zone = |point: table::Vec2| zones::zone(rect, point.stored());
    let centre = zone(from.front_centre());
    if game.rules.plays(house!("fire.aspect", "front-centre")) {
        return centre;
    }
    let [left, right, ..] = from.corners().map(zone);
    if left == right { left } else { centre }
}

/// Whether the target charges this unit now.
pub(super) fn is_charged_by(game: &Orders, unit: UnitId, by: UnitId) -> bool {
    game.chargers_of(unit).any(|charger| charger == by)
}
