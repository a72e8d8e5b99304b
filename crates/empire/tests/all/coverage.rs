//! Which of the rules that are claimed as played are met in play: by events, workings, refusals.
//!
//! Battles are played at random, and each rule that something cites is noted. The number of those that nothing cites has a
//! ceiling, which goes down as rules come to be met; `COVERAGE=50` plays so many rounds of small fights and drills.

use crate::drills::{DRILLS, drill};
use crate::fights::fight;
use crate::hunt::book;
use dice::{Seed, Stream};
use empire::me::MeId;
use empire::rules::command::Action;
use empire::rules::impulse;
use empire::words::Formation;
use empire::{Act, Answer, Battle, Empire, Question, Rules, UnitId, topics};
use engine::{Game as _, Played as _, Players, Session, Side};
use rulebook::Source;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use table::{Inches, Leg};

/// Small fights and drills of one round.
const FIGHTS: u64 = 6;
const SETS: u64 = 120;

/// So many rules may be left that a short run never meets.
const CEILING: usize = 195;

/// Every rule that a value names, as a word or as a key.
pub(crate) fn collect(value: &Value, cited: &mut BTreeSet<String>) {
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

/// Anybody, who first asks for things that he may not have, and notes by which rule he is refused.
struct Cheeky<'c> {
    luck: Stream,
    cited: &'c mut BTreeSet<String>,
    /// In drills he charges whenever he may.
    drills: bool,
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
        let charges = impulse::charges(view, unit);
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

fn read(id: &str, text: &str, rules: &Arc<Rules>) -> Battle {
    Empire::read_battle(id, &Source::new("battle.toml", text), &|_| Some(Arc::clone(rules)))
        .unwrap_or_else(|faults| panic!("{id}: {faults}"))
}

#[test]
fn most_rules_that_are_claimed_are_met_in_play() {
    let book = book();
    let rules = Arc::new(Empire::rules(book.sheet("empire").unwrap()));
    let games: u64 = std::env::var("COVERAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let teaching = include_str!("../../../../battles/hassenhausen-at-eight/battle.toml");
    let (mut told, mut refused) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..games {
        let whole = (number == 0).then(|| teaching.to_owned());
        let fights = (0..FIGHTS).map(|nth| fight(FIGHTS * number + nth));
        let drills = DRILLS.iter().cycle().zip(SETS * number..SETS * (number + 1));
        let drills = drills.map(|(kind, nth)| drill(*kind, nth));
        for (nth, text) in (0..).zip(whole.into_iter().chain(fights).chain(drills)) {
            let battle = read(&format!("battle {nth} of {number}"), &text, &rules);
            let seed = Seed::from_number(1000 * number + nth);
            let mut session = Session::new(Empire::start(&battle, Arc::clone(&rules), false));
            let mut players =
                Cheeky { luck: Stream::new(seed, 1), cited: &mut refused, drills: text.contains("A drill") };
            session.play(&mut Stream::new(seed, 0), &mut players, 40_000).unwrap();
            for line in session.log() {
                collect(&serde_json::to_value(&line.event).unwrap(), &mut told);
            }
        }
    }
    let claimed: Vec<&str> = book
        .ledger
        .rules
        .iter()
        .map(|rule| rule.id.as_str())
        .filter(|rule| topics::is_played(rule))
        .collect();
    let missed: Vec<&str> =
        claimed.iter().copied().filter(|rule| !told.contains(*rule) && !refused.contains(*rule)).collect();
    println!("{} of {} rules are met", claimed.len() - missed.len(), claimed.len());
    println!("{}", missed.join("\n"));
    assert!(missed.len() <= CEILING, "{} of {} rules are never met", missed.len(), claimed.len());
    // That a phase comes is told, whether anything is done in it or not; groups are formed, and charge as one by no rule yet.
    let is_named = |rule: &str| rule.starts_with("empire.seq.") || rule == "empire.ca.init.battle-groups";
    let is_out = |rule: &&String| topics::NOT_REACHED.contains(&rule.as_str()) && !is_named(rule);
    let unclaimed: Vec<&String> = told.iter().filter(is_out).collect();
    assert!(unclaimed.is_empty(), "met in play, and said to be out of reach: {unclaimed:?}");
}
