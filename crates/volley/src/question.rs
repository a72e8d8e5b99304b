//! What players are asked. Each question stands in the file of the rule that puts it; the build script finds them there.

include!(concat!(env!("OUT_DIR"), "/question.rs"));
