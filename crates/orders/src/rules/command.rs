//! Command: whose radius reaches whom, and who must roll before he moves.

pub mod leader_loss;
pub mod leaders;

use crate::ids::{house, rule};
use crate::state::game::Orders;
use crate::state::unit::{CorpsId, LEADER, Leader, UnitId};
use crate::state::words::Nation;
use rulebook::RuleId;
use table::{Bearing, Inches, Pose, Rect, Vec2};

/// The nation that decides a corps' order steps and radius (ruling orders.change.nation).
pub fn nation(game: &Orders, corps: CorpsId) -> Nation {
    let own = game.corps(corps).nation;
    if !game.rules.plays(house!("orders.change.nation", "majority")) {
        return own;
    }
    let count =
        |nation: Nation| game.units_of(corps).filter(|(_, unit)| unit.profile.nation == nation).count();
    let best =
        Nation::WORDS.iter().map(|(_, nation)| *nation).max_by_key(|nation| (count(*nation), *nation == own));
    best.unwrap_or(own)
}

/// A nation's radius in the year of the battle, and the rule that prints it.
/// Nations that are not printed go by their system, or by what the battle gives their corps.
pub fn radius(game: &Orders, nation: Nation, given: Option<Inches>) -> Option<(RuleId, Inches)> {
    let (rule, inches) = game.rules.radius(nation, game.scenario.year)?;
    let of_battle = given.filter(|_| {
        !nation.has_printed_radius() && game.rules.plays(house!("command.other-nations", "scenario"))
    });
    Some((rule, of_battle.unwrap_or(inches)))
}

/// How far a corps' commander reaches.
pub fn corps_radius(game: &Orders, corps: CorpsId) -> Option<(RuleId, Inches)> {
    radius(game, nation(game, corps), game.corps(corps).radius)
}

/// The ground a leader covers: his unit's while he is with it.
pub fn leader_rect(game: &Orders, leader: &Leader) -> Option<Rect> {
    match leader.attached.and_then(|unit| game.get(unit)) {
        Some(unit) => unit.rect().cloned(),
        None => leader.at.map(|at| Rect::new(Pose::from_centre(at, Bearing::NORTH, LEADER), LEADER)),
    }
}

/// The middle of that ground.
fn middle(game: &Orders, leader: &Leader) -> Option<Vec2> {
    match leader.attached.and_then(|unit| game.get(unit)) {
        Some(unit) => unit.rect().map(Rect::centre),
        None => leader.at.map(Vec2::from),
    }
}

/// Whether a unit is inside its own commander's radius now, measured edge to edge.
pub fn reaches(game: &Orders, unit: UnitId) -> bool {
    let body = game.unit(unit);
    let Some(rect) = body.rect() else { return false };
    let inside = |leader: &Leader, radius: Option<(RuleId, Inches)>| {
        let Some((_, radius)) = radius else { return false };
        // Mostly the middle of the unit is within it already, and nothing need be measured.
        middle(game, leader).is_some_and(|at| rect.is_plainly_near(at, radius))
            || leader_rect(game, leader).is_some_and(|from| {
                from.distance_within(rect, radius).is_some_and(|gap| game.rules.within(gap, radius))
            })
    };
    if let Some((_, commander)) = game.commander(body.corps())
        && inside(commander, corps_radius(game, body.corps()))
    {
        return true;
    }
    game.rules.plays(house!("leader.army-commander", "radius-for-all"))
        && game.leaders.iter().any(|leader| {
            leader.army
                && leader.side == body.side()
                && leader.is_present()
                && inside(leader, radius(game, leader.nation, None))
        })
}

engine::sight! {
    /// Whether a unit is in command as its move begins (ruling command.measure).
    pub struct InCommand of Orders { pub unit: UnitId } -> bool;
    word: "in-command";
    about: |f, _| [f.unit];
    asks: |f, g| g.unit(f.unit).side();
    secret: false;
    usual: |_, _| Some(true);
    stale: AnyMove;
    measured: |fact, game| {
        if game.rules.plays(house!("command.measure", "turn-start")) {
            !game.unit(fact.unit).outside
        } else {
            reaches(game, fact.unit)
        }
    };
    text: |fact, game| format!("Is {} inside its commander's radius?", game.name(fact.unit));
    answers: |_, _| YesNo;
}

/// Whether a unit must roll before it moves, given whether it is in command.
pub fn must_roll(game: &Orders, in_command: bool) -> bool {
    let free = in_command && game.rules.on(rule!("orders.command.inside"));
    game.rules.on(rule!("orders.command.outside.check")) && !free
}
