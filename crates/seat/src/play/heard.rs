//! What a seat has heard of a game, and the numbers it goes by: they count nothing that the seat was not told.
//!
//! A step in which things were told, but none of them to this seat, is not counted for it: otherwise the gaps in its
//! numbers would betray the other side's sealed orders. Once the battle is over every step counts for every seat, as in
//! the report.

use engine::{Entry, Played, Session, Side, Told};

/// A game as a seat may number it.
pub struct Heard {
    /// Where the lines it has heard stand in the whole log.
    lines: Vec<usize>,
    /// For each finished step it knows of: how many steps of the game were finished with it, how many entries it
    /// counts, and how many lines it had heard.
    steps: Vec<Step>,
    /// Entries it counts.
    pub version: usize,
}

#[derive(Clone, Copy, Default)]
struct Step {
    finished: usize,
    version: usize,
    told: usize,
}

impl Heard {
    pub fn of<G: Played>(session: &Session<G>, side: Option<Side>) -> Heard {
        let (game, log) = (session.game(), session.log());
        let is_over = session.waiting().is_none();
        let mut heard = Heard { lines: Vec::with_capacity(log.len()), steps: Vec::new(), version: 0 };
        let (mut line, mut entry) = (0, 0);
        // What a computer player says of its plan is told to no seat while the battle lasts.
        let entries = session.entries();
        let heard_of = |stretch: std::ops::Range<usize>| {
            entries[stretch].iter().filter(|entry| !matches!(entry, Entry::Note(_))).count()
        };
        let finished = session.step_ends().iter().zip(session.log_ends());
        for (n, (used, end)) in finished.enumerate() {
            if heard.listen(game, log, line..*end, side) || is_over {
                heard.version += heard_of(entry..*used);
                heard.steps.push(Step { finished: n + 1, version: heard.version, told: heard.lines.len() });
            }
            (line, entry) = (*end, *used);
        }
        if heard.listen(game, log, line..log.len(), side) {
            heard.version += heard_of(entry..entries.len());
        }
        heard
    }

    /// Takes in the lines of a stretch; false where all of them were for others.
    fn listen<G: Played>(
        &mut self,
        game: &G,
        log: &[Told<G::Event>],
        stretch: std::ops::Range<usize>,
        side: Option<Side>,
    ) -> bool {
        let (before, silent) = (self.lines.len(), stretch.is_empty());
        self.lines.extend(stretch.filter(|line| game.is_heard_by(&log[*line].event, side)));
        silent || self.lines.len() > before
    }

    /// How many steps it knows to be finished.
    pub fn step(&self) -> usize {
        self.steps.len()
    }

    /// How many lines it has heard.
    pub fn told(&self) -> usize {
        self.lines.len()
    }

    /// The lines it has heard, by their places in the whole log.
    pub fn lines(&self) -> &[usize] {
        &self.lines
    }

    /// The number of a line of the whole log among those heard, from 1; `None` where it was not heard.
    pub fn number(&self, line: usize) -> Option<usize> {
        self.lines.binary_search(&line).ok().map(|n| n + 1)
    }

    /// Which of this seat's steps (from 1) holds a step of the game; for the step under way, one more than are
    /// finished.
    pub fn step_of(&self, step: usize) -> usize {
        self.steps.partition_point(|known| known.finished < step) + 1
    }

    /// The same as it was after one of its own steps; 0 is the beginning. With it, how many steps of the game were
    /// finished then. `None` where it has no such step.
    pub fn after(&self, step: usize) -> Option<(usize, Heard)> {
        let then = match step.checked_sub(1) {
            None => Step::default(),
            Some(last) => *self.steps.get(last)?,
        };
        let heard = Heard {
            lines: self.lines.get(..then.told)?.to_vec(),
            steps: self.steps.get(..step)?.to_vec(),
            version: then.version,
        };
        Some((then.finished, heard))
    }
}
