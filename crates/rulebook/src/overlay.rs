//! A table of a file with some of its values written otherwise, as one row of a larger table has them.

use crate::fault::Location;
use crate::item::Item;
use crate::path::Path;
use crate::read::Table;
use crate::tree::{Branch, Kind, Node};
use crate::written::Leaf;

/// A copy of a table in which values can be set; read it as any other ([`Self::table`]).
#[derive(Clone, Debug)]
pub struct Overlay {
    branch: Branch,
    at: Location,
}

impl Overlay {
    /// What stands in a table.
    pub fn of(table: &Table<'_>) -> Overlay {
        Overlay { branch: table.branch().cloned().unwrap_or_default(), at: table.at() }
    }

    /// Gives the table a place of its own: a key that is missing in it is missing there.
    pub fn place(&mut self, at: Location) {
        self.at = at;
    }

    pub fn remove(&mut self, key: &str) {
        self.branch.remove(key);
    }

    pub fn has(&self, key: &str) -> bool {
        self.branch.contains_key(key)
    }

    /// The names (`name = "…"`) of the tables in its lists, however deep.
    pub fn names(&self) -> Vec<&str> {
        self.branch.names()
    }

    /// Sets a value by its path; tables that are missing on the way are made.
    ///
    /// A path that begins with the name of a table in a list goes on from there: in `units = [{ name = "B" }]` the path
    /// `B`, `formation` is the formation of that unit.
    pub fn set(&mut self, path: &[&str], at: Location, value: Leaf) {
        match path {
            [] => {}
            [name, rest @ ..] if !rest.is_empty() && self.branch.named(name).is_some() => {
                if let Some(branch) = self.branch.named(name) {
                    branch.set(rest, at, value.0);
                }
            }
            path => self.branch.set(path, at, value.0),
        }
    }

    /// The table, as the `place`th of a list.
    pub fn table<'o>(&'o self, list: &Item<'o>, place: usize) -> Table<'o> {
        let path = Path::place(&list.path.shared(), place);
        Table::new(list.reader, Some(&self.branch), self.at, path.shared())
    }
}

impl Branch {
    fn set(&mut self, path: &[&str], at: Location, node: Node) {
        match path {
            [] => {}
            [key] => self.put(key, at, node),
            [key, rest @ ..] => {
                if !self.get(key).is_some_and(|(_, node)| matches!(node.kind, Kind::Table(_))) {
                    self.put(key, at, Node { at, kind: Kind::Table(Branch::default()) });
                }
                if let Some((_, Node { kind: Kind::Table(branch), .. })) = self.get_mut(key) {
                    branch.set(rest, at, node);
                }
            }
        }
    }

    /// The table of that name in one of its lists.
    fn named(&mut self, name: &str) -> Option<&mut Branch> {
        self.tables_mut()
            .find_map(|table| if table.is_called(name) { Some(table) } else { table.named(name) })
    }

    fn is_called(&self, name: &str) -> bool {
        self.name() == Some(name)
    }

    fn name(&self) -> Option<&str> {
        match self.get("name") {
            Some((_, Node { kind: Kind::Text(text), .. })) => Some(text),
            _ => None,
        }
    }

    fn names(&self) -> Vec<&str> {
        self.tables().flat_map(|table| table.name().into_iter().chain(table.names())).collect()
    }
}
