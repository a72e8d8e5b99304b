//! Legal answers: the one that declines, and samples for computer players and the fuzzer.

use crate::charge;
use crate::command::officer_at;
use crate::game::Volley;
use crate::ids::{house, rule};
use crate::placing;
use crate::question::{Answer, Order, Question, StandChoice};
use crate::refusal::Refusal;
use crate::unit::{GeneralId, Standing, UnitId};
use crate::words::{Arm, Formation};
use dice::Stream;
use engine::{Game, Side};
use table::{Bearing, Inches, Leg, Point, Pose, Rect};

/// The answer that takes no option up, except where the sheet's players would be undone by it.
pub(crate) fn decline(game: &Volley, question: &Question) -> Answer {
    let accept = game.rules.plays(house!("choice.default", "accept"));
    let yes = |yes: bool| if yes { Answer::Yes } else { Answer::No };
    match question {
        Question::Deploy { unit } => deployment(game, *unit),
        Question::Adjust { .. }
        | Question::Target { .. }
        | Question::Retire { .. }
        | Question::Order { .. }
        | Question::Shoot { .. } => Answer::No,
        Question::NextTest { units, .. } | Question::Supporter { units, .. } => first(units),
        Question::NextMelee { fights, .. } => first(fights),
        Question::Opponent { enemies, .. } => first(enemies),
        Question::Stand { unit, may } => {
            let cavalry =
                game.charges_on(*unit).any(|(charge, _)| game.unit(charge.charger).is(Arm::Cavalry));
            let closed = may.iter().find(|choice| matches!(choice, StandChoice::Square | StandChoice::Masse));
            match closed {
                Some(choice) if cavalry || accept => Answer::Stand(*choice),
                _ => Answer::Stand(StandChoice::Stay),
            }
        }
        Question::RollForSquare { .. } => Answer::Yes,
        Question::Press { .. } | Question::FormLine { .. } | Question::Recall { .. } => yes(accept),
        Question::FreeChange { formations, .. } => match formations.first() {
            Some(formation) if accept => Answer::Form(*formation),
            _ => Answer::No,
        },
    }
}

fn first(units: &[UnitId]) -> Answer {
    units.first().map_or(Answer::No, |unit| Answer::Unit(*unit))
}

/// The first clear place of the deployment zone, from the middle outward: an inch from the next unit if there is room.
pub(crate) fn deployment(game: &Volley, unit: UnitId) -> Answer {
    let gap = game.rules.scaled(Inches::whole(1));
    let place = |gap: Inches| clear_place(game, unit, gap);
    let at = place(gap).or_else(|| place(Inches::ZERO));
    Answer::Order(Order::Place { unit, at, formation: game.unit(unit).formation })
}

fn clear_place(game: &Volley, unit: UnitId, gap: Inches) -> Option<Pose> {
    let body = game.unit(unit);
    let (side, formation) = (body.side(), body.formation);
    let terrain = &game.scenario.terrain;
    let edge = game.scenario.edges[side];
    let zone = deployment_zone(game);
    let footprint = body.footprint_in(&game.rules, formation);
    let columns = terrain.width.0 / 500;
    for row in 0..(zone.0 / 500).max(1) {
        for n in 0..=columns {
            let offset = if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 };
            let x = terrain.width.0 / 2 + offset * 500;
            // The front edge as far forward as the zone allows, row by row.
            let into = (zone.0 - row * 500).max(footprint.depth.0);
            let y = match edge {
                crate::scenario::Edge::South => into,
                crate::scenario::Edge::North => terrain.depth.0 - into,
            };
            let pose = Pose { at: Point { x, y }, facing: edge.inward() };
            let rect = Rect::new(pose, footprint);
            if game.of(side).any(|(_, other)| other.rect().is_some_and(|other| other.distance(&rect) < gap)) {
                continue;
            }
            let answer = Answer::Order(Order::Place { unit, at: Some(pose), formation });
            if game.check(&Question::Deploy { unit }, &answer).is_ok() {
                return Some(pose);
            }
        }
    }
    None
}

/// How deep the zone is in which a side deploys, from its own edge.
pub fn deployment_zone(game: &Volley) -> Inches {
    game.rules.ruled(house!("setup.deploy"))
}

/// The formations a unit may be deployed in, the one it has first.
pub fn deploys_in(game: &Volley, unit: UnitId) -> Vec<Formation> {
    let body = game.unit(unit);
    let others = Formation::WORDS.iter().map(|(_, formation)| *formation);
    let others = others.filter(|formation| *formation != body.formation && game.may_form(body, *formation));
    std::iter::once(body.formation).chain(others).collect()
}

