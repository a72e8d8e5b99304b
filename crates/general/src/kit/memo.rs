//! What was worked out once, by the facts it rests on.

use std::collections::BTreeMap;

/// The most answers of a kind that are kept.
pub const MOST: usize = 1 << 14;

/// Answers by their facts. When it holds [`MOST`], it begins anew.
pub struct Memo<K, V>(BTreeMap<K, V>);

impl<K: Ord, V: Copy> Memo<K, V> {
    /// What these facts lead to, if it was worked out before.
    pub fn known(&self, facts: &K) -> Option<V> {
        self.0.get(facts).copied()
    }

    /// Keeps what these facts lead to, and hands it back.
    pub fn keep(&mut self, facts: K, answer: V) -> V {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(facts, answer);
        answer
    }
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Memo<K, V> {
        Memo(BTreeMap::new())
    }
}

/// How many shelves the answers of a [`Numbered`] lie on.
const SHELVES: usize = 1 << 10;

/// Answers by their facts and a number that tells most of these apart: with it they are found sooner.
pub struct Numbered<K, V> {
    /// None before the first answer.
    shelves: Vec<Vec<(u64, K, V)>>,
    many: usize,
}

impl<K: PartialEq, V: Copy> Numbered<K, V> {
    /// What these facts lead to, if it was worked out before.
    pub fn known(&self, number: u64, facts: &K) -> Option<V> {
        let shelf = self.shelves.get(shelf(number))?;
        let found = shelf.iter().find(|(known, same, _)| *known == number && same == facts);
        found.map(|(.., answer)| *answer)
    }

    /// Keeps what these facts lead to, and hands it back.
    pub fn keep(&mut self, number: u64, facts: K, answer: V) -> V {
        if self.many == 0 || self.many >= MOST {
            self.shelves.clear();
            self.shelves.resize_with(SHELVES, Vec::new);
            self.many = 0;
        }
        self.shelves[shelf(number)].push((number, facts, answer));
        self.many += 1;
        answer
    }
}

impl<K, V> Default for Numbered<K, V> {
    fn default() -> Numbered<K, V> {
        Numbered { shelves: Vec::new(), many: 0 }
    }
}

/// The shelf of a number: numbers that differ in little lie far apart.
fn shelf(number: u64) -> usize {
    // The golden section of all numbers; its upper bits are the most mixed.
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % SHELVES
}
