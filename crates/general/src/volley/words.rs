//! What the words of a plan mean for foot that does not go forward: stand, own ground, support, withdraw.

use super::captain::Captain;
use super::drill::closes_up;
use super::nearest::{post_distance, within};
use crate::kit::plan::Word;
use table::Inches;
use volley::words::{Arm, Formation};
use volley::{Order, Question, UnitId, Volley};

impl Captain {
    /// Foot, by the word it was told.
    pub(super) fn foot_by_word(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        match self.duty(id)?.does {
            Word::Press(_) | Word::Storm(_) => self.move_foot(view, id, question),
            Word::Own(_) => self.own(view, id, question),
            Word::Support => self.support(view, id, question),
            Word::Withdraw => self.withdraw(view, id, question),
            Word::Stand
            | Word::Keep
            | Word::Deny(_)
            | Word::HuntGuns
            | Word::HuntWorn
            | Word::Stay
            | Word::GoWith => self.stand_fast(view, id, question),
        }
    }

    /// In line where it shoots, closed up before horse, its front to the enemy; never a step.
    fn stand_fast(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let threat = self.horse_threat(view, id);
        let (distance, target) = self.nearest_target(view, id)?;
        if unit.formation.is_closed() {
            return self.open_up(view, id, distance, threat.is_some(), question);
        }
        if let Some(order) = self.close_up(view, id, distance, threat, question) {
            return Some(order);
        }
        if unit.formation == Formation::Column
            && (distance <= self.sticks.inches(16) || self.is_under_guns(view, id))
            && (closes_up(view, unit, Formation::Line) || threat.is_none())
            && let Some(order) = self.form(view, id, Formation::Line, question)
        {
            return Some(order);
        }
        let spot = view.unit(target).rect()?.centre().stored();
        if distance < self.sticks.inches(16) { self.face(view, id, spot, question) } else { None }
    }

    /// Whether guns in action have a unit in their reach: a column suffers most.
    pub(super) fn is_under_guns(&self, view: &Volley, id: UnitId) -> bool {
        let unit = view.unit(id);
        let reach = self.sticks.stick[2];
        view.of(unit.side().enemy()).any(|(_, enemy)| {
            enemy.is(Arm::Artillery) && enemy.formation == Formation::Unlimbered && within(unit, enemy, reach)
        })
    }

    /// Onto its ground, and there it stands.
    fn own(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let Some(post) = self.post_of(view, id) else { return self.stand_fast(view, id, question) };
        if self.storms(id) {
            return self.move_foot(view, id, question);
        }
        let unit = view.unit(id);
        if post_distance(unit, post.at)? <= post.radius.0 - self.sticks.inch / 2 {
            return self.stand_fast(view, id, question);
        }
        self.move_foot(view, id, question)
    }

    /// Eight inches behind the nearest of those before it, until one of them gives way.
    fn support(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let home = view.scenario.edges[unit.side()].inward().opposite();
        let here = unit.pose?.at;
        let mut lead: Option<(i32, table::Point)> = None;
        for (other, friend) in view.of(unit.side()) {
            let goes = self
                .duty(other)
                .is_some_and(|duty| duty.does != Word::Support && duty.does != Word::Withdraw);
            if other == id || !friend.is(Arm::Infantry) || !goes {
                continue;
            }
            let Some(at) = friend.rect().map(|rect| rect.centre().stored()) else { continue };
            let far = here.distance(at).0;
            if lead.is_none_or(|(least, _)| far < least) {
                lead = Some((far, at));
            }
        }
        let Some((_, at)) = lead else { return self.stand_fast(view, id, question) };
        let place = at.ahead(home, Inches(self.sticks.inches(8)));
        let behind = here.distance(place).0;
        let near =
            self.nearest_target(view, id).is_some_and(|(distance, _)| distance < self.sticks.inches(12));
        if behind > self.sticks.inches(4)
            && !near
            && let Some(order) = self.march_to(view, id, place, self.sticks.inches(10), question)
        {
            return Some(order);
        }
        self.stand_fast(view, id, question)
    }

    /// Out of the enemy's way, its front to him.
    fn withdraw(&mut self, view: &Volley, id: UnitId, question: &Question) -> Option<Order> {
        let unit = view.unit(id);
        let reach = self.sticks.inches(24);
        let chased = view.of(unit.side().enemy()).any(|(_, enemy)| within(unit, enemy, reach));
        if chased && let Some(order) = self.fall_back(view, id, question) {
            return Some(order);
        }
        self.stand_fast(view, id, question)
    }
}
