//! A live game: the list of what came from outside, and the state that is its fold.

use crate::{Entry, Game, Live, Mistake, Players, Side, Told, Waiting};
use dice::Stream;
use sha2::{Digest, Sha256};

/// A game being played, watched or replayed.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    start: G,
    /// The state at the end of the last finished step.
    state: G,
    /// The state as far as the unfinished step has got: what a player looks at while he decides.
    present: G,
    entries: Vec<Entry<G::Answer>>,
    /// For each finished step: how many entries had been used, and the hash of the state after it.
    steps: Vec<(usize, String)>,
    log: Vec<Told<G::Event>>,
    log_at_step: Vec<usize>,
    waiting: Option<Waiting<G>>,
    beside_figures: bool,
}

/// Why a session cannot be played on by generals and a stream alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// A person must look at the table.
    Fact,
    /// The steps ran out: a game without end.
    Endless,
}

impl<G: Game> Session<G> {
    /// A game on a screen, taken to its first question.
    pub fn new(start: G) -> Session<G> {
        Session::begin(start, false)
    }

    /// A game beside real figures.
    pub fn beside_figures(start: G) -> Session<G> {
        Session::begin(start, true)
    }

    fn begin(start: G, beside_figures: bool) -> Session<G> {
        let mut session = Session {
            state: start.clone(),
            present: start.clone(),
            start,
            entries: Vec::new(),
            steps: Vec::new(),
            log: Vec::new(),
            log_at_step: Vec::new(),
            waiting: None,
            beside_figures,
        };
        session.run();
        session
    }

    /// Whether the table is real, and what it shows is asked of the players.
    pub fn is_beside_figures(&self) -> bool {
        self.beside_figures
    }

    /// The game before its first step.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The game as it stands, in the middle of a step where one is unfinished.
    pub fn game(&self) -> &G {
        &self.present
    }

    /// The game at the end of its last finished step, or at its start: where another may begin.
    pub fn settled(&self) -> &G {
        &self.state
    }

    /// What the game waits for; `None` when it is over.
    pub fn waiting(&self) -> Option<&Waiting<G>> {
        self.waiting.as_ref()
    }

    pub fn entries(&self) -> &[Entry<G::Answer>] {
        &self.entries
    }

    /// For each finished step the entries used so far and the state's hash.
    pub fn steps(&self) -> &[(usize, String)] {
        &self.steps
    }

    pub fn log(&self) -> &[Told<G::Event>] {
        &self.log
    }

    /// For each finished step how many lines the log had at its end.
    pub fn log_ends(&self) -> &[usize] {
        &self.log_at_step
    }

    /// The log up to the end of step `n`.
    pub fn log_to_step(&self, n: usize) -> &[Told<G::Event>] {
        let end = if n == 0 { 0 } else { self.log_at_step.get(n - 1).copied().unwrap_or(self.log.len()) };
        &self.log[..end]
    }

    /// Puts one more entry to the game.
    ///
    /// # Errors
    /// Why it does not fit; nothing has changed.
    pub fn put(&mut self, entry: Entry<G::Answer>) -> Result<(), Mistake<G>> {
        if self.waiting.is_none() {
            let found = match entry {
                Entry::Dice { .. } => "dice",
                Entry::Answer(_) => "an answer",
                Entry::Seen(_) => "a fact",
            };
            return Err(Mistake::OutOfPlace { wanted: "nothing (the game is over)", found });
        }
        let before = self.waiting.clone();
        self.entries.push(entry);
        self.run();
        if let Some(Waiting::Wrong(mistake)) = &self.waiting {
            let mistake = mistake.clone();
            self.entries.pop();
            self.run();
            debug_assert!(self.waiting == before, "a refused entry changes nothing");
            return Err(mistake);
        }
        Ok(())
    }

    /// Takes back the side's last answer, if nothing has been thrown or decided by the other side since.
    pub fn undo(&mut self, side: Side) -> bool {
        if !matches!(self.entries.last(), Some(Entry::Answer(_))) {
            return false;
        }
        let mut shorter = self.start_again();
        let kept = self.entries.len() - 1;
        for entry in &self.entries[..kept] {
            if shorter.put(entry.clone()).is_err() {
                return false;
            }
        }
        let Some(Waiting::ForAnswer(question)) = &shorter.waiting else { return false };
        if shorter.present.asked_of(question) != side {
            return false;
        }
        *self = shorter;
        true
    }

    /// The same game at its beginning.
    pub fn start_again(&self) -> Session<G> {
        Session::begin(self.start.clone(), self.beside_figures)
    }

    /// Lets players and a stream of dice answer until the game is over.
    ///
    /// # Errors
    /// Where a person must look at the table, or after `most` steps.
    pub fn play(
        &mut self,
        dice: &mut Stream,
        players: &mut impl Players<G>,
        most: usize,
    ) -> Result<(), Unanswered> {
        while let Some(waiting) = &self.waiting {
            if self.steps.len() >= most {
                return Err(Unanswered::Endless);
            }
            let entry = match waiting {
                Waiting::ForDice { pool, .. } => Entry::Dice {
                    faces: (0..pool.count).map(|_| dice.die(pool.sides)).collect(),
                    typed: false,
                },
                Waiting::ForAnswer(question) => {
                    let side = self.present.asked_of(question);
                    let answer = players.answer(side, &self.present.seen_by(Some(side)), question);
                    match self.present.check(question, &answer) {
                        Ok(()) => Entry::Answer(answer),
                        Err(_) => Entry::Answer(self.present.decline(question)),
                    }
                }
                Waiting::ForFact(_) | Waiting::Wrong(_) => return Err(Unanswered::Fact),
            };
            self.put(entry).map_err(|_| Unanswered::Fact)?;
        }
        Ok(())
    }

    /// Runs steps as far as the entries go.
    fn run(&mut self) {
        let first = self.steps.last().map_or(0, |(used, _)| *used);
        self.log.truncate(self.log_at_step.last().copied().unwrap_or(0));
        let mut used = first;
        loop {
            self.present = self.state.clone();
            if self.state.is_over() {
                self.waiting = None;
                return;
            }
            let left = &self.entries[used..];
            let mut live =
                if self.beside_figures { Live::beside_figures(left) } else { Live::on_screen(left) };
            let outcome = self.present.step(&mut live);
            let (taken, told) = (live.used(), live.told);
            self.log.extend(told);
            match outcome {
                Ok(()) => {
                    used += taken;
                    self.state = self.present.clone();
                    self.steps.push((used, state_hash(&self.state)));
                    self.log_at_step.push(self.log.len());
                }
                Err(waiting) => {
                    self.waiting = Some(waiting);
                    return;
                }
            }
        }
    }
}

/// The SHA-256 of a state's canonical text, in hexadecimal.
pub fn state_hash<G: Game>(game: &G) -> String {
    let text = serde_json::to_vec(game).unwrap_or_default();
    Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect()
}
