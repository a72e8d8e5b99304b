//! How values of sights are answers: yes or no, one of some words, named things, a number, a band of distance.

use super::{Answers, FactKind, Listed, named};
use crate::{Both, Side};
use rulebook::{Key, Word};
use serde::Serialize;
use table::Inches;

/// The place of an answer that is a single one.
fn only(answer: &[u32]) -> Option<usize> {
    let [place] = answer else { return None };
    Some(*place as usize)
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Yes or no.
pub struct YesNo;

impl<G> Answers<G, bool> for YesNo {
    fn kind(&self, _: &G) -> FactKind {
        FactKind::OneOf(owned(&["no", "yes"]))
    }

    fn read(&self, _: &G, answer: &[u32]) -> Option<bool> {
        [false, true].get(only(answer)?).copied()
    }

    fn write(&self, _: &G, value: &bool) -> Option<Vec<u32>> {
        Some(vec![u32::from(*value)])
    }
}

/// One of a closed list of words.
pub struct Words;

impl<G, V: Word + Copy> Answers<G, V> for Words {
    fn kind(&self, _: &G) -> FactKind {
        FactKind::OneOf(owned(V::NAMES))
    }

    fn read(&self, _: &G, answer: &[u32]) -> Option<V> {
        V::from_word(V::NAMES.get(only(answer)?)?)
    }

    fn write(&self, _: &G, value: &V) -> Option<Vec<u32>> {
        Some(vec![Key::place(*value) as u32])
    }
}

/// One of a closed list of words, told otherwise: a band of a chart with its inches.
pub struct WordsAs(pub Vec<String>);

impl<G, V: Word + Copy> Answers<G, V> for WordsAs {
    fn kind(&self, _: &G) -> FactKind {
        FactKind::OneOf(self.0.clone())
    }

    fn read(&self, game: &G, answer: &[u32]) -> Option<V> {
        Words.read(game, answer)
    }

    fn write(&self, game: &G, value: &V) -> Option<Vec<u32>> {
        Words.write(game, value)
    }
}

/// One of these, each with its words.
pub struct OneOf<V: 'static>(pub &'static [(&'static str, V)]);

impl<G, V: Copy + PartialEq> Answers<G, V> for OneOf<V> {
    fn kind(&self, _: &G) -> FactKind {
        FactKind::OneOf(self.0.iter().map(|(words, _)| (*words).to_owned()).collect())
    }

    fn read(&self, _: &G, answer: &[u32]) -> Option<V> {
        self.0.get(only(answer)?).map(|(_, value)| *value)
    }

    fn write(&self, _: &G, value: &V) -> Option<Vec<u32>> {
        self.0.iter().position(|(_, known)| known == value).map(|place| vec![place as u32])
    }
}

/// A number from 0, each with its words. More than the last is told as the last.
pub struct Count(pub &'static [&'static str]);

impl<G> Answers<G, u32> for Count {
    fn kind(&self, _: &G) -> FactKind {
        FactKind::OneOf(owned(self.0))
    }

    fn read(&self, _: &G, answer: &[u32]) -> Option<u32> {
        only(answer).filter(|count| *count < self.0.len()).map(|count| count as u32)
    }

    fn write(&self, _: &G, value: &u32) -> Option<Vec<u32>> {
        let most = self.0.len().checked_sub(1)?;
        Some(vec![(*value).min(most as u32)])
    }
}

/// A number from 0 to this one. More is told as this one.
pub struct UpTo(pub u32);

impl<G> Answers<G, u32> for UpTo {
    fn kind(&self, _: &G) -> FactKind {
        FactKind::OneOf((0..=self.0).map(|number| number.to_string()).collect())
    }

    fn read(&self, _: &G, answer: &[u32]) -> Option<u32> {
        let [number] = answer else { return None };
        Some(*number).filter(|number| *number <= self.0)
    }

    fn write(&self, _: &G, value: &u32) -> Option<Vec<u32>> {
        Some(vec![(*value).min(self.0)])
    }
}

/// Which sides are there.
pub struct Sides;

impl Sides {
    const ALL: &'static [(&'static str, Both<bool>)] = &[
        ("neither side", Both { french: false, allied: false }),
        ("the French alone", Both { french: true, allied: false }),
        ("their enemies alone", Both { french: false, allied: true }),
        ("both sides", Both { french: true, allied: true }),
    ];

    /// Ground as it was last held.
    pub fn as_held(holder: Option<Side>) -> Both<bool> {
        Both::of(|side| holder == Some(side))
    }
}

impl<G> Answers<G, Both<bool>> for Sides {
    fn kind(&self, game: &G) -> FactKind {
        OneOf(Sides::ALL).kind(game)
    }

    fn read(&self, game: &G, answer: &[u32]) -> Option<Both<bool>> {
        OneOf(Sides::ALL).read(game, answer)
    }

    fn write(&self, game: &G, value: &Both<bool>) -> Option<Vec<u32>> {
        OneOf(Sides::ALL).write(game, value)
    }
}

/// Something that may be named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Nameable {
    pub name: String,
    /// The number that means it: its place in a list that has what may not be named as well.
    pub answer: u32,
}

impl Nameable {
    /// Those things of a kind that may be named, by their places among all of their kind.
    pub fn among<G, T: Listed<G>>(game: &G, may: impl Fn(&T) -> bool) -> Vec<Nameable> {
        let there = (0..).zip(T::all(game)).filter(|(_, thing)| thing.is_there(game) && may(thing));
        there.map(|(answer, thing)| Nameable { name: thing.name(game), answer }).collect()
    }
}

