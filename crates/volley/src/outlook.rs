//! What an answer may lead to: the chart it comes down to, with the facts as they stand on the table, and which of
//! them a player may turn to see what would change.
//!
//! Nothing is decided here. Facts are fetched by the functions the steps of play call, and the odds are the desk's.

mod charge;
mod measured;

use crate::bombardment::{carries_to, shot_at, targets};
use crate::chain::{Fired, ShotFacts};
use crate::close::closes;
use crate::desk;
use crate::facts::{Behind, Crowded};
use crate::game::Volley;
use crate::ids::rule;
use crate::morale::Morale;
use crate::question::{Answer, Order, Question, StandChoice};
use crate::refusal::Refusal;
use crate::roll::Roll;
use crate::rules::Rules;
use crate::shooting::{is_armed, shot_targets, volleys_at};
use crate::unit::UnitId;
use crate::words::{Arm, Formation, Moment, Phase, Test};
use dice::{Chance, Dice, Odds, Pool};
use engine::desk::{ChartCard, Desk as _, FactCard, Facts, Found};
use engine::{Fact as _, Game as _, Policy};
use measured::Given;
use std::convert::Infallible;

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

/// What an answer may lead to.
#[derive(Clone, Debug)]
pub struct Outlook {
    pub about: About,
    /// Who acts: the charger, the shooter, the unit that tests.
    pub unit: UnitId,
    /// Whom it is done to.
    pub foe: Option<UnitId>,
    /// Others who may shoot at the charger and are counted.
    pub others: Vec<UnitId>,
    /// Who else lies on the way of a charge, or is hit behind the target of a shot; not counted.
    pub besides: Vec<UnitId>,
    way: Way,
}

/// Where the odds come from.
#[derive(Clone, Debug)]
enum Way {
    Chart {
        card: ChartCard,
        facts: Facts,
        /// What a player may turn, narrowed to what it may be here.
        turns: Vec<FactCard>,
    },
    /// The step itself was played over every fall of its dice.
    Played(Odds<Found>),
}

impl Outlook {
    /// The outlook of an answer to a question; `None` where nothing is left to chance, or too much.
    ///
    /// # Errors
    /// The refusal of an order the rules forbid.
    pub fn of(game: &Volley, question: &Question, answer: &Answer) -> Result<Option<Outlook>, Refusal> {
        if !game.measured {
            return Ok(None);
        }
        game.check(question, answer)?;
        Ok(match (question, answer) {
            (Question::Order { side }, Answer::Order(Order::Charge { unit, target, wheel })) => {
                return Outlook::charge(game, *side, *unit, *target, *wheel);
            }
            (Question::Target { battery, .. }, Answer::Unit(target)) => {
                Outlook::shot(game, *battery, *target, true)
            }
            (Question::Shoot { unit, .. }, Answer::Unit(target)) => {
                Outlook::shot(game, *unit, *target, false)
            }
            (Question::NextTest { .. }, Answer::Unit(unit)) => Outlook::test(game, *unit),
            (Question::Recall { unit }, Answer::Yes) => Outlook::morale(game, *unit, Test::Recall, &[]),
            (Question::Stand { unit, may }, Answer::Stand(choice)) => {
                let moments: Vec<Moment> = may.iter().map(|choice| moment(*choice)).collect();
                Outlook::charged(game, *unit, moment(*choice), &moments)
            }
            (Question::RollForSquare { unit }, Answer::Yes | Answer::No) => {
                let rolls = if *answer == Answer::Yes { Moment::RollsForSquare } else { Moment::Wavers };
                Outlook::charged(game, *unit, rolls, &[Moment::RollsForSquare, Moment::Wavers])
            }
            (Question::Press { unit }, Answer::Yes | Answer::No) => {
                let goes = if *answer == Answer::Yes { Moment::PressesOn } else { Moment::HeldOff };
                Outlook::pressing(game, *unit, goes, &[Moment::PressesOn, Moment::HeldOff])
            }
            (Question::NextMelee { .. }, Answer::Unit(unit)) => Outlook::melee(game, *unit, None),
            (Question::Opponent { unit, .. }, Answer::Unit(enemy)) => {
                Outlook::melee(game, *unit, Some(*enemy))
            }
            _ => None,
        })
    }

