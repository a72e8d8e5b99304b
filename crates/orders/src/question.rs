//! What players are asked. Each question stands beside the rule that puts it; the build script finds them there.
//!
//! All games call the next act of a unit an order on the wire.

include!(concat!(env!("OUT_DIR"), "/question.rs"));
