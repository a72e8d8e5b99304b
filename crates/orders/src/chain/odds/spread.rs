//! Results with their weights: merged where they are equal, kept where they are asked for again.

use dice::Weight;
use std::num::NonZeroUsize;

/// Results with their weights.
pub(super) type Spread<T, W> = Vec<(T, W)>;

pub(super) fn add<T: PartialEq, W: Weight>(spread: &mut Spread<T, W>, result: T, weight: W) {
    match spread.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum = sum.plus(&weight),
        None => spread.push((result, weight)),
    }
}

/// A result that has a place among all its like, so that equal ones are found at once.
pub(super) trait Placed: Copy {
    /// As many places as are usually taken.
    const PLACES: usize;
    fn place(&self) -> usize;
}

/// What is known for a place, in a list that grows with its places.
pub(super) fn at_place<T: Clone>(list: &mut Vec<Option<T>>, place: usize) -> &mut Option<T> {
    if list.len() <= place {
        list.resize(place + 1, None);
    }
    &mut list[place]
}

/// Results with their weights, equal ones merged by their places.
pub(super) struct Merged<T, W> {
    weights: Vec<Option<W>>,
    met: Vec<T>,
}

impl<T: Placed, W: Weight> Merged<T, W> {
    pub(super) fn new() -> Self {
        Merged { weights: vec![None; T::PLACES], met: Vec::with_capacity(T::PLACES) }
    }

    #[inline]
    pub(super) fn add(&mut self, result: T, weight: W) {
        match self.weights.get_mut(result.place()) {
            Some(Some(sum)) => *sum = sum.plus(&weight),
            _ => {
                *at_place(&mut self.weights, result.place()) = Some(weight);
                self.met.push(result);
            }
        }
    }

    /// Adds what comes of a spread, each of its results led on to one of these.
    pub(super) fn add_each<S>(&mut self, spread: &[(S, W)], weight: &W, to: impl Fn(&S) -> T) {
        for (result, chance) in spread {
            self.add(to(result), weight.times(chance));
        }
    }

    /// Takes out those that are wanted.
    pub(super) fn take(&mut self, wanted: impl Fn(&T) -> bool) -> impl Iterator<Item = (T, W)> {
        let Merged { weights, met } = self;
        let taken = met.extract_if(.., move |result| wanted(result));
        taken.filter_map(|result| Some((result, weights[result.place()].take()?)))
    }

    pub(super) fn take_all(&mut self) -> impl Iterator<Item = (T, W)> {
        let Merged { weights, met } = self;
        met.drain(..).filter_map(|result| Some((result, weights[result.place()].take()?)))
    }
}

/// Many short spreads, one behind another.
pub(super) struct Shelf<T, W> {
    all: Spread<T, W>,
    ends: Vec<usize>,
}

/// The number of a spread on its shelf.
pub(super) type Number = NonZeroUsize;

impl<T, W> Shelf<T, W> {
    pub(super) fn new() -> Self {
        Shelf { all: Vec::with_capacity(256), ends: vec![0] }
    }

    /// Puts a spread behind the others.
    pub(super) fn put(&mut self, spread: impl Iterator<Item = (T, W)>) -> Number {
        let number = Number::MIN.saturating_add(self.ends.len() - 1);
        self.all.extend(spread);
        self.ends.push(self.all.len());
        number
    }

    pub(super) fn get(&self, number: Number) -> &[(T, W)] {
        &self.all[self.ends[number.get() - 1]..self.ends[number.get()]]
    }
}
