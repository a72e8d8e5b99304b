//! What a unit may do now, how far, with which odds, and why not the rest.

use crate::play::Play;
use crate::seat::Seat;
use crate::view::pair;
use crate::wrong::Wrong;
use dice::{Chance, Odds, Seed, Stream, Weight as _};
use engine::{Fact as _, Game as _, Side};
use serde::Serialize;
use table::{Bearing, Inches, Leg, Limits, Pose, Track};
use volley::chain::{Body, ChargeFacts, End, charge_odds};
use volley::facts::InFlank;
use volley::words::{Arm, Formation, Phase};
use volley::{Answer, Order, Question, Refusal, Standing, UnitId, Volley, options};

/// Rays of the region a unit may march into.
const RAYS: usize = 33;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Options {
    may: Vec<May>,
    why_not: Vec<WhyNot>,
}

#[derive(Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum May {
    #[serde(rename_all = "kebab-case")]
    March {
        /// Unhindered, in thousandths of an inch.
        allowance: Inches,
        max_wheel: i32,
        /// Where the middle of the front may end, as a ring that begins where it stands.
        outline: Vec<[i32; 2]>,
        /// The farthest pose of each ray.
        ends: Vec<Pose>,
        /// It faces and moves as it likes.
        free: bool,
    },
    Charge {
        targets: Vec<Target>,
    },
    Form {
        formations: Vec<Formation>,
        /// It may face about without changing formation.
        turn: bool,
    },
    /// A reserve comes on: one way that is allowed.
    Enter {
        order: Order,
    },
}

#[derive(Serialize)]
struct Target {
    target: UnitId,
    wheel: i32,
    odds: Vec<Odd>,
    sentence: String,
}

#[derive(Serialize)]
struct Odd {
    end: &'static str,
    chance: f64,
    fraction: String,
}

#[derive(Serialize)]
struct WhyNot {
    what: String,
    error: String,
    rule: &'static str,
}

impl WhyNot {
    fn new(what: impl Into<String>, refusal: Refusal) -> WhyNot {
        WhyNot { what: what.into(), error: refusal.why, rule: refusal.cites.id() }
    }
}

/// The unit's options, while its side is asked for orders.
pub(crate) fn of_unit(play: &Play, seat: Seat, unit: UnitId) -> Result<Options, Wrong> {
    let side = match (play.asked(), seat.side()) {
        (Some((of, Question::Order { .. })), Some(side)) if of == side => side,
        (Some((of, _)), Some(side)) if of == side => {
            return Err(Wrong::conflict("Orders are not wanted now: answer what is asked."));
        }
        _ => return Err(Wrong::conflict("Orders are not wanted of you now: wait for your movement phase.")),
    };
    let seen = play.session.game().seen_by(Some(side));
    let game: &Volley = &seen;
    match game.get(unit) {
        None => Err(Wrong::not_found("There is no such unit.")),
        Some(body) if body.side() != side => {
            Err(Wrong::conflict(format!("{} is not yours to order.", body.name())))
        }
        Some(_) => Ok(options_of(game, side, unit)),
    }
}

fn options_of(game: &Volley, side: Side, unit: UnitId) -> Options {
    let mut found = Options { may: Vec::new(), why_not: Vec::new() };
    let asked = Asked { game, question: Question::Order { side } };
    if game.unit(unit).standing == Standing::AtEdge {
        enter(&asked, side, unit, &mut found);
        return found;
    }
    march(&asked, unit, &mut found);
    charges(&asked, unit, &mut found);
    forms(&asked, unit, &mut found);
    found
}

/// The rules' own check, on what the side sees.
struct Asked<'g> {
    game: &'g Volley,
    question: Question,
}

impl Asked<'_> {
    fn check(&self, order: Order) -> Result<(), Refusal> {
        self.game.check(&self.question, &Answer::Order(order))
    }
}

// ---------------------------------------------------------------- marching ----

