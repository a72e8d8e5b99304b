//! The enemy as he stands while we move: where his guns reach, what he could charge, and what that would cost.

use super::charts::{Charts, Nerve, troop_worth};
use super::odds::arm_worth;
use crate::kit::sight::Sight;
use crate::kit::spot::{Spot, ahead_of};
use engine::Side;
use orders::ground::{self, Place};
use orders::words::{Arm, Formation, Gun, Level};
use orders::{Orders, UnitId};
use std::cell::Cell;
use table::{Pose, Rect};

/// An enemy on the table.
#[derive(Clone, Debug)]
pub(crate) struct Foe {
    pub(crate) id: UnitId,
    pub(crate) at: Spot,
    pub(crate) rect: Rect,
    pub(crate) facing: Spot,
    pub(crate) arm: Arm,
    pub(crate) gun: Option<Gun>,
    pub(crate) formation: Formation,
    pub(crate) nerve: Nerve,
    pub(crate) footing: Footing,
    pub(crate) worth: f64,
    /// How far it charges; none for guns and units in panic.
    pub(crate) reach: f64,
    /// How far it charges or fires its guns.
    far: f64,
    /// Whether it may be gone for, and how much nearer it seems for being shaken.
    pub(crate) soft: Option<f64>,
    /// The ground it stands on is worth having.
    at_objective: bool,
}

/// What the ground does for a unit that stands, or would stand, on it so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footing {
    pub(crate) rough: bool,
    pub(crate) garrison: Option<Place>,
}

impl Footing {
    pub(crate) fn of(sight: &Sight, view: &Orders, id: UnitId, formation: Formation, rect: &Rect) -> Footing {
        let rough = sight.is_rough(rect);
        // Nearly all units stand far from any place.
        let is_at_place = sight.is_at_place(rect, rough);
        let garrison = if is_at_place { ground::garrison_in(view, id, formation, rect) } else { None };
        Footing { rough, garrison }
    }
}

impl Foe {
    /// What its formation and shelter add to a die that fires at it.
    pub(crate) fn mark(&self, charts: &Charts) -> i32 {
        charts.mark(self.arm, self.formation, self.footing.rough)
    }

    pub(crate) fn is_steady(&self) -> bool {
        self.nerve.level > Level::Panic
    }

    /// Whether it stands on ground worth having, and is not in panic.
    pub(crate) fn holds_objective(&self) -> bool {
        self.at_objective && self.nerve.level != Level::Panic
    }

    /// Whether a spot lies before its front.
    pub(crate) fn has_before_it(&self, at: Spot) -> bool {
        self.at.ahead(self.facing, at) >= FRONT
    }

    /// Guns that fire.
    pub(crate) fn is_firing_gun(&self) -> bool {
        self.arm.is_artillery() && self.formation == Formation::Unlimbered && self.is_steady()
    }
}

/// Where a unit of ours would stand, and which way: enough to tell whom it could fire at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub(crate) id: UnitId,
    pub(crate) at: Spot,
    pub(crate) rect: Rect,
    pub(crate) facing: Spot,
}

impl Aim {
    pub(crate) fn of(view: &Orders, id: UnitId, pose: Pose, formation: Formation) -> Aim {
        let rect = Rect::new(pose, view.unit(id).footprint_in(formation));
        Aim { id, at: Spot::from_vec(rect.centre()), rect, facing: ahead_of(&rect) }
    }

    /// Whether a foe is near enough, edge to edge, for foot to fire.
    pub(crate) fn is_in_musket_shot(&self, charts: &Charts, foe: &Foe) -> bool {
        self.rect.is_within(&foe.rect, charts.musket_shot())
    }
}

/// A unit of ours as it would stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub(crate) aim: Aim,
    pub(crate) arm: Arm,
    pub(crate) formation: Formation,
    pub(crate) nerve: Nerve,
    pub(crate) footing: Footing,
}

#[derive(Default)]
pub(crate) struct Picture {
    pub(crate) foes: Vec<Foe>,
    /// Where they stand and how far they charge or fire, side by side: who is near is asked most often.
    spots: Vec<(Spot, f64)>,
    /// All of them.
    pub(crate) all: Near,
}

