//! What players are asked. Each question stands beside the rule that puts it; the build script finds them there.

include!(concat!(env!("OUT_DIR"), "/question.rs"));
