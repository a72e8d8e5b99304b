//! The captain's kit: what captains of all games have alike. Each game's captain is built of it and of the questions he
//! puts to that game's rules; no file here knows a game.
//!
//! | part | what it is for |
//! |---|---|
//! | `plan` | what each command is to do, as plain data |
//! | `agenda` | a phase worked off, each unit once in each part |
//! | `duty` | what the tasks of a plan come to for one unit |
//! | `few` | short lists without a piece of memory of their own |
//! | `lines` | who stands behind whom |
//! | `memo` | odds worked out once |
//! | `ranks` | who there is in each command |
//! | `routes` | ways by bridges and fords |
//! | `sight` | who stands in a line of fire |
//! | `spot` | places in inches |
//! | `steady` | how units were formed, so that none goes to and fro |
//! | `temper` | what weighs how much, and what kind of man a captain is |

pub(crate) mod agenda;
pub(crate) mod duty;
pub(crate) mod few;
pub(crate) mod lines;
pub(crate) mod memo;
pub(crate) mod plan;
pub(crate) mod ranks;
pub(crate) mod routes;
pub(crate) mod sight;
pub(crate) mod spot;
pub(crate) mod steady;
pub(crate) mod temper;

use engine::Game;
use table::{Footprint, Point, Pose};

/// The answer, if the rules take it.
pub(crate) fn accepted<G: Game>(view: &G, question: &G::Question, answer: G::Answer) -> Option<G::Answer> {
    view.check(question, &answer).is_ok().then_some(answer)
}

/// The wheel after which a point lies straight ahead, as far as a unit may wheel: as near as a march needs it.
pub(crate) fn wheel_to(pose: Pose, footprint: Footprint, goal: Point, most: i32) -> i32 {
    pose.wheel_toward(footprint.width, goal, most, 2)
}
