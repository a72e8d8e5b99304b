//! Marches: on the table, onto it and off it.

use super::activation::{done, may_act};
use super::begin::begin;
use super::command_check::{Means, after_failure, means, rolls_first};
use super::force_march::finish;
use crate::ids::{house, rule};
use crate::rules::command::leaders;
use crate::rules::ground::placing;
use crate::rules::movement::budget::Share;
use crate::rules::movement::walk::{Purpose, Walk, may_take};
use crate::rules::orders::obedience;
use crate::state::answer::Pace;
use crate::state::event::{Event, What};
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Standing, Unit, UnitId};
use crate::state::words::{Formation, OrderKind};
use engine::{Edge, Side, Umpire};
use rulebook::RuleId;
use table::{Inches, Pose};

/// A move that was checked.
#[derive(Clone, Debug)]
pub struct March {
    unit: UnitId,
    formation: Formation,
    /// `None` beside real figures.
    end: Option<Pose>,
    kind: Kind,
    rules: Vec<RuleId>,
    /// It breaks its order, and the house only notes that.
    breaks: bool,
}

/// What a move mainly is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    March,
    Form,
    Face,
}

pub(super) fn check_march(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    paces: &[Pace],
) -> Result<March, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let Some((mut walk, means)) = begin(game, id, Purpose::March)? else {
        return beside_figures(game, unit, id, paces);
    };
    if means.failed {
        after_failure(game, unit, paces)?;
    }
    keeps_to_the_march(game, unit, &means, paces)?;
    walk.take(paces)?;
    walk.arrives()?;
    let breaks = match obedience::judge(game, id, &walk, means.failed) {
        Ok(()) => false,
        Err(_) if game.rules.plays(house!("orders.enforcement", "advisory")) => true,
        Err(refusal) => return Err(refusal),
    };
    Ok(march_of(id, paces, &walk, &means, breaks))
}

fn march_of(unit: UnitId, paces: &[Pace], walk: &Walk<'_>, means: &Means, breaks: bool) -> March {
    let kind = match paces {
        _ if walk.moved => Kind::March,
        [Pace::Form(_), ..] => Kind::Form,
        _ => Kind::Face,
    };
    let rules = walk.rules.iter().copied().chain(means.rule).collect();
    March { unit, formation: walk.formation, end: Some(walk.pose), kind, rules, breaks }
}

/// A force march stays on the road, in road formation.
fn keeps_to_the_march(game: &Orders, unit: &Unit, means: &Means, paces: &[Pace]) -> Result<(), Refusal> {
    let road_only = rule!("orders.move.force-march.road-only");
    let strays = paces.iter().any(|pace| !matches!(pace, Pace::Road(_) | Pace::Ahead(_)));
    if means.bonus.is_some() && strays && game.rules.on(road_only) {
        return refuse(
            road_only,
            why!("{} [is|are] on a force march and keep[s] to the road.", unit.called()),
        );
    }
    Ok(())
}

/// Beside real figures the players measure; what a unit may form is checked all the same.
fn beside_figures(game: &Orders, unit: &Unit, id: UnitId, paces: &[Pace]) -> Result<March, Refusal> {
    if means(game, id)?.failed {
        after_failure(game, unit, paces)?;
    }
    let mut formation = unit.formation;
    for pace in paces {
        if let Pace::Form(to) = pace {
            may_take(game, unit, *to)?;
            formation = *to;
        }
    }
    let moved = paces.is_empty() || paces.iter().any(|pace| !matches!(pace, Pace::Form(_) | Pace::Face(_)));
    let kind = match paces {
        _ if moved => Kind::March,
        [Pace::Form(_), ..] => Kind::Form,
        _ => Kind::Face,
    };
    Ok(March { unit: id, formation, end: None, kind, rules: Vec::new(), breaks: false })
}

/// Whether a unit may come on in a formation (ruling reinforcements).
fn marches(formation: Formation) -> bool {
    matches!(formation, Formation::Column | Formation::Road)
}

/// What a unit comes on in that says nothing else.
pub(crate) fn enters_in(unit: &Unit) -> Formation {
    if marches(unit.formation) { unit.formation } else { Formation::Column }
}

