//! What an answer may lead to: a charge as it would come in with the fire it meets, a shot, a check; with the facts as
//! they stand on the table, and which of them a player may turn to see what would change.
//!
//! Nothing is decided here. A question fetches its facts by the functions its step of play calls, and the odds are the
//! desk's.

mod charge;
mod facts;
pub(crate) mod rolls;
mod turned;

use crate::ids::rule;
use crate::rules::chain::Body;
use crate::rules::fire;
use crate::rules::morale::{self, Blow, Timing};
use crate::state::answer::Shot;
use crate::state::event::{Cause, Event, What};
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::{Level, Shelter};
pub(crate) use charge::{melee, ordered, struck, threat};
use engine::desk::FactSet as _;
use engine::outlook::{UnderFire, measuring};
pub(crate) use facts::{Check, Checks, ShotAndChecks, WholeCharge, checked};
use table::Inches;

/// What an answer of this game may lead to.
pub type Outlook = engine::outlook::Outlook<Orders>;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Charge,
    /// A charge whose target decides whether to form square.
    Square,
    /// The rounds of melee alone.
    Melee,
    Shot,
    Check(Cause),
}

impl Body {
    /// A unit as it stands.
    pub fn of(game: &Orders, id: UnitId, shelter: Shelter) -> Body {
        let unit = game.unit(id);
        let leader = game.leader_with(id).and_then(|leader| game.leader(leader));
        Body {
            troop: unit.troop(),
            arm: unit.arm(),
            gun: unit.profile.gun,
            formation: unit.formation,
            stands: unit.profile.stands,
            level: unit.level,
            leader: leader.map(|leader| leader.character),
            shelter,
            garrison: measuring(|eyes| morale::garrison(game, eyes, id)),
            far_checks: unit.far_checks,
            ..Body::blank()
        }
    }
}

/// A shot with the checks it gives.
pub(crate) fn shot(game: &Orders, shot: Shot) -> Option<Outlook> {
    let facts = fire::facts(game, shot);
    let (cornered, edge) = way_back(game, shot.target, shot.unit);
    let target = Body { cornered, edge, ..Body::of(game, shot.target, facts.target.shelter) };
    let (pair, chart) =
        ((shot.unit, Some(shot.target)), ShotAndChecks { shot: facts, target, ..ShotAndChecks::blank() });
    let outlook = Outlook::charted(&game.rules, About::Shot, pair, chart, turned::shot(game, shot));
    let outlook = outlook.titled("{unit} fire[s] at {foe}").caveat(MAY_FIRE_TOO);
    Some(outlook)
}

/// Whether a unit that is driven back stays where it is, and the status whose back move takes it off the table: its
/// back moves are made on a copy of the table, one after another, or each from where it stands where only one is made.
fn way_back(game: &Orders, unit: UnitId, enemy: UnitId) -> (bool, Option<Level>) {
    let mut tried = game.clone();
    let mut moved = false;
    while let Some(level) = game.rules.lower(tried.unit(unit).level) {
        if morale::timing(&game.rules) == Timing::Worst {
            tried = game.clone();
        }
        tried.unit_mut(unit).level = level;
        let body = tried.unit(unit);
        let garrison = crate::rules::ground::garrison(&tried, unit).is_some();
        let Blow::GoesBack { rule, by, facing } =
            morale::blow(&game.rules, level, body.arm(), body.formation, garrison)
        else {
            continue;
        };
        let event = |by: Inches| Event::new(What::FallsBack { unit, by }, &[rule]);
        let before = body.pose;
        let off =
            measuring(|eyes| morale::falls_back(&mut tried, eyes, unit, Some(enemy), (by, facing), event));
        if off {
            return (false, Some(level));
        }
        let stays = tried.unit(unit).pose == before || tried.in_contact(unit);
        if stays {
            return (!moved, None);
        }
        moved = true;
    }
    (false, None)
}

/// A check a unit takes: one roll that costs nothing, or one that loops.
pub(crate) fn check(game: &Orders, unit: UnitId, cause: Cause) -> Option<Outlook> {
    let body = Body::of(game, unit, Shelter::Open);
    let rules = &game.rules;
    let checks = match cause {
        Cause::Shock => rules.shock().map_or(0, |(.., checks)| checks),
        Cause::ForceMarch => rules.count(rule!("orders.move.force-march.cost")),
        Cause::Fire | Cause::Melee | Cause::Rout | Cause::Command | Cause::Square | Cause::Rally => 1,
    };
    let once = cause == Cause::Command;
    if checks == 0 {
        return None;
    }
    let (about, pair, turns) = (About::Check(cause), (unit, None), turned::check(game, unit));
    let outlook = if once {
        Outlook::charted(rules, about, pair, Check { body, ..Check::blank() }, turns)
    } else {
        Outlook::charted(rules, about, pair, Checks { body, checks, ..Checks::blank() }, turns)
    };
    Some(match cause {
        Cause::Command => outlook.titled("{unit} check[s]: out of command").called(COMMAND),
        Cause::ForceMarch => outlook
            .titled("{unit} check[s]: a force march")
            .caveat("How far the dice carry it is not counted."),
        Cause::Shock => outlook.titled("{unit} check[s]: the loss of a leader"),
        Cause::Fire | Cause::Melee | Cause::Rout | Cause::Square | Cause::Rally => {
            outlook.titled("{unit} check[s]")
        }
    })
}

/// What a check out of command decides.
const COMMAND: &[(&str, &str)] = &[("yes", "move[s]"), ("no", "stay[s] where [it is|they are]")];
const MAY_FIRE_TOO: &str = "May fire too, and is not counted: {besides}.";
/// The facts of a charge that tell who fires at it.
const FIRE: UnderFire = UnderFire { target: ("target-fires", "no"), others: ("others-fire", "no") };
