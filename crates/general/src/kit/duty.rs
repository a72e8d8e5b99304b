//! Who is meant by a part of a command, how long a task holds, and what the tasks of a plan come to for one unit.

use super::plan::{Part, Task, Until, Word};
use engine::{Played, Side, UnitId};

/// What a unit is, as far as parts of a command are told apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Foot, and how many lines stand before it.
    Foot(u8),
    Horse,
    Guns,
}

/// What one unit is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Duty {
    pub(crate) does: Word,
    /// The ground it is sent to alone.
    pub(crate) post: Option<usize>,
    /// Whether the others of its part go in, whatever it costs.
    pub(crate) storms: bool,
    /// What the enemy's losses count beside its own.
    pub(crate) zeal: f64,
}

impl<C: PartialEq> Part<C> {
    /// Whether a unit of a command belongs to it.
    pub(crate) fn has(&self, id: UnitId, command: &C, kind: Kind) -> bool {
        let is_part = match self {
            Part::Unit(one) => return *one == id,
            Part::First(_) => kind == Kind::Foot(0),
            Part::Second(_) => kind == Kind::Foot(1),
            Part::Reserve(_) => matches!(kind, Kind::Foot(2..)),
            Part::Horse(_) => kind == Kind::Horse,
            Part::Guns(_) => kind == Kind::Guns,
            Part::Open(_) => false,
            Part::All(_) => true,
        };
        is_part && self.command() == Some(command)
    }
}

impl Until {
    /// Whether a task has not run out, with these turns left; what happens to the unit itself is asked of each.
    pub(crate) fn still_holds<G: Played>(
        self,
        view: &G,
        side: Side,
        left: u32,
        holders: &[Option<Side>],
    ) -> bool {
        match self {
            Until::Left(n) => left > n,
            Until::Lost(share) => {
                let stand = view.standings();
                stand.strength_lost[side] * 100 < share * stand.strength[side].max(1)
            }
            Until::Taken(n) => holders.get(n).is_some_and(|holder| *holder != Some(side)),
            Until::Shot | Until::End => true,
        }
    }
}

impl Duty {
    /// What tasks come to for a unit they fit, the first one first: what is said to it alone goes before what is said to
    /// its part, and does not take it out of that.
    pub(crate) fn of<'t, C: PartialEq + 't>(mut tasks: impl Iterator<Item = &'t Task<C>>) -> Option<Duty> {
        let first = tasks.next()?;
        let alone = matches!(first.who, Part::Unit(_));
        let part =
            if alone { tasks.find(|task| task.who.command().is_some()).unwrap_or(first) } else { first };
        let post = if alone { first.does.owned() } else { None };
        let storms = matches!(part.does, Word::Storm(_));
        Some(Duty { does: first.does, post, storms, zeal: part.zeal })
    }
}
