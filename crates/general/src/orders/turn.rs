//! Step 2, one act after another: leaders to units that charge, charges, guns, then all others from the front to the
//! rear, and last the leaders who are left.
//!
//! The agenda is made with the first question of the step and worked off.

use super::captain::Captain;
use super::picture::charge_reach;
use crate::kit::agenda::{Agenda, Next};
use crate::kit::spot::Spot;
use engine::Side;
use orders::unit::Standing;
use orders::words::Formation;
use orders::{Act, Answer, GeneralId, Orders, Pace, Question, UnitId, options};
use std::cell::OnceCell;
use table::Inches;

/// The parts of a turn, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Enter,
    Lead,
    Charge,
    Guns,
    March,
    Ride,
}

const PARTS: &[Part] = &[Part::Enter, Part::Lead, Part::Charge, Part::Guns, Part::March, Part::Ride];

#[derive(Default)]
pub(crate) struct Turn {
    of: Option<(u32, Side)>,
    agenda: Agenda<Part>,
    /// Our units, the nearest to the enemy first.
    queue: Vec<UnitId>,
    waiting: Vec<UnitId>,
    /// Our batteries.
    pub(crate) guns: Vec<UnitId>,
    /// Where our steady foot and horse stand, which cover the guns beside them, once worked out in this act.
    pub(crate) cover: OnceCell<Vec<Spot>>,
    /// Where our batteries stand, likewise.
    pub(crate) parked: OnceCell<Vec<(UnitId, Spot)>>,
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

/// The units to see to.
#[derive(Clone, Copy, Debug)]
enum Item {
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
        self.turn.cover.take();
        self.turn.parked.take();
        if self.manner.schooled {
            self.memory.formed.look(view.turn, view.units.iter().map(|unit| unit.formation));
        }
        if let Some(unit) = only {
            if !self.leads(view.unit(unit).corps()) {
                return Answer::No;
            }
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
            let Some(rect) = unit.rect().filter(|_| self.leads(unit.corps())) else { continue };
            let gap = self.picture.nearest(Spot::from_vec(rect.centre())).map_or(0.0, |(gap, _)| gap);
            near.push(((gap * 1000.0) as i64, id));
        }
        near.sort_unstable();
        let waits = |id: &UnitId| {
            let unit = view.unit(*id);
            unit.side() == side && unit.standing == Standing::AtEdge && self.leads(unit.corps())
        };
        self.turn = Turn {
            of: Some((view.turn, side)),
            queue: near.iter().map(|(_, id)| *id).collect(),
            waiting: view.ids().filter(waits).collect(),
            guns: view.ids().filter(|id| is_gun(view, side, *id)).collect(),
            agenda: Agenda::new(PARTS),
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

    /// The next to be looked at.
    fn next_up(&mut self, view: &Orders) -> Option<Item> {
        loop {
            let Turn { agenda, queue, waiting, charges, .. } = &mut self.turn;
            let unit = |at: usize| queue.get(at).copied();
            let leader = |at: usize| (at < view.leaders.len()).then_some(GeneralId(at as u16));
            let next = agenda.next(|part, at| match part {
                Part::Enter => waiting.get(at).copied().map(Item::Enter),
                Part::Lead => leader(at).map(Item::Lead),
                Part::Charge => charges.get(at).map(|(_, id)| Item::Charge(*id)),
                Part::Guns => unit(at).map(Item::Gun),
                Part::March => unit(at).map(Item::March),
                Part::Ride => leader(at).map(Item::Ride),
            });
            match next {
                Next::Item(item) => return Some(item),
                Next::Begins(Part::March) => self.note_lanes(view),
                Next::Begins(_) => {}
                Next::Done => return None,
            }
        }
    }

    fn see_to(&mut self, view: &Orders, side: Side, next: Item, question: &Question) -> Option<Answer> {
        let idle = |id: UnitId| {
            let unit = view.unit(id);
            unit.on_table() && !unit.acted && !view.in_contact(id)
        };
        match next {
            Item::Enter(unit) => self.enter(view, unit, question),
            Item::Lead(leader) => self.lead(view, side, leader, question),
            Item::Charge(unit) if idle(unit) => {
                self.rouse(view, unit, question).or_else(|| self.charge_with(view, unit, question))
            }
            Item::Gun(unit) if idle(unit) && view.unit(unit).arm().is_artillery() => {
                self.rouse(view, unit, question).or_else(|| self.move_unit(view, unit, question))
            }
            Item::March(unit) if idle(unit) && !view.unit(unit).arm().is_artillery() => {
                self.rouse(view, unit, question).or_else(|| self.move_unit(view, unit, question))
            }
            Item::Ride(leader) => self.ride(view, side, leader, question),
            Item::Charge(_) | Item::Gun(_) | Item::March(_) => None,
        }
    }

    /// Where our guns fire, so that no unit walks into it.
    fn note_lanes(&mut self, view: &Orders) {
        let mut lanes = Vec::new();
        for id in &self.turn.queue {
            let unit = view.unit(*id);
            if unit.formation != Formation::Unlimbered || unit.in_panic() {
                continue;
            }
            let Some(stand) = self.standing(view, *id) else { continue };
            if let (worth, Some(foe)) = self.best_target(view, *id, &stand, |_| true) {
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
        let at = Spot::from_vec(view.unit(unit).rect()?.centre());
        let reach = charge_reach(&self.charts, arm, Formation::Column);
        let by = self.charts.rate(arm, Formation::Column) + 1.5;
        self.near.look(&self.picture, &self.charts, at, reach, by);
        if self.manner.schooled {
            let side = view.unit(unit).side();
            let friends = view.of(side).filter(|(id, friend)| *id != unit && !friend.in_panic());
            let friends: Vec<Spot> = friends
                .filter_map(|(_, friend)| Some(Spot::from_vec(friend.rect()?.centre())))
                .filter(|spot| spot.is_within(at, 22.0))
                .collect();
            self.near.count_company(&self.picture, &self.charts, &friends);
        }
        if view.unit(unit).in_panic() {
            self.flee(view, unit, question)
        } else if arm.is_artillery() {
            self.move_gun(view, unit, question)
        } else if self.manner.schooled && self.errand(view, unit).is_none() {
            self.stand_fast(view, unit, question)
        } else if arm.is_cavalry() {
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

/// Whether a unit is a battery of a side, on the table or not yet.
fn is_gun(view: &Orders, side: Side, id: UnitId) -> bool {
    let unit = view.unit(id);
    unit.side() == side && unit.arm().is_artillery()
}