/// The enemies that matter to a unit, by their numbers in the picture.
#[derive(Default)]
pub(crate) struct Near {
    /// The enemies that a move could bring under fire or threaten.
    pub(crate) targets: Vec<Threatened>,
    /// The nearest of all, and the square of how far off he is.
    nearest: Option<(f64, usize)>,
    guns: Vec<usize>,
    chargers: Vec<Charger>,
    /// Friends whom an enemy might fire at or charge as well: by his number, how many of each.
    company: Vec<(usize, [u32; 2])>,
}

/// An enemy that a move could bring under fire or threaten: his number in the picture, and where he stands.
pub(crate) struct Threatened {
    pub(crate) n: usize,
    pub(crate) at: Spot,
    /// What a charge into its flank and one at its front would bring, once worked out.
    pub(crate) guesses: [Cell<Option<f64>>; 2],
}

/// An enemy that charges: his number in the picture, where he stands, and the square of how far from there he may strike.
struct Charger {
    n: usize,
    at: Spot,
    reach_squared: f64,
}

impl Near {
    /// Empty, with room for this many.
    fn with_room(many: usize) -> Near {
        Near { guns: Vec::with_capacity(many), chargers: Vec::with_capacity(many), ..Near::default() }
    }

    pub(crate) fn clear(&mut self) {
        self.targets.clear();
        self.nearest = None;
        self.guns.clear();
        self.chargers.clear();
        self.company.clear();
    }

    /// Counts the friends who share with a unit what each of those enemies does.
    pub(crate) fn count_company(&mut self, picture: &Picture, charts: &Charts, friends: &[Spot]) {
        for Charger { n, .. } in &self.chargers {
            let foe = &picture.foes[*n];
            let shot = charts.musket + 2.0 * HALF;
            let (mut shots, mut charges) = (0, 0);
            for at in friends {
                let far = at.square_to(foe.at);
                shots += u32::from(far <= shot * shot);
                charges += u32::from(far <= (foe.reach * 0.8).powi(2));
            }
            if shots + charges > 0 {
                self.company.push((*n, [shots, charges]));
            }
        }
    }

    fn company_of(&self, n: usize) -> [u32; 2] {
        self.company.iter().find(|(foe, _)| *foe == n).map_or([0, 0], |(_, many)| *many)
    }

    fn add(&mut self, n: usize, foe: &Foe) {
        if foe.is_firing_gun() {
            self.guns.push(n);
        } else if foe.reach > 0.0 {
            let reach = foe.reach + 2.0 * HALF;
            self.chargers.push(Charger { n, at: foe.at, reach_squared: reach * reach });
        }
    }

    /// Finds the enemies that matter to a unit which charges `reach` and ends within `by` of a spot: those that can
    /// fire at it, reach it, or be reached by it.
    pub(crate) fn look(&mut self, picture: &Picture, charts: &Charts, at: Spot, reach: f64, by: f64) {
        self.clear();
        let mine = reach.max(charts.musket);
        let ours = mine + 2.0 + by;
        let mut nearest = (f64::INFINITY, usize::MAX);
        for (n, (spot, far)) in picture.spots.iter().enumerate() {
            let far = mine.max(*far) + 2.0 + by;
            let square = at.square_to(*spot);
            if square < nearest.0 {
                nearest = (square, n);
            }
            // An enemy within our reach is within the greater of both.
            if square <= far * far {
                if square <= ours * ours {
                    self.targets.push(Threatened { n, at: *spot, guesses: Default::default() });
                }
                self.add(n, &picture.foes[n]);
            }
        }
        self.nearest = Some(nearest).filter(|(_, n)| *n < picture.foes.len());
    }
}

