//! Reserves: their rolls in phase 1, and the way onto the table.

use crate::charts::Rules;
use crate::ids::{Ids, house, rule};
use crate::rules::ground::placing;
use crate::rules::orders::formation::marching_formation;
use crate::rules::orders::movement::{check_walk, rate_of};
use crate::state::event::{Event, What};
use crate::state::game::{Progress, Volley};
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::scenario::Reserve;
use crate::state::unit::{General, Profile, Standing, Unit, UnitId};
use crate::state::words::Arm;
use dice::Stream;
use engine::Tests as _;
use engine::{Edge, Side, Umpire};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::{Inches, Leg, Point, Pose, Rect};

/// What an enemy's view calls a brigade that a general waits for.
pub(crate) const UNKNOWN: &str = "?";

/// The face a reserve command needs: each earlier failure makes it easier by one.
pub fn reserve_need(rules: &Rules, failed: u32) -> u32 {
    (rules.number(house!("reserve.roll")) - failed as i32).max(1) as u32
}

/// The first turn in which dice are thrown for reserves; `None`: none ever are.
pub(crate) fn rolls_from(rules: &Rules) -> Option<u32> {
    rules.on(rule!("volley.p1.reserves")).then_some(2)
}

/// Reserve rolls: French, then the opponent.
pub(crate) fn roll<U: Umpire<Volley>>(game: &mut Volley, umpire: &mut U) -> Result<Progress, U::Pause> {
    let rule = rule!("volley.p1.reserves");
    if rolls_from(&game.rules).is_none_or(|first| game.turn < first) {
        return Ok(Progress::Done);
    }
    for side in Side::BOTH {
        umpire.uncovers(side);
        let mut at = 0;
        while let Some(reserve) = game.reserves.get(at) {
            if reserve.side != side {
                at += 1;
                continue;
            }
            let arrives = umpire.hand(side).shows_for::<Ids>(
                rule,
                reserve_need(&game.rules, reserve.failed),
                ["arrives", "does not come"],
            )?;
            let command = reserve.command.clone();
            umpire.tell(|| Event::new(What::ReserveRoll { side, command, arrives }, &[rule]));
            if !arrives {
                game.reserves[at].failed += 1;
                at += 1;
                continue;
            }
            let reserve = game.reserves.remove(at);
            for profile in reserve.units {
                let formation = marching_formation(profile.arm);
                let mut unit = Unit::new(profile, formation, Standing::AtEdge);
                if game.measured {
                    let facing = game.edge_under(side, reserve.point).inward();
                    unit.pose = Some(Pose { at: reserve.point, facing });
                }
                game.units.push(unit);
            }
        }
    }
    Ok(Progress::Done)
}

/// What may be behind the generals of a side who wait, for the other side, which sees them alone: a brigade each, of as many
/// of the units that are known of that army as are drawn, on its way for as long as the battle lasts, where he looks for it.
pub(crate) fn guessed<'v>(view: &'v Volley, of: Side, luck: &mut Stream) -> Cow<'v, Volley> {
    let waits = |general: &General| {
        general.side == of && general.brigade.as_ref().is_some_and(|name| name == UNKNOWN)
    };
    let known: Vec<&Arc<Profile>> =
        view.units.iter().filter(|unit| unit.side() == of).map(|unit| &unit.profile).collect();
    if known.is_empty() || !view.generals.iter().any(|general| waits(general)) {
        return Cow::Borrowed(view);
    }
    let mut guess = view.clone();
    for (nth, general) in view.generals.iter().enumerate().filter(|(_, general)| waits(general)) {
        // Each leads his own, so each has a name of its own.
        let command = format!("{UNKNOWN} {nth}");
        Arc::make_mut(&mut guess.generals[nth]).brigade = Some(command.clone());
        let likely = |profile: &&Arc<Profile>| profile.arm == Arm::Infantry;
        let foot: Vec<&Arc<Profile>> = known.iter().copied().filter(likely).collect();
        let from = if foot.is_empty() { &known } else { &foot };
        let mut units: Vec<Arc<Profile>> = Vec::new();
        for _ in 0..1 + luck.below(3) {
            let like = from[luck.below(from.len() as u32) as usize];
            let unit = Profile { name: UNKNOWN.into(), brigade: command.clone(), ..(**like).clone() };
            units.push(Arc::new(unit));
        }
        let edge = view.scenario.edges[of];
        let terrain = &view.scenario.terrain;
        let along = general.pose.map_or(edge.length(terrain).0 / 2, |pose| edge.along(pose.at));
        let point = edge.point(along, Inches::ZERO, terrain);
        let failed = view.turn.saturating_sub(2);
        let reserve = Reserve { side: of, command, point, failed, units };
        let (units, figures) = reserve.strength();
        guess.starting_units[of] += units;
        guess.starting_figures[of] += figures;
        guess.reserves.push(reserve);
    }
    Cow::Owned(guess)
}

/// A reserve's entry that was checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) unit: UnitId,
    pub(crate) pose: Option<Pose>,
}

