//! What orders demand of units: moves that break them are refused, and idle units are made to obey.

use crate::charts::{Demand, Rules};
use crate::ids::{house, rule};
use crate::rules::command::leaders;
use crate::rules::command::{self, InCommand};
use crate::rules::ground::placing;
use crate::rules::movement::activation::done;
use crate::rules::movement::begin::walked;
use crate::rules::movement::budget::Share;
use crate::rules::movement::command_check::rouse;
use crate::rules::movement::walk::Walk;
use crate::rules::orders::takes_objective;
use crate::rules::orders::ways;
use crate::state::answer::Pace;
use crate::state::event::{Event, What};
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, refuse, why};
use crate::state::unit::{Unit, UnitId};
use crate::state::words::{OrderKind, Part, Reference};
use engine::Why;
use engine::{Fact, Umpire};
use rulebook::RuleId;
use table::{Inches, Point, Rect};

/// What its corps' order demands of a unit; `None`: nothing.
pub fn demand(game: &Orders, unit: UnitId) -> Option<&Demand> {
    let corps = game.get_corps(game.unit(unit).corps())?;
    let part = if corps.lead.contains(&unit) { Part::LeadHalf } else { Part::OtherHalf };
    game.rules.demand(corps.order.kind, part)
}

/// How far ground is from where an order wants a unit: none where it obeys, `None` where there is nothing to measure by.
pub fn breach(game: &Orders, unit: UnitId, ground: &Rect) -> Option<Inches> {
    let demand = demand(game, unit)?;
    let (enemy, objective) = references(game, unit, demand);
    let objective = objective.map(|at| lacking(game, demand, ground.distance_to(at)));
    // Where the objective is as it should be, where the enemy is does not matter.
    if !enemy || objective == Some(Inches::ZERO) {
        return objective;
    }
    let enemy = placing::nearest_enemy(game, game.unit(unit).side(), ground);
    let enemy = enemy.map(|(_, gap)| lacking(game, demand, gap));
    [enemy, objective].into_iter().flatten().min()
}

/// What the distance is measured from: the nearest enemy, the objective, either (ruling orders.reference).
fn references(game: &Orders, unit: UnitId, demand: &Demand) -> (bool, Option<Point>) {
    let objective = game.corps(game.unit(unit).corps()).order.objective;
    match demand.of {
        Reference::Enemy => (true, None),
        Reference::Objective => (false, objective),
        Reference::Either if game.rules.plays(house!("orders.reference", "objective")) => {
            (objective.is_none(), objective)
        }
        Reference::Either => (true, objective),
    }
}

fn lacking(game: &Orders, demand: &Demand, gap: Inches) -> Inches {
    let far = demand.at_most.filter(|most| !game.rules.within(gap, *most)).map(|most| gap - most);
    let near = demand.at_least.filter(|least| !game.rules.at_least(gap, *least)).map(|least| least - gap);
    far.or(near).map_or(Inches::ZERO, |lack| lack.max(Inches(1)))
}

/// Whether an order tells its units to keep away rather than to close.
fn keeps_off(kind: OrderKind) -> bool {
    matches!(kind, OrderKind::Maneuver | OrderKind::Withdraw | OrderKind::Rally)
}

/// Whether a move that ends so obeys its order (rulings orders.advance, orders.maneuver.surprised, rally.conduct).
/// `failed`: out of command, with a failed check.
///
/// # Errors
/// The refusal.
pub(crate) fn judge(game: &Orders, id: UnitId, walk: &Walk<'_>, failed: bool) -> Result<(), Refusal> {
    let unit = game.unit(id);
    if failed || unit.in_panic() {
        return Ok(());
    }
    let (Some(demand), Some(start)) = (demand(game, id), unit.rect()) else { return Ok(()) };
    let Some(after) = breach(game, id, &walk.rect()).filter(|lack| *lack > Inches::ZERO) else {
        return Ok(());
    };
    let before = breach(game, id, start).unwrap_or_default();
    let kind = demand.order;
    let must_end_clear = matches!(kind, OrderKind::Maneuver | OrderKind::Rally);
    if kind == OrderKind::Maneuver
        && before > Inches::ZERO
        && game.rules.plays(house!("orders.maneuver.surprised", "lapses"))
    {
        return Ok(());
    }
    if before > Inches::ZERO && after < before {
        // It comes nearer to obeying.
        let could_clear = || obeying(game, id).is_some_and(|(_, lack)| lack == Inches::ZERO);
        if !must_end_clear {
            return goes_on(game, unit, demand, walk);
        }
        if !could_clear() {
            return Ok(());
        }
    } else if before > Inches::ZERO && obeying(game, id).is_none() {
        return Ok(());
    }
    let why = said(game, unit, demand, after);
    match kind {
        OrderKind::Maneuver if before > Inches::ZERO => refuse(house!("orders.maneuver.surprised"), why),
        OrderKind::Rally => refuse(house!("rally.conduct"), why),
        OrderKind::Attack
        | OrderKind::Probe
        | OrderKind::Defend
        | OrderKind::Screen
        | OrderKind::Maneuver
        | OrderKind::Withdraw => refuse(demand.rule, why),
    }
}

