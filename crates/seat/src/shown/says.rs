//! Sentences in parts, as they go over the wire: the names in them are those of units, generals and ground that counts.

use engine::{Named, Played, Sentence};
use std::collections::BTreeMap;
use table::parts;

/// What `say` says, in parts, before it is known whom its names belong to.
pub(crate) fn unresolved(say: impl FnOnce() -> String) -> Sentence {
    parts::marked(say).into()
}

/// Knows whom each name of a game belongs to. Where two have the same, the unit is meant.
pub(crate) struct Says(BTreeMap<String, Named>);

impl Says {
    /// As a view has them: names that its side cannot know are not among them.
    pub(crate) fn of<G: Played>(view: &G) -> Says {
        let places = view.about().objectives.iter().enumerate();
        let places = places.map(|(n, place)| (place.name.to_string(), Named::Place(n)));
        let generals = view.generals_drawn().into_iter().map(|drawn| (drawn.name, Named::General(drawn.id)));
        let units = view.units_drawn().into_iter().map(|drawn| (drawn.name, Named::Unit(drawn.id)));
        Says(places.chain(generals).chain(units).collect())
    }

    pub(crate) fn who(&self, name: &str) -> Option<Named> {
        self.0.get(name).copied()
    }

    /// What `say` says, in parts.
    pub(crate) fn take<S: Into<Sentence>>(&self, say: impl FnOnce() -> S) -> Sentence {
        Sentence::taken(&|name| self.who(name), say)
    }
}
