//! A movement phase: reserves, leaders for a charge, charges, moves from the front to the rear, generals.
//!
//! The plan is made with the first question of a phase and worked off one order at a time. Every unit comes up once for
//! a charge and once for a move, every general twice, so a phase ends.

use super::captain::Captain;
use super::odds::worth;
use engine::Side;
use table::{Inches, Point};
use volley::verdict::holder;
use volley::words::Arm;
use volley::{Answer, GeneralId, Order, Question, Unit, UnitId, Volley};

/// A charge must be worth this much.
const LEAST_FOOT: f64 = 0.8;
const LEAST_HORSE: f64 = 1.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Enter,
    Lead,
    Charge,
    Move,
    Ride,
    Done,
}

#[derive(Default)]
pub(super) struct Plan {
    /// The phase it is for.
    of: Option<(u32, usize, Side)>,
    stage: Stage,
    at: usize,
    /// Our units, the nearest to the enemy first.
    queue: Vec<UnitId>,
    /// Reserves at the edge.
    waiting: Vec<UnitId>,
    /// Ground to take or to hold, for some of the foot.
    posts: Vec<(UnitId, Post)>,
    /// What the best charges of some units are worth with a general at their head, as long as nobody has moved.
    pub(super) led: Vec<(UnitId, f64)>,
    /// Objectives that are not ours.
    pub(super) ground: Vec<Point>,
    /// Turns left, this one counted.
    pub(super) left: u32,
    /// The last turns, and the ground is not ours yet.
    pub(super) urgent: bool,
    /// How much stronger than the enemy we want to be where we fight.
    pub(super) caution: f64,
}

/// An objective a unit is sent to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub(super) at: Point,
    pub(super) radius: i32,
}

impl Captain {
    pub(super) fn order(&mut self, view: &Volley, side: Side, question: &Question) -> Answer {
        if !view.measured {
            return Answer::No;
        }
        if self.plan.of != Some((view.turn, view.phase, side)) {
            self.make_plan(view, side);
        }
        loop {
            let Some(step) = self.next_step(view) else { return Answer::No };
            if let Some(order) = self.carry_out(view, side, step, question) {
                // Somebody is about to move: whatever was worked out of the table is out of date.
                self.plan.led.clear();
                return Answer::Order(order);
            }
        }
    }

    /// The next thing to look at; each comes up once.
    fn next_step(&mut self, view: &Volley) -> Option<Step> {
        loop {
            let (stage, at) = (self.plan.stage, self.plan.at);
            self.plan.at += 1;
            let step = match stage {
                Stage::Enter => self.plan.waiting.get(at).copied().map(Step::Enter),
                Stage::Lead => (at < view.generals.len()).then_some(Step::Lead(GeneralId(at as u16))),
                Stage::Charge => self.plan.queue.get(at).copied().map(Step::Charge),
                Stage::Move => self.plan.queue.get(at).copied().map(Step::Move),
                Stage::Ride => (at < view.generals.len()).then_some(Step::Ride(GeneralId(at as u16))),
                Stage::Done => return None,
            };
            if let Some(step) = step {
                return Some(step);
            }
            self.plan.at = 0;
            self.plan.stage = match stage {
                Stage::Enter => Stage::Lead,
                Stage::Lead => Stage::Charge,
                Stage::Charge => Stage::Move,
                Stage::Move => Stage::Ride,
                Stage::Ride | Stage::Done => Stage::Done,
            };
        }
    }

    fn carry_out(&mut self, view: &Volley, side: Side, step: Step, question: &Question) -> Option<Order> {
        match step {
            Step::Enter(unit) => self.enter(view, unit, question),
            Step::Lead(general) => self.lead_charge(view, side, general, question),
            Step::Charge(id) => {
                if !may_act(view, id) {
                    return None;
                }
                let least = if view.unit(id).is(Arm::Cavalry) { LEAST_HORSE } else { LEAST_FOOT };
                let least = if self.plan.urgent { least - 0.6 } else { least };
                self.best_charge(view, id, least, question)
            }
            Step::Move(id) => {
                if !may_act(view, id) {
                    return None;
                }
                let arm = view.unit(id).arm();
                if arm != Arm::Artillery
                    && let Some(order) = self.take_ground(view, id, question)
                {
                    return Some(order);
                }
                match arm {
                    Arm::Infantry => self.move_foot(view, id, question),
                    Arm::Skirmishers => self.move_skirmishers(view, id, question),
                    Arm::Cavalry => self.move_horse(view, id, question),
                    Arm::Artillery => self.move_gun(view, id, question),
                }
            }
            Step::Ride(general) => self.ride(view, side, general, question),
        }
    }

    fn make_plan(&mut self, view: &Volley, side: Side) {
        let length = view.scenario.length.unwrap_or(20);
        let plan = &mut self.plan;
        plan.of = Some((view.turn, view.phase, side));
        (plan.stage, plan.at) = (Stage::Enter, 0);
        plan.left = (length + 1).saturating_sub(view.turn);
        plan.led.clear();
        plan.waiting.clear();
        plan.waiting.extend(view.at_edge(side));
        plan.queue.clear();
        let mut near: Vec<(i32, UnitId)> =
            view.of(side).map(|(id, unit)| (nearest(view, unit).map_or(i32::MAX, |(d, _)| d), id)).collect();
        near.sort_unstable();
        plan.queue.extend(near.iter().map(|(_, id)| *id));
        self.send_to_posts(view, side);
    }

