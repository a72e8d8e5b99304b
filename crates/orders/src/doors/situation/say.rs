//! What is said: a line in words, and the answer it makes of a question it fits.

use super::scene::Scene;
use crate::question::{Deploy, Fire, Question};
use crate::rules::charge;
use crate::state::answer::{Act, Answer, Instruction, Pace, Shot, Targets};
use crate::state::game::Orders;
use crate::state::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::state::words::{Formation, OrderKind};
use engine::cases::{self, Line, Wanted, bearing, turn};
use engine::{Game as _, Questions as _, Side};
use table::{Inches, Point, Pose};

/// Distances in thousandths of an inch, angles in thousandths of a degree.
#[derive(Clone, Debug)]
pub enum Said {
    Yes(Option<String>),
    No(Option<String>),
    /// No more.
    End,
    Instruct {
        paper: Paper,
        corps: String,
        order: Order,
    },
    Rouse(String),
    ForceMarch(String),
    March {
        unit: String,
        how: How,
        paces: Vec<Pace>,
    },
    Charge {
        unit: String,
        target: String,
        wheel: Option<i32>,
        form: Option<Formation>,
    },
    Ride {
        leader: String,
        to: Option<Point>,
        join: Option<String>,
    },
    Fire {
        unit: String,
        target: String,
    },
    Unit(String),
    Place {
        unit: String,
        at: Pose,
        formation: Option<Formation>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    March,
    Enter,
    Leave,
}

/// What is written for a corps.
#[derive(Clone, Copy, Debug)]
pub enum Paper {
    /// An order that a courier takes to it.
    Send,
    /// What it makes of the order it has.
    Carry,
}

impl cases::Said<Orders> for Said {
    const RENAMED: &'static [(&'static str, &'static str)] = &[
        ("order", "move"),
        ("roll-for-square", "hasty-square"),
        ("next-test", "shock"),
        ("next-melee", "melee"),
    ];

    fn read(scene: &Scene, line: &mut Line<'_>) -> Wanted<Said> {
        Ok(match line.next("an answer")? {
            "yes" => Said::Yes(line.maybe_unit()?),
            "no" => Said::No(line.maybe_unit()?),
            "end" => Said::End,
            "send" => instruct(scene, line, Paper::Send)?,
            "carry" => instruct(scene, line, Paper::Carry)?,
            "rouse" => Said::Rouse(line.unit()?),
            "force-march" => Said::ForceMarch(line.unit()?),
            "march" => Said::March { unit: line.unit()?, how: How::March, paces: paces(line)? },
            "enter" => Said::March { unit: line.unit()?, how: How::Enter, paces: paces(line)? },
            "leave" => Said::March { unit: line.unit()?, how: How::Leave, paces: paces(line)? },
            "charge" => {
                let (unit, target) = (line.unit()?, line.unit()?);
                let wheel = line.number_after("wheel")?;
                let form = if line.follows("form") { Some(formation(line)?) } else { None };
                Said::Charge { unit, target, wheel, form }
            }
            "ride" => {
                let leader = line.known(&scene.officers, "a leader")?;
                let to = if line.follows("to") { Some(point(line)?) } else { None };
                let join = if line.follows("join") { Some(line.unit()?) } else { None };
                Said::Ride { leader, to, join }
            }
            "fire" => Said::Fire { unit: line.unit()?, target: line.unit()? },
            "unit" => Said::Unit(line.unit()?),
            "place" => {
                let (unit, at) = (line.unit()?, point(line)?);
                let facing = bearing(line.number_after("facing")?.unwrap_or(0));
                let formation = if line.is_at_end() { None } else { Some(formation(line)?) };
                Said::Place { unit, at: Pose { at, facing }, formation }
            }
            _ => {
                return Err("send, carry, rouse, force-march, march, charge, enter, leave, ride, fire, unit, place, end, \
                            yes or no"
                    .to_owned());
            }
        })
    }

    /// The answer this line gives to the question; `None` if it is for another one.
    fn answer(&self, game: &Orders, _: &Scene, question: &Question) -> Option<Answer> {
        let is_about = |name: &Option<String>| {
            name.as_ref()
                .is_none_or(|name| question.form(game).subject.is_some_and(|unit| game.name(unit) == name))
        };
        match (self, question) {
            (Said::No(of) | Said::Yes(of), _) if !is_about(of) => None,
            (Said::No(_), _)
            | (Said::End, Question::Move(_) | Question::WriteOrders(_) | Question::Fire(_)) => {
                Some(Answer::No)
            }
            (Said::Yes(_), _) => question.form(game).may_say(&Answer::Yes).then_some(Answer::Yes),
            (Said::Instruct { paper, corps, order }, Question::WriteOrders(writes)) => {
                let at = game.corps.iter().position(|own| *own.name == **corps && own.side == writes.side)?;
                let (corps, order) = (CorpsId(at as u16), *order);
                Some(Answer::Instruct(match paper {
                    Paper::Send => Instruction::Send { corps, order },
                    Paper::Carry => Instruction::Carry { corps, order },
                }))
            }
            (_, Question::Move(moves)) => self.act(game, moves.side).map(Answer::Act),
            (Said::Fire { unit, target }, Question::Fire(fire)) => {
                let unit = game.find(unit).filter(|id| game.unit(*id).side() == fire.side)?;
                Some(Answer::Shot(Shot { unit, target: game.find(target)? }))
            }
            (Said::Unit(name), _) => question.form(game).naming(game.find(name)?).cloned(),
            (Said::Place { unit, at, formation }, Question::Deploy(Deploy { unit: asked }))
                if game.name(*asked) == unit =>
            {
                let formation = formation.unwrap_or(game.unit(*asked).formation);
                Some(Answer::Place { unit: *asked, at: Some(*at), formation })
            }
            _ => None,
        }
    }

