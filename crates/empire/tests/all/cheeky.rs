//! A player who first asks for what is refused, and then answers at random: so a test hears of rules that refuse. The
//! tests of whole battles, `study`, have it too.

use dice::Stream;
use empire::me::MeId;
use empire::rules::charge::onset;
use empire::rules::command::Action;
use empire::words::Formation;
use empire::{Act, Answer, Empire, Question, UnitId};
use engine::{Game as _, Played as _, Players, Side};
use serde_json::Value;
use std::collections::BTreeSet;
use table::{Inches, Leg};

/// What a line of the log rests on: its event, and what its dice were held against.
pub(crate) fn collect_told(told: &engine::Told<empire::Event>, cited: &mut BTreeSet<String>) {
    collect(&serde_json::to_value(&told.event).unwrap(), cited);
    for test in told.throws.iter().filter_map(|throw| throw.test.as_ref()) {
        cited.extend(test.rules().map(str::to_owned));
    }
}

/// Every rule that a value names, as a word or as a key.
fn collect(value: &Value, cited: &mut BTreeSet<String>) {
    let mut note = |word: &str| {
        if word.starts_with("empire.") && !cited.contains(word) {
            cited.insert(word.to_owned());
        }
    };
    match value {
        Value::String(word) => note(word),
        Value::Array(all) => all.iter().for_each(|part| collect(part, cited)),
        Value::Object(all) => {
            all.keys().for_each(|key| note(key));
            all.values().for_each(|part| collect(part, cited));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A random player who first asks for things that he may not have, and notes by which rule he is refused.
pub(crate) struct Cheeky<'c> {
    pub(crate) luck: Stream,
    pub(crate) cited: &'c mut BTreeSet<String>,
    /// In drills he charges whenever he may.
    pub(crate) drills: bool,
}

impl Cheeky<'_> {
    fn wish(&mut self, view: &Empire, own: &[UnitId], enemies: &[UnitId]) -> Option<Act> {
        let one = |all: &[UnitId], luck: &mut Stream| all.get(luck.below(all.len() as u32) as usize).copied();
        let unit = one(own, &mut self.luck)?;
        let target = one(enemies, &mut self.luck)?;
        let far = Inches::whole(1 + self.luck.below(24) as i32);
        let turn = self.luck.below(24_000) as i32 - 12_000;
        let legs = vec![Leg::Wheel(turn), Leg::Ahead(far)];
        let formation = Formation::WORDS[self.luck.below(Formation::WORDS.len() as u32) as usize].1;
        Some(match self.luck.below(8) {
            0 => {
                Act::Manoeuvre { units: vec![unit], legs: legs[1..].to_vec(), bonus: self.luck.below(3) == 0 }
            }
            1 => Act::Manoeuvre { units: vec![unit], legs, bonus: false },
            2 => Act::Form { unit, formation, facing: None, onto: None, legs: Vec::new() },
            3 => Act::Fire { unit, target },
            4 => Act::Charge { units: vec![unit], target, wheel: turn / 2 },
            5 => Act::Gallop { unit, legs: legs[1..].to_vec() },
            6 => Act::Relocate { unit, legs: legs[1..].to_vec() },
            _ => {
                let leader = view.leader_ids().nth(self.luck.below(view.leaders.len() as u32) as usize)?;
                let action = Action::NAMES[self.luck.below(Action::NAMES.len() as u32) as usize];
                Act::Command { leader, action: action.to_owned(), unit: Some(unit), to: None }
            }
        })
    }
}

impl Cheeky<'_> {
    /// A charge that one of an ME's units may make, if he feels like it.
    fn charge(&mut self, view: &Empire, question: &Question, me: MeId) -> Option<Answer> {
        let units: Vec<UnitId> = view.units_of(me).map(|(unit, _)| unit).collect();
        let often = if self.drills { 1 } else { 2 };
        let unit = *units.get(self.luck.below(often * units.len() as u32) as usize)?;
        let charges = onset::charges(view, unit);
        let act = charges.get(self.luck.below(charges.len() as u32) as usize)?;
        Some(Answer::Act(act.clone())).filter(|answer| view.check(question, answer).is_ok())
    }
}

impl Players<Empire> for Cheeky<'_> {
    fn answer(&mut self, side: Side, view: &Empire, question: &Question) -> Answer {
        if let Question::Impulse(asked) = question {
            let own: Vec<UnitId> = view.of(side).map(|(unit, _)| unit).collect();
            let enemies: Vec<UnitId> = view.of(side.enemy()).map(|(unit, _)| unit).collect();
            for _ in 0..4 {
                let Some(act) = self.wish(view, &own, &enemies) else { continue };
                if let Err(refusal) = view.check(question, &Answer::Act(act)) {
                    self.cited.insert(refusal.cites.id().to_owned());
                }
            }
            if let Some(charge) = self.charge(view, question, asked.me) {
                return charge;
            }
        }
        view.sample(question, &mut self.luck)
    }
}
