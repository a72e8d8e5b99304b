//! What the words of a plan mean for a unit: where it is wanted, and what it does that is not to go there.

use super::captain::Captain;
use super::charts::level_worth;
use super::foot::Errand;
use super::mission::refuge;
use super::moves::Moves;
use super::odds::worth;
use crate::kit::duty::Duty;
use crate::kit::plan::{Goal, Word};
use crate::kit::routes::Route;
use crate::kit::spot::{Spot, vector};
use orders::words::{Formation, Level};
use orders::{Answer, Orders, Question, UnitId};

/// A unit that stands charges an enemy who has come this near.
const COME: f64 = 4.0;
/// Where a unit that presses waits for others: this far from the enemy. One that is nearer does not go back for it.
const HALT: f64 = 9.0;
const CLOSED: f64 = 5.0;
/// A unit that keeps ground goes for an enemy who is no farther off.
const COUNTER: f64 = 9.0;
/// The units about an enemy, of his side and of one's own.
const THEIRS: f64 = 5.0;
const OURS: f64 = 11.0;
/// How far behind those it supports a brigade halts.
const BEHIND: f64 = 3.5;
/// How far a unit looks for those it could support or follow.
const BEFORE: f64 = 14.0;
/// An enemy no farther off than this is faced.
const FACED: f64 = 14.0;
/// An enemy no farther off than this is met in line.
const IN_LINE: f64 = 9.0;

impl Captain {
    /// Where a word sends a unit; `None` where it stays.
    pub(super) fn errand_by_word(&self, view: &Orders, id: UnitId) -> Option<Errand> {
        let unit = view.unit(id);
        let duty = self.duty(id)?;
        let at = Spot::from_vec(unit.rect()?.centre());
        if let Some(post) = duty.post {
            return self.to_post(&duty, at, post);
        }
        let goal = self.goal_of(view, id, &duty);
        match self.word_now(view, id, &duty) {
            Word::Press(Goal::Objective(n)) if self.is_ours(n) => {
                Some(self.about_ground(view, id, at, goal?))
            }
            Word::Press(_) | Word::GoWith => {
                let prey = self.prey(at, goal?);
                // Outside a charge it halts until there are enough of them.
                let halts = !self.appraisal.urgent
                    && !prey.is_within(at, CLOSED)
                    && self.is_outnumbered(view, id, prey);
                let near = if halts { HALT } else { 1.6 };
                Some(Errand { goal: prey, pull: self.temper.press, near, prize: 0.0 })
            }
            Word::Storm(_) => {
                let pull = if self.appraisal.urgent { self.temper.dash } else { self.temper.assault };
                Some(Errand { goal: self.prey(at, goal?), pull, near: 1.6, prize: 0.0 })
            }
            Word::Deny(n) => {
                let ground = self.appraisal.ground.get(n)?;
                let prize = ground.worth.sqrt() * self.ground_fever();
                Some(Errand { goal: ground.at, pull: self.temper.assault, near: ground.radius * 0.6, prize })
            }
            Word::HuntGuns | Word::HuntWorn => {
                let prey = self.hunted(at, duty.does)?;
                Some(Errand { goal: prey, pull: self.temper.assault, near: 1.6, prize: 0.0 })
            }
            Word::Support => {
                let goal = self.behind(view, id, at)?;
                Some(Errand { goal, pull: self.temper.press, near: 1.0, prize: 0.0 })
            }
            Word::Withdraw => {
                let centre = self.mission(unit.corps()).map_or(at, |mission| mission.centre);
                let foe = self.picture.nearest(at).map_or(centre, |(_, foe)| foe.at);
                let goal = refuge(view, unit.side(), at, foe);
                Some(Errand { goal, pull: self.temper.retire, near: 1.0, prize: 0.0 })
            }
            Word::Own(_) => Some(self.about_ground(view, id, at, goal?)),
            Word::Stand | Word::Keep | Word::Stay => None,
        }
    }

