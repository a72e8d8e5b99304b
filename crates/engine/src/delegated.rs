//! What a person has given out of hand: commands that his captain leads, and decisions he has made beforehand.
//!
//! It belongs to a seat. No state and no record knows of it: what comes of it are ordinary answers, checked like any.

use crate::{Form, FormKind, GroupDrawn, GroupId, Played, Questions as _, Side, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The value of an answer beforehand that asks the person after all.
pub const ASK: &str = "ask";

/// An answer given beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Beforehand {
    /// The word of the question.
    pub ask: String,
    /// Whose questions it answers; left out: those of every command that has none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// One of the values of its routine, or `ask`.
    pub value: String,
}

/// Who has answered in a person's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    Captain,
    Beforehand,
}

/// Who answers a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Decides<A> {
    Person,
    Captain,
    /// It was answered beforehand.
    Beforehand(A),
}

/// What a seat has given out of hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Delegated {
    /// The commands that the captain leads, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captain: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beforehand: Vec<Beforehand>,
    /// Where orders are given one after another the person goes first: he has ended his part here, and the captain adds
    /// his.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<Part>,
}

/// One stretch of orders: the word of its question, the turn and the place in the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Part(String, u32, usize);

impl Delegated {
    /// Whether everything is asked of the person himself.
    pub fn is_empty(&self) -> bool {
        self.captain.is_empty() && self.beforehand.is_empty()
    }

    pub fn leads(&self, command: &str) -> bool {
        self.captain.iter().any(|led| led == command)
    }

    /// Hands a command over to the captain. If the person had ended his part of the phase, that is undone, here as in
    /// [`take_back`](Self::take_back): commands may be his again.
    pub fn hand_over(&mut self, command: &str) {
        self.take_back(command);
        self.captain.push(command.to_owned());
    }

    /// Takes a command back from the captain.
    pub fn take_back(&mut self, command: &str) {
        self.ended = None;
        self.captain.retain(|led| led != command);
    }

    /// Gives an answer beforehand, in place of an earlier one. [`ASK`] only takes the earlier one away, unless it is for a
    /// command and the whole side has an answer: then it is kept, and goes before the side's.
    pub fn say_beforehand(&mut self, said: Beforehand) {
        let Beforehand { ask, command, value } = &said;
        self.beforehand.retain(|known| known.ask != *ask || known.command != *command);
        if value != ASK || (command.is_some() && self.said(ask, None).is_some()) {
            self.beforehand.push(said);
        }
    }

    /// What was said beforehand to questions of this word about a command; `None`: about the side.
    fn said(&self, ask: &str, command: Option<&str>) -> Option<&str> {
        let of = |command: Option<&str>| {
            let mut known = self.beforehand.iter();
            known.find(|known| known.ask == ask && known.command.as_deref() == command)
        };
        let found = of(command).or_else(|| of(None))?;
        (found.value != ASK).then_some(found.value.as_str())
    }

    /// Who answers a question to this side, whose view is given.
    pub fn decides<G: Played>(&self, view: &G, side: Side, question: &G::Question) -> Decides<G::Answer> {
        if self.is_empty() {
            return Decides::Person;
        }
        let form = question.form(view);
        let about = Concerned::of(view, side, &form);
        if let Some(answer) = self.said_beforehand(view, question, &about) {
            return Decides::Beforehand(answer);
        }
        let is_captains = match form.kind {
            // Where troops stand before the battle is the person's own.
            FormKind::Place => false,
            // One army moves as one: the person has the first word, even where he leaves everything to the captain.
            FormKind::Orders | FormKind::Write if form.subject.is_none() => self.has_ended(view, question),
            _ if self.has_ended(view, question) => true,
            _ => !about.commands.is_empty() && about.commands.iter().all(|command| self.leads(command)),
        };
        if is_captains && !self.captain.is_empty() { Decides::Captain } else { Decides::Person }
    }

    /// The person's answer ends his part of orders that the captain has a part in as well: it is not put to the game,
    /// and from now on the captain decides.
    pub fn ends<G: Played>(
        &mut self,
        view: &G,
        side: Side,
        question: &G::Question,
        answer: &G::Answer,
    ) -> bool {
        let form = question.form(view);
        let ends = form.end() == Some(answer) && self.shares(view, side, &form);
        if ends {
            self.ended = Some(part(view, question));
        }
        ends
    }