pub(crate) fn check_entry(
    game: &Volley,
    side: Side,
    id: UnitId,
    at: Option<i32>,
    legs: &[Leg],
) -> Result<Entry, Refusal> {
    let place = house!("reserve.place");
    let Some(unit) = game.get(id).filter(|unit| unit.side() == side && unit.standing == Standing::AtEdge)
    else {
        return refuse(place, "No such unit of yours waits to enter.");
    };
    if !game.measured {
        return Ok(Entry { unit: id, pose: None });
    }
    let name = unit.called();
    let Some(along) = at else {
        return refuse(place, why!("Say where on the edge {} [enters|enter].", name));
    };
    if !game.entry_stretch(id).contains(&along) {
        let wide = entry_width(game);
        return refuse(
            place,
            why!("{} [enters|enter] within {} of [its|their] point on the edge.", name, wide),
        );
    }
    let start = game.on_edge(id, along);
    let (end, _) = check_walk(game, id, start, legs, true)?;
    let rect = Rect::new(end, unit.footprint(&game.rules));
    if !table_holds_front(game, &rect) {
        return refuse(place, why!("{} must come onto the table.", name));
    }
    let clear = game.rules.scaled(Inches::whole(6));
    if placing::nearest_enemy(game, side, &Rect::new(start, unit.footprint(&game.rules)))
        .is_some_and(|d| d < clear)
    {
        return refuse(place, why!("{} [enters|enter] at least {} from the enemy.", name, clear));
    }
    Ok(Entry { unit: id, pose: Some(end) })
}

/// How far from its point a reserve may enter.
fn entry_width(game: &Volley) -> Inches {
    game.rules.scaled(Inches::whole(12))
}

/// A unit that enters may still have its tail over the edge; its front may not.
fn table_holds_front(game: &Volley, rect: &Rect) -> bool {
    let terrain = &game.scenario.terrain;
    let [left, right, _, _] = rect.corners().map(|corner| corner.stored());
    [left, right]
        .iter()
        .all(|p| p.x >= -4 && p.y >= -4 && p.x <= terrain.width.0 + 4 && p.y <= terrain.depth.0 + 4)
}

pub(crate) fn enter<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    entry: Entry,
) -> Result<(), U::Pause> {
    let unit = entry.unit;
    let formation = game.unit(unit).formation;
    game.unit_mut(unit).standing = Standing::OnTable;
    game.unit_mut(unit).acted = true;
    if let Some(pose) = entry.pose {
        placing::stand(game, unit, pose, formation);
    }
    umpire.tell(|| Event::new(What::Enters { unit }, &[rule!("volley.p1.reserves")]));
    game.reach_generals(unit, umpire)
}

impl Volley {
    /// The edge a point lies on; a side's own where it lies on none.
    fn edge_under(&self, side: Side, point: Point) -> Edge {
        let own = self.scenario.edges[side];
        Edge::under(point, &self.scenario.terrain, own).unwrap_or(own)
    }

    /// The edge a reserve enters by: the one its point is on.
    pub fn entry_edge(&self, unit: UnitId) -> Edge {
        let body = self.unit(unit);
        let own = self.scenario.edges[body.side()];
        body.pose.map_or(own, |pose| self.edge_under(body.side(), pose.at))
    }

    /// How far along its edge a reserve's point is: its middle where it has none.
    pub fn entry_point(&self, unit: UnitId) -> i32 {
        let edge = self.entry_edge(unit);
        let middle = edge.length(&self.scenario.terrain).half().0;
        self.unit(unit).pose.map_or(middle, |pose| edge.along(pose.at))
    }

    /// The stretch of its edge a reserve may enter by: how far along it the middle of its front may be.
    pub fn entry_stretch(&self, unit: UnitId) -> RangeInclusive<i32> {
        let half = self.unit(unit).footprint(&self.rules).width.half().0;
        let (first, last) = (half, self.entry_edge(unit).length(&self.scenario.terrain).0 - half);
        if self.rules.plays(house!("reserve.place", "whole-edge")) {
            return first..=last;
        }
        let (point, wide) = (self.entry_point(unit), entry_width(self).0);
        first.max(point.saturating_sub(wide))..=last.min(point.saturating_add(wide))
    }

    /// How far a reserve moves when it enters over open ground.
    pub fn entry_allowance(&self, unit: UnitId) -> Inches {
        let rate = rate_of(&self.rules, self.unit(unit)).and_then(|rate| self.rules.inches(rate));
        let full = rate.unwrap_or_default();
        if self.rules.plays(house!("reserve.entry", "half-move")) { full.half() } else { full }
    }

    /// Where a reserve that is about to enter stands: at this point along its edge, its front on it.
    pub fn on_edge(&self, unit: UnitId, along: i32) -> Pose {
        self.entry_edge(unit).pose(along, Inches::ZERO, &self.scenario.terrain)
    }

    /// Reserves that have arrived and wait at the edge.
    pub fn at_edge(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| {
            let unit = self.unit(*id);
            unit.side() == side && unit.standing == Standing::AtEdge
        })
    }
}
