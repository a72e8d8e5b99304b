//! What is said: a line in words, and the answer it makes of a question it fits.

use super::scene::Scene;
use crate::question::Question;
use crate::state::answer::{Act, Answer};
use crate::state::game::Empire;
use crate::state::unit::UnitId;
use crate::state::words::{Formation, Hand};
use engine::cases::{self, Line, Wanted, bearing, turn};
use engine::{Form, Questions as _};
use table::{Bearing, Inches, Leg, Point};

#[derive(Clone, Debug)]
pub enum Said {
    Yes(Option<String>),
    No(Option<String>),
    Unit(String),
    Me(String),
    Choose(String),
    Act(Say),
}

/// An act, with names instead of numbers.
#[derive(Clone, Debug)]
pub enum Say {
    Begin(String),
    March { units: Vec<String>, legs: Vec<Leg>, bonus: bool },
    Form { unit: String, formation: Formation, facing: Option<Bearing>, onto: Option<Hand>, legs: Vec<Leg> },
    Guns { how: Guns, unit: String, legs: Vec<Leg> },
    Fire { unit: String, target: String },
    Charge { units: Vec<String>, target: String, wheel: i32 },
    Command { leader: String, action: String, unit: Option<String>, to: Option<Point> },
}

#[derive(Clone, Copy, Debug)]
pub enum Guns {
    Relocate,
    Gallop,
    Prolong,
}

impl cases::Said<Empire> for Said {
    fn read(scene: &Scene, line: &mut Line<'_>) -> Wanted<Said> {
        let guns = |line: &mut Line<'_>, how| {
            Ok::<_, String>(Say::Guns { how, unit: line.unit()?, legs: legs(line)? })
        };
        let act = match line.next("an answer")? {
            "yes" => return Ok(Said::Yes(line.maybe_unit()?)),
            "no" | "end" => return Ok(Said::No(line.maybe_unit()?)),
            "unit" => return Ok(Said::Unit(line.unit()?)),
            "me" => return Ok(Said::Me(line.known(&scene.elements, "an ME")?)),
            "choose" => {
                let mut words = vec![line.next("the words of an offer")?];
                while !line.is_at_end() {
                    words.push(line.next("a word")?);
                }
                return Ok(Said::Choose(words.join(" ").to_lowercase()));
            }
            "begin" => Say::Begin(line.known(&scene.elements, "an ME")?),
            "march" => {
                let units = units(scene, line)?;
                let bonus = line.follows("bonus");
                Say::March { units, legs: legs(line)?, bonus }
            }
            "form" => {
                let (unit, formation) = (line.unit()?, line.word("a formation", Formation::WORDS)?);
                let onto = Hand::WORDS.iter().find(|(word, _)| line.follows(word)).map(|(_, hand)| *hand);
                let facing = line.number_after("facing")?.map(bearing);
                Say::Form { unit, formation, facing, onto, legs: legs(line)? }
            }
            "relocate" => guns(line, Guns::Relocate)?,
            "gallop" => guns(line, Guns::Gallop)?,
            "prolong" => guns(line, Guns::Prolong)?,
            "fire" => Say::Fire { unit: line.unit()?, target: line.unit()? },
            "charge" => {
                let (units, target) = (units(scene, line)?, line.unit()?);
                Say::Charge { units, target, wheel: line.number_after("wheel")?.map_or(0, turn) }
            }
            "command" => {
                let leader = line.known(&scene.officers, "a leader")?;
                let action = line.next("a commander action")?.to_owned();
                let to = if line.follows("to") {
                    Some(Point { x: line.number()?, y: line.number()? })
                } else {
                    None
                };
                Say::Command { leader, action, unit: line.maybe_unit()?, to }
            }
            other => {
                return Err(format!(
                    "yes, no, end, unit, me, choose, begin, march, form, relocate, gallop, prolong, fire, charge or \
                     command, not {other:?}"
                ));
            }
        };
        Ok(Said::Act(act))
    }

    fn answer(&self, game: &Empire, _: &Scene, question: &Question) -> Option<Answer> {
        let form: Form<Answer> = question.form(game);
        let is_about = |name: &Option<String>| {
            name.as_ref().is_none_or(|name| form.subject.is_some() && form.subject == game.find(name))
        };
        match self {
            Said::Yes(of) => form.may_say(&Answer::Yes).then_some(Answer::Yes).filter(|_| is_about(of)),
            Said::No(of) => form.may_say(&Answer::No).then_some(Answer::No).filter(|_| is_about(of)),
            Said::Unit(name) => {
                let named = Some(game.find(name)?);
                form.offers.iter().find(|offer| offer.unit == named).map(|offer| offer.answer.clone())
            }
            Said::Me(name) => {
                let answer = Answer::Me(game.find_me(name)?);
                form.may_say(&answer).then_some(answer)
            }
            Said::Choose(text) => {
                let offer = form.offers.iter().find(|offer| offer.text.to_string().to_lowercase() == *text);
                offer.map(|offer| offer.answer.clone())
            }
            Said::Act(say) => {
                let is_command = matches!(say, Say::Command { .. });
                // What the mover's own side does next is no answer to a question about its move.
                let is_at = |act: &Act, mover: UnitId| matches!(act, Act::Fire { target, .. } | Act::Charge { target, .. } if *target == mover);
                let act = say.act(game)?;
                let fits = matches!(question, Question::Impulse(_))
                    || matches!(question, Question::LeadersReact(_) if is_command)
                    || matches!(question, Question::React(ask) if is_at(&act, ask.mover));
                fits.then_some(Answer::Act(act))
            }
        }
    }
}

