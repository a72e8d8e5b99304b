//! Seats that change hands: taken by an invitation, passed on, given up, and their secrets changed.

use super::body::{Found, Named, Sent, read, request_id, salt_given};
use crate::guard::caller::Caller;
use crate::rooms::Rooms;
use crate::seats::chairs::Act;
use crate::seats::seat::bearer;
use crate::wrong::Wrong;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse as _;
use engine::Side;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Taking {
    request: String,
    /// Left out, one is made here.
    #[serde(default)]
    salt: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inviting {
    request: String,
    /// Left out, his own. Another only where nobody sits in it.
    #[serde(default)]
    seat: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    request: String,
}

/// A side wants a battle to go on that can only be read here. Sent again, it changes nothing more.
pub(super) async fn go_on(
    caller: Caller,
    State(rooms): State<Arc<Rooms>>,
    Named(id): Named<String>,
    headers: HeaderMap,
    body: Sent,
) -> Found {
    request_id(&read::<Plain>(body)?.request)?;
    let (room, opened) = rooms.enter(&id, bearer(&headers)?).await?;
    Ok(Json(rooms.go_on(caller, room, opened).await?).into_response())
}

/// What is done with a seat, as its path says.
pub(super) async fn seat(
    State(rooms): State<Arc<Rooms>>,
    Named((id, way)): Named<(String, String)>,
    headers: HeaderMap,
    body: Sent,
) -> Found {
    let token = bearer(&headers)?;
    let (request, act) = match way.as_str() {
        "take" => {
            let Taking { request, salt } = read(body)?;
            (request, Act::Take { salt: salt_given(salt.as_deref())? })
        }
        "offer" => {
            let Inviting { request, seat } = read(body)?;
            (request, Act::Offer { seat })
        }
        "withdraw" => {
            let Inviting { request, seat } = read(body)?;
            (request, Act::Withdraw { seat })
        }
        "leave" => (read::<Plain>(body)?.request, Act::Leave),
        "renew" => (read::<Plain>(body)?.request, Act::Renew),
        _ => return Err(Wrong::not_found("A seat can be taken, offered, withdrawn, left or renewed.")),
    };
    request_id(&request)?;
    Ok(Json(rooms.reseat(&id, token, request, act).await?).into_response())
}
