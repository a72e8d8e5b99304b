//! Rule ids, charts, rulings and house patches: everything a game keeps in files, read with every fault located.
//!
//! The crate knows no game.
//! A game describes itself with a [`GameSpec`] (sheets, rule ids, charts, rulings), [`Book::load`] reads its files,
//! [`Book::sheet`] gives the rules of one sheet, and [`SheetRules::patched`] lays a house [`Patch`] over them.
//! Other files (battles, cases) are read with the same [`Reader`].

mod book;
mod chart;
mod fault;
mod id;
mod item;
mod ledger;
mod overlay;
mod packed;
mod patch;
mod path;
mod read;
mod rows;
mod ruling;
mod sheet;
mod tree;
mod words;
mod written;

pub use book::{Book, GameSpec};
pub use chart::{Chart, Field, FieldKind, Form, Layout, Row, Value};
pub use fault::{Fault, Faults, Location, Source, nearest};
pub use id::{RuleId, RuleSet, find};
pub use item::{Item, Whole};
pub use ledger::{Ledger, LedgerRule};
pub use overlay::Overlay;
pub use packed::pack;
pub use patch::{Change, Patch, diff};
pub use read::{Reader, Table};
pub use ruling::{RulingKind, RulingSpec, Setting};
pub use sheet::{SheetRules, UnknownSheet};
pub use tree::Free;
pub use words::{Key, Word};
pub use written::{Leaf, Written};
