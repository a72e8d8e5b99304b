//! What a unit or leader of orders may do now, how far, and why not the rest.

use crate::shown::march::reach;
use crate::shown::options::{ChargeTarget, Formed, Join, May, Options, WhyNot, Wish};
use crate::shown::view::pair;
use engine::Game as _;
use orders::unit::Standing;
use orders::words::{Formation, OrderKind};
use orders::{Act, Answer, Cite, GeneralId, Orders, Pace, Question, Refusal, UnitId, options};
use table::{Bearing, Inches, Limits, Point};

/// A ghost is wheeled a quarter turn at most.
const MOST_WHEEL: i32 = 0x4000;

/// The rules' own check, on what the side sees.
struct Checker<'g> {
    game: &'g Orders,
    question: &'g Question,
}

impl Checker<'_> {
    fn check(&self, act: Act) -> Result<(), Refusal> {
        self.game.check(self.question, &Answer::Act(act))
    }

    /// A button for an act the rules allow; else why not.
    fn button(&self, found: &mut Options, text: &'static str, note: &'static str, act: Act) {
        match self.check(act.clone()) {
            Ok(()) => found.may.push(May::Button {
                text: text.into(),
                note: note.into(),
                answer: serde_json::to_value(Answer::Act(act)).unwrap_or_default(),
            }),
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::Button(text.to_owned()), refusal)),
        }
    }
}

pub(super) fn of_unit(game: &Orders, question: &Question, unit: UnitId) -> Options {
    let mut found = Options::default();
    let checker = Checker { game, question };
    let body = game.unit(unit);
    if body.standing == Standing::AtEdge {
        enter(&checker, unit, &mut found);
        return found;
    }
    if options::must_rouse(game, unit) {
        checker.button(
            &mut found,
            "Roll for command",
            "passed: half its move; failed: it stays",
            Act::Rouse { unit },
        );
        return found;
    }
    march(&checker, unit, &mut found);
    charges(&checker, unit, &mut found);
    forms(&checker, unit, &mut found);
    checker.button(
        &mut found,
        "Force march",
        "two dice more on the road, and a morale check",
        Act::ForceMarch { unit },
    );
    if game.corps(body.corps()).order.kind == OrderKind::Withdraw {
        match options::plain_leaving(game, unit) {
            Ok(act) => checker.button(
                &mut found,
                "Leave the table",
                "it does not come back, and counts as lost at the end",
                act,
            ),
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::LeaveTable, refusal)),
        }
    }
    found
}

fn march(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let body = checker.game.unit(unit);
    let Some(pose) = body.pose else { return };
    let footprint = body.footprint();
    let rate = checker.game.rules.rate(body.arm(), body.formation).map(|(_, rate)| rate);
    let limits = Limits { allowance: rate.unwrap_or(Inches::ZERO), max_wheel: MOST_WHEEL };
    let reach = reach(pose, footprint, limits, |wheel, ahead| {
        let wheel = (wheel != 0).then_some(Pace::Wheel(wheel));
        let ahead = (ahead > Inches::ZERO || wheel.is_none()).then_some(Pace::Ahead(ahead));
        checker.check(Act::March { unit, paces: wheel.into_iter().chain(ahead).collect() }).is_ok()
    });
    if let (false, Err(refusal)) = (reach.leads_on(pose), options::least_march(checker.game, unit)) {
        found.why_not.push(WhyNot::new(Wish::March, refusal));
        return;
    }
    found.may.push(reach.may(limits));
}

fn charges(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let side = checker.game.unit(unit).side();
    let may: Vec<(UnitId, i32, Answer)> = options::charges(checker.game, unit)
        .into_iter()
        .filter_map(|act| match act {
            Act::Charge { target, wheel, form: None, .. } => Some((target, wheel, Answer::Act(act))),
            _ => None,
        })
        .collect();
    if !may.is_empty() {
        found.may.push(May::Charge { targets: ChargeTarget::all(checker.game, side, checker.question, may) });
        return;
    }
    // No enemy can be charged: why not the nearest?
    let body = checker.game.unit(unit);
    let Some(rect) = body.rect() else { return };
    let Some((target, _)) = orders::placing::nearest_enemy(checker.game, body.side(), rect) else { return };
    let wheel = orders::charge::aim(checker.game, unit, target).unwrap_or(0);
    if let Err(refusal) = checker.check(Act::Charge { unit, target, wheel, form: None }) {
        found.why_not.push(WhyNot::new(Wish::Charge, refusal));
    }
}

