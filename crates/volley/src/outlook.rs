//! What an answer may lead to: the chart it comes down to, with the facts as they stand on the table, and which of
//! them a player may turn to see what would change.
//!
//! Nothing is decided here. Facts are fetched by the functions the steps of play call, and the odds are the desk's.

mod charge;
mod measured;

use crate::bombardment::{carries_to, shot_at, targets};
use crate::chain::{Fired, ShotFacts};
use crate::close::closes;
use crate::desk::rolls;
use crate::facts::{Behind, Crowded};
use crate::game::Volley;
use crate::ids::rule;
use crate::morale::Morale;
use crate::question::{Answer, Order, Question, StandChoice};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::shooting::{is_armed, shot_targets, volleys_at};
use crate::unit::UnitId;
use crate::words::{Arm, Formation, Moment, Phase, Test};
use engine::desk::Facts;
use engine::outlook::{Foreseen, Lucky, measuring};
use engine::{Fact as _, Game as _, Policy, Side};

/// What an answer of this game may lead to.
pub type Outlook = engine::outlook::Outlook<Volley>;

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Charge,
    /// Phase 1.
    Guns,
    /// Phases 3 and 8.
    Volley,
    Test(Test),
}

impl Foreseen for Volley {
    type About = About;
    type Beyond = ();

    fn present(&self, unit: UnitId) -> Option<(Side, &str)> {
        self.get(unit).filter(|unit| unit.on_table()).map(|unit| (unit.side(), unit.name()))
    }

    fn outlook(&self, question: &Question, answer: &Answer) -> Result<Option<Outlook>, Refusal> {
        of(self, question, answer)
    }

    fn weighed(question: &Question) -> Vec<Answer> {
        answers(question)
    }

    fn threat(&self, unit: UnitId, target: UnitId) -> Option<Outlook> {
        charge::threat(self, unit, target)
    }

    fn aimed(&self, shooter: UnitId, target: UnitId) -> Option<Outlook> {
        aimed(self, shooter, target)
    }

    fn rolls(rules: &Rules, chart: &str, facts: &Facts, (): &()) -> Vec<rolls::Roll> {
        rolls::rolls(rules, chart, facts)
    }

    /// Figures taken from a unit count as lost.
    fn along(facts: &Facts, turned: &mut Vec<(String, String)>) {
        for who in ["target-", "charger-"] {
            let (figures, lost) = (format!("{who}figures"), format!("{who}lost"));
            let Some((_, now)) = turned.iter().find(|(name, _)| *name == figures) else { continue };
            let total = facts.number(&figures) + facts.number(&lost);
            let left = total.saturating_sub(now.parse().unwrap_or(0));
            turned.push((lost, left.to_string()));
        }
    }
}

/// The outlook of an answer to a question; `None` where nothing is left to chance, or too much.
fn of(game: &Volley, question: &Question, answer: &Answer) -> Result<Option<Outlook>, Refusal> {
    if !game.measured {
        return Ok(None);
    }
    game.check(question, answer)?;
    Ok(match (question, answer) {
        (Question::Order { side }, Answer::Order(Order::Charge { unit, target, wheel })) => {
            return charge::ordered(game, *side, *unit, *target, *wheel);
        }
        (Question::Target { battery, .. }, Answer::Unit(target)) => shot(game, *battery, *target, true),
        (Question::Shoot { unit, .. }, Answer::Unit(target)) => shot(game, *unit, *target, false),
        (Question::NextTest { .. }, Answer::Unit(unit)) => test(game, *unit),
        (Question::Recall { unit }, Answer::Yes) => morale(game, *unit, Test::Recall, &[]),
        (Question::Stand { unit, may }, Answer::Stand(choice)) => {
            let moments: Vec<Moment> = may.iter().map(|choice| moment(*choice)).collect();
            charge::charged(game, *unit, moment(*choice), &moments)
        }
        (Question::RollForSquare { unit }, Answer::Yes | Answer::No) => {
            let rolls = if *answer == Answer::Yes { Moment::RollsForSquare } else { Moment::Wavers };
            charge::charged(game, *unit, rolls, &[Moment::RollsForSquare, Moment::Wavers])
        }
        (Question::Press { unit }, Answer::Yes | Answer::No) => {
            let goes = if *answer == Answer::Yes { Moment::PressesOn } else { Moment::HeldOff };
            charge::pressing(game, *unit, goes, &[Moment::PressesOn, Moment::HeldOff])
        }
        (Question::NextMelee { .. }, Answer::Unit(unit)) => charge::melee(game, *unit, None),
        (Question::Opponent { unit, .. }, Answer::Unit(enemy)) => charge::melee(game, *unit, Some(*enemy)),
        _ => None,
    })
}

fn answers(question: &Question) -> Vec<Answer> {
    let units = |units: &[UnitId]| units.iter().map(|unit| Answer::Unit(*unit)).collect();
    match question {
        Question::Target { targets, .. } | Question::Shoot { targets, .. } => units(targets),
        Question::NextTest { units: tested, .. } => units(tested),
        Question::NextMelee { fights, .. } => units(fights),
        Question::Opponent { enemies, .. } => units(enemies),
        Question::Stand { may, .. } => may.iter().map(|choice| Answer::Stand(*choice)).collect(),
        Question::RollForSquare { .. } | Question::Press { .. } => vec![Answer::Yes, Answer::No],
        Question::Recall { .. } => vec![Answer::Yes],
        Question::Deploy { .. }
        | Question::Adjust { .. }
        | Question::Retire { .. }
        | Question::Order { .. }
        | Question::FormLine { .. }
        | Question::Supporter { .. }
        | Question::FreeChange { .. } => Vec::new(),
    }
}