fn march(asked: &Asked<'_>, unit: UnitId, found: &mut Options) {
    let game = asked.game;
    let body = game.unit(unit);
    let free = game.moves_freely(body);
    let Limits { allowance, max_wheel } = game.limits(unit);
    let Some(pose) = body.pose else {
        if let Err(refusal) = asked.check(Order::March { unit, legs: vec![Leg::Ahead(Inches(1))] }) {
            found.why_not.push(WhyNot::new("march", refusal));
        }
        return;
    };
    // Far from all enemies a move may be twice as long: the check knows where.
    let limits = Limits { allowance: allowance.times(2), max_wheel };
    let ends =
        if free { free_ends(asked, unit, pose, limits) } else { wheeled_ends(asked, unit, pose, limits) };
    let moves = ends.iter().any(|end| end.at != pose.at || end.facing != pose.facing);
    let least = if free { Leg::To(pose.ahead(Inches(100))) } else { Leg::Ahead(Inches(100)) };
    if !moves {
        let back = asked.check(Order::March { unit, legs: vec![Leg::Back(Inches(100))] });
        if let (Err(refusal), Err(_)) = (asked.check(Order::March { unit, legs: vec![least] }), back) {
            found.why_not.push(WhyNot::new("march", refusal));
            return;
        }
    }
    let mut outline = vec![pair(pose.at)];
    outline.extend(ends.iter().map(|end| pair(end.at)));
    found.may.push(May::March { allowance, max_wheel, outline, ends, free });
}

fn wheeled_ends(asked: &Asked<'_>, unit: UnitId, pose: Pose, limits: Limits) -> Vec<Pose> {
    let footprint = asked.game.unit(unit).footprint(&asked.game.rules);
    let legs = |track: &Track| {
        let end = track.end();
        let wheel = pose.facing.off(end.facing);
        let ahead = pose.wheeled(footprint.width, wheel).at.distance(end.at);
        let mut legs = Vec::with_capacity(2);
        if wheel != 0 {
            legs.push(Leg::Wheel(wheel));
        }
        if ahead.0 > 0 || wheel == 0 {
            legs.push(Leg::Ahead(ahead));
        }
        legs
    };
    table::reach(pose, footprint, limits, RAYS, |track| {
        asked.check(Order::March { unit, legs: legs(track) }).is_err()
    })
}

/// All round, for those who move as they like.
fn free_ends(asked: &Asked<'_>, unit: UnitId, pose: Pose, limits: Limits) -> Vec<Pose> {
    let allowed = |bearing: Bearing, by: i32| {
        let end = Pose { at: pose.at.ahead(bearing, Inches(by)), facing: pose.facing };
        asked.check(Order::March { unit, legs: vec![Leg::To(end)] }).is_ok().then_some(end)
    };
    let farthest = |ray: usize| {
        let bearing = Bearing((ray * 65_536 / RAYS) as u16);
        if let Some(end) = allowed(bearing, limits.allowance.0) {
            return end;
        }
        let (mut clear, mut barred) = ((0, pose), limits.allowance.0);
        while barred - clear.0 > 50 {
            let middle = clear.0 + (barred - clear.0) / 2;
            match allowed(bearing, middle) {
                Some(end) => clear = (middle, end),
                None => barred = middle,
            }
        }
        clear.1
    };
    (0..RAYS).map(farthest).collect()
}

// ---------------------------------------------------------------- charging ----

fn charges(asked: &Asked<'_>, unit: UnitId, found: &mut Options) {
    let game = asked.game;
    let body = game.unit(unit);
    let orders = options::charges(game, unit);
    let mut targets = Vec::new();
    for order in orders {
        if let Order::Charge { target, wheel, .. } = order {
            targets.push(target_of(game, unit, target, wheel));
        }
    }
    if !targets.is_empty() {
        found.may.push(May::Charge { targets });
        return;
    }
    // Nobody can be charged: why not the nearest?
    let enemies = game.of(body.side().enemy()).map(|(id, _)| id);
    let Some(nearest) = enemies.min_by_key(|id| game.distance(unit, *id)) else { return };
    let wheel = volley::charge::aim(game, unit, nearest).unwrap_or(0);
    if let Err(refusal) = asked.check(Order::Charge { unit, target: nearest, wheel }) {
        found.why_not.push(WhyNot::new("charge", refusal));
    }
}

fn target_of(game: &Volley, unit: UnitId, target: UnitId, wheel: i32) -> Target {
    let odds: Odds<End, Chance> =
        charge_odds::<Chance>(&game.rules, &facts(game, unit, target)).map(|outcome| outcome.end);
    let mut list: Vec<Odd> = odds
        .iter()
        .map(|(end, chance)| Odd { end: end.word(), chance: chance.to_f64(), fraction: chance.to_string() })
        .collect();
    list.sort_by(|one, two| two.chance.total_cmp(&one.chance));
    let sentence = sentence(game, unit, target, list.first());
    Target { target, wheel, odds: list, sentence }
}

