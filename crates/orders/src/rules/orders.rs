//! Orders: the ladder, what a commander may make of what he received, couriers, and what stays sealed.

pub(crate) mod guesses;
pub mod obedience;
pub(crate) mod ways;

use crate::ids::{house, rule};
use crate::rules::command;
use crate::rules::ground::placing;
use crate::rules::luck::{any_point, pick};
use crate::state::answer::{Answer, Instruction};
use crate::state::event::{Event, What};
use crate::state::game::Orders;
use crate::state::refusal::{Refusal, not_an_answer, refuse, why};
use crate::state::unit::{CorpsId, Courier, Order, Unit, UnitId};
use crate::state::words::{OrderKind, Part, Reference};
use dice::Stream;
use engine::{Ask, Form, FormKind, Side, Umpire};
use rulebook::RuleId;
use serde::Serialize;
use std::borrow::Cow;
use table::{Inches, Point};

// -------------------------------------------------------------- the ladder ----

/// What a corps commander may make of an order he has: as it is, or shifted by his nation's step.
/// The rule is the one that grants the step.
pub fn may_carry(game: &Orders, corps: CorpsId) -> (Option<RuleId>, Vec<OrderKind>) {
    let own = game.corps(corps);
    let from = if baseline_is_current(game) { own.order.kind } else { own.received.kind };
    let nation = command::nation(game, corps);
    let shifts = game.rules.shifts(nation, from).into_iter().map(|(_, kind)| kind);
    let rule = game.rules.order_steps(nation).map(|(rule, _)| rule);
    (rule, std::iter::once(from).chain(shifts).collect())
}

fn baseline_is_current(game: &Orders) -> bool {
    game.rules.plays(house!("orders.change.baseline", "current"))
}

/// Whether an order may have an objective.
pub fn takes_objective(kind: OrderKind) -> bool {
    matches!(kind, OrderKind::Attack | OrderKind::Probe | OrderKind::Screen | OrderKind::Defend)
}

/// How far from the enemy units under Rally must be.
pub(crate) fn rally_distance(game: &Orders) -> Option<Inches> {
    let demand = game.rules.demand(OrderKind::Rally, Part::All)?;
    demand.at_least.filter(|_| demand.of != Reference::Objective)
}

/// Whether every unit of a corps is far enough from the enemy to be put under Rally.
pub fn may_rally(game: &Orders, corps: CorpsId) -> bool {
    let Some(least) = rally_distance(game) else { return true };
    let near =
        |unit: &Unit| unit.rect().is_some_and(|rect| placing::is_pressed(game, unit.side(), rect, least));
    !game.units_of(corps).any(|(_, unit)| near(unit))
}

// ---------------------------------------------------------- writing orders ----

/// Step 1: send an order, carry one out otherwise than received, or no more. Sealed until all are in.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WriteOrders {
    pub side: Side,
    /// The orders the corps begin with, before turn 1.
    pub start: bool,
}

impl Ask<Orders> for WriteOrders {
    const WORD: &'static str = "orders";
    type Granted = Option<Instruction>;

    fn side(&self, _: &Orders) -> Side {
        self.side
    }

    fn grant(&self, game: &Orders, answer: &Answer) -> Result<Option<Instruction>, Refusal> {
        if *answer == Answer::No {
            return Ok(None);
        }
        let Answer::Instruct(instruction) = answer else {
            return not_an_answer("an order to a corps, or no more.");
        };
        self.check(game, instruction).map(Some)
    }

    fn decline(&self, _: &Orders) -> Answer {
        Answer::No
    }

    fn prompt(&self, _: &Orders) -> String {
        if self.start {
            "Write down what each corps begins with, or go on.".to_owned()
        } else {
            "Write your corps' orders: choose a corps, an order and a place, or go on.".to_owned()
        }
    }

    fn waited_for(&self, _: &Orders) -> String {
        "their corps' orders.".to_owned()
    }

