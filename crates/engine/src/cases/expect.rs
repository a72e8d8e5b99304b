//! What must come of a case, held against what came: what every game can be asked.

use super::play::{Happened, Ran, Stop};
use super::read::plain_values;
use super::{Cased, Expected as _, SIDES, differ};
use crate::Side;
use crate::desk::{Found, Number};
use rulebook::{Free, Item, Table};
use std::collections::BTreeSet;

#[derive(Clone)]
pub(super) struct Expect<G: Cased> {
    refused: Option<String>,
    events: Vec<String>,
    no_events: Vec<String>,
    asked: Vec<String>,
    not_asked: Vec<String>,
    offered: Vec<String>,
    not_offered: Vec<String>,
    working: Vec<(String, String)>,
    cites: Vec<String>,
    throws: Option<Vec<String>>,
    pub(super) waits: Option<String>,
    phase: Option<&'static str>,
    number: Option<u8>,
    turn: Option<u32>,
    winner: Option<Option<Side>>,
    outcome: Vec<(String, String)>,
    pub(super) own: G::Expected,
}

impl<G: Cased> Default for Expect<G> {
    fn default() -> Expect<G> {
        Expect {
            refused: None,
            events: Vec::new(),
            no_events: Vec::new(),
            asked: Vec::new(),
            not_asked: Vec::new(),
            offered: Vec::new(),
            not_offered: Vec::new(),
            working: Vec::new(),
            cites: Vec::new(),
            throws: None,
            waits: None,
            phase: None,
            number: None,
            turn: None,
            winner: None,
            outcome: Vec::new(),
            own: G::Expected::default(),
        }
    }
}

impl<G: Cased> Expect<G> {
    /// `own`: the rules that the case must prove by itself; where it is one, `working` and `refused` may be of that one
    /// without naming it again.
    pub(super) fn read(table: Table<'_>, scene: &G::Scene, own: &[&'static str]) -> Expect<G> {
        let text = |key: &str| table.item(key).and_then(|item| item.text()).map(str::to_owned);
        let mut winners = vec![("draw", None)];
        winners.extend(SIDES.iter().map(|(word, side)| (*word, Some(*side))));
        let phases: Vec<(&str, &'static str)> = G::PHASES.iter().map(|phase| (*phase, *phase)).collect();
        let throws = || table.opt_texts("throws").iter().map(|text| one_die(text)).collect();
        let expect = Expect {
            refused: table.item("refused").and_then(|item| refused(&item, own)),
            own: G::Expected::read(scene, &table),
            events: table.opt_texts("events"),
            no_events: table.opt_texts("no-events"),
            asked: table.opt_texts("asked"),
            not_asked: table.opt_texts("not-asked"),
            offered: table.opt_texts("offered"),
            not_offered: table.opt_texts("not-offered"),
            working: table.item("working").map(|item| working(&item, own)).unwrap_or_default(),
            cites: table.item("cites").map(|item| cites(&item, own)).unwrap_or_default(),
            throws: table.has("throws").then(throws),
            waits: text("waits").map(|text| one_die(&text)),
            phase: table.item("phase").and_then(|item| item.word(&phases)),
            number: table.item("number").and_then(|item| item.int(&(1..=20))),
            turn: table.item("turn").and_then(|item| item.int(&(1..=60))),
            winner: table.item("winner").and_then(|item| item.word(&winners)),
            outcome: table.opt_table("outcome").map(plain_values).unwrap_or_default(),
        };
        table.skip("throws");
        if table.keys().is_empty() {
            table.fault_at("refused", "nothing expected", "something that must come of it");
        }
        table.finish();
        expect
    }

    /// What a chart says otherwise than expected, and what it adds up.
    pub(super) fn wrong_of_chart(&self, found: &Found, numbers: &[Number]) -> Vec<String> {
        let mut wrong = Vec::new();
        let value = |rule: &str| numbers.iter().rev().find(|number| number.rule == rule);
        self.workings(|rule| value(rule).map(|number| number.value), &mut wrong);
        if let Some(id) = &self.refused {
            wrong.push(format!("nothing was refused by {id}"));
        }
        for (name, value) in &self.outcome {
            let said = found.outcome.get(name.as_str()).map(ToString::to_string);
            if said.as_ref() != Some(value) {
                let found = said.unwrap_or_else(|| "nothing of that name".to_owned());
                wrong.push(format!("{name}: expected {value}, found {found}"));
            }
        }
        wrong
    }

    /// Whether a chart was to refuse its facts for that reason: a sentence that ends with the rule.
    pub(super) fn refuses(&self, why: &str) -> bool {
        self.refused.as_ref().is_some_and(|id| why.ends_with(&format!("({id})")))
    }

    /// Whether it looks at what questions offer; only then is that gathered.
    pub(super) fn looks_at_offers(&self) -> bool {
        !self.offered.is_empty() || !self.not_offered.is_empty()
    }

    pub(super) fn refusal(&self, ran: &Ran<G>, wrong: &mut Vec<String>) {
        match (&self.refused, &ran.stop) {
            (Some(id), Some(Stop::Refused { refusal, .. })) if refusal.cites.id() == id => {}
            (Some(id), Some(Stop::Refused { refusal, line })) => {
                wrong.push(format!("{line:?} should be refused by {id}, and is refused: {refusal}"));
            }
            (Some(id), _) => wrong.push(format!("nothing was refused by {id}")),
            (None, Some(Stop::Refused { refusal, line })) => {
                wrong.push(format!("{line:?} is refused: {refusal}"));
            }
            (None, _) => {}
        }
    }

    /// What happened, was asked and was thrown otherwise than expected, and where it stopped.
    pub(super) fn course(&self, ran: &Ran<G>, wrong: &mut Vec<String>) {
        let (mut sentences, mut asked, mut offered, mut thrown) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut parts: Vec<(&'static str, i32)> = Vec::new();
        let mut cited = BTreeSet::new();
        for told in &ran.told {
            match told {
                Happened::Event(event) => {
                    sentences.push(ran.game.sentence(event));
                    let news = ran.game.news(event);
                    parts.extend(news.working.parts);
                    cited.extend(news.cites);
                }
                Happened::Asked { text, offers } => {
                    asked.push(text.clone());
                    offered.extend(offers.iter().cloned());
                }
                Happened::Tested(of) => {
                    parts.extend(of.iter().map(|part| (part.rule, part.value)));
                    cited.extend(of.iter().map(|part| part.rule));
                }
                Happened::Threw { text, .. } => thrown.push(text.clone()),
                Happened::Said(_) => {}
            }
        }
        in_order(&self.events, &sentences, "happened", wrong);
        in_order(&self.asked, &asked, "was asked", wrong);
        none_of(&self.no_events, &sentences, "happened", wrong);
        none_of(&self.not_asked, &asked, "was asked", wrong);
        in_order(&self.offered, &offered, "was offered", wrong);
        none_of(&self.not_offered, &offered, "was offered", wrong);
        if let Some(throws) = &self.throws {
            differ(wrong, "throws", throws, &thrown);
        }
        let value = |rule: &str| parts.iter().rev().find(|(id, _)| *id == rule);
        self.workings(|rule| value(rule).map(|(_, value)| *value), wrong);
        for rule in self.cites.iter().filter(|rule| !cited.contains(rule.as_str())) {
            wrong.push(format!("nothing that happened rests on {rule}"));
        }
        self.place(ran, wrong);
    }

    fn workings(&self, found: impl Fn(&str) -> Option<i32>, wrong: &mut Vec<String>) {
        for (rule, value) in &self.working {
            let found = found(rule).map(|value| value.to_string());
            differ(wrong, &format!("working of {rule}"), Some(value.clone()), found);
        }
    }

    fn place(&self, ran: &Ran<G>, wrong: &mut Vec<String>) {
        if let Some(waits) = &self.waits {
            let found = match &ran.stop {
                Some(Stop::Dice { text, .. }) => text.clone(),
                Some(Stop::Question(text)) => text.clone(),
                Some(Stop::Refused { refusal, .. }) => format!("nothing: {refusal}"),
                Some(Stop::Script(why)) => format!("nothing: {why}"),
                None => "nothing".to_owned(),
            };
            if !found.starts_with(waits.as_str()) {
                wrong.push(format!("it should wait for {waits:?}, and waits for {found:?}"));
            }
        }
        let moment = ran.game.moment();
        if let Some(phase) = self.phase {
            differ(wrong, "phase", phase, moment.phase);
        }
        if let Some(number) = self.number {
            differ(wrong, "phase number", number, moment.number);
        }
        if let Some(turn) = self.turn {
            differ(wrong, "turn", turn, moment.turn);
        }
        if let Some(winner) = self.winner {
            differ(wrong, "winner", Some(winner), ran.game.outcome().map(|outcome| outcome.winner));
        }
    }
}

/// The rule that refuses: named, or `yes` for the rule that the row is of.
fn refused(item: &Item<'_>, own: &[&'static str]) -> Option<String> {
    match (item.free(), own) {
        (Free::Flag(true), [rule]) => Some((*rule).to_owned()),
        (Free::Text(word), [rule]) if word == "yes" => Some((*rule).to_owned()),
        (Free::Text(id), _) if id != "yes" => Some(id),
        _ => {
            item.fault("a rule id, or yes in a row that has one rule");
            None
        }
    }
}

