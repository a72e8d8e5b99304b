//! What a player does with his staff: hands commands over, answers beforehand, and takes back what was answered for him.

use crate::play::Play;
use crate::play::staffed::Staffed;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::who::Seat;
use engine::{ASK, Beforehand, By, Decides, NoUndo, Questions as _, Session, Side};

impl<G: Shown> Play<G> {
    /// For each line of the log who has answered in the person's place, where it tells of such an answer. Only his own
    /// seat knows.
    pub fn told_by(&self, seat: Seat) -> Vec<Option<By>> {
        let Some(staffed) =
            seat.side().map(|side| &self.staff[side]).filter(|staff| !staff.has_answered_nothing())
        else {
            return Vec::new();
        };
        let answers = self.session.answers_told().into_iter();
        answers.map(|entry| entry.and_then(|entry| staffed.by(entry))).collect()
    }

    /// Hands a command over to the captain, or takes it back. He answers at once what was asked of it.
    pub fn hand(&mut self, seat: Seat, command: &str, to_captain: bool) -> Result<(), Refused> {
        let side = self.seated(seat)?;
        let view = self.session.game().seen_by(Some(side));
        if to_captain && !G::captain().lead(&view, side, &[]) {
            return Err(Refused::conflict(
                "Nobody has taught a captain to lead a part of an army in this game.",
            ));
        }
        known_command(&*view, side, command)?;
        drop(view);
        let given = &mut self.staff[side].given;
        if to_captain {
            given.hand_over(command)
        } else {
            given.take_back(command)
        }
        self.play_on().map_err(Refused::inside)
    }

    /// Takes an answer given beforehand, in place of the one before.
    pub fn say_beforehand(&mut self, seat: Seat, beforehand: Beforehand) -> Result<(), Refused> {
        let side = self.seated(seat)?;
        let routines = G::Question::routines();
        let Some((_, routine)) = routines.iter().find(|(word, _)| *word == beforehand.ask) else {
            let words: Vec<&str> = routines.iter().map(|(word, _)| *word).collect();
            return Err(Refused::bad(format!(
                "What is asked by {:?} cannot be answered beforehand; only {}.",
                beforehand.ask,
                words.join(", ")
            )));
        };
        let values = || routine.values.iter().map(|(value, _)| *value).chain([ASK]);
        if !values().any(|value| value == beforehand.value) {
            let values: Vec<&str> = values().collect();
            return Err(Refused::bad(format!(
                "{:?} is no answer that can be given beforehand: say one of {}.",
                beforehand.value,
                values.join(", ")
            )));
        }
        if let Some(command) = &beforehand.command {
            known_command(&*self.session.game().seen_by(Some(side)), side, command)?;
        }
        self.staff[side].given.say_beforehand(beforehand);
        self.play_on().map_err(Refused::inside)
    }

    fn seated(&self, seat: Seat) -> Result<Side, Refused> {
        let side = seat.side().filter(|side| self.players[*side].is_human() && !self.uploaded);
        let side = side.ok_or_else(|| {
            Refused::forbidden("Only whoever plays a side has a staff: take a seat by its link.")
        })?;
        if self.is_over() {
            return Err(Refused::conflict("The battle is over: nobody is led any more."));
        }
        Ok(side)
    }

    /// Takes back the side's last answer, with all that was given in its place since.
    pub fn take_back(&mut self, side: Side) -> Result<(), NoUndo> {
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

fn known_command<G: Shown>(view: &G, side: Side, command: &str) -> Result<(), Refused> {
    let all = engine::commands(view, side);
    if all.iter().any(|known| known == command) {
        return Ok(());
    }
    Err(Refused::bad(format!("{command:?} is no command of yours: name one of {}.", all.join(", "))))
}
