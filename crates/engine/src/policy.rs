//! Every way the dice can fall, with choices made by a fixed policy: exact odds of real steps.

use crate::{Ask, Fact, Game, Umpire, solo::declined};
use dice::{Dice, Pool};
use std::convert::Infallible;

/// Borrows dice that never pause, such as a [`dice::Tally`], and answers each question by `choose`; where that is
/// refused, declines.
pub struct Policy<'t, D: Dice<Pause = Infallible>, C> {
    pub dice: &'t mut D,
    pub choose: C,
}

impl<D: Dice<Pause = Infallible>, C> Dice for Policy<'_, D, C> {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        self.dice.hits(pool, need)
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        self.dice.read(pool, reading)
    }
    fn read_named<T: Copy + Ord, const N: usize>(
        &mut self,
        sides: u32,
        names: &'static [&'static str; N],
        reading: impl Fn([u32; N]) -> T,
    ) -> Result<T, Infallible> {
        self.dice.read_named(sides, names, reading)
    }
    fn read_against<T: Copy + Ord>(
        &mut self,
        first: Pool,
        second: Pool,
        reading: impl Fn(u32, u32) -> T,
    ) -> Result<T, Infallible> {
        self.dice.read_against(first, second, reading)
    }
}

impl<G, D, C> Umpire<G> for Policy<'_, D, C>
where
    G: Game,
    D: Dice<Pause = Infallible>,
    C: FnMut(&G, &G::Question) -> G::Answer,
{
    fn ask<Q: Ask<G>>(&mut self, game: &G, question: Q) -> Result<Q::Granted, Infallible> {
        let answer = (self.choose)(game, &question.clone().into());
        Ok(question.grant(game, &answer).unwrap_or_else(|_| declined(game, &question)))
    }
    fn see<F: Fact<G>>(&mut self, game: &G, fact: F) -> Result<F::Value, Infallible> {
        Ok(fact.measure(game))
    }
    fn tell(&mut self, _: impl FnOnce() -> G::Event) {}
}