fn forms(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let body = checker.game.unit(unit);
    let (mut formations, mut stances) = (Vec::new(), Vec::new());
    for (word, formation) in Formation::WORDS {
        // A formation out of the question for that arm is not worth a refusal; a dash of the chart is.
        let rules = &checker.game.rules;
        let odd = rules.unsuited(body.arm(), *formation).is_some()
            && rules.forbids(body.arm(), *formation).is_none();
        if *formation == body.formation || odd {
            continue;
        }
        match checker.check(Act::March { unit, paces: vec![Pace::Form(*formation)] }) {
            Ok(()) => {
                formations.push(*word);
                stances.extend(formed(checker.game, unit, *formation));
            }
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::Form(word), refusal)),
        }
    }
    let turn = checker.check(Act::March { unit, paces: vec![options::about(body)] });
    if turn.is_ok() {
        stances.extend(formed(checker.game, unit, body.formation));
    }
    if !formations.is_empty() || turn.is_ok() {
        found.may.push(May::Form { formations, turn: turn.is_ok(), stances });
    }
    if let Err(refusal) = turn {
        found.why_not.push(WhyNot::new(Wish::Turn, refusal));
    }
}

/// What a turn costs hangs on how far it goes: the check says it.
fn formed(game: &Orders, unit: UnitId, formation: Formation) -> Option<Formed> {
    let body = game.unit(unit);
    let (at, rules) = if formation == body.formation {
        (body.pose?, Vec::new())
    } else {
        options::formed(game, unit, formation)?
    };
    let footprint = body.footprint_in(formation);
    Some(Formed {
        formation: formation.word(),
        at,
        pivot: at.centre(footprint),
        width: footprint.width,
        depth: footprint.depth,
        rules: rules.into_iter().map(|rule| Cite::from(rule).id()).collect(),
        no_charge: orders::charge::gives_up_charging(game, body, formation).map(|cite| cite.id()),
    })
}

fn enter(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let (gate, act) = match options::plain_entry(checker.game, unit) {
        Ok(entry) => entry,
        Err(refusal) => return found.why_not.push(WhyNot::new(Wish::Enter, refusal)),
    };
    let footprint = checker.game.unit(unit).footprint_in(gate.formation);
    found.may.push(May::Enter {
        order: serde_json::to_value(act).unwrap_or_default(),
        // One point, named by the battle or the nearest that is free.
        edge: [pair(gate.start.at); 2],
        facing: gate.start.facing,
        width: footprint.width,
        depth: footprint.depth,
        least: footprint.depth,
        allowance: gate.allowance,
        max_wheel: MOST_WHEEL,
        free: false,
    });
}

/// Directions a leader is tried in, and places on each.
const DIRECTIONS: u32 = 48;
const PLACES: i32 = 15;

pub(super) fn of_leader(game: &Orders, question: &Question, leader: GeneralId) -> Options {
    let mut found = Options::default();
    let checker = Checker { game, question };
    let check = |to: Point, join: Option<UnitId>| checker.check(Act::Ride { leader, to: Some(to), join });
    let Some(officer) = game.leader(leader) else { return found };
    let Some(from) = game.leader_at(officer) else { return found };
    if let Err(refusal) = check(from, None) {
        found.why_not.push(WhyNot::new(Wish::Ride, refusal));
    }
    let allowance = game.rules.leader_move();
    let outline = (0..DIRECTIONS).map(|ray| {
        let bearing = Bearing((ray * 65_536 / DIRECTIONS) as u16);
        let at = |step: i32| from.ahead(bearing, Inches(allowance.0 / PLACES * step));
        (0..=PLACES).rev().map(at).find(|to| check(*to, None).is_ok()).unwrap_or(from)
    });
    let outline = outline.map(pair).collect();
    let mut joins = Vec::new();
    for (unit, body) in game.of(officer.side).filter(|(unit, _)| officer.attached != Some(*unit)) {
        let Some(rect) = body.rect() else { continue };
        let to = rect.nearest_point_to(from.into()).stored();
        match check(to, Some(unit)) {
            Ok(()) => joins.push(Join { unit, to }),
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::Join, refusal).to(unit)),
        }
    }
    let joining = orders::leaders::joining(game);
    found.may.push(May::Ride { allowance, outline, joins, joining });
    found
}