    /// The answers to a question that are worth looking at beforehand; orders are too many to list.
    pub fn answers(question: &Question) -> Vec<Answer> {
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
    pub fn shot(game: &Volley, shooter: UnitId, target: UnitId, guns: bool) -> Option<Outlook> {
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
        let mut given = Given::shot(&facts);
        given.narrow_shot(game, shooter, target);
        let way = Way::chart(&game.rules, chart, given)?;
        Some(Outlook { about, unit: shooter, foe: Some(target), others: Vec::new(), besides, way })
    }

    /// A shot a unit might have: by its battery's next fire, or by its volley while the enemy moves.
    pub fn aimed(game: &Volley, shooter: UnitId, target: UnitId) -> Option<Outlook> {
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
        if shoots { Outlook::shot(game, shooter, target, guns) } else { None }
    }

    /// The test a unit takes in this phase.
    fn test(game: &Volley, unit: UnitId) -> Option<Outlook> {
        match game.phase() {
            Phase::FrenchClose | Phase::OpponentClose => {
                let charging = closes(game, unit).1;
                Outlook::morale(game, unit, Test::Close, &[("charging", charging)])
            }
            Phase::FrenchStand | Phase::OpponentStand => {
                let mut on = game.charges_on(unit);
                let flank = game.charges_on(unit).any(|(_, contact)| contact.flank);
                let cavalry = on.any(|(charge, _)| game.unit(charge.charger).is(Arm::Cavalry));
                Outlook::morale(game, unit, Test::Stand, &[("flank", flank), ("cavalry", cavalry)])
            }
            Phase::FirstLoss => Outlook::morale(game, unit, Test::Loss, &[("second", false)]),
            Phase::SecondLoss | Phase::SecondMelee => {
                Outlook::morale(game, unit, Test::Loss, &[("second", true)])
            }
            Phase::Recall => Outlook::morale(game, unit, Test::Recall, &[]),
            _ => Outlook::morale(game, unit, Test::Artillery, &[("crowded", is_crowded(game, unit))]),
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
        let mut given = Given::morale(&game.morale_facts(unit, test));
        for (name, value) in flags {
            given.flag(*name, *value);
        }
        given.narrow_test(game, unit, flags);
        let way = Way::chart(&game.rules, chart, given)?;
        let (others, besides) = (Vec::new(), Vec::new());
        Some(Outlook { about: About::Test(test), unit, foe: None, others, besides, way })
    }

    // ---------------------------------------------------------------- reading ----

    /// What may be turned, with what each stands at.
    pub fn turns(&self) -> impl Iterator<Item = (&FactCard, &str)> {
        let (turns, facts): (&[FactCard], Option<&Facts>) = match &self.way {
            Way::Chart { turns, facts, .. } => (turns, Some(facts)),
            Way::Played(_) => (&[], None),
        };
        turns.iter().map(move |turn| (turn, facts.map_or("", |facts| facts.get(turn.name))))
    }

    /// The value of any fact of its chart; empty where it has none.
    pub fn fact(&self, name: &str) -> &str {
        match &self.way {
            Way::Chart { facts, .. } => facts.get(name),
            Way::Played(_) => "",
        }
    }

    /// The same with some facts turned. Figures taken from a unit count as lost.
    ///
    /// # Errors
    /// Every fault, one sentence each.
    pub fn turned(&self, what_if: &[(String, String)]) -> Result<Outlook, Vec<String>> {
        let Way::Chart { card, facts, turns } = &self.way else {
            return match what_if.first() {
                Some((name, _)) => Err(vec![format!("nothing can be turned here, not {name:?} either")]),
                None => Ok(self.clone()),
            };
        };
        let mut changed = Vec::new();
        let mut faults = Vec::new();
        for (name, value) in what_if {
            let names = || turns.iter().map(|turn| turn.name);
            match turns.iter().find(|turn| turn.name == name).map(|turn| turn.kind.read(value)) {
                Some(Ok(value)) => changed.push((name.clone(), value)),
                Some(Err(why)) => faults.push(format!("fact {name}: found \"{value}\", expected {why}")),
                None => {
                    let near = rulebook::nearest(name, names())
                        .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
                    faults.push(format!("\"{name}\" cannot be turned here{near}"));
                }
            }
        }
        for who in ["target-", "charger-"] {
            let (figures, lost) = (format!("{who}figures"), format!("{who}lost"));
            let Some((_, now)) = changed.iter().find(|(name, _)| *name == figures) else { continue };
            let number = |text: &str| text.parse::<u32>().unwrap_or(0);
            let total = number(facts.get(&figures)) + number(facts.get(&lost));
            changed.push((lost, total.saturating_sub(number(now)).to_string()));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let facts = facts.with(card, &changed)?;
        Ok(Outlook { way: Way::Chart { card: card.clone(), facts, turns: turns.clone() }, ..self.clone() })
    }

    pub fn odds(&self, rules: &Rules) -> Odds<Found> {
        match &self.way {
            Way::Chart { card, facts, .. } => Volley::odds::<Chance>(rules, card.name, facts),
            Way::Played(odds) => odds.clone(),
        }
    }

    /// The rolls that can be told beforehand, each with its numbers.
    pub fn rolls(&self, rules: &Rules) -> Vec<Roll> {
        match &self.way {
            Way::Chart { card, facts, .. } => desk::rolls(rules, card.name, facts),
            Way::Played(_) => Vec::new(),
        }
    }

    /// The rules that come in or fall away when one fact is turned to each of its other values.
    pub fn rules_of(&self, rules: &Rules, turn: &FactCard) -> Vec<&'static str> {
        let cites = |outlook: &Outlook| -> Vec<&'static str> {
            outlook.rolls(rules).iter().flat_map(|roll| roll.cites().collect::<Vec<_>>()).collect()
        };
        let now = cites(self);
        let (mut found, mut gone): (Vec<&'static str>, Vec<&'static str>) = (Vec::new(), Vec::new());
        for value in turn.kind.others(self.fact(turn.name)) {
            let Ok(turned) = self.turned(&[(turn.name.to_owned(), value)]) else { continue };
            let then = cites(&turned);
            // What comes in says more than what falls away.
            found.extend(then.iter().filter(|rule| !now.contains(rule)));
            gone.extend(now.iter().filter(|rule| !then.contains(rule)));
        }
        found.extend(gone);
        let mut once = Vec::new();
        for rule in found {
            if !once.contains(&rule) {
                once.push(rule);
            }
        }
        once
    }
}

impl Way {
    fn chart(rules: &Rules, name: &str, given: Given) -> Option<Way> {
        let card = Volley::chart(rules, name).ok()?;
        let facts = Facts::read(&card, &given.facts).ok()?;
        let turns = given.turns.into_iter().filter_map(|(name, kind)| {
            let fact = card.facts.iter().find(|fact| fact.name == name)?;
            Some(FactCard { kind: kind.unwrap_or_else(|| fact.kind.clone()), ..fact.clone() })
        });
        let turns = turns.collect();
        Some(Way::Chart { card, facts, turns })
    }
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

type Eyes<'d> = Policy<'d, Lucky, fn(&Volley, &Question) -> Answer>;

/// Looks at a table with the eyes of the rules: facts are measured, and nothing is decided.
pub(crate) fn measuring<T>(look: impl FnOnce(&mut Eyes<'_>) -> Result<T, Infallible>) -> T {
    let Ok(seen) = look(&mut Policy { dice: &mut Lucky, choose: decline });
    seen
}

/// Dice that let a charge come in: one die alone shows what it must, several hit nothing, and every distance is
/// as long as it can be. For looking where everybody would stand then.
pub(crate) struct Lucky;

impl Dice for Lucky {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, _: u32) -> Result<u32, Infallible> {
        Ok(u32::from(pool.count == 1))
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading(pool.count * pool.sides))
    }
}
