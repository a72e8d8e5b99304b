//! Step 2, one act after another: leaders to those who charge, charges, guns, then everybody from the front to the rear,
//! and last the leaders who are left.
//!
//! The list is made with the first question of the step and worked off. Every unit and leader comes up once in each
//! part of it, so a step ends.

use super::captain::Captain;
use super::picture::{Spot, Stand, charge_reach};
use engine::Side;
use orders::unit::Standing;
use orders::words::Formation;
use orders::{Act, Answer, GeneralId, Orders, Pace, Question, UnitId, options};
use table::Inches;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Enter,
    Lead,
    Charge,
    Guns,
    March,
    Ride,
    Done,
}

#[derive(Default)]
pub(crate) struct Turn {
    of: Option<(u32, Side)>,
    part: Part,
    at: usize,
    /// Our units, the nearest to the enemy first.
    queue: Vec<UnitId>,
    waiting: Vec<UnitId>,
    /// The lines our guns fire along, once they have moved.
    pub(crate) lanes: Vec<Lane>,
    /// Charges that look well, the best first.
    pub(crate) charges: Vec<(f64, UnitId)>,
}

/// A line of fire of one of our batteries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub(crate) gun: UnitId,
    pub(crate) from: Spot,
    pub(crate) to: Spot,
    pub(crate) worth: f64,
}

#[derive(Clone, Copy, Debug)]
enum Next {
    Enter(UnitId),
    Lead(GeneralId),
    Charge(UnitId),
    Gun(UnitId),
    March(UnitId),
    Ride(GeneralId),
}

impl Captain {
    pub(crate) fn act(
        &mut self,
        view: &Orders,
        side: Side,
        only: Option<UnitId>,
        question: &Question,
    ) -> Answer {
        if self.turn.of != Some((view.turn, side)) {
            self.make_plan(view, side);
            self.begin_turn(view, side, question);
        }
        self.sight.note(view);
        if let Some(unit) = only {
            // Roused: it charges if that is still worth it, else it marches.
            return self
                .charge_with(view, unit, question)
                .or_else(|| self.move_unit(view, unit, question))
                .unwrap_or(Answer::No);
        }
        while let Some(next) = self.next_up(view) {
            if let Some(answer) = self.see_to(view, side, next, question) {
                return answer;
            }
        }
        Answer::No
    }

    fn begin_turn(&mut self, view: &Orders, side: Side, question: &Question) {
        let mut near: Vec<(i64, UnitId)> = Vec::new();
        for (id, unit) in view.of(side) {
            let Some(rect) = unit.rect() else { continue };
            let gap = self.picture.nearest(Spot::from_vec(rect.centre())).map_or(0.0, |(gap, _)| gap);
            near.push(((gap * 1000.0) as i64, id));
        }
        near.sort_unstable();
        let waits = |id: &UnitId| {
            let unit = view.unit(*id);
            unit.side() == side && unit.standing == Standing::AtEdge
        };
        self.turn = Turn {
            of: Some((view.turn, side)),
            queue: near.iter().map(|(_, id)| *id).collect(),
            waiting: view.ids().filter(waits).collect(),
            ..Turn::default()
        };
        self.find_charges(view, question);
    }

    /// The charges worth making, the best first.
    fn find_charges(&mut self, view: &Orders, question: &Question) {
        let mut charges: Vec<(f64, UnitId)> = Vec::new();
        for n in 0..self.turn.queue.len() {
            let id = self.turn.queue[n];
            if let Some((value, _)) = self.best_charge(view, id, question) {
                charges.push((value, id));
            }
        }
        charges.sort_by(|one, two| two.0.total_cmp(&one.0));
        self.turn.charges = charges;
    }

    /// Charges with a unit, if it still is worth it and allowed.
    fn charge_with(&mut self, view: &Orders, id: UnitId, question: &Question) -> Option<Answer> {
        self.best_charge(view, id, question).map(|(_, answer)| answer)
    }

