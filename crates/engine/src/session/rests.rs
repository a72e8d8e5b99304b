//! The states that a session keeps to take answers back to.

/// States in which the game has waited since dice last fell: an answer is taken back to one of them, and never past
/// dice. There are few of them, the latest all and the earlier ones further apart.
#[derive(Clone, Debug)]
pub struct Rests<G> {
    /// How many steps were finished, and the state; the earliest first.
    kept: Vec<(usize, G)>,
}

impl<G> Default for Rests<G> {
    fn default() -> Rests<G> {
        Rests { kept: Vec::new() }
    }
}

impl<G> Rests<G> {
    /// How many states are kept.
    pub const MOST: usize = 8;
    /// How many of the latest are all kept.
    const LATEST: usize = 3;

    pub fn keep(&mut self, steps: usize, state: G) {
        self.kept.push((steps, state));
        if self.kept.len() > Self::MOST {
            // The one whose neighbours are nearest to each other, but never the first.
            let apart = |n: &usize| self.kept[n + 1].0 - self.kept[n - 1].0;
            let gone = (1..self.kept.len() - Self::LATEST).min_by_key(apart).unwrap_or(1);
            self.kept.remove(gone);
        }
    }

    pub fn count(&self) -> usize {
        self.kept.len()
    }

    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Forgets all from a step on.
    pub fn cut(&mut self, step: usize) {
        self.kept.retain(|(steps, _)| *steps < step);
    }

    /// The last one kept up to a step.
    pub fn nearest(&self, step: usize) -> Option<(usize, &G)> {
        self.kept.iter().rev().find(|(steps, _)| *steps <= step).map(|(steps, state)| (*steps, state))
    }
}
