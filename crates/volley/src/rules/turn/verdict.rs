//! Victory, and how the battle stands on the way there.

use crate::ids::house;
use crate::state::event::{Event, What};
use crate::state::game::{Ending, Outcome, Volley};
use crate::state::scenario::Objective;
use crate::state::unit::{Unit, UnitId};
pub use engine::Standings;
use engine::{Both, Decision, Holding, Side, Umpire};
use table::{Inches, Point, Rect};

/// How the battle stands.
pub fn standings(game: &Volley) -> Standings {
    let mut units_lost = Both::<u32>::default();
    let mut strength_lost = Both::<u32>::default();
    for unit in &game.units {
        if unit.is_lost() {
            units_lost[unit.side()] += 1;
            strength_lost[unit.side()] += unit.profile.figures;
        } else {
            strength_lost[unit.side()] += unit.lost();
        }
    }
    let mut ground = Both::<u32>::default();
    for objective in &game.scenario.objectives {
        if let Some(side) = holder(game, objective) {
            ground[side] += objective.worth;
        }
    }
    let share = |side: Side| {
        let units = units_lost[side] * 1000 / game.starting_units[side].max(1);
        let figures = strength_lost[side] * 1000 / game.starting_figures[side].max(1);
        ((units + figures) / 2) as i32
    };
    let held: i32 = (ground.french as i32 - ground.allied as i32) * 50;
    Standings {
        units: game.starting_units,
        strength: game.starting_figures,
        units_lost,
        strength_lost,
        ground,
        lead: share(Side::Allied) - share(Side::French) + held,
    }
}

/// Whether a unit's nearest part is within `radius` of a place.
pub fn stands_within(unit: &Unit, at: Point, radius: Inches) -> bool {
    unit.rect().is_some_and(|rect| reaches(rect, at, radius))
}

/// Whether a unit on this ground is within `radius` of a place.
pub fn reaches(rect: &Rect, at: Point, radius: Inches) -> bool {
    // Most are far off.
    rect.may_be_near(at, radius) && gap_to(rect, at) <= radius
}

/// How far a unit that stands so is from a place, by its nearest part.
pub fn gap_to(rect: &Rect, at: Point) -> Inches {
    rect.nearest_point_to(at.into()).stored().distance(at)
}

/// The units of a side within the objective's radius.
fn near<'g>(game: &'g Volley, objective: &'g Objective, side: Side) -> impl Iterator<Item = UnitId> + 'g {
    let is_near = |unit: &Unit| stands_within(unit, objective.at, objective.radius);
    game.of(side).filter(move |(_, unit)| is_near(unit)).map(|(id, _)| id)
}

/// What becomes of ground that neither side has alone.
pub fn holding(game: &Volley) -> Holding {
    let house = |holding| match holding {
        Holding::Counted => game.rules.plays(house!("victory.ground", "counted")),
        Holding::Stays => game.rules.plays(house!("victory.ground", "stays")),
    };
    Holding::in_force(house, game.scenario.holding, Holding::Counted)
}

engine::sight! {
    /// Which sides have units within an objective's radius.
    pub struct OnGround of Volley { pub objective: usize } -> Both<bool>;
    word: "on-ground";
    about: |f, _| [Subject::Place(f.objective as u16)];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |f, g| Some(engine::sight::Sides::as_held(g.holders.get(f.objective).copied().flatten()));
    stale: AnyMove;
    measured: |f, g| {
        let goal = g.scenario.objectives.get(f.objective);
        Both::of(|side| goal.is_some_and(|goal| near(g, goal, side).next().is_some()))
    };
    text: |f, g| {
        let goal = g.scenario.objectives.get(f.objective);
        let (name, radius) = goal.map_or(("", Inches::ZERO), |goal| (&goal.name, goal.radius));
        format!("Which sides have units within {radius} of {name}?")
    };
    answers: |_, _| Sides;
}

/// Who holds an objective as it stands: the side that alone has units within its radius; else neither, or where ground
/// stays with its last holder, that side. Beside real figures: as it was told last.
pub fn holder(game: &Volley, objective: &Objective) -> Option<Side> {
    let place = game.scenario.objectives.iter().position(|known| std::ptr::eq(known, objective));
    let before = place.and_then(|place| game.holders.get(place).copied().flatten());
    if is_told(game) {
        return before;
    }
    holding(game).holder(Both::of(|side| near(game, objective, side).next().is_some()), before)
}

/// Whether players say who is on what ground, once a turn.
fn is_told(game: &Volley) -> bool {
    !game.measured
}

/// Whether holders are kept from turn to turn: where ground stays with them, and where it is told once a turn.
fn keeps(game: &Volley) -> bool {
    match holding(game) {
        Holding::Counted => is_told(game),
        Holding::Stays => true,
    }
}

