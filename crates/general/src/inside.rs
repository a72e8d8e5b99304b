//! What the captains' own tests look into (`tests/all`). Not for other crates: none of it is promised to stay.

pub use crate::empire::odds::at_least;
pub use crate::kit::agenda::{Agenda, Next};
pub use crate::kit::few::Few;
pub use crate::kit::memo::{MOST as MOST_KEPT, Memo, Numbered};
pub use crate::kit::ranks::{Arms, Ranks};
pub use crate::orders::charts::Charts;
pub use crate::volley::odds::two_dice_reach;
