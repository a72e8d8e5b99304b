//! A movement phase: reserves, leaders for a charge, charges, moves from the front to the rear, generals.
//!
//! The plan and the agenda are made with the first question of a phase; then the agenda is worked off, an order a question.

use super::captain::Captain;
use super::lanes::Lane;
use super::nearest::nearest;
use crate::kit::agenda::{Agenda, Next};
use crate::kit::plan::Word;
use engine::Side;
use volley::words::Arm;
use volley::{Answer, GeneralId, Order, Question, UnitId, Volley};

/// A charge of foot must be worth this much, and so much less for a unit that storms.
const LEAST_FOOT: f64 = 0.8;
const STORMING: f64 = 0.6;

/// The parts of a phase, in their order.
#[derive(Clone, Copy, Debug)]
enum Part {
    Enter,
    Lead,
    Charge,
    Move,
    Ride,
}

const PARTS: &[Part] = &[Part::Enter, Part::Lead, Part::Charge, Part::Move, Part::Ride];

#[derive(Default)]
pub(super) struct Phase {
    /// Turn, phase and side.
    of: Option<(u32, usize, Side)>,
    agenda: Agenda<Part>,
    /// Our units, the nearest to the enemy first.
    queue: Vec<UnitId>,
    /// Reserves at the edge.
    waiting: Vec<UnitId>,
    /// Where our guns fire.
    pub(super) lanes: Vec<Lane>,
    /// What the best charges of some units are worth with a general at their head, as long as no unit has moved.
    pub(super) led: Vec<(UnitId, f64)>,
}

/// The units to see to.
#[derive(Clone, Copy)]
enum Item {
    Enter(UnitId),
    Lead(GeneralId),
    Charge(UnitId),
    Move(UnitId),
    Ride(GeneralId),
}

impl Phase {
    /// Whether it is a side's own of this turn.
    pub(super) fn is_of(&self, turn: u32, side: Side) -> bool {
        self.of.is_some_and(|(of, _, whose)| (of, whose) == (turn, side))
    }
}

impl Captain {
    pub(super) fn order(&mut self, view: &Volley, side: Side, question: &Question) -> Answer {
        if !view.measured {
            return Answer::No;
        }
        if self.phase.of != Some((view.turn, view.phase, side)) {
            self.make_plan(view, side);
            self.begin_phase(view, side);
        }
        while let Some(item) = self.next_up(view) {
            if let Some(order) = self.see_to(view, side, item, question) {
                // A unit is about to move: whatever was worked out of the table is out of date.
                self.phase.led.clear();
                match &order {
                    Order::Charge { unit, target, .. } => {
                        self.memory.charged.push((*unit, *target, view.turn))
                    }
                    Order::Form { unit, formation, .. } => self.note_change(view, *unit, *formation),
                    Order::March { .. }
                    | Order::Ride { .. }
                    | Order::Enter { .. }
                    | Order::Turn { .. }
                    | Order::FallBack { .. }
                    | Order::Place { .. } => {}
                }
                return Answer::Order(order);
            }
        }
        Answer::No
    }

    fn begin_phase(&mut self, view: &Volley, side: Side) {
        let led = |id: &UnitId| self.leads(view.unit(*id));
        let mut near: Vec<(i32, UnitId)> = view
            .of(side)
            .filter(|(id, _)| led(id))
            .map(|(id, unit)| (nearest(view, unit).map_or(i32::MAX, |(d, _)| d), id))
            .collect();
        near.sort_unstable();
        self.phase = Phase {
            of: Some((view.turn, view.phase, side)),
            agenda: Agenda::new(PARTS),
            queue: near.into_iter().map(|(_, id)| id).collect(),
            waiting: view.at_edge(side).filter(led).collect(),
            lanes: self.lanes_of(view, side),
            led: Vec::new(),
        };
    }

    /// The next to be looked at.
    fn next_up(&mut self, view: &Volley) -> Option<Item> {
        loop {
            let Phase { agenda, queue, waiting, .. } = &mut self.phase;
            let unit = |at: usize| queue.get(at).copied();
            let general = |at: usize| (at < view.generals.len()).then_some(GeneralId(at as u16));
            let next = agenda.next(|part, at| match part {
                Part::Enter => waiting.get(at).copied().map(Item::Enter),
                Part::Lead => general(at).map(Item::Lead),
                Part::Charge => unit(at).map(Item::Charge),
                Part::Move => unit(at).map(Item::Move),
                Part::Ride => general(at).map(Item::Ride),
            });
            match next {
                Next::Item(item) => return Some(item),
                Next::Begins(_) => {}
                Next::Done => return None,
            }
        }
    }

    fn see_to(&mut self, view: &Volley, side: Side, item: Item, question: &Question) -> Option<Order> {
        match item {
            Item::Enter(unit) => self.enter(view, unit, question),
            Item::Lead(general) => self.lead_charge(view, side, general, question),
            Item::Charge(id) => {
                if !may_act(view, id) {
                    return None;
                }
                let least = if view.unit(id).is(Arm::Cavalry) { self.least_horse() } else { LEAST_FOOT };
                let least = if self.storms(id) { least - STORMING } else { least };
                if matches!(self.does(id), Some(Word::Keep | Word::Withdraw | Word::Support)) {
                    return None;
                }
                self.best_charge(view, id, least, question)
            }
            Item::Move(id) => {
                if !may_act(view, id) {
                    return None;
                }
                let arm = view.unit(id).arm();
                if arm != Arm::Artillery
                    && self.may_take_ground(id)
                    && let Some(order) = self.take_ground(view, id, question)
                {
                    return Some(order);
                }
                match arm {
                    Arm::Infantry if self.manner.keeps => self.foot_by_word(view, id, question),
                    Arm::Infantry => self.move_foot(view, id, question),
                    Arm::Skirmishers => self.move_skirmishers(view, id, question),
                    Arm::Cavalry => self.move_horse(view, id, question),
                    Arm::Artillery => self.move_gun(view, id, question),
                }
            }
            Item::Ride(general) => self.ride(view, side, general, question),
        }
    }
}

impl Captain {
    /// What a charge of horse must be worth.
    fn least_horse(&self) -> f64 {
        self.manner.least_horse * self.temper.least_horse
    }

    /// Whether a unit may be taken from what else it does for a step onto ground.
    fn may_take_ground(&self, id: UnitId) -> bool {
        let goes =
            |word: Word| matches!(word, Word::Press(_) | Word::Storm(_) | Word::Own(_) | Word::Deny(_));
        !self.manner.keeps || self.duty(id).is_some_and(|duty| duty.storms || goes(duty.does))
    }
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
