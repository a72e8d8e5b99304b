//! A game as one seat has it: what it sees of the table and what it is asked; what may be done, and why not; the odds, the
//! log, the report, overlays, charts and sheets; what it has given out of hand, and how it looks back.
//!
//! Nothing here reads a file, a clock or a socket, and nothing waits: the keeper of the games ([`Begun`]) hands over
//! what was said, and gets back what each seat is told, as JSON. So a server can ask it, and so could a page without
//! one.

mod begun;
mod brought;
pub mod described;
mod going_on;
mod play;
mod refused;
mod shown;
mod told;
mod who;

pub use begun::{Agreed, Begun, Raw, Seating};
pub use brought::{Proved, prove};
pub use going_on::header_from;
pub use play::asked::{AdviceView, LedPlan};
pub use play::leaving::{Brings, Leaving};
pub use play::playing::{Briefs, LogView, Playing, open};
pub use play::shared::{Battles, Listed, MOST_CAPTAINS, MOST_UNUSED, Shared};
pub use play::staffed::Staffed;
pub use play::thinking::{Position, Thinking};
pub use play::{begin, hashed};
pub use refused::{Body, No, Refused};
pub use shown::options::Locking;
pub use shown::{causes, desk, list, luck, odds, options, overlay, report, sheet, sheets, view};
pub use told::{Moved, Page, Thinks, Told};
pub use who::{Look, Player, Seat};
