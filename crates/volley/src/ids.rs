//! Rule and ruling ids as small numbers, checked by the compiler against the ledger.

include!(concat!(env!("OUT_DIR"), "/ids.rs"));

/// One value of a ruling that is a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) ruling: u16,
    pub(crate) word: i32,
}

pub(crate) const fn word_of(ruling: u16, word: &str) -> i32 {
    rulebook::find(RULING_WORDS[ruling as usize], word) as i32
}

/// A rule of the ledger: `rule!("volley.p1.dice")`. An unknown id does not compile.
macro_rules! rule {
    ($id:literal) => {
        const { rulebook::RuleId(rulebook::find(crate::ids::RULES, $id)) }
    };
}

/// A ruling, or one of its words: `house!("command.range")`, `house!("edge", "stops")`.
macro_rules! house {
    ($id:literal) => {
        const { rulebook::find(crate::ids::RULINGS, concat!("volley.house.", $id)) }
    };
    ($id:literal, $word:literal) => {
        const {
            let ruling = rulebook::find(crate::ids::RULINGS, concat!("volley.house.", $id));
            crate::ids::Choice { ruling, word: crate::ids::word_of(ruling, $word) }
        }
    };
}

pub(crate) use {house, rule};