    /// About ground that is its side's: near it, and at enemies who come near.
    fn about_ground(&self, view: &Orders, id: UnitId, at: Spot, ground: Spot) -> Errand {
        let prey = self.prey(at, ground);
        if prey.is_within(at, COUNTER) && !self.is_outnumbered(view, id, prey) {
            return Errand { goal: prey, pull: self.temper.press, near: 1.6, prize: 0.0 };
        }
        Errand { goal: ground, pull: self.temper.hold, near: 6.0, prize: 0.0 }
    }

    /// Whether those of its side about an enemy are not yet as strong as they should be.
    fn is_outnumbered(&self, view: &Orders, id: UnitId, prey: Spot) -> bool {
        let theirs: f64 = self
            .picture
            .foes
            .iter()
            .filter(|foe| foe.is_steady() && foe.at.is_within(prey, THEIRS))
            .map(|foe| foe.worth * level_worth(foe.nerve.level))
            .sum();
        let mut ours = 0.0;
        for (other, friend) in view.of(view.unit(id).side()) {
            let near = friend.rect().is_some_and(|rect| Spot::from_vec(rect.centre()).is_within(prey, OURS));
            if near && !friend.in_panic() {
                ours += worth(view, other) * level_worth(friend.level);
            }
        }
        ours < theirs * self.temper.mass
    }

    /// Whether a piece of ground is the side's own.
    pub(super) fn is_ours(&self, n: usize) -> bool {
        self.appraisal.ground.get(n).is_some_and(|ground| ground.is_ours)
    }

    /// Onto its ground; where the enemy stands there too, at him.
    fn to_post(&self, duty: &Duty, at: Spot, post: usize) -> Option<Errand> {
        let ground = self.appraisal.ground.get(post)?;
        let pull = if duty.storms { self.temper.assault } else { self.temper.press };
        let prize = ground.worth.sqrt() * self.ground_fever();
        let there = at.to(ground.at) < ground.radius + 2.0;
        if let Some(foe) = self.intruder(at, ground.at, ground.radius).filter(|_| there) {
            return Some(Errand { goal: foe, pull: pull.max(0.3), near: 1.3, prize: 0.0 });
        }
        Some(Errand { goal: ground.at, pull, near: ground.radius * 0.6, prize })
    }

    /// What a unit does of its word as things stand: one that supports comes forward for the worn.
    pub(super) fn word_now(&self, view: &Orders, id: UnitId, duty: &Duty) -> Word {
        let comes_forward = duty.does == Word::Support && self.relieves(view, id);
        if comes_forward { Word::Press(Goal::Enemy) } else { duty.does }
    }