impl Say {
    fn act(&self, game: &Empire) -> Option<Act> {
        let all =
            |names: &[String]| names.iter().map(|name| game.find(name)).collect::<Option<Vec<UnitId>>>();
        Some(match self {
            Say::Begin(me) => Act::Begin { me: game.find_me(me)? },
            Say::March { units, legs, bonus } => {
                Act::Manoeuvre { units: all(units)?, legs: legs.clone(), bonus: *bonus }
            }
            Say::Form { unit, formation, facing, onto, legs } => Act::Form {
                unit: game.find(unit)?,
                formation: *formation,
                facing: *facing,
                onto: *onto,
                legs: legs.clone(),
            },
            Say::Guns { how, unit, legs } => {
                let (unit, legs) = (game.find(unit)?, legs.clone());
                match how {
                    Guns::Relocate => Act::Relocate { unit, legs },
                    Guns::Gallop => Act::Gallop { unit, legs },
                    Guns::Prolong => Act::Prolong { unit, legs },
                }
            }
            Say::Fire { unit, target } => Act::Fire { unit: game.find(unit)?, target: game.find(target)? },
            Say::Charge { units, target, wheel } => {
                Act::Charge { units: all(units)?, target: game.find(target)?, wheel: *wheel }
            }
            Say::Command { leader, action, unit, to } => Act::Command {
                leader: game.find_leader(leader)?,
                action: action.clone(),
                unit: match unit {
                    Some(name) => Some(game.find(name)?),
                    None => None,
                },
                to: *to,
            },
        })
    }
}

/// `A` or `A+B`.
fn units(scene: &Scene, line: &mut Line<'_>) -> Wanted<Vec<String>> {
    let names = line.next("units")?;
    let known = |name: &str| {
        use engine::cases::Scene as _;
        scene.names().iter().any(|unit| unit == name)
    };
    let each = names.split('+').map(|name| match known(name) {
        true => Ok(name.to_owned()),
        false => Err(format!("a unit of the case, not {name:?}")),
    });
    each.collect()
}

fn legs(line: &mut Line<'_>) -> Wanted<Vec<Leg>> {
    let mut legs = Vec::new();
    while !line.is_at_end() {
        legs.push(match line.next("a leg")? {
            "ahead" => Leg::Ahead(Inches(line.number()?)),
            "back" => Leg::Back(Inches(line.number()?)),
            "wheel" => Leg::Wheel(turn(line.number()?)),
            other => return Err(format!("ahead, back or wheel, not {other:?}")),
        });
    }
    Ok(legs)
}
