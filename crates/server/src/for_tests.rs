//! What the server's own tests look into (`tests/all/inside`). Not for other crates: none of it is promised to stay.

pub use crate::http::api::paths as routed;
pub use crate::http::cache::{Ready, is_the_same_for_all, ready};
pub use crate::http::hosts::Hosts;
pub use crate::http::live::NAMES as LIVE_NAMES;
pub use crate::http::openapi::{openapi, paths as described};
pub use crate::http::too_large::{Drains, heard_to_the_end};
pub use crate::limits::at_once::{Crowd, Full, Place};
pub use crate::limits::purses::{Purses, Wait};
pub use crate::limits::rate::{Buckets, forwarded_for};
pub use crate::machine::cores;
pub use crate::machine::date;
pub use crate::rooms::Rooms;
pub use crate::seats::card::{MANY as WORDS_OF_CARDS, words as words_of_cards};
pub use crate::seats::invitations::{Chairs, Opened};
pub use crate::seats::presence::{Here, Presence, Present};
pub use crate::seats::secret::{TokenHashes, Tokens, hashed};
pub use crate::store::going_on::GoingOn;
pub use crate::store::{
    Failed, Held, Kept, LARGEST_TOLD, Reached, ReadAgain, Request, Setting, Store, ToldRow,
};
pub use crate::work::queue::{Queue, Rank, Refused, Ticket};
pub use crate::work::{Class, Errand, Payer, Turn, Work};
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
