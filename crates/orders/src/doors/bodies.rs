//! The corps as doors draw them: what each does, what it was sent, what is on its way and what is written; and what may be
//! written for it.

use crate::charts::Rules;
use crate::ids::{Ids, rule};
use crate::rules::command;
use crate::rules::orders::{CourierTime, WriteOrders, obedience, takes_objective};
use crate::state::answer::{Answer, Instruction};
use crate::state::game::Orders;
use crate::state::unit::{CorpsId, Order, UnitId};
use crate::state::words::{Level, OrderKind};
use engine::group::{
    Coming, ComingUnit, HowFar, Kind, NamedPlace, Pending, WayToWrite, Writable, Writes, Writing,
};
use engine::wording::part_of;
use engine::{
    Ask as _, Fact as _, GroupDrawn, GroupId, Initiative, Mood, OrderDrawn, Played as _, Sign, rule_name,
};

const NERVOUS: Sign = Sign::named(
    "N",
    "nervous",
    Mood::Bad,
    "Units of it have failed one check: they fire and fight worse, and come to disrupted next.",
    "orders.morale.nervous",
);
const DISRUPTED: Sign = Sign::named(
    "D",
    "disrupted",
    Mood::Bad,
    "Units of it have failed twice: they went back and fight badly until they rally.",
    "orders.morale.disrupted",
);
const PANIC: Sign = Sign::named(
    "P",
    "in panic",
    Mood::Bad,
    "Units of it run from the enemy, and may be dispersed.",
    "orders.morale.panic",
);
const OUTSIDE: Sign = Sign::named(
    "O",
    "outside the commander's reach",
    Mood::Plain,
    "Each such unit checks before it may move.",
    "orders.command.outside.check",
);
const WRITTEN: Sign = Sign::named(
    "✎",
    "order written",
    Mood::Plain,
    "It is sealed until both sides have written.",
    "orders.house.orders.change.timing",
);
const COURIER: Sign = Sign::named(
    "✉",
    "courier on its way",
    Mood::Plain,
    "An order is under way; the corps does what it does until the order comes.",
    "orders.house.orders.courier-ride",
);

/// Every sign, for a list of them.
pub(super) fn every_sign(rules: &Rules) -> Vec<Sign> {
    vec![NERVOUS, DISRUPTED, PANIC, outside(rules), WRITTEN, COURIER]
}

fn outside(rules: &Rules) -> Sign {
    let Some((part, whole)) = rules.roused_share() else { return OUTSIDE };
    let moves = part_of(part, whole, "its move");
    OUTSIDE.meaning(format!("Each such unit checks before it may move, and then has {moves}."))
}

/// The corps that are here, then those that are still to come.
pub(super) fn drawn(game: &Orders) -> Vec<GroupDrawn> {
    let awaited = game.still_to_come().map(|awaited| awaited.id);
    game.corps_ids().chain(awaited).map(|id| corps_drawn(game, id)).collect()
}

fn corps_drawn(game: &Orders, id: CorpsId) -> GroupDrawn {
    let corps = game.corps(id);
    let members: Vec<UnitId> = game.ids().filter(|unit| game.unit(*unit).corps() == id).collect();
    let pending = pending(game, id);
    GroupDrawn {
        leader: Some(corps.commander),
        order: Some(order_drawn(game, corps.order)),
        signs: signs(game, id, &members),
        pending,
        comes: comes(game, id),
        members,
        ..GroupDrawn::new(GroupId(u32::from(id.0)), "corps", corps.name.to_string(), corps.side)
    }
}

fn order_drawn(game: &Orders, order: Order) -> OrderDrawn {
    let Order { kind, objective } = order;
    let (means, rules) = obedience::meaning(&game.rules, kind);
    let [first, ..] = kind.word().as_bytes() else { unreachable!("every word has a letter") };
    let title = format!("{}{}", char::from(first.to_ascii_uppercase()), &kind.word()[1..]);
    OrderDrawn {
        rules: rules.into_iter().map(rule_name::<Ids>).collect(),
        at: objective,
        near: obedience::goes_at_enemy(&game.rules, kind),
        ..OrderDrawn::new(kind.word(), title, means)
    }
}

/// What is written for it, what is on its way, and what it received where it does something else. Of an enemy's a view
/// knows none.
fn pending(game: &Orders, id: CorpsId) -> Vec<Pending> {
    let corps = game.corps(id);
    let written = game.sealed.iter().filter(|sealed| sealed.corps() == id);
    let written = written.map(|sealed| (sealed.order(), HowFar::Sealed));
    let sent = game.couriers.iter().filter(|courier| courier.corps == id);
    let sent = sent.map(|courier| (courier.order, HowFar::OnItsWay { turn: courier.arrives }));
    let received = (corps.received.kind != corps.order.kind).then_some((corps.received, HowFar::Received));
    let all = written.chain(sent).chain(received);
    all.map(|(order, is)| Pending { order: order_drawn(game, order), is }).collect()
}

