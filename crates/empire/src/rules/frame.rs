//! What several topics have in one way: facts of the desk, and what brings a shot or a charge on.

use engine::desk::{FactCard, FactValue, flag};
use table::Inches;

/// What brings a shot or a charge on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// An impulse of one's own.
    Impulse,
    /// The enemy's move, which it answers.
    EnemyMoves,
}

/// A fact of the desk that is "yes" unless it is said to be "no".
pub(crate) fn usually(name: &'static str, text: &'static str) -> FactCard {
    FactCard { default: Some("yes".to_owned()), ..flag(name, text) }
}

/// A distance as the desk takes it: in quarter inches, up to a foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarters(pub Inches);

/// All of them, as they are written.
pub(crate) const QUARTERS: &[&str] = &[
    "0", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.25", "2.5", "2.75", "3", "3.25", "3.5",
    "3.75", "4", "4.25", "4.5", "4.75", "5", "5.25", "5.5", "5.75", "6", "6.25", "6.5", "6.75", "7", "7.25",
    "7.5", "7.75", "8", "8.25", "8.5", "8.75", "9", "9.25", "9.5", "9.75", "10", "10.25", "10.5", "10.75",
    "11", "11.25", "11.5", "11.75", "12",
];

impl FactValue for Quarters {
    fn to_word(&self) -> String {
        self.0.to_string().trim_end_matches('"').to_owned()
    }

    fn of_word(word: &str) -> Option<Quarters> {
        let place = QUARTERS.iter().position(|known| *known == word)?;
        Some(Quarters(Inches::mils(250).times(place as i32)))
    }
}
