//! What is said: a line in words, and the answer it makes of a question it fits.

use super::scene::{Scale, Scene};
use crate::question::{Adjust, FreeChange, NameTarget, NextOrder, Question, Shoot, Stand};
use crate::rules::charge;
use crate::state::answer::{Answer, Order, StandChoice};
use crate::state::game::Volley;
use crate::state::unit::{GeneralId, UnitId};
use crate::state::words::Formation;
use engine::cases::{self, Line, Wanted, bearing, turn};
use engine::{Ask as _, Questions as _, Side};
use table::{Bearing, Inches, Leg, Point, Pose};

/// Distances in thousandths of an inch at 25/28 mm, angles in thousandths of a degree.
#[derive(Clone, Debug)]
pub enum Said {
    Yes(Option<String>),
    No(Option<String>),
    /// No more orders.
    End,
    March {
        unit: String,
        legs: Vec<Step>,
    },
    Form {
        unit: String,
        formation: Formation,
        facing: Option<i32>,
    },
    Charge {
        unit: String,
        target: String,
        wheel: Option<i32>,
    },
    Ride {
        general: String,
        to: Option<(i32, i32)>,
        join: Option<String>,
    },
    Enter {
        unit: String,
        at: i32,
        legs: Vec<Step>,
    },
    Turn {
        unit: String,
        facing: Option<i32>,
        shift: i32,
        right: i32,
    },
    FallBack {
        unit: String,
        by: i32,
        formation: Option<Formation>,
    },
    Fire {
        unit: String,
        target: String,
    },
    Unit(String),
    Free(Formation),
    Stand {
        unit: Option<String>,
        choice: StandChoice,
    },
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    Wheel(i32),
    Ahead(i32),
    Back(i32),
    To { x: i32, y: i32, facing: Option<i32> },
}

impl cases::Said<Volley> for Said {
    const RENAMED: &'static [(&'static str, &'static str)] =
        &[("next-test", "test"), ("next-melee", "melee")];

    fn read(scene: &Scene, line: &mut Line<'_>) -> Wanted<Said> {
        Ok(match line.next("an answer")? {
            "yes" => Said::Yes(line.maybe_unit()?),
            "no" => Said::No(line.maybe_unit()?),
            "end" => Said::End,
            "march" => Said::March { unit: line.unit()?, legs: steps(line)? },
            "form" => {
                let (unit, formation) = (line.unit()?, formation(line)?);
                Said::Form { unit, formation, facing: line.number_after("facing")? }
            }
            "unlimber" => gun(line, Formation::Unlimbered)?,
            "limber" => gun(line, Formation::Limbered)?,
            "charge" => {
                let (unit, target) = (line.unit()?, line.unit()?);
                Said::Charge { unit, target, wheel: line.number_after("wheel")? }
            }
            "ride" => {
                let general = line.known(&scene.officers, "a general")?;
                let follows = line.follows("to");
                let to = if follows { Some((line.number()?, line.number()?)) } else { None };
                let join = if line.follows("join") { Some(line.unit()?) } else { None };
                Said::Ride { general, to, join }
            }
            "enter" => {
                let unit = line.unit()?;
                let at = line.number_after("at")?.ok_or("at, and where on the edge")?;
                Said::Enter { unit, at, legs: steps(line)? }
            }
            "turn" => {
                let (unit, facing) = (line.unit()?, line.number_after("facing")?);
                let (shift, right) = (line.number_after("shift")?, line.number_after("right")?);
                Said::Turn { unit, facing, shift: shift.unwrap_or(0), right: right.unwrap_or(0) }
            }
            "fall-back" => {
                let (unit, by) = (line.unit()?, line.number()?);
                let formation = if line.is_at_end() { None } else { Some(formation(line)?) };
                Said::FallBack { unit, by, formation }
            }
            "fire" => Said::Fire { unit: line.unit()?, target: line.unit()? },
            "unit" => Said::Unit(line.unit()?),
            "free" => Said::Free(formation(line)?),
            "stand" => {
                let is_choice = |word: &str| STANDS.iter().any(|(known, _)| *known == word);
                let of_unit = line.peek().is_some_and(|word| !is_choice(word));
                let unit = if of_unit { Some(line.unit()?) } else { None };
                let choice = line.word("stay, square, masse or counter-charge", STANDS)?;
                Said::Stand { unit, choice }
            }
            _ => {
                return Err("march, form, unlimber, limber, charge, ride, enter, end, turn, fall-back, fire, unit, free, \
                            stand, yes or no"
                    .to_owned());
            }
        })
    }

