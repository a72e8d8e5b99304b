//! Proving a record: it is played again, and every hash and every throw of the seed must fit.

use super::{Proof, Record, RecordFault};
use crate::{Entry, Game, Session, Waiting};
use dice::{Seed, Stream};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Display;

impl<A: Clone + Serialize + DeserializeOwned> Record<A> {
    /// Plays the record again from its start and compares the state's hash after every step.
    ///
    /// Where the seed is known it must fit the commitment, and every throw that was not typed must be the seed's. What
    /// that proves, and what it cannot, the proof says.
    ///
    /// # Errors
    /// The first line that does not fit, and why.
    #[inline(never)]
    pub fn prove<G: Game<Answer = A>>(&self, start: G) -> Result<(Session<G>, Proof), RecordFault> {
        self.play(start, None, &mut || true)
    }

    /// As [`Self::verify`], for as long as `keep_going` says so before each entry: a record of strangers may have been
    /// made to take long.
    ///
    /// # Errors
    /// As for [`Self::verify`], and where it was told to stop.
    pub fn verify_while<G: Game<Answer = A>>(
        &self,
        start: G,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Session<G>, RecordFault> {
        Ok(self.play(start, None, keep_going)?.0)
    }

    /// As [`Self::prove`], for those who want the game alone.
    ///
    /// # Errors
    /// The first line that does not fit, and why.
    pub fn verify<G: Game<Answer = A>>(&self, start: G) -> Result<Session<G>, RecordFault> {
        Ok(self.prove(start)?.0)
    }

    /// As [`Self::prove`], up to the end of a step; 0 is the start. Steps that need nothing from outside follow one
    /// another at once, so the game returned may be some steps further on.
    ///
    /// # Errors
    /// The first line that does not fit, or a step that the record does not have.
    #[inline(never)]
    pub fn prove_to<G: Game<Answer = A>>(
        &self,
        start: G,
        step: usize,
    ) -> Result<(Session<G>, Proof), RecordFault> {
        if step > self.steps.len() {
            let what = format!("found {} finished steps, expected at least {step}", self.steps.len());
            return Err(self.fault(self.last_line(), what));
        }
        self.play(start, Some(step), &mut || true)
    }

    #[inline(never)]
    fn play<G: Game<Answer = A>>(
        &self,
        start: G,
        up_to: Option<usize>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(Session<G>, Proof), RecordFault> {
        let mut stream = self.seeded()?;
        let mut session = Session::hashed(start, self.header.beside_figures);
        let mut agreed = self.compare_steps(&session, 0)?;
        for (i, entry) in self.entries.iter().enumerate() {
            if up_to.is_some_and(|step| agreed >= step) {
                break;
            }
            if !keep_going() {
                let what = format!(
                    "found a battle that takes too long to play again: stopped before entry {}",
                    i + 1
                );
                return Err(self.fault(self.entry_line(i), what));
            }
            let wanted = stream.as_mut().and_then(|stream| seeded_faces(stream, session.waiting(), entry));
            let number = i + 1;
            session.put(entry.clone()).map_err(|mistake| {
                self.fault(self.entry_line(i), misfit(self.header.beside_figures, number, &mistake))
            })?;
            if let (Some(wanted), Entry::Dice { faces, .. }) = (wanted, entry)
                && wanted != *faces
            {
                let what =
                    format!("entry {number} throws {}, but the seed throws {}", list(faces), list(&wanted));
                return Err(self.fault(self.entry_line(i), what));
            }
            agreed = self.compare_steps(&session, agreed).map_err(|fault| {
                let what = format!("{}{}", fault.what, asked_before(self.header.beside_figures));
                RecordFault { what, ..fault }
            })?;
        }
        if up_to.is_none() {
            self.compare_end(&session)?;
        }
        let proof = Proof::of(&self.header, &session);
        Ok((session, proof))
    }

    /// The stream of the seed, where it is known; it must be the one committed to.
    fn seeded(&self) -> Result<Option<Stream>, RecordFault> {
        let Some(seed) = self.header.seed else {
            return Ok(None);
        };
        if let Some(number) = self.header.chosen_seed
            && Seed::from_number(number) != seed
        {
            let what =
                format!("found a seed said to be chosen by the number {number}, but that one has another");
            return Err(self.fault(1, what));
        }
        let (found, expected) = (&self.header.commitment, seed.commitment());
        if *found == expected {
            return Ok(self.header.dice_seed().map(|seed| Stream::new(seed, 0)));
        }
        let what = format!(
            "found the commitment {:?}, but the seed's is {:?}: the dice are not those that were committed to",
            found.0, expected.0
        );
        Err(self.fault(1, what))
    }

    /// Compares the steps finished since the last `agreed` with those written down; returns how many agree now.
    #[inline(never)]
    fn compare_steps<G: Game<Answer = A>>(
        &self,
        session: &Session<G>,
        agreed: usize,
    ) -> Result<usize, RecordFault> {
        let played = session.step_ends();
        for (step, used) in played.iter().enumerate().skip(agreed) {
            let number = step + 1;
            let hash = session.hash_of_step(step).unwrap_or_default();
            match self.steps.get(step) {
                None => {
                    let what = format!(
                        "found no step {number}, but it ends after entry {used} with the hash {hash}"
                    );
                    return Err(self.fault(self.last_line() + usize::from(!self.ended), what));
                }
                Some((at, _)) if at != used => {
                    let what =
                        format!("found step {number} after entry {at}, but it ends after entry {used}");
                    return Err(self.fault(self.step_line(step), what));
                }
                Some((_, written)) if written != hash => {
                    let what = format!(
                        "after step {number} the record has the hash {written}, but the game has {hash}"
                    );
                    return Err(self.fault(self.step_line(step), what));
                }
                Some(_) => {}
            }
        }
        let next = played.len();
        match self.steps.get(next) {
            Some((at, _)) if *at <= session.entries().len() => {
                let what = if session.waiting().is_none() {
                    format!("found step {}, but the game was over after step {next}", next + 1)
                } else {
                    format!("found the end of step {} after entry {at}, but the step needs more", next + 1)
                };
                Err(self.fault(self.step_line(next), what))
            }
            _ => Ok(next),
        }
    }

    #[inline(never)]
    fn compare_end<G: Game<Answer = A>>(&self, session: &Session<G>) -> Result<(), RecordFault> {
        let steps = session.step_ends().len();
        match (self.ended, session.waiting().is_none()) {
            (true, false) => {
                let what = format!("found the end of the game after {steps} steps, but it is not over");
                Err(self.fault(self.last_line(), what))
            }
            (false, true) => {
                let what = format!("found no last line, but the game is over after {steps} steps");
                Err(self.fault(self.last_line() + 1, what))
            }
            (true, true) | (false, false) => Ok(()),
        }
    }

    fn fault(&self, line: usize, what: String) -> RecordFault {
        RecordFault { file: self.file.clone(), line, what }
    }

    /// The line of an entry, counted from 0.
    fn entry_line(&self, entry: usize) -> usize {
        let steps_before = self.steps.iter().take_while(|(used, _)| *used <= entry).count();
        2 + entry + steps_before
    }

    /// The line of a step, counted from 0.
    fn step_line(&self, step: usize) -> usize {
        let entries_before = self.steps.get(step).map_or(self.entries.len(), |(used, _)| *used);
        2 + entries_before + step
    }

    fn last_line(&self) -> usize {
        1 + self.entries.len() + self.steps.len() + usize::from(self.ended)
    }
}

/// Why an entry does not fit the game that those before it led to.
pub fn misfit(beside_figures: bool, number: usize, mistake: &impl Display) -> String {
    format!("entry {number} does not fit: {mistake}{}", asked_before(beside_figures))
}

/// What is added to a fault of a game beside real figures.
fn asked_before(beside_figures: bool) -> &'static str {
    if beside_figures {
        "; what is asked beside real figures has changed since version 0.2.0, so a record that it or an older version wrote \
         may not be played again"
    } else {
        ""
    }
}

/// What the seed throws for an entry of dice that were not typed, where dice are wanted.
#[inline(never)]
pub(super) fn seeded_faces<G: Game>(
    stream: &mut Stream,
    waiting: Option<&Waiting<G>>,
    entry: &Entry<G::Answer>,
) -> Option<Vec<u32>> {
    match (waiting, entry) {
        (Some(Waiting::ForDice { pool, .. }), Entry::Dice { typed: false, .. }) => {
            Some((0..pool.count).map(|_| stream.die(pool.sides)).collect())
        }
        _ => None,
    }
}

pub(super) fn list(faces: &[u32]) -> String {
    faces.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}
