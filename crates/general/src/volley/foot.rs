//! Infantry and skirmishers: closed up before horse, in column on the road, in line where it shoots.

use super::captain::Captain;
use super::drill::{closed, closes_up};
use super::march::accepted;
use super::nearest::{post_distance, within};
use super::odds::worth;
use crate::kit::plan::Word;
use engine::desk::FactSet as _;
use table::Point;
use volley::fire::{Target, Volleys, volley_need};
use volley::verdict::stands_within;
use volley::words::{Arm, Formation};
use volley::{Order, Question, Unit, UnitId, Volley};

/// The most inches skirmishers go from the nearest foot.
const SCREEN: i32 = 9;

/// Ground that is farther off is gone to before an enemy there is sought.
const FAR: i32 = 10;

/// Where a unit goes, and what is near.
#[derive(Clone, Copy)]
struct Leg {
    /// To the nearest enemy that is no horse.
    distance: i32,
    target: UnitId,
    goal: Point,
    /// Horse could come.
    horse: bool,
}

impl Captain {
    /// The worst chance to be ridden down by horse that could come now; `None` where none could.
    pub(super) fn horse_threat(&mut self, view: &Volley, id: UnitId) -> Option<f64> {
        let unit = view.unit(id);
        let when = Some((view.turn, view.phase, unit.side()));
        if self.horse_of != when {
            self.horse_of = when;
            self.horse.clear();
            let enemies = view.of(unit.side().enemy());
            let ready = enemies
                .filter(|(_, enemy)| enemy.is(Arm::Cavalry) && enemy.marker.is_none() && enemy.figures > 2);
            self.horse.extend(ready.map(|(horse, _)| (horse, view.plain_allowance(horse).0 + 8_000)));
        }
        let mut worst: Option<f64> = None;
        for n in 0..self.horse.len() {
            let (horse, reach) = self.horse[n];
            if within(unit, view.unit(horse), reach) {
                let risk = self.ridden_down(view, horse, id);
                worst = Some(worst.map_or(risk, |worst| worst.max(risk)));
            }
        }
        worst
    }

    pub(super) fn move_foot(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let threat = self.horse_threat(view, id);
        let (distance, target) = self.nearest_target(view, id)?;
        if unit.formation.is_closed() {
            return self.open_up(view, id, distance, threat.is_some(), question);
        }
        let post = self.post_of(view, id);
        if self.is_worn(view, id) && !self.storms(id) {
            return if distance < self.sticks.inches(14) { self.fall_back(view, id, question) } else { None };
        }
        if let Some(order) = self.close_up(view, id, distance, threat, question) {
            return Some(order);
        }
        let goal = match post {
            Some(post) => {
                let near = post_distance(unit, post.at)?;
                if near <= post.radius.0 - self.sticks.inch / 2 {
                    return self.hold(view, id, distance, target, question);
                }
                post.at
            }
            None => {
                // First to where it is to be decided, then to the enemy who is there.
                let far =
                    |at: &Point| post_distance(unit, *at).is_some_and(|by| by > self.sticks.inches(FAR));
                match self.focus(view, id).filter(far) {
                    Some(ground) => ground,
                    None => view.unit(self.prey(view, id)?).rect()?.centre().stored(),
                }
            }
        };
        let leg = Leg { distance, target, goal, horse: threat.is_some() };
        if distance <= self.sticks.inches(10)
            && let Some(order) = self.engage(view, id, leg, question)
        {
            return Some(order);
        }
        self.approach(view, id, leg, question).or_else(|| {
            let spot = view.unit(target).rect()?.centre().stored();
            if distance < self.sticks.inches(12) { self.face(view, id, spot, question) } else { None }
        })
    }

    /// On the road: columns are fast; where a column cannot close up before horse, it deploys early.
    fn approach(&mut self, view: &Volley, id: UnitId, leg: Leg, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let deploys_early = !closes_up(view, unit, Formation::Column);
        let road = unit.pose?.at.distance(leg.goal).0;
        if unit.formation == Formation::Line {
            // Two changes of formation must be worth it to a captain who deploys early, one to the others.
            let clear = leg.distance > self.sticks.inches(9) && !(deploys_early && leg.horse);
            if clear
                && road > self.sticks.inches(if deploys_early { 26 } else { 14 })
                && let Some(order) = self.form(view, id, Formation::Column, question)
            {
                return Some(order);
            }
        } else if deploys_early
            && (leg.distance <= self.sticks.inches(7) || leg.horse)
            && let Some(order) = self.form(view, id, Formation::Line, question)
        {
            return Some(order);
        }
        // Halts out of musket range, a short charge away.
        let short = self.sticks.shoot + self.sticks.inch / 2;
        self.march_to(view, id, leg.goal, short, question).or_else(|| {
            // A line that friends bar the way of goes round them in column.
            let round = unit.formation == Formation::Line
                && leg.distance > self.sticks.inches(6)
                && road > self.sticks.inches(8)
                && !leg.horse;
            if round { self.form(view, id, Formation::Column, question) } else { None }
        })
    }

