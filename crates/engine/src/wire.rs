//! What goes over the wire describes itself to programs (JSON Schema). The engine's own types derive that; here is what
//! each game has of its own, under one name for all of them.
//!
//! A page is written for every game. So what one calls a formation and what another does is one list of words on the
//! wire, and an answer is any game's; the description of the API puts the games' parts together.

use rulebook::Word;
pub use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::borrow::Cow;

/// Where descriptions name each other.
pub const PLACE: &str = "/components/schemas";

macro_rules! of_every_game {
    ($($(#[$about:meta])* $Name:ident),+ $(,)?) => {$(
        $(#[$about])*
        pub struct $Name;

        impl JsonSchema for $Name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($Name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                Schema::new_ref(format!("#{PLACE}/{}", stringify!($Name)))
            }
        }
    )+};
}

of_every_game!(
    /// What a player says, for fields that hold it as any game has it: `#[schemars(with = "wire::Answer")]`.
    Answer,
    /// What a unit or general is told to do.
    Order,
    /// What is public of a battle.
    Scenario,
    /// Words that doors hold as text.
    Arm,
    Formation,
    Level,
    Nation,
);

/// Words as they are described: one of a closed list.
pub fn words<W: Word>() -> Schema {
    schemars::json_schema!({ "type": "string", "enum": W::NAMES })
}

/// Lets closed lists of words describe themselves: `engine::described!(Arm, Formation);`.
#[macro_export]
macro_rules! described {
    ($($Word:ident),+ $(,)?) => {$(
        impl $crate::wire::JsonSchema for $Word {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($Word).into()
            }
            fn json_schema(_: &mut $crate::wire::SchemaGenerator) -> $crate::wire::Schema {
                $crate::wire::words::<$Word>()
            }
        }
    )+};
}
