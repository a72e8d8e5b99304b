//! What is said: a line in words, and the answer it makes of a question it fits.

use super::scene::Scene;
use crate::charge;
use crate::game::Orders;
use crate::question::{Act, Answer, Instruction, Pace, Question, Shot};
use crate::unit::{CorpsId, GeneralId, Order, UnitId};
use crate::words::{Formation, OrderKind};
use engine::Side;
use engine::cases::{Line, Wanted, bearing, turn};
use table::{Inches, Point, Pose};

pub(super) const QUESTIONS: &[&str] =
    &["deploy", "orders", "go-first", "move", "hasty-square", "fire", "shock", "melee", "advance"];

/// Distances in thousandths of an inch, angles in thousandths of a degree.
#[derive(Clone, Debug)]
pub enum Said {
    Yes(Option<String>),
    No(Option<String>),
    /// No more.
    End,
    Instruct {
        send: bool,
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

impl Said {
    /// The answer this line gives to the question; `None` if it is for another one.
    pub(super) fn answer(&self, game: &Orders, question: &Question) -> Option<Answer> {
        let is_about = |name: &Option<String>| {
            name.as_ref().is_none_or(|name| subject(question).is_some_and(|unit| game.name(unit) == name))
        };
        match (self, question) {
            (Said::No(of) | Said::Yes(of), _) if !is_about(of) => None,
            (Said::No(_), _)
            | (Said::End, Question::Move { .. } | Question::Orders { .. } | Question::Fire { .. }) => {
                Some(Answer::No)
            }
            (
                Said::Yes(_),
                Question::HastySquare { .. } | Question::Advance { .. } | Question::GoFirst { .. },
            ) => Some(Answer::Yes),
            (Said::Instruct { send, corps, order }, Question::Orders { side, .. }) => {
                let at = game.corps.iter().position(|own| *own.name == **corps && own.side == *side)?;
                let (corps, order) = (CorpsId(at as u16), *order);
                Some(Answer::Instruct(if *send {
                    Instruction::Send { corps, order }
                } else {
                    Instruction::Carry { corps, order }
                }))
            }
            (_, Question::Move { side, .. }) => self.act(game, *side).map(Answer::Act),
            (Said::Fire { unit, target }, Question::Fire { side, .. }) => {
                let unit = game.find(unit).filter(|id| game.unit(*id).side() == *side)?;
                Some(Answer::Shot(Shot { unit, target: game.find(target)? }))
            }
            (
                Said::Unit(name),
                Question::NextMelee { fights: units, .. } | Question::NextShock { units, .. },
            ) => game.find(name).filter(|id| units.contains(id)).map(Answer::Unit),
            (Said::Place { unit, at, formation }, Question::Deploy { unit: asked })
                if game.name(*asked) == unit =>
            {
                let formation = formation.unwrap_or(game.unit(*asked).formation);
                Some(Answer::Place { unit: *asked, at: Some(*at), formation })
            }
            _ => None,
        }
    }

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

/// The unit a question is about.
fn subject(question: &Question) -> Option<UnitId> {
    match question {
        Question::Deploy { unit } | Question::HastySquare { unit, .. } | Question::Advance { unit } => {
            Some(*unit)
        }
        Question::Move { only, .. } => *only,
        Question::Orders { .. }
        | Question::GoFirst { .. }
        | Question::Fire { .. }
        | Question::NextShock { .. }
        | Question::NextMelee { .. } => None,
    }
}

pub(super) fn question_word(question: &Question) -> &'static str {
    match question {
        Question::Deploy { .. } => "deploy",
        Question::Orders { .. } => "orders",
        Question::GoFirst { .. } => "go-first",
        Question::Move { .. } => "move",
        Question::HastySquare { .. } => "hasty-square",
        Question::Fire { .. } => "fire",
        Question::NextShock { .. } => "shock",
        Question::NextMelee { .. } => "melee",
        Question::Advance { .. } => "advance",
    }
}

/// A question in words: `fire french: A B C` (A at B or C), `melee french: A B`.
pub(super) fn question_text(game: &Orders, question: &Question) -> String {
    let names = |units: &[UnitId]| units.iter().map(|id| game.name(*id)).collect::<Vec<_>>().join(" ");
    let word = question_word(question);
    let side_word = |side: &Side| if *side == Side::French { "french" } else { "opponent" };
    match question {
        Question::Orders { side, .. } | Question::GoFirst { side } | Question::Move { side, only: None } => {
            format!("{word} {}", side_word(side))
        }
        Question::Move { side, only: Some(unit) } => {
            format!("{word} {}: {}", side_word(side), game.name(*unit))
        }
        Question::Fire { side, shots } => {
            let shot = |from: &crate::question::Targets| {
                format!("{} {}", game.name(from.unit), names(&from.targets))
            };
            let shots: Vec<String> = shots.iter().map(shot).collect();
            format!("{word} {}: {}", side_word(side), shots.join(", "))
        }
        Question::NextShock { side, units } | Question::NextMelee { side, fights: units } => {
            format!("{word} {}: {}", side_word(side), names(units))
        }
        Question::Deploy { unit } | Question::HastySquare { unit, .. } | Question::Advance { unit } => {
            format!("{word} {}", game.name(*unit))
        }
    }
}

// ---------------------------------------------------------------------- reading ----

/// Reads one line.
pub(super) fn read(scene: &Scene, line: &mut Line<'_>) -> Wanted<Said> {
    Saying { scene, line }.said()
}

struct Saying<'s, 'l, 'w> {
    scene: &'s Scene,
    line: &'l mut Line<'w>,
}

impl Saying<'_, '_, '_> {
    fn said(&mut self) -> Wanted<Said> {
        Ok(match self.line.next("an answer")? {
            "yes" => Said::Yes(self.maybe_unit()?),
            "no" => Said::No(self.maybe_unit()?),
            "end" => Said::End,
            "send" => self.instruct(true)?,
            "carry" => self.instruct(false)?,
            "rouse" => Said::Rouse(self.unit()?),
            "force-march" => Said::ForceMarch(self.unit()?),
            "march" => Said::March { unit: self.unit()?, how: How::March, paces: self.paces()? },
            "enter" => Said::March { unit: self.unit()?, how: How::Enter, paces: self.paces()? },
            "leave" => Said::March { unit: self.unit()?, how: How::Leave, paces: self.paces()? },
            "charge" => {
                let (unit, target) = (self.unit()?, self.unit()?);
                let wheel = self.line.number_after("wheel")?;
                let form = if self.line.follows("form") { Some(self.formation()?) } else { None };
                Said::Charge { unit, target, wheel, form }
            }
            "ride" => {
                let leader = self.line.known(&self.scene.officers, "a leader")?;
                let to = if self.line.follows("to") { Some(self.point()?) } else { None };
                let join = if self.line.follows("join") { Some(self.unit()?) } else { None };
                Said::Ride { leader, to, join }
            }
            "fire" => Said::Fire { unit: self.unit()?, target: self.unit()? },
            "unit" => Said::Unit(self.unit()?),
            "place" => {
                let (unit, at) = (self.unit()?, self.point()?);
                let facing = bearing(self.line.number_after("facing")?.unwrap_or(0));
                let formation = if self.line.is_at_end() { None } else { Some(self.formation()?) };
                Said::Place { unit, at: Pose { at, facing }, formation }
            }
            _ => {
                return Err("send, carry, rouse, force-march, march, charge, enter, leave, ride, fire, unit, place, end, \
                            yes or no"
                    .to_owned());
            }
        })
    }