    /// Whether the captain adds his part to these orders when the person has ended his.
    pub fn shares<G: Played>(&self, view: &G, side: Side, form: &Form<G::Answer>) -> bool {
        let is_led = |about: Concerned| about.commands.iter().any(|command| self.leads(command));
        !self.captain.is_empty()
            && form.subject.is_none()
            && form.end().is_some()
            && is_led(Concerned::of(view, side, form))
    }

    /// The captain has added his part, or what had ended was taken back.
    pub fn begin_anew(&mut self) {
        self.ended = None;
    }

    fn has_ended<G: Played>(&self, view: &G, question: &G::Question) -> bool {
        self.ended.as_ref().is_some_and(|ended| *ended == part(view, question))
    }

    /// The answer that was given beforehand, if all whom the question is about were told the same and the rules take it.
    fn said_beforehand<G: Played>(
        &self,
        view: &G,
        question: &G::Question,
        about: &Concerned,
    ) -> Option<G::Answer> {
        let word = question.word();
        if !self.beforehand.iter().any(|known| known.ask == word) {
            return None;
        }
        let value = match about.commands.split_first() {
            None => self.said(word, None),
            Some((first, others)) => {
                let value = self.said(word, Some(first));
                value.filter(|value| others.iter().all(|other| self.said(word, Some(other)) == Some(value)))
            }
        };
        let answer = question.beforehand(view, value?)?;
        view.check(question, &answer).is_ok().then_some(answer)
    }

    /// What of a form is left to the person: commands that the captain leads, their shots and guns are not his.
    #[must_use]
    pub fn own_part<G: Played>(&self, view: &G, mut form: Form<G::Answer>) -> Form<G::Answer> {
        form.offers.retain(|offer| offer.command.as_ref().is_none_or(|command| !self.leads(command)));
        if !self.captain.is_empty() && matches!(form.kind, FormKind::Guns | FormKind::Shots) {
            let led = self.units_led(view);
            form.lit.retain(|unit| !led.contains(unit));
            form.offers.retain(|offer| offer.unit.is_none_or(|unit| !led.contains(&unit)));
        }
        form
    }

    /// The units that the captain leads, of whichever side.
    pub fn units_led<G: Played>(&self, view: &G) -> Vec<UnitId> {
        if self.captain.is_empty() {
            return Vec::new();
        }
        let drawn = view.units_drawn().into_iter();
        drawn.filter(|unit| self.leads(&unit.command)).map(|unit| unit.id).collect()
    }
}

fn part<G: Played>(view: &G, question: &G::Question) -> Part {
    let moment = view.moment();
    Part(question.word().to_owned(), moment.turn, moment.place)
}

/// The commands of a side, by name: its bodies of which no other is a part. Those too that are not here yet.
pub fn commands<G: Played>(view: &G, side: Side) -> Vec<String> {
    let bodies = view.groups_drawn();
    let whole: Vec<GroupId> = bodies.iter().filter_map(|body| body.of).collect();
    let leads = |body: &GroupDrawn| {
        body.side == side && !whole.contains(&body.id) && (!body.members.is_empty() || body.comes.is_some())
    };
    bodies.into_iter().filter(leads).map(|body| body.name).collect()
}

/// The commands of the asked side that a question is about.
struct Concerned {
    commands: Vec<String>,
}

impl Concerned {
    /// The commands that the form names; else the subject's command; else, where the subject is none of the side's
    /// units, those of the units it can be answered with; else every command of the side, where orders are given or
    /// written.
    fn of<G: Played>(view: &G, side: Side, form: &Form<G::Answer>) -> Concerned {
        if !form.commands.is_empty() {
            return Concerned { commands: form.commands.clone() };
        }
        let drawn = view.units_drawn();
        let own = |id: UnitId| drawn.iter().find(|unit| unit.id == id && unit.side == side);
        if let Some(subject) = form.subject.and_then(own) {
            return Concerned { commands: vec![subject.command.clone()] };
        }
        if matches!(form.kind, FormKind::Orders | FormKind::Write) {
            return Concerned { commands: commands(view, side) };
        }
        let offered = form.offers.iter().filter_map(|offer| offer.unit);
        let mut found: Vec<String> = Vec::new();
        for command in form.offers.iter().filter_map(|offer| offer.command.as_ref()) {
            if !found.contains(command) {
                found.push(command.clone());
            }
        }
        for unit in form.lit.iter().copied().chain(offered).filter_map(own) {
            if !found.contains(&unit.command) {
                found.push(unit.command.clone());
            }
        }
        Concerned { commands: found }
    }
}