/// Cosines of 45 degrees, which is as far aside as a front reaches: as it is; a little wider, since fire is measured from
/// the nearest edge and not from the middle; a little narrower, for batteries, of which only the sure shot counts.
const FRONT: f64 = 0.707;
pub(crate) const ARC: f64 = 0.69;
pub(crate) const GUN_ARC: f64 = 0.72;
/// The cosine of as far aside as a unit still turns to meet an enemy, or is wheeled to charge him.
pub(crate) const TURNS_TO: f64 = 0.65;
/// A battery has other targets too.
const SHARE: f64 = 0.55;
/// Half a base.
const HALF: f64 = 0.6;

/// Bears anything, so all danger is added up.
fn everything(_: f64) -> bool {
    true
}

impl Picture {
    /// The enemies of a side. The ground of an enemy that stands as in the picture before need not be looked at again:
    /// ground does not change, and another battle or house begins without a picture.
    pub(crate) fn of(before: &Picture, charts: &Charts, sight: &Sight, view: &Orders, side: Side) -> Picture {
        let many = view.units.len();
        let mut picture = Picture {
            foes: Vec::with_capacity(many),
            spots: Vec::with_capacity(many),
            all: Near::with_room(many),
        };
        // Both go by the numbers of the units.
        let mut before = before.foes.iter().peekable();
        for (id, unit) in view.of(side.enemy()) {
            let Some(rect) = unit.rect() else { continue };
            while before.next_if(|foe| foe.id < id).is_some() {}
            let is_same = |foe: &&&Foe| foe.id == id && foe.rect == *rect && foe.formation == unit.formation;
            let known = before.peek().filter(is_same).map(|foe| (foe.footing, foe.at_objective));
            let look = || (Footing::of(sight, view, id, unit.formation, rect), is_at_objective(view, rect));
            let (footing, at_objective) = known.unwrap_or_else(look);
            debug_assert_eq!((footing, at_objective), look(), "{} stands as it stood", view.name(id));
            let leader = view.leader_with(id).and_then(|leader| view.leader(leader));
            let bonus = leader.map_or(0, |leader| charts.trait_value(leader.character));
            let bonus = bonus + charts.garrison(footing.garrison);
            let nerve = Nerve { troop: unit.troop(), level: unit.level, bonus };
            let steady = !unit.in_panic() && !unit.arm().is_artillery();
            let mut foe = Foe {
                id,
                at: Spot::from_vec(rect.centre()),
                rect: *rect,
                facing: ahead_of(rect),
                arm: unit.arm(),
                gun: unit.profile.gun,
                formation: unit.formation,
                nerve,
                footing,
                worth: troop_worth(unit.troop()) * arm_worth(unit.arm(), unit.profile.gun),
                reach: if steady { charge_reach(charts, unit.arm(), unit.formation) } else { 0.0 },
                far: 0.0,
                soft: None,
                at_objective,
            };
            let fires = foe.gun.filter(|_| foe.is_firing_gun()).map_or(0.0, |gun| charts.reach(gun));
            foe.far = foe.reach.max(fires);
            foe.soft = (foe.is_steady() && footing.garrison.is_none()).then_some(match unit.level {
                Level::Disrupted => 4.0,
                Level::Nervous => 2.0,
                Level::Bold | Level::Firm | Level::Panic | Level::Routed => 0.0,
            });
            picture.all.add(picture.foes.len(), &foe);
            picture.spots.push((foe.at, foe.far));
            picture.foes.push(foe);
        }
        picture
    }

    pub(crate) fn foe(&self, id: UnitId) -> Option<&Foe> {
        self.foes.iter().find(|foe| foe.id == id)
    }

    /// The distance to the nearest enemy that still stands, centre to centre.
    pub(crate) fn nearest(&self, at: Spot) -> Option<(f64, &Foe)> {
        let mut nearest = (f64::INFINITY, None);
        for (n, (spot, _)) in self.spots.iter().enumerate() {
            let square = at.square_to(*spot);
            if square < nearest.0 {
                nearest = (square, Some(n));
            }
        }
        nearest.1.map(|n| (nearest.0.sqrt(), &self.foes[n]))
    }

    /// The same among those found by [`Near::look`].
    pub(crate) fn nearest_of(&self, near: &Near) -> Option<(f64, &Foe)> {
        near.nearest.map(|(square, n)| (square.sqrt(), &self.foes[n]))
    }

