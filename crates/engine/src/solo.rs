//! Seeded dice and computer generals. Nothing can interrupt it, so every `?` in a rule costs nothing.

use crate::{Ask, Fact, Game, Players, Umpire};
use dice::{Dice, Pool, Stream};
use std::convert::Infallible;

/// One type for all players: rules are compiled once for a game, not once more for each kind of player.
pub struct Solo<'p, G: Game> {
    pub dice: Stream,
    players: Box<dyn Players<G> + 'p>,
    /// Answers that the rules refused; the player then declined. A good player has none.
    pub refused: u32,
    /// What has happened since it was last taken out, where it is kept: not at first.
    pub heard: Option<Vec<G::Event>>,
}

impl<'p, G: Game> Solo<'p, G> {
    pub fn new(dice: Stream, players: impl Players<G> + 'p) -> Self {
        Solo { dice, players: Box::new(players), refused: 0, heard: None }
    }

    /// Plays on until the game is over or `most` steps are done; says how many were.
    #[inline(never)]
    pub fn play(&mut self, game: &mut G, most: u32) -> u32 {
        let mut steps = 0;
        while !game.is_over() && steps < most {
            let Ok(()) = game.step(self);
            steps += 1;
        }
        steps
    }
}

impl<G: Game> Dice for Solo<'_, G> {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        self.dice.hits(pool, need)
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        self.dice.read(pool, reading)
    }
}

impl<G: Game> Umpire<G> for Solo<'_, G> {
    fn ask<Q: Ask<G>>(&mut self, game: &G, question: Q) -> Result<Q::Granted, Infallible> {
        let put = question.clone().into();
        let side = game.asked_of(&put);
        let answer = self.players.answer(side, &game.seen_by(Some(side)), &put);
        Ok(question.grant(game, &answer).unwrap_or_else(|_| {
            self.refused += 1;
            declined(game, &question)
        }))
    }
    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Infallible> {
        Ok(fact.measure(game))
    }
    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        if let Some(heard) = &mut self.heard {
            heard.push(event());
        }
    }
}

/// What the question grants to a player who takes no option up.
pub(crate) fn declined<G: Game, Q: Ask<G>>(game: &G, question: &Q) -> Q::Granted {
    let put = question.clone().into();
    let answer = game.decline(&put);
    question
        .grant(game, &answer)
        .unwrap_or_else(|refusal| unreachable!("declining {put:?} is always allowed, but: {refusal}"))
}
