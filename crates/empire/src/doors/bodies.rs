//! Corps and MEs as doors draw them, with the signs that lie beside them.

use crate::ids::house;
use crate::rules::ground::measure;
use crate::rules::hour::verdict;
use crate::state::corps::{Corps, CorpsId, CorpsOrder};
use crate::state::game::Empire;
use crate::state::me::{Me, MeId, MeOrder, Objective, Pending};
use crate::state::words::{CorpsOrderKind, Fatigue, MeOrderKind, Segment};
use engine::group::{self, HowFar};
use engine::wording::listed;
use engine::{GroupDrawn, GroupId, Initiative, Mood, OrderDrawn, Outline, Sign, UnitId};
use table::Point;

/// Whether an ME has a sign, and what it says then, where that is more than its word.
type Has = fn(&Empire, MeId) -> Option<String>;

const ACTS: Sign = Sign::named(
    "▶",
    "acts now",
    Mood::Now,
    "It is its impulse: its units march, then fire, then charge. The enemy only answers until it is over.",
    "empire.seq.tactical",
);
const TIRES: Sign = Sign::named(
    "●●○○",
    "fatigue",
    Mood::Plain,
    "A dot for each level above fresh: winded, worn, tired, exhausted. The more there are, the worse it tests and fires; an \
     exhausted ME loses a unit instead of tiring further.",
    "empire.fatigue.levels",
);
const IMPETUS: Sign = Sign::named(
    "»",
    "has impetus",
    Mood::Good,
    "It presses on: this hour its charges are carried on under fire, and a second impulse comes more easily. It is lost when \
     the ME is shaken.",
    "empire.house.impetus",
);
const SHAKEN: Sign = Sign::named(
    "S",
    "shaken",
    Mood::Bad,
    "Its units fire, stand and fight worse until it is steady again.",
    "empire.memorale.shaken",
);
const BROKEN: Sign = Sign::named(
    "R",
    "broken",
    Mood::Bad,
    "Every unit of it is in bad morale, and it has run to the rear.",
    "empire.memorale.broken",
);
const CORPS_BROKEN: Sign = Sign::named(
    "R",
    "broken",
    Mood::Bad,
    "Half or more of its MEs are spent: it withdraws.",
    "empire.house.verdict",
);
const SPENT: Sign = Sign::named(
    "✗",
    "spent",
    Mood::Bad,
    "It is broken, gone, or half or more of its units are gone or in bad morale. An army with half of its MEs spent has lost.",
    "empire.house.verdict",
);
const ENGAGED: Sign = Sign::named(
    "⇄",
    "engaged",
    Mood::Plain,
    "An enemy ME is near enough to fight with. Only engaged MEs have impulses.",
    "empire.house.engagement",
);

/// Every sign, for a list of them.
pub(super) fn every_sign() -> Vec<Sign> {
    vec![ACTS, TIRES, IMPETUS, SHAKEN, BROKEN, SPENT, ENGAGED]
}

/// Those of an ME, in the order in which they lie; fatigue comes after the first.
const OF_ME: [(Sign, Has); 6] = [
    (ACTS, acts),
    (IMPETUS, |game, id| game.me(id).impetus.then(String::new)),
    (SHAKEN, |game, id| (game.me(id).shaken && !game.me(id).broken).then(String::new)),
    (BROKEN, |game, id| game.me(id).broken.then(String::new)),
    (SPENT, |game, id| verdict::is_spent(game, id).then(String::new)),
    (ENGAGED, engaged),
];

fn acts(game: &Empire, id: MeId) -> Option<String> {
    let acting = game.acting.filter(|acting| acting.me == Some(id))?;
    let does = match acting.segment {
        Segment::Manoeuvre => "moves",
        Segment::Fire => "fires",
        Segment::Charge => "charges",
    };
    Some(format!("acts now: {does}"))
}

fn engaged(game: &Empire, id: MeId) -> Option<String> {
    let enemy = game.me(id).side.enemy();
    let with: Vec<&str> = game.engagements_of(id).map(|pair| &**game.me_name(pair.of(enemy))).collect();
    (!with.is_empty()).then(|| format!("engaged with {}", listed(&with, "and")))
}