/// Who holds each objective as it stands, to be kept; empty where only the end counts.
pub(crate) fn holders_kept(game: &Volley) -> Vec<Option<Side>> {
    let goals = game.scenario.objectives.iter().filter(|_| keeps(game));
    goals.map(|goal| holder(game, goal)).collect()
}

/// The end of a turn: whose the ground is from now on, where it stays with its last holder.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn keep_holders<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<(), U::Pause> {
    let goals = if keeps(game) { game.scenario.objectives.len() } else { 0 };
    let mut held = Vec::with_capacity(goals);
    for objective in 0..goals {
        let there = umpire.see(game, OnGround { objective })?;
        let before = game.holders.get(objective).copied().flatten();
        held.push(holding(game).holder(there, before));
    }
    for (objective, holder) in held.iter().enumerate() {
        if let Some(side) = holder.filter(|_| game.holders.get(objective) != Some(holder)) {
            umpire.tell(|| Event::ruled(What::Holds { objective, side }, house!("victory.ground")));
        }
    }
    game.holders = held;
    Ok(())
}

/// The units of both sides that contest an objective; none where one side alone is there, or where it stays with its
/// last holder.
pub(crate) fn contesters(game: &Volley, objective: &Objective) -> Vec<UnitId> {
    if holder(game, objective).is_some() {
        return Vec::new();
    }
    let both = Side::BOTH.map(|side| near(game, objective, side).collect::<Vec<_>>());
    if both.iter().any(Vec::is_empty) { Vec::new() } else { both.concat() }
}

/// How the battle is decided, before it is.
pub(crate) fn decision(game: &Volley) -> Decision {
    let part = if game.rules.plays(house!("victory", "break-third")) {
        3
    } else if game.rules.plays(house!("victory", "fight-on")) {
        0
    } else {
        2
    };
    let house = |game: &Volley| game.rules.number(house!("time-limit")).max(1) as u32;
    let stand = standings(game);
    Decision {
        // More than that part of those it began with.
        breaks: (part > 0).then(|| Both::of(|side| game.starting_units[side] / part + 1)),
        broken_are: "lost",
        broken_means: Some(
            "A unit is lost when nobody is left of it, when it routs, when it is destroyed (ridden down, cut down, overrun), \
             or when it is driven off the table.",
        ),
        breaking: stand.units_lost,
        counted: None,
        if_over: by_time(game, &stand),
        turns: game.scenario.length.unwrap_or_else(|| house(game)),
        holding: holding(game),
        share_of: "figures lost",
        rules: vec!["volley.house.victory", "volley.house.time-limit", "volley.house.victory.ground"],
    }
}

/// At the end of a turn: broken, nothing left, or time.
/// Ends the battle so, with what is told of it.
pub(crate) fn end(game: &mut Volley, outcome: Outcome) -> Event {
    game.outcome = Some(outcome);
    let by = match outcome.by {
        Ending::Broken | Ending::Conceded => house!("victory"),
        Ending::NothingLeft | Ending::Objectives | Ending::Losses => house!("time-limit"),
    };
    let (turn, stand) = (game.turn, standings(game));
    Event::ruled(What::Ends { winner: outcome.winner, by: outcome.by, turn, stand }, by)
}

pub(crate) fn judge(game: &Volley) -> Option<Outcome> {
    let decision = decision(game);
    let broken = |side: Side| decision.breaks.is_some_and(|breaks| decision.breaking[side] >= breaks[side]);
    let left = |side: Side| {
        let waiting =
            game.reserves.iter().any(|reserve| reserve.side == side) || game.at_edge(side).next().is_some();
        waiting || game.of(side).any(|(_, unit)| !Unit::is_lost(unit))
    };
    if let Some(outcome) = Outcome::of(Both::of(broken), Ending::Broken) {
        return Some(outcome);
    }
    if let Some(outcome) = Outcome::of(Both::of(|side| !left(side)), Ending::NothingLeft) {
        return Some(outcome);
    }
    (game.turn >= decision.turns).then_some(decision.if_over)
}

/// When time is up: by the ground held, or by the smaller share of losses.
fn by_time(game: &Volley, stand: &Standings) -> Outcome {
    let held_less = |side: Side| stand.ground[side] < stand.ground[side.enemy()];
    if let Some(outcome) = Outcome::of(Both::of(held_less), Ending::Objectives) {
        return outcome;
    }
    // Shares of figures, compared without fractions.
    let share = Both::of(|side| {
        u64::from(stand.strength_lost[side]) * u64::from(game.starting_figures[side.enemy()])
    });
    Outcome::of(Both::of(|side| share[side] > share[side.enemy()]), Ending::Losses)
        .unwrap_or(Outcome { winner: None, by: Ending::Losses })
}
