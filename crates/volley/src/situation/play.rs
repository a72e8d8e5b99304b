//! Playing a case: the umpire who answers from its script.

use super::expect::Ran;
use super::read::{Case, Faces, Script, Until};
use super::say::{Say, question_text};
use super::stage::{Scale, set_up};
use crate::desk;
use crate::event::Event;
use crate::game::{Stage, Volley};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::words::Sheet;
use dice::{Aim, Pool, Throws};
use engine::{Ask, Fact, Game, Umpire};
use std::collections::VecDeque;
use std::sync::Arc;

/// More steps than any case takes.
const MOST_STEPS: usize = 5000;

/// What went on in a case, a line each.
pub(super) fn story(case: &Case, sheet: Sheet, rules: &Arc<Rules>) -> Vec<String> {
    let Some(phase) = case.phase else { return Vec::new() };
    let game = match set_up(case, phase, sheet, rules) {
        Ok(game) => game,
        Err(why) => return vec![why],
    };
    let ran = play(game, case.script(sheet), case.until, case.is_halved(sheet));
    let mut lines: Vec<String> = ran
        .told
        .iter()
        .map(|told| match told {
            Told::Asked(text) => format!("? {text}"),
            Told::Said(line) => format!("! {line}"),
            Told::Threw { text, faces } => format!("# {text} {faces:?}"),
            Told::Event(event) => format!("  {}", event.sentence(&ran.game)),
        })
        .collect();
    for (_, unit) in ran.game.on_table() {
        let Some(pose) = unit.pose else { continue };
        let (x, y) = (table::Inches(pose.at.x), table::Inches(pose.at.y));
        let (figures, formation, facing) = (unit.figures, unit.formation, pose.facing.to_degrees());
        lines.push(format!("= {} {formation} of {figures} at {x}, {y} facing {facing}", unit.name()));
    }
    lines.push(format!("= {:?}", ran.stop));
    lines
}

/// Plays the case on the sheet and holds what came of it against what was expected.
pub(super) fn check(case: &Case, sheet: Sheet, rules: &Arc<Rules>) -> Result<(), String> {
    let scale = Scale { half: case.is_halved(sheet), sheet };
    let script = case.script(sheet);
    let mut wrong = script.expect.wrong_of_sheet(rules);
    if let Some(chart) = &case.resolve {
        wrong.extend(resolve(chart, script, rules)?);
    }
    if let Some(phase) = case.phase {
        let game = set_up(case, phase, sheet, rules)?;
        let ran = play(game, script, case.until, scale.half);
        wrong.extend(ran.wrong.iter().cloned());
        wrong.extend(script.expect.wrong(&ran, scale));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// Calls a chart on its own.
fn resolve(chart: &str, script: &Script, rules: &Rules) -> Result<Vec<String>, String> {
    let card = desk::chart(rules, chart)?;
    let facts = desk::Facts::read(&card, &script.facts).map_err(|faults| faults.join("; "))?;
    let faces = script.dice.iter().flat_map(|faces| match faces {
        Faces::One(face) => vec![*face],
        Faces::Throw(faces) => faces.clone(),
    });
    let mut dice = dice::Script::new(faces);
    let found = desk::resolve(rules, chart, &facts, &mut dice).map_err(|fault| fault.to_string())?;
    let mut wrong = script.expect.wrong_of_chart(&found);
    if dice.left() > 0 {
        wrong.push(format!("{} dice left over", dice.left()));
    }
    Ok(wrong)
}

/// Why a run stopped in the middle of a step.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    Dice {
        text: String,
        left: usize,
    },
    Question(String),
    Refused {
        refusal: Refusal,
        line: String,
    },
    /// The script itself is wrong.
    Script(String),
}

