//! Who goes where before the fire: foot into line and up to where its fire tells, horse to where it can charge from, guns into
//! action.

use super::captain::Captain;
use super::ground::{keeps_guns, stands_alone_on, walk_onto};
use super::plan::is_late;
use crate::kit::plan::Stance;
use crate::kit::{accepted, wheel_to};
use empire::rules::charge::onset;
use empire::rules::fire::{gunnery, musketry};
use empire::rules::march::manoeuvre;
use empire::unit::Unit;
use empire::words::{Arm, Formation, Hand};
use empire::{Act, Answer, Empire, Question, UnitId};
use table::{EIGHTH, Inches, Leg, Pose, Rect};

/// Foot that may meet the enemy within this much more than its fire carries stands in line.
pub(super) const READY: Inches = Inches::whole(9);
/// A hair within a range, so that it is within it.
const WITHIN: Inches = Inches::mils(100);
/// The most a unit wheels on its way.
const WHEEL: i32 = EIGHTH;
/// A regiment with fewer figures stays where it is: horse that runs costs its ME more than it could win.
const SQUADRONS: u32 = 5;
/// Horse keeps this far from foot it does not charge.
const ALOOF: Inches = Inches::whole(7);

/// A unit that has lost this percentage is likely to run from the next hit.
pub(super) const WORN: u32 = 30;
/// A worn unit is not left this near the enemy.
pub(super) const NEAR: Inches = Inches::whole(8);

/// The nearest enemy in good morale, or the nearest at all.
pub(super) fn nearest(view: &Empire, unit: UnitId) -> Option<(Inches, UnitId)> {
    let body = view.unit(unit);
    let rect = body.rect()?;
    let foes = view.of(body.side().enemy());
    foes.filter_map(|(id, foe)| Some((!foe.in_good_morale(), rect.distance(foe.rect()?), id)))
        .min()
        .map(|(_, gap, id)| (gap, id))
}

/// A unit that looks at an enemy, and how it carries itself.
#[derive(Clone, Copy)]
pub(super) struct Eyes {
    unit: UnitId,
    gap: Inches,
    foe: UnitId,
    stance: Stance,
    /// Whether it goes on toward him.
    goes_on: bool,
}

impl Eyes {
    pub(super) fn on(view: &Empire, unit: UnitId, (gap, foe): (Inches, UnitId), stance: Stance) -> Eyes {
        let goes_on = matches!(stance, Stance::Press | Stance::Assault) && !view.unit(unit).disordered;
        Eyes { unit, gap, foe, stance, goes_on }
    }

    /// The same who only stands.
    fn calm(self) -> Eyes {
        let stance =
            if matches!(self.stance, Stance::Press | Stance::Assault) { Stance::Hold } else { self.stance };
        Eyes { stance, goes_on: false, ..self }
    }
}

impl Captain {
    /// What a unit does before the fire; `None`: it stays as it is.
    pub(super) fn march(&self, view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
        if self.manner.schooled {
            return self.march_by_word(view, unit, question);
        }
        let body = view.unit(unit);
        let (gap, foe) = nearest(view, unit)?;
        let eyes = Eyes::on(view, unit, (gap, foe), self.stance(body.me()));
        if let Some(answer) = walk_onto(view, unit, None, question) {
            return Some(answer);
        }
        if is_late(view) && stands_alone_on(view, unit) {
            return None;
        }
        if let Some(answer) =
            self.pull_back(view, unit, gap, question).or_else(|| face_about(view, &eyes, question))
        {
            return Some(answer);
        }
        match body.arm() {
            Arm::Artillery => lay(view, &eyes, false, question),
            Arm::Cavalry => ride(view, &eyes, question),
            Arm::Infantry => self.foot(view, &eyes, question),
        }
    }
}

impl Captain {
    /// Foot: a unit that alone keeps guns stays with them.
    pub(super) fn foot(&self, view: &Empire, eyes: &Eyes, question: &Question) -> Option<Answer> {
        let answer = step(view, eyes, question)?;
        if keeps_guns(view, eyes.unit, &answer) {
            return Some(answer);
        }
        step(view, &eyes.calm(), question).filter(|answer| keeps_guns(view, eyes.unit, answer))
    }

