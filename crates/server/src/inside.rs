//! What the server's own tests look into (`tests/all/inside`). Not for other crates: none of it is promised to stay.

pub use crate::doors::api::paths as routed;
pub use crate::doors::described::{openapi, paths as described};
pub use crate::doors::drain::{Drains, heard_to_the_end};
pub use crate::doors::hosts::Hosts;
pub use crate::doors::live::NAMES as LIVE_NAMES;
pub use crate::doors::ready::{Ready, is_the_same_for_all, ready};
pub use crate::guard::crowd::{Crowd, Full, Place};
pub use crate::guard::machine::cores;
pub use crate::guard::machine::date;
pub use crate::guard::purse::{Purses, Wait};
pub use crate::guard::rate::{Buckets, forwarded_for};
pub use crate::guard::work::line::{Line, Rank, Refused, Ticket};
pub use crate::guard::work::{Class, Errand, Payer, Turn, Work};
pub use crate::rooms::Rooms;
pub use crate::seats::card::{MANY as WORDS_OF_CARDS, words as words_of_cards};
pub use crate::seats::chairs::{Chairs, Opened};
pub use crate::seats::present::{Here, Presence, Present};
pub use crate::seats::secret::{TokenHashes, Tokens, hashed};
pub use crate::store::going_on::GoingOn;
pub use crate::store::{
    Failed, Held, Kept, LARGEST_TOLD, Reached, ReadAgain, Request, Setting, Store, ToldRow,
};
pub use crate::wrong::Wrong;

pub use seat::{Page, Player, Raw, Seat, Told};

use crate::{Config, Error};
use axum::Router;
use std::sync::Arc;

/// As [`app`](crate::app), with the rooms behind it.
///
/// # Errors
/// Where the games cannot be opened.
pub async fn app(config: &Config) -> Result<(Arc<Rooms>, Router), Error> {
    let rooms = crate::open(config).await?;
    let app = crate::router(Arc::clone(&rooms), config, false);
    Ok((rooms, app))
}