    fn form(&self, game: &Orders) -> Form<Answer> {
        let own = |corps: CorpsId| game.get_corps(corps).is_some_and(|corps| corps.side == self.side);
        let written = game.sealed.iter().any(|sealed| own(sealed.corps()));
        let end = match (self.start, written) {
            (true, _) => "Begin with these",
            (false, true) => "Seal the orders",
            (false, false) => "No new orders",
        };
        Form::new(FormKind::Write, None).or(end, "", Answer::No)
    }

    /// An instruction of any kind to one of the side's corps, or no more.
    fn sample(&self, game: &Orders, luck: &mut Stream) -> Answer {
        let own: Vec<CorpsId> =
            game.corps_ids().filter(|corps| game.corps(*corps).side == self.side).collect();
        if luck.below(3) == 0 {
            return Answer::No;
        }
        for _ in 0..4 {
            let Some(corps) = pick(&own, luck).copied() else { return Answer::No };
            let Some((_, kind)) = pick(OrderKind::WORDS, luck).copied() else { return Answer::No };
            let objective = (takes_objective(kind) && luck.below(2) == 0).then(|| any_point(game, luck));
            let order = Order { kind, objective };
            let instruction = if luck.below(3) == 0 {
                Instruction::Send { corps, order }
            } else {
                Instruction::Carry { corps, order }
            };
            let answer = Answer::Instruct(instruction);
            if self.grant(game, &answer).is_ok() {
                return answer;
            }
        }
        Answer::No
    }

    fn is_sealed(&self) -> bool {
        true
    }
}

impl WriteOrders {
    fn check(&self, game: &Orders, instruction: &Instruction) -> Result<Instruction, Refusal> {
        let WriteOrders { side, start } = *self;
        let id = instruction.corps();
        let renamed = game.awaited.iter().any(|awaited| awaited.id == id && awaited.here.is_some());
        let Some(corps) = game.get_corps(id).filter(|corps| corps.side == side && !renamed) else {
            return refuse(house!("orders.change.timing"), "You have no such corps.");
        };
        let name = &corps.name;
        if game.commander(id).is_none() && !start {
            let why =
                why!("The commander of {} is off the table: [it keeps its|they keep their] order.", name);
            return refuse(house!("orders.change.timing"), why);
        }
        let order = checked_order(game, id, instruction.order())?;
        if game.rules.shifted(order.kind, 0).is_none() {
            return refuse(rule!("orders.orders.list"), why!("{} is no order of this game.", order.kind));
        }
        match instruction {
            Instruction::Send { .. } => {
                let baseline = house!("orders.change.baseline");
                if start || baseline_is_current(game) {
                    return refuse(baseline, "No orders are sent now: say what the corps carries out.");
                }
                let sender = game
                    .leaders
                    .iter()
                    .any(|leader| leader.army && leader.side == side && leader.is_present());
                if !sender {
                    return refuse(
                        baseline,
                        "Without an army commander on the table no new order can be sent.",
                    );
                }
                let under_way =
                    game.couriers.iter().any(|courier| courier.corps == id && courier.arrives > game.turn);
                if under_way || corps.fresh {
                    let why = why!("{} [has|have] an order sent this turn, or one on its way.", name);
                    return refuse(baseline, why);
                }
                Ok(Instruction::Send { corps: id, order })
            }
            Instruction::Carry { .. } => {
                if game.sealed.iter().any(|sealed| sealed.corps() == id) {
                    return refuse(
                        house!("orders.change.timing"),
                        why!("The order of {} is written already.", name),
                    );
                }
                let (rule, may) = may_carry(game, id);
                if !start && !may.contains(&order.kind) {
                    let words: Vec<&str> = may.iter().map(|kind| kind.word()).collect();
                    let why = why!("{} may carry out {} now, not {}.", name, words.join(" or "), order.kind);
                    return match rule {
                        Some(rule) => refuse(rule, why),
                        None => refuse(house!("orders.ladder"), why),
                    };
                }
                if order.kind == OrderKind::Rally && !start && !may_rally(game, id) {
                    let why = why!("{} [has|have] units too near the enemy to be put under rally.", name);
                    return refuse(rule!("orders.orders.rally.distance"), why);
                }
                Ok(Instruction::Carry { corps: id, order })
            }
        }
    }
}

