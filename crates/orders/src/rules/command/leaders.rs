//! Leaders ride, join units and leave them, and get out of the enemy's way.

use crate::ids::{house, rule};
use crate::rules::command::leader_loss;
use crate::rules::command::leader_rect;
use crate::rules::ground;
use crate::rules::ground::placing;
use crate::state::event::{Event, What};
use crate::state::game::Orders;
use crate::state::refusal::{Cite, Refusal, refuse, why};
use crate::state::unit::{GeneralId, LEADER, Leader, UnitId};
use crate::state::words::Formation;
use engine::Name;
use engine::wording::agreed;
use engine::{Side, Umpire};
use std::cell::LazyCell;
use table::{Bearing, Inches, Point, Pose, Rect, Vec2, strip_ahead};

/// As near as an enemy comes before a leader alone rides off, and as near as such a leader goes to an enemy.
const NEAR: Inches = Inches::whole(1);
/// How far such a leader finds a friend.
const REFUGE: Inches = Inches::whole(15);

/// What a leader brings a unit he is with, and what he risks there.
pub fn joining(game: &Orders) -> Vec<&'static str> {
    let told = [
        rule!("orders.mc.mod.leader"),
        rule!("orders.melee.misc.leader"),
        rule!("orders.mc.natural-1.leader"),
    ];
    told.into_iter().filter(|rule| game.rules.on(*rule)).map(|rule| Cite::from(rule).id()).collect()
}

/// A ride that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Ride {
    leader: GeneralId,
    to: Option<Point>,
    join: Option<UnitId>,
}

/// A leader's base around a point.
pub(crate) fn base(at: Point) -> Rect {
    Rect::new(Pose::from_centre(at, Bearing::NORTH, LEADER), LEADER)
}

/// Whether a leader may ride there, and join (ruling leader.movement).
pub(crate) fn check_ride(
    game: &Orders,
    side: Side,
    id: GeneralId,
    to: Option<Point>,
    join: Option<UnitId>,
) -> Result<Ride, Refusal> {
    let moves = house!("leader.movement");
    let Some(leader) = game.leader(id).filter(|leader| leader.side == side && leader.is_present()) else {
        return refuse(moves, "You have no such leader on the table.");
    };
    let name = &leader.name;
    let free = game.rules.plays(house!("leader.movement", "free"));
    if leader.moved {
        return refuse(moves, why!("{} has ridden in this step already.", name));
    }
    if let Some(with) = leader.attached.filter(|with| game.in_contact(*with) && !free) {
        let body = game.called(with);
        let they_are = agreed(body, "[it is|they are]");
        return refuse(moves, why!("{} may not leave {} while {} in contact.", name, body, they_are));
    }
    if let Some(unit) = join {
        may_join(game, id, leader, unit, free)?;
    }
    if !game.measured {
        return Ok(Ride { leader: id, to: None, join });
    }
    let Some(start) = leader_rect(game, leader) else {
        return refuse(moves, why!("{} is not placed.", name));
    };
    let goal = match (join, to) {
        (Some(unit), _) => {
            let Some(rect) = game.unit(unit).rect() else {
                return refuse(moves, why!("{} [is|are] not placed.", game.called(unit)));
            };
            Goal::Unit(rect)
        }
        (None, Some(to)) => Goal::Point(to),
        (None, None) => return refuse(moves, why!("Say where {} rides to, or whom he joins.", name)),
    };
    reaches(game, name, &start, &goal)?;
    if !free {
        way_is_open(game, leader, &start, &goal)?;
    }
    Ok(Ride { leader: id, to, join })
}

/// What a leader rides to.
enum Goal<'g> {
    Unit(&'g Rect),
    Point(Point),
}

impl Goal<'_> {
    fn at(&self) -> Point {
        match self {
            Goal::Unit(rect) => rect.centre().stored(),
            Goal::Point(point) => *point,
        }
    }
}