/// A random answer that the rules accept.
pub fn sample(game: &Volley, question: &Question, luck: &mut Stream) -> Answer {
    match question {
        Question::Order { side } => sample_order(game, *side, luck),
        Question::Adjust { guns, .. } => sample_adjustment(game, question, guns, luck),
        Question::Deploy { unit } => sample_deployment(game, *unit, luck),
        Question::Retire { unit } => {
            let formations = [Formation::Line, Formation::Column, Formation::Square];
            let formation = formations[luck.below(3) as usize];
            let by = Inches::mils(luck.below(6001) as i32);
            let answer = Answer::Order(Order::FallBack { unit: *unit, by, formation });
            if luck.below(2) == 0 && game.check(question, &answer).is_ok() { answer } else { Answer::No }
        }
        Question::Target { targets, .. } | Question::Shoot { targets, .. } => {
            if luck.below(5) == 0 {
                Answer::No
            } else {
                pick(targets, luck)
            }
        }
        Question::NextTest { units, .. } | Question::Supporter { units, .. } => pick(units, luck),
        Question::NextMelee { fights, .. } => pick(fights, luck),
        Question::Opponent { enemies, .. } => pick(enemies, luck),
        Question::Stand { may, .. } => match may.get(luck.below(may.len() as u32) as usize) {
            Some(choice) => Answer::Stand(*choice),
            None => Answer::No,
        },
        Question::RollForSquare { .. }
        | Question::Press { .. }
        | Question::FormLine { .. }
        | Question::Recall { .. } => {
            if luck.below(2) == 0 {
                Answer::Yes
            } else {
                Answer::No
            }
        }
        Question::FreeChange { formations, .. } => {
            match formations.get(luck.below(formations.len() as u32 + 1) as usize) {
                Some(formation) => Answer::Form(*formation),
                None => Answer::No,
            }
        }
    }
}

fn pick(units: &[UnitId], luck: &mut Stream) -> Answer {
    units.get(luck.below(units.len() as u32) as usize).map_or(Answer::No, |unit| Answer::Unit(*unit))
}

fn sample_deployment(game: &Volley, unit: UnitId, luck: &mut Stream) -> Answer {
    let body = game.unit(unit);
    let terrain = &game.scenario.terrain;
    for _ in 0..20 {
        let x = luck.below(terrain.width.0.max(1) as u32) as i32;
        let into = luck.below(deployment_zone(game).0.max(1) as u32) as i32;
        let edge = game.scenario.edges[body.side()];
        let y = match edge {
            crate::scenario::Edge::South => into,
            crate::scenario::Edge::North => terrain.depth.0 - into,
        };
        let at = Some(Pose { at: Point { x, y }, facing: edge.inward() });
        let answer = Answer::Order(Order::Place { unit, at, formation: body.formation });
        if game.check(&Question::Deploy { unit }, &answer).is_ok() {
            return answer;
        }
    }
    deployment(game, unit)
}

fn sample_adjustment(game: &Volley, question: &Question, guns: &[UnitId], luck: &mut Stream) -> Answer {
    if luck.below(3) == 0 {
        return Answer::No;
    }
    let Some(unit) = guns.get(luck.below(guns.len() as u32) as usize).copied() else { return Answer::No };
    let body = game.unit(unit);
    let facing = Bearing(luck.word() as u16);
    let order = match (body.formation, body.pose) {
        (Formation::Limbered, _) => {
            Order::Form { unit, formation: Formation::Unlimbered, facing: Some(facing) }
        }
        (_, Some(pose)) => {
            let footprint = body.footprint(&game.rules);
            let centre = pose
                .centre(footprint)
                .ahead(Bearing(luck.word() as u16), Inches::mils(luck.below(900) as i32));
            Order::Turn { unit, to: Some(Pose::from_centre(centre, facing, footprint)) }
        }
        (_, None) => Order::Turn { unit, to: None },
    };
    let answer = Answer::Order(order);
    if game.check(question, &answer).is_ok() { answer } else { Answer::No }
}

/// A march for a unit, one candidate: legal or not is for the rules to say.
pub fn sample_march(game: &Volley, unit: UnitId, luck: &mut Stream) -> Option<Order> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let mut limits = game.limits(unit);
    // Far from everybody a double move is worth trying.
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

