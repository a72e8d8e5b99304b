//! Orders of phases 3 and 8: one unit or general after another, until its side ends its movement.

mod coming;
pub mod command;
pub mod formation;
pub mod movement;

use crate::ids::house;
use crate::rules::charge::gallop;
use crate::rules::charge::{self, Declared, check_charge};
use crate::rules::orders::command::{Ride, officer_at};
use crate::rules::orders::formation::Change;
use crate::rules::orders::movement::March;
use crate::rules::outlook::Outlook;
use crate::rules::turn::reserves::{self, Entry};
use crate::state::answer::{Answer, Order};
use crate::state::game::{Progress, Volley};
use crate::state::refusal::{Refusal, not_an_answer};
use crate::state::unit::{GeneralId, Standing, Unit, UnitId};
use crate::state::words::{Arm, Formation};
use dice::Stream;
use engine::{Ask, Form, FormKind, Idle, Side, Umpire};
use serde::Serialize;
use table::{Bearing, Inches, Leg, Pose};

/// One order of the moving side, or the end of its movement.
pub(crate) fn order<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
    let side = game.active();
    let Some(Ordered(deed)) = umpire.ask(game, NextOrder { side })? else { return Ok(Progress::Done) };
    match deed {
        Deed::March(march) => movement::march(game, umpire, march)?,
        Deed::Change(change) => formation::change(game, umpire, change)?,
        Deed::Charge(declared) => charge::charge(game, umpire, declared)?,
        Deed::Ride(ride) => command::ride(game, umpire, ride),
        Deed::Enter(entry) => reserves::enter(game, umpire, entry)?,
    }
    Ok(Progress::GoesOn)
}

/// An order of phases 3 and 8 that was checked.
pub struct Ordered(Deed);

enum Deed {
    March(March),
    Change(Change),
    Charge(Declared),
    Ride(Ride),
    Enter(Entry),
}

/// The next unit to move, charge or change formation; the next general to ride; or the end of movement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NextOrder {
    pub side: Side,
}

impl Ask<Volley> for NextOrder {
    const WORD: &'static str = "order";
    type Granted = Option<Ordered>;