/// Rules that an event names: a list, or `yes` for the rule that the row is of.
fn cites(item: &Item<'_>, own: &[&'static str]) -> Vec<String> {
    match (item.free(), own) {
        (Free::Flag(true), [rule]) => vec![(*rule).to_owned()],
        (Free::Text(word), [rule]) if word == "yes" => vec![(*rule).to_owned()],
        (Free::List(_), _) => {
            let ids = item.list("rule ids").unwrap_or_default();
            ids.iter().filter_map(Item::text).map(str::to_owned).collect()
        }
        _ => {
            item.fault("rule ids, or yes in a row that has one rule");
            Vec::new()
        }
    }
}

/// Rules with what they add; a number alone is of the rule that the row is of.
fn working(item: &Item<'_>, own: &[&'static str]) -> Vec<(String, String)> {
    match (item.free(), own) {
        (Free::Whole(number), [rule]) => vec![((*rule).to_owned(), number.to_string())],
        (Free::Whole(_), _) => {
            item.fault("rules with their numbers; a number alone is for a row that has one rule");
            Vec::new()
        }
        _ => item.table().map(plain_values).unwrap_or_default(),
    }
}

/// A single die is written `d6`, and may be written `1d6`.
fn one_die(text: &str) -> String {
    text.strip_prefix("1d").map_or_else(|| text.to_owned(), |rest| format!("d{rest}"))
}

fn in_order(expected: &[String], found: &[String], verb: &str, wrong: &mut Vec<String>) {
    let mut rest = found.iter();
    for part in expected {
        if !rest.any(|text| text.contains(part.as_str())) {
            wrong.push(format!("{part:?} never {verb} (or not in that order) among {found:?}"));
            return;
        }
    }
}

fn none_of(unwanted: &[String], found: &[String], verb: &str, wrong: &mut Vec<String>) {
    for part in unwanted {
        if let Some(text) = found.iter().find(|text| text.contains(part.as_str())) {
            wrong.push(format!("{text:?} {verb}"));
        }
    }
}
