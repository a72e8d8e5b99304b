//! What the captain would do of himself.

use super::captain::Captain;
use crate::kit::plan::{Goal, Part, Plan, Word};
use engine::Side;
use orders::{CorpsId, Orders};

impl Captain {
    /// Units that are sent alone are named first. A corps whose ground it is keeps about it, strikes enemies who come
    /// near, and is not bound to the ground.
    pub(super) fn draft_now(&self, view: &Orders, side: Side) -> Plan<CorpsId> {
        let Plan { tasks, effort } = self.draft_before(view, side);
        let (posts, mut corps): (Vec<_>, Vec<_>) =
            tasks.into_iter().partition(|task| task.who.command().is_none());
        for task in &mut corps {
            if let (Part::All(_), Word::Own(n)) = (&task.who, task.does) {
                task.does = Word::Press(Goal::Objective(n));
            }
        }
        Plan { tasks: posts.into_iter().chain(corps).collect(), effort }
    }
}