/// One leader to a unit; one driven from his unit this turn joins none (rulings leader.attach and leader.movement).
fn may_join(game: &Orders, id: GeneralId, leader: &Leader, unit: UnitId, free: bool) -> Result<(), Refusal> {
    let name = &leader.name;
    let attach = house!("leader.attach");
    let Some(body) = game.get(unit).filter(|body| body.side() == leader.side && body.on_table()) else {
        return refuse(attach, why!("{} can only join a unit of his side on the table.", name));
    };
    if game.leader_with(unit).is_some_and(|other| other != id) {
        return refuse(attach, why!("{} [has|have] a leader already.", body.called()));
    }
    if leader.shaken && !free {
        let why = why!("{} was driven from his unit this turn and joins none before his next step 2.", name);
        return refuse(house!("leader.movement"), why);
    }
    if game.in_contact(unit) && !free {
        return refuse(
            house!("leader.movement"),
            why!("{} [is|are] in contact with the enemy.", body.called()),
        );
    }
    Ok(())
}

/// As far as light cavalry on a road, base to base, and on the table.
fn reaches(game: &Orders, name: &Name, start: &Rect, goal: &Goal<'_>) -> Result<(), Refusal> {
    let attach = house!("leader.attach");
    let most = game.rules.leader_move();
    let way = match goal {
        Goal::Unit(rect) => {
            let near = game.rules.plays(house!("leader.attach", "within-1"));
            start.distance(rect) - if near { NEAR } else { Inches::ZERO }
        }
        Goal::Point(to) => {
            let terrain = &game.scenario.terrain;
            let on = (0..=terrain.width.0).contains(&to.x) && (0..=terrain.depth.0).contains(&to.y);
            if !on {
                return refuse(house!("table.edge"), why!("{} may not leave the table.", name));
            }
            start.centre().stored().distance(*to).min(start.distance_to(*to) + LEADER.width.half())
        }
    };
    if way > most {
        return refuse(attach, why!("{} would ride {}, and {} is the most.", name, way, most));
    }
    Ok(())
}

/// No impassable ground but by road, and no enemy nearer than an inch unless he joins a unit.
fn way_is_open(game: &Orders, leader: &Leader, start: &Rect, goal: &Goal<'_>) -> Result<(), Refusal> {
    let moves = house!("leader.movement");
    let name = &leader.name;
    let (from, to) = (start.centre().stored(), goal.at());
    let strip = strip_ahead(Pose { at: from, facing: from.bearing_to(to) }, LEADER.width, from.distance(to));
    let terrain = &game.scenario.terrain;
    if let Some(feature) = ground::obstacle(&game.rules, terrain, Formation::Road, &[strip]) {
        let why = why!("{} cannot ride over {}, but by road or bridge.", name, &feature.name);
        return refuse(moves, why);
    }
    let end = base(to);
    for (_, enemy) in game.of(leader.side.enemy()) {
        let Some(rect) = enemy.rect() else { continue };
        let through = strip.overlaps(rect) && !start.overlaps(rect);
        let near =
            matches!(goal, Goal::Point(_)) && end.distance_within(rect, NEAR).is_some_and(|gap| gap < NEAR);
        if through || near {
            let why = why!("{} would ride within {} of {}.", name, NEAR, enemy.called());
            return refuse(moves, why);
        }
    }
    Ok(())
}

/// Carries a checked ride out.
pub(crate) fn ride<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, ride: Ride) {
    let Ride { leader, to, join } = ride;
    let body = &mut game.leaders_mut()[usize::from(leader.0)];
    body.moved = true;
    body.attached = join;
    body.at = if join.is_some() { None } else { to };
    umpire.tell(|| {
        let rests = if join.is_some() { house!("leader.attach") } else { house!("leader.movement") };
        Event::ruled(What::Rides { leader, join }, rests)
    });
}

// ----------------------------------------------------------------- overrun ----

engine::sight! {
    /// Leaders alone whom a unit of the side that has moved stands too near to.
    pub struct Overrun of Orders {
        /// The side that has moved.
        pub by: Side,
    } -> Vec<GeneralId>;
    word: "overrun";
    about: |f, _| [f.by.enemy()];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AnyMove;
    measured: |f, g| f.near(g);
    text: |f, g| {
        let side = &g.scenario.adjectives[f.by.enemy()];
        format!("Which {side} leaders who are alone have an enemy unit within 1 inch?")
    };
    answers: |f, g| AnyOfThese(f.alone(g).map(|(id, _)| id).collect());
}