    /// A unit that the next hit is likely to break goes out of reach of the enemy's muskets.
    pub(super) fn pull_back(
        &self,
        view: &Empire,
        unit: UnitId,
        gap: Inches,
        question: &Question,
    ) -> Option<Answer> {
        let body = view.unit(unit);
        let stance = self.carries(view, unit);
        let worn = body.percent_lost() >= WORN;
        if body.arm() == Arm::Artillery || !worn || stance == Stance::Assault || gap > NEAR {
            return None;
        }
        back(view, unit, question)
    }
}

/// Straight back, as far as it goes.
pub(super) fn back(view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
    let act = |by: i32| {
        let legs = vec![Leg::Back(Inches::whole(by))];
        Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false })
    };
    [8, 6, 5, 4, 3, 2]
        .into_iter()
        .map(act)
        .filter(|answer| keeps_guns(view, unit, answer))
        .find_map(|answer| accepted(view, question, answer))
}

/// A unit that looks away from the enemy, as one does that has been rallied, turns to him and goes on.
pub(super) fn face_about(view: &Empire, eyes: &Eyes, question: &Question) -> Option<Answer> {
    let Eyes { unit, gap, foe, stance, .. } = *eyes;
    let body = view.unit(unit);
    let (pose, aim) = (body.pose?, view.unit(foe).rect()?);
    let facing = pose.at.bearing_to(aim.centre().stored());
    let is_away = pose.facing.off(facing).abs() > EIGHTH * 3 / 2;
    if !is_away || body.arm() == Arm::Artillery || body.formation == Formation::Square {
        return None;
    }
    let form = |by: i32| {
        let legs = if by > 0 { vec![Leg::Ahead(Inches::whole(by))] } else { Vec::new() };
        Answer::Act(Act::Form { unit, formation: body.formation, facing: Some(facing), onto: None, legs })
    };
    let goes_on = matches!(stance, Stance::Press | Stance::Assault) && gap > Inches::whole(8);
    let ways = [8, 6, 4, 2, 0].into_iter().filter(|by| *by == 0 || (goes_on && Inches::whole(*by + 4) < gap));
    let mut turns = ways.into_iter().map(form).filter(|act| keeps_guns(view, unit, act));
    turns.find_map(|act| accepted(view, question, act))
}

pub(super) fn step(view: &Empire, eyes: &Eyes, question: &Question) -> Option<Answer> {
    let Eyes { unit, gap, foe, stance, goes_on } = *eyes;
    let body = view.unit(unit);
    let (_, ends) = view.rules.shared.ends(body.profile.weapon)?;
    let [short, medium, far] = ends;
    let is_line = body.formation == Formation::Line;
    // From where it does not slow him down yet he may come to a charge.
    let keeps = [short - WITHIN, medium - WITHIN, medium + WITHIN, far - WITHIN, far + WITHIN];
    // A firefight is for the side with more muskets in it.
    let short = if view.unit(foe).figures > body.figures { medium } else { short };
    let keeps: Vec<Inches> = keeps.into_iter().filter(|keep| *keep >= short - WITHIN).collect();
    if stance == Stance::Retire && gap > far && gap < far + READY {
        let back =
            Act::Manoeuvre { units: vec![unit], legs: vec![Leg::Back(Inches::whole(3))], bonus: false };
        return accepted(view, question, Answer::Act(back));
    }
    if !is_line && gap <= far + READY {
        let form = |onto: Option<Hand>, legs: Vec<Leg>| {
            let act = Act::Form { unit, formation: Formation::Line, facing: None, onto, legs };
            accepted(view, question, Answer::Act(act))
        };
        let after = if goes_on && gap > short {
            keeps.iter().find_map(|keep| form(None, approach(view, body, Formation::Line, foe, *keep)?))
        } else {
            None
        };
        let hands = || {
            [None, Some(Hand::Left), Some(Hand::Right)].into_iter().find_map(|onto| form(onto, Vec::new()))
        };
        // No room for a line: as a column it stays out of the reach of muskets.
        return after.or_else(hands).or_else(|| {
            let act = |legs| Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false });
            let legs = approach(view, body, body.formation, foe, far + WITHIN).filter(|_| goes_on)?;
            accepted(view, question, act(legs))
        });
    }
    let act = |legs: Vec<Leg>| Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false });
    if gap <= far && is_line {
        let fires = musketry::targets(view, unit);
        if fires.is_empty() {
            let turn = wheel(body, foe, view);
            return (turn != 0).then(|| accepted(view, question, act(vec![Leg::Wheel(turn)]))).flatten();
        }
    }
    if !goes_on || gap <= short {
        return None;
    }
    let nearer = keeps.iter().filter(|keep| **keep < gap);
    let way = nearer.filter_map(|keep| approach(view, body, body.formation, foe, *keep));
    if let Some(answer) = way.into_iter().find_map(|legs| accepted(view, question, act(legs))) {
        return Some(answer);
    }
    // Too far for that: as near as it may come.
    let most = manoeuvre::reach_ahead(view, unit);
    let ahead = Inches(most.0.min(gap.0 - far.0));
    (ahead > Inches::whole(1)).then(|| accepted(view, question, act(vec![Leg::Ahead(ahead)]))).flatten()
}

