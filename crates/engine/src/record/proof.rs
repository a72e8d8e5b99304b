//! What playing a record again has proved, and what nothing in the file can prove.

use super::Header;
use crate::{Entry, Game, Session};
use dice::Commitment;
use serde::Serialize;

/// What is proved of a record that fits: the rules always, the dice as far as their seed is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Proof {
    /// Steps whose state has the hash that was written down.
    pub steps: usize,
    /// Answers that were allowed where they were given.
    pub answers: usize,
    /// The game is over.
    pub ended: bool,
    /// Throws that are those of the seed committed to.
    pub throws_by_seed: usize,
    /// Throws that a person has typed: not provable.
    pub throws_typed: usize,
    /// Throws said to be of a seed that the record does not have: not provable.
    pub throws_unproved: usize,
    /// What people have said that real figures show: not provable.
    pub sights: usize,
    /// It begins from a position that was put into it, and not from the battle's own beginning: not provable.
    pub from_position: bool,
    pub commitment: Commitment,
    pub seed_revealed: bool,
    /// How many seats have mixed something into the seed.
    pub salts: usize,
    /// The number a person has chosen the seed by, where the record says so.
    pub chosen_seed: Option<u64>,
}

impl Proof {
    /// Of a game that has been played again and fits.
    pub(super) fn of<G: Game>(header: &Header, session: &Session<G>) -> Proof {
        let (mut answers, mut typed, mut thrown, mut sights) = (0, 0, 0, 0);
        for entry in session.entries() {
            *match entry {
                Entry::Answer(_) => &mut answers,
                Entry::Dice { typed: true, .. } => &mut typed,
                Entry::Dice { typed: false, .. } => &mut thrown,
                Entry::Seen(_) => &mut sights,
                // A note changes nothing, and conceding is losing.
                Entry::Note(_) | Entry::Concedes(_) => continue,
            } += 1;
        }
        let seed_revealed = header.seed.is_some();
        let (throws_by_seed, throws_unproved) = if seed_revealed { (thrown, 0) } else { (0, thrown) };
        Proof {
            steps: session.step_ends().len(),
            answers,
            ended: session.waiting().is_none(),
            throws_by_seed,
            throws_typed: typed,
            throws_unproved,
            sights,
            from_position: header.position.is_some(),
            commitment: header.commitment.clone(),
            seed_revealed,
            salts: header.salts.len(),
            chosen_seed: header.chosen_seed,
        }
    }

    /// Whether it began as the battle does, every throw is the committed seed's, and nothing was seen by people alone.
    pub fn is_whole(&self) -> bool {
        !self.from_position && self.throws_typed + self.throws_unproved + self.sights == 0
    }

    /// What was proved, a sentence each.
    pub fn proved(&self) -> Vec<String> {
        let mut told = vec![format!(
            "the rules: {} {} allowed, and the state after each of {} is the one written down.",
            counted(self.answers, "answer"),
            was(self.answers),
            counted(self.steps, "step"),
        )];
        if self.throws_by_seed > 0 {
            let salted = match self.salts {
                0 => String::new(),
                salts => format!(", with {} mixed in", counted(salts, "salt")),
            };
            told.push(format!(
                "the dice by seed: {} {} of the seed that the record commits to{salted}.",
                counted(self.throws_by_seed, "throw"),
                if self.throws_by_seed == 1 { "is" } else { "are" },
            ));
        }
        told
    }

    /// What could not be proved, a sentence each; empty where everything was.
    pub fn unproved(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.from_position {
            told.push(
                "the beginning: it goes on from a position that stands in it, and nothing shows how that came about."
                    .to_owned(),
            );
        }
        if self.throws_typed > 0 {
            told.push(format!(
                "the dice typed: {} {} typed by a person, and nothing shows that the dice fell so.",
                counted(self.throws_typed, "throw"),
                was(self.throws_typed),
            ));
        }
        if self.throws_unproved > 0 {
            told.push(format!(
                "the dice by seed: the seed is not in the record{}, so {} cannot be held against it, and the \
                 commitment says nothing about {}.",
                if self.ended { "" } else { ", as it is before the battle is over" },
                counted(self.throws_unproved, "throw"),
                if self.throws_unproved == 1 { "it" } else { "them" },
            ));
        }
        if self.sights > 0 {
            told.push(format!(
                "the table: {} {} told by people beside real figures, and nothing shows what stood there.",
                counted(self.sights, "sight"),
                was(self.sights),
            ));
        }
        told
    }

    /// What to know or do besides, before the dice are trusted: a sentence each.
    pub fn advice(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.throws_by_seed > 0 {
            told.push(format!(
                "Whoever writes a record anew can put another seed and its commitment into it: to prove that the \
                 commitment was made before, compare it with the one shown when the game began: {}",
                self.commitment.0
            ));
        }
        if let Some(number) = self.chosen_seed {
            told.push(format!(
                "The seed was chosen by a person, by the number {number}: whoever chose it could know every throw \
                 beforehand."
            ));
        }
        told
    }
}

fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

fn was(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}