    fn side(&self, _: &Volley) -> Side {
        self.side
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<Option<Ordered>, Refusal> {
        let side = self.side;
        let order = match answer {
            Answer::No => return Ok(None),
            Answer::Order(order) => order,
            Answer::Yes | Answer::Unit(_) | Answer::Form(_) | Answer::Stand(_) => {
                return not_an_answer("an order, or the end of movement.");
            }
        };
        Ok(Some(Ordered(match order {
            Order::March { unit, legs } => Deed::March(movement::check_march(game, side, *unit, legs)?),
            Order::Form { unit, formation, facing } => {
                Deed::Change(formation::check_form(game, side, *unit, *formation, *facing)?)
            }
            Order::Charge { unit, target, wheel } => {
                Deed::Charge(check_charge(game, side, *unit, *target, *wheel)?)
            }
            Order::Ride { general, to, join } => {
                Deed::Ride(command::check_ride(game, side, *general, *to, *join)?)
            }
            Order::Enter { unit, at, legs } => {
                Deed::Enter(reserves::check_entry(game, side, *unit, *at, legs)?)
            }
            Order::Turn { .. } | Order::FallBack { .. } | Order::Place { .. } => {
                return not_an_answer("a march, a formation, a charge, a general's ride or an entry.");
            }
        })))
    }

    fn decline(&self, _: &Volley) -> Answer {
        Answer::No
    }

    fn prompt(&self, _: &Volley) -> String {
        "Choose a unit to move, charge or change formation, or end movement.".to_owned()
    }

    fn waited_for(&self, _: &Volley) -> String {
        "their next move.".to_owned()
    }

    fn form(&self, _: &Volley) -> Form<Answer> {
        Form::new(FormKind::Orders, None).or("End phase", "", Answer::No)
    }

    /// Guns in battery stand where they are: they count as not forgotten.
    fn idle(&self, game: &Volley) -> Idle {
        let waits = |id: &UnitId| {
            let unit = game.unit(*id);
            unit.side() == self.side
                && (unit.standing == Standing::AtEdge || unit.formation != Formation::Unlimbered)
                && may_do_anything(game, *id)
        };
        Idle { units: game.ids().filter(waits).collect(), ..Idle::default() }
    }

    fn sample(&self, game: &Volley, luck: &mut Stream) -> Answer {
        let side = self.side;
        let accepted = |order: Order| {
            let answer = Answer::Order(order);
            self.grant(game, &answer).is_ok().then_some(answer)
        };
        if let Some(unit) = game.at_edge(side).next()
            && luck.below(4) > 0
            && let Some(answer) = (0..6).find_map(|_| accepted(sample_entry(game, unit, luck)))
        {
            return answer;
        }
        let idle: Vec<UnitId> = game.of(side).filter(|(_, unit)| !unit.acted).map(|(id, _)| id).collect();
        if idle.is_empty() || luck.below(20) == 0 {
            return Answer::No;
        }
        for _ in 0..8 {
            let unit = idle[luck.below(idle.len() as u32) as usize];
            let order = match luck.below(10) {
                0 => sample_ride(game, side, luck),
                1 | 2 => {
                    let formations = Formation::WORDS;
                    let formation = formations[luck.below(formations.len() as u32) as usize].1;
                    let facing = (luck.below(3) == 0).then(|| Bearing(luck.word() as u16));
                    Some(Order::Form { unit, formation, facing })
                }
                3..=5 => {
                    let mut may = if game.measured { charges(game, unit) } else { any_charges(game, unit) };
                    let n = luck.below(may.len() as u32) as usize;
                    (n < may.len()).then(|| may.swap_remove(n))
                }
                _ => sample_march(game, unit, luck),
            };
            if let Some(answer) = order.and_then(accepted) {
                return answer;
            }
        }
        Answer::No
    }

    fn outlook(&self, game: &Volley, answer: &Answer) -> Option<Outlook> {
        match self.grant(game, answer) {
            Ok(Some(Ordered(Deed::Charge(declared)))) => coming::outlook_of(game, &declared),
            _ => None,
        }
    }
}

// -------------------------------------------------- orders that may be given ----

/// A march for a unit, one candidate: legal or not is for the rules to say.
fn sample_march(game: &Volley, unit: UnitId, luck: &mut Stream) -> Option<Order> {
    let body = game.unit(unit);
    if !game.measured {
        return Some(Order::March { unit, legs: Vec::new() });
    }
    let pose = body.pose?;
    let mut limits = game.limits(unit);
    // Far from all enemies a double move is worth trying.
    if luck.below(4) == 0 && !game.is_first_turn() {
        limits.allowance = limits.allowance.times(2);
    }
    if luck.below(12) == 0 && !game.moves_freely(body) {
        let by = Inches::mils(luck.below(limits.allowance.half().0.max(1) as u32) as i32 + 1);
        return Some(Order::March { unit, legs: vec![Leg::Back(by)] });
    }
    let legs = if game.moves_freely(body) {
        let to = pose.at.ahead(
            Bearing(luck.word() as u16),
            Inches::mils(luck.below(limits.allowance.0.max(1) as u32) as i32),
        );
        vec![Leg::To(Pose { at: to, facing: pose.facing.turned(luck.word() as i32 % 8192) })]
    } else {
        table::sample(pose, body.footprint(&game.rules), limits, [luck.word(), luck.word(), luck.word()])
    };
    (!legs.is_empty()).then_some(Order::March { unit, legs })
}

/// Whether there is anything a unit of the side that moves could be told now.
fn may_do_anything(game: &Volley, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let side = body.side();
    if body.standing == Standing::AtEdge {
        return !body.acted && plain_entry(game, unit).is_ok();
    }
    let forms =
        |(_, formation): &(_, Formation)| formation::check_form(game, side, unit, *formation, None).is_ok();
    let turns = || formation::check_form(game, side, unit, body.formation, about(body)).is_ok();
    let arrives = |order: &Order| match order {
        Order::Charge { target, wheel, .. } => gallop::can_arrive(game, unit, *target, *wheel).is_ok(),
        Order::March { .. }
        | Order::Form { .. }
        | Order::Ride { .. }
        | Order::Enter { .. }
        | Order::Turn { .. }
        | Order::FallBack { .. }
        | Order::Place { .. } => false,
    };
    movement::may_act(game, side, unit).is_ok()
        && (least_march(game, unit).is_ok()
            || turns()
            || Formation::WORDS.iter().any(forms)
            || charges(game, unit).iter().any(arrives))
}

/// The bearing of a unit that faces about.
pub fn about(unit: &Unit) -> Option<Bearing> {
    unit.pose.map(|pose| pose.facing.turned(0x8000))
}

/// The shortest march a unit may make: on, back, or wheeling a little.
///
/// # Errors
/// Where it may make none: why it may not go on.
pub fn least_march(game: &Volley, unit: UnitId) -> Result<Order, Refusal> {
    let body = game.unit(unit);
    let little = Inches::mils(100);
    let on = match body.pose.filter(|_| game.moves_freely(body)) {
        Some(pose) => Leg::To(pose.ahead(little)),
        None => Leg::Ahead(little),
    };
    let check = |leg: Leg| {
        movement::check_march(game, body.side(), unit, &[leg]).map(|_| Order::March { unit, legs: vec![leg] })
    };
    let wheel = game.most_wheel() / 16;
    let others = [Leg::Back(little), Leg::Wheel(wheel), Leg::Wheel(-wheel)];
    check(on).or_else(|refusal| others.into_iter().find_map(|leg| check(leg).ok()).ok_or(refusal))
}

/// Charges a unit could declare now, each with a wheel that reaches.
pub fn charges(game: &Volley, unit: UnitId) -> Vec<Order> {
    let body = game.unit(unit);
    if !matches!(body.arm(), Arm::Infantry | Arm::Cavalry) || body.acted {
        return Vec::new();
    }
    let side = body.side();
    let question = NextOrder { side };
    game.of(side.enemy())
        .filter_map(|(target, _)| {
            let wheel = charge::aim(game, unit, target)?;
            Some(Order::Charge { unit, target, wheel })
        })
        .filter(|order| question.grant(game, &Answer::Order(order.clone())).is_ok())
        .collect()
}

/// A charge at each enemy: beside real figures the players see whom a unit can reach.
fn any_charges(game: &Volley, unit: UnitId) -> Vec<Order> {
    let enemies = game.of(game.unit(unit).side().enemy());
    enemies.map(|(target, _)| Order::Charge { unit, target, wheel: 0 }).collect()
}

fn sample_ride(game: &Volley, side: Side, luck: &mut Stream) -> Option<Order> {
    let n = luck.below(game.generals.len() as u32) as u16;
    let general = GeneralId(n);
    game.general(general).filter(|officer| officer.side == side && !officer.lost)?;
    let friends = || game.of(side).map(|(id, _)| id).collect::<Vec<UnitId>>();
    if !game.measured {
        let friends = friends();
        let join = friends.get(luck.below(friends.len() as u32 + 1) as usize).copied();
        return Some(Order::Ride { general, to: None, join });
    }
    let from = officer_at(game, general)?;
    if luck.below(2) == 0 {
        let friends = friends();
        let unit = *friends.get(luck.below(friends.len() as u32) as usize)?;
        let to = game.unit(unit).rect()?.centre().stored();
        return Some(Order::Ride { general, to: Some(to), join: Some(unit) });
    }
    let reach = game.rules.ruled(house!("general.move"));
    let to = from.ahead(Bearing(luck.word() as u16), Inches::mils(luck.below(reach.0.max(1) as u32) as i32));
    Some(Order::Ride { general, to: Some(to), join: None })
}

/// A way onto the table for a reserve.
fn sample_entry(game: &Volley, unit: UnitId, luck: &mut Stream) -> Order {
    let body = game.unit(unit);
    debug_assert!(body.standing == Standing::AtEdge);
    let point = if body.pose.is_some() { game.entry_point(unit) } else { 0 };
    let wide = game.rules.scaled(Inches::whole(24)).0.max(1);
    let x = point - wide / 2 + luck.below(wide as u32) as i32;
    let most = game.entry_allowance(unit);
    let ahead = Inches::mils(most.0 - luck.below((most.0 / 4).max(1) as u32) as i32);
    entry(game, unit, x, ahead)
}

/// The entry straight on from a place of the edge.
fn entry(game: &Volley, unit: UnitId, along: i32, ahead: Inches) -> Order {
    let body = game.unit(unit);
    let start = game.on_edge(unit, along);
    let legs =
        if game.moves_freely(body) { vec![Leg::To(start.ahead(ahead))] } else { vec![Leg::Ahead(ahead)] };
    Order::Enter { unit, at: Some(along), legs }
}

/// The entry nearest a reserve's point, as far onto the table as it may go there.
///
/// # Errors
/// Where it cannot enter at all: why not at its point.
pub fn plain_entry(game: &Volley, unit: UnitId) -> Result<Order, Refusal> {
    let side = game.unit(unit).side();
    let stretch = game.entry_stretch(unit);
    let (first, last) = (*stretch.start(), *stretch.end());
    let middle = (first + last) / 2;
    let point = game.unit(unit).pose.map_or(middle, |_| game.entry_point(unit)).clamp(first, last.max(first));
    let most = game.entry_allowance(unit);
    let check = |along: i32, ahead: Inches| {
        let order = entry(game, unit, along, ahead);
        NextOrder { side }.grant(game, &Answer::Order(order.clone())).map(|_| order)
    };
    let half_inches = (last - first).max(0) / 500;
    for n in 0..=half_inches.saturating_mul(2) {
        let along = point + if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 } * 500;
        let on = (0..8).map(|eighths| Inches(most.0 - most.0 / 8 * eighths));
        if let Some(order) = on.filter_map(|ahead| check(along, ahead).ok()).next() {
            return Ok(order);
        }
    }
    check(point, most)
}
