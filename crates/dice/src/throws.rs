//! Dice that show their faces: typed in, read from a record, or given by a test.

use crate::{Chance, Dice, Pool, Test, Weight, named};
use std::collections::VecDeque;

/// What the faces will be read for: what a player is told before he throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Each die that shows this or more counts.
    Hits(u32),
    /// The total counts.
    Total,
    /// Each die counts by its name, in this order: dice of different colours, or thrown one after another.
    Named(&'static [&'static str]),
}

impl Aim {
    /// The face each die needs, where hits are counted.
    pub fn need(self) -> Option<u32> {
        match self {
            Aim::Hits(need) => Some(need),
            Aim::Total | Aim::Named(_) => None,
        }
    }
}

/// A source of faces. It can serve as [`Dice`].
pub trait Throws {
    type Pause;

    /// The faces of the pool.
    ///
    /// # Errors
    /// The pause, where the faces are not there yet or do not fit the pool.
    fn throw(&mut self, pool: Pool, aim: Aim) -> Result<Vec<u32>, Self::Pause>;

    /// Called after each throw with the chance of what was read from it.
    fn fell(&mut self, _chance: impl FnOnce() -> Chance) {}

    /// What the last `K` throws were held against, as [`Dice::tested`] has it.
    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        let _ = tests;
    }

    /// The other player throws next.
    fn pass(&mut self) {}
}

impl<D: Throws> Dice for D {
    type Pause = D::Pause;

    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Self::Pause> {
        if pool.count == 0 {
            return Ok(0);
        }
        let faces = self.throw(pool, Aim::Hits(need))?;
        let hits = faces.iter().filter(|face| **face >= need).count();
        self.fell(|| pool.hit_counts::<Chance>(need)[hits]);
        Ok(hits as u32)
    }

    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Self::Pause> {
        let read = reading(self.throw(pool, Aim::Total)?.iter().sum());
        self.fell(|| {
            let totals = pool.totals::<Chance>().into_iter().enumerate().skip(pool.count as usize);
            let same = totals.filter(|(total, _)| reading(*total as u32) == read);
            same.fold(Chance::of(0, 1), |sum, (_, chance)| sum.plus(&chance))
        });
        Ok(read)
    }

    fn read_named<T: Copy + Ord, const N: usize>(
        &mut self,
        sides: u32,
        names: &'static [&'static str; N],
        reading: impl Fn([u32; N]) -> T,
    ) -> Result<T, Self::Pause> {
        let faces = self.throw(Pool { count: N as u32, sides }, Aim::Named(names))?;
        let shown = std::array::from_fn(|n| faces.get(n).copied().unwrap_or_default());
        let read = reading(shown);
        self.fell(|| {
            let falls = named::falls::<N>(sides);
            Chance::of(
                falls.clone().filter(|fall| reading(*fall) == read).count() as u128,
                falls.count() as u128,
            )
        });
        Ok(read)
    }

    fn read_against<T: Copy + Ord>(
        &mut self,
        first: Pool,
        second: Pool,
        reading: impl Fn(u32, u32) -> T,
    ) -> Result<T, Self::Pause> {
        let one = self.throw(first, Aim::Total)?.iter().sum();
        Throws::pass(self);
        let two = self.throw(second, Aim::Total)?.iter().sum();
        let read = reading(one, two);
        // The chance of both throws together is noted at the second; the first has none of its own.
        self.fell(|| {
            let totals = |pool: Pool| pool.totals::<Chance>().into_iter().zip(0..).skip(pool.count as usize);
            let mut sum = Chance::of(0, 1);
            for (chance, one) in totals(first) {
                let same = totals(second).filter(|(_, two)| reading(one, *two) == read);
                sum = same.fold(sum, |sum, (other, _)| sum.plus(&chance.times(&other)));
            }
            sum
        });
        Ok(read)
    }

    fn pass(&mut self) {
        Throws::pass(self);
    }

    fn tested<const K: usize>(&mut self, tests: impl FnOnce([u32; K]) -> [Test; K]) {
        Throws::tested(self, tests);
    }
}

/// Dice that fall as a test or a command line says.
#[derive(Clone, Debug, Default)]
pub struct Script {
    faces: VecDeque<u32>,
}

/// What is wrong with scripted or typed faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The rule throws more dice than were given.
    TooFew { wanted: Pool, left: u32 },
    /// A face that such a die does not have.
    NoSuchFace { face: u32, sides: u32 },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::TooFew { wanted, left } => {
                write!(f, "{wanted} must be thrown, but only {left} faces are left")
            }
            Fault::NoSuchFace { face, sides } => write!(f, "a die of {sides} sides cannot show {face}"),
        }
    }
}

impl Script {
    pub fn new(faces: impl IntoIterator<Item = u32>) -> Script {
        Script { faces: faces.into_iter().collect() }
    }

    /// Faces not thrown yet.
    pub fn left(&self) -> usize {
        self.faces.len()
    }
}

impl Throws for Script {
    type Pause = Fault;
    fn throw(&mut self, pool: Pool, _: Aim) -> Result<Vec<u32>, Fault> {
        if self.faces.len() < pool.count as usize {
            return Err(Fault::TooFew { wanted: pool, left: self.faces.len() as u32 });
        }
        let faces: Vec<u32> = self.faces.drain(..pool.count as usize).collect();
        match faces.iter().find(|face| **face == 0 || **face > pool.sides) {
            Some(face) => Err(Fault::NoSuchFace { face: *face, sides: pool.sides }),
            None => Ok(faces),
        }
    }
}
