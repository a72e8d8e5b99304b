//! Records that are blown up: whatever a battle does not need is refused.

use crate::play::entries::is_in_reason;
use crate::refused::Refused;
use crate::shown::Shown;
use engine::Entry;
use engine::record::{Header, Record};

/// Battles and house patches have been a quarter of it so far.
const LONGEST_TEXT: usize = 64 << 10;
/// Positions of our largest battles have been an eighth of it.
const LONGEST_POSITION: usize = 256 << 10;
/// Ids and free words: who played what.
const LONGEST_WORD: usize = 200;
const MOST_SEATS: usize = 8;

/// Refuses a record that fits, but says more than it has to.
pub(super) fn refuse<G: Shown>(name: &str, text: &str, record: &Record<G::Answer>) -> Result<(), Refused> {
    let told = |what: String| Refused::bad(format!("{name}: {what}."));
    if let Some(what) = too_long(&record.header) {
        return Err(told(what));
    }
    let beyond = |entry: &Entry<G::Answer>| matches!(entry, Entry::Answer(answer) if !is_in_reason(answer));
    if let Some(i) = record.entries.iter().position(beyond) {
        return Err(told(format!("entry {} is far beyond the table", i + 1)));
    }
    let ours = record.write();
    if ours == text {
        return Ok(());
    }
    let same = ours.lines().zip(text.lines()).take_while(|(ours, theirs)| ours == theirs).count();
    Err(told(format!("line {} is not as grognard writes it; bring the record as it was saved", same + 1)))
}

fn too_long(header: &Header) -> Option<String> {
    // Every field by its name, so that a new one is thought of here too.
    let Header {
        grognard: _,
        game,
        battle,
        battle_text,
        rules,
        seed: _,
        commitment,
        salts,
        chosen_seed: _,
        seats,
        beside_figures: _,
        position,
    } = header;
    let words = [game, battle, &rules.sheet, &rules.hash, &commitment.0];
    if words.into_iter().chain(salts).any(|word| word.len() > LONGEST_WORD) {
        return Some(format!("a name, hash or salt of its header has more than {LONGEST_WORD} bytes"));
    }
    if salts.len() > MOST_SEATS {
        return Some(format!("there are more than {MOST_SEATS} salts"));
    }
    if seats.len() > MOST_SEATS {
        return Some(format!("there are more than {MOST_SEATS} seats"));
    }
    if seats.iter().any(|(seat, player)| seat.len().max(player.len()) > LONGEST_WORD) {
        return Some(format!("a seat or its player has more than {LONGEST_WORD} bytes"));
    }
    if battle_text.len() > LONGEST_TEXT {
        return Some(format!("the text of the battle has more than {} KiB", LONGEST_TEXT >> 10));
    }
    if position.as_ref().is_some_and(|position| position.len() > LONGEST_POSITION) {
        return Some(format!("the position it begins from has more than {} KiB", LONGEST_POSITION >> 10));
    }
    if rules.patch.as_ref().is_some_and(|patch| patch.len() > LONGEST_TEXT) {
        return Some(format!("the house patch has more than {} KiB", LONGEST_TEXT >> 10));
    }
    None
}