    /// The answer this line gives to the question; `None` if it is for another one.
    fn answer(&self, game: &Volley, scene: &Scene, question: &Question) -> Option<Answer> {
        let talk = Talk { game, scale: scene.scale(game.rules.sheet) };
        match (self, question) {
            (Said::No(of) | Said::Yes(of), _) if !talk.is_about(of.as_deref(), question) => None,
            (Said::No(_), _) | (Said::End, Question::NextOrder(_) | Question::Adjust(_)) => Some(Answer::No),
            (Said::Yes(_), _) => question.form(game).may_say(&Answer::Yes).then_some(Answer::Yes),
            (
                Said::Turn { .. } | Said::Form { formation: Formation::Unlimbered, .. },
                Question::Adjust(Adjust { side, .. }),
            ) => talk.order(self, *side),
            (Said::Turn { .. } | Said::FallBack { .. }, Question::NextOrder(_)) => None,
            (_, Question::NextOrder(NextOrder { side })) => talk.order(self, *side),
            (Said::FallBack { .. }, Question::Retire(retire)) => talk.order(self, retire.side(game)),
            (
                Said::Fire { unit, target },
                Question::NameTarget(NameTarget { battery: asked, .. })
                | Question::Shoot(Shoot { unit: asked, .. }),
            ) if game.name(*asked) == unit => game.find(target).map(Answer::Unit),
            (Said::Unit(name), _) => question.form(game).naming(game.find(name)?).cloned(),
            (Said::Free(formation), Question::FreeChange(_)) => Some(Answer::Form(*formation)),
            (Said::Stand { unit, choice }, Question::Stand(Stand { unit: asked, .. }))
                if unit.as_ref().is_none_or(|unit| game.name(*asked) == unit) =>
            {
                Some(Answer::Stand(*choice))
            }
            _ => None,
        }
    }

    /// A question in words: `shoot A: B C`.
    fn question_text(game: &Volley, question: &Question) -> String {
        let form = question.form(game);
        let of = match form.subject {
            Some(unit) => game.name(unit),
            None if question.side(game) == Side::French => "french",
            None => "opponent",
        };
        let options: Vec<&str> = if let Question::Stand(Stand { may, .. }) = question {
            may.iter().map(|choice| stand_word(*choice)).collect()
        } else if let Question::FreeChange(FreeChange { formations, .. }) = question {
            formations.iter().map(|formation| formation.word()).collect()
        } else {
            form.lit.iter().map(|unit| &**game.name(*unit)).collect()
        };
        let word = Self::question_word(question);
        if options.is_empty() {
            format!("{word} {of}")
        } else {
            format!("{word} {of}: {}", options.join(" "))
        }
    }
}

struct Talk<'g> {
    game: &'g Volley,
    scale: Scale,
}