/// Where the house demands so, a unit that is not there yet goes on as long as it can.
fn goes_on(game: &Orders, unit: &Unit, demand: &Demand, walk: &Walk<'_>) -> Result<(), Refusal> {
    let rules = &game.rules;
    let least = if rules.plays(house!("orders.advance", "full-move")) {
        walk.budget()
    } else if rules.plays(house!("orders.advance", "half-move")) {
        walk.budget().times(Share::new(1, 2))
    } else {
        return Ok(());
    };
    let stopped = || walk.reach_ahead(Inches::mils(250)) < Inches::mils(100);
    if walk.spent() >= least || stopped() {
        return Ok(());
    }
    let name = unit.called();
    let why = why!("{} must use {} of [its|their] move to carry out {}.", name, least, demand.order);
    refuse(house!("orders.advance"), why)
}

fn said(game: &Orders, unit: &Unit, demand: &Demand, lack: Inches) -> Why {
    let wanted = wanted(demand, game.corps(unit.corps()).order.objective.is_some());
    why!(
        "{} [has|have] the order {} and must be {}, or come nearer to that: [it lacks|they lack] {}.",
        unit.called(),
        demand.order,
        wanted,
        lack
    )
}

/// Where an order wants a unit. `placed`: it names an objective, or may.
fn wanted(demand: &Demand, placed: bool) -> Why {
    let of = match demand.of {
        Reference::Enemy => "the enemy",
        Reference::Objective => "the objective",
        Reference::Either if placed => "an enemy or the objective",
        Reference::Either => "an enemy",
    };
    match (demand.at_least, demand.at_most) {
        (Some(least), Some(most)) => why!("{} to {} from {}", least, most, of),
        (Some(least), None) => why!("{} or more from {}", least, of),
        (None, Some(most)) => why!("within {} of {}", most, of),
        (None, None) => why!("near {}", of),
    }
}

/// What an order is given for, in the words of its giver.
const fn purpose(kind: OrderKind) -> &'static str {
    match kind {
        OrderKind::Attack => "to take a place or drive the enemy off it",
        OrderKind::Probe => "to feel for the enemy with one half, the other behind it in support",
        OrderKind::Screen => "to watch the enemy and stand in his way without a fight",
        OrderKind::Maneuver => "to march elsewhere, out of the enemy's reach",
        OrderKind::Defend => "to hold a place",
        OrderKind::Withdraw => "to break off and get away",
        OrderKind::Rally => "to rest far from the enemy and get back lost morale",
    }
}

/// What an order is for and what it means for the units of a corps, in a few words, and the rules that say so.
pub fn meaning(rules: &Rules, kind: OrderKind) -> (String, Vec<RuleId>) {
    let mut parts: Vec<String> = vec![purpose(kind).to_owned()];
    for demand in rules.demands(kind) {
        let who = match demand.part {
            Part::All => "all units",
            Part::LeadHalf => "the half that leads",
            Part::OtherHalf => "the others",
        };
        parts.push(format!("{who} must stand {}", wanted(demand, takes_objective(kind))));
    }
    let charges = match charges_under(rules, kind) {
        Chargers::All => "all may charge",
        Chargers::LeadHalf => "those who lead may charge",
        Chargers::Nobody => "nobody charges",
    };
    parts.push(charges.to_owned());
    if kind == OrderKind::Withdraw && rules.plays(house!("table.edge", "withdraw")) {
        parts.push("they may leave by their own edge".to_owned());
    }
    if kind == OrderKind::Rally && rules.on(rule!("orders.orders.rally.check")) {
        parts.push("each checks in step 7 whether it recovers".to_owned());
    }
    (parts.join("; "), rules.demands(kind).map(|demand| demand.rule).collect())
}

