//! How it ends (ruling verdict): who is spent, which corps is broken, who holds what, and who has won.

use crate::ids::house;
use crate::state::corps::{CorpsId, CorpsOrder};
use crate::state::event::{Event, What};
use crate::state::game::Empire;
use crate::state::me::MeId;
use crate::state::unit::Unit;
use crate::state::words::{Arm, CorpsOrderKind, Place};
use engine::{Both, Counted, Decision, Ending, Holding, Outcome, Side, Umpire};
use table::Inches;

pub(crate) const RULING: u16 = house!("verdict");

/// Hours of the battle.
pub(crate) fn hours(game: &Empire) -> u32 {
    game.scenario.length.unwrap_or_else(|| game.rules.number(house!("verdict.hours")).unsigned_abs().max(1))
}

/// Removed, or in bad morale.
fn is_out(unit: &Unit) -> bool {
    unit.is_gone() || !unit.in_good_morale()
}

/// Broken, gone, or half or more of its units removed or in bad morale.
/// Where a view hides units of it, the whole game has told the view.
pub fn is_spent(game: &Empire, me: MeId) -> bool {
    let own = || game.all_of(me).map(|(_, unit)| unit);
    let counted = || own().filter(|unit| is_out(unit)).count() * 2 >= own().count();
    game.me(me).broken || game.me(me).spent.unwrap_or_else(counted)
}

/// Half or more of some MEs are spent.
fn half_spent(game: &Empire, mes: &[MeId]) -> bool {
    !mes.is_empty() && mes.iter().filter(|me| is_spent(game, **me)).count() * 2 >= mes.len()
}

fn army_is_spent(game: &Empire, side: Side) -> bool {
    half_spent(game, &game.mes_of(side).collect::<Vec<_>>())
}

engine::sight! {
    /// Whose unit in good morale, of either side, is at an objective: one of each side at most is named.
    pub struct AtObjective of Empire { pub objective: usize } -> Vec<engine::UnitId>;
    word: "at-objective";
    about: |f, _| [Subject::Place(f.objective as u16)];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |_, _| None;
    stale: AnyMove;
    measured: |f, g| at_objective(g, f.objective);
    text: |f, g| {
        let place = g.scenario.objectives.get(f.objective);
        let (name, radius) = place.map_or(("", Inches::ZERO), |place| (place.name.as_str(), place.radius));
        format!("Which units in good morale are within {radius} of {name}? One of each side is enough.")
    };
    answers: |_, _| AnyOf;
}

fn at_objective(game: &Empire, objective: usize) -> Vec<engine::UnitId> {
    let first = |side: Side| game.of(side).map(|(id, _)| id).find(|id| is_at(game, *id, objective));
    Side::BOTH.into_iter().filter_map(first).collect()
}

/// Whether a unit in good morale is on ground, by its number among the objectives.
pub fn is_at(game: &Empire, unit: engine::UnitId, objective: usize) -> bool {
    game.unit(unit).in_good_morale() && short_of(game, unit, objective).is_some_and(|gap| gap <= Inches::ZERO)
}

/// How far a unit is from being on ground; nothing, or less, where it is on it. `None`: it has no place.
pub fn short_of(game: &Empire, unit: engine::UnitId, objective: usize) -> Option<Inches> {
    let place = game.scenario.objectives.get(objective)?;
    Some(game.unit(unit).rect()?.distance_to(place.at) - place.radius)
}

/// Who holds ground after an hour in which these are on it.
fn holder_after(game: &Empire, objective: usize, there: &[engine::UnitId]) -> Option<Side> {
    let is = |side: Side| there.iter().any(|unit| game.side_of(*unit) == side);
    holding(game).holder(Both::of(is), game.holders.get(objective).copied().flatten())
}

/// What becomes of ground that neither side has alone.
pub(crate) fn holding(game: &Empire) -> Holding {
    let house = |holding| match holding {
        Holding::Counted => game.rules.plays(house!("verdict.ground", "counted")),
        Holding::Stays => game.rules.plays(house!("verdict.ground", "stays")),
    };
    Holding::in_force(house, game.scenario.holding, Holding::Stays)
}

/// The end of an hour: who holds each objective, which MEs are spent and which corps are broken.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn close_hour<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U) -> Result<(), U::Pause> {
    for objective in 0..game.holders.len() {
        let there = umpire.see(game, AtObjective { objective })?;
        let side = holder_after(game, objective, &there);
        if game.holders[objective] != side {
            game.holders[objective] = side;
            let objective = u8::try_from(objective).unwrap_or(u8::MAX);
            umpire.tell(|| Event::ruled(What::Held { objective, side }, RULING));
        }
    }
    for me in game.me_ids().filter(|me| is_spent(game, *me)) {
        umpire.tell(|| Event::ruled(What::Spent { me }, RULING));
    }
    for corps in game.corps_ids() {
        let own: Vec<MeId> = game.me_ids().filter(|me| game.me(*me).corps == corps).collect();
        if !game.corps(corps).broken && half_spent(game, &own) {
            break_corps(game, umpire, corps);
        }
    }
    Ok(())
}

