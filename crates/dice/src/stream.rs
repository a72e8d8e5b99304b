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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn die_k_is_the_same_however_one_gets_there() {
        let seed = Seed::from_number(7);
        let mut walked = Stream::new(seed, 3);
        let faces: Vec<u32> = (0..50).map(|_| walked.die(6)).collect();
        for k in [49u64, 0, 17, 18, 31] {
            let mut jumped = Stream::new(seed, 3);
            jumped.go_to(k);
            assert_eq!(jumped.die(6), faces[k as usize], "die {k}");
        }
    }

    /// Written down once: an update of the generator's library must not change an old game.
    #[test]
    fn the_faces_of_seed_1_are_these_for_ever() {
        let mut stream = Stream::new(Seed::from_number(1), 0);
        let faces: Vec<u32> = (0..24).map(|_| stream.die(6)).collect();
        assert_eq!(faces, FACES_OF_SEED_1);
    }
    const FACES_OF_SEED_1: [u32; 24] =
        [2, 5, 4, 6, 6, 4, 5, 3, 4, 3, 6, 3, 6, 4, 3, 3, 2, 3, 1, 1, 1, 5, 1, 1];

    #[test]
    fn faces_are_even() {
        let mut stream = Stream::new(Seed::from_number(5), 0);
        let mut seen = [0i64; 6];
        for _ in 0..60_000 {
            seen[stream.die(6) as usize - 1] += 1;
        }
        // 10,000 expected of each; six standard deviations are about 550.
        assert!(seen.iter().all(|n| (n - 10_000).abs() < 550), "{seen:?}");
    }
}
