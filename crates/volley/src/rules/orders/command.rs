//! Generals ride, join units and leave them.

use crate::ids::{house, rule};
use crate::rules::ground::placing;
use crate::state::event::{Event, What};
use crate::state::game::Volley;
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{GeneralId, UnitId};
use crate::state::words::Nation;
use engine::{Side, Umpire};
use table::{Bearing, Inches, Point, Pose, Rect};

/// A general's ride that was checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ride {
    pub(crate) general: GeneralId,
    pub(crate) to: Option<Point>,
    pub(crate) join: Option<UnitId>,
}

pub(crate) fn check_ride(
    game: &Volley,
    side: Side,
    general: GeneralId,
    to: Option<Point>,
    join: Option<UnitId>,
) -> Result<Ride, Refusal> {
    let moves = house!("general.move");
    let Some(officer) = game.general(general).filter(|officer| officer.side == side && !officer.lost) else {
        return refuse(moves, "You have no such general.");
    };
    let name = &officer.name;
    if officer.moved {
        return refuse(moves, why!("{} has ridden in this phase already.", name));
    }
    if let Some(with) = officer.attached {
        if game.rules.plays(house!("general.detach", "never")) {
            return refuse(house!("general.detach"), why!("{} stays with {}.", name, game.called(with)));
        }
        if game.in_melee(with) {
            return refuse(
                house!("general.detach"),
                why!("{} cannot leave {} in contact.", name, game.called(with)),
            );
        }
    }
    let terrain = &game.scenario.terrain;
    if let Some(to) = to {
        let on = (0..=terrain.width.0).contains(&to.x) && (0..=terrain.depth.0).contains(&to.y);
        if !on {
            return refuse(house!("edge"), why!("{} may not leave the table.", name));
        }
        let from = officer_at(game, general);
        let reach = reach_of(game);
        if let Some(from) = from
            && from.distance(to) > reach
        {
            return refuse(
                moves,
                why!("{} would ride {}, and {} is the most.", name, from.distance(to), reach),
            );
        }
        let rect = placing::general_rect(game, to);
        if let Some((_, enemy)) =
            game.of(side.enemy()).find(|(_, enemy)| enemy.rect().is_some_and(|r| r.overlaps(&rect)))
        {
            return refuse(house!("general.free"), why!("{} cannot ride onto {}.", name, enemy.called()));
        }
    } else if game.measured {
        return refuse(moves, why!("Say where {} rides to.", name));
    }
    if let Some(unit) = join {
        let attach = house!("general.attach");
        let Some(body) = game.get(unit).filter(|body| body.side() == side && body.on_table()) else {
            return refuse(attach, why!("{} can only join a unit of his side on the table.", name));
        };
        if game.general_with(unit).is_some_and(|other| other != general) {
            return refuse(attach, why!("{} [has|have] a general already.", body.called()));
        }
        let near = game.rules.ruled(attach);
        if let (Some(to), Some(rect)) = (to, body.rect())
            && placing::general_rect(game, to).distance(rect) > near
        {
            return refuse(
                attach,
                why!("{} must end within {} of {} to join it.", name, near, body.called()),
            );
        }
    }
    Ok(Ride { general, to, join })
}

/// What a general brings a unit of that side he is with, and what he risks there.
pub fn joining(game: &Volley, side: Side) -> Vec<&'static str> {
    let british = game.of(side).any(|(_, unit)| unit.nation() == Nation::British);
    let charges = Some(rule!("volley.charge.inf.british-general")).filter(|_| british);
    let brings = [Some(rule!("volley.morale.mod.general")), charges].into_iter().flatten();
    let brings = brings.filter(|rule| game.rules.on(*rule)).map(|rule| Cite::from(rule).id());
    brings.chain([Cite::from(house!("general.casualty")).id()]).collect()
}

/// How far generals ride in a movement phase.
pub fn reach_of(game: &Volley) -> Inches {
    game.rules.ruled(house!("general.move"))
}

/// How far from its general a unit is in command.
pub fn range_of(game: &Volley) -> Inches {
    game.rules.ruled(house!("command.range"))
}

/// Where a general is: with his unit, or alone.
pub fn officer_at(game: &Volley, general: GeneralId) -> Option<Point> {
    let officer = game.general(general)?;
    match officer.attached {
        Some(unit) => game.unit(unit).rect().map(|rect| rect.centre().stored()),
        None => officer.pose.map(|pose| pose.at),
    }
}

/// The ground a general covers: his unit's, or his own base.
pub fn officer_rect(game: &Volley, general: GeneralId) -> Option<Rect> {
    let officer = game.general(general)?;
    match officer.attached {
        Some(unit) => game.unit(unit).rect().copied(),
        None => officer.pose.map(|pose| placing::general_rect(game, pose.at)),
    }
}

pub(crate) fn ride<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U, ride: Ride) {
    let Ride { general, to, join } = ride;
    if let Some(officer) = game.general_mut(general) {
        officer.moved = true;
        officer.attached = join;
        officer.pose = match join {
            Some(_) => None,
            None => to.map(|at| Pose { at, facing: Bearing::NORTH }),
        };
    }
    umpire.tell(|| Event::ruled(What::Rides { general, join }, house!("general.move")));
}