    /// A question in words: `fire french: A B C` (A at B or C), `melee french: A B`.
    fn question_text(game: &Orders, question: &Question) -> String {
        let names = |units: &[UnitId]| units.iter().map(|id| &**game.name(*id)).collect::<Vec<_>>().join(" ");
        let (form, word) = (question.form(game), Self::question_word(question));
        let of = match form.subject {
            Some(unit) => game.name(unit),
            None if game.asked_of(question) == Side::French => "french",
            None => "opponent",
        };
        let options = if let Question::Fire(Fire { shots, .. }) = question {
            let shot = |from: &Targets| format!("{} {}", game.name(from.unit), names(&from.targets));
            shots.iter().map(shot).collect::<Vec<_>>().join(", ")
        } else {
            names(&form.lit)
        };
        if options.is_empty() { format!("{word} {of}") } else { format!("{word} {of}: {options}") }
    }
}

impl Said {
    /// An act of a unit or leader of the side that is asked.
    fn act(&self, game: &Orders, side: Side) -> Option<Act> {
        let own = |name: &str| game.find(name).filter(|id| game.unit(*id).side() == side);
        Some(match self {
            Said::Rouse(unit) => Act::Rouse { unit: own(unit)? },
            Said::ForceMarch(unit) => Act::ForceMarch { unit: own(unit)? },
            Said::March { unit, how, paces } => {
                let (unit, paces) = (own(unit)?, paces.clone());
                match how {
                    How::March => Act::March { unit, paces },
                    How::Enter => Act::Enter { unit, paces },
                    How::Leave => Act::Leave { unit, paces },
                }
            }
            Said::Charge { unit, target, wheel, form } => {
                let (unit, target) = (own(unit)?, game.find(target)?);
                let wheel = wheel.map(turn).or_else(|| charge::aim(game, unit, target)).unwrap_or(0);
                Act::Charge { unit, target, wheel, form: *form }
            }
            Said::Ride { leader, to, join } => {
                let of_side = |at: &usize| game.leaders[*at].side == side;
                let at = game.leaders.iter().position(|known| *known.name == **leader).filter(of_side)?;
                let join = match join {
                    Some(name) => Some(game.find(name)?),
                    None => None,
                };
                Act::Ride { leader: GeneralId(at as u16), to: *to, join }
            }
            Said::Yes(_)
            | Said::No(_)
            | Said::End
            | Said::Instruct { .. }
            | Said::Fire { .. }
            | Said::Unit(_)
            | Said::Place { .. } => return None,
        })
    }
}

// ---------------------------------------------------------------------- reading ----

fn instruct(scene: &Scene, line: &mut Line<'_>, paper: Paper) -> Wanted<Said> {
    let names: Vec<String> = scene.corps.iter().map(|corps| corps.name.clone()).collect();
    let corps = line.known(&names, "a corps")?;
    let kind = line.word("an order", OrderKind::WORDS)?;
    let objective = if line.follows("at") { Some(point(line)?) } else { None };
    Ok(Said::Instruct { paper, corps, order: Order { kind, objective } })
}

fn formation(line: &mut Line<'_>) -> Wanted<Formation> {
    line.word("a formation", Formation::WORDS)
}

fn point(line: &mut Line<'_>) -> Wanted<Point> {
    Ok(Point { x: line.number()?, y: line.number()? })
}

fn paces(line: &mut Line<'_>) -> Wanted<Vec<Pace>> {
    let mut paces = Vec::new();
    while !line.is_at_end() {
        paces.push(match line.next("a pace")? {
            "ahead" => Pace::Ahead(Inches(line.number()?)),
            "back" => Pace::Back(Inches(line.number()?)),
            "wheel" => Pace::Wheel(turn(line.number()?)),
            "face" => Pace::Face(bearing(line.number()?)),
            "form" => Pace::Form(formation(line)?),
            "road" => Pace::Road(Inches(line.number()?)),
            other => return Err(format!("ahead, back, wheel, face, form or road, not {other:?}")),
        });
    }
    Ok(paces)
}
