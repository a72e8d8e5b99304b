//! What a shot rests on, as it stands on the table or as the players see it.

use super::shot::{Firer, Mark, ShotFacts};
use super::targets::{may_fire, may_target, shots};
use crate::ids::house;
use crate::rules::ground::{self, zones};
use crate::rules::morale;
use crate::state::answer::{Shot, Targets};
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::{Aspect, Shelter};
use engine::desk::FactSet as _;
use engine::outlook::measuring;
use engine::{Fact, FactAsked, FactKind, Side, Umpire};
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

/// The shots a side may choose from: who may fire, and at whom, the nearest first.
///
/// Beside real figures the players say who has a target; which, they say with the shot.
pub struct Shots {
    pub side: Side,
}
impl Fact<Orders> for Shots {
    type Value = Vec<Targets>;
    fn measure(&self, game: &Orders) -> Vec<Targets> {
        shots(game, self.side)
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let names = self.able(game).map(|unit| game.name(unit).to_string()).collect();
        let text = "Which of these units have an enemy in range, arc and sight?".to_owned();
        FactAsked { text, kind: FactKind::AnyOf(names) }
    }
    fn seen(&self, game: &Orders, answer: &[u32]) -> Option<Vec<Targets>> {
        let able: Vec<UnitId> = self.able(game).collect();
        let distinct = answer.iter().enumerate().all(|(i, n)| !answer[..i].contains(n));
        let units: Option<Vec<UnitId>> = answer.iter().map(|n| able.get(*n as usize).copied()).collect();
        let targets = |unit: UnitId| {
            let enemies = game.of(self.side.enemy()).map(|(id, _)| id);
            Targets { unit, targets: enemies.filter(|id| may_target(game, self.side, *id).is_ok()).collect() }
        };
        units.filter(|_| distinct).map(|units| units.into_iter().map(targets).collect())
    }
}

impl Shots {
    pub(super) fn able<'g>(&self, game: &'g Orders) -> impl Iterator<Item = UnitId> + use<'g> {
        game.of(self.side).map(|(id, _)| id).filter(|id| may_fire(game, *id).is_ok())
    }
}

/// How far a battery's target is from its muzzles.
pub struct GunRange {
    pub unit: UnitId,
    pub target: UnitId,
}
impl Fact<Orders> for GunRange {
    type Value = Inches;
    fn measure(&self, game: &Orders) -> Inches {
        range(game, self.unit, self.target).unwrap_or_default()
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let (unit, target) = (game.name(self.unit), game.name(self.target));
        let text = format!("How far is it from the front of {unit} to the nearest point of {target}?");
        FactAsked { text, kind: FactKind::Inches }
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Inches> {
        let [mils] = answer else { return None };
        i32::try_from(*mils).ok().map(Inches)
    }
}

/// The zone of the target that fire comes from.
pub struct FireFrom {
    pub unit: UnitId,
    pub target: UnitId,
}
impl Fact<Orders> for FireFrom {
    type Value = Aspect;
    fn measure(&self, game: &Orders) -> Aspect {
        aspect(game, self.unit, self.target)
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let (unit, target) = (game.name(self.unit), game.name(self.target));
        FactAsked::one_of(format!("From where does {unit} fire at {target}?"), Aspect::NAMES)
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Aspect> {
        let [n] = answer else { return None };
        Aspect::WORDS.get(*n as usize).map(|(_, aspect)| *aspect)
    }
}

/// What shelters a unit from an enemy who fires, or who has charged.
pub struct ShelterOf {
    pub unit: UnitId,
    pub from: UnitId,
    /// The charge crossed a stream or slope; `None` for fire, which is measured.
    pub crossed: Option<bool>,
}
impl Fact<Orders> for ShelterOf {
    type Value = Shelter;
    fn measure(&self, game: &Orders) -> Shelter {
        let from = || game.unit(self.from).rect().map(|rect| rect.front_centre().stored());
        let between = || from().is_some_and(|from| ground::crosses_line(game, from, self.unit));
        shelter(game, self.unit, self.crossed.unwrap_or_else(between))
    }
    fn put(&self, game: &Orders) -> FactAsked {
        let (unit, from) = (game.name(self.unit), game.name(self.from));
        FactAsked::one_of(format!("What shelters {unit} from {from}?"), Shelter::NAMES)
    }
    fn seen(&self, _: &Orders, answer: &[u32]) -> Option<Shelter> {
        let [n] = answer else { return None };
        Shelter::WORDS.get(*n as usize).map(|(_, shelter)| *shelter)
    }
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
