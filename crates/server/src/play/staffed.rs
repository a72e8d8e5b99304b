//! What each seat has given out of hand, and which of its answers have come of it; and what a computer player has in mind who
//! plays there, or leads a part of the army for a person. It is kept with the seats: no record knows of it.

use crate::play::Play;
use crate::seats::seat::Seat;
use crate::shown::Shown;
use crate::wrong::Wrong;
use engine::{ASK, Beforehand, By, Decides, Delegated, NoUndo, Questions as _, Session, Side};
use general::{Captained, General};
use serde::{Deserialize, Serialize};

/// Of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Staffed {
    pub(crate) given: Delegated,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<Run>,
    /// What a computer player there has in mind. He is fetched anew for each move of the person, and reminded of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mind: Option<Mind>,
}

/// What a computer player has in mind (`general::Veteran::mind`). Games of earlier versions say here, too, how many
/// entries there were then; nobody asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Mind {
    pub(crate) thought: String,
}

/// The same man again, by what he has had in mind.
pub(crate) fn reminded<G: Captained>(mut general: General<G>, mind: Option<&Mind>) -> General<G> {
    if let Some(mind) = mind {
        general.remind(&mind.thought);
    }
    general
}

/// Answers that were given in the person's place upon one thing he did, by the numbers of their entries from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
struct Run {
    /// How many entries there were when he had done it.
    since: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captain: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beforehand: Vec<usize>,
}

impl Run {
    fn by(&self, entry: usize) -> Option<By> {
        let has = |entries: &[usize]| entries.binary_search(&entry).is_ok();
        has(&self.captain).then_some(By::Captain).or_else(|| has(&self.beforehand).then_some(By::Beforehand))
    }
}

impl Staffed {
    pub fn is_empty(&self) -> bool {
        *self == Staffed::default()
    }

    /// The same at the beginning of a game that goes on from another.
    pub fn anew(&self) -> Staffed {
        let mut given = self.given.clone();
        given.begin_anew();
        Staffed { given, ..Staffed::default() }
    }

    /// Notes what somebody has in mind who has played there; whoever keeps nothing in mind changes nothing.
    pub(crate) fn keep(&mut self, thought: Option<String>) {
        if let Some(thought) = thought {
            self.mind = Some(Mind { thought });
        }
    }

    /// Notes an answer that was given in the person's place, upon what he did when there were so many entries.
    pub fn note(&mut self, since: usize, entry: usize, by: By) {
        if self.runs.last().is_none_or(|run| run.since != since) {
            self.runs.push(Run { since, ..Run::default() });
        }
        if let Some(run) = self.runs.last_mut() {
            match by {
                By::Captain => run.captain.push(entry),
                By::Beforehand => run.beforehand.push(entry),
            }
        }
    }

    /// Who has given an answer in the person's place.
    pub fn by(&self, entry: usize) -> Option<By> {
        self.run_of(entry)?.by(entry)
    }

    fn run_of(&self, entry: usize) -> Option<&Run> {
        let later = self.runs.partition_point(|run| run.since <= entry);
        self.runs.get(later.checked_sub(1)?)
    }

    /// How many entries are left when an answer is taken back: whatever was given in the person's place upon one thing
    /// he did goes together.
    pub fn back_to(&self, entry: usize) -> usize {
        self.run_of(entry).filter(|run| run.by(entry).is_some()).map_or(entry, |run| run.since)
    }

    /// Only so many entries are left. What a computer player who has the seat has in mind stays, for nobody takes back what
    /// another has answered; a captain of the person forgets what he did for him and has not done.
    pub fn cut(&mut self, entries: usize) {
        self.given.begin_anew();
        let led = |run: &Run| run.captain.last().is_some_and(|entry| *entry >= entries);
        if self.runs.iter().any(led) {
            self.mind = None;
        }
        for run in &mut self.runs {
            run.captain.retain(|entry| *entry < entries);
            run.beforehand.retain(|entry| *entry < entries);
        }
        self.runs.retain(|run| !run.captain.is_empty() || !run.beforehand.is_empty());
    }
}