    /// Those of its corps that go forward before it, and how far off they are.
    fn leads_before<'v>(
        &'v self,
        view: &'v Orders,
        id: UnitId,
    ) -> impl Iterator<Item = (f64, UnitId, Spot)> + 'v {
        let unit = view.unit(id);
        let here = unit.rect().map(|rect| Spot::from_vec(rect.centre())).unwrap_or_default();
        let mine = unit.side();
        view.of(mine).filter_map(move |(other, friend)| {
            let at = Spot::from_vec(friend.rect()?.centre());
            let goes = self.duty(other).is_some_and(|duty| {
                matches!(duty.does, Word::Press(_) | Word::Storm(_) | Word::Own(_)) || duty.post.is_some()
            });
            let far = here.to(at);
            (other != id && friend.arm().is_infantry() && goes && far <= BEFORE).then_some((far, other, at))
        })
    }

    /// The place behind the nearest of those it supports.
    fn behind(&self, view: &Orders, id: UnitId, at: Spot) -> Option<Spot> {
        let (.., lead) = self.leads_before(view, id).min_by(|one, two| one.0.total_cmp(&two.0))?;
        let foe = self.picture.nearest(lead).map_or(at, |(_, foe)| foe.at);
        let home = vector(view.scenario.edges[view.unit(id).side()].inward());
        let away = lead.toward(foe, -BEHIND);
        // Straight away from the enemy, but never before its own front.
        let rear = Spot { x: lead.x - home.x * BEHIND, y: lead.y - home.y * BEHIND };
        let between = Spot { x: (away.x + rear.x) / 2.0, y: (away.y + rear.y) / 2.0 };
        Some(self.on_table(view, between))
    }

    /// Whether one of those before it is worn, so that it must take its place.
    fn relieves(&self, view: &Orders, id: UnitId) -> bool {
        let mut before = 0;
        let mut worn = 0;
        for (far, other, _) in self.leads_before(view, id) {
            if far <= 9.0 {
                before += 1;
                worn += i32::from(view.unit(other).level <= Level::Disrupted);
            }
        }
        worn > 0 || before == 0 && self.leads_before(view, id).next().is_some_and(|(far, ..)| far > 12.0)
    }

    /// The nearest enemy that hunters ride at.
    fn hunted(&self, at: Spot, does: Word) -> Option<Spot> {
        let wanted =
            self.picture.foes.iter().filter(|foe| is_hunted(does, foe.arm.is_artillery(), foe.nerve.level));
        let nearest = wanted.map(|foe| (at.square_to(foe.at), foe.at));
        nearest.min_by(|one, two| one.0.total_cmp(&two.0)).map(|(_, at)| at)
    }

    /// Whether a unit's word lets it charge an enemy.
    pub(super) fn lets_charge(&self, view: &Orders, id: UnitId, target: UnitId) -> bool {
        if !self.manner.schooled {
            return true;
        }
        let Some(duty) = self.duty(id) else { return false };
        let foe = view.unit(target);
        match self.word_now(view, id, &duty) {
            Word::Keep | Word::Support | Word::Withdraw | Word::Stay => false,
            Word::HuntGuns | Word::HuntWorn => is_hunted(duty.does, foe.arm().is_artillery(), foe.level),
            Word::Stand => {
                let gap = view.unit(id).rect().zip(foe.rect()).map(|(own, foe)| own.distance(foe).0);
                gap.is_some_and(|gap| f64::from(gap) <= COME * 1000.0)
            }
            Word::Own(_) | Word::Press(_) | Word::Storm(_) | Word::Deny(_) | Word::GoWith => true,
        }
    }

    /// Whether a unit may take up a formation: not one it has just given up.
    pub(super) fn may_form(&self, view: &Orders, id: UnitId, formation: Formation) -> bool {
        !self.manner.schooled
            || view.unit(id).formation == formation
            || !self.memory.formed.has_just_left(id, formation)
    }

    /// It keeps its place: another formation, another front, never a step.
    pub(super) fn stand_fast(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        let unit = view.unit(id);
        let at = Spot::from_vec(unit.rect()?.centre());
        let errand = Errand { goal: at, pull: 0.0, near: 0.0, prize: 0.0 };
        let mut moves = Moves::toward(Route::of([at]));
        let (gap, foe) = self.picture.nearest_of(&self.near).map(|(gap, foe)| (gap, foe.at))?;
        if gap < FACED {
            moves.add(self.face_way(view, id, foe));
        }
        if unit.arm().is_infantry() {
            if gap < IN_LINE || self.is_under_guns(at) {
                moves.add(self.form_way(view, id, Formation::Line));
            }
            if self.picture.horse_near(at) && !self.sight.is_rough(unit.rect()?) {
                moves.add(self.form_way(view, id, Formation::Square));
            }
        }
        self.best_move(view, id, &errand, moves, question)
    }

    /// Whether guns in action reach a place.
    fn is_under_guns(&self, at: Spot) -> bool {
        let guns = self.picture.foes.iter().filter(|foe| foe.is_firing_gun());
        guns.into_iter()
            .any(|foe| foe.gun.is_some_and(|gun| at.is_within(foe.at, self.charts.reach(gun) + 1.0)))
    }
}

/// Whether hunters ride at a unit.
fn is_hunted(does: Word, is_battery: bool, level: Level) -> bool {
    if does == Word::HuntGuns { is_battery } else { level < Level::Firm }
}