    /// Whether enemy horse may reach that spot before the unit there moves again.
    pub(crate) fn horse_near(&self, at: Spot) -> bool {
        let all = self.all.chargers.iter().map(|charger| &self.foes[charger.n]);
        let mut horse = all.filter(|foe| foe.arm.is_cavalry());
        horse.any(|foe| at.to(foe.at) - 2.0 * HALF <= foe.reach)
    }

    /// What the enemy's fire costs a unit in this place until its next move. Where that is more than it bears, the
    /// adding up ends and this is only a lower bound: no shot makes it less, since costs and fears are never below
    /// nothing.
    pub(crate) fn fire_danger(
        &self,
        near: &Near,
        charts: &Charts,
        sight: &Sight,
        view: &Orders,
        stand: &Stand,
        is_bearable: impl Fn(f64) -> bool,
    ) -> f64 {
        let mark = charts.mark(stand.arm, stand.formation, stand.footing.rough);
        let cost = charts.check_cost(stand.nerve.troop, stand.nerve.level, stand.nerve.bonus);
        let danger = |checks: f64| (checks * cost).min(4.0);
        let mut checks = 0.0;
        for gun in near.guns.iter().map(|n| &self.foes[*n]) {
            let reaches = |kind: &Gun| stand.at.is_within(gun.at, charts.reach(*kind) + HALF);
            let Some(kind) = gun.gun.filter(reaches) else { continue };
            let range = stand.at.to(gun.at) - HALF;
            let each = charts.gun_checks(kind, gun.nerve.troop, range, mark + charts.aim(gun.nerve.level));
            let is_clear =
                || sight.is_clear(&view.units, gun.rect.front_centre(), &stand.rect, [gun.id, stand.id]);
            if each <= 0.0 || !is_clear() {
                continue;
            }
            // It fires after our move if we are in its arc, and after its own in any case.
            let times = if gun.at.ahead(gun.facing, stand.at) >= ARC { 1.9 } else { 0.7 };
            checks += each * times * SHARE;
            if !is_bearable(danger(checks)) {
                debug_assert!(!is_bearable(self.fire_danger(near, charts, sight, view, stand, everything)));
                return danger(checks);
            }
        }
        for (n, foe) in near.chargers.iter().map(|charger| (charger.n, &self.foes[charger.n])) {
            if !stand.is_in_musket_shot(charts, foe) || foe.at.ahead(foe.facing, stand.at) < ARC {
                continue;
            }
            let dice = charts.muskets(foe.formation);
            let mark = mark + charts.aim(foe.nerve.level);
            let share = 1.0 / f64::from(1 + near.company_of(n)[0]);
            checks += charts.musket_checks(foe.arm, foe.nerve.troop, dice, mark) * 1.9 * share;
        }
        danger(checks)
    }

    /// What the worst charge the enemy could make would cost, if it is one he would make. Where that is more than the
    /// unit bears, this is only a lower bound: no other charge makes it less, since dread is never below nothing.
    pub(crate) fn charge_danger(
        &self,
        near: &Near,
        charts: &Charts,
        stand: &Stand,
        is_bearable: impl Fn(f64) -> bool,
    ) -> f64 {
        let mut worst = 0.0_f64;
        let may_strike = |charger: &&Charger| stand.at.square_to(charger.at) <= charger.reach_squared;
        for charger in near.chargers.iter().filter(may_strike) {
            let foe = &self.foes[charger.n];
            let gap = stand.at.to(foe.at) - 2.0 * HALF;
            let advantage = self.advantage(charts, foe, stand);
            let [theirs, ours] = charts.round(advantage, &foe.nerve, &stand.nerve);
            let gain = ours - theirs * 0.9;
            if gain > 0.0 {
                let share = 1.0 / f64::from(1 + near.company_of(charger.n)[1]);
                worst = worst.max(gain * share * if gap > foe.reach * 0.8 { 0.6 } else { 1.0 });
                if !is_bearable(worst) {
                    debug_assert!(!is_bearable(self.charge_danger(near, charts, stand, everything)));
                    return worst;
                }
            }
        }
        worst
    }