impl Talk<'_> {
    fn inches(&self, mils: i32) -> Inches {
        Inches(self.scale.mils(mils))
    }

    fn point(&self, (x, y): (i32, i32)) -> Point {
        self.scale.point(Point { x, y })
    }

    fn is_about(&self, name: Option<&str>, question: &Question) -> bool {
        let subject = || question.form(self.game).subject;
        name.is_none_or(|name| subject().is_some_and(|unit| self.game.name(unit) == name))
    }

    /// An order to a unit of the side that is asked.
    fn order(&self, said: &Said, side: Side) -> Option<Answer> {
        let game = self.game;
        let own = |name: &str| game.find(name).filter(|id| game.unit(*id).side() == side);
        Some(Answer::Order(match said {
            Said::March { unit, legs } => {
                let unit = own(unit)?;
                Order::March { unit, legs: self.legs(unit, legs) }
            }
            Said::Form { unit, formation, facing } => {
                Order::Form { unit: own(unit)?, formation: *formation, facing: facing.map(bearing) }
            }
            Said::Charge { unit, target, wheel } => {
                let (unit, target) = (own(unit)?, game.find(target)?);
                let wheel = wheel.map(turn).or_else(|| charge::aim(game, unit, target)).unwrap_or(0);
                Order::Charge { unit, target, wheel }
            }
            Said::Ride { general, to, join } => {
                let place = game
                    .generals
                    .iter()
                    .position(|officer| officer.name == *general && officer.side == side)?;
                let join = match join {
                    Some(name) => Some(game.find(name)?),
                    None => None,
                };
                let with = |unit: UnitId| game.unit(unit).rect().map(|rect| rect.centre().stored());
                let to = to.map(|to| self.point(to)).or_else(|| with(join?));
                Order::Ride { general: GeneralId(place as u16), to, join }
            }
            Said::Enter { unit, at, legs } => {
                let unit = own(unit)?;
                Order::Enter { unit, at: Some(self.inches(*at).0), legs: self.legs(unit, legs) }
            }
            Said::Turn { unit, facing, shift, right } => {
                let unit = own(unit)?;
                let body = game.unit(unit);
                let pose = body.pose?;
                let footprint = body.footprint(&game.rules);
                let facing = facing.map_or(pose.facing, bearing);
                let centre = pose.centre(footprint).ahead(facing, Inches(*shift));
                let centre = centre.ahead(facing.turned(16384), Inches(*right));
                Order::Turn { unit, to: Some(Pose::from_centre(centre, facing, footprint)) }
            }
            Said::FallBack { unit, by, formation } => {
                let unit = own(unit)?;
                let formation = formation.unwrap_or(game.unit(unit).formation);
                Order::FallBack { unit, by: self.inches(*by), formation }
            }
            Said::Yes(_)
            | Said::No(_)
            | Said::End
            | Said::Fire { .. }
            | Said::Unit(_)
            | Said::Free(_)
            | Said::Stand { .. } => {
                return None;
            }
        }))
    }

    fn legs(&self, unit: UnitId, steps: &[Step]) -> Vec<Leg> {
        let facing = self.game.unit(unit).pose.map_or(Bearing::NORTH, |pose| pose.facing);
        let leg = |step: &Step| match step {
            Step::Wheel(degrees) => Leg::Wheel(turn(*degrees)),
            Step::Ahead(by) => Leg::Ahead(self.inches(*by)),
            Step::Back(by) => Leg::Back(self.inches(*by)),
            Step::To { x, y, facing: to } => {
                Leg::To(Pose { at: self.point((*x, *y)), facing: to.map_or(facing, bearing) })
            }
        };
        steps.iter().map(leg).collect()
    }
}

const STANDS: &[(&str, StandChoice)] = &[
    ("stay", StandChoice::Stay),
    ("square", StandChoice::Square),
    ("masse", StandChoice::Masse),
    ("counter-charge", StandChoice::CounterCharge),
];

fn stand_word(choice: StandChoice) -> &'static str {
    STANDS.iter().find(|(_, known)| *known == choice).map_or("", |(word, _)| word)
}

// ---------------------------------------------------------------------- reading ----

fn gun(line: &mut Line<'_>, formation: Formation) -> Wanted<Said> {
    let unit = line.unit()?;
    Ok(Said::Form { unit, formation, facing: line.number_after("facing")? })
}

fn formation(line: &mut Line<'_>) -> Wanted<Formation> {
    line.word("a formation", Formation::WORDS)
}

fn steps(line: &mut Line<'_>) -> Wanted<Vec<Step>> {
    let mut steps = Vec::new();
    while !line.is_at_end() {
        steps.push(match line.next("a step")? {
            "wheel" => Step::Wheel(line.number()?),
            "ahead" => Step::Ahead(line.number()?),
            "back" => Step::Back(line.number()?),
            "to" => Step::To { x: line.number()?, y: line.number()?, facing: line.number_after("facing")? },
            _ => return Err("wheel, ahead, back or to".to_owned()),
        });
    }
    Ok(steps)
}
