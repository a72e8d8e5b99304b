//! A computer player who thinks long before he answers. He does it without the game in hand: meanwhile the other player
//! may take back or concede. What he has thought out is kept with the seats, and he goes by it from answer to answer
//! and after a restart. A thought about a position that is no more is dropped.

use crate::play::Play;
use crate::play::staffed::reminded;
use crate::shown::Shown;
use crate::who::Player;
use engine::{Side, state_hash};
use general::General;
use std::sync::Arc;

/// What a computer player is to think about, and the work itself.
pub struct Thinking {
    pub of: Position,
    /// What he has thought out. It depends on nothing but the position.
    pub think: Box<dyn FnOnce() -> Option<String> + Send>,
}

/// A moment of a game: how many entries it has, and the hash of its state.
pub type Position = (usize, String);

impl<G: Shown> Play<G> {
    /// The computer player of a side, who goes by what he has in mind.
    pub fn general(&self, side: Side, name: &str) -> Option<General<G>> {
        let general = self.shared.lend(name, self.luck(side))?;
        Some(reminded(general, self.staff[side].mind.as_ref()))
    }

    /// Whose player must think before it goes on, and his name: whatever else computer players are asked is answered at
    /// once.
    pub fn thinks(&self) -> Option<(Side, &str)> {
        let (side, _) = self.asked().filter(|_| !self.uploaded)?;
        match &self.players[side] {
            Player::General(name) => Some((side, name)),
            Player::You | Player::Friend => None,
        }
    }

    /// What he has to think of.
    pub fn thinking(&self) -> Option<Thinking> {
        let (side, name) = self.thinks()?;
        let mut general = self.general(side, name)?;
        let view = self.session.game().seen_by(Some(side)).into_owned();
        let (shared, name) = (Arc::clone(&self.shared), name.to_owned());
        let think = move || {
            general.think(&view, side);
            let mind = general.mind();
            shared.take_back(&name, general);
            mind
        };
        Some(Thinking { of: self.position_thought_of(), think: Box::new(think) })
    }

    fn position_thought_of(&self) -> Position {
        (self.session.entries().len(), state_hash(self.session.game()))
    }

    /// He has thought, and the game goes on; `None`: he could not, and keeps his plan. False where the game is not in
    /// the position he has thought of now.
    pub fn has_thought(&mut self, of: &Position, thought: Option<String>) -> Result<bool, String> {
        let Some((side, name)) = self.thinks().filter(|_| *of == self.position_thought_of()) else {
            return Ok(false);
        };
        let thought = thought.or_else(|| {
            let mut general = self.general(side, name)?;
            general.go_on(&*self.session.game().seen_by(Some(side)));
            general.mind()
        });
        let thought = thought.ok_or("he keeps nothing in mind")?;
        self.staff[side].keep(Some(thought));
        self.play_on()?;
        if self.thinks().is_some() && *of == self.position_thought_of() {
            return Err("he thinks again of what he has thought of".to_owned());
        }
        Ok(true)
    }
}
