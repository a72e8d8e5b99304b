//! Taking an answer back: only while nothing that followed has told its side anything.
//!
//! A side knows its view of the game ([`Game::seen_by`](crate::Game::seen_by)). What follows from an answer is nothing new to it if the view
//! alone, with everything taken out that the side cannot know, leads to the same: the same sentences, the same question,
//! the same view. Else a secret has borne on it. That nothing was there to see is told as well: where a rule may uncover
//! the other side's secrets ([`Umpire::uncovers`](crate::Umpire::uncovers)), the answer that led there stays.

use super::Session;
use crate::{Both, Entry, Live, Played, Side, Waiting, plan_said};
use std::borrow::Cow;
use std::fmt;

/// Why a side cannot take its last answer back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoUndo {
    /// The side has not answered anything yet.
    NothingToUndo,
    /// The game is over, and its seed may be out.
    Over,
    DiceFell,
    /// What real figures show was typed in since.
    Looked,
    OtherSideDecided,
    /// The other side is at a decision that is sealed: how far it has come is not told.
    OtherSideIsSealing,
    /// What followed has told the side something it could not know, if only that nothing was there.
    Told,
}

impl fmt::Display for NoUndo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoUndo::NothingToUndo => "There is nothing to take back: you have not answered anything yet.",
            NoUndo::Over => "The battle is over: nothing is taken back any more.",
            NoUndo::DiceFell => "Nothing can be taken back: dice have fallen since your last answer.",
            NoUndo::Looked => {
                "Nothing can be taken back: what the table shows has been told since your last answer."
            }
            NoUndo::OtherSideDecided => {
                "Nothing can be taken back: the other side has decided something since your last answer."
            }
            NoUndo::OtherSideIsSealing => {
                "Nothing can be taken back: the other side is at its sealed decisions, and yours are handed in."
            }
            NoUndo::Told => {
                "Nothing can be taken back: your last answer has brought to light what was hidden from you."
            }
        })
    }
}

impl<G: Played> Session<G> {
    /// Whether the side may take its last answer back now. It costs no more than putting that answer again.
    ///
    /// # Errors
    /// Why it may not.
    pub fn can_undo(&self, side: Side) -> Result<(), NoUndo> {
        self.has_last_word(side)?;
        if self.has_told(side) { Err(NoUndo::Told) } else { Ok(()) }
    }

    /// Whether the side has answered last, and nothing but its answer has come in since. It costs nothing; whether what
    /// followed has told the side anything is another matter.
    ///
    /// # Errors
    /// Why it may take nothing back.
    #[inline(never)]
    pub fn has_last_word(&self, side: Side) -> Result<(), NoUndo> {
        if self.waiting.is_none() {
            return Err(NoUndo::Over);
        }
        if !self.answered_by.contains(&Some(side)) {
            return Err(NoUndo::NothingToUndo);
        }
        if let Some(Waiting::ForAnswer(question)) = &self.waiting
            && self.present.is_sealed(question)
            && self.present.asked_of(question) != side
        {
            return Err(NoUndo::OtherSideIsSealing);
        }
        match (self.entries.last(), self.answered_by.last()) {
            (Some(Entry::Answer(_)), Some(Some(of))) if *of == side => {}
            // A note stands before what its player answers, so it is never the last for long.
            (Some(Entry::Answer(_) | Entry::Note(_) | Entry::Concedes(_)), _) => {
                return Err(NoUndo::OtherSideDecided);
            }
            (Some(Entry::Seen(_)), _) => return Err(NoUndo::Looked),
            (Some(Entry::Dice { .. }) | None, _) => return Err(NoUndo::DiceFell),
        }
        Ok(())
    }

