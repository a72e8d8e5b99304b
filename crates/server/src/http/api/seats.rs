//! Seats that change hands: taken by an invitation, passed on, given up, and their secrets changed.

use super::body::{Found, Named, RequestId, SecretId, Sent, read, request_id, salt_given, secret_id};
use crate::http::openapi::route::{self, Route};
use crate::limits::caller::Caller;
use crate::rooms::{Carded, Rooms};
use crate::seats::invitations::Act;
use crate::seats::invitations::Seated;
use crate::seats::secret::bearer;
use crate::wrong::Wrong;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse as _;
use engine::Side;
use schemars::JsonSchema;
use seat::Agreed;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Taking {
    #[schemars(with = "SecretId")]
    request: String,
    /// Left out, one is made here.
    #[serde(default)]
    salt: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inviting {
    #[schemars(with = "RequestId")]
    request: String,
    /// Left out, the caller's own. Another only where that seat is empty.
    #[serde(default)]
    seat: Option<Side>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PlainRequest")]
struct Plain {
    #[schemars(with = "RequestId")]
    request: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Renewing {
    #[schemars(with = "SecretId")]
    request: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CardRead")]
struct CardRead {
    /// Its six words, in capitals or not, with whatever stands between.
    words: String,
}

/// A card opens its seat.
pub(super) async fn card(caller: Caller, State(rooms): State<Arc<Rooms>>, body: Sent) -> Found {
    let CardRead { words } = read(body)?;
    Ok(Json(rooms.open_card(caller, &words).await?).into_response())
}

/// Notes that a side wants a battle to go on that can only be read here. Sent again, it changes nothing.
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
    caller: Caller,
    State(rooms): State<Arc<Rooms>>,
    Named((id, way)): Named<(String, String)>,
    headers: HeaderMap,
    body: Sent,
) -> Found {
    let token = bearer(&headers)?;
    let (request, act) = match way.as_str() {
        "take" => {
            let Taking { request, salt } = read(body)?;
            secret_id(&request)?;
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
        "renew" => {
            let Renewing { request } = read(body)?;
            secret_id(&request)?;
            (request, Act::Renew)
        }
        "card" => (read::<Plain>(body)?.request, rooms.card(caller, &id, token).await?),
        _ => {
            return Err(Wrong::not_found(
                "A seat can be taken, offered, withdrawn, left or renewed, and has a card.",
            ));
        }
    };
    request_id(&request)?;
    Ok(Json(rooms.reseat(&id, token, request, act).await?).into_response())
}

pub(super) fn described() -> Vec<Route> {
    let seat = |way: &str, about: &'static str| {
        route::post(&format!("/api/games/{{id}}/seat/{way}"), about)
            .by_link()
            .gives::<Seated>("Done; sent again with the same request id, the same answer, for some minutes where that is a secret")
            .fails(403, "A spectator.")
    };
    vec![
        seat(
            "take",
            "Take a seat with an invitation as token: you get a secret of your own, and the invitation opens nothing \
             more. Until then it shows what a spectator is shown",
        )
        .takes::<Taking>()
        .fails(403, "No invitation."),
        seat(
            "offer",
            "Invite somebody to your own seat, which stays yours until it is taken and then only watches; or to one in \
             which nobody sits. An older invitation to it opens nothing more",
        )
        .takes::<Inviting>()
        .fails(403, "A spectator, or somebody sits there.")
        .fails(409, "The computer leads that side, or this request's invitation is out of date."),
        seat("withdraw", "Withdraw the invitation that is out for your seat, or for one in which nobody sits")
            .takes::<Inviting>()
            .fails(403, "A spectator, or somebody sits there.")
            .fails(409, "The computer leads that side."),
        seat(
            "leave",
            "Give your seat up; you watch from then on, and whoever holds the other seat can invite somebody",
        )
        .takes::<Plain>()
        .fails(409, "Nobody else sits here who could invite somebody."),
        seat(
            "renew",
            "A new secret for your seat; the old one, an invitation that is out for the seat and its card open nothing more",
        )
        .takes::<Renewing>(),
        seat(
            "card",
            "The card of your seat: six words that open it on another device, until its secret is changed. The same \
             secret has always the same card",
        )
        .takes::<Plain>()
        .fails(409, "The seat has four cards already."),
        route::post("/api/cards", "Open a seat with the six words of its card: a secret that opens it as its own does")
            .takes::<CardRead>()
            .gives::<Carded>("The game, the seat and a secret of it")
            .fails(400, "Not six words, or words that are on no card: the sentence says which.")
            .fails(404, "No seat has this card.")
            .fails(429, "Too many cards were tried from your address."),
        route::post(
            "/api/games/{id}/go-on",
            "Of a game that can only be read here: your side wants the battle to go on from its last position under the \
             rules of today. Once everybody who plays has said so, it goes on in a game of its own, which the same links \
             open",
        )
        .by_link()
        .takes::<Plain>()
        .gives::<Agreed>("Noted; sent again, the same answer")
        .fails(403, "A spectator.")
        .fails(409, "The game can be played as it is, is over, or cannot go on: the sentence says which."),
    ]
}
