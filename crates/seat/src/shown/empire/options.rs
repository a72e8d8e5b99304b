//! What a unit of the empire game may do now, how far, and why not the rest.

use crate::shown::march::reach;
use crate::shown::options::{ChargeTarget, Formed, May, Options, WhyNot, Wish};
use crate::shown::says::unresolved;
use empire::rules::march::manoeuvre;
use empire::words::{Arm, Formation};
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::{Game as _, Refusal, Side};
use table::{Inches, Leg, Limits};

type Ids = <Empire as engine::Played>::Ids;

/// A ghost is wheeled a quarter turn at most.
const MOST_WHEEL: i32 = 0x4000;

/// No guns go farther at once than this.
const MOST_GUN_INCHES: i32 = 24;

/// The rules' own check, on what the side sees.
struct Checker<'g> {
    game: &'g Empire,
    question: &'g Question,
    side: Side,
}

impl Checker<'_> {
    fn check(&self, act: Act) -> Result<(), Refusal<Ids>> {
        self.game.check(self.question, &Answer::Act(act))
    }
}

pub(super) fn of_unit(game: &Empire, side: Side, question: &Question, unit: UnitId) -> Options {
    let mut found = Options::default();
    // A side that is asked for something else gives no orders.
    if !matches!(question, Question::Impulse(_)) {
        return found;
    }
    let checker = Checker { game, question, side };
    march(&checker, unit, &mut found);
    charges(&checker, unit, &mut found);
    forms(&checker, unit, &mut found);
    if game.unit(unit).arm() == Arm::Artillery {
        by_hand_and_horse(&checker, unit, &mut found);
    }
    found
}

/// How guns go beside limbered at a walk, each as far as it may, ahead or back.
fn by_hand_and_horse(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    type Go = fn(UnitId, Vec<Leg>) -> Act;
    let ways: [(&'static str, &'static str, Go); 3] = [
        ("Relocate", "limber, go and unlimber again, by a roll", |unit, legs| Act::Relocate { unit, legs }),
        ("Gallop", "limbered, and farther", |unit, legs| Act::Gallop { unit, legs }),
        ("By prolong", "pulled by the crew: it may still fire", |unit, legs| Act::Prolong { unit, legs }),
    ];
    for (text, note, go) in ways {
        for (whither, leg) in [("ahead", Leg::Ahead as fn(Inches) -> Leg), ("back", Leg::Back)] {
            let act = |inches: i32| go(unit, vec![leg(Inches::whole(inches))]);
            let Some(most) = (1..=MOST_GUN_INCHES).rev().find(|n| checker.check(act(*n)).is_ok()) else {
                continue;
            };
            let answer = serde_json::to_value(Answer::Act(act(most))).unwrap_or_default();
            let text = unresolved(|| format!("{text} {} {whither}", Inches::whole(most)));
            found.may.push(May::Button { text, note: note.into(), answer });
        }
    }
}

fn march(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let body = checker.game.unit(unit);
    let Some(pose) = body.pose else { return };
    let footprint = body.footprint();
    let go = |legs: Vec<Leg>| checker.check(Act::Manoeuvre { units: vec![unit], legs, bonus: false });
    let limits = Limits { allowance: manoeuvre::most(checker.game, unit), max_wheel: MOST_WHEEL };
    let reach = reach(pose, footprint, limits, |wheel, ahead| {
        let wheel = (wheel != 0).then_some(Leg::Wheel(wheel));
        let ahead = (ahead > Inches::ZERO || wheel.is_none()).then_some(Leg::Ahead(ahead));
        go(wheel.into_iter().chain(ahead).collect()).is_ok()
    });
    if !reach.leads_on(pose) {
        let (ahead, back) = (go(vec![Leg::Ahead(Inches(100))]), go(vec![Leg::Back(Inches(100))]));
        if let (Err(refusal), Err(_)) = (ahead, back) {
            found.why_not.push(WhyNot::new(Wish::March, refusal));
            return;
        }
    }
    found.may.push(reach.may(limits));
}

fn charges(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let may: Vec<(UnitId, i32, Answer)> = empire::rules::charge::onset::charges(checker.game, unit)
        .into_iter()
        .filter(|act| checker.check(act.clone()).is_ok())
        .filter_map(|act| match act {
            Act::Charge { target, wheel, .. } => Some((target, wheel, Answer::Act(act))),
            _ => None,
        })
        .collect();
    if !may.is_empty() {
        found.may.push(May::Charge {
            targets: ChargeTarget::all(checker.game, checker.side, checker.question, may),
        });
    }
}

fn forms(checker: &Checker<'_>, unit: UnitId, found: &mut Options) {
    let body = checker.game.unit(unit);
    let (mut formations, mut stances) = (Vec::new(), Vec::new());
    let form =
        |formation: Formation| Act::Form { unit, formation, facing: None, onto: None, legs: Vec::new() };
    for (word, formation) in Formation::WORDS {
        if *formation == body.formation || !formation.is_of(body.arm()) {
            continue;
        }
        match checker.check(form(*formation)) {
            Ok(()) => {
                formations.push(*word);
                stances.extend(stance(checker.game, unit, *formation));
            }
            Err(refusal) => found.why_not.push(WhyNot::new(Wish::Form(word), refusal)),
        }
    }
    // Guns turn by limbering or by hand.
    let turned = body.pose.map(|pose| pose.facing.turned(0x4000));
    let turn = Act::Form { unit, formation: body.formation, facing: turned, onto: None, legs: Vec::new() };
    let turn = body.arm() != Arm::Artillery && turned.is_some() && checker.check(turn).is_ok();
    if turn {
        stances.extend(stance(checker.game, unit, body.formation));
    }
    if !formations.is_empty() || turn {
        found.may.push(May::Form { formations, turn, stances });
    }
}

/// How it would stand, about where it is now.
fn stance(game: &Empire, unit: UnitId, formation: Formation) -> Option<Formed> {
    let body = game.unit(unit);
    let at = body.pose?;
    let footprint = body.footprint_in(formation);
    Some(Formed {
        formation: formation.word(),
        at,
        pivot: at.centre(footprint),
        width: footprint.width,
        depth: footprint.depth,
        rules: Vec::new(),
        no_charge: None,
    })
}