/// How near an enemy or its objective an order brings all its units; `None`: it does not go at the enemy.
pub fn goes_at_enemy(rules: &Rules, kind: OrderKind) -> Option<Inches> {
    let at_enemy = rules.demands(kind).filter(|demand| demand.of != Reference::Objective);
    at_enemy.filter_map(|demand| demand.at_most).min()
}

/// Who may charge under an order.
enum Chargers {
    All,
    LeadHalf,
    Nobody,
}

/// Ruling orders.charge-permission.
fn charges_under(rules: &Rules, kind: OrderKind) -> Chargers {
    if rules.plays(house!("orders.charge-permission", "any-order")) {
        return Chargers::All;
    }
    match kind {
        OrderKind::Attack | OrderKind::Defend => Chargers::All,
        OrderKind::Probe => Chargers::LeadHalf,
        OrderKind::Screen | OrderKind::Maneuver | OrderKind::Withdraw | OrderKind::Rally => Chargers::Nobody,
    }
}

/// Whether its order lets a unit charge at all (ruling orders.charge-permission).
///
/// # Errors
/// The refusal.
pub fn may_charge(game: &Orders, id: UnitId) -> Result<(), Refusal> {
    let permission = house!("orders.charge-permission");
    let unit = game.unit(id);
    let Some(corps) = game.get_corps(unit.corps()) else { return Ok(()) };
    let (name, kind) = (unit.called(), corps.order.kind);
    match charges_under(&game.rules, kind) {
        Chargers::All => Ok(()),
        Chargers::LeadHalf if corps.lead.contains(&id) => Ok(()),
        Chargers::LeadHalf => {
            refuse(permission, why!("{} [is|are] not in the half that leads the {}.", name, kind))
        }
        Chargers::Nobody => {
            refuse(permission, why!("{} [has|have] the order {} and may not charge.", name, kind))
        }
    }
}

/// A charge under Defend ends within the printed distance of the objective.
///
/// # Errors
/// The refusal.
pub(crate) fn ends_where_it_may(game: &Orders, id: UnitId, ground: &Rect) -> Result<(), Refusal> {
    let by_order = game.rules.plays(house!("orders.charge-permission", "by-order"));
    let Some(demand) = demand(game, id).filter(|demand| demand.order == OrderKind::Defend && by_order) else {
        return Ok(());
    };
    match breach(game, id, ground) {
        Some(lack) if lack > Inches::ZERO => {
            refuse(house!("orders.charge-permission"), said(game, game.unit(id), demand, lack))
        }
        _ => Ok(()),
    }
}

// ------------------------------------------------------------- idle units ----

/// The plainest way for a unit to come nearer to obeying, and what it then still lacks; `None` if no legal move does.
pub(crate) fn obeying(game: &Orders, id: UnitId) -> Option<(Vec<Pace>, Inches)> {
    let unit = game.unit(id);
    let rect = unit.rect()?;
    let before = breach(game, id, rect).filter(|lack| *lack > Inches::ZERO)?;
    let demand = demand(game, id)?;
    let mut best: Option<(Vec<Pace>, Inches)> = None;
    for goal in goals(game, id, demand, rect) {
        let away = keeps_off(demand.order) || too_near(game, demand, rect.distance_to(goal));
        let found = ways::nearer(game, id, goal, away, before, |walk| {
            breach(game, id, &walk.rect()).unwrap_or_default()
        });
        if let Some((paces, lack)) = found.filter(|(_, lack)| *lack < before)
            && best.as_ref().is_none_or(|(_, least)| lack < *least)
        {
            let done = lack == Inches::ZERO;
            best = Some((paces, lack));
            if done {
                break;
            }
        }
    }
    best
}

/// Points to go to, or from: of the nearest enemy and of the objective, the one that lacks less first.
fn goals(game: &Orders, id: UnitId, demand: &Demand, rect: &Rect) -> Vec<Point> {
    let (enemy, objective) = references(game, id, demand);
    let enemy = enemy.then(|| placing::nearest_enemy(game, game.unit(id).side(), rect)).flatten();
    let enemy = enemy.and_then(|(enemy, gap)| {
        let at = game.unit(enemy).rect()?.nearest_point_to(rect.centre()).stored();
        Some((lacking(game, demand, gap), at))
    });
    let objective = objective.map(|at| (lacking(game, demand, rect.distance_to(at)), at));
    let mut goals: Vec<(Inches, Point)> = [objective, enemy].into_iter().flatten().collect();
    goals.sort();
    goals.into_iter().map(|(_, at)| at).collect()
}

fn too_near(game: &Orders, demand: &Demand, gap: Inches) -> bool {
    demand.at_least.is_some_and(|least| !game.rules.at_least(gap, least))
}

