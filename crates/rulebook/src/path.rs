//! The dotted path of a value in its file, such as `units[3].grade`: put into words only where a fault names it.

use std::fmt;
use std::rc::Rc;

use crate::fault::quoted;

/// The path of a value: that of the table or list it stands in, and its key or place there.
#[derive(Clone, Debug)]
pub(crate) struct Path<'r> {
    within: Within<'r>,
    last: Last<'r>,
}

/// The path of a table or list; `None` is the file.
pub(crate) type Within<'r> = Option<Rc<Path<'r>>>;

#[derive(Clone, Copy, Debug)]
enum Last<'r> {
    Key(&'r str),
    Place(usize),
}

impl<'r> Path<'r> {
    pub(crate) fn key(table: &Within<'r>, key: &'r str) -> Path<'r> {
        Path { within: table.clone(), last: Last::Key(key) }
    }

    pub(crate) fn place(list: &Within<'r>, place: usize) -> Path<'r> {
        Path { within: list.clone(), last: Last::Place(place) }
    }

    /// As the path that others stand in.
    pub(crate) fn shared(&self) -> Within<'r> {
        Some(Rc::new(self.clone()))
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(within) = &self.within {
            write!(f, "{within}")?;
        }
        match self.last {
            Last::Key(key) => {
                let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                let dot = if self.within.is_some() { "." } else { "" };
                if !key.is_empty() && key.chars().all(bare) {
                    write!(f, "{dot}{key}")
                } else {
                    write!(f, "{dot}{}", quoted(key))
                }
            }
            Last::Place(place) => write!(f, "[{place}]"),
        }
    }
}
