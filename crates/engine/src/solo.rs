//! Seeded dice and computer generals. Nothing can interrupt it, so every `?` in a rule costs nothing.

use crate::{Ask, Fact, Game, Players, Umpire};
use dice::{Dice, Pool, Stream};
use std::convert::Infallible;

pub struct Solo<P> {
    pub dice: Stream,
    pub players: P,
    /// Answers that the rules refused; the player then declined. A good player has none.
    pub refused: u32,
}

impl<P> Solo<P> {
    pub fn new(dice: Stream, players: P) -> Solo<P> {
        Solo { dice, players, refused: 0 }
    }

    /// Plays on until the game is over or `most` steps are done; says how many were.
    pub fn play<G: Game>(&mut self, game: &mut G, most: u32) -> u32
    where
        P: Players<G>,
    {
        let mut steps = 0;
        while !game.is_over() && steps < most {
            let Ok(()) = game.step(self);
            steps += 1;
        }
        steps
    }
}

impl<P> Dice for Solo<P> {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        self.dice.hits(pool, need)
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        self.dice.read(pool, reading)
    }
}

impl<G: Game, P: Players<G>> Umpire<G> for Solo<P> {
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
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}

/// What the question grants to a player who takes no option up.
pub(crate) fn declined<G: Game, Q: Ask<G>>(game: &G, question: &Q) -> Q::Granted {
    let put = question.clone().into();
    let answer = game.decline(&put);
    question
        .grant(game, &answer)
        .unwrap_or_else(|refusal| unreachable!("declining {put:?} is always allowed, but: {refusal}"))
}