    /// Within reach of the enemy, and no charge was good enough: a firefight in line, or stay out of it.
    fn engage(&mut self, view: &Volley, id: UnitId, leg: Leg, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let musket = self.sticks.shoot;
        let enemy = view.unit(leg.target);
        let spot = enemy.rect()?.centre().stored();
        let shot_at = leg.distance <= musket;
        let fights = self.fights(view, id, leg.target);
        // At the end a unit on the ground counts, and nothing else does.
        if self.storms(id)
            && self.post_of(view, id).is_some()
            && let Some(order) = self.march_to(view, id, leg.goal, view.separation().0, question)
        {
            return Some(order);
        }
        if unit.formation == Formation::Line {
            if shot_at {
                return self.face(view, id, spot, question);
            }
            if !fights {
                return None;
            }
            let to = if self.post_of(view, id).is_some() { leg.goal } else { spot };
            return self.march_to(view, id, to, musket - self.sticks.inch / 2, question);
        }
        let safe = closes_up(view, unit, Formation::Line) || !leg.horse;
        if safe
            && (shot_at || (fights && leg.distance <= musket * 2))
            && let Some(order) = self.form(view, id, Formation::Line, question)
        {
            return Some(order);
        }
        if fights && !shot_at {
            let to = if self.post_of(view, id).is_some() { leg.goal } else { spot };
            return self.march_to(view, id, to, musket - self.sticks.inch / 2, question);
        }
        None
    }

    /// Whether a firefight with this enemy is wanted.
    fn fights(&self, view: &Volley, id: UnitId, target: UnitId) -> bool {
        let enemy = view.unit(target);
        if enemy.is(Arm::Artillery) || self.storms(id) {
            return true;
        }
        // Hits for a die of ours against hits for a die of his, we in line.
        let face = |target: Target| {
            let shot = Volleys { target, ..Volleys::blank() };
            f64::from(7_u32.saturating_sub(volley_need(&view.rules, &shot).face))
        };
        let give = face(self.target(view, id, target));
        let take =
            face(Target { formation: Formation::Line, enfiladed: false, ..self.target(view, target, id) });
        self.superiority(view, id, target) * give * self.zeal(id) > take
    }

    /// Ground is held in line; an enemy who comes is faced.
    fn hold(
        &mut self,
        view: &Volley,
        id: UnitId,
        distance: i32,
        target: UnitId,
        question: &Question,
    ) -> Option<Order> {
        let unit = view.unit(id);
        let near = distance <= self.sticks.inches(12);
        if near
            && unit.formation == Formation::Column
            && closes_up(view, unit, Formation::Line)
            && let Some(order) = self.form(view, id, Formation::Line, question)
        {
            return Some(order);
        }
        let spot = view.unit(target).rect()?.centre().stored();
        if distance < self.sticks.inches(20) { self.face(view, id, spot, question) } else { None }
    }

    /// Into square or masse before the horse comes, where waiting for it is a gamble.
    pub(super) fn close_up(
        &mut self,
        view: &Volley,
        id: UnitId,
        distance: i32,
        threat: Option<f64>,
        question: &Question,
    ) -> Option<Order> {
        let risk = threat?;
        let unit = view.unit(id);
        let caught_in_line = unit.formation == Formation::Line && !closes_up(view, unit, Formation::Line);
        if caught_in_line && distance > self.sticks.shoot {
            return self.form(view, id, Formation::Column, question);
        }
        if risk < 0.45 || distance <= self.sticks.inches(8) {
            return None;
        }
        // Back into square is the one change that cannot wait.
        accepted(view, question, Order::Form { unit: id, formation: closed(view, unit), facing: None })
    }

    /// Out of square when the horse has gone, when foot has come near, or when it could close up again in time.
    pub(super) fn open_up(
        &mut self,
        view: &Volley,
        id: UnitId,
        distance: i32,
        horse: bool,
        question: &Question,
    ) -> Option<Order> {
        let unit = view.unit(id);
        let near = distance <= self.sticks.inches(6);
        let [from_line, from_column] =
            [Formation::Line, Formation::Column].map(|formation| closes_up(view, unit, formation));
        let first = match (from_line, from_column) {
            (_, false) => Formation::Line,
            (true, true) if near => Formation::Line,
            _ => Formation::Column,
        };
        if horse && !self.storms(id) {
            let risk = self.caught_in(view, id, first, false);
            if risk > 0.5 || (risk > 0.2 && !near) {
                return None;
            }
        }
        self.form(view, id, first, question).or_else(|| self.form(view, id, Formation::Column, question))
    }