/// Charges a unit could declare now, each with a wheel that reaches.
pub fn charges(game: &Volley, unit: UnitId) -> Vec<Order> {
    let body = game.unit(unit);
    if !matches!(body.arm(), Arm::Infantry | Arm::Cavalry) || body.acted {
        return Vec::new();
    }
    let side = body.side();
    let question = Question::Order { side };
    game.of(side.enemy())
        .filter_map(|(target, _)| {
            let wheel = charge::aim(game, unit, target)?;
            Some(Order::Charge { unit, target, wheel })
        })
        .filter(|order| game.check(&question, &Answer::Order(order.clone())).is_ok())
        .collect()
}

fn sample_order(game: &Volley, side: Side, luck: &mut Stream) -> Answer {
    let question = Question::Order { side };
    let accepted = |order: Order| {
        let answer = Answer::Order(order);
        game.check(&question, &answer).is_ok().then_some(answer)
    };
    if let Some(unit) = game.at_edge(side).next()
        && luck.below(4) > 0
        && let Some(answer) = (0..6).find_map(|_| accepted(sample_entry(game, side, unit, luck)))
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
                let mut may = charges(game, unit);
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

fn sample_ride(game: &Volley, side: Side, luck: &mut Stream) -> Option<Order> {
    let n = luck.below(game.generals.len() as u32) as u16;
    let general = GeneralId(n);
    game.general(general).filter(|officer| officer.side == side && !officer.lost)?;
    let from = officer_at(game, general)?;
    if luck.below(2) == 0 {
        let friends: Vec<UnitId> = game.of(side).map(|(id, _)| id).collect();
        let unit = *friends.get(luck.below(friends.len() as u32) as usize)?;
        let to = game.unit(unit).rect()?.centre().stored();
        return Some(Order::Ride { general, to: Some(to), join: Some(unit) });
    }
    let reach = game.rules.ruled(house!("general.move"));
    let to = from.ahead(Bearing(luck.word() as u16), Inches::mils(luck.below(reach.0.max(1) as u32) as i32));
    Some(Order::Ride { general, to: Some(to), join: None })
}

/// A way onto the table for a reserve.
pub fn sample_entry(game: &Volley, _side: Side, unit: UnitId, luck: &mut Stream) -> Order {
    let body = game.unit(unit);
    debug_assert!(body.standing == Standing::AtEdge);
    let point = body.pose.map_or(0, |pose| pose.at.x);
    let wide = game.rules.scaled(Inches::whole(24)).0.max(1);
    let x = point - wide / 2 + luck.below(wide as u32) as i32;
    let most = game.entry_allowance(unit);
    let ahead = Inches::mils(most.0 - luck.below((most.0 / 4).max(1) as u32) as i32);
    entry(game, unit, x, ahead)
}

/// The entry straight on from a place of the edge.
fn entry(game: &Volley, unit: UnitId, x: i32, ahead: Inches) -> Order {
    let body = game.unit(unit);
    let start = placing::at_edge(game, body.side(), x);
    let legs =
        if game.moves_freely(body) { vec![Leg::To(start.ahead(ahead))] } else { vec![Leg::Ahead(ahead)] };
    Order::Enter { unit, at: Some(x), legs }
}

/// The entry nearest a reserve's point, as far onto the table as it may go there.
///
/// # Errors
/// Where it cannot enter at all: why not at its point.
pub fn plain_entry(game: &Volley, unit: UnitId) -> Result<Order, Refusal> {
    let side = game.unit(unit).side();
    let stretch = game.entry_stretch(unit);
    let (west, east) = (*stretch.start(), *stretch.end());
    let point = game.unit(unit).pose.map_or((west + east) / 2, |pose| pose.at.x).clamp(west, east.max(west));
    let most = game.entry_allowance(unit);
    let check = |x: i32, ahead: Inches| {
        let order = entry(game, unit, x, ahead);
        game.check(&Question::Order { side }, &Answer::Order(order.clone())).map(|()| order)
    };
    let half_inches = (east - west).max(0) / 500;
    for n in 0..=half_inches.saturating_mul(2) {
        let x = point + if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 } * 500;
        let on = (0..8).map(|eighths| Inches(most.0 - most.0 / 8 * eighths));
        if let Some(order) = on.filter_map(|ahead| check(x, ahead).ok()).next() {
            return Ok(order);
        }
    }
    check(point, most)
}

/// The printed distance guns may shift in phase 1.
pub fn gun_shift(game: &Volley) -> Inches {
    game.rules.inches(rule!("volley.p1.adjust.light")).unwrap_or_default()
}

/// A placing that fits, for those who plan moves; the same check the rules use.
pub fn is_room(game: &Volley, unit: UnitId, pose: Pose, formation: Formation) -> bool {
    placing::fits(game, unit, pose, formation)
}
