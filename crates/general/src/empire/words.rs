//! What the words of a plan mean for a unit that marches: stand, own ground, press, storm, support, withdraw; horse
//! that hunts, denies or is kept; guns that stay or go with their foot.

use super::captain::Captain;
use super::ground::{keeps_guns, legs_to, walk_onto};
use super::march::{Eyes, NEAR, READY, WORN, back, face_about, lay, nearest, ride, step};
use crate::kit::accepted;
use crate::kit::plan::{Stance, Word};
use empire::rules::fire::gunnery;
use empire::rules::hour::verdict::{is_at, short_of};
use empire::unit::Unit;
use empire::words::{Arm, Formation};
use empire::{Act, Answer, Empire, Question, UnitId};
use table::{EIGHTH, Inches, Leg, Point};

/// How far a unit that supports keeps behind the units before it.
const BEHIND: Inches = Inches::whole(8);
/// And is no farther behind them than this.
const FOLLOWS: Inches = Inches::whole(20);
/// How many enemies a unit that goes forward looks at, the likeliest first.
const LOOKS: usize = 3;
/// How much farther off an enemy counts for each friend who is at him already.
const CROWD: i32 = 4_000;
const AT_HIM: Inches = Inches::whole(8);
/// A unit that has lost this percentage, or is in disorder, is worn.
const WEAK: u32 = 25;

/// Whether horse that hunts the worn rides at a unit.
pub(super) fn is_worn(unit: &Unit) -> bool {
    unit.percent_lost() >= WEAK || unit.disordered || !unit.in_good_morale()
}

impl Captain {
    /// What a unit does before the fire, by the word it was told.
    pub(super) fn march_by_word(&self, view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
        let duty = self.duty(unit)?;
        let body = view.unit(unit);
        let deny = duty.does.denied();
        if let Some(n) = duty.post.or(deny) {
            let goes = !is_at(view, unit, n) && body.arm() != Arm::Artillery;
            let way = goes.then(|| onto(view, unit, n, question)).flatten();
            if way.is_some() {
                return way;
            }
            if deny.is_some() || is_at(view, unit, n) {
                return self.stand(view, unit, question);
            }
        }
        match (body.arm(), self.word(view, unit)?) {
            (_, Word::Own(n)) => {
                walk_onto(view, unit, Some(n), question).or_else(|| self.stand(view, unit, question))
            }
            (_, Word::Stand | Word::Keep | Word::Stay | Word::Deny(_)) => self.stand(view, unit, question),
            (Arm::Artillery, Word::Press(_) | Word::Storm(_) | Word::GoWith) => {
                self.stand(view, unit, question).or_else(|| bring_up(view, unit, question))
            }
            (Arm::Artillery, _) => self.stand(view, unit, question),
            (_, Word::Withdraw) => withdraw(view, unit, question),
            (Arm::Infantry, Word::Support) => self.support(view, unit, question),
            (Arm::Infantry, _) => self.go_forward(view, unit, question),
            (Arm::Cavalry, Word::Support) => self.stand(view, unit, question),
            (Arm::Cavalry, _) => self.ride_out(view, unit, question),
        }
    }

    /// In line where it shoots, its front to the enemy, guns in action; never a step.
    fn stand(&self, view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
        let eyes = Eyes::on(view, unit, nearest(view, unit)?, Stance::Hold);
        let keeps = |answer: &Answer| keeps_guns(view, unit, answer);
        if let Some(answer) = face_about(view, &eyes, question) {
            return Some(answer);
        }
        match view.unit(unit).arm() {
            Arm::Infantry => step(view, &eyes, question).filter(keeps),
            Arm::Artillery => lay(view, &eyes, true, question),
            Arm::Cavalry => None,
        }
    }

    /// At an enemy it can come to, those first at whom no friend is yet.
    fn go_forward(&self, view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
        let stance = match self.carries(view, unit) {
            Stance::Assault => Stance::Assault,
            Stance::Hold | Stance::Press | Stance::Retire => Stance::Press,
        };
        let (gap, _) = nearest(view, unit)?;
        if let Some(answer) = walk_onto(view, unit, self.goal(unit), question) {
            return Some(answer);
        }
        if let Some(answer) = self.pull_back(view, unit, gap, question) {
            return Some(answer);
        }
        // The nearest first; a unit that can do nothing against him looks for another, but does not turn from the
        // first.
        let nearest = nearest(view, unit)?;
        let eyes = Eyes::on(view, unit, nearest, stance);
        let at_him = face_about(view, &eyes, question).or_else(|| self.foot(view, &eyes, question));
        if at_him.is_some() || nearest.0 <= AT_HIM {
            return at_him;
        }
        let others = self.prey(view, unit).into_iter().filter(|foe| foe.1 != nearest.1);
        let at_others = others
            .map(|foe| Eyes::on(view, unit, foe, stance))
            .find_map(|eyes| self.foot(view, &eyes, question));
        if at_others.is_some() {
            return at_others;
        }
        (gap > NEAR).then(|| round(view, unit, question)).flatten()
    }

    /// Eight inches behind those before it, until one of them is worn or gone.
    fn support(&self, view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
        let body = view.unit(unit);
        let here = body.rect()?;
        let is_before = |id: UnitId, friend: &Unit| {
            let goes = self.duty(id).is_some_and(|duty| !matches!(duty.does, Word::Support | Word::Withdraw));
            id != unit && friend.me() == body.me() && friend.arm() == Arm::Infantry && goes
        };
        let front = view.of(body.side()).filter(|(id, friend)| is_before(*id, friend));
        let nearest = front
            .filter_map(|(_, friend)| Some((here.distance(friend.rect()?), friend)))
            .min_by_key(|it| it.0);
        let Some((gap, friend)) = nearest else { return self.stand(view, unit, question) };
        if friend.percent_lost() >= WORN || !friend.in_good_morale() {
            return self.go_forward(view, unit, question);
        }
        let at = friend.rect()?.centre().stored();
        let follows = || {
            let by = (gap - BEHIND).min(FOLLOWS);
            walk(view, unit, at, by, question)
        };
        (gap > BEHIND + Inches::whole(2)).then(follows).flatten().or_else(|| self.stand(view, unit, question))
    }

