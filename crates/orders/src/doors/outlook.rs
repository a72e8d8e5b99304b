//! What an answer may lead to: a charge as it would come in with the fire it meets, a shot, a check.
//!
//! Nothing is decided here. Facts are fetched by the functions the steps of play call, and the odds are the desk's.

mod charge;
mod measured;
mod rolls;

use crate::charts::Rules;
use crate::doors::chain::{self, Body};
use crate::doors::desk::{self, given::Given};
use crate::ids::{Ids, rule};
use crate::rules::fire::{self, ShotFacts};
use crate::rules::morale::{self, Blow};
pub use crate::rules::prospect::Outlook;
use crate::rules::prospect::Prospect;
use crate::state::answer::Shot;
use crate::state::event::{Cause, Event, What};
use crate::state::game::Orders;
use crate::state::unit::UnitId;
use crate::state::words::{Level, Shelter};
use dice::{Chance, Odds};
use engine::Side;
use engine::desk::{Desk as _, Facts, Found};
use engine::outlook::{Foreseen, Roll, measuring};
use table::Inches;

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

/// What the charts have no place for.
#[derive(Clone, Debug, Default)]
pub struct Beyond {
    /// Shots of others at a charger, the most dangerous first.
    shots: Vec<ShotFacts>,
    /// The status whose back move takes each off the table: who acts, whom it is done to.
    edges: [Option<Level>; 2],
    /// The target of a shot has no way back.
    cornered: bool,
}

impl Foreseen for Orders {
    type About = About;
    type Beyond = Beyond;

    fn present(&self, unit: UnitId) -> Option<(Side, &str)> {
        self.get(unit).filter(|unit| unit.on_table()).map(|unit| (unit.side(), unit.name()))
    }

    fn is_measured(&self) -> bool {
        self.measured
    }

    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook> {
        charge::threat(self, unit, target)
    }

    /// In a step of fire what may be fired now; at other times what could be in the next, from where the two stand.
    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook> {
        let side = self.unit(shooter).side();
        let shot = Shot { unit: shooter, target };
        fire::check_shot(self, side, shot).ok()?;
        fired(self, shot)
    }

    fn foreseen(rules: &Rules, chart: &str, facts: &Facts, beyond: &Beyond) -> Odds<Found> {
        let given = Given(facts);
        match chart {
            "charge" => chain::charge_odds(rules, &rolls::with(given, facts, beyond)).map(desk::charge_found),
            "shot" => {
                let Beyond { edges: [_, edge], cornered, .. } = *beyond;
                let target = Body { edge, cornered, ..given.body("target-") };
                chain::shot_odds(rules, &given.shot(), &target).map(desk::shot_found)
            }
            _ => Orders::odds::<Chance>(rules, chart, facts),
        }
    }

    fn rolls(rules: &Rules, chart: &str, facts: &Facts, beyond: &Beyond) -> Vec<Roll<Ids>> {
        rolls::rolls(rules, chart, facts, beyond)
    }
}

impl Prospect {
    /// What it may lead to; `None` where the charts do not know it.
    pub(crate) fn outlook(self, game: &Orders) -> Option<Outlook> {
        match self {
            Prospect::Charge(declared) => charge::ordered(game, declared),
            Prospect::Struck { charger, target, tries_square } => {
                charge::struck(game, charger, target, tries_square)
            }
            Prospect::Melee { charger } => charge::melee(game, charger),
            Prospect::Shot(shot) => fired(game, shot),
            Prospect::Check { unit, cause } => check(game, unit, cause),
        }
    }
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
            cornered: false,
            edge: None,
            far_checks: unit.far_checks,
        }
    }
}

/// A shot with the checks it gives.
fn fired(game: &Orders, shot: Shot) -> Option<Outlook> {
    let facts = fire::facts(game, shot);
    let (cornered, edge) = way_back(game, shot.target, shot.unit);
    let mut given = measured::shot(&facts, &Body::of(game, shot.target, facts.target.shelter));
    measured::narrow_shot(&mut given, game, shot);
    let outlook = Outlook::charted(&game.rules, About::Shot, (shot.unit, Some(shot.target)), "shot", given)?;
    Some(outlook.with(Beyond { shots: Vec::new(), edges: [None, edge], cornered }))
}

/// Whether a unit that is driven back stays where it is, and the status whose back move takes it off the table: its
/// back moves are made on a copy of the table, one after another.
fn way_back(game: &Orders, unit: UnitId, enemy: UnitId) -> (bool, Option<Level>) {
    let mut tried = game.clone();
    let mut moved = false;
    while let Some(level) = game.rules.lower(tried.unit(unit).level) {
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
fn check(game: &Orders, unit: UnitId, cause: Cause) -> Option<Outlook> {
    let body = Body::of(game, unit, Shelter::Open);
    let rules = &game.rules;
    let checks = match cause {
        Cause::Shock => rules.shock().map_or(0, |(.., checks)| checks),
        Cause::ForceMarch => rules.count(rule!("orders.move.force-march.cost")),
        _ => 1,
    };
    let once = cause == Cause::Command;
    if checks == 0 {
        return None;
    }
    let mut given = measured::check(&body);
    measured::narrow_check(&mut given, game, unit);
    if !once {
        measured::looping(&mut given, &body, checks);
    }
    let chart = if once { "check" } else { "checks" };
    Outlook::charted(rules, About::Check(cause), (unit, None), chart, given)
}
