//! Earlier moments of a game, quick to reach: every so many steps the state is kept, and the few steps from there
//! are played again.

use engine::{Game, Live, Session};

/// No more states are kept than this; a longer game keeps them farther apart.
const MOST_KEPT: usize = 64;
/// Steps between two kept states, in a short game.
const APART: usize = 8;

pub(crate) struct Lookback<G> {
    /// States by the step they follow, in order.
    kept: Vec<(usize, G)>,
    apart: usize,
    /// Where the last look back was: the next one is often a step from it.
    last: Option<(usize, G)>,
}

impl<G> Default for Lookback<G> {
    fn default() -> Self {
        Lookback { kept: Vec::new(), apart: APART, last: None }
    }
}

impl<G: Game> Lookback<G> {
    /// The game exactly after a finished step; 0 is its beginning.
    ///
    /// # Errors
    /// Where the session has no such step.
    pub(crate) fn at(&mut self, session: &Session<G>, step: usize) -> Result<&G, String> {
        let kept = self.kept.iter().rev().find(|(at, _)| *at <= step);
        let last = self.last.as_ref().filter(|(at, _)| *at <= step);
        let (mut at, mut game) = match (kept, last) {
            (Some(kept), Some(last)) if kept.0 > last.0 => kept.clone(),
            (_, Some(last)) => last.clone(),
            (Some(kept), None) => kept.clone(),
            (None, None) => (0, session.start().clone()),
        };
        while at < step {
            advance(session, at, &mut game).ok_or_else(|| format!("step {} is not finished", at + 1))?;
            at += 1;
            self.keep(at, &game);
        }
        Ok(&self.last.insert((at, game)).1)
    }

    fn keep(&mut self, at: usize, game: &G) {
        if !at.is_multiple_of(self.apart) || self.kept.last().is_some_and(|(last, _)| *last >= at) {
            return;
        }
        self.kept.push((at, game.clone()));
        if self.kept.len() > MOST_KEPT {
            self.apart *= 2;
            let apart = self.apart;
            self.kept.retain(|(at, _)| at.is_multiple_of(apart));
        }
    }

    pub(crate) fn states_kept(&self) -> usize {
        self.kept.len() + usize::from(self.last.is_some())
    }

    /// Forgets everything after this step: it was taken back.
    pub(crate) fn cut(&mut self, steps: usize) {
        self.kept.retain(|(at, _)| *at <= steps);
        self.last.take_if(|(at, _)| *at > steps);
    }
}

/// Plays one finished step again, on the state before it; `None` where there is none.
pub(crate) fn advance<G: Game>(session: &Session<G>, step: usize, game: &mut G) -> Option<()> {
    let ends = session.step_ends();
    let used = |finished: usize| finished.checked_sub(1).map_or(Some(0), |last| ends.get(last).copied());
    let entries = session.entries().get(used(step)?..used(step + 1)?)?;
    let mut live =
        if session.is_beside_figures() { Live::beside_figures(entries) } else { Live::on_screen(entries) };
    live.run(game).ok()
}
