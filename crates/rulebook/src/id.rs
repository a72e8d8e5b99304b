//! Rule ids as small integers, and sets of them.

use serde::{Deserialize, Serialize};

/// A rule, by its place in the game's ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub u16);

impl RuleId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of `id` in `ids`, worked out while compiling: a rule id that is not in the ledger does not build.
///
/// ```
/// const RULES: &[&str] = &["volley.seq.length", "volley.shoot.range"];
/// const RANGE: rulebook::RuleId = rulebook::RuleId(rulebook::find(RULES, "volley.shoot.range"));
/// assert_eq!(RANGE.0, 1);
/// ```
///
/// ```compile_fail
/// const RULES: &[&str] = &["volley.seq.length"];
/// const WRONG: u16 = rulebook::find(RULES, "volley.seq.lenght");
/// ```
///
/// # Panics
/// Where `id` is not in `ids`; so call it in a `const` only.
pub const fn find(ids: &[&str], id: &str) -> u16 {
    let mut i = 0;
    while i < ids.len() && i <= u16::MAX as usize {
        if same(ids[i].as_bytes(), id.as_bytes()) {
            return i as u16;
        }
        i += 1;
    }
    panic!("no such rule id in the ledger");
}

/// Compared from the end, because ids begin alike.
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = a.len();
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return false;
        }
    }
    true
}

const WORDS: usize = 16;

/// A set of rules of one ledger; holds rules 0 to 1023.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleSet([u64; WORDS]);

impl RuleSet {
    /// How many rules a ledger may have.
    pub const CAPACITY: usize = WORDS * 64;

    pub const fn none() -> RuleSet {
        RuleSet([0; WORDS])
    }

    /// The first `n` rules.
    pub fn all(n: usize) -> RuleSet {
        (0..n.min(Self::CAPACITY)).filter_map(|i| u16::try_from(i).ok()).map(RuleId).collect()
    }

    pub fn contains(&self, rule: RuleId) -> bool {
        self.0.get(rule.index() / 64).is_some_and(|word| word >> (rule.0 % 64) & 1 == 1)
    }

    /// Does nothing beyond [`Self::CAPACITY`]; a ledger of more rules is refused when it is read.
    pub fn insert(&mut self, rule: RuleId) {
        if let Some(word) = self.0.get_mut(rule.index() / 64) {
            *word |= 1 << (rule.0 % 64);
        }
    }

    pub fn remove(&mut self, rule: RuleId) {
        if let Some(word) = self.0.get_mut(rule.index() / 64) {
            *word &= !(1 << (rule.0 % 64));
        }
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// In the order of the ledger.
    pub fn iter(&self) -> impl Iterator<Item = RuleId> {
        let set = *self;
        (0..Self::CAPACITY as u16).map(RuleId).filter(move |rule| set.contains(*rule))
    }
}

impl FromIterator<RuleId> for RuleSet {
    fn from_iter<I: IntoIterator<Item = RuleId>>(rules: I) -> RuleSet {
        let mut set = RuleSet::none();
        for rule in rules {
            set.insert(rule);
        }
        set
    }
}
