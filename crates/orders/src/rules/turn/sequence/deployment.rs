//! Before the first turn: the sides deploy, and note their first orders.

use super::first_step::higher;
use super::first_step::initiative_die;
use crate::ids::house;
use crate::ids::rule;
use crate::rules::ground::placing;
use crate::rules::luck::below;
use crate::rules::movement::formations;
use crate::rules::movement::walk::may_take;
use crate::state::answer::Answer;
use crate::state::event::{Event, What};
use crate::state::game::{Orders, Stage};
use crate::state::refusal::{Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::Formation;
use dice::{Pool, Stream};
use engine::drawing::zone;
use engine::tested::against;
use engine::wording::says;
use engine::{Ask, Form, FormKind, Place, Side, Stance, Umpire};
use serde::Serialize;
use std::cmp::Ordering;
use table::{Inches, Pose, Rect};

fn undeployed(game: &Orders, side: Side) -> Option<UnitId> {
    game.ids().find(|id| {
        let unit = game.unit(*id);
        unit.side() == side && unit.standing == Standing::Undeployed
    })
}

/// The side that loses a die deploys first.
pub(super) fn deploy_roll<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    let die = initiative_die(game).unwrap_or(Pool { count: 1, sides: 10 });
    let hand = umpire.hand(Side::French);
    let order = hand.read_against(die, die, |french, allied| french.cmp(&allied))?;
    umpire.tested(|rolled| against(rolled, [Vec::new(), Vec::new()], higher(order)));
    let loser = match order {
        Ordering::Less => Some(Side::French),
        Ordering::Greater => Some(Side::Allied),
        Ordering::Equal => None,
    };
    umpire.tell(|| Event::new(What::DeploysFirst { side: loser }, &[rule!("orders.turn.initiative.die")]));
    // Equal dice are thrown again, in a step of their own.
    let Some(loser) = loser else { return Ok(()) };
    game.stage = Stage::Deploy(loser, false);
    Ok(())
}

pub(super) fn deploy<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
    last: bool,
) -> Result<(), U::Pause> {
    let Some(unit) = undeployed(game, side) else {
        game.stage = if last { start_orders(game) } else { Stage::Deploy(side.enemy(), true) };
        return Ok(());
    };
    if game.measured && matches!(Deploy { unit }.decline(game), Answer::Place { at: None, .. }) {
        // No room left in the zone: it comes on later, like a reinforcement.
        game.unit_mut(unit).standing = Standing::AtEdge;
        return Ok(());
    }
    let (pose, formation) = umpire.ask(game, Deploy { unit })?;
    let body = game.unit_mut(unit);
    body.standing = Standing::OnTable;
    match pose {
        Some(pose) => body.stand(pose, formation),
        None => body.formation = formation,
    }
    umpire.tell(|| Event::ruled(What::Deployed { unit }, house!("setup.table")));
    Ok(())
}

/// After deployment: the owners note their first orders, unless the battle gives them.
pub(crate) fn start_orders(game: &Orders) -> Stage {
    if game.rules.plays(house!("orders.start", "owner")) {
        Stage::StartOrders(Side::French)
    } else {
        Stage::Dawn
    }
}

/// Place this unit on the table before the battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deploy {
    pub unit: UnitId,
}

impl Ask<Orders> for Deploy {
    const WORD: &'static str = "deploy";
    type Granted = (Option<Pose>, Formation);

    fn side(&self, game: &Orders) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Orders, answer: &Answer) -> Result<(Option<Pose>, Formation), Refusal> {
        let Answer::Place { unit, at, formation } = answer else {
            return not_an_answer("where the unit is placed.");
        };
        let deploy = house!("setup.table");
        let body = game.unit(self.unit);
        let name = body.called();
        if *unit != self.unit {
            return refuse(deploy, why!("It is {} that [is|are] placed now.", name));
        }
        may_take(game, body, *formation)?;
        let Some(at) = at else {
            return if game.measured {
                refuse(deploy, why!("Say where {} [is|are] placed.", name))
            } else {
                Ok((None, *formation))
            };
        };
        let rect = Rect::new(*at, body.footprint_in(*formation));
        if !placing::is_clear(game, self.unit, &rect) {
            return refuse(deploy, why!("There is no room for {} there.", name));
        }
        let (_, _, zone) = game.rules.usual_table();
        let edge = game.scenario.edges[body.side()];
        let terrain = &game.scenario.terrain;
        if rect.corners().iter().any(|corner| edge.distance(corner.stored(), terrain) > zone + Inches(4)) {
            return refuse(deploy, why!("{} [is|are] placed within {} of [its|their] own edge.", name, zone));
        }
        Ok((Some(*at), *formation))
    }

    /// The first clear place of the deployment zone, from the middle outward.
    fn decline(&self, game: &Orders) -> Answer {
        let unit = self.unit;
        let body = game.unit(unit);
        let (side, formation) = (body.side(), body.formation);
        let terrain = &game.scenario.terrain;
        let (_, _, zone) = game.rules.usual_table();
        let depth = body.footprint().depth;
        let edge = game.scenario.edges[side];
        let length = edge.length(terrain).0;
        for row in 0..(zone.0 / 500).max(1) {
            for n in 0..=length / 500 {
                let offset = if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 };
                // The front edge as far forward as the zone allows, row by row.
                let into = Inches(zone.0 - row * 500).max(depth);
                let at = Some(edge.pose(length / 2 + offset * 500, into, terrain));
                let answer = Answer::Place { unit, at, formation };
                if self.grant(game, &answer).is_ok() {
                    return answer;
                }
            }
        }
        Answer::Place { unit, at: None, formation }
    }

    fn prompt(&self, game: &Orders) -> String {
        format!("Place {} in your deployment zone.", game.name(self.unit))
    }

    fn waited_for(&self, game: &Orders) -> String {
        format!("where {}.", says(game.name(self.unit), "stand[s]"))
    }

    fn form(&self, game: &Orders) -> Form<Answer> {
        let body = game.unit(self.unit);
        let own = || game.ids().map(|id| game.unit(id)).filter(|other| other.side() == body.side());
        let waits = own().filter(|other| other.standing == Standing::Undeployed).count();
        let mut formations = formations::formations(game, self.unit);
        formations.sort_by_key(|formation| *formation != body.formation);
        let stances = formations.into_iter().map(|formation| {
            let footprint = body.footprint_in(formation);
            Stance { formation: formation.word(), width: footprint.width, depth: footprint.depth }
        });
        let (_, _, depth) = game.rules.usual_table();
        let place = Place {
            unit: self.unit,
            placed: own().count() - waits,
            of: own().count(),
            zone: zone(game.scenario.edges[body.side()], &game.scenario.terrain, depth),
            stances: stances.collect(),
        };
        Form { place: Some(place), ..Form::new(FormKind::Place, Some(self.unit)) }
    }

    fn sample(&self, game: &Orders, luck: &mut Stream) -> Answer {
        let unit = self.unit;
        let body = game.unit(unit);
        let (_, _, zone) = game.rules.usual_table();
        let (edge, terrain) = (game.scenario.edges[body.side()], &game.scenario.terrain);
        for _ in 0..20 {
            let along = below(edge.length(terrain), luck).0;
            let at = Some(edge.pose(along, below(zone, luck), terrain));
            let answer = Answer::Place { unit, at, formation: body.formation };
            if self.grant(game, &answer).is_ok() {
                return answer;
            }
        }
        self.decline(game)
    }
}
