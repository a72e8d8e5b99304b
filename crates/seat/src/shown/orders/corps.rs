//! The corps as a page shows them: what each does, what an order means, and what may be written for one now.

use engine::{Ask as _, Fact as _, Sentence, Side, rule_name};
use orders::game::Stage;
use orders::orders::{CourierTime, takes_objective};
use orders::question::WriteOrders;
use orders::unit::Order;
use orders::words::OrderKind;
use orders::{Answer, CorpsId, GeneralId, Instruction, Orders, obedience};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Inches, parts};

type Ids = <Orders as engine::Played>::Ids;

#[derive(Serialize, JsonSchema)]
pub struct Own {
    /// The orders there are, boldest first.
    kinds: Vec<Meaning>,
    corps: Vec<CorpsView>,
    initiative: Option<Side>,
    mover: Side,
    rain: bool,
}

/// What an order demands.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OrderMeaning")]
struct Meaning {
    kind: OrderKind,
    means: Sentence,
    rules: Vec<&'static str>,
    /// A place may be named with it.
    place: bool,
    /// How near an enemy or the named place its units are to come; none where it does not go at the enemy.
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Inches>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Corps")]
struct CorpsView {
    id: CorpsId,
    name: String,
    side: Side,
    commander: GeneralId,
    order: Order,
    /// The turn it comes in, where it is not here yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    comes: Option<u32>,
    /// Of his own corps a player knows more.
    #[serde(skip_serializing_if = "Option::is_none")]
    mine: Option<Mine>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OwnCorps")]
struct Mine {
    received: Order,
    /// Written down for this turn.
    sealed: Option<Order>,
    /// On its way, and the turn it comes.
    courier: Option<(Order, u32)>,
    /// While orders are written: what may be written for it.
    orders: Vec<Writable>,
}

/// An order that may be given.
#[derive(Serialize, JsonSchema)]
struct Writable {
    kind: OrderKind,
    ways: Vec<Way>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
}

/// Who gives it, and how long it takes.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
#[schemars(rename = "OrderWay")]
enum Way {
    /// The corps commander carries it out.
    Carry,
    /// The army commander sends it; it is there after so many turns.
    Send { turns: u32 },
}

pub(super) fn own(game: &Orders, side: Option<Side>) -> Own {
    let kinds = OrderKind::WORDS.iter().map(|(_, kind)| *kind);
    let kinds = kinds.filter(|kind| game.rules.shifted(*kind, 0).is_some());
    let meaning = |kind: OrderKind| {
        let (means, rules) = parts::marked(|| obedience::meaning(&game.rules, kind));
        let rules = rules.into_iter().map(rule_name::<Ids>).collect();
        let near = obedience::goes_at_enemy(&game.rules, kind);
        Meaning { kind, means: means.into(), rules, place: takes_objective(kind), near }
    };
    Own {
        kinds: kinds.map(meaning).collect(),
        corps: game
            .corps_ids()
            .chain(game.still_to_come().map(|awaited| awaited.id))
            .map(|id| corps_view(game, id, side))
            .collect(),
        initiative: game.initiative,
        mover: game.mover,
        rain: game.rain,
    }
}

fn corps_view(game: &Orders, id: CorpsId, side: Option<Side>) -> CorpsView {
    let corps = game.corps(id);
    let mine = (side == Some(corps.side)).then(|| {
        let sent = game.couriers.iter().find(|courier| courier.corps == id);
        let written = game.sealed.iter().find(|sealed| sealed.corps() == id);
        Mine {
            received: corps.received,
            sealed: written.map(Instruction::order),
            courier: sent.map(|courier| (courier.order, courier.arrives)),
            orders: writable(game, id),
        }
    });
    CorpsView {
        id,
        name: corps.name.to_string(),
        side: corps.side,
        commander: corps.commander,
        order: corps.order,
        comes: game.comes_in(id),
        mine,
    }
}

/// What its side may write for a corps, by the rules' own check.
fn writable(game: &Orders, corps: CorpsId) -> Vec<Writable> {
    let side = game.corps(corps).side;
    let question = match game.stage {
        Stage::StartOrders(writes) if writes == side => WriteOrders { side, start: true },
        Stage::Orders(writes) if writes == side => WriteOrders { side, start: false },
        _ => return Vec::new(),
    };
    let check = |instruction| question.grant(game, &Answer::Instruct(instruction));
    let kinds = OrderKind::WORDS.iter().map(|(_, kind)| *kind);
    kinds
        .map(|kind| {
            let order = Order { kind, objective: None };
            let carried = check(Instruction::Carry { corps, order });
            let sent = check(Instruction::Send { corps, order });
            let mut ways = Vec::new();
            if carried.is_ok() {
                ways.push(Way::Carry);
            }
            if sent.is_ok() {
                ways.push(Way::Send { turns: CourierTime { corps }.measure(game) });
            }
            let refusal = carried.err().filter(|_| sent.is_err());
            let (error, rule) = refusal.map(|refusal| (refusal.why(), refusal.cites.id())).unzip();
            Writable { kind, ways, error, rule }
        })
        .collect()
}