/// Reinforcements come on in column or road formation, with their full move (ruling reinforcements).
pub(super) fn check_enter(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    paces: &[Pace],
) -> Result<March, Refusal> {
    let unit = may_act(game, side, only, id, Standing::AtEdge)?;
    let (formation, paces) = match paces {
        [Pace::Form(first), rest @ ..] if marches(*first) => (*first, rest),
        _ => (enters_in(unit), paces),
    };
    let free = Means { budget: Share::WHOLE, bonus: None, failed: false, rule: None };
    if !game.measured {
        let March { formation: after, .. } = beside_figures(game, unit, id, paces)?;
        let formation = if after == unit.formation { formation } else { after };
        return Ok(March {
            unit: id,
            formation,
            end: None,
            kind: Kind::March,
            rules: Vec::new(),
            breaks: false,
        });
    }
    let Some(start) = placing::entry(game, id, formation) else {
        return refuse(
            house!("reinforcements"),
            why!("There is no free point of the edge for {}.", unit.called()),
        );
    };
    let mut walk = Walk::new(game, id, start, Purpose::Enter).begin_in(formation);
    walk.take(paces)?;
    walk.arrives()?;
    Ok(march_of(id, paces, &walk, &free, false))
}

/// Under Withdraw a unit may leave by its own edge (ruling table.edge).
pub(super) fn check_leave(
    game: &Orders,
    side: Side,
    only: Option<UnitId>,
    id: UnitId,
    paces: &[Pace],
) -> Result<March, Refusal> {
    let unit = may_act(game, side, only, id, Standing::OnTable)?;
    let name = unit.called();
    let edge = house!("table.edge");
    let withdraws = game.corps(unit.corps()).order.kind == OrderKind::Withdraw;
    if !withdraws || !game.rules.plays(house!("table.edge", "withdraw")) {
        return refuse(edge, why!("{} may not leave the table: only under withdraw may a unit do so.", name));
    }
    let Some((mut walk, means)) = begin(game, id, Purpose::Leave)? else {
        return beside_figures(game, unit, id, paces);
    };
    if means.failed {
        after_failure(game, unit, &[])?;
    }
    keeps_to_the_march(game, unit, &means, paces)?;
    walk.take(paces)?;
    let own = game.scenario.edges[side];
    let corners = walk.rect().corners().map(|corner| corner.stored());
    let is_over =
        |edge: Edge| corners.iter().any(|corner| edge.distance(*corner, &game.scenario.terrain) < Inches(-4));
    if !is_over(own) || Edge::ALL.into_iter().any(|edge| edge != own && is_over(edge)) {
        return refuse(edge, why!("{} would not cross [its|their] own edge with that move.", name));
    }
    Ok(march_of(id, paces, &walk, &means, false))
}

pub(super) fn carry_out<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    march: March,
) -> Result<(), U::Pause> {
    let March { unit, formation, end, kind, rules, breaks } = march;
    if rolls_first(game, umpire, unit)? {
        return Ok(());
    }
    let stood = game.unit(unit).pose;
    placing::stand(game, unit, end, formation);
    umpire.tell(|| {
        let what = match kind {
            Kind::March => {
                let by = stood.zip(end).map(|(from, to)| from.at.distance(to.at));
                What::Marches { unit, formation, by }
            }
            Kind::Form => What::Forms { unit, formation },
            Kind::Face => What::Faces { unit },
        };
        Event::new(what, &rules)
    });
    if breaks {
        umpire.tell(|| Event::ruled(What::Excused { unit }, house!("orders.enforcement")));
    }
    finish(game, umpire, unit)?;
    leaders::overrun(game, umpire, game.unit(unit).side())
}

pub(super) fn enter<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    march: &March,
) -> Result<(), U::Pause> {
    let unit = march.unit;
    let body = game.unit_mut(unit);
    body.standing = Standing::OnTable;
    body.pose = None;
    placing::stand(game, unit, march.end, march.formation);
    umpire.tell(|| Event::ruled(What::Enters { unit }, house!("reinforcements")));
    done(game, unit);
    leaders::overrun(game, umpire, game.unit(unit).side())
}

pub(super) fn leave<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    march: &March,
) -> Result<(), U::Pause> {
    let unit = march.unit;
    if rolls_first(game, umpire, unit)? {
        return Ok(());
    }
    umpire.tell(|| Event::ruled(What::Withdraws { unit }, house!("table.edge")));
    placing::remove(game, unit, Standing::Withdrawn);
    done(game, unit);
    Ok(())
}