/// Any of the things of a kind that are there, each once, in the order that matters.
pub struct AnyOf;

impl<G, T: Listed<G> + PartialEq> Answers<G, Vec<T>> for AnyOf {
    fn kind(&self, game: &G) -> FactKind {
        FactKind::AnyOf(Nameable::among(game, |_: &T| true))
    }

    fn read(&self, game: &G, answer: &[u32]) -> Option<Vec<T>> {
        named(game, answer)
    }

    fn write(&self, game: &G, value: &Vec<T>) -> Option<Vec<u32>> {
        let all = T::all(game);
        let place = |thing: &T| all.iter().position(|known| known == thing).map(|place| place as u32);
        value.iter().map(place).collect()
    }
}

/// Any of these alone, by their places among all of their kind.
pub struct AnyOfThese<T>(pub Vec<T>);

impl<G, T: Listed<G> + PartialEq> Answers<G, Vec<T>> for AnyOfThese<T> {
    fn kind(&self, game: &G) -> FactKind {
        FactKind::AnyOf(Nameable::among(game, |thing| self.0.contains(thing)))
    }

    fn read(&self, game: &G, answer: &[u32]) -> Option<Vec<T>> {
        named(game, answer).filter(|things| things.iter().all(|thing| self.0.contains(thing)))
    }

    fn write(&self, game: &G, value: &Vec<T>) -> Option<Vec<u32>> {
        AnyOf.write(game, value)
    }
}

/// A band of distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Band {
    pub text: String,
    /// The answer that means it: its farthest distance, in thousandths of an inch.
    pub answer: u32,
}

/// A distance, told as one of the bands that a chart has.
///
/// ```
/// use engine::sight::{Answers as _, Distances};
/// use engine::FactKind;
/// use table::Inches;
/// let bands = Distances::upto([Inches::whole(4), Inches::whole(12)]);
/// let FactKind::Distance(told) = bands.kind(&()) else { panic!() };
/// let texts: Vec<&str> = told.iter().map(|band| &*band.text).collect();
/// assert_eq!(texts, ["up to 4\"", "over 4\" to 12\"", "over 12\""]);
/// assert_eq!(bands.read(&(), &[told[1].answer]), Some(Inches::whole(12)));
/// assert_eq!(bands.read(&(), &[4_800]), Some(Inches(4_800)));
/// ```
pub struct Distances {
    /// Where each band ends, the nearest first.
    ends: Vec<Inches>,
    /// An end belongs to the nearer band, or to the farther.
    belongs: Belongs,
    /// Nothing is farther than the last.
    bounded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Belongs {
    Nearer,
    Farther,
}

impl Distances {
    fn of(ends: impl IntoIterator<Item = Inches>, belongs: Belongs) -> Distances {
        let mut ends: Vec<Inches> = ends.into_iter().filter(|end| *end >= Inches::ZERO).collect();
        ends.sort_unstable();
        ends.dedup();
        Distances { ends, belongs, bounded: false }
    }

    /// Bands that end here, an end belonging to the nearer, and what is beyond the last.
    pub fn upto(ends: impl IntoIterator<Item = Inches>) -> Distances {
        Distances::of(ends, Belongs::Nearer)
    }

    /// Likewise, an end belonging to the farther.
    pub fn under(ends: impl IntoIterator<Item = Inches>) -> Distances {
        Distances::of(ends, Belongs::Farther)
    }

    /// Bands that end here, an end belonging to the nearer; nothing is farther than the last.
    pub fn within(ends: impl IntoIterator<Item = Inches>) -> Distances {
        Distances { bounded: true, ..Distances::upto(ends) }
    }
}

impl<G> Answers<G, Inches> for Distances {
    fn kind(&self, _: &G) -> FactKind {
        let band = |text: String, farthest: Inches| Band { text, answer: farthest.0.unsigned_abs() };
        let mut bands = Vec::with_capacity(self.ends.len() + 1);
        let mut from: Option<Inches> = None;
        for end in self.ends.iter().copied() {
            bands.push(match (self.belongs, from) {
                (Belongs::Nearer, None) => band(format!("up to {end}"), end),
                (Belongs::Nearer, Some(from)) => band(format!("over {from} to {end}"), end),
                (Belongs::Farther, None) => band(format!("under {end}"), end - Inches(1)),
                (Belongs::Farther, Some(from)) => band(format!("{from} to under {end}"), end - Inches(1)),
            });
            from = Some(end);
        }
        bands.extend(from.filter(|_| !self.bounded).map(|last| match self.belongs {
            Belongs::Nearer => band(format!("over {last}"), last + Inches(1)),
            Belongs::Farther => band(format!("{last} or more"), last),
        }));
        FactKind::Distance(bands)
    }

    fn read(&self, _: &G, answer: &[u32]) -> Option<Inches> {
        let [mils] = answer else { return None };
        let distance = i32::try_from(*mils).ok().map(Inches)?;
        let farthest = self.ends.last().copied().filter(|_| self.bounded);
        farthest.is_none_or(|most| distance <= most).then_some(distance)
    }

    fn write(&self, _: &G, value: &Inches) -> Option<Vec<u32>> {
        u32::try_from(value.0).ok().map(|mils| vec![mils])
    }
}
