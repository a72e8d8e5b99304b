//! Moves toward a place: wheels worked out, legs cut to what the rules allow.

use super::captain::Captain;
use super::charts::{inches, mils};
use crate::kit::few::Few;
use crate::kit::routes::Route;
use crate::kit::spot::Spot;
use crate::kit::{self, wheel_to};
use orders::words::Formation;
use orders::{Act, Answer, Orders, Pace, Question, UnitId, options};
use table::{Footprint, Inches, Pose, Rect};

/// A wheel smaller than this is not worth its words.
const SLIGHT: i32 = 60;
/// Columns wheel as far as they like.
const ABOUT: i32 = 32_000;
/// A unit no farther aside of a front than this is before it.
const BEFORE: i32 = 6000;
/// Farther than any move.
pub(crate) const FAR: f64 = 99.0;
/// A leg shorter than this is none.
const SHORT: f64 = 0.05;

/// The paces of a move.
pub(crate) type Paces = Few<Pace, 10>;

/// No paces, or one.
pub(crate) fn paces(first: impl IntoIterator<Item = Pace>) -> Paces {
    let mut paces = Paces::none(Pace::Ahead(Inches::ZERO));
    first.into_iter().for_each(|pace| paces.push(pace));
    paces
}

/// A move and where it ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) paces: Paces,
    pub(crate) pose: Pose,
    pub(crate) formation: Formation,
}

/// The act, if the rules take it.
pub(crate) fn accepted(view: &Orders, question: &Question, act: Act) -> Option<Answer> {
    kit::accepted(view, question, Answer::Act(act))
}

impl Captain {
    /// What share of a move a unit has: less when it was roused out of command.
    pub(crate) fn budget(&self, view: &Orders, id: UnitId) -> f64 {
        let roused = view.activation.is_some_and(|it| it.unit == id && it.command == Some(true));
        if roused { self.charts.roused } else { 1.0 }
    }

    /// A march in column along some points as far as a share of the move allows, at most these inches.
    pub(crate) fn column_way(
        &self,
        view: &Orders,
        id: UnitId,
        way: &Route,
        spare: f64,
        most: f64,
    ) -> Option<Way> {
        self.way_along(view, id, way, spare, most, true)
    }

    /// The same; the rules are asked how far the first leg goes, or it is taken for free unless they were asked before.
    pub(crate) fn way_along(
        &self,
        view: &Orders,
        id: UnitId,
        way: &Route,
        spare: f64,
        most: f64,
        asks: bool,
    ) -> Option<Way> {
        let unit = view.unit(id);
        let mut pose = unit.pose?;
        let mut paces = paces(None);
        let mut left = self.budget(view, id) - spare;
        if unit.formation != Formation::Column {
            paces.push(Pace::Form(Formation::Column));
            left -= self.charts.change;
        }
        let rate = self.charts.rate(unit.arm(), Formation::Column);
        let footprint = unit.footprint_in(Formation::Column);
        let mut leg = left * rate - 0.01;
        let mut most = most;
        if leg < SHORT {
            return None;
        }
        for (n, goal) in way.points.iter().enumerate() {
            if paces.len() > 5 || leg < SHORT || most < SHORT {
                break;
            }
            let distance = Spot::of(pose.at).to(*goal);
            if distance < SHORT {
                continue;
            }
            let turn = || {
                let wheel = wheel_to(pose, footprint, goal.point(), ABOUT);
                (wheel, pose.wheeled(footprint.width, wheel))
            };
            let (wheel, wheeled) = if n == 0 { *way.first_wheel.get_or_init(turn) } else { turn() };
            let arc = inches(table::wheel_length(footprint.width, wheel));
            let mut next = pose;
            let begun = paces.len();
            if wheel.abs() > SLIGHT {
                if arc > leg {
                    break;
                }
                leg -= arc;
                next = wheeled;
                paces.push(Pace::Wheel(wheel));
            }
            // The first leg is measured by the rules themselves, rough ground and friends in the way included.
            let wish = leg.min(Spot::of(next.at).to(*goal)).min(most);
            let measured = || inches(options::farthest(view, id, &paces));
            let room = match n {
                0 if asks => Some(*way.first_leg.get_or_init(measured)),
                0 => way.first_leg.get().copied(),
                _ => None,
            };
            let by = room.map_or(wish, |room| wish.min(room));
            if by < SHORT {
                paces.truncate(begun);
                break;
            }
            let by = if n == 0 { self.to_musket_shot(next, footprint, by, leg) } else { by };
            paces.push(Pace::Ahead(mils(by)));
            pose = next.ahead(mils(by));
            leg -= by;
            most -= by;
            if by + 0.02 < wish {
                break;
            }
        }
        let moves = paces.iter().any(|pace| matches!(pace, Pace::Ahead(_)));
        moves.then_some(Way { paces, pose, formation: Formation::Column })
    }

