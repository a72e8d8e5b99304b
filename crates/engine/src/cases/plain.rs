//! Lines and expectations that any game can use as they are: a game whose cases need more writes its own.

use super::{Cased, Expected, Line, Said, Scene as _, Wanted, differ, near, point};
use crate::{Form, Game, PlainAnswer, Questions as _, UnitDrawn, UnitId};
use rulebook::Table;
use table::Point;

/// What can be said to a question whose form has offers:
///
/// - `yes`, `no`; with a unit, `yes A`, only where the question is about that unit;
/// - `unit B`: the offer that names this unit; `unit B of A`, where the question is about A;
/// - `choose hold fire`: the offer with these words.
#[derive(Clone, Debug)]
pub enum PlainSaid {
    Yes(Option<String>),
    No(Option<String>),
    Unit { unit: String, of: Option<String> },
    Choose(String),
}

impl<G: Cased> Said<G> for PlainSaid
where
    G::Answer: PlainAnswer,
{
    fn read(_: &G::Scene, line: &mut Line<'_>) -> Wanted<PlainSaid> {
        Ok(match line.next("yes, no, unit or choose")? {
            "yes" => PlainSaid::Yes(line.maybe_unit()?),
            "no" => PlainSaid::No(line.maybe_unit()?),
            "unit" => {
                let unit = line.unit()?;
                PlainSaid::Unit { unit, of: if line.follows("of") { Some(line.unit()?) } else { None } }
            }
            "choose" => {
                let mut words = vec![line.next("the words of an offer")?];
                while !line.is_at_end() {
                    words.push(line.next("a word")?);
                }
                PlainSaid::Choose(words.join(" ").to_lowercase())
            }
            _ => return Err("yes, no, unit or choose".to_owned()),
        })
    }

    fn answer(&self, game: &G, _: &G::Scene, question: &G::Question) -> Option<G::Answer> {
        let form = question.form(game);
        let is_about = |name: &Option<String>| {
            name.as_ref().is_none_or(|name| form.subject.is_some() && form.subject == find(game, name))
        };
        let offered = |answer: G::Answer| form.may_say(&answer).then_some(answer);
        match self {
            PlainSaid::Yes(of) => offered(G::Answer::YES).filter(|_| is_about(of)),
            PlainSaid::No(of) => offered(G::Answer::NO).filter(|_| is_about(of)),
            PlainSaid::Unit { unit, of } => {
                let named = find(game, unit).filter(|_| is_about(of))?;
                offer_of::<G>(&form, |offer| offer.unit == Some(named))
            }
            PlainSaid::Choose(text) => {
                offer_of::<G>(&form, |offer| offer.text.to_string().to_lowercase() == *text)
            }
        }
    }
}

fn offer_of<G: Game>(
    form: &Form<G::Answer>,
    is_it: impl Fn(&crate::Offer<G::Answer>) -> bool,
) -> Option<G::Answer> {
    form.offers.iter().find(|offer| is_it(offer)).map(|offer| offer.answer.clone())
}

fn find<G: Cased>(game: &G, name: &str) -> Option<UnitId> {
    game.units_drawn().iter().find(|unit| unit.name == name).map(|unit| unit.id)
}

/// A question in words: `shoot A: B C` about the unit A, with B and C lit; `next-test french: A B` about no unit.
pub(super) fn question_text<G: Cased, S: Said<G>>(game: &G, question: &G::Question) -> String {
    let units = game.units_drawn();
    let name = |id: UnitId| units.iter().find(|unit| unit.id == id).map_or("?", |unit| &unit.name);
    let form = question.form(game);
    let of = match form.subject {
        Some(unit) => name(unit),
        None => {
            super::SIDES.iter().find(|(_, side)| *side == question.side(game)).map_or("", |(word, _)| word)
        }
    };
    let word = S::question_word(question);
    let lit: Vec<&str> = form.lit.iter().map(|unit| name(*unit)).collect();
    if lit.is_empty() { format!("{word} {of}") } else { format!("{word} {of}: {}", lit.join(" ")) }
}

/// What units may be expected to be, as every door draws them:
/// `A = { strength = 5, at = [12, 8], formation = "line", standing = "on-table", state = "shaken", level = "firm", lost = true }`.
#[derive(Clone, Debug, Default)]
pub struct DrawnExpected {
    units: Vec<(String, UnitIs)>,
}

#[derive(Clone, Debug, Default)]
struct UnitIs {
    strength: Option<u32>,
    at: Option<Point>,
    lost: Option<bool>,
    /// `formation`, `standing`, `state`, `level`.
    words: Vec<(&'static str, String)>,
}

const WORDS: [&str; 4] = ["formation", "standing", "state", "level"];

impl<G: Cased> Expected<G> for DrawnExpected {
    fn read(scene: &G::Scene, table: &Table<'_>) -> DrawnExpected {
        let unit = |name: &String| Some((name.clone(), UnitIs::read(table.opt_table(name)?)));
        DrawnExpected { units: scene.names().iter().filter_map(unit).collect() }
    }

    fn differs(&self, _: &G::Scene, _: &G::Rules, game: Option<&G>) -> Vec<String> {
        let mut wrong = Vec::new();
        let Some(game) = game.filter(|_| !self.units.is_empty()) else { return wrong };
        let drawn = game.units_drawn();
        for (name, is) in &self.units {
            match drawn.iter().find(|unit| unit.name == *name) {
                Some(unit) => is.differs(unit, &mut wrong),
                None => wrong.push(format!("there is no unit {name}")),
            }
        }
        wrong
    }
}

impl UnitIs {
    fn read(table: Table<'_>) -> UnitIs {
        let word = |key: &'static str| Some((key, table.item(key)?.text()?.to_owned()));
        let is = UnitIs {
            strength: table.item("strength").and_then(|item| item.int(&(0..=1000))),
            at: point(&table, "at"),
            lost: table.item("lost").and_then(|item| item.flag()),
            words: WORDS.into_iter().filter_map(word).collect(),
        };
        table.finish();
        is
    }

    fn differs(&self, unit: &UnitDrawn, wrong: &mut Vec<String>) {
        let name = &unit.name;
        if let Some(strength) = self.strength {
            differ(wrong, &format!("{name} strength"), strength, unit.strength);
        }
        if let Some(at) = self.at {
            near(wrong, name, at, unit.pose.map(|pose| pose.at));
        }
        if let Some(lost) = self.lost {
            differ(wrong, &format!("{name} lost"), lost, unit.is_lost);
        }
        for (key, word) in &self.words {
            let found = match *key {
                "formation" => unit.formation,
                "standing" => unit.standing,
                "state" => unit.state,
                _ => unit.level.unwrap_or_default(),
            };
            differ(wrong, &format!("{name} {key}"), word.as_str(), found);
        }
    }
}