/// The order with its objective: on the table, where the order takes one, and never missing under Defend.
fn checked_order(game: &Orders, corps: CorpsId, order: Order) -> Result<Order, Refusal> {
    let objective = house!("orders.objective");
    let Some(at) = order.objective else {
        let named = (order.kind == OrderKind::Defend).then(|| post(game, corps)).flatten();
        return Ok(Order { objective: named, ..order });
    };
    if !takes_objective(order.kind) {
        return refuse(objective, why!("{} takes no objective.", order.kind));
    }
    let terrain = &game.scenario.terrain;
    if !(0..=terrain.width.0).contains(&at.x) || !(0..=terrain.depth.0).contains(&at.y) {
        return refuse(objective, "The objective must be a point on the table.");
    }
    let of_battle = game.scenario.objectives.iter().any(|known| known.at == at);
    if game.rules.plays(house!("orders.objective", "scenario")) && !of_battle {
        return refuse(objective, "Only the battle's own objectives may be named.");
    }
    Ok(order)
}

/// Where a corps commander stands; without him, its first unit.
fn post(game: &Orders, corps: CorpsId) -> Option<Point> {
    let commander = game.commander(corps).and_then(|(_, leader)| game.leader_at(leader));
    let unit = || game.units_of(corps).find_map(|(_, unit)| Some(unit.pose?.centre(unit.footprint())));
    commander.or_else(unit)
}

engine::sight! {
    /// How many turns a courier needs to a corps.
    pub struct CourierTime of Orders { pub corps: CorpsId } -> u32;
    word: "courier-time";
    about: |f, _| [f.corps];
    asks: |f, g| g.corps(f.corps).side;
    secret: true;
    usual: |_, _| Some(0);
    stale: AnyMove;
    measured: |f, g| courier_time(g, f.corps);
    text: |f, g| format!(
        "How many turns does the courier to {} need (0 within the radius, else 1 for each further {} or part of it)?",
        g.corps(f.corps).name,
        ride(g)
    );
    answers: |_, g| UpTo(longest_ride(g));
}

/// How far a courier rides in a turn.
fn ride(game: &Orders) -> Inches {
    game.rules.ruled(house!("orders.courier-ride")).max(Inches(1))
}

/// The most turns that need be told of a courier: from corner to corner of the table, and no more than the battle has. Never
/// under five, which any record may have.
fn longest_ride(game: &Orders) -> u32 {
    let terrain = &game.scenario.terrain;
    let [width, depth] = [terrain.width, terrain.depth].map(|side| u64::from(side.0.unsigned_abs()));
    let across = (width * width + depth * depth).isqrt() as u32;
    let turns = game.scenario.length.unwrap_or_else(|| game.rules.usual_length());
    across.div_ceil(ride(game).0.unsigned_abs()).min(turns).max(5)
}

/// At once within the radius, else a turn for each further 24 inches or part of them.
fn courier_time(game: &Orders, corps: CorpsId) -> u32 {
    let side = game.corps(corps).side;
    let sender = game.leaders.iter().find(|leader| leader.army && leader.side == side && leader.is_present());
    let receiver = game.commander(corps).map(|(_, leader)| leader);
    let rects = sender
        .zip(receiver)
        .and_then(|(from, to)| Some((command::leader_rect(game, from)?, command::leader_rect(game, to)?)));
    let Some((from, to)) = rects else { return 1 };
    let Some((_, radius)) = command::corps_radius(game, corps) else { return 1 };
    let gap = from.distance(&to);
    if game.rules.within(gap, radius) {
        return 0;
    }
    ((gap - radius).0.max(1) as u32).div_ceil(ride(game).0.unsigned_abs())
}

/// Writes an instruction down. Only its own side hears of it.
///
/// # Errors
/// The umpire's pause.
pub(crate) fn write_down<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    instruction: Instruction,
) -> Result<(), U::Pause> {
    let (corps, order) = (instruction.corps(), instruction.order());
    match instruction {
        Instruction::Carry { .. } => {
            game.sealed.push(instruction);
            umpire.tell(|| {
                Event::new(What::Sealed { corps, order, sent: false }, &[rule!("orders.turn.step.1")])
            });
        }
        Instruction::Send { .. } => {
            let turns = umpire.see(game, CourierTime { corps })?;
            if turns == 0 {
                receive(game, umpire, corps, order);
            } else {
                let arrives = game.turn + turns;
                game.couriers.push(Courier { corps, order, arrives });
                let sent = What::Dispatched { corps, order, arrives };
                umpire.tell(|| Event::ruled(sent, house!("orders.change.baseline")));
            }
        }
    }
    Ok(())
}

