//! Changes of formation and facing, limbering and unlimbering: what is allowed and what it costs.

use crate::charts::Rules;
use crate::ids::{house, rule};
use crate::rules::ground::facts::Locked;
use crate::rules::ground::placing;
use crate::rules::orders::movement::{Firefight, firefight, forbidden_ground, may_be_ordered, not_locked};
use crate::state::event::{Event, What};
use crate::state::game::Volley;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{Arm, Formation, Nation};
use engine::{Side, Umpire};
use rulebook::RuleId;
use table::{Bearing, Inches, Point, Pose, Rect};

/// Whether a nation's units of that arm have a formation at all (ruling formation.list).
pub fn has_formation(rules: &Rules, nation: Nation, arm: Arm, formation: Formation) -> bool {
    match (arm, formation) {
        (Arm::Infantry, Formation::Column | Formation::Line) => true,
        (Arm::Infantry, Formation::Square) => {
            nation != Nation::Austrian || rules.plays(house!("formation.list", "any"))
        }
        (Arm::Infantry, Formation::Masse) => nation == Nation::Austrian,
        (Arm::Cavalry, Formation::Line) => true,
        (Arm::Cavalry, Formation::Column) => !rules.plays(house!("cav.formation", "line-only")),
        (Arm::Artillery, Formation::Limbered | Formation::Unlimbered) => true,
        (Arm::Skirmishers, Formation::Skirmish) => true,
        (
            Arm::Infantry | Arm::Cavalry | Arm::Artillery | Arm::Skirmishers,
            Formation::Column
            | Formation::Line
            | Formation::Square
            | Formation::Masse
            | Formation::Skirmish
            | Formation::Limbered
            | Formation::Unlimbered,
        ) => false,
    }
}

/// A change of formation or facing that was checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) unit: UnitId,
    pub(crate) formation: Formation,
    pub(crate) pose: Option<Pose>,
}

/// The rule that makes a change take the whole move.
fn change_cost(before: Formation, after: Formation) -> RuleId {
    match (before, after) {
        (Formation::Limbered, Formation::Unlimbered) => rule!("volley.move.unlimber"),
        (Formation::Unlimbered, Formation::Limbered) => rule!("volley.move.limber"),
        _ => rule!("volley.move.formation-change"),
    }
}

/// How a unit would stand in a formation, with the facing it has.
#[derive(Clone, Debug)]
pub struct Formed {
    pub pose: Pose,
    /// The point about which it takes another facing.
    pub pivot: Point,
    /// The rule that says what the change costs, where it is in force.
    pub cost: Option<RuleId>,
    /// The firefight it would be locked in, and is not as it stands.
    pub firefight: Option<Firefight>,
}

/// How a unit would stand in a formation, if it may take it; `None` beside real figures.
pub fn formed(game: &Volley, id: UnitId, formation: Formation) -> Option<Formed> {
    let unit = game.unit(id);
    let pose = placing::reformed(game, id, formation, None)?;
    let by_centre = placing::keeps_centre(game, unit, formation);
    let pivot = if by_centre { pose.centre(unit.footprint_in(&game.rules, formation)) } else { pose.at };
    let cost = change_cost(unit.formation, formation);
    let mut then = game.clone();
    placing::reform(&mut then, id, formation, Some(pose));
    let locked = firefight(&then, id).filter(|_| firefight(game, id).is_none());
    Some(Formed { pose, pivot, cost: game.rules.on(cost).then_some(cost), firefight: locked })
}

