//! What was worked out once, by the facts it rests on.

use std::collections::BTreeMap;

/// So many answers of a kind are kept.
const MOST: usize = 1 << 14;

/// Answers by their facts. It holds only so many: when it is full, it begins anew.
pub(crate) struct Memo<K, V>(BTreeMap<K, V>);

impl<K: Ord, V: Copy> Memo<K, V> {
    /// What these facts lead to, if it was worked out before.
    pub(crate) fn known(&self, facts: &K) -> Option<V> {
        self.0.get(facts).copied()
    }

    /// Keeps what these facts lead to, and hands it back.
    pub(crate) fn keep(&mut self, facts: K, answer: V) -> V {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_memory_begins_anew_and_still_answers_right() {
        let mut memo = Memo::default();
        for n in 0..=MOST {
            assert_eq!(memo.known(&n), None);
            assert_eq!(memo.keep(n, n * 2), n * 2);
        }
        assert_eq!(memo.known(&MOST), Some(MOST * 2));
        assert_eq!(memo.known(&0), None);
    }
}
