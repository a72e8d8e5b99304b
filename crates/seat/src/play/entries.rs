//! Entries on their way in and out: what was said as the game knows it, and what no table can hold refused.

use crate::begun::Raw;
use crate::refused::Refused;
use crate::shown::Shown;
use dice::{Pool, Stream};
use engine::{Entry, Game};
use serde::Serialize;
use serde_json::Value;

/// What was said, as the game knows it.
pub(crate) fn said<G: Shown>(answer: Value) -> Result<G::Answer, Refused> {
    G::read_answer(answer)
        .map_err(|error| Refused::bad(format!("The answer is not one of this game: {error}.")))
}

/// Dice as they fall.
pub(crate) fn fall<A>(stream: &mut Stream, pool: Pool) -> Entry<A> {
    Entry::Dice { faces: (0..pool.count).map(|_| stream.die(pool.sides)).collect(), typed: false }
}

/// Nothing on a table is farther away than this, in thousandths of an inch.
const FARTHEST: i64 = 1_000_000;
/// A whole turn about a corner, in the units of a wheel.
const FARTHEST_WHEEL: i64 = 65_536;
/// No order has more legs.
const MOST_LEGS: usize = 32;

/// Numbers from outside that no table has are refused before any geometry sees them, whatever the game calls them.
pub(crate) fn is_in_reason(answer: &impl Serialize) -> bool {
    fn within(value: &Value, most: i64) -> bool {
        match value {
            Value::Number(number) => number.as_i64().is_some_and(|number| (-most..=most).contains(&number)),
            Value::Array(all) => all.len() <= MOST_LEGS && all.iter().all(|one| within(one, most)),
            Value::Object(fields) => fields
                .iter()
                .all(|(key, field)| within(field, if key == "wheel" { FARTHEST_WHEEL } else { FARTHEST })),
            Value::Null | Value::Bool(_) | Value::String(_) => true,
        }
    }
    serde_json::to_value(answer).is_ok_and(|value| within(&value, FARTHEST))
}

/// The refusal of such an answer.
pub(crate) fn in_reason<G: Shown>(answer: &G::Answer) -> Result<(), Refused> {
    if is_in_reason(answer) {
        return Ok(());
    }
    let mut wrong =
        Refused::conflict("That is far beyond the table: give places and distances that are on it.");
    wrong.body.rule = Some(engine::Cite::<G::Ids>::question().id());
    Err(wrong)
}

/// An entry with its answer as the game knows it.
pub(crate) fn typed<G: Game>(entry: Raw) -> Result<Entry<G::Answer>, serde_json::Error> {
    Ok(match entry {
        Entry::Dice { faces, typed } => Entry::Dice { faces, typed },
        Entry::Answer(answer) => Entry::Answer(serde_json::from_value(answer)?),
        Entry::Seen(seen) => Entry::Seen(seen),
        Entry::Note(note) => Entry::Note(note),
        Entry::Concedes(side) => Entry::Concedes(side),
    })
}

/// And as the store keeps it.
pub(crate) fn untyped<A: Serialize>(entry: &Entry<A>) -> Result<Raw, serde_json::Error> {
    Ok(match entry {
        Entry::Dice { faces, typed } => Entry::Dice { faces: faces.clone(), typed: *typed },
        Entry::Answer(answer) => Entry::Answer(serde_json::to_value(answer)?),
        Entry::Seen(seen) => Entry::Seen(seen.clone()),
        Entry::Note(note) => Entry::Note(note.clone()),
        Entry::Concedes(side) => Entry::Concedes(*side),
    })
}