pub(crate) fn check_form(
    game: &Volley,
    side: Side,
    id: UnitId,
    formation: Formation,
    facing: Option<Bearing>,
) -> Result<Change, Refusal> {
    let charged = game.charges.iter().any(|charge| charge.charger == id);
    let before = game.get(id).map_or(formation, |unit| unit.formation);
    let unit = may_be_ordered(game, side, id, !game.rules.on(change_cost(before, formation)) && !charged)?;
    let name = unit.called();
    not_locked(game, id, rule!("volley.move.firefight.no-formation"), "change formation")?;
    may_take(game, unit, formation)?;
    let turns = match (facing, unit.pose) {
        (Some(facing), Some(pose)) => facing != pose.facing,
        _ => false,
    };
    if unit.changed {
        return refuse(
            rule!("volley.move.formation-change"),
            why!("{} [has|have] changed formation in this phase already.", name),
        );
    }
    if formation == unit.formation && !turns {
        return refuse(
            rule!("volley.move.formation-change"),
            why!("{} [is|are] in {} already.", name, formation),
        );
    }
    if formation == unit.formation
        && formation == Formation::Unlimbered
        && game.rules.flag(house!("artillery.no-manhandling"))
    {
        return refuse(
            house!("artillery.no-manhandling"),
            why!("{} [is|are] unlimbered and may only limber.", name),
        );
    }
    if unit.formation.is_closed() && game.rules.plays(house!("square.leave", "not-near-cavalry")) {
        let near = game.rules.scaled(Inches::whole(12));
        let threat = game
            .of(side.enemy())
            .find(|(enemy, body)| body.is(Arm::Cavalry) && game.distance(id, *enemy) <= near);
        if let Some((_, cavalry)) = threat {
            return refuse(
                house!("square.leave"),
                why!("{} may not leave {} while {} is near.", name, unit.formation, cavalry.called()),
            );
        }
    }
    let facing = facing.filter(|_| {
        !(unit.is(Arm::Artillery) && game.rules.plays(house!("artillery.unlimber-facing", "keep")))
    });
    let pose = placing::reformed(game, id, formation, facing);
    if let Some(pose) = pose {
        let rect = Rect::new(pose, unit.footprint_in(&game.rules, formation));
        if !placing::is_clear(game, id, &rect) {
            return refuse(
                house!("formation.change-place"),
                why!("There is no room for {} to form {}.", name, formation),
            );
        }
        forbidden_ground(game, unit, &game.scenario.terrain.under(&rect))?;
        let separation = game.separation();
        let comes_near = |there: &Rect| {
            let now = game.nearer_than_separation(&rect, there);
            now.is_some_and(|now| unit.rect().is_some_and(|me| me.distance(there) > now))
        };
        let mut near = game.units.near(rect.bounds(), separation);
        let too_near = near.find(|(_, other, there)| other.side() != side && comes_near(there));
        if let Some((_, enemy, _)) = too_near {
            let why = why!("{} in {} would be within {} of {}.", name, formation, separation, enemy.called());
            return refuse(house!("formation.change-place"), why);
        }
    }
    Ok(Change { unit: id, formation, pose })
}

/// Whether arm, nation and ground let a unit take a formation.
pub(crate) fn may_take(game: &Volley, unit: &Unit, formation: Formation) -> Result<(), Refusal> {
    let list = house!("formation.list");
    if formation != unit.formation && !game.may_form(unit, formation) {
        return refuse(list, why!("{} cannot form {}.", unit.called(), formation));
    }
    if formation.is_closed() && formation != unit.formation && !open_enough(game, unit) {
        return refuse(list, why!("{} cannot form {} in woods or villages.", unit.called(), formation));
    }
    Ok(())
}

/// Squares and masses are not formed in woods or villages.
pub fn open_enough(game: &Volley, unit: &Unit) -> bool {
    unit.rect().is_none_or(|rect| {
        let ground = game.scenario.terrain.under(rect);
        !ground.woods && !ground.village
    })
}

pub(crate) fn change<U: Umpire<Volley>>(
    game: &mut Volley,
    umpire: &mut U,
    change: Change,
) -> Result<(), U::Pause> {
    let Change { unit, formation, pose } = change;
    let may_lapse = game.rules.on(rule!("volley.move.firefight.no-formation"));
    if may_lapse && umpire.see(game, Locked { unit })? {
        umpire.tell(|| Event::new(What::Lapsed { unit }, &[rule!("volley.move.firefight.no-formation")]));
        return Ok(());
    }
    let before = game.unit(unit).formation;
    placing::reform(game, unit, formation, pose);
    let cost = change_cost(before, formation);
    let costs_all = game.rules.on(cost);
    let body = game.unit_mut(unit);
    // A change of formation, limbering or unlimbering takes the whole move.
    body.acted |= costs_all;
    body.changed = true;
    let what = if before == formation { What::Faced { unit } } else { What::Formed { unit, formation } };
    umpire.tell(|| Event::new(what, &[cost]));
    game.reach_generals(unit, umpire)
}

/// Whether a nation's infantry charges from column only: all but the British.
pub fn only_in_column(rules: &Rules, nation: Nation) -> bool {
    nation != Nation::British && rules.on(rule!("volley.charge.inf.column-only"))
}

impl Volley {
    /// The new formation the nation may take, and where its list allows it.
    pub fn may_form(&self, unit: &Unit, formation: Formation) -> bool {
        let closed_from = formation != Formation::Masse || unit.formation == Formation::Column;
        closed_from && has_formation(&self.rules, unit.nation(), unit.arm(), formation)
    }
}

/// The formation a unit enters or waits in.
pub fn marching_formation(arm: Arm) -> Formation {
    match arm {
        Arm::Infantry | Arm::Cavalry => Formation::Column,
        Arm::Skirmishers => Formation::Skirmish,
        Arm::Artillery => Formation::Limbered,
    }
}
