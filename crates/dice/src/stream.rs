//! Seeded dice: die *k* is a pure function of seed, game and *k*.

use crate::{Dice, Pool, Seed};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::convert::Infallible;

/// Words of the generator set aside for each die, so that a rejected word never shifts the next die.
const WORDS_PER_DIE: u128 = 4;

/// A counter-based stream on ChaCha8. Its place is the number of dice thrown; nothing else is state.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: ChaCha8Rng,
    thrown: u64,
}

impl Stream {
    /// The stream of one game under a seed.
    pub fn new(seed: Seed, game: u64) -> Stream {
        let mut generator = ChaCha8Rng::from_seed(seed.0);
        generator.set_stream(game);
        Stream { generator, thrown: 0 }
    }

    /// How many dice have been thrown.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// Goes to die `k`, as if `k` dice had been thrown.
    pub fn go_to(&mut self, k: u64) {
        self.generator.set_word_pos(u128::from(k) * WORDS_PER_DIE);
        self.thrown = k;
    }

    /// The next die. Words that would favour low faces are passed over, so every face is equally likely.
    pub fn die(&mut self, sides: u32) -> u32 {
        self.thrown += 1;
        let sides = sides.max(1);
        let fair = u32::MAX - u32::MAX % sides;
        let words: [u32; WORDS_PER_DIE as usize] = std::array::from_fn(|_| self.generator.next_u32());
        let word = words.into_iter().find(|word| *word < fair).unwrap_or(words[0]);
        word % sides + 1
    }

    /// A word for choices that are not dice: a computer general's, a fuzzer's.
    pub fn word(&mut self) -> u32 {
        self.thrown += 1;
        let word = self.generator.next_u32();
        for _ in 1..WORDS_PER_DIE {
            self.generator.next_u32();
        }
        word
    }

    /// A number below `n` (0 if `n` is 0).
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 { 0 } else { self.die(n) - 1 }
    }
}

impl Dice for Stream {
    type Pause = Infallible;
    fn hits(&mut self, pool: Pool, need: u32) -> Result<u32, Infallible> {
        Ok((0..pool.count).map(|_| u32::from(self.die(pool.sides) >= need)).sum())
    }
    fn read<T: Copy + Ord>(&mut self, pool: Pool, reading: impl Fn(u32) -> T) -> Result<T, Infallible> {
        Ok(reading((0..pool.count).map(|_| self.die(pool.sides)).sum()))
    }
}