fn signs(game: &Orders, id: CorpsId, members: &[UnitId]) -> Vec<Sign> {
    let here = || members.iter().filter(|unit| game.unit(**unit).on_table());
    let at = |level: Level| here().filter(|unit| game.unit(**unit).level == level).count();
    let beyond = || here().filter(|unit| !command::reaches(game, **unit)).count();
    let beyond =
        if game.measured && game.rules.on(rule!("orders.command.outside.check")) { beyond() } else { 0 };
    let counted =
        |sign: &Sign, count: usize| (count > 0).then(|| sign.saying(format!("{count} {}", sign.word)));
    let written = game.sealed.iter().find(|sealed| sealed.corps() == id);
    let written = written.map(|sealed| WRITTEN.saying(format!("{} written", sealed.order().kind.word())));
    let sent = game.couriers.iter().find(|courier| courier.corps == id);
    let sent = sent.map(|courier| {
        let word = courier.order.kind.word();
        COURIER.saying(format!("courier with {word}, there in turn {}", courier.arrives))
    });
    [
        counted(&PANIC, at(Level::Panic)),
        counted(&DISRUPTED, at(Level::Disrupted)),
        counted(&NERVOUS, at(Level::Nervous)),
        counted(&outside(&game.rules), beyond),
        written,
        sent,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn comes(game: &Orders, id: CorpsId) -> Option<Coming> {
    let turn = game.comes_in(id)?;
    let corps = game.corps(id);
    let units = ComingUnit::of(game.units_awaited(), corps.side, &corps.name);
    Some(Coming { when: format!("It comes in turn {turn}."), at: None, rules: Vec::new(), units })
}

pub(super) fn initiative(game: &Orders) -> Initiative {
    let means =
        "Both sides roll a ten-sided die for it each turn. The side that has it moves and charges first.";
    Initiative { side: game.initiative, means, rule: "orders.turn.initiative.die" }
}

/// What may be written, by the rules' own check.
pub(super) fn writing(game: &Orders, question: &WriteOrders) -> Writing {
    let kinds: Vec<OrderKind> = OrderKind::WORDS.iter().map(|(_, kind)| *kind).collect();
    let kinds: Vec<OrderKind> =
        kinds.into_iter().filter(|kind| game.rules.shifted(*kind, 0).is_some()).collect();
    let kind = |kind: &OrderKind| Kind {
        order: order_drawn(game, Order { kind: *kind, objective: None }),
        place: takes_objective(*kind),
    };
    let own = game.corps_ids().chain(game.still_to_come().map(|awaited| awaited.id));
    let own = own.filter(|id| game.corps(*id).side == question.side);
    let places = game.scenario.objectives.iter();
    Writing {
        kinds: kinds.iter().map(kind).collect(),
        places: places.map(|place| NamedPlace { name: place.name.clone(), at: place.at }).collect(),
        bodies: own.map(|id| writes(game, question, id, &kinds)).collect(),
    }
}

fn writes(game: &Orders, question: &WriteOrders, corps: CorpsId, kinds: &[OrderKind]) -> Writes {
    let check = |instruction| question.grant(game, &Answer::Instruct(instruction));
    let turns = CourierTime { corps }.measure(game);
    let one = |kind: &OrderKind| {
        let order = Order { kind: *kind, objective: None };
        let carried = check(Instruction::Carry { corps, order });
        let sent = check(Instruction::Send { corps, order });
        let mut ways = Vec::new();
        if carried.is_ok() {
            ways.push(by_itself(question.start));
        }
        if sent.is_ok() {
            ways.push(by_courier(game, question, turns));
        }
        let refusal = carried.err().filter(|_| sent.is_err());
        let (error, rule) = refusal.map(|refusal| (refusal.why(), refusal.cites.id())).unzip();
        Writable { ways, at: place_for(game, corps, *kind), error, rule }
    };
    Writes {
        body: GroupId(u32::from(corps.0)),
        now: now(game, corps),
        kinds: kinds.iter().map(one).collect(),
    }
}

/// An order that goes on keeps its place, and another that may have one is for the same place until another place is named.
fn place_for(game: &Orders, corps: CorpsId, kind: OrderKind) -> Option<table::Point> {
    let own = game.corps(corps);
    let same = [own.order, own.received].into_iter().find(|order| order.kind == kind);
    let same = same.or_else(|| takes_objective(kind).then_some(own.order));
    same.and_then(|order| order.objective)
}

fn by_itself(start: bool) -> WayToWrite {
    WayToWrite {
        way: "carry",
        title: "The corps does it now".to_owned(),
        short: if start { String::new() } else { "on its own, at once".to_owned() },
        note: "The corps may do this on its own, within the order it has received: no courier is needed."
            .to_owned(),
    }
}

fn by_courier(game: &Orders, question: &WriteOrders, turns: u32) -> WayToWrite {
    let sender = game.leaders.iter().find(|leader| leader.army && leader.side == question.side);
    let by = sender.map_or("the army commander", |leader| &*leader.name);
    let (title, short, note) = if turns == 0 {
        let (title, short) = ("A new order, at once".to_owned(), "new order, at once".to_owned());
        (title, short, format!("Sent by {by}; it is there at once."))
    } else {
        let courier = format!("courier, {turns} {}", if turns == 1 { "turn" } else { "turns" });
        let there = game.turn + turns;
        (
            format!("A new order, {courier}"),
            courier,
            format!("Sent by {by}; the courier is there in turn {there}."),
        )
    };
    WayToWrite { way: "send", title, short, note }
}

/// What a corps does or has been told, in a few words.
fn now(game: &Orders, id: CorpsId) -> String {
    let does = order_drawn(game, game.corps(id).order).title;
    let told = pending(game, id).into_iter().next();
    match (told, game.comes_in(id)) {
        (Some(Pending { order, is: HowFar::Received }), _) => format!("{does}, received: {}", order.title),
        (Some(told), _) => format!("{} {}", told.order.title, told.is),
        (None, Some(turn)) => format!("{does}, comes in turn {turn}"),
        (None, None) => does,
    }
}
