//! Rules of play that no battle of the program comes to, each with its reason: `cases/unmet/<game>.toml`.
//!
//! ```toml
//! [[unmet]]
//! why = "nobody of these nations fights in them"
//! rules = ["empire.…", "empire.…"]
//! ```

use crate::cases::Cased;
use rulebook::{Faults, Reader, Source, Table};
use serde::Serialize;

/// Some rules with the one reason of all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unmet {
    pub why: String,
    pub rules: Vec<String>,
}

/// The list of a game; of one without a list nothing is claimed.
///
/// # Errors
/// Every fault of the list: a rule that no step of play goes by, one that stands there twice, a reason left out.
pub fn unmet<G: Cased>() -> Result<Vec<Unmet>, Faults> {
    let source = Source::built_in(format!("cases/unmet/{}.toml", G::word()), G::UNMET);
    let reader = Reader::parse(&source)?;
    let mut known: Vec<String> = Vec::new();
    let root = reader.root();
    let all = root.tables("unmet").into_iter().map(|table| read::<G>(table, &mut known)).collect();
    root.finish();
    reader.done(all)
}

fn read<G: Cased>(table: Table<'_>, known: &mut Vec<String>) -> Unmet {
    let why = table.text("why");
    if why.trim().is_empty() {
        table.fault_at("why", "no words", "the reason, as a player would say it");
    }
    let rules = table.texts("rules");
    for rule in &rules {
        if !G::spec().rules.contains(&rule.as_str()) || !G::is_played(rule) {
            table.fault_at("rules", rule.as_str(), "a rule that a step of play goes by");
        } else if known.contains(rule) {
            table.fault_at("rules", format!("{rule} again"), "each rule once");
        }
        known.push(rule.clone());
    }
    table.finish();
    Unmet { why, rules }
}