    /// Somebody for each objective: one unit for ground that nobody disputes, more where the enemy is; towards the end
    /// horse and skirmishers too, for whoever stands there denies it to the other.
    fn send_to_posts(&mut self, view: &Volley, side: Side) {
        self.plan.posts.clear();
        self.plan.ground.clear();
        let (mut ours, mut theirs) = (0, 0);
        // Undisputed ground first, then what is worth most.
        let mut wanted: Vec<(bool, u32, usize, usize)> = Vec::new();
        for (n, objective) in view.scenario.objectives.iter().enumerate() {
            let held = holder(view, objective);
            match held {
                Some(by) if by == side => ours += objective.worth,
                Some(_) => theirs += objective.worth,
                None => {}
            }
            if held != Some(side) {
                self.plan.ground.push(objective.at);
            }
            let reach = objective.radius.0 + self.sticks.inches(6);
            let foes = view.of(side.enemy()).filter(|(_, unit)| {
                unit.is(Arm::Infantry) && post_distance(unit, objective.at).is_some_and(|d| d <= reach)
            });
            let foes = foes.count();
            let men = match (held == Some(side), foes) {
                (_, 0) => 1,
                (true, foes) => 1 + foes.min(2),
                (false, foes) => 2 + foes.min(3),
            };
            wanted.push((foes > 0, u32::MAX - objective.worth, n, men));
        }
        let behind = ours <= theirs && !view.scenario.objectives.is_empty();
        self.plan.urgent = self.plan.left <= 5 && behind;
        self.plan.caution = self.caution(view, side, behind);
        wanted.sort_unstable();
        for (disputed, _, n, men) in wanted {
            let objective = &view.scenario.objectives[n];
            let post = Post { at: objective.at, radius: objective.radius.0 };
            self.send(view, side, post, men, |unit| unit.is(Arm::Infantry));
            if disputed && self.plan.left <= 3 && holder(view, objective) == Some(side.enemy()) {
                self.send(view, side, post, 2, |unit| matches!(unit.arm(), Arm::Cavalry | Arm::Skirmishers));
            }
        }
    }

    /// The nearest units of a kind that have no post yet.
    fn send(&mut self, view: &Volley, side: Side, post: Post, men: usize, kind: impl Fn(&Unit) -> bool) {
        let mut near: Vec<(i32, UnitId)> = view
            .of(side)
            .filter(|(id, unit)| kind(unit) && self.post_of(*id).is_none())
            .filter_map(|(id, unit)| Some((post_distance(unit, post.at)?, id)))
            .collect();
        near.sort_unstable();
        self.plan.posts.extend(near.into_iter().take(men).map(|(_, id)| (id, post)));
    }

    /// The stronger army, or the one that time works against, dares more.
    fn caution(&self, view: &Volley, side: Side, behind: bool) -> f64 {
        let (mut ours, mut theirs) = (1.0, 1.0);
        for (_, unit) in view.on_table() {
            *(if unit.side() == side { &mut ours } else { &mut theirs }) += worth(unit);
        }
        match (ours / theirs, behind) {
            _ if self.plan.urgent => 0.0,
            (1.3.., _) => 0.7,
            (_, true) if self.plan.left <= 7 => 0.8,
            (1.1.., _) | (_, true) => 1.0,
            _ => 1.3,
        }
    }

    /// The ground a unit is sent to.
    pub(super) fn post_of(&self, id: UnitId) -> Option<Post> {
        self.plan.posts.iter().find(|(sent, _)| *sent == id).map(|(_, post)| *post)
    }

    pub(super) fn nearest_enemy(&self, view: &Volley, id: UnitId) -> Option<(i32, UnitId)> {
        nearest(view, view.unit(id))
    }

    /// The nearest enemy that foot and guns go for: anything but horse.
    pub(super) fn nearest_target(&self, view: &Volley, id: UnitId) -> Option<(i32, UnitId)> {
        let unit = view.unit(id);
        nearest_of(view, unit, |enemy| !enemy.is(Arm::Cavalry) && !enemy.is_open())
            .or_else(|| nearest(view, unit))
    }
}

/// Whether two units are so near each other.
pub(super) fn within(a: &Unit, b: &Unit, reach: i32) -> bool {
    a.rect().zip(b.rect()).is_some_and(|(a, b)| a.is_within(b, Inches(reach)))
}

#[derive(Clone, Copy)]
enum Step {
    Enter(UnitId),
    Lead(GeneralId),
    Charge(UnitId),
    Move(UnitId),
    Ride(GeneralId),
}

/// How far a unit is from a place, by its nearest part.
pub(super) fn post_distance(unit: &Unit, at: Point) -> Option<i32> {
    Some(unit.rect()?.nearest_point_to(at.into()).stored().distance(at).0)
}

fn nearest(view: &Volley, unit: &Unit) -> Option<(i32, UnitId)> {
    nearest_of(view, unit, |_| true)
}

/// The nearest enemy of a kind, the first of those as near as he. Only who may be nearer than the last is measured.
fn nearest_of(view: &Volley, unit: &Unit, kind: impl Fn(&Unit) -> bool) -> Option<(i32, UnitId)> {
    let rect = unit.rect()?;
    let mut best: Option<(i32, UnitId)> = None;
    for (id, enemy) in view.of(unit.side().enemy()).filter(|(_, enemy)| kind(enemy)) {
        let Some(there) = enemy.rect() else { continue };
        if best.is_some_and(|(least, _)| !there.may_be_within(rect, Inches(least))) {
            continue;
        }
        let distance = there.distance(rect).0;
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, id));
        }
    }
    best
}

/// Whether a unit can be given an order at all, before anything is reckoned.
fn may_act(view: &Volley, id: UnitId) -> bool {
    let unit = view.unit(id);
    unit.on_table()
        && !unit.acted
        && unit.halted == 0
        && unit.marker.is_none()
        && !unit.spent
        && !view.in_melee(id)
        && view.locked_by(id).is_none()
}
