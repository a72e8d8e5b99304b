//! A game of a dozen rules, as small as a game of this house can be: two skirmish lines at a hedge, who advance, fire and
//! rally. It was written by following "Adding a game" in ARCHITECTURE.md, and shows what that comes to.
//!
//! | folder or file | what stands there |
//! |---|---|
//! | `state` | what is on the table, what was said and what happened; it knows no rule |
//! | `charts` | the numbers, typed: they stand in `rulesets/meadow` |
//! | `rules` | one file for one topic; how we know stands in `cases/meadow` |
//! | `doors` | whatever else is asked of a game: its charts, odds, drawings, cases and files |
//! | `question`, `dispatch` | what players are asked, and the game as umpires know it |

mod charts;
mod dispatch;
mod doors;
mod ids;
pub mod question;
mod rules;
mod state;

pub use charts::Rules;
pub use question::Question;
pub use rules::{rally, volley};
pub use state::answer::Answer;
pub use state::event::{Event, What};
pub use state::game::{Battle, Company, Meadow, Phase, Scenario};
