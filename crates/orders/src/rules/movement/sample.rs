//! A random act of a side that the rules accept.

use super::Move;
use crate::rules::command::leaders;
use crate::rules::luck::{any_point, below, pick};
use crate::rules::movement::options::{charges, farthest, must_rouse, toward};
use crate::state::answer::{Act, Answer, Pace};
use crate::state::game::Orders;
use crate::state::unit::{GeneralId, Standing, Unit, UnitId};
use crate::state::words::{Formation, OrderKind};
use dice::Stream;
use engine::{Ask as _, Side};
use table::{Bearing, EIGHTH, Inches, Point};

/// One act of a side that the rules accept, or the end of its movement.
pub(super) fn act(question: &Move, game: &Orders, luck: &mut Stream) -> Answer {
    let Move { side, only } = *question;
    let accepted = |act: Act| {
        let answer = Answer::Act(act);
        question.grant(game, &answer).is_ok().then_some(answer)
    };
    let waits = |unit: &Unit| unit.side() == side && unit.standing == Standing::AtEdge && !unit.acted;
    let waiting: Vec<UnitId> = game.ids().filter(|id| waits(game.unit(*id))).collect();
    if only.is_none()
        && luck.below(4) > 0
        && let Some(unit) = pick(&waiting, luck).copied()
    {
        let entered = (0..6).find_map(|_| accepted(entry(game, unit, luck)));
        if let Some(answer) = entered {
            return answer;
        }
    }
    let idle: Vec<UnitId> = match only {
        Some(unit) => vec![unit],
        None => game.of(side).filter(|(_, unit)| !unit.acted).map(|(id, _)| id).collect(),
    };
    if idle.is_empty() || luck.below(24) == 0 {
        return Answer::No;
    }
    for _ in 0..8 {
        let Some(unit) = pick(&idle, luck).copied() else { return Answer::No };
        let act = match luck.below(12) {
            0 => ride(game, side, luck),
            1 | 2 => {
                let may = charges(game, unit);
                let n = luck.below(may.len() as u32) as usize;
                may.into_iter().nth(n)
            }
            3 => Some(Act::ForceMarch { unit }),
            4 => leaving(game, unit, luck),
            5..=7 => to_a_goal(game, unit, luck),
            _ => march(game, unit, luck),
        };
        // A unit out of command rolls before anything else.
        let act = if must_rouse(game, unit) { Some(Act::Rouse { unit }) } else { act };
        if let Some(answer) = act.and_then(accepted) {
            return answer;
        }
    }
    Answer::No
}

/// Toward an enemy, an objective or anywhere.
fn to_a_goal(game: &Orders, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let enemies: Vec<Point> = game
        .of(game.unit(unit).side().enemy())
        .filter_map(|(_, enemy)| Some(enemy.rect()?.centre().stored()))
        .collect();
    let goal = match luck.below(3) {
        0 => any_point(game, luck),
        _ => *pick(&enemies, luck)?,
    };
    toward(game, unit, goal)
}

/// A march of one to three paces, one candidate: legal or not is for the rules to say.
fn march(game: &Orders, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let body = game.unit(unit);
    let Some(pose) = body.pose else {
        let paces =
            if luck.below(3) == 0 { vec![Pace::Form(pick(Formation::WORDS, luck)?.1)] } else { Vec::new() };
        return Some(Act::March { unit, paces });
    };
    let mut paces = Vec::new();
    match luck.below(8) {
        0 | 1 => paces.push(Pace::Form(pick(Formation::WORDS, luck)?.1)),
        2 | 3 => paces.push(Pace::Wheel(luck.below(2 * EIGHTH as u32) as i32 - EIGHTH)),
        4 => paces.push(Pace::Face(Bearing(luck.word() as u16))),
        5 => paces.push(Pace::Face(pose.facing.opposite())),
        _ => {}
    }
    let most = farthest(game, unit, &paces);
    match luck.below(8) {
        0 => paces.push(Pace::Back(below(Inches::whole(3), luck))),
        1 => paces.push(Pace::Shift(Bearing(luck.word() as u16), below(Inches::whole(6), luck))),
        2 | 3 if body.formation == Formation::Road => paces.push(Pace::Road(below(Inches::whole(20), luck))),
        4 if !paces.is_empty() => {}
        5 => paces.push(Pace::Ahead(below(most, luck))),
        _ => paces.push(Pace::Ahead(most)),
    }
    if luck.below(8) == 0 {
        paces.push(Pace::Wheel(luck.below(EIGHTH as u32) as i32 - EIGHTH / 2));
    }
    Some(Act::March { unit, paces })
}

/// A way onto the table for a unit that waits at the edge.
fn entry(game: &Orders, unit: UnitId, luck: &mut Stream) -> Act {
    let arm = game.unit(unit).arm();
    let most = game.rules.rate(arm, Formation::Column).map_or(Inches::ZERO, |(_, inches)| inches);
    let by = Inches(most.0 - below(most.half(), luck).0);
    Act::Enter { unit, paces: vec![Pace::Form(Formation::Column), Pace::Ahead(by)] }
}

/// Under Withdraw: over the own edge, straight on or straight back.
fn leaving(game: &Orders, unit: UnitId, luck: &mut Stream) -> Option<Act> {
    let body = game.unit(unit);
    if game.corps(body.corps()).order.kind != OrderKind::Withdraw {
        return None;
    }
    let by = Inches::whole(1) + below(Inches::whole(11), luck);
    let home = game.scenario.edges[body.side()].inward().opposite();
    let mut paces = Vec::new();
    if body.pose.is_some_and(|pose| pose.facing != home) && luck.below(2) == 0 {
        paces.push(Pace::Face(home));
    }
    paces.push(if luck.below(3) == 0 { Pace::Back(by) } else { Pace::Ahead(by) });
    Some(Act::Leave { unit, paces })
}

fn ride(game: &Orders, side: Side, luck: &mut Stream) -> Option<Act> {
    let own = |leader: &GeneralId| {
        game.leader(*leader).is_some_and(|leader| leader.side == side && leader.is_present())
    };
    let leaders: Vec<GeneralId> = game.leader_ids().filter(own).collect();
    let leader = *pick(&leaders, luck)?;
    let friends: Vec<UnitId> = game.of(side).map(|(id, _)| id).collect();
    if luck.below(2) == 0 {
        return Some(Act::Ride { leader, to: None, join: Some(*pick(&friends, luck)?) });
    }
    let from = game.leader_at(game.leader(leader)?)?;
    let to = match luck.below(3) {
        0 => leaders::beside(game, *pick(&friends, luck)?)?,
        _ => from.ahead(Bearing(luck.word() as u16), below(game.rules.leader_move(), luck)),
    };
    Some(Act::Ride { leader, to: Some(to), join: None })
}