/// How tired it is; a house may hide an enemy's fatigue, and then a view has no order of it either.
fn tires(game: &Empire, me: &Me) -> Option<Sign> {
    if me.order.is_none() && game.rules.plays(house!("secrets", "ratings-hidden")) {
        return None;
    }
    let letter = match me.fatigue {
        Fatigue::Fresh => "○○○○",
        Fatigue::Winded => "●○○○",
        Fatigue::Worn => "●●○○",
        Fatigue::Tired => "●●●○",
        Fatigue::Exhausted => "●●●●",
    };
    let mood = if me.fatigue == Fatigue::Exhausted { Mood::Bad } else { Mood::Plain };
    Some(Sign { letter, mood, ..TIRES.saying(me.fatigue.word()) })
}

/// The corps, each followed by its MEs.
pub(super) fn drawn(game: &Empire) -> Vec<GroupDrawn> {
    let mes_of = |corps: CorpsId| game.me_ids().filter(move |id| game.me(*id).corps == corps);
    let with_mes = |corps: CorpsId| {
        let mes = mes_of(corps).map(|me| me_drawn(game, me));
        std::iter::once(corps_drawn(game, corps)).chain(mes).collect::<Vec<_>>()
    };
    game.corps_ids().flat_map(with_mes).collect()
}

/// Corps and MEs are numbered apart.
const CORPS: u32 = 100_000;

fn id_of_corps(corps: CorpsId) -> GroupId {
    GroupId(CORPS + u32::from(corps.0))
}

fn id_of_me(me: MeId) -> GroupId {
    GroupId(u32::from(me.0))
}

fn members(game: &Empire, me: MeId) -> impl Iterator<Item = UnitId> {
    game.all_of(me).map(|(id, _)| id)
}

fn corps_drawn(game: &Empire, id: CorpsId) -> GroupDrawn {
    let Corps { name, side, commander, order, pending, broken, .. } = game.corps(id);
    let mes: Vec<MeId> = game.me_ids().filter(|me| game.me(*me).corps == id).collect();
    let broken = broken.then_some(CORPS_BROKEN);
    GroupDrawn {
        members: mes.iter().flat_map(|me| members(game, *me)).collect(),
        leader: *commander,
        order: order.as_ref().map(|order| corps_order(game, order)),
        pending: pending.iter().map(|sent| waits(corps_order(game, &sent.order), sent)).collect(),
        signs: broken.into_iter().collect(),
        ..GroupDrawn::new(id_of_corps(id), "corps", name.to_string(), *side)
    }
}

fn me_drawn(game: &Empire, id: MeId) -> GroupDrawn {
    let me = game.me(id);
    let has = |(sign, has): &(Sign, Has)| {
        let said = has(game, id)?;
        Some(if said.is_empty() { sign.clone() } else { sign.saying(said) })
    };
    let mut signs: Vec<Sign> = OF_ME.iter().filter_map(has).collect();
    let after = usize::from(signs.first().is_some_and(|sign| sign.mood == Mood::Now));
    tires(game, me).into_iter().for_each(|sign| signs.insert(after, sign));
    GroupDrawn {
        of: Some(id_of_corps(me.corps)),
        members: members(game, id).collect(),
        leader: me.leader,
        order: me.order.as_ref().map(|order| me_order(game, order)),
        pending: me.pending.iter().map(|sent| waits(me_order(game, &sent.order), sent)).collect(),
        signs,
        zone: zone(game, id),
        ..GroupDrawn::new(id_of_me(id), "ME", me.name.to_string(), me.side)
    }
}

fn zone(game: &Empire, id: MeId) -> Option<Outline> {
    let corner = |corner: table::Vec2| {
        let Point { x, y } = corner.stored();
        [x, y]
    };
    measure::zone(game, id).map(|rect| rect.corners().map(corner).to_vec())
}