fn break_corps<U: Umpire<Empire>>(game: &mut Empire, umpire: &mut U, corps: CorpsId) {
    if let Some(broken) = game.corps.get_mut(usize::from(corps.0)) {
        broken.broken = true;
        broken.pending = None;
        broken.order = Some(CorpsOrder { kind: CorpsOrderKind::Withdraw, objective: None });
    }
    umpire.tell(|| Event::ruled(What::CorpsBroken { corps }, RULING));
}

/// Ends the battle so, with what is told of it.
pub(crate) fn end(game: &mut Empire, outcome: Outcome) -> Event {
    game.outcome = Some(outcome);
    let conceded = outcome.by == Ending::Conceded;
    Event::ruled(What::Over { winner: outcome.winner, conceded }, RULING)
}

/// At the end of an hour: an army that has half or more of its MEs spent has lost; else the last hour is over.
pub(crate) fn judge(game: &Empire) -> Option<Outcome> {
    let spent = Both::of(|side| army_is_spent(game, side));
    Outcome::of(spent, Ending::Broken).or_else(|| (game.hour >= hours(game)).then(|| by_points(game)))
}

/// Worth of the ground a side holds, where the objectives have these holders.
fn ground(game: &Empire, side: Side, holders: &[Option<Side>]) -> u32 {
    let held = game.scenario.objectives.iter().zip(holders);
    held.filter(|(_, holder)| **holder == Some(side)).map(|(ground, _)| ground.worth).sum()
}

/// Worth of the batteries a side has taken; nothing where ground alone counts.
fn guns(game: &Empire, side: Side) -> u32 {
    let is_taken =
        |unit: &&Unit| unit.side() != side && unit.arm() == Arm::Artillery && unit.place == Place::Lost;
    match game.rules.plays(house!("verdict", "objectives-only")) {
        true => 0,
        false => game.units.iter().filter(is_taken).count() as u32 * game.scenario.worth.battery,
    }
}

/// Worth of the enemy's MEs that are spent; likewise.
fn spent(game: &Empire, side: Side) -> u32 {
    let of_me = game.scenario.worth.spent;
    let of_me = of_me.unwrap_or(game.rules.number(house!("verdict.spent")).unsigned_abs());
    match game.rules.plays(house!("verdict", "objectives-only")) {
        true => 0,
        false => game.mes_of(side.enemy()).filter(|me| is_spent(game, *me)).count() as u32 * of_me,
    }
}

/// By how much a side would be ahead in ground and guns if the hour ended now.
pub fn lead(game: &Empire, side: Side) -> i32 {
    let now = |objective: usize| holder_after(game, objective, &at_objective(game, objective));
    let holders: Vec<Option<Side>> = (0..game.holders.len()).map(now).collect();
    let of = |side: Side| ground(game, side, &holders) + guns(game, side);
    of(side).cast_signed() - of(side.enemy()).cast_signed()
}

/// When time is up: ground, enemy MEs spent and batteries taken.
fn by_points(game: &Empire) -> Outcome {
    let points = Both::of(|side| ground(game, side, &game.holders) + spent(game, side) + guns(game, side));
    let fewer = Both::of(|side| points[side] < points[side.enemy()]);
    Outcome::of(fewer, Ending::Objectives).unwrap_or(Outcome { winner: None, by: Ending::Objectives })
}

/// How it is decided, before it is.
pub(crate) fn decision(game: &Empire) -> Decision {
    let known = move |unit: &&Unit, side: Side| unit.side() == side && !unit.is_unknown();
    let units = |side: Side| game.units.iter().filter(move |unit| known(unit, side));
    // Of one ME the units themselves are counted: half of them out, and it is spent.
    let alone = Both::of(|side| game.mes_of(side).count() == 1);
    let counted = Both::of(|side| match alone[side] {
        true => Counted { what: "unit", of: units(side).count() as u32, are: "gone or in bad morale" },
        false => Counted { what: "ME", of: game.mes_of(side).count() as u32, are: "spent" },
    });
    let breaks = Both::of(|side| counted[side].of.div_ceil(2));
    let breaking = |side: Side| {
        let out = units(side).filter(|unit| is_out(unit)).count();
        let spent = game.mes_of(side).filter(|me| is_spent(game, *me)).count();
        if alone[side] { out as u32 } else { spent as u32 }
    };
    Decision {
        breaks: Some(breaks),
        broken_are: counted.french.are,
        broken_means: Some(
            "An ME, a division, is spent when it breaks, or when half or more of its units are gone or in bad morale. \
             It is counted at the end of each hour.",
        ),
        breaking: Both::of(breaking),
        counted: Some(counted),
        if_over: by_points(game),
        turns: hours(game),
        holding: holding(game),
        share_of: "enemy MEs spent",
        rules: vec!["empire.house.verdict", "empire.house.verdict.hours", "empire.house.verdict.ground"],
    }
}