    /// Takes the side's last answer back. The session is then as if it had never been put.
    ///
    /// # Errors
    /// Why it stays; nothing has changed.
    #[inline(never)]
    pub fn undo(&mut self, side: Side) -> Result<(), NoUndo> {
        self.can_undo(side)?;
        let step = self.steps_before_last();
        self.state = self.after_step(step).into_owned();
        self.entries.pop();
        self.ends.truncate(step);
        if let Some(hashes) = &mut self.hashes {
            hashes.truncate(step);
        }
        self.log_at_step.truncate(step);
        self.rests.cut(step);
        self.run();
        self.said = Both::of(|side| plan_said(&self.entries, side));
        Ok(())
    }

    /// Whether what followed from the last answer has told its side anything it could not know.
    fn has_told(&self, side: Side) -> bool {
        let step = self.steps_before_last();
        let before = self.after_step(step);
        let entries = &self.entries[self.used_by(step)..];
        let follow = |game: G| Followed::from(game, entries, self.beside_figures);
        let known = match before.seen_by(Some(side)) {
            // Nothing is hidden.
            Cow::Borrowed(_) => None,
            Cow::Owned(known) => Some(known),
        };
        let truth = follow(before.into_owned());
        truth.uncovered[side.enemy()] || known.is_some_and(|known| !truth.is_seen_as(&follow(known), side))
    }

    /// How many steps were finished before the last entry came in.
    fn steps_before_last(&self) -> usize {
        let last = self.entries.len().saturating_sub(1);
        self.ends.partition_point(|used| *used <= last)
    }

    /// How many entries were used up to this step.
    fn used_by(&self, step: usize) -> usize {
        step.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0)
    }

    /// The state at the end of a finished step; 0 is the start. Played on from the nearest state that was kept.
    #[inline(never)]
    fn after_step(&self, step: usize) -> Cow<'_, G> {
        if step == self.ends.len() {
            return Cow::Borrowed(&self.state);
        }
        let (kept, state) = self.rests.nearest(step).unwrap_or((0, &self.start));
        if kept == step {
            return Cow::Borrowed(state);
        }
        let mut game = state.clone();
        for step in kept..step {
            let entries = &self.entries[self.used_by(step)..];
            if Live::new(entries, self.beside_figures).run(&mut game).is_err() {
                unreachable!("step {} was finished with these entries", step + 1);
            }
        }
        Cow::Owned(game)
    }
}

/// What follows from a state and some entries, up to where more is wanted.
struct Followed<G: Played> {
    present: G,
    steps: usize,
    waiting: Option<Waiting<G>>,
    events: Vec<G::Event>,
    /// Whose secrets may have come to light since the last entry.
    uncovered: Both<bool>,
}

impl<G: Played> Followed<G> {
    #[inline(never)]
    fn from(mut state: G, entries: &[Entry<G::Answer>], beside_figures: bool) -> Followed<G> {
        let (mut used, mut steps) = (0, 0);
        let (mut events, mut uncovered) = (Vec::new(), Both::default());
        loop {
            let mut present = state.clone();
            if present.is_over() {
                return Followed { present, steps, waiting: None, events, uncovered };
            }
            let mut live = Live::new(&entries[used..], beside_figures);
            let outcome = live.run(&mut present);
            for side in Side::BOTH {
                uncovered[side] |= live.uncovered[side].is_some_and(|since| used + since == entries.len());
            }
            used += live.used();
            events.extend(live.told.into_iter().map(|told| told.event));
            match outcome {
                Ok(()) => (state, steps) = (present, steps + 1),
                Err(waiting) => {
                    return Followed { present, steps, waiting: Some(waiting), events, uncovered };
                }
            }
        }
    }

    /// Whether a side cannot tell the two apart.
    fn is_seen_as(&self, other: &Followed<G>, side: Side) -> bool {
        let heard = |of: &Followed<G>| -> Vec<String> {
            of.events.iter().filter_map(|event| of.present.heard_by(event, Some(side))).collect()
        };
        let seen = |of: &Followed<G>| serde_json::to_vec(&*of.present.seen_by(Some(side))).ok();
        self.steps == other.steps
            && self.waiting == other.waiting
            && heard(self) == heard(other)
            && seen(self) == seen(other)
    }
}
