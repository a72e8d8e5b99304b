//! A long chain as a tree: step by step what may come of it, each branch with its chance.

use crate::desk::{End, Liking};
use dice::{Chain, Chance, Placed, Spread, Weight as _};
use std::collections::BTreeMap;

/// A branch of a tree; a tree is the row of its branches, each before those that grow from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// How many branches it grows from.
    pub depth: usize,
    /// What is thrown for here, with holes.
    pub step: &'static str,
    /// With holes.
    pub text: String,
    pub liking: Liking,
    /// How likely it is, and how likely its step is come to.
    pub chance: Chance,
    pub of: Chance,
    /// Nothing follows.
    pub ends: bool,
}

/// A step of a chain: what it is called, its stages, and what those who go on are called after it.
pub struct Fork<'f, S> {
    pub step: &'static str,
    pub stages: &'f dyn Fn(&mut Chain<S, Chance>),
    pub goes_on: &'f dyn Fn(&S) -> &'static str,
}

/// The tree of a chain from a state on. `end`: how a state has ended; `None`: it goes on. A step that throws for nothing is left
/// out.
pub fn tree<S: Placed>(start: S, forks: &[Fork<'_, S>], end: &dyn Fn(&S) -> Option<End>) -> Vec<Branch> {
    let mut branches = Vec::new();
    grow(vec![(start, Chance::of(1, 1))], forks, end, 0, &mut branches);
    branches
}

fn sum<S>(states: &Spread<S, Chance>) -> Chance {
    states.iter().fold(Chance::of(0, 1), |sum, (_, chance)| sum.plus(chance))
}

fn grow<S: Placed>(
    states: Spread<S, Chance>,
    forks: &[Fork<'_, S>],
    end: &dyn Fn(&S) -> Option<End>,
    depth: usize,
    into: &mut Vec<Branch>,
) {
    let Some((fork, later)) = forks.split_first() else { return };
    let whole = sum(&states);
    let mut chain = Chain::of(states);
    (fork.stages)(&mut chain);
    let mut ended: BTreeMap<End, Chance> = BTreeMap::new();
    let mut open: Vec<(&'static str, Spread<S, Chance>)> = Vec::new();
    for (state, chance) in chain.states() {
        if let Some(end) = end(&state) {
            let sum = ended.get(&end).map_or(chance, |sum| sum.plus(&chance));
            ended.insert(end, sum);
            continue;
        }
        let word = (fork.goes_on)(&state);
        match open.iter_mut().find(|(known, _)| *known == word) {
            Some((_, states)) => states.push((state, chance)),
            None => open.push((word, vec![(state, chance)])),
        }
    }
    if ended.is_empty() && open.len() == 1 {
        let states = open.swap_remove(0).1;
        return grow(states, later, end, depth, into);
    }
    let step = fork.step;
    for (end, chance) in ended {
        let (text, liking) = (end.text.into_owned(), end.liking);
        into.push(Branch { depth, step, text, liking, chance, of: whole, ends: true });
    }
    open.sort_by_key(|(word, _)| *word);
    for (word, states) in open {
        let chance = sum(&states);
        let (text, ends) = (word.to_owned(), later.is_empty());
        into.push(Branch { depth, step, text, liking: Liking::Even, chance, of: whole, ends });
        grow(states, later, end, depth + 1, into);
    }
}