    /// Our foot near an enemy against his foot there.
    fn superiority(&self, view: &Volley, id: UnitId, target: UnitId) -> f64 {
        let enemy = view.unit(target);
        let reach = self.sticks.inches(9);
        let (mut ours, mut theirs) = (0.0, 0.0);
        for (other_id, other) in view.on_table() {
            if !matches!(other.arm(), Arm::Infantry) || !(other_id == id || within(other, enemy, reach)) {
                continue;
            }
            let strength = worth(other);
            if other.side() == enemy.side() {
                theirs += strength;
            } else {
                ours += strength;
            }
        }
        if theirs > 0.0 { ours / theirs } else { 9.0 }
    }

    /// The enemy a unit without a post goes for: near, weak, worth it.
    fn prey(&mut self, view: &Volley, id: UnitId) -> Option<UnitId> {
        let unit = view.unit(id);
        let rect = unit.rect()?;
        let focus = self.focus(view, id);
        let mut best: Option<(i64, UnitId)> = None;
        for (enemy_id, enemy) in view.of(unit.side().enemy()) {
            let Some(there) = enemy.rect() else { continue };
            let distance = there.centre_distance(rect).0;
            let detour = match enemy.arm() {
                Arm::Cavalry => self.sticks.inches(14),
                Arm::Skirmishers => self.sticks.inches(8),
                Arm::Artillery => -self.sticks.inches(3),
                Arm::Infantry => -(self.sticks.inches(1) * enemy.lost() as i32 / 2),
            };
            // Ground only makes it farther.
            if best.is_some_and(|(least, _)| i64::from(distance + detour) >= least) {
                continue;
            }
            let middle = there.centre().stored();
            let from_ground = match focus {
                Some(at) => middle.distance(at).0,
                None => self.appraisal.ground.iter().map(|at| middle.distance(*at).0).min().unwrap_or(0) / 2,
            };
            let score = i64::from(distance + detour + from_ground);
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, enemy_id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// Horse and skirmishers that are sent to deny ground go as near as they can.
    pub(super) fn go_to_post(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let post = self.post_of(view, id)?;
        if stands_within(view.unit(id), post.at, post.radius) {
            return None;
        }
        self.march_to(view, id, post.at, view.separation().0, question)
    }

    /// Skirmishers shoot from just within range and keep out of the way of horse.
    pub(super) fn move_skirmishers(
        &mut self,
        view: &Volley,
        id: UnitId,
        question: &Question,
    ) -> Option<Order> {
        let unit = view.unit(id);
        let rect = unit.rect()?;
        if let Some(order) = self.go_to_post(view, id, question) {
            return Some(order);
        }
        match self.does(id) {
            Some(Word::Stand | Word::Support | Word::Own(_)) => return None,
            Some(Word::Withdraw) => return self.fall_back(view, id, question),
            _ => {}
        }
        let horse = view.of(unit.side().enemy()).find(|(horse, enemy)| {
            enemy.is(Arm::Cavalry)
                && enemy.marker.is_none()
                && within(unit, enemy, view.plain_allowance(*horse).0 + 6_000)
        });
        if horse.is_some() || self.is_worn(view, id) {
            return self.fall_back(view, id, question);
        }
        let (distance, target) = self.nearest_target(view, id)?;
        let wanted = self.sticks.shoot - self.sticks.inch / 2;
        if (wanted - self.sticks.inch..=self.sticks.shoot - 100).contains(&distance) {
            return None;
        }
        let there = view.unit(target).rect()?.nearest_point_to(rect.centre()).stored();
        let from = unit.pose?.at;
        let bearing = from.bearing_to(there);
        if self.manner.keeps && distance > wanted {
            // They screen the foot, and do not go far from it.
            let by = (distance - wanted).min(view.plain_allowance(id).0);
            let end = from.ahead(bearing, table::Inches(by));
            let reach = self.sticks.inches(SCREEN);
            let middle = |friend: &Unit| friend.rect().map(|rect| rect.centre().stored());
            let mut foot = view.of(unit.side()).filter(|(_, friend)| friend.is(Arm::Infantry));
            if !foot.any(|(_, friend)| middle(friend).is_some_and(|at| at.distance(end).0 <= reach)) {
                return None;
            }
        }
        let goal = from.ahead(bearing, table::Inches(distance - wanted));
        self.march_to(view, id, goal, 0, question)
    }
}
