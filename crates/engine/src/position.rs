//! A game's state as text, and back: the same text that [`state_hash`](crate::state_hash) is taken of.
//!
//! The battle's ground and the rules are not in it: a position is read by a game that has them
//! ([`Played::restore`](crate::Played::restore)). Whatever was written by hand, or for another battle, is refused in
//! one sentence before any rule looks at it.

use crate::{Both, Game, Side};

/// Longer positions are refused: a record holds one in its first line.
pub const MOST_BYTES: usize = 1 << 20;

/// No number of a position is larger: a thousand inches, and more than any battle has of anything.
const LARGEST: u64 = 1_000_000;

/// A state's canonical text: one line of JSON.
#[inline(never)]
pub fn state_text<G: Game>(game: &G) -> String {
    // Plain data: it can always be written.
    serde_json::to_string(game).unwrap_or_default()
}

/// Reads a game from its text: each field as it stands there, and beside them what the text leaves out.
///
/// Every field of the game must be named, which the compiler sees to; their types it knows from the game.
#[macro_export]
macro_rules! read_state {
    ($text:expr => $game:ident { $($beside:ident),+; $($(#[$how:meta])* $field:ident),+ $(,)? }) => {{
        #[allow(non_camel_case_types, reason = "the type of each field goes by the field's name")]
        let read = {
            #[derive(::serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            struct State<$($field),+> { $($(#[$how])* $field: $field),+ }
            let state: Result<State<$($crate::read_state!(any $field)),+>, ::serde_json::Error> =
                ::serde_json::from_str($text);
            state.map(|State { $($field),+ }| $game { $($beside,)+ $($field),+ })
        };
        read
    }};
    (any $field:ident) => { _ };
}

/// Whether a text may be a position at all: neither too long, nor with a number beyond all that is played with.
///
/// # Errors
/// One sentence about what is wrong.
pub fn check_text(text: &str) -> Result<(), String> {
    if text.len() > MOST_BYTES {
        return Err(format!(
            "found {} bytes, expected a position of at most {MOST_BYTES} (1 MiB)",
            text.len()
        ));
    }
    let mut in_string = false;
    let mut escaped = false;
    let mut number: u64 = 0;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'0'..=b'9' if !in_string => {
                number = number.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
                if number > LARGEST {
                    return Err(format!("found a number beyond {LARGEST}, expected none so large"));
                }
            }
            _ => number = 0,
        }
    }
    Ok(())
}

/// Whether a text is the one its position is written as: nothing left out, doubled, or written otherwise.
///
/// # Errors
/// One sentence with the first place that differs.
pub fn check_same(found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let same = found.bytes().zip(expected.bytes()).take_while(|(one, two)| one == two).count();
    let (found, expected) = (piece(found, same), piece(expected, same));
    Err(format!("found {found} at byte {same}, expected {expected} as this position is written"))
}

/// What follows a place in a text, in quotation marks.
fn piece(text: &str, from: usize) -> String {
    const SHOWN: usize = 24;
    let from = (0..=from.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let piece: String = text[from..].chars().take(SHOWN).collect();
    if piece.is_empty() { "its end".to_owned() } else { format!("{piece:?}") }
}

/// Whether a number is of something that is there, for the lists of a position.
///
/// # Errors
/// One sentence that says of what kind it is, and how many there are.
pub fn check_number(kind: &str, number: usize, count: usize) -> Result<(), String> {
    if number < count {
        return Ok(());
    }
    Err(format!("found {kind} number {number}, expected one below {count}"))
}

/// Whether a position has places on a table, or is beside real figures, as the game that reads it.
///
/// # Errors
/// One sentence that says which it is.
pub fn check_table(measured: bool, expected: bool) -> Result<(), String> {
    let name = |measured: bool| if measured { "on a screen" } else { "beside real figures" };
    if measured == expected {
        return Ok(());
    }
    Err(format!("found a game {}, expected one {}", name(measured), name(expected)))
}

/// Whether both sides are said to have begun with what there is of them.
///
/// # Errors
/// One sentence about the first side for which it is not so.
pub fn check_starting(what: &str, found: Both<u32>, expected: Both<u32>) -> Result<(), String> {
    if let Some(side) = Side::BOTH.into_iter().find(|side| found[*side] != expected[*side]) {
        let (found, expected) = (found[side], expected[side]);
        return Err(format!("found {found} {what} at the start of the {side:?} side, expected {expected}"));
    }
    Ok(())
}
