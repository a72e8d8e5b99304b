//! What can be wrong with something that is opened.

use engine::record::RecordFault;
use rulebook::Faults;

/// Why something could not be opened. Each line of its `Display` is one sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Faults of a battle, a house patch or a ruleset.
    #[error(transparent)]
    Faults(#[from] Faults),
    #[error(transparent)]
    Record(#[from] RecordFault),
    #[error(
        "{name}: found no such battle, expected one of {}{}",
        known.join(", "),
        hint.as_ref().map(|hint| format!("; did you mean {hint:?}?")).unwrap_or_default()
    )]
    UnknownBattle { name: String, known: Vec<String>, hint: Option<String> },
    /// The record is whole, but was played by rules that are not at hand.
    #[error(
        "{file}:1: found a game played by other rules than these: the record's {sheet} has the hash {recorded}, the \
         ruleset at hand has {ours}; replay it with the ruleset it was begun with"
    )]
    OtherRules { file: String, sheet: String, recorded: String, ours: String },
}
