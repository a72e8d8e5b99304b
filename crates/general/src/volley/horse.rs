//! Cavalry between charges: near enough to charge next turn, away from squares and muskets.

use super::captain::Captain;
use super::odds::worth;
use crate::kit::plan::Word;
use table::{Inches, Point};
use volley::verdict::stands_within;
use volley::words::{Arm, Formation};
use volley::{Order, Question, Unit, UnitId, Volley};

impl Captain {
    pub(super) fn move_horse(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let rect = *unit.rect()?;
        let (nearest, enemy) = self.nearest_enemy(view, id)?;
        let stays = self.does(id).filter(|word| {
            let stays = matches!(word, Word::Keep | Word::Stand | Word::Support | Word::Own(_));
            (stays && self.post_of(view, id).is_none()) || matches!(word, Word::Withdraw | Word::Deny(_))
        });
        if stays.is_none() && unit.figures <= 2 && unit.profile.figures > 4 {
            return if nearest < self.sticks.inches(20) { self.fall_back(view, id, question) } else { None };
        }
        if unit.formation == Formation::Column
            && nearest < self.sticks.inches(24)
            && let Some(order) = self.form(view, id, Formation::Line, question)
        {
            return Some(order);
        }
        let spot = view.unit(enemy).rect()?.centre().stored();
        if let Some(word) = stays {
            return self.horse_by_word(view, id, word, (nearest, spot), question);
        }
        if let Some(order) = self.go_to_post(view, id, question) {
            return Some(order);
        }
        let base = view.plain_allowance(id).0;
        let mut best: Option<(f64, UnitId, i32, bool)> = None;
        for (foe, body) in view.of(unit.side().enemy()) {
            let Some(there) = body.rect().filter(|_| self.is_prey(id, body)) else { continue };
            let distance = there.distance(&rect).0;
            let gain = match body.arm() {
                Arm::Cavalry => self.clash_value(view, id, foe, 0).max(0.0),
                Arm::Artillery => worth(body) * 0.8,
                Arm::Infantry => worth(body) * self.ridden_down(view, id, foe),
                Arm::Skirmishers => worth(body) * 0.2,
            };
            let score = |gain: f64| gain / (1.0 + f64::from(distance) / f64::from(base + 7_000));
            if best.is_some_and(|(most, ..)| score(gain) <= most) {
                continue;
            }
            // Friends in the lane must be ridden round.
            let barred = self.lane_is_barred(view, id, there.centre().stored(), distance);
            let score = score(if barred { gain * 0.5 } else { gain });
            if best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, foe, distance, barred));
            }
        }
        let Some((_, foe, distance, barred)) = best.filter(|(score, ..)| *score > 0.5) else {
            return if nearest < self.sticks.inches(20) { self.face(view, id, spot, question) } else { None };
        };
        let goal = view.unit(foe).rect()?.centre().stored();
        // Seven inches of dice on the average: a charge from there gets in more often than not.
        let stand_off = (base + 5_000).max(self.sticks.shoot + self.sticks.inch);
        if barred && distance <= stand_off + self.sticks.inches(6) {
            let pose = unit.pose?;
            let across = pose.at.bearing_to(goal).turned(16_384);
            let width = Inches(self.sticks.inches(12));
            let sides = [goal.ahead(across, width), goal.ahead(across.opposite(), width)];
            let sides = sides.map(|at| at.ahead(pose.at.bearing_to(goal).opposite(), Inches(stand_off / 2)));
            let inside = |at: &table::Point| {
                let terrain = &view.scenario.terrain;
                (0..terrain.width.0).contains(&at.x) && (0..terrain.depth.0).contains(&at.y)
            };
            let side = sides.into_iter().filter(inside).min_by_key(|at| at.distance(pose.at));
            let short = self.sticks.shoot + self.sticks.inch;
            if let Some(order) = side.and_then(|side| self.march_to(view, id, side, short, question)) {
                return Some(order);
            }
        }
        if distance > stand_off {
            let pose = unit.pose?;
            let reach = pose.at.distance(goal).0 - (stand_off - 1_000);
            let there = pose.at.ahead(pose.at.bearing_to(goal), Inches(reach.max(0)));
            let short = self.sticks.shoot + self.sticks.inch;
            if let Some(order) = self.march_to(view, id, there, short, question) {
                return Some(order);
            }
        }
        self.face(view, id, goal, question)
    }

    /// Horse that seeks no enemy: it is kept in hand, goes back, or rides onto ground.
    fn horse_by_word(
        &mut self,
        view: &Volley,
        id: UnitId,
        word: Word,
        (nearest, spot): (i32, Point),
        question: &Question,
    ) -> Option<Order> {
        let unit = view.unit(id);
        let order = match word {
            Word::Withdraw if nearest < self.sticks.inches(30) => self.fall_back(view, id, question),
            Word::Deny(n) => {
                let post = view.scenario.objectives.get(n)?;
                if stands_within(unit, post.at, post.radius) {
                    return self.face(view, id, spot, question);
                }
                return self.march_to(view, id, post.at, view.separation().0, question);
            }
            Word::Withdraw
            | Word::Stand
            | Word::Own(_)
            | Word::Press(_)
            | Word::Storm(_)
            | Word::Support
            | Word::Keep
            | Word::HuntGuns
            | Word::HuntWorn
            | Word::Stay
            | Word::GoWith => None,
        };
        let is_near = nearest < self.sticks.inches(20);
        order.or_else(|| if is_near { self.face(view, id, spot, question) } else { None })
    }

    /// The word a unit was told, by a captain who carries out each of them.
    pub(super) fn does(&self, id: UnitId) -> Option<Word> {
        self.duty(id).map(|duty| duty.does).filter(|_| self.manner.keeps)
    }

    /// Whether horse that hunts rides at such a one.
    pub(super) fn is_prey(&self, id: UnitId, enemy: &Unit) -> bool {
        match self.does(id) {
            Some(Word::HuntGuns) => enemy.is(Arm::Artillery),
            Some(Word::HuntWorn) => enemy.lost() * 3 >= enemy.profile.figures,
            _ => true,
        }
    }

    /// Whether own foot or horse stands between a regiment and a point.
    fn lane_is_barred(&self, view: &Volley, id: UnitId, to: table::Point, distance: i32) -> bool {
        let unit = view.unit(id);
        let Some(pose) = unit.pose else { return false };
        let facing = pose.at.bearing_to(to);
        let strip = table::Rect::new(table::Pose { at: pose.at, facing }, unit.footprint(&view.rules));
        view.of(unit.side()).any(|(other, body)| {
            other != id
                && matches!(body.arm(), Arm::Infantry | Arm::Cavalry)
                && body.rect().is_some_and(|rect| strip.gap_ahead(Inches(distance), rect).is_some())
        })
    }
}
