//! Rule and ruling ids as small numbers, checked by the compiler against the ledger.

include!(concat!(env!("OUT_DIR"), "/ids.rs"));