fn play(mut game: Volley, script: &Script, until: Until, half: bool) -> Ran {
    let mut cast = Cast {
        say: script.say.iter().collect(),
        dice: script.dice.iter().cloned().collect(),
        until_dry: until == Until::Script,
        half,
        told: Vec::new(),
    };
    let began = (game.turn, game.phase);
    let mut stop = None;
    let mut steps = 0;
    let mut wrong = Vec::new();
    while stop.is_none() && !game.is_over() && !reached(&game, until, began) {
        steps += 1;
        if steps > MOST_STEPS {
            wrong.push("the run has no end".to_owned());
            break;
        }
        stop = game.step(&mut cast).err();
    }
    match &stop {
        Some(Stop::Script(why)) => wrong.push(why.clone()),
        // The end of a script may be a throw; elsewhere a missing die is a fault of the case.
        Some(Stop::Dice { text, left })
            if script.expect.waits.is_none() && (!cast.until_dry || *left > 0 || !cast.say.is_empty()) =>
        {
            wrong.push(format!("{text} must be thrown, and {left} faces are left"));
        }
        _ => {}
    }
    if let Some(say) = cast.say.front() {
        wrong.push(format!("nothing was asked that {:?} answers", say.line));
    }
    let left = cast.dice.len();
    if left > 0 && !matches!(stop, Some(Stop::Script(_) | Stop::Dice { .. })) {
        wrong.push(format!("dice left over: {:?}", cast.dice));
    }
    Ran { game, stop, told: cast.told, wrong }
}

fn reached(game: &Volley, until: Until, began: (u32, usize)) -> bool {
    let moved_on = (game.turn, game.phase) != began;
    match until {
        Until::Script | Until::End => false,
        Until::Phase => moved_on,
        Until::Turn => game.turn != began.0,
        Until::Begins(phase) => moved_on && game.stage == Stage::Begin && game.phase() == phase,
    }
}

/// The umpire of a case.
struct Cast<'c> {
    say: VecDeque<&'c Say>,
    dice: VecDeque<Faces>,
    until_dry: bool,
    half: bool,
    told: Vec<Told>,
}

/// What went on, in its order.
pub(super) enum Told {
    Asked(String),
    Said(String),
    Threw { text: String, faces: Vec<u32> },
    Event(Event),
}

impl Cast<'_> {
    /// The faces of one throw, from the front of the script.
    fn faces(&mut self, pool: Pool, text: &str) -> Result<Vec<u32>, Stop> {
        let count = pool.count as usize;
        if let Some(Faces::Throw(faces)) = self.dice.front() {
            if faces.len() != count {
                return Err(Stop::Script(format!("{text} is thrown, and the case has {faces:?} for it")));
            }
            let faces = faces.clone();
            self.dice.pop_front();
            return Ok(faces);
        }
        let ones = self.dice.iter().take(count).take_while(|faces| matches!(faces, Faces::One(_))).count();
        if ones < count {
            return Err(Stop::Dice { text: text.to_owned(), left: self.dice.len() });
        }
        let faces = self.dice.drain(..count).map(|face| match face {
            Faces::One(face) => face,
            Faces::Throw(_) => 0,
        });
        Ok(faces.collect())
    }
}

impl Throws for Cast<'_> {
    type Pause = Stop;

    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Stop> {
        let text = match aim {
            Aim::Hits(need) => format!("{pool} {need}+"),
            Aim::Total => pool.to_string(),
        };
        let faces = self.faces(pool, &text)?;
        if let Some(face) = faces.iter().find(|face| **face == 0 || **face > pool.sides) {
            return Err(Stop::Script(format!("{text} cannot show {face}")));
        }
        self.told.push(Told::Threw { text, faces: faces.clone() });
        Ok(faces)
    }
}

impl Umpire<Volley> for Cast<'_> {
    fn ask<Q: Ask<Volley>>(&mut self, game: &Volley, asks: Q) -> Result<Q::Granted, Stop> {
        let question = asks.question();
        let text = question_text(game, &question);
        self.told.push(Told::Asked(text.clone()));
        let answer = self.say.front().and_then(|say| say.answer(game, &question, self.half));
        if let Some(answer) = answer {
            let line = self.say.pop_front().map(|say| say.line.clone()).unwrap_or_default();
            self.told.push(Told::Said(line.clone()));
            return asks.grant(game, &answer).map_err(|refusal| Stop::Refused { refusal, line });
        }
        if self.until_dry && self.say.is_empty() && self.dice.is_empty() {
            return Err(Stop::Question(text));
        }
        let declined = game.decline(&question);
        asks.grant(game, &declined)
            .map_err(|refusal| Stop::Script(format!("{text} cannot be declined: {refusal}")))
    }

    fn see<F: Fact<Volley>>(&mut self, game: &Volley, fact: F) -> Result<F::Value, Stop> {
        Ok(fact.measure(game))
    }

    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.told.push(Told::Event(event()));
    }
}