fn wheel(body: &Unit, foe: UnitId, view: &Empire) -> i32 {
    let (Some(pose), Some(aim)) = (body.pose, view.unit(foe).rect()) else { return 0 };
    wheel_to(pose, body.footprint(), aim.centre().stored(), WHEEL)
}

/// The way straight to a distance from an enemy: without a wheel where he stands before its front, else with one.
fn approach(view: &Empire, body: &Unit, formation: Formation, foe: UnitId, keep: Inches) -> Option<Vec<Leg>> {
    let (pose, aim) = (body.pose?, view.unit(foe).rect()?);
    let footprint = body.footprint_in(formation);
    let gap = |pose: Pose| Rect::new(pose, footprint).distance(aim);
    let mut legs = Vec::new();
    let turn = pose.facing.off(pose.at.bearing_to(aim.centre().stored()));
    let start = if turn.abs() > WHEEL / 2 {
        let turn = wheel_to(pose, footprint, aim.centre().stored(), WHEEL);
        legs.push(Leg::Wheel(turn));
        pose.wheeled(footprint.width, turn)
    } else {
        pose
    };
    let by = gap(start) - keep;
    if by < Inches::mils(250) {
        return None;
    }
    // Where the enemy stands aside, straight ahead brings it less near; that is for another impulse.
    legs.push(Leg::Ahead(by));
    Some(legs)
}

/// Horse comes to where it can charge from, and turns to whom it might.
pub(super) fn ride(view: &Empire, eyes: &Eyes, question: &Question) -> Option<Answer> {
    let Eyes { unit, gap, foe, stance, .. } = *eyes;
    let body = view.unit(unit);
    if stance == Stance::Hold || body.blown || body.disordered || body.figures < SQUADRONS {
        return None;
    }
    let reach = onset::reach(view, unit);
    let keep = ALOOF.max(reach.half());
    if gap <= keep {
        return None;
    }
    let act = |legs: Vec<Leg>| Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false });
    let way = [keep, keep + Inches::whole(3)].into_iter();
    way.filter_map(|keep| approach(view, body, body.formation, foe, keep))
        .find_map(|legs| accepted(view, question, act(legs)))
}

/// Guns come into action, and turn where they have no enemy before them.
/// `in_reach`: not to an enemy who is out of their reach.
pub(super) fn lay(view: &Empire, eyes: &Eyes, in_reach: bool, question: &Question) -> Option<Answer> {
    let Eyes { unit, gap, foe, .. } = *eyes;
    let body = view.unit(unit);
    if body.formation == Formation::Limbered {
        let facing = body.pose?.at.bearing_to(view.unit(foe).rect()?.centre().stored());
        let act = Act::Form {
            unit,
            formation: Formation::Unlimbered,
            facing: Some(facing),
            onto: None,
            legs: Vec::new(),
        };
        return accepted(view, question, Answer::Act(act));
    }
    if !gunnery::may_fire(body) || !gunnery::targets(view, unit).is_empty() {
        return None;
    }
    let reach = view.rules.shared.ends(body.profile.weapon).map_or(Inches::ZERO, |(_, [.., far])| far);
    if in_reach && gap > reach {
        return None;
    }
    let turn = wheel(body, foe, view);
    let act = |turn: i32| Act::Prolong { unit, legs: vec![Leg::Wheel(turn)] };
    let turns = [turn, turn / 2, turn / 4].into_iter().filter(|turn| *turn != 0);
    turns.map(act).find_map(|act| accepted(view, question, Answer::Act(act)))
}