fn receive<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U, corps: CorpsId, order: Order) {
    let own = &mut game.corps[usize::from(corps.0)];
    own.received = order;
    own.fresh = true;
    // What was written down before the courier came rested on the old order.
    game.sealed.retain(|sealed| sealed.corps() != corps);
    umpire.tell(|| Event::ruled(What::Received { corps, order }, house!("orders.change.baseline")));
}

/// Step 1 begins: couriers ride in. One whose receiver is off the table waits for him.
pub(crate) fn couriers_arrive<U: Umpire<Orders>>(game: &mut Orders, umpire: &mut U) {
    let now = game.turn;
    let (here, under_way): (Vec<Courier>, Vec<Courier>) = std::mem::take(&mut game.couriers)
        .into_iter()
        .partition(|courier| courier.arrives <= now && game.commander(courier.corps).is_some());
    game.couriers = under_way;
    for courier in here {
        receive(game, umpire, courier.corps, courier.order);
    }
}

// -------------------------------------------------------------- revealing ----

/// Shows the orders of a side: what was written down, what came in, or what was carried out before.
pub(crate) fn reveal<U: Umpire<Orders>>(
    game: &mut Orders,
    umpire: &mut U,
    side: Side,
    start: bool,
) -> Result<(), U::Pause> {
    umpire.uncovers(side);
    let ids: Vec<CorpsId> = game.corps_ids().filter(|id| game.corps(*id).side == side).collect();
    for id in ids {
        let before = game.corps(id).order;
        let here = game.comes_in(id).is_none();
        let written = game.sealed.iter().find(|sealed| sealed.corps() == id).map(Instruction::order);
        let order = written.unwrap_or_else(|| unspoken(game, id));
        let rallies = start || order.kind != OrderKind::Rally || before.kind == OrderKind::Rally;
        let order = if rallies || umpire.see(game, FarEnough { corps: id })? { order } else { before };
        let corps = &mut game.corps[usize::from(id.0)];
        corps.order = order;
        if start {
            corps.received = order;
        }
        corps.fresh = false;
        let lead = if here && order.kind == OrderKind::Probe {
            umpire.see(game, LeadHalf { corps: id })?
        } else {
            Vec::new()
        };
        game.corps[usize::from(id.0)].lead = lead;
        // What a corps does that is still to come is shown when it is there.
        if here && (order != before || start) {
            let (step, _) = may_carry(game, id);
            let rules = [
                Some(rule!("orders.turn.step.1")),
                Some(rule!("orders.orders.list")),
                step.filter(|_| !start),
            ];
            let rules: Vec<RuleId> = rules.into_iter().flatten().collect();
            umpire.tell(|| Event::new(What::Revealed { corps: id, order, before }, &rules));
        }
    }
    for awaited in game.awaited.iter_mut().filter(|awaited| awaited.here.is_none()) {
        // What a corps does that is still to come is shown when it is there.
        if let Some(written) = game.sealed.iter().find(|sealed| sealed.corps() == awaited.id) {
            awaited.corps.order = written.order();
            awaited.corps.received = written.order();
        }
    }
    let theirs: Vec<Instruction> =
        game.sealed.iter().filter(|sealed| game.corps(sealed.corps()).side != side).copied().collect();
    game.sealed = theirs;
    Ok(())
}

/// What a corps does when nothing was written: a new order as it came, else on as before while that is allowed.
fn unspoken(game: &Orders, id: CorpsId) -> Order {
    let corps = game.corps(id);
    if baseline_is_current(game) || game.commander(id).is_none() {
        return corps.order;
    }
    if corps.fresh || !may_carry(game, id).1.contains(&corps.order.kind) {
        return corps.received;
    }
    corps.order
}

