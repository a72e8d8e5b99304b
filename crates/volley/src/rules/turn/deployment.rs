//! Deployment before the battle: the opponent places all its units first, then the French.

use crate::ids::{house, rule};
use crate::rules::ground::placing;
use crate::rules::orders::formation::marching_formation;
use crate::state::answer::{Answer, Order};
use crate::state::event::{Event, What};
use crate::state::game::{Progress, Volley};
use crate::state::refusal::{Refusal, not_an_answer, refuse, why};
use crate::state::unit::{Standing, UnitId};
use crate::state::words::{Arm, Formation};
use dice::Stream;
use engine::drawing::zone;
use engine::wording::says;
use engine::{Ask, Form, FormKind, Place, Side, Stance, Umpire};
use serde::Serialize;
use table::{Inches, Pose, Rect};

/// The next unit of a side is placed.
pub(crate) fn deploy<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    side: Side,
) -> Result<Progress, U::Pause> {
    let next = game.ids().find(|id| {
        let unit = game.unit(*id);
        unit.side() == side && unit.standing == Standing::Undeployed
    });
    let Some(unit) = next else {
        return Ok(Progress::Done);
    };
    if game.measured && matches!(first_place(game, unit), Answer::Order(Order::Place { at: None, .. })) {
        // No room left in the zone: it comes on later, like a reserve that has arrived.
        let (edge, terrain) = (game.scenario.edges[side], &game.scenario.terrain);
        let middle = edge.pose(edge.length(terrain).half().0, Inches::ZERO, terrain);
        let body = game.unit_mut(unit);
        body.standing = Standing::AtEdge;
        body.formation = marching_formation(body.arm());
        body.pose = Some(middle);
        return Ok(Progress::GoesOn);
    }
    let (pose, formation) = umpire.ask(game, Deploy { unit })?;
    game.unit_mut(unit).standing = Standing::OnTable;
    placing::reform(game, unit, formation, pose);
    umpire.tell(|| Event::ruled(What::Deployed { unit }, house!("setup.deploy")));
    Ok(Progress::GoesOn)
}

/// Place this unit on the table before the battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Deploy {
    pub unit: UnitId,
}

impl Ask<Volley> for Deploy {
    const WORD: &'static str = "deploy";
    type Granted = (Option<Pose>, Formation);

    fn side(&self, game: &Volley) -> Side {
        game.side_of(self.unit)
    }

    fn grant(&self, game: &Volley, answer: &Answer) -> Result<(Option<Pose>, Formation), Refusal> {
        let Answer::Order(Order::Place { unit, at, formation }) = answer else {
            return not_an_answer("where the unit is placed.");
        };
        let deploy = house!("setup.deploy");
        let body = game.unit(self.unit);
        let name = body.called();
        if *unit != self.unit {
            return refuse(deploy, why!("It is {} that is placed now.", name));
        }
        if !game.may_form(body, *formation) && *formation != body.formation {
            return refuse(house!("formation.list"), why!("{} cannot form {}.", name, *formation));
        }
        let Some(at) = at else {
            return if game.measured {
                refuse(deploy, why!("Say where {} is placed.", name))
            } else {
                Ok((None, *formation))
            };
        };
        let footprint = body.footprint_in(&game.rules, *formation);
        let rect = Rect::new(*at, footprint);
        if !placing::is_clear(game, self.unit, &rect) {
            return refuse(deploy, why!("There is no room for {} there.", name));
        }
        let ground = game.scenario.terrain.under(&rect);
        if ground.woods && !matches!(body.arm(), Arm::Infantry | Arm::Skirmishers) {
            return refuse(rule!("volley.move.woods.cavalry"), why!("{} may not stand in woods.", name));
        }
        let zone = game.rules.ruled(deploy);
        let edge = game.scenario.edges[body.side()];
        let terrain = &game.scenario.terrain;
        if rect.corners().iter().any(|corner| edge.distance(corner.stored(), terrain) > zone + Inches(4)) {
            return refuse(deploy, why!("{} [is|are] placed within {} of [its|their] own edge.", name, zone));
        }
        Ok((Some(*at), *formation))
    }

    fn decline(&self, game: &Volley) -> Answer {
        first_place(game, self.unit)
    }

    fn prompt(&self, game: &Volley) -> String {
        let zone = deployment_zone(game);
        format!("Place {} before the battle, within {zone} of your own edge.", game.name(self.unit))
    }

    fn waited_for(&self, game: &Volley) -> String {
        format!("where {}.", says(game.name(self.unit), "stand[s]"))
    }

    fn form(&self, game: &Volley) -> Form<Answer> {
        let side = self.side(game);
        let own = || game.ids().map(|id| game.unit(id)).filter(|body| body.side() == side);
        let waits = own().filter(|body| body.standing == Standing::Undeployed).count();
        let stances = deploys_in(game, self.unit).into_iter().map(|formation| {
            let footprint = game.unit(self.unit).footprint_in(&game.rules, formation);
            Stance { formation: formation.word(), width: footprint.width, depth: footprint.depth }
        });
        let place = Place {
            unit: self.unit,
            placed: own().count() - waits,
            of: own().count(),
            zone: zone(game.scenario.edges[side], &game.scenario.terrain, deployment_zone(game)),
            stances: stances.collect(),
        };
        Form { place: Some(place), ..Form::new(FormKind::Place, Some(self.unit)) }
    }

    fn sample(&self, game: &Volley, luck: &mut Stream) -> Answer {
        let unit = self.unit;
        let body = game.unit(unit);
        let terrain = &game.scenario.terrain;
        let edge = game.scenario.edges[body.side()];
        for _ in 0..20 {
            let along = luck.below(edge.length(terrain).0.max(1) as u32) as i32;
            let into = luck.below(deployment_zone(game).0.max(1) as u32) as i32;
            let at = Some(edge.pose(along, Inches(into), terrain));
            let answer = Answer::Order(Order::Place { unit, at, formation: body.formation });
            if self.grant(game, &answer).is_ok() {
                return answer;
            }
        }
        first_place(game, unit)
    }
}

/// The first clear place of the deployment zone, from the middle outward: an inch from the next unit if there is room.
fn first_place(game: &Volley, unit: UnitId) -> Answer {
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
    let length = edge.length(terrain).0;
    let columns = length / 500;
    for row in 0..(zone.0 / 500).max(1) {
        for n in 0..=columns {
            let offset = if n % 2 == 0 { n / 2 } else { -(n + 1) / 2 };
            // The front edge as far forward as the zone allows, row by row.
            let into = Inches(zone.0 - row * 500).max(footprint.depth);
            let pose = edge.pose(length / 2 + offset * 500, into, terrain);
            let rect = Rect::new(pose, footprint);
            if game.of(side).any(|(_, other)| other.rect().is_some_and(|other| other.distance(&rect) < gap)) {
                continue;
            }
            let answer = Answer::Order(Order::Place { unit, at: Some(pose), formation });
            if (Deploy { unit }).grant(game, &answer).is_ok() {
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