/// Whether an idle unit is bound to act: not in contact, not in Panic, and not where its order wants it. Rally binds no
/// unit to move.
fn must_act(game: &Orders, id: UnitId, unit: &Unit) -> bool {
    if unit.acted || unit.in_panic() || game.in_contact(id) {
        return false;
    }
    let kind = game.get_corps(unit.corps()).map(|corps| corps.order.kind);
    if kind == Some(OrderKind::Rally) {
        return false;
    }
    let surprised =
        kind == Some(OrderKind::Maneuver) && game.rules.plays(house!("orders.maneuver.surprised", "lapses"));
    !surprised && unit.rect().and_then(|rect| breach(game, id, rect)).is_some_and(|lack| lack > Inches::ZERO)
}

/// Whether a unit that is left idle is moved at the end of step 2.
pub fn is_moved_if_idle(game: &Orders, id: UnitId) -> bool {
    game.rules.plays(house!("orders.enforcement", "enforced")) && must_act(game, id, game.unit(id))
}

/// Whether a unit is where an order to stay wants it: under Defend near its objective, or rallying.
pub fn is_at_post(game: &Orders, id: UnitId) -> bool {
    let unit = game.unit(id);
    let stays = match game.get_corps(unit.corps()).map(|corps| corps.order.kind) {
        Some(OrderKind::Defend) => {
            unit.rect().and_then(|rect| breach(game, id, rect)).is_none_or(|lack| lack == Inches::ZERO)
        }
        Some(OrderKind::Rally) => true,
        _ => false,
    };
    stays && unit.rect().is_some()
}

engine::sight! {
    /// Units left idle that are not where their order wants them. Beside real figures one question serves for all.
    pub struct Idle of Orders { pub side: engine::Side } -> Vec<UnitId>;
    word: "idle";
    about: |f, _| [f.side];
    asks: |f, _| f.side;
    secret: false;
    usual: |_, _| Some(Vec::new());
    stale: AtOnce;
    measured: |fact, game| game.of(fact.side).filter(|(id, unit)| must_act(game, *id, unit)).map(|(id, _)| id).collect();
    text: |f, g| {
        let side = &g.scenario.adjectives[f.side];
        format!("Which {side} units left idle could move and are not where their order wants them?")
    };
    answers: |_, _| AnyOf;
}

/// The end of step 2: one idle unit is made to obey (ruling orders.enforcement). Says whether there was one.
///
/// # Errors
/// The umpire's pause.
pub fn obey<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) -> Result<bool, U::Pause> {
    let side = game.mover;
    let enforced = game.rules.plays(house!("orders.enforcement", "enforced"));
    if !game.measured {
        if enforced {
            for unit in umpire.see(game, Idle { side })? {
                let body = game.unit_mut(unit);
                if body.side() == side && !body.acted {
                    body.acted = true;
                    umpire.tell(|| Event::ruled(What::Obeys { unit }, house!("orders.enforcement")));
                }
            }
        }
        leaders::clear(game, umpire, side)?;
        return Ok(false);
    }
    if !enforced {
        return Ok(false);
    }
    for id in game.ids() {
        let unit = game.unit(id);
        if unit.side() != side || !unit.on_table() || unit.acted {
            continue;
        }
        if must_act(game, id, unit) {
            make_obey(game, umpire, id)?;
            return Ok(true);
        }
        // It is where it should be: not looked at again.
        game.unit_mut(id).acted = true;
    }
    Ok(false)
}

fn make_obey<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, unit: UnitId) -> Result<(), U::Pause> {
    let in_command = InCommand { unit }.measure(game);
    if command::must_roll(game, in_command) && !rouse(game, umpire, unit)? {
        // It rolled and failed: it is excused.
        if game.unit(unit).on_table() {
            done(game, unit);
        }
        return Ok(());
    }
    let rule = demand(game, unit).map_or(rule!("orders.orders.list"), |demand| demand.rule);
    let moved = obeying(game, unit).and_then(|(paces, _)| walked(game, unit, &paces));
    match moved {
        Some((end, formation)) => {
            placing::stand(game, unit, Some(end), formation);
            umpire.tell(|| {
                let mut event = Event::new(What::Obeys { unit }, &[rule]);
                event.ruling = Some(house!("orders.enforcement"));
                event
            });
        }
        None => umpire.tell(|| Event::ruled(What::Excused { unit }, house!("orders.enforcement"))),
    }
    done(game, unit);
    leaders::overrun(game, umpire, game.unit(unit).side())
}