engine::sight! {
    /// Whether every unit of a corps is far enough from the enemy to be put under Rally.
    pub struct FarEnough of Orders { pub corps: CorpsId } -> bool;
    word: "far-enough-for-rally";
    about: |f, _| [f.corps];
    asks: |f, g| g.corps(f.corps).side;
    secret: true;
    usual: |f, g| Some(!g.units_of(f.corps).any(|(_, unit)| unit.pressed));
    stale: AnyMove;
    measured: |fact, game| may_rally(game, fact.corps);
    text: |fact, game| {
        let least = rally_distance(game).unwrap_or_default().to_string();
        let inches = least.trim_end_matches('"');
        format!("Is every unit of {} {inches} inches or more from the enemy?", game.corps(fact.corps).name)
    };
    answers: |_, _| YesNo;
}

engine::sight! {
    /// The half of a corps under Probe that leads: the nearest to the enemy or to the objective.
    pub struct LeadHalf of Orders { pub corps: CorpsId } -> Vec<UnitId>;
    word: "lead-half";
    about: |f, _| [f.corps];
    asks: |f, g| g.corps(f.corps).side;
    secret: false;
    usual: |_, _| None;
    stale: Turn;
    measured: |fact, game| lead_half(game, fact.corps);
    text: |fact, game| format!("Which half of {} leads the probe?", game.corps(fact.corps).name);
    answers: |_, _| AnyOf;
}

fn lead_half(game: &Orders, id: CorpsId) -> Vec<UnitId> {
    let mut near: Vec<(Inches, UnitId)> = game
        .units_of(id)
        .map(|(unit, _)| (to_reference(game, unit).unwrap_or(Inches(i32::MAX)), unit))
        .collect();
    near.sort_unstable();
    let half = if game.rules.plays(house!("orders.probe.rounding", "down")) {
        near.len() / 2
    } else {
        near.len().div_ceil(2)
    };
    near.into_iter().take(half).map(|(_, unit)| unit).collect()
}

/// How far a unit is from what its order is measured by: the nearest enemy or the objective.
fn to_reference(game: &Orders, unit: UnitId) -> Option<Inches> {
    let body = game.unit(unit);
    let rect = body.rect()?;
    let enemy = placing::nearest_enemy(game, body.side(), rect).map(|(_, gap)| gap);
    let objective = game.corps(body.corps()).order.objective;
    let objective = objective.map(|at| rect.nearest_point_to(at.into()).stored().distance(at));
    [enemy, objective].into_iter().flatten().min()
}

// ---------------------------------------------------------------- secrets ----

/// The game as a side sees it. What is sealed, under way or not here yet is known to its own side only, and so is what
/// a corps was last sent: the enemy sees what it does.
pub(crate) fn seen_by(game: &Orders, side: Option<Side>) -> Cow<'_, Orders> {
    let hides = |of: Side| Some(of) != side;
    let side_of = |corps: CorpsId| game.corps(corps).side;
    let nothing =
        !game.corps.iter().any(|corps| hides(corps.side) && (corps.received != corps.order || corps.fresh))
            && !game.sealed.iter().any(|sealed| hides(side_of(sealed.corps())))
            && !game.couriers.iter().any(|courier| hides(side_of(courier.corps)))
            && !game.coming.iter().any(|coming| hides(coming.side))
            && !game.awaited.iter().any(|awaited| hides(awaited.corps.side));
    if nothing {
        return Cow::Borrowed(game);
    }
    let mut view = game.clone();
    for corps in view.corps.iter_mut().filter(|corps| hides(corps.side)) {
        corps.received = corps.order;
        corps.fresh = false;
    }
    view.sealed.retain(|sealed| !hides(side_of(sealed.corps())));
    view.couriers.retain(|courier| !hides(side_of(courier.corps)));
    for coming in game.coming.iter().filter(|coming| hides(coming.side)) {
        view.starting_units[coming.side] -= coming.units.len() as u32;
    }
    view.coming.retain(|coming| !hides(coming.side));
    view.awaited.retain(|awaited| !hides(awaited.corps.side));
    Cow::Owned(view)
}