impl Overrun {
    fn alone<'g>(&self, game: &'g Orders) -> impl Iterator<Item = (GeneralId, &'g Leader)> {
        let side = self.by.enemy();
        let all = game.leaders.iter().enumerate().map(|(n, leader)| (GeneralId(n as u16), leader));
        all.filter(move |(_, leader)| leader.side == side && leader.is_present() && leader.attached.is_none())
    }

    fn near(&self, game: &Orders) -> Vec<GeneralId> {
        let near = |at: Point| {
            let own = LazyCell::new(|| base(at));
            let within =
                |rect: &Rect| own.distance_within(rect, NEAR).is_some_and(|gap| game.rules.within(gap, NEAR));
            let Vec2 { x, y } = at.into();
            // No corner of his base is farther from its middle than its width and its depth together.
            let mut near = game.units.near([x, y, x, y], NEAR + LEADER.width + LEADER.depth);
            near.any(|(_, unit, rect)| unit.side() == self.by && within(rect))
        };
        self.alone(game).filter(|(_, leader)| leader.at.is_some_and(near)).map(|(id, _)| id).collect()
    }
}

/// After units of a side have moved: leaders of the other side who are alone and too near ride off (ruling
/// leader.overrun). Beside real figures this is asked once, at the end of step 2.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn overrun<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    by: Side,
) -> Result<(), U::Pause> {
    if !game.measured {
        return Ok(());
    }
    clear(game, umpire, by)
}

/// Likewise, beside real figures too.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn clear<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, by: Side) -> Result<(), U::Pause> {
    let fact = Overrun { by };
    if fact.alone(game).next().is_none() {
        return Ok(());
    }
    for leader in umpire.see(game, fact)? {
        let captured = game.rules.plays(house!("leader.overrun", "captured"));
        let near = if captured { Vec::new() } else { umpire.see(game, Refuge { leader })? };
        let friend = near.first().copied();
        match friend {
            Some(unit) => {
                let at = beside(game, unit);
                game.leaders_mut()[usize::from(leader.0)].at = at;
            }
            None => leader_loss::remove(game, leader),
        }
        umpire.tell(|| Event::ruled(What::LeaderFlees { leader, to: friend }, house!("leader.overrun")));
    }
    Ok(())
}

engine::sight! {
    /// The unit with which a leader finds refuge.
    pub struct Refuge of Orders { pub leader: GeneralId } -> Vec<UnitId>;
    word: "refuge";
    about: |f, _| [f.leader];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AtOnce;
    measured: |f, g| refuge(g, f.leader).into_iter().collect();
    text: |f, g| {
        let name = g.leader(f.leader).map(|leader| leader.name.to_string()).unwrap_or_default();
        format!("Which unit within {REFUGE} of {name} is nearest, of his corps first?")
    };
    answers: |f, g| {
        let side = g.leader(f.leader).map(|leader| leader.side);
        AnyOfThese(side.into_iter().flat_map(|side| g.of(side)).map(|(id, _)| id).collect())
    };
}

/// The nearest unit of his corps within reach, else the nearest of his side.
fn refuge(game: &Orders, id: GeneralId) -> Option<UnitId> {
    let leader = game.leader(id)?;
    let from = leader.at.map(base)?;
    let near = game.of(leader.side).filter_map(|(id, unit)| {
        let gap = from.distance_within(unit.rect()?, REFUGE)?;
        Some((Some(unit.corps()) != leader.corps, gap, id))
    });
    near.min().map(|(_, _, id)| id)
}

/// A place for a leader by a unit: behind it, on the table.
pub(crate) fn beside(game: &Orders, unit: UnitId) -> Option<Point> {
    let body = game.unit(unit);
    let pose = body.pose?;
    let behind = pose.back(body.footprint().depth + LEADER.depth.half());
    Some(placing::kept_on_table(game, behind.at))
}

/// Where a leader comes back: by the unit of his corps, else of his side, that is nearest to where he left.
pub(crate) fn returns_to(game: &Orders, id: GeneralId) -> Option<Point> {
    let leader = game.leader(id)?;
    let place = leader.at?;
    let near = game.of(leader.side).filter_map(|(id, unit)| {
        Some((
            leader.corps.is_some() && Some(unit.corps()) != leader.corps,
            unit.rect()?.distance_to(place),
            id,
        ))
    });
    let unit = near.min().map(|(_, _, id)| id);
    unit.and_then(|unit| beside(game, unit)).or(Some(place))
}
