//! Where a game's rules are compiled for the umpires that every program has.
//!
//! A rule is generic over its umpire, so whoever plays would compile all rules of a game once more: each test program,
//! the server, the program itself. A game crate has one of these in a `static` instead; whoever is built after it, in a
//! build for tests, finds the rules there. With it eleven test programs are built in half the time.

use crate::{Game, Live, Solo, Waiting};
use std::convert::Infallible;

/// A step of the game, compiled for people and for computer generals.
pub struct Compiled<G: Game> {
    pub solo: fn(&mut G, &mut Solo<'_, G>) -> Result<(), Infallible>,
    pub live: fn(&mut G, &mut Live<'_, G>) -> Result<(), Waiting<G>>,
}

impl<G: Game> Compiled<G> {
    pub const HERE: Compiled<G> =
        Compiled { solo: |game, umpire| game.step(umpire), live: |game, umpire| game.step(umpire) };
}