    /// The next to be looked at; each comes up once in its part.
    fn next_up(&mut self, view: &Orders) -> Option<Next> {
        loop {
            let turn = &mut self.turn;
            let at = turn.at;
            turn.at += 1;
            let leader = || (at < view.leaders.len()).then_some(GeneralId(at as u16));
            let unit = turn.queue.get(at).copied();
            let next = match turn.part {
                Part::Enter => turn.waiting.get(at).copied().map(Next::Enter),
                Part::Lead => leader().map(Next::Lead),
                Part::Charge => turn.charges.get(at).map(|(_, id)| Next::Charge(*id)),
                Part::Guns => unit.map(Next::Gun),
                Part::March => unit.map(Next::March),
                Part::Ride => leader().map(Next::Ride),
                Part::Done => return None,
            };
            if next.is_some() {
                return next;
            }
            turn.at = 0;
            turn.part = match turn.part {
                Part::Enter => Part::Lead,
                Part::Lead => Part::Charge,
                Part::Charge => Part::Guns,
                Part::Guns => Part::March,
                Part::March => Part::Ride,
                Part::Ride | Part::Done => Part::Done,
            };
            if turn.part == Part::March {
                self.note_lanes(view);
            }
        }
    }

    fn see_to(&mut self, view: &Orders, side: Side, next: Next, question: &Question) -> Option<Answer> {
        let idle = |id: UnitId| {
            let unit = view.unit(id);
            unit.on_table() && !unit.acted && !view.in_contact(id)
        };
        match next {
            Next::Enter(unit) => self.enter(view, unit, question),
            Next::Lead(leader) => self.lead(view, side, leader, question),
            Next::Charge(unit) if idle(unit) => {
                self.rouse(view, unit, question).or_else(|| self.charge_with(view, unit, question))
            }
            Next::Gun(unit) if idle(unit) && view.unit(unit).arm().is_artillery() => {
                self.rouse(view, unit, question).or_else(|| self.move_unit(view, unit, question))
            }
            Next::March(unit) if idle(unit) && !view.unit(unit).arm().is_artillery() => {
                self.rouse(view, unit, question).or_else(|| self.move_unit(view, unit, question))
            }
            Next::Ride(leader) => self.ride(view, side, leader, question),
            Next::Charge(_) | Next::Gun(_) | Next::March(_) => None,
        }
    }

    /// Where our guns fire, so that nobody walks into it.
    fn note_lanes(&mut self, view: &Orders) {
        let mut lanes = Vec::new();
        for id in &self.turn.queue {
            let unit = view.unit(*id);
            let Some(pose) =
                unit.pose.filter(|_| unit.formation == Formation::Unlimbered && !unit.in_panic())
            else {
                continue;
            };
            let stand = Stand::of(&self.charts, &self.sight, view, *id, pose, Formation::Unlimbered);
            if let (worth, Some(foe)) = self.best_mark(view, *id, &stand, |_| true) {
                lanes.push(Lane { gun: *id, from: stand.at, to: foe.at, worth });
            }
        }
        self.turn.lanes = lanes;
    }

    /// A unit out of command rolls first.
    fn rouse(&self, view: &Orders, unit: UnitId, question: &Question) -> Option<Answer> {
        if !options::must_rouse(view, unit) {
            return None;
        }
        super::march::accepted(view, question, Act::Rouse { unit })
    }

    fn move_unit(&mut self, view: &Orders, unit: UnitId, question: &Question) -> Option<Answer> {
        let arm = view.unit(unit).arm();
        if view.unit(unit).in_panic() {
            return self.flee(view, unit, question);
        }
        if arm.is_artillery() {
            return self.move_gun(view, unit, question);
        }
        let at = Spot::from_vec(view.unit(unit).rect()?.centre());
        let reach = charge_reach(&self.charts, arm, Formation::Column);
        let by = self.charts.rate(arm, Formation::Column) + 1.5;
        self.near.look(&self.picture, &self.charts, at, reach, by);
        if arm.is_cavalry() {
            self.move_horse(view, unit, question)
        } else {
            self.move_foot(view, unit, question)
        }
    }

    /// A reinforcement comes on as far as it can.
    fn enter(&self, view: &Orders, unit: UnitId, question: &Question) -> Option<Answer> {
        let body = view.unit(unit);
        if body.standing != Standing::AtEdge || body.acted {
            return None;
        }
        let rate = self.charts.rate(body.arm(), Formation::Column);
        [1.0, 0.75, 0.5, 0.25].into_iter().find_map(|share| {
            let by = Inches((rate * share * 1000.0) as i32);
            let paces = vec![Pace::Form(Formation::Column), Pace::Ahead(by)];
            super::march::accepted(view, question, Act::Enter { unit, paces })
        })
    }
}
