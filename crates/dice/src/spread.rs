//! Results with their weights: merged where they are equal, kept where they are asked for again.
//!
//! Exact odds stay small if equal states meet again after every throw. These are the tools for that:
//!
//! | tool | what it is for |
//! |---|---|
//! | [`Spread`] | a few results with their weights |
//! | [`Placed`] | a state that knows its number among all its like, so that equal ones are found without a search |
//! | [`Merged`] | many results, equal ones merged by their places |
//! | [`Shelf`] | many short spreads kept one behind another, each with its [`Number`] |
//! | [`Known`] | spreads kept by the place of what they rest on, each worked out once |
//!
//! [`crate::Chain`] puts them together.

use crate::Weight;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

/// Results with their weights.
pub type Spread<T, W> = Vec<(T, W)>;

/// Adds a result to a short spread: equal ones are found by looking at all.
pub fn add_to<T: PartialEq, W: Weight>(spread: &mut Spread<T, W>, result: T, weight: W) {
    match spread.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum = sum.plus(&weight),
        None => spread.push((result, weight)),
    }
}

/// A state that has a place among all its like: two are equal if and only if their places are.
///
/// Tables are as long as the highest place they have met, so places should be dense; [`pair`] numbers two counts.
pub trait Placed: Copy {
    /// How many places are usually taken: a table is made this long at once.
    const PLACES: usize;
    fn place(&self) -> usize;
}

/// There is only one.
impl Placed for () {
    const PLACES: usize = 1;
    fn place(&self) -> usize {
        0
    }
}

impl Placed for u32 {
    const PLACES: usize = 16;
    fn place(&self) -> usize {
        *self as usize
    }
}

/// The place of two counts: low where both are low, whatever the most of them may be.
///
/// ```
/// let mut places: Vec<usize> = (0..5).flat_map(|a| (0..5).map(move |b| dice::pair(a, b))).collect();
/// places.sort_unstable();
/// assert_eq!(places, (0..25).collect::<Vec<_>>());
/// ```
pub fn pair(a: usize, b: usize) -> usize {
    // Square shells: those whose larger count is n lie between n² and (n + 1)².
    if a < b { b * b + a } else { a * a + a + b }
}

/// What is known for a place, in a list that grows with its places.
pub fn at_place<T: Clone>(list: &mut Vec<Option<T>>, place: usize) -> &mut Option<T> {
    if list.len() <= place {
        list.resize(place + 1, None);
    }
    &mut list[place]
}

/// Results with their weights, equal ones merged by their places. They come out in the order they were first met.
///
/// ```
/// use dice::{Merged, Weight};
/// let mut hits: Merged<u32, f64> = Merged::new();
/// hits.add(3, 0.25);
/// hits.add(1, 0.5);
/// hits.add(3, 0.25);
/// assert_eq!(hits.take_all().collect::<Vec<_>>(), [(3, 0.5), (1, 0.5)]);
/// ```
pub struct Merged<T, W> {
    /// By place: where the result stands among those met, counted from 1; 0 where it has not been met.
    places: Vec<u32>,
    met: Spread<T, W>,
}

impl<T: Placed, W: Weight> Default for Merged<T, W> {
    fn default() -> Self {
        Merged::new()
    }
}

impl<T: Placed, W: Weight> Merged<T, W> {
    pub fn new() -> Self {
        Merged { places: vec![0; T::PLACES], met: Vec::new() }
    }

    #[inline]
    pub fn add(&mut self, result: T, weight: W) {
        let place = result.place();
        if self.places.len() <= place {
            self.places.resize(place + 1, 0);
        }
        match self.places[place] {
            0 => {
                self.met.push((result, weight));
                self.places[place] = self.met.len() as u32;
            }
            nth => {
                let sum = &mut self.met[nth as usize - 1].1;
                *sum = sum.plus(&weight);
            }
        }
    }

    /// Adds what comes of a spread, each of its results led on to one of these.
    #[inline]
    pub fn add_each<S>(&mut self, spread: &[(S, W)], weight: &W, to: impl Fn(&S) -> T) {
        for (result, chance) in spread {
            self.add(to(result), weight.times(chance));
        }
    }

    /// Takes out those that are wanted, in their order, and appends them to `taken`. It is no iterator: dropped halfway,
    /// one would leave the places of the others wrong.
    pub fn take(&mut self, taken: &mut Spread<T, W>, mut wanted: impl FnMut(&T) -> bool) {
        let Merged { places, met } = self;
        let mut left = 0;
        taken.extend(met.extract_if(.., |(result, _)| {
            let is_wanted = wanted(result);
            left += u32::from(!is_wanted);
            places[result.place()] = if is_wanted { 0 } else { left };
            is_wanted
        }));
    }

    pub fn take_all(&mut self) -> impl Iterator<Item = (T, W)> {
        let Merged { places, met } = self;
        met.iter().for_each(|(result, _)| places[result.place()] = 0);
        met.drain(..)
    }
}

/// Many short spreads, one behind another.
pub struct Shelf<T, W> {
    all: Spread<T, W>,
    ends: Vec<usize>,
}

/// The number of a spread on its shelf.
pub type Number = NonZeroUsize;

impl<T, W> Default for Shelf<T, W> {
    fn default() -> Self {
        Shelf::new()
    }
}

impl<T, W> Shelf<T, W> {
    pub fn new() -> Self {
        Shelf { all: Vec::with_capacity(256), ends: vec![0] }
    }

    /// Puts a spread behind the others.
    pub fn put(&mut self, spread: impl Iterator<Item = (T, W)>) -> Number {
        let number = Number::MIN.saturating_add(self.ends.len() - 1);
        self.all.extend(spread);
        self.ends.push(self.all.len());
        number
    }

    pub fn get(&self, number: Number) -> &[(T, W)] {
        &self.all[self.ends[number.get() - 1]..self.ends[number.get()]]
    }
}

/// Spreads kept by the place of what they rest on, each worked out once.
pub struct Known<P, T, W> {
    numbers: Vec<Option<Number>>,
    shelf: Shelf<T, W>,
    parts: PhantomData<P>,
}

impl<P: Placed, T, W> Default for Known<P, T, W> {
    fn default() -> Self {
        Known::new()
    }
}

impl<P: Placed, T, W> Known<P, T, W> {
    pub fn new() -> Self {
        Known { numbers: Vec::with_capacity(P::PLACES), shelf: Shelf::new(), parts: PhantomData }
    }

    /// The spread of a part, worked out where it is met for the first time.
    #[inline]
    pub fn of<I: Iterator<Item = (T, W)>>(&mut self, part: P, work_out: impl FnOnce(P) -> I) -> &[(T, W)] {
        let place = part.place();
        let number = match self.numbers.get(place) {
            Some(Some(number)) => *number,
            _ => {
                let number = self.shelf.put(work_out(part));
                *at_place(&mut self.numbers, place) = Some(number);
                number
            }
        };
        self.shelf.get(number)
    }
}
