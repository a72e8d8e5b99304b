//! Playing a case: the umpire who answers from its script.

use super::read::{Case, Faces, Say, Script, Until};
use super::{Begins, Cased, Expected as _, Said as _, Scene as _};
use crate::{Ask, Fact, Moment, Questions as _, Umpire};
use dice::{Aim, Part, Pool, Test, Throws};
use std::collections::VecDeque;
use std::sync::Arc;

/// More steps than any case takes.
const MOST_STEPS: usize = 5000;

/// A case that was played.
pub(super) struct Ran<G: Cased> {
    pub(super) game: G,
    pub(super) stop: Option<Stop<G>>,
    pub(super) told: Vec<Happened<G>>,
    wrong: Vec<String>,
}

/// Why a run stopped in the middle of a step.
#[derive(Debug)]
pub(super) enum Stop<G: Cased> {
    Dice {
        text: String,
        left: usize,
    },
    Question(String),
    Refused {
        refusal: G::Refusal,
        line: String,
    },
    /// The script itself is wrong.
    Script(String),
}

/// What went on, in its order.
pub(super) enum Happened<G: Cased> {
    /// With what its form offers, in words, where the case looks at that.
    Asked {
        text: String,
        offers: Vec<String>,
    },
    Said(String),
    Threw {
        text: String,
        faces: Vec<u32>,
    },
    /// The needs and modifiers of the throws before it.
    Tested(Vec<Part>),
    Event(G::Event),
}

