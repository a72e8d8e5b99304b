//! Victory, and how the battle stands on the way there.

use crate::ids::house;
use crate::state::event::{Event, What};
use crate::state::game::Orders;
use crate::state::unit::Standing;
use crate::state::words::Level;
use engine::{Both, Decision, Ending, Holding, Outcome, Side, Standings};
use table::Inches;

/// Levels from Firm to Routed.
const LEVELS: u32 = 4;

pub fn standings(game: &Orders) -> Standings {
    let mut stand = Standings {
        units: game.starting_units,
        strength: Both::default(),
        units_lost: Both::default(),
        strength_lost: Both::default(),
        ground: Both::default(),
        lead: 0,
    };
    let mut levels_lost = Both::<u32>::default();
    for unit in &game.units {
        let side = unit.side();
        stand.strength[side] += unit.profile.stands;
        stand.strength_lost[side] += unit.profile.stands - unit.strength();
        stand.units_lost[side] += u32::from(unit.is_lost());
        let level = (Level::Firm as u32).saturating_sub(unit.level as u32);
        levels_lost[side] += if unit.is_lost() { LEVELS } else { level };
    }
    for (objective, holder) in game.scenario.objectives.iter().zip(&game.holders) {
        if let Some(side) = holder {
            stand.ground[*side] += objective.worth;
        }
    }
    let share = |side: Side| (levels_lost[side] * 1000 / (game.starting_units[side].max(1) * LEVELS)) as i32;
    let held = (stand.ground.french as i32 - stand.ground.allied as i32) * 50;
    stand.lead = share(Side::Allied) - share(Side::French) + held;
    stand
}

/// Units out of the game or in Panic.
pub fn broken(game: &Orders, side: Side) -> u32 {
    let of_side = game.units.iter().filter(|unit| unit.side() == side);
    of_side.filter(|unit| unit.is_lost() || unit.in_panic()).count() as u32
}

/// Who holds an objective now: the side that alone has a unit there that is not in Panic; else who held it last, or
/// neither where the battle or the house has it so.
pub fn holder(game: &Orders, objective: usize) -> Option<Side> {
    holder_of(game, objective, on_ground(game, objective))
}

/// Likewise, where these sides are there.
pub(crate) fn holder_of(game: &Orders, objective: usize, there: Both<bool>) -> Option<Side> {
    holding(game).holder(there, game.holders.get(objective).copied().flatten())
}

engine::sight! {
    /// Which sides have a unit at an objective that is not in Panic.
    pub struct OnGround of Orders { pub objective: usize } -> Both<bool>;
    word: "on-ground";
    about: |f, _| [Subject::Place(f.objective as u16)];
    asks: |_, _| AskedOf::Table;
    secret: false;
    usual: |f, g| Some(engine::sight::Sides::as_held(g.holders.get(f.objective).copied().flatten()));
    stale: AnyMove;
    measured: |f, g| on_ground(g, f.objective);
    text: |f, g| {
        let place = g.scenario.objectives.get(f.objective);
        let (name, radius) = place.map_or(("", Inches::ZERO), |place| (&place.name, place.radius));
        format!("Which sides have units that are not in Panic within {radius} of {name}?")
    };
    answers: |_, _| Sides;
}

fn on_ground(game: &Orders, objective: usize) -> Both<bool> {
    let Some(place) = game.scenario.objectives.get(objective) else { return Both::default() };
    Both::of(|side| {
        let steady = game.of(side).filter(|(_, unit)| !unit.in_panic()).filter_map(|(_, unit)| unit.rect());
        let mut near = steady.filter(|rect| rect.may_be_near(place.at, place.radius));
        near.any(|rect| {
            let gap: Inches = rect.nearest_point_to(place.at.into()).stored().distance(place.at);
            game.rules.within(gap, place.radius)
        })
    })
}

/// What becomes of ground that neither side has alone.
pub fn holding(game: &Orders) -> Holding {
    let house = |holding| match holding {
        Holding::Counted => game.rules.plays(house!("victory.ground", "counted")),
        Holding::Stays => game.rules.plays(house!("victory.ground", "stays")),
    };
    Holding::in_force(house, game.scenario.holding, Holding::Stays)
}

/// How the battle is decided, before it is.
pub(crate) fn decision(game: &Orders) -> Decision {
    let breaks = game.rules.plays(house!("victory", "break-half"));
    // Units that withdrew are lost at the end, but do not break an army.
    let breaking = |side: Side| {
        let of_side = game.units.iter().filter(|unit| unit.side() == side);
        of_side.filter(|unit| unit.standing == Standing::Routed || unit.in_panic()).count() as u32
    };
    Decision {
        // Half of those it began with, or more.
        breaks: breaks.then(|| Both::of(|side| game.starting_units[side].max(1).div_ceil(2))),
        broken_are: "routed or in panic",
        broken_means: None,
        breaking: Both::of(breaking),
        counted: None,
        if_over: by_time(game),
        turns: game.scenario.length.unwrap_or_else(|| game.rules.usual_length()),
        holding: holding(game),
        share_of: "units lost or in panic",
        rules: vec!["orders.house.victory", "orders.house.victory.fallback", "orders.house.victory.ground"],
    }
}

/// At the end of a turn: broken, nothing left, or time.
/// Ends the battle so, with what is told of it.
pub(crate) fn end(game: &mut Orders, outcome: Outcome) -> Event {
    game.outcome = Some(outcome);
    Event::ruled(What::Ends { winner: outcome.winner, by: outcome.by }, house!("victory"))
}

pub(crate) fn judge(game: &Orders) -> Option<Outcome> {
    let decision = decision(game);
    let breaks = |side: Side| decision.breaks.is_some_and(|breaks| decision.breaking[side] >= breaks[side]);
    if let Some(outcome) = Outcome::of(Both::of(breaks), Ending::Broken) {
        return Some(outcome);
    }
    let left = |side: Side| {
        game.of(side).next().is_some()
            || game.units.iter().any(|unit| unit.side() == side && unit.standing == Standing::AtEdge)
            || game.coming.iter().any(|coming| coming.side == side)
    };
    if let Some(outcome) = Outcome::of(Both::of(|side| !left(side)), Ending::NothingLeft) {
        return Some(outcome);
    }
    (game.turn >= decision.turns).then_some(decision.if_over)
}

/// When time is up: by the ground held, or by the smaller share of units lost or in panic.
fn by_time(game: &Orders) -> Outcome {
    let stand = standings(game);
    let held_less = |side: Side| stand.ground[side] < stand.ground[side.enemy()];
    if let Some(outcome) = Outcome::of(Both::of(held_less), Ending::Objectives) {
        return outcome;
    }
    // Shares of units, compared without fractions.
    let share = Both::of(|side| broken(game, side) * game.starting_units[side.enemy()]);
    Outcome::of(Both::of(|side| share[side] > share[side.enemy()]), Ending::Losses)
        .unwrap_or(Outcome { winner: None, by: Ending::Losses })
}
