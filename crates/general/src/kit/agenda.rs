//! What is left to do in a phase: part after part, and in each part everybody once, so a phase ends.

/// A list of parts that is worked off. Who comes up in a part is for its owner to say.
#[derive(Clone, Debug)]
pub(crate) struct Agenda<P: 'static> {
    parts: &'static [P],
    part: usize,
    at: usize,
}

/// What comes up next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next<P, T> {
    /// A part begins, after the first.
    Begins(P),
    Item(T),
    Done,
}

impl<P: Copy> Agenda<P> {
    pub(crate) fn new(parts: &'static [P]) -> Agenda<P> {
        Agenda { parts, part: 0, at: 0 }
    }

    /// The next item, by who is the n-th of a part; a part ends with the first number that is nobody's.
    pub(crate) fn next<T>(&mut self, nth: impl Fn(P, usize) -> Option<T>) -> Next<P, T> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_worked_off_in_its_order() {
        let mut agenda = Agenda::new(&['a', 'b', 'c']);
        let most = |part| match part {
            'a' => 2,
            'b' => 0,
            _ => 1,
        };
        let mut found = Vec::new();
        loop {
            match agenda.next(|part, n| (n < most(part)).then_some((part, n))) {
                Next::Item((part, n)) => found.push(format!("{part}{n}")),
                Next::Begins(part) => found.push(part.to_string()),
                Next::Done => break,
            }
        }
        assert_eq!(found, ["a0", "a1", "b", "c", "c0"]);
        assert_eq!(agenda.next(|_, _| Some(1)), Next::Done);
    }
}
