//! A live game: the list of what came from outside, and the state that is its fold.

mod rests;
mod undo;

use crate::{Both, Entry, Game, Live, Mistake, Note, Players, Said, Side, Told, Waiting, plan_said};
use dice::Stream;
pub use rests::Rests;
use sha2::{Digest, Sha256};
pub use undo::NoUndo;

/// A game being played, watched or replayed.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    start: G,
    /// The state at the end of the last finished step.
    state: G,
    /// The state as far as the unfinished step has got: what a player looks at while he decides.
    present: G,
    entries: Vec<Entry<G::Answer>>,
    /// The side each entry was asked of; `None` for dice and facts.
    answered_by: Vec<Option<Side>>,
    /// For each finished step how many entries had been used.
    ends: Vec<usize>,
    /// For each finished step the hash of the state after it, where a test compares each at once. A hash costs more
    /// than the step, so otherwise there is none, and [`Session::steps`] works them out when a record is written.
    hashes: Option<Vec<String>>,
    log: Vec<Told<G::Event>>,
    log_at_step: Vec<usize>,
    /// For each line of the log, after how many entries it was told.
    told_after: Vec<usize>,
    waiting: Option<Waiting<G>>,
    beside_figures: bool,
    /// What holds of what the sides' players have said of their plans.
    said: Both<Vec<String>>,
    /// To take answers back.
    rests: Rests<G>,
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
    /// How many states of the game are kept, for a sum of its memory.
    pub fn states_kept(&self) -> usize {
        3 + self.rests.count()
    }

    /// A game on a screen, taken to its first question.
    pub fn new(start: G) -> Session<G> {
        Session::begin(start, false, Vec::new(), false)
    }

    /// A game beside real figures.
    pub fn beside_figures(start: G) -> Session<G> {
        Session::begin(start, true, Vec::new(), false)
    }

    /// A game whose every step is hashed as soon as it is done, for tests that compare them.
    pub fn hashed(start: G, beside_figures: bool) -> Session<G> {
        Session::begin(start, beside_figures, Vec::new(), true)
    }

    /// A game taken as far as a list of entries goes. Each step is run once.
    ///
    /// # Errors
    /// The number of the first entry that does not fit, from 1, and why.
    #[inline(never)]
    pub fn fold(
        start: G,
        beside_figures: bool,
        entries: Vec<Entry<G::Answer>>,
    ) -> Result<Session<G>, (usize, Mistake<G>)> {
        let session = Session::begin(start, beside_figures, entries, false);
        let used = session.answered_by.len();
        match (session.entries.get(used), &session.waiting) {
            (_, Some(Waiting::Wrong(mistake))) => Err((used, mistake.clone())),
            (Some(entry), _) => {
                let wanted = "nothing (the game is over)";
                Err((used + 1, Mistake::OutOfPlace { wanted, found: entry.kind() }))
            }
            (None, _) => Ok(session),
        }
    }

    #[inline(never)]
    fn begin(start: G, beside_figures: bool, entries: Vec<Entry<G::Answer>>, hashed: bool) -> Session<G> {
        let said = Both::of(|side| plan_said(&entries, side));
        let mut session = Session {
            state: start.clone(),
            present: start.clone(),
            start,
            entries,
            answered_by: Vec::new(),
            ends: Vec::new(),
            hashes: hashed.then(Vec::new),
            log: Vec::new(),
            log_at_step: Vec::new(),
            told_after: Vec::new(),
            waiting: None,
            beside_figures,
            said,
            rests: Rests::default(),
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

    /// For each finished step the entries used so far.
    pub fn step_ends(&self) -> &[usize] {
        &self.ends
    }

    /// For each finished step the entries used so far and the state's hash, which is worked out now where it was not
    /// kept.
    pub fn steps(&self) -> Vec<(usize, String)> {
        let hashes = match &self.hashes {
            Some(hashes) => hashes.clone(),
            None => self.hash_steps(),
        };
        self.ends.iter().copied().zip(hashes).collect()
    }

    /// The hash after a finished step, counted from 0, where hashes are kept.
    pub fn hash_of_step(&self, step: usize) -> Option<&str> {
        self.hashes.as_ref()?.get(step).map(String::as_str)
    }

    /// The hash of the state at the end of the last finished step.
    pub fn state_hash(&self) -> String {
        self.hashes
            .as_ref()
            .and_then(|hashes| hashes.last().cloned())
            .unwrap_or_else(|| state_hash(&self.state))
    }

    #[inline(never)]
    fn hash_steps(&self) -> Vec<String> {
        let (mut game, mut used) = (self.start.clone(), 0);
        let each = self.ends.iter().map_while(|end| {
            let entries = self.entries.get(used..*end)?;
            Live::new(entries, self.beside_figures).run(&mut game).ok()?;
            used = *end;
            Some(state_hash(&game))
        });
        each.collect()
    }

    pub fn log(&self) -> &[Told<G::Event>] {
        &self.log
    }

    /// For each finished step how many lines the log had at its end.
    pub fn log_ends(&self) -> &[usize] {
        &self.log_at_step
    }

    /// For each line of the log the answer it was told upon, by the number of its entry from 0: the last one before it,
    /// for the first line that follows in the same step. Other lines have none of their own.
    pub fn answers_told(&self) -> Vec<Option<usize>> {
        let (mut step, mut last) = (0, None);
        let line = |(n, after): (usize, &usize)| {
            while self.log_at_step.get(step).is_some_and(|end| *end <= n) {
                step += 1;
            }
            let begun = step.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
            let upon =
                (begun..*after).rev().find(|entry| matches!(self.answered_by.get(*entry), Some(Some(_))));
            let new = upon.filter(|_| upon != last);
            last = upon.or(last);
            new
        };
        self.told_after.iter().enumerate().map(line).collect()
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
    #[inline(never)]
    pub fn put(&mut self, entry: Entry<G::Answer>) -> Result<(), Mistake<G>> {
        if self.waiting.is_none() {
            let found = entry.kind();
            return Err(Mistake::OutOfPlace { wanted: "nothing (the game is over)", found });
        }
        let before = self.waiting.clone();
        let of = match &before {
            Some(Waiting::ForAnswer(question)) => Some(self.present.asked_of(question)),
            _ => None,
        };
        self.entries.push(entry);
        self.run();
        if let Some(Waiting::Wrong(mistake)) = &self.waiting {
            let mistake = mistake.clone();
            self.entries.pop();
            self.run();
            debug_assert!(self.waiting == before, "a refused entry changes nothing");
            return Err(mistake);
        }
        match self.entries.last() {
            Some(Entry::Note(note)) => note.follows(&mut self.said[note.side]),
            _ if of.is_none() => self.rests.clear(),
            _ => {}
        }
        Ok(())
    }

    /// Takes down what a side's player says it is about, as far as it is new. It stands before what he answers next.
    pub fn note(&mut self, side: Side, said: Said) {
        if let Some(note) = Note::of_what_is_new(side, &self.said[side], said) {
            // While the game goes on a note is never out of place.
            let _ = self.put(Entry::Note(note));
        }
    }

    /// The same game at its beginning.
    pub fn start_again(&self) -> Session<G> {
        Session::begin(self.start.clone(), self.beside_figures, Vec::new(), self.hashes.is_some())
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
            if self.ends.len() >= most {
                return Err(Unanswered::Endless);
            }
            match waiting {
                Waiting::ForDice { pool, .. } => {
                    let faces = (0..pool.count).map(|_| dice.die(pool.sides)).collect();
                    self.put(Entry::Dice { faces, typed: false }).map_err(|_| Unanswered::Fact)?;
                }
                Waiting::ForAnswer(_) => {
                    self.let_answer(players).map_err(|_| Unanswered::Fact)?;
                }
                Waiting::ForFact(_) | Waiting::Wrong(_) => return Err(Unanswered::Fact),
            }
        }
        Ok(())
    }

    /// Lets a player answer what is asked, and takes down what he says he is about, as far as it is new: he may have made his
    /// plan anew upon any question. What the rules refuse is declined in his place; then the refusal is given back.
    ///
    /// # Errors
    /// Where no answer is wanted; nothing has changed.
    pub fn let_answer(&mut self, players: &mut impl Players<G>) -> Result<Option<G::Refusal>, Mistake<G>> {
        let Some(Waiting::ForAnswer(question)) = &self.waiting else {
            return Err(Mistake::OutOfPlace { wanted: "no answer", found: "an answer" });
        };
        let side = self.present.asked_of(question);
        let view = self.present.seen_by(Some(side));
        let answer = players.answer(side, &view, question);
        let said = players.says(side, &view);
        drop(view);
        let refused = self.present.check(question, &answer).err();
        let answer = if refused.is_some() { self.present.decline(question) } else { answer };
        if let Some(said) = said {
            self.note(side, said);
        }
        self.put(Entry::Answer(answer))?;
        Ok(refused)
    }

    /// Runs steps as far as the entries go.
    #[inline(never)]
    fn run(&mut self) {
        let first = self.ends.last().copied().unwrap_or(0);
        self.answered_by.truncate(first);
        self.log.truncate(self.log_at_step.last().copied().unwrap_or(0));
        self.told_after.truncate(self.log.len());
        let mut used = first;
        let finished = self.ends.len();
        loop {
            self.present = self.state.clone();
            if self.state.is_over() {
                self.waiting = None;
                return;
            }
            let left = &self.entries[used..];
            let mut live = Live::new(left, self.beside_figures);
            let outcome = live.run(&mut self.present);
            let taken = live.used();
            self.answered_by.extend(live.answered_by);
            self.log.extend(live.told);
            self.told_after.extend(live.told_after.into_iter().map(|entries| used + entries));
            match outcome {
                Ok(()) => {
                    used += taken;
                    let before = std::mem::replace(&mut self.state, self.present.clone());
                    // The first step that an answer finishes: the state it was given in.
                    if self.ends.len() == finished && !self.entries.is_empty() {
                        self.rests.keep(finished, before);
                    }
                    self.ends.push(used);
                    if let Some(hashes) = &mut self.hashes {
                        hashes.push(state_hash(&self.state));
                    }
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
#[inline(never)]
pub fn state_hash<G: Game>(game: &G) -> String {
    let text = serde_json::to_vec(game).unwrap_or_default();
    Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect()
}