fn waits<O>(order: OrderDrawn, sent: &Pending<O>) -> group::Pending {
    group::Pending { order, is: HowFar::Gathers { points: sent.points, urged: sent.urged } }
}

/// With the place or the ME that it names.
fn with_objective(game: &Empire, order: OrderDrawn, objective: Option<&Objective>) -> OrderDrawn {
    match objective {
        None => order,
        Some(Objective::Place(at)) => OrderDrawn { at: Some(*at), ..order },
        Some(Objective::Path(way)) => OrderDrawn { at: way.last().copied(), ..order },
        Some(Objective::Enemy(me) | Objective::Friend(me)) if usize::from(me.0) < game.mes.len() => {
            OrderDrawn { about: Some(id_of_me(*me)), ..order }
        }
        Some(Objective::Enemy(_) | Objective::Friend(_)) => order,
    }
}

fn corps_order(game: &Empire, order: &CorpsOrder) -> OrderDrawn {
    let (title, means, rule) = match order.kind {
        CorpsOrderKind::Attack => {
            ("Attack", "it takes an objective or goes for an enemy", "empire.corps.attack.purpose")
        }
        CorpsOrderKind::Defend => {
            ("Defend", "it holds the ground it stands on", "empire.corps.defend.purpose")
        }
        CorpsOrderKind::Maneuver => {
            ("Maneuver", "all of it goes elsewhere and engages nobody", "empire.corps.maneuver.purpose")
        }
        CorpsOrderKind::Withdraw => {
            ("Withdraw", "it gets away from the enemy", "empire.corps.withdraw.purpose")
        }
    };
    let drawn = OrderDrawn { rules: vec![rule], ..OrderDrawn::new(order.kind.word(), title, means) };
    with_objective(game, drawn, order.objective.as_ref())
}

fn me_order(game: &Empire, order: &MeOrder) -> OrderDrawn {
    use MeOrderKind as Kind;
    let (title, means, rule) = match order.kind {
        Kind::Attack => (
            "Attack",
            "it closes with the enemy as fast as it can, and once engaged does all to stay so",
            "empire.meorder.attack.unengaged",
        ),
        Kind::SkirmishBombard => (
            "Skirmish/Bombard",
            "it halts short of its enemy and wears it down first; an Attack is pending",
            "empire.meorder.skirmish.stop",
        ),
        Kind::Defend => {
            ("Defend", "its units keep near the line that it was drawn up on", "empire.meorder.defend.leash")
        }
        Kind::SupportIntercept => (
            "Support/Intercept",
            "horse that waits until an enemy comes near",
            "empire.meorder.support.range",
        ),
        Kind::Maneuver => (
            "Maneuver",
            "it marches to a place or to its station beside friends",
            "empire.meorder.maneuver.describe",
        ),
        Kind::Rearguard => (
            "Rearguard",
            "it goes back slowly, its units near the line that it was drawn up on",
            "empire.meorder.rearguard.leash",
        ),
        Kind::BreakOff => {
            ("Break Off", "it leaves the fight by a full march", "empire.meorder.breakoff.full")
        }
        Kind::Screen => (
            "Screen",
            "horse that looks for the enemy, and defends where it meets one",
            "empire.meorder.screen.contact",
        ),
        Kind::Redeploy => (
            "Redeploy",
            "it draws itself up anew; engaged meanwhile it is shaken",
            "empire.meorder.redeploy.shaken",
        ),
        Kind::RestRally => (
            "Rest & Rally",
            "it rests and brings its units back into order; engaged meanwhile it is shaken",
            "empire.meorder.rest.shaken",
        ),
    };
    let drawn = OrderDrawn { rules: vec![rule], ..OrderDrawn::new(order.kind.word(), title, means) };
    with_objective(game, drawn, order.objective.as_ref())
}

pub(super) fn initiative(game: &Empire) -> Initiative {
    let means =
        "Both sides roll for it each hour. The side that has it plays the impulses of all its MEs first.";
    Initiative { side: game.initiative, means, rule: "empire.init.proc" }
}