/// A battery's shot in phase 1, or a unit's volley, at a target in range.
fn shot(game: &Volley, shooter: UnitId, target: UnitId, guns: bool) -> Option<Outlook> {
    let mut eyes = Policy { dice: &mut Lucky, choose: decline };
    let foe = game.unit(target);
    let mut besides = Vec::new();
    let (about, fired) = if guns {
        let Ok(shot) = shot_at(game, &mut eyes, shooter, target, false);
        for unit in (Behind { battery: shooter, target }).measure(game) {
            let Ok(struck) = carries_to(game, &mut eyes, shooter, target, unit);
            besides.extend(struck.then_some(unit));
        }
        (About::Guns, Fired::Guns(shot?.0))
    } else {
        let Ok(shot) = volleys_at(game, &mut eyes, shooter, target);
        (About::Volley, Fired::Volley(shot))
    };
    let test = if guns { Test::Artillery } else { Test::Close };
    let charging = !guns && closes(game, target).1;
    let facts = ShotFacts {
        fired,
        figures: foe.figures,
        morale: Morale { charging, ..game.morale_facts(target, test) },
        crowded: guns && is_crowded(game, target),
    };
    let chart = if guns { "bombardment" } else { "firing" };
    let mut given = measured::shot(&facts);
    measured::narrow_shot(&mut given, game, shooter, target);
    let outlook = Outlook::charted(&game.rules, about, (shooter, Some(target)), chart, given)?;
    Some(outlook.beside(besides))
}

/// A shot a unit might have: by its battery's next fire, or by its volley while the enemy moves.
fn aimed(game: &Volley, shooter: UnitId, target: UnitId) -> Option<Outlook> {
    let unit = game.unit(shooter);
    let volleys =
        matches!(game.phase(), Phase::FrenchMove | Phase::OpponentMove) && game.active() != unit.side();
    let guns = unit.is(Arm::Artillery) && !volleys;
    let may = if guns {
        measuring(|eyes| targets(game, eyes, shooter))
    } else {
        measuring(|eyes| shot_targets(game, eyes, shooter))
    };
    let shoots = is_armed(game, unit) && may.contains(&target);
    if shoots { shot(game, shooter, target, guns) } else { None }
}

/// The test a unit takes in this phase.
fn test(game: &Volley, unit: UnitId) -> Option<Outlook> {
    match game.phase() {
        Phase::FrenchClose | Phase::OpponentClose => {
            let charging = closes(game, unit).1;
            morale(game, unit, Test::Close, &[("charging", charging)])
        }
        Phase::FrenchStand | Phase::OpponentStand => {
            let mut on = game.charges_on(unit);
            let flank = game.charges_on(unit).any(|(_, contact)| contact.flank);
            let cavalry = on.any(|(charge, _)| game.unit(charge.charger).is(Arm::Cavalry));
            morale(game, unit, Test::Stand, &[("flank", flank), ("cavalry", cavalry)])
        }
        Phase::FirstLoss => morale(game, unit, Test::Loss, &[("second", false)]),
        Phase::SecondLoss | Phase::SecondMelee => morale(game, unit, Test::Loss, &[("second", true)]),
        Phase::Recall => morale(game, unit, Test::Recall, &[]),
        _ => {
            let crowded = [("crowded", is_crowded(game, unit))];
            let has = game.rules.on(rule!("volley.p2.fail12.austrian-crowding"));
            morale(game, unit, Test::Artillery, if has { &crowded } else { &[] })
        }
    }
}

fn morale(game: &Volley, unit: UnitId, test: Test, flags: &[(&'static str, bool)]) -> Option<Outlook> {
    let chart = match test {
        Test::Artillery => "artillery-morale",
        Test::Close => "close",
        Test::Stand => "stand",
        Test::Loss => "loss",
        Test::Recall => "recall",
    };
    let mut given = measured::morale(&game.morale_facts(unit, test));
    for (name, value) in flags {
        given.flag(*name, *value);
    }
    measured::narrow_test(&mut given, game, unit, flags);
    Outlook::charted(&game.rules, About::Test(test), (unit, None), chart, given)
}

fn moment(choice: StandChoice) -> Moment {
    match choice {
        StandChoice::Stay => Moment::Stays,
        StandChoice::Square | StandChoice::Masse => Moment::ClosesUp,
        StandChoice::CounterCharge => Moment::GoesIn,
    }
}

fn is_crowded(game: &Volley, unit: UnitId) -> bool {
    let within = game.rules.inches(rule!("volley.p2.fail12.austrian-crowding"));
    within.is_some_and(|within| Crowded { unit, within }.measure(game))
}

/// The formations a unit may be in, its own among them.
fn formations(game: &Volley, unit: UnitId) -> Vec<&'static str> {
    let body = game.unit(unit);
    let may = |formation: Formation| formation == body.formation || game.may_form(body, formation);
    Formation::WORDS.iter().filter(|(_, formation)| may(*formation)).map(|(word, _)| *word).collect()
}

fn decline(game: &Volley, question: &Question) -> Answer {
    game.decline(question)
}
