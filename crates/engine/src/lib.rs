//! The floor every game stands on: a game is plain data, a rule is straight code, and an umpire answers it.
//!
//! | umpire | dice | choices | the table | used for |
//! |---|---|---|---|---|
//! | [`Solo`] | a seeded stream | computer generals | measured | simulation |
//! | [`Live`] | recorded, seeded or typed | the players, as they answer | measured, or asked beside real figures | play, replay, referee, tests |
//! | [`Policy`] | every way they can fall | a fixed policy | given | exact odds |
//!
//! [`Session`] keeps a live game as the list of what was thrown, answered and seen; its state is always the
//! fold of that list. [`record`] writes the list down and proves it unchanged.

mod game;
pub mod ground;
mod live;
mod policy;
pub mod record;
mod session;
mod shown;
mod side;
mod solo;

pub use game::{Ask, Fact, FactAsked, FactKind, Game, Players, Umpire};
pub use live::{Entry, Live, Mistake, Throw, Told, Waiting};
pub use policy::Policy;
pub use session::{Session, Unanswered, state_hash};
pub use shown::{Shown, Thrown};
pub use side::{Both, Side};
pub use solo::Solo;