/// Plays the case on the sheet and holds what came of it against what was expected.
pub(super) fn check<G: Cased>(case: &Case<G>, sheet: usize, rules: &Arc<G::Rules>) -> Result<(), String> {
    let script = case.script(sheet);
    let expect = &script.expect;
    let mut wrong = Vec::new();
    if let Some(chart) = &case.resolve {
        wrong.extend(resolve(chart, script, rules)?);
    }
    if case.phase.is_none() {
        wrong.extend(expect.own.differs(&case.scene, rules, None));
    }
    if let Some(ran) = run(case, sheet, rules)? {
        wrong.extend(ran.wrong.iter().cloned());
        expect.refusal(&ran, &mut wrong);
        wrong.extend(expect.own.differs(&case.scene, rules, Some(&ran.game)));
        expect.course(&ran, &mut wrong);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// What went on in a case, a line each.
pub(super) fn story<G: Cased>(case: &Case<G>, sheet: usize, rules: &Arc<G::Rules>) -> Vec<String> {
    let ran = match run(case, sheet, rules) {
        Ok(Some(ran)) => ran,
        Ok(None) => return Vec::new(),
        Err(why) => return vec![why],
    };
    let told = |told: &Happened<G>| match told {
        Happened::Asked { text, .. } => format!("? {text}"),
        Happened::Said(line) => format!("! {line}"),
        Happened::Threw { text, faces } => format!("# {text} {faces:?}"),
        Happened::Tested(parts) => {
            let parts: Vec<String> =
                parts.iter().map(|part| format!("{} {}", part.value, part.rule)).collect();
            format!("# {}", parts.join(", "))
        }
        Happened::Event(event) => format!("  {}", ran.game.sentence(event)),
    };
    let mut lines: Vec<String> = ran.told.iter().map(told).collect();
    lines.extend(ran.game.whereabouts().iter().map(|line| format!("= {line}")));
    lines.push(format!("= {:?}", ran.stop));
    lines
}

/// Calls a chart on its own.
fn resolve<G: Cased>(chart: &str, script: &Script<G>, rules: &G::Rules) -> Result<Vec<String>, String> {
    let card = G::chart(rules, chart)?;
    let facts = match G::facts(rules, &card, &script.facts) {
        Ok(facts) => facts,
        Err(faults) if script.expect.refuses(&faults.join("; ")) => return Ok(Vec::new()),
        Err(faults) => return Err(faults.join("; ")),
    };
    let faces = script.dice.iter().flat_map(|faces| match faces {
        Faces::One(face) => vec![*face],
        Faces::Throw(faces) => faces.clone(),
    });
    let mut dice = dice::Script::new(faces);
    let found = G::resolve(rules, chart, &facts, &mut dice).map_err(|fault| fault.to_string())?;
    let mut wrong = script.expect.wrong_of_chart(&found, &G::working(rules, chart, &facts));
    if dice.left() > 0 {
        wrong.push(format!("{} dice left over", dice.left()));
    }
    Ok(wrong)
}

/// Plays a case from its phase as far as it goes; nothing where it has no phase.
fn run<G: Cased>(case: &Case<G>, sheet: usize, rules: &Arc<G::Rules>) -> Result<Option<Ran<G>>, String> {
    let Some(phase) = case.phase else { return Ok(None) };
    let begins = Begins { name: &case.name, phase, turn: case.turn };
    let mut game = case.scene.set_up(&begins, Arc::clone(rules))?;
    let script = case.script(sheet);
    let mut cast = Cast::new(case, script);
    let began = game.moment();
    let (mut stop, mut steps, mut wrong) = (None, 0, Vec::new());
    while stop.is_none() && !game.is_over() && !reached(&game.moment(), case.until, &began) {
        steps += 1;
        if steps > MOST_STEPS {
            wrong.push("the run has no end".to_owned());
            break;
        }
        stop = game.step(&mut cast).err();
    }
    cast.left_over(script, stop.as_ref(), &mut wrong);
    Ok(Some(Ran { game, stop, told: cast.told, wrong }))
}

fn reached(now: &Moment, until: Until, began: &Moment) -> bool {
    let moved_on = (now.turn, now.place) != (began.turn, began.place);
    match until {
        Until::Script | Until::End => false,
        Until::Phase => moved_on,
        Until::Turn => now.turn != began.turn,
        Until::Begins(phase) => moved_on && now.begins && now.phase == phase,
    }
}

/// The umpire of a case.
struct Cast<'c, G: Cased> {
    scene: &'c G::Scene,
    say: VecDeque<&'c Say<G>>,
    dice: VecDeque<Faces>,
    until_dry: bool,
    looks_at_offers: bool,
    told: Vec<Happened<G>>,
}

impl<'c, G: Cased> Cast<'c, G> {
    fn new(case: &'c Case<G>, script: &'c Script<G>) -> Self {
        Cast {
            scene: &case.scene,
            say: script.say.iter().collect(),
            dice: script.dice.iter().cloned().collect(),
            until_dry: case.until == Until::Script,
            looks_at_offers: script.expect.looks_at_offers(),
            told: Vec::new(),
        }
    }

    /// The faces of one throw, from the front of the script.
    fn faces(&mut self, pool: Pool, text: &str) -> Result<Vec<u32>, Stop<G>> {
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

    /// What was not said or thrown, or could not be.
    fn left_over(&self, script: &Script<G>, stop: Option<&Stop<G>>, wrong: &mut Vec<String>) {
        match stop {
            Some(Stop::Script(why)) => wrong.push(why.clone()),
            // The end of a script may be a throw; elsewhere a missing die is a fault of the case.
            Some(Stop::Dice { text, left })
                if script.expect.waits.is_none()
                    && (!self.until_dry || *left > 0 || !self.say.is_empty()) =>
            {
                wrong.push(format!("{text} must be thrown, and {left} faces are left"));
            }
            _ => {}
        }
        if let Some(say) = self.say.front() {
            wrong.push(format!("nothing was asked that {:?} answers", say.line));
        }
        if !self.dice.is_empty() && !matches!(stop, Some(Stop::Script(_) | Stop::Dice { .. })) {
            wrong.push(format!("dice left over: {:?}", self.dice));
        }
    }
}

impl<G: Cased> Throws for Cast<'_, G> {
    type Pause = Stop<G>;

    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Stop<G>> {
        let text = match aim {
            Aim::Hits(need) => format!("{pool} {need}+"),
            Aim::Total => pool.to_string(),
            Aim::Named(names) => format!("{pool} ({})", names.join(", ")),
        };
        let faces = self.faces(pool, &text)?;
        if let Some(face) = faces.iter().find(|face| **face == 0 || **face > pool.sides) {
            return Err(Stop::Script(format!("{text} cannot show {face}")));
        }
        self.told.push(Happened::Threw { text, faces: faces.clone() });
        Ok(faces)
    }

    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        let tests = tests([0; K]);
        self.told.push(Happened::Tested(tests.iter().flat_map(Test::parts).collect()));
    }
}

impl<G: Cased> Umpire<G> for Cast<'_, G> {
    fn ask<Q: Ask<G>>(&mut self, game: &G, asks: Q) -> Result<Q::Granted, Stop<G>> {
        let question = asks.clone().into();
        let text = G::Said::question_text(game, &question);
        let offers = if self.looks_at_offers {
            question.form(game).offers.into_iter().map(|offer| offer.text.to_string()).collect()
        } else {
            Vec::new()
        };
        self.told.push(Happened::Asked { text: text.clone(), offers });
        let answer = self.say.front().and_then(|say| say.answer(game, self.scene, &question));
        if let Some(answer) = answer {
            let line = self.say.pop_front().map(|say| say.line.clone()).unwrap_or_default();
            self.told.push(Happened::Said(line.clone()));
            return asks.grant(game, &answer).map_err(|refusal| Stop::Refused { refusal, line });
        }
        if self.until_dry && self.say.is_empty() && self.dice.is_empty() {
            return Err(Stop::Question(text));
        }
        let declined = game.decline(&question);
        asks.grant(game, &declined)
            .map_err(|refusal| Stop::Script(format!("{text} cannot be declined: {refusal}")))
    }

    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Stop<G>> {
        Ok(fact.measure(game))
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.told.push(Happened::Event(event()));
    }
}
