//! What is left to do in a phase: part after part, and in each part each unit once, so a phase ends.

/// A list of parts that is worked off. Its owner says which units come up in a part.
#[derive(Clone, Debug)]
pub struct Agenda<P: 'static> {
    parts: &'static [P],
    part: usize,
    at: usize,
}

/// What comes up next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<P, T> {
    /// A part begins, after the first.
    Begins(P),
    Item(T),
    Done,
}

impl<P: Copy> Agenda<P> {
    pub fn new(parts: &'static [P]) -> Agenda<P> {
        Agenda { parts, part: 0, at: 0 }
    }

    /// The next item; `nth` gives the n-th of a part, and the part ends with the first `None`.
    pub fn next<T>(&mut self, nth: impl Fn(P, usize) -> Option<T>) -> Next<P, T> {
        let Some(part) = self.parts.get(self.part).copied() else { return Next::Done };
        if let Some(item) = nth(part, self.at) {
            self.at += 1;
            return Next::Item(item);
        }
        (self.part, self.at) = (self.part + 1, 0);
        self.parts.get(self.part).map_or(Next::Done, |part| Next::Begins(*part))
    }
}

impl<P> Default for Agenda<P> {
    /// Nothing to do.
    fn default() -> Agenda<P> {
        Agenda { parts: &[], part: 0, at: 0 }
    }
}
