//! Rally and supply, step 7: one roll a unit, one level up; corps cut off from their own edge.

use crate::ids::{house, rule};
use crate::rules::ground::placing;
use crate::rules::morale::{self, cited};
use crate::state::event::{Cause, Event, What};
use crate::state::game::Orders;
use crate::state::unit::{CorpsId, Unit, UnitId};
use crate::state::words::{Level, OrderKind};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::{Footprint, Inches, Point, Pose, Rect};

/// An enemy this near the way to a corps' own edge cuts it off.
const CUTS: Inches = Inches::whole(3);

/// Step 7 for one side: its units roll, one after another, and rise a level.
///
/// # Errors
/// The umpire's pause.
pub fn rally<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, side: Side) -> Result<(), U::Pause> {
    if game.rules.count(rule!("orders.orders.rally.check")) == 0 {
        return Ok(());
    }
    let distant = game.rules.plays(house!("rally", "any-distant"));
    let units = if distant { umpire.see(game, Distant { side })? } else { under_rally(game, side) };
    let mut cut: Vec<CorpsId> = Vec::new();
    if game.rules.plays(house!("supply.mode", "trace")) {
        for corps in
            game.corps_ids().filter(|corps| units.iter().any(|unit| game.unit(*unit).corps() == *corps))
        {
            if umpire.see(game, CutOff { corps })? {
                cut.push(corps);
            }
        }
    }
    for unit in units {
        let body = game.unit(unit);
        if !body.on_table() {
            continue;
        }
        let ruling = if cut.contains(&body.corps()) {
            Some(house!("supply.mode"))
        } else if !distant && is_pressed(game, body) {
            Some(house!("rally.conduct"))
        } else {
            None
        };
        match ruling {
            Some(ruling) => {
                let cut = cut.contains(&game.unit(unit).corps());
                umpire.tell(|| Event::ruled(What::NoRally { unit, cut }, ruling));
            }
            None => one_unit(game, umpire, unit)?,
        }
    }
    Ok(())
}

/// The units of corps under Rally.
fn under_rally(game: &Orders, side: Side) -> Vec<UnitId> {
    let under =
        |unit: &Unit| game.get_corps(unit.corps()).is_some_and(|corps| corps.order.kind == OrderKind::Rally);
    game.of(side).filter(|(_, unit)| under(unit)).map(|(id, _)| id).collect()
}

/// Whether the enemy was too near at step 1: to the unit, or to any of its corps where the house says so.
fn is_pressed(game: &Orders, body: &Unit) -> bool {
    if game.rules.plays(house!("rally.conduct", "whole-corps")) {
        return game.units_of(body.corps()).any(|(_, unit)| unit.pressed);
    }
    body.pressed
}

fn one_unit<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    if !morale::single_roll(game, umpire, unit, Cause::Rally)? || !game.unit(unit).on_table() {
        return Ok(());
    }
    let pass = rule!("orders.orders.rally.pass");
    for _ in 0..game.rules.count(pass) {
        let Some(to) = game.rules.higher(game.unit(unit).level) else { break };
        game.unit_mut(unit).level = to;
        umpire.tell(|| Event::new(What::Rallies { unit, to }, &risen_by(game, pass, to)));
    }
    Ok(())
}

fn risen_by(game: &Orders, pass: RuleId, to: Level) -> Vec<RuleId> {
    let reached = game.rules.reaching(to).map(|(rule, _)| rule);
    cited(&game.rules, &[pass].into_iter().chain(reached).collect::<Vec<_>>())
}

/// The supply check. It is told only where something follows: units that are cut off are named, where the house traces
/// supply.
///
/// # Errors
/// The umpire's pause.
pub fn supply<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<(), U::Pause> {
    if game.rules.plays(house!("supply.mode", "none")) {
        return Ok(());
    }
    for corps in game.corps_ids() {
        if game.units_of(corps).next().is_some() && umpire.see(game, CutOff { corps })? {
            umpire.tell(|| Event::ruled(What::CutOff { corps }, house!("supply.mode")));
        }
    }
    Ok(())
}

engine::sight! {
    /// Units far enough from all enemies to rally whatever their order (ruling rally).
    pub struct Distant of Orders { pub side: Side } -> Vec<UnitId>;
    word: "distant";
    about: |f, _| [f.side];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |fact, game| {
        let far = game.rules.demands(OrderKind::Rally).find_map(|demand| demand.at_least);
        let is_near = |unit: &Unit| {
            let near = |rect: &Rect| far.is_some_and(|far| placing::is_pressed(game, fact.side, rect, far));
            unit.rect().is_some_and(near)
        };
        game.of(fact.side).filter(|(_, unit)| !is_near(unit)).map(|(id, _)| id).collect()
    };
    text: |f, g| {
        let side = &g.scenario.adjectives[f.side];
        format!("Which {side} units are far enough from all enemies to rally?")
    };
    answers: |_, _| AnyOf;
}

engine::sight! {
    /// An enemy not in panic stands near the straight way from a corps' commander to its own table edge.
    pub struct CutOff of Orders { pub corps: CorpsId } -> bool;
    word: "cut-off";
    about: |f, _| [f.corps];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| Some(false);
    stale: AnyMove;
    measured: |fact, game| is_cut_off(game, fact.corps);
    text: |fact, game| format!(
        "Is an enemy not in panic within {CUTS} of the straight way from the commander of {} to its own edge?",
        game.get_corps(fact.corps).map_or("?", |corps| &*corps.name)
    );
    answers: |_, _| YesNo;
}

/// Without a commander on the table there is no way to cut.
fn is_cut_off(game: &Orders, corps: CorpsId) -> bool {
    let Some(at) = game.commander(corps).and_then(|(_, leader)| game.leader_at(leader)) else { return false };
    let side = game.corps(corps).side;
    let way = way_home(game, side, at);
    game.of(side.enemy()).any(|(_, enemy)| {
        let near = enemy.rect().is_some_and(|rect| game.rules.within(way.distance(rect), CUTS));
        near && !enemy.in_panic()
    })
}

/// The straight way from a point to the nearest point of a side's own edge.
fn way_home(game: &Orders, side: Side, at: Point) -> Rect {
    let edge = game.scenario.edges[side];
    let length = edge.distance(at, &game.scenario.terrain).max(Inches(1));
    Rect::new(Pose { at, facing: edge.inward() }, Footprint::new(Inches(1), length))
}