    /// What an enemy adds in melee more than a unit of ours that it charges.
    fn advantage(&self, charts: &Charts, foe: &Foe, stand: &Stand) -> i32 {
        let mut advantage = charts.strength(&foe.nerve) - charts.strength(&stand.nerve);
        let shock = &charts.shock;
        if foe.arm == Arm::HeavyCavalry {
            advantage += shock.heavy;
        }
        if foe.arm.is_cavalry() {
            advantage += match stand.formation {
                Formation::Square => shock.horse_on_square,
                Formation::HastySquare => shock.horse_on_hasty_square,
                Formation::Column | Formation::Line | Formation::Road | Formation::Unlimbered => {
                    if stand.arm.is_artillery() {
                        shock.horse_on_guns
                    } else if stand.arm.is_infantry() && !stand.footing.rough {
                        // About half of those who try form square in time.
                        -2
                    } else {
                        0
                    }
                }
            };
        }
        if stand.footing.rough {
            advantage += shock.into_rough;
        }
        let square = matches!(stand.formation, Formation::Square | Formation::HastySquare);
        let garrison = stand.footing.garrison.is_some();
        if !square && !garrison && stand.at.ahead(stand.facing, foe.at) < TURNS_TO {
            // Foot may still form square before horse is there.
            let late = if foe.arm.is_cavalry() && stand.arm.is_infantry() { 3 } else { 0 };
            advantage += shock.in_flank - late;
        } else if !garrison && stand.nerve.level > Level::Panic {
            // Struck in front it fires first.
            advantage -= match (stand.formation, stand.arm.is_artillery()) {
                (Formation::Unlimbered, _) => 6,
                (Formation::Line, _) => 3,
                (_, true) => 0,
                _ => 1,
            };
        }
        advantage
    }
}

impl std::ops::Deref for Stand {
    type Target = Aim;

    fn deref(&self) -> &Aim {
        &self.aim
    }
}

/// Whether ground lies within an objective.
pub(crate) fn is_at_objective(view: &Orders, rect: &Rect) -> bool {
    view.scenario.objectives.iter().any(|objective| rect.distance_to(objective.at) <= objective.radius)
}

/// How far a unit charges, with a little for its wheel.
pub(crate) fn charge_reach(charts: &Charts, arm: Arm, formation: Formation) -> f64 {
    let column = charts.rate(arm, Formation::Column);
    match formation {
        Formation::Column => column,
        Formation::Line => charts.rate(arm, Formation::Line).max(column * 2.0 / 3.0),
        Formation::Road | Formation::Square | Formation::HastySquare | Formation::Unlimbered => {
            column * 2.0 / 3.0
        }
    }
}

impl Stand {
    /// A unit as it stands, or as it would.
    pub(crate) fn of(
        charts: &Charts,
        sight: &Sight,
        view: &Orders,
        id: UnitId,
        pose: Pose,
        formation: Formation,
    ) -> Stand {
        Stand::at(charts, sight, view, Aim::of(view, id, pose, formation), formation)
    }

    /// The same, where its place is worked out already.
    pub(crate) fn at(charts: &Charts, sight: &Sight, view: &Orders, aim: Aim, formation: Formation) -> Stand {
        let footing = Footing::of(sight, view, aim.id, formation, &aim.rect);
        Stand::on(charts, view, aim, formation, footing)
    }

    /// The same, where the ground there is known too.
    pub(crate) fn on(
        charts: &Charts,
        view: &Orders,
        aim: Aim,
        formation: Formation,
        footing: Footing,
    ) -> Stand {
        let unit = view.unit(aim.id);
        let leader = view.leader_with(aim.id).and_then(|leader| view.leader(leader));
        let bonus = leader.map_or(0, |leader| charts.trait_value(leader.character))
            + charts.garrison(footing.garrison);
        Stand {
            aim,
            arm: unit.arm(),
            formation,
            nerve: Nerve { troop: unit.troop(), level: unit.level, bonus },
            footing,
        }
    }
}