    /// A leg that ends just before an enemy ends within musket shot of him.
    fn to_musket_shot(&self, from: Pose, size: Footprint, by: f64, most: f64) -> f64 {
        let rect = Rect::new(from.ahead(mils(by)), size);
        let reach = self.charts.musket_shot();
        let foes = self.near.targets.iter().map(|target| &self.picture.foes[target.n]);
        let gap = foes.filter_map(|foe| rect.distance_within(&foe.rect, reach + Inches(150))).min();
        match gap {
            Some(gap) if gap > reach => (by + inches(gap - reach) + 0.001).min(most),
            _ => by,
        }
    }

    /// Straight on in the formation it is in, at most this far.
    pub(crate) fn straight_way(&self, view: &Orders, id: UnitId, goal: Spot, most: f64) -> Option<Way> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let footprint: Footprint = unit.footprint();
        let mut paces = paces(None);
        let wheel = wheel_to(pose, footprint, goal.point(), 4096);
        let next = if wheel.abs() > SLIGHT {
            paces.push(Pace::Wheel(wheel));
            pose.wheeled(footprint.width, wheel)
        } else {
            pose
        };
        let by = inches(options::farthest(view, id, &paces)).min(most).min(Spot::of(next.at).to(goal));
        let by = self.to_musket_shot(next, footprint, by, by + 0.15);
        if by < SHORT {
            return None;
        }
        paces.push(Pace::Ahead(mils(by)));
        Some(Way { paces, pose: next.ahead(mils(by)), formation: unit.formation })
    }

    /// Straight back, facing the enemy.
    pub(crate) fn back_way(&self, view: &Orders, id: UnitId, share: f64) -> Option<Way> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let rate = self.charts.rate(unit.arm(), unit.formation);
        let by = mils((rate * share * self.budget(view, id) / 2.0 - 0.01).max(0.0));
        (by > Inches(100)).then(|| Way {
            paces: paces([Pace::Back(by)]),
            pose: pose.back(by),
            formation: unit.formation,
        })
    }

    /// Another formation where it stands.
    pub(crate) fn form_way(&self, view: &Orders, id: UnitId, formation: Formation) -> Option<Way> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        if unit.formation == formation {
            return None;
        }
        let square = formation.is_square() || unit.formation.is_square();
        let pose = if square {
            Pose::from_centre(pose.centre(unit.footprint()), pose.facing, unit.footprint_in(formation))
        } else {
            pose
        };
        Some(Way { paces: paces([Pace::Form(formation)]), pose, formation })
    }

    /// Turned on the spot toward a place.
    pub(crate) fn face_way(&self, view: &Orders, id: UnitId, goal: Spot) -> Option<Way> {
        let unit = view.unit(id);
        let pose = unit.pose?;
        let footprint = unit.footprint();
        let centre = pose.centre(footprint);
        let facing = centre.bearing_to(goal.point());
        if pose.facing.off(facing).abs() < BEFORE {
            return None;
        }
        let pose = Pose::from_centre(centre, facing, footprint);
        Some(Way { paces: paces([Pace::Face(facing)]), pose, formation: unit.formation })
    }

    /// The way, if the rules take it; else the same with its last leg shortened.
    pub(crate) fn take_way(
        &self,
        view: &Orders,
        id: UnitId,
        way: &Way,
        question: &Question,
    ) -> Option<Answer> {
        let march = |paces: Vec<Pace>| accepted(view, question, Act::March { unit: id, paces });
        if let Some(answer) = march(way.paces.to_vec()) {
            return Some(answer);
        }
        let last = way.paces.iter().rposition(|pace| matches!(pace, Pace::Ahead(_)))?;
        let Some(Pace::Ahead(by)) = way.paces.get(last).copied() else { return None };
        [by.0 / 2, by.0 / 4].into_iter().filter(|by| *by > 100).find_map(|by| {
            let mut paces = way.paces.to_vec();
            paces[last] = Pace::Ahead(Inches(by));
            march(paces)
        })
    }
}