/// What the chain rests on: the two as they stand, and the target's own volley.
fn facts(game: &Volley, unit: UnitId, target: UnitId) -> ChargeFacts {
    let foe = game.unit(target);
    let loaded = matches!(foe.arm(), Arm::Infantry)
        || (foe.is(Arm::Artillery) && foe.formation == Formation::Unlimbered);
    ChargeFacts {
        charger: body(game, unit),
        target: body(game, target),
        flank: InFlank { from: game.unit(unit).pose, charger: unit, target }.measure(game),
        target_shoots: loaded && !game.in_melee(target) && !foe.silenced,
        other_figures: 0,
        first_melee: game.phase() == Phase::FrenchMove,
    }
}

fn body(game: &Volley, id: UnitId) -> Body {
    let unit = game.unit(id);
    Body {
        nation: unit.nation(),
        arm: unit.arm(),
        grade: unit.grade(),
        formation: unit.formation,
        figures: unit.figures,
        lost: game.casualties(unit),
        general: game.has_general(id),
        cover: game.cover(id),
        cuirassier: unit.profile.cuirassier,
        lancer: unit.profile.lancer,
    }
}

fn sentence(game: &Volley, unit: UnitId, target: UnitId, likeliest: Option<&Odd>) -> String {
    let (us, foe) = (game.name(unit), game.name(target));
    let Some(odd) = likeliest else { return format!("{us} may charge {foe}.") };
    let what = match odd.end {
        "charger-broken" => format!("{us} breaks before it gets there"),
        "charger-stops" => format!("{us} stops short"),
        "held-off" => format!("{foe} stands and holds it off"),
        "passes-by" => format!("{us} passes {foe} by"),
        "fights-on" => "the melee goes on".to_owned(),
        "charger-beaten" => format!("{us} is beaten back"),
        "charger-routed" => format!("{us} routs"),
        "target-beaten" => format!("{foe} is beaten back"),
        "target-routed" => format!("{foe} routs"),
        "target-destroyed" => format!("{foe} is destroyed"),
        _ => "both are destroyed".to_owned(),
    };
    format!("Most likely {what} ({}), if nobody but {foe} shoots.", percent(odd.chance))
}

#[expect(clippy::float_arithmetic, reason = "a chance is shown as a percentage")]
fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

// ----------------------------------------------------------------- forming ----

fn forms(asked: &Asked<'_>, unit: UnitId, found: &mut Options) {
    let game = asked.game;
    let body = game.unit(unit);
    let mut formations = Vec::new();
    for (word, formation) in Formation::WORDS {
        if *formation == body.formation || !fits(body.arm(), *formation) {
            continue;
        }
        match asked.check(Order::Form { unit, formation: *formation, facing: None }) {
            Ok(()) => formations.push(*formation),
            Err(refusal) => found.why_not.push(WhyNot::new(format!("form {word}"), refusal)),
        }
    }
    let about = body.pose.map(|pose| pose.facing.turned(0x8000));
    let turn = asked.check(Order::Form { unit, formation: body.formation, facing: about });
    if !formations.is_empty() || turn.is_ok() {
        found.may.push(May::Form { formations, turn: turn.is_ok() });
    }
    if let Err(refusal) = turn {
        found.why_not.push(WhyNot::new("turn", refusal));
    }
}

/// Formations a player would think of for an arm.
fn fits(arm: Arm, formation: Formation) -> bool {
    match formation {
        Formation::Column | Formation::Line => matches!(arm, Arm::Infantry | Arm::Cavalry),
        Formation::Square | Formation::Masse => arm == Arm::Infantry,
        Formation::Skirmish => false,
        Formation::Limbered | Formation::Unlimbered => arm == Arm::Artillery,
    }
}

// ---------------------------------------------------------------- entering ----

fn enter(asked: &Asked<'_>, side: Side, unit: UnitId, found: &mut Options) {
    let mut luck = Stream::new(Seed::from_number(u64::from(unit.0)), 0);
    let mut last = None;
    for _ in 0..40 {
        let order = options::sample_entry(asked.game, side, unit, &mut luck);
        match asked.check(order.clone()) {
            Ok(()) => {
                found.may.push(May::Enter { order });
                return;
            }
            Err(refusal) => last = Some(refusal),
        }
    }
    found.why_not.extend(last.map(|refusal| WhyNot::new("enter", refusal)));
}
