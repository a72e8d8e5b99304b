//! Rule and ruling ids as small numbers, and the conditions of modifiers, all of them written by the build script.

include!(concat!(env!("OUT_DIR"), "/ids.rs"));