    /// Horse: toward the nearest whom it may charge by its word.
    fn ride_out(&self, view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
        let does = self.duty(unit)?.does;
        let rect = view.unit(unit).rect()?;
        let foes = view.of(view.side_of(unit).enemy()).filter(|(_, foe)| is_game(does, foe));
        let near = foes.filter_map(|(id, foe)| Some((!foe.in_good_morale(), rect.distance(foe.rect()?), id)));
        let (_, gap, foe) = near.min()?;
        let eyes = Eyes::on(view, unit, (gap, foe), Stance::Press);
        face_about(view, &eyes, question).or_else(|| ride(view, &eyes, question))
    }

    /// The enemies a unit might go at, the likeliest first: near, near the ground it makes for, and not crowded.
    fn prey(&self, view: &Empire, unit: UnitId) -> Vec<(Inches, UnitId)> {
        let body = view.unit(unit);
        let Some(rect) = body.rect() else { return Vec::new() };
        let goal = self.goal(unit).and_then(|n| view.scenario.objectives.get(n)).map(|place| place.at);
        let mut foes: Vec<(bool, i32, Inches, UnitId)> = Vec::new();
        for (id, foe) in view.of(body.side().enemy()) {
            let Some(there) = foe.rect() else { continue };
            let at_him = view.of(body.side()).filter(|(other, friend)| {
                *other != unit
                    && friend.arm() == Arm::Infantry
                    && friend.in_good_morale()
                    && friend.rect().is_some_and(|friend| friend.distance(there) <= AT_HIM)
            });
            let crowd = (at_him.count() as i32 - 1).max(0) * CROWD;
            let away = goal.map_or(0, |at| there.distance_to(at).0 / 2);
            let gap = rect.distance(there);
            foes.push((!foe.in_good_morale(), gap.0 + crowd + away, gap, id));
        }
        foes.sort_unstable();
        foes.into_iter().take(LOOKS).map(|(_, _, gap, id)| (gap, id)).collect()
    }
}

/// Whether horse rides at a unit by its word.
pub(super) fn is_game(does: Word, foe: &Unit) -> bool {
    match does {
        Word::HuntGuns => foe.arm() == Arm::Artillery,
        Word::HuntWorn => is_worn(foe),
        Word::Keep | Word::Deny(_) | Word::Support | Word::Withdraw => false,
        Word::Stand | Word::Own(_) | Word::Press(_) | Word::Storm(_) | Word::Stay | Word::GoWith => true,
    }
}

/// Onto ground by its number, as far as the way goes.
pub(super) fn onto(view: &Empire, unit: UnitId, n: usize, question: &Question) -> Option<Answer> {
    let place = view.scenario.objectives.get(n)?;
    let by = short_of(view, unit, n)? + Inches::mils(100);
    walk(view, unit, place.at, by, question)
}

/// A walk toward a point by this distance, or by a part of it.
fn walk(view: &Empire, unit: UnitId, at: Point, by: Inches, question: &Question) -> Option<Answer> {
    let may = |act: &Answer| keeps_guns(view, unit, act);
    legs_to(view.unit(unit), at, by)?
        .map(|legs| Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false }))
        .filter(may)
        .find_map(|act| accepted(view, question, act))
}

/// Where friends bar the way, past them: aside, as far as it goes.
fn round(view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
    let turns = [EIGHTH / 2, -EIGHTH / 2, EIGHTH, -EIGHTH];
    let ways = [8, 6, 4].into_iter().flat_map(|by| turns.into_iter().map(move |turn| (turn, by)));
    ways.map(|(turn, by)| vec![Leg::Wheel(turn), Leg::Ahead(Inches::whole(by))])
        .map(|legs| Answer::Act(Act::Manoeuvre { units: vec![unit], legs, bonus: false }))
        .filter(|act| keeps_guns(view, unit, act))
        .find_map(|act| accepted(view, question, act))
}

/// Out of the enemy's reach, its front to him.
fn withdraw(view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
    let body = view.unit(unit);
    let (gap, _) = nearest(view, unit)?;
    let (_, [.., far]) = view.rules.shared.ends(body.profile.weapon)?;
    if body.arm() == Arm::Artillery || gap > far.max(NEAR) + READY {
        return None;
    }
    back(view, unit, question)
}

/// Guns whose foot has gone on and who have no target left go up to the enemy.
fn bring_up(view: &Empire, unit: UnitId, question: &Question) -> Option<Answer> {
    let body = view.unit(unit);
    let is_silent = body.formation == Formation::Unlimbered && gunnery::targets(view, unit).is_empty();
    let (gap, foe) = nearest(view, unit)?;
    let (_, [_, medium, far]) = view.rules.shared.ends(body.profile.weapon)?;
    // Never before its foot.
    let is_before = |(id, friend): (UnitId, &Unit)| {
        friend.arm() == Arm::Infantry && friend.is_formed() && nearest(view, id).is_some_and(|it| it.0 < gap)
    };
    if !is_silent || gap <= far || !view.units_of(body.me()).any(is_before) {
        return None;
    }
    let at = view.unit(foe).rect()?.centre().stored();
    legs_to(body, at, gap - medium)?
        .map(|legs| Answer::Act(Act::Relocate { unit, legs }))
        .find_map(|act| accepted(view, question, act))
}
