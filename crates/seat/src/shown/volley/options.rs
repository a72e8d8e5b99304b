//! What a unit of volley may do now, how far, with which odds, and why not the rest.

use crate::shown::march::{Reach, reach};
use crate::shown::options::{ChargeTarget, Formed, May, Options, Rough, WhyNot, Wish};
use crate::shown::says::unresolved;
use crate::shown::view::pair;
use engine::wording::{listed, to_tenths};
use engine::{Game as _, Side};
use table::{Bearing, Inches, Leg, Limits, Pose};
use volley::question::NextOrder;
use volley::words::{Arm, Formation};
use volley::{Answer, Cite, Order, Question, Refusal, Standing, UnitId, Volley, formation, options};

/// Directions in which a unit that moves freely is tried.
const RAYS: usize = 33;

/// What a unit may do now.
pub(super) fn of_unit(game: &Volley, side: Side, unit: UnitId) -> Options {
    let mut found = Options::default();
    let checker = Checker { game, question: NextOrder { side }.into() };
    if game.unit(unit).standing == Standing::AtEdge {
        enter(&checker, unit, &mut found);
        return found;
    }
    march(&checker, unit, &mut found);
    charges(&checker, unit, &mut found);
    forms(&checker, unit, &mut found);
    found
}

/// The rules' own check, on what the side sees.
struct Checker<'g> {
    game: &'g Volley,
    question: Question,
}

impl Checker<'_> {
    fn check(&self, order: Order) -> Result<(), Refusal> {
        self.game.check(&self.question, &Answer::Order(order))
    }
}

// ---------------------------------------------------------------- marching ----

fn march(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let game = checker.game;
    let body = game.unit(unit);
    let free = game.moves_freely(body);
    let Limits { allowance, max_wheel } = game.limits(unit);
    let Some(pose) = body.pose else {
        if let Err(refusal) = options::least_march(game, unit) {
            found.why_not.push(WhyNot::new(Wish::March, refusal));
        }
        return;
    };
    // Far from all enemies a move may be twice as long: the check knows where.
    let limits = Limits { allowance: allowance.times(2), max_wheel };
    let reach = if free {
        free_reach(checker, unit, pose, limits)
    } else {
        wheeled_reach(checker, unit, pose, limits)
    };
    if let (false, Err(refusal)) = (reach.leads_on(pose), options::least_march(game, unit)) {
        found.why_not.push(WhyNot::new(Wish::March, refusal));
        return;
    }
    let Reach { ends, area } = reach;
    let led = game.led_allowance(unit);
    let in_command = (led > allowance).then_some(led);
    found.may.push(May::March {
        allowance,
        in_command,
        rough: rough(game, unit),
        max_wheel,
        area,
        ends,
        free,
    });
}

/// What difficult ground makes of its move, said beside how far it goes.
fn rough(game: &Volley, unit: UnitId) -> Option<Rough> {
    let volley::movement::Rough { inches, far, here, end_only, names, rule } =
        volley::movement::rough(game, unit)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let named = if names.is_empty() { String::new() } else { format!(" ({})", listed(&names, "and")) };
    let text = unresolved(|| {
        let doubled = match far > inches {
            true => format!(" ({} if it stays far from the enemy)", to_tenths(far)),
            false => String::new(),
        };
        let inches = format!("only {}{doubled}", to_tenths(inches));
        match (here, end_only) {
            (true, _) => {
                format!("{inches} from here: any move that touches difficult ground{named} is shorter")
            }
            (false, false) => format!("{inches} where any of the way is in difficult ground{named}"),
            (false, true) => format!("{inches} where it ends in difficult ground{named}"),
        }
    });
    Some(Rough { text, rule: Cite::from(rule).id() })
}

fn wheeled_reach(checker: &Checker<'_>, unit: UnitId, pose: Pose, limits: Limits) -> Reach {
    let footprint = checker.game.unit(unit).footprint(&checker.game.rules);
    reach(pose, footprint, limits, |wheel, ahead| {
        let wheel = (wheel != 0).then_some(Leg::Wheel(wheel));
        let ahead = (ahead > Inches::ZERO || wheel.is_none()).then_some(Leg::Ahead(ahead));
        checker.check(Order::March { unit, legs: wheel.into_iter().chain(ahead).collect() }).is_ok()
    })
}