impl<G: Shown> Play<G> {
    /// For each line of the log who has answered in the person's place, where it tells of such an answer. Only his own
    /// seat knows.
    pub(crate) fn told_by(&self, seat: Seat) -> Vec<Option<By>> {
        let Some(staffed) = seat.side().map(|side| &self.staff[side]).filter(|staff| !staff.runs.is_empty())
        else {
            return Vec::new();
        };
        let answers = self.session.answers_told().into_iter();
        answers.map(|entry| entry.and_then(|entry| staffed.by(entry))).collect()
    }

    /// Hands a command over to the captain, or takes it back. He answers at once what was asked of it.
    pub(crate) fn hand(&mut self, seat: Seat, command: &str, to_captain: bool) -> Result<(), Wrong> {
        let side = self.seated(seat)?;
        let view = self.session.game().seen_by(Some(side));
        if to_captain && !G::captain().lead(&view, side, &[]) {
            return Err(Wrong::conflict(
                "Nobody has taught a captain to lead a part of an army in this game.",
            ));
        }
        known_command(&*view, side, command)?;
        drop(view);
        self.staff[side].given.hand(command, to_captain);
        self.play_on().map_err(Wrong::inside)
    }

    /// Takes an answer given beforehand, in place of the one before.
    pub(crate) fn say_beforehand(&mut self, seat: Seat, beforehand: Beforehand) -> Result<(), Wrong> {
        let side = self.seated(seat)?;
        let routines = G::Question::routines();
        let Some((_, routine)) = routines.iter().find(|(word, _)| *word == beforehand.ask) else {
            let words: Vec<&str> = routines.iter().map(|(word, _)| *word).collect();
            return Err(Wrong::bad(format!(
                "What is asked by {:?} cannot be answered beforehand; only {}.",
                beforehand.ask,
                words.join(", ")
            )));
        };
        let values = || routine.values.iter().map(|(value, _)| *value).chain([ASK]);
        if !values().any(|value| value == beforehand.value) {
            let values: Vec<&str> = values().collect();
            return Err(Wrong::bad(format!(
                "{:?} is no answer that can be given beforehand: say one of {}.",
                beforehand.value,
                values.join(", ")
            )));
        }
        if let Some(command) = &beforehand.command {
            known_command(&*self.session.game().seen_by(Some(side)), side, command)?;
        }
        self.staff[side].given.say_beforehand(beforehand);
        self.play_on().map_err(Wrong::inside)
    }

    fn seated(&self, seat: Seat) -> Result<Side, Wrong> {
        let side = seat.side().filter(|side| self.players[*side].is_human() && !self.uploaded);
        let side = side.ok_or_else(|| {
            Wrong::forbidden("Only whoever plays a side has a staff: take a seat by its link.")
        })?;
        if self.is_over() {
            return Err(Wrong::conflict("The battle is over: nobody is led any more."));
        }
        Ok(side)
    }

    /// Takes back the side's last answer, with all that was given in its place since.
    pub(crate) fn take_back(&mut self, side: Side) -> Result<(), NoUndo> {
        let staff = &self.staff[side];
        let last = self.session.entries().len().saturating_sub(1);
        if staff.given.is_empty() && staff.by(last).is_none() {
            self.session.undo(side)?;
        } else {
            // On a copy: where a part of it stays, all of it does.
            let mut session = self.session.clone();
            loop {
                let back_to = staff.back_to(session.entries().len().saturating_sub(1));
                session.undo(side)?;
                while session.entries().len() > back_to {
                    session.undo(side)?;
                }
                // What would only be answered again the same way is not worth stopping at.
                if !answers_at_once(&session, staff, side) {
                    break;
                }
            }
            self.session = session;
        }
        let left = self.session.entries().len();
        for side in Side::BOTH {
            self.staff[side].cut(left);
        }
        Ok(())
    }
}

fn answers_at_once<G: Shown>(session: &Session<G>, staff: &Staffed, side: Side) -> bool {
    let Some((of, question)) = crate::play::asked(session) else { return false };
    let mut given = staff.given.clone();
    given.begin_anew();
    of == side && given.decides(&*session.game().seen_by(Some(side)), side, question) != Decides::Person
}

fn known_command<G: Shown>(view: &G, side: Side, command: &str) -> Result<(), Wrong> {
    let all = engine::commands(view, side);
    if all.iter().any(|known| known == command) {
        return Ok(());
    }
    Err(Wrong::bad(format!("{command:?} is no command of yours: name one of {}.", all.join(", "))))
}