    fn instruct(&mut self, send: bool) -> Wanted<Said> {
        let names: Vec<String> = self.scene.corps.iter().map(|corps| corps.name.clone()).collect();
        let corps = self.line.known(&names, "a corps")?;
        let kind = self.line.word("an order", OrderKind::WORDS)?;
        let objective = if self.line.follows("at") { Some(self.point()?) } else { None };
        Ok(Said::Instruct { send, corps, order: Order { kind, objective } })
    }

    fn unit(&mut self) -> Wanted<String> {
        self.line.known(&self.scene.names, "a unit")
    }

    fn maybe_unit(&mut self) -> Wanted<Option<String>> {
        self.line.maybe_known(&self.scene.names, "a unit")
    }

    fn formation(&mut self) -> Wanted<Formation> {
        self.line.word("a formation", Formation::WORDS)
    }

    fn point(&mut self) -> Wanted<Point> {
        Ok(Point { x: self.line.number()?, y: self.line.number()? })
    }

    fn paces(&mut self) -> Wanted<Vec<Pace>> {
        let mut paces = Vec::new();
        while !self.line.is_at_end() {
            paces.push(match self.line.next("a pace")? {
                "ahead" => Pace::Ahead(Inches(self.line.number()?)),
                "back" => Pace::Back(Inches(self.line.number()?)),
                "wheel" => Pace::Wheel(turn(self.line.number()?)),
                "face" => Pace::Face(bearing(self.line.number()?)),
                "form" => Pace::Form(self.formation()?),
                "road" => Pace::Road(Inches(self.line.number()?)),
                other => return Err(format!("ahead, back, wheel, face, form or road, not {other:?}")),
            });
        }
        Ok(paces)
    }
}