/// All round, for a unit that moves as it likes.
fn free_reach(checker: &Checker<'_>, unit: UnitId, pose: Pose, limits: Limits) -> Reach {
    let allowed = |bearing: Bearing, by: i32| {
        let end = Pose { at: pose.at.ahead(bearing, Inches(by)), facing: pose.facing };
        checker.check(Order::March { unit, legs: vec![Leg::To(end)] }).is_ok().then_some(end)
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
    let ends: Vec<Pose> = (0..RAYS).map(farthest).collect();
    let area = vec![ends.iter().map(|end| pair(end.at)).collect()];
    Reach { ends, area }
}

// ---------------------------------------------------------------- charging ----

fn charges(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let game = checker.game;
    let body = game.unit(unit);
    let orders = options::charges(game, unit);
    found.charge_dice = Some(game.most_bonus(body)).filter(|most| *most > Inches::ZERO);
    let (mut may, mut told) = (Vec::new(), Vec::new());
    for order in orders {
        if let Order::Charge { target, wheel, .. } = order {
            // It may be declared, but no dice bring it there: not worth an offer.
            if let Err(refusal) = volley::gallop::can_arrive(game, unit, target, wheel) {
                found.why_not.push(WhyNot::new(Wish::Charge, refusal).to(target));
                told.push(target);
                continue;
            }
            told.push(target);
            may.push((target, wheel, Answer::Order(order)));
        }
    }
    if !may.is_empty() {
        found.may.push(May::Charge { targets: ChargeTarget::all(game, body.side(), &checker.question, may) });
    }
    let mut enemies: Vec<UnitId> = game.of(body.side().enemy()).map(|(id, _)| id).collect();
    enemies.sort_by_key(|id| game.distance(unit, *id));
    enemies.retain(|id| !told.contains(id));
    let refused = |target: UnitId| {
        let aimed = volley::charge::aim(game, unit, target);
        let wheel = aimed.unwrap_or_else(|| volley::charge::toward(game, unit, target));
        checker.check(Order::Charge { unit, target, wheel }).err()
    };
    let never = volley::charge::never_charges(&game.rules, body.nation(), body.arm(), body.formation);
    // A unit that can never charge is told so once; any other is told of each enemy in sight.
    let seen = |id: &UnitId| never.is_none() && game.sees(unit, *id, volley::facts::Wanted::Sight);
    let of_seen = enemies.iter().copied().filter(seen).filter_map(|id| Some((id, refused(id)?)));
    let why_not: Vec<WhyNot> =
        of_seen.map(|(id, refusal)| WhyNot::new(Wish::Charge, refusal).to(id)).collect();
    if !why_not.is_empty() || !told.is_empty() {
        return found.why_not.extend(why_not);
    }
    // No enemy is in sight: why not the nearest?
    let Some(nearest) = enemies.first().copied() else { return };
    if let Some(refusal) = refused(nearest) {
        // This ruling also refuses units that can never charge. A unit that can was refused because it does not see the
        // enemy.
        let unseen = refusal.cites.id() == "volley.house.charge.declare" && never.is_none();
        let by = if unseen { volley::overlay::hides_from_charge(game, unit, nearest) } else { Vec::new() };
        found.why_not.push(WhyNot::new(Wish::Charge, refusal).hidden_by(&by));
    }
}

// ----------------------------------------------------------------- forming ----

fn forms(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let game = checker.game;
    let body = game.unit(unit);
    let (mut formations, mut stances) = (Vec::new(), Vec::new());
    for (word, formation) in Formation::WORDS {
        // Masse is a formation of one nation only: it is not told of to others.
        let foreign = *formation == Formation::Masse
            && !formation::has_formation(&game.rules, body.nation(), body.arm(), *formation);
        if *formation == body.formation || foreign || !fits(body.arm(), *formation) {
            continue;
        }
        match checker.check(Order::Form { unit, formation: *formation, facing: None }) {
            Ok(()) => {
                formations.push(formation.word());
                stances.extend(formed(game, unit, *formation));
            }
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::Form(word), refusal)),
        }
    }
    let facing = options::about(body);
    let turn = checker.check(Order::Form { unit, formation: body.formation, facing });
    if turn.is_ok() {
        stances.extend(formed(game, unit, body.formation));
    }
    if !formations.is_empty() || turn.is_ok() {
        found.may.push(May::Form { formations, turn: turn.is_ok(), stances });
    }
    if let Err(refusal) = turn {
        found.why_not.push(WhyNot::new(Wish::Turn, refusal));
    }
}

fn formed(game: &Volley, unit: UnitId, formation: Formation) -> Option<Formed> {
    let stands = formation::formed(game, unit, formation)?;
    let body = game.unit(unit);
    let footprint = body.footprint_in(&game.rules, formation);
    let never = |formation| volley::charge::never_charges(&game.rules, body.nation(), body.arm(), formation);
    let no_charge = never(formation).filter(|_| never(body.formation).is_none());
    let locks = stands.firefight.into_iter().flat_map(|firefight| firefight.rules);
    Some(Formed {
        formation: formation.word(),
        at: stands.pose,
        pivot: stands.pivot,
        width: footprint.width,
        depth: footprint.depth,
        rules: stands.cost.into_iter().chain(locks).map(|rule| Cite::from(rule).id()).collect(),
        no_charge: no_charge.map(|no| no.cites().id()),
    })
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

fn enter(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let game = checker.game;
    let order = match options::plain_entry(game, unit) {
        Ok(order) => order,
        Err(refusal) => return found.why_not.push(WhyNot::new(Wish::Enter, refusal)),
    };
    let stretch = game.entry_stretch(unit);
    let ends = [*stretch.start(), *stretch.end()].map(|along| game.on_edge(unit, along));
    let footprint = game.unit(unit).footprint(&game.rules);
    found.may.push(May::Enter {
        order: serde_json::to_value(order).unwrap_or_default(),
        edge: ends.map(|pose| pair(pose.at)),
        facing: ends[0].facing,
        width: footprint.width,
        depth: footprint.depth,
        // Its front must come over the edge: a little at least.
        least: Inches(100),
        allowance: game.entry_allowance(unit),
        max_wheel: game.most_wheel(),
        free: game.moves_freely(game.unit(unit)),
    });
}
