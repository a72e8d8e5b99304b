//! The live line: a word to the page whenever the game has moved. The page then fetches what has changed as always.

use crate::http::api::Named;
use crate::http::listen::{Connection, Patience};
use crate::http::openapi::route::{self, Route};
use crate::http::shared::{Shared, crowded};
use crate::limits::caller::Caller;
use crate::rooms::{AllMoved, Room, Rooms};
use crate::seats::invitations::Opened;
use crate::seats::presence::Presence;
use crate::seats::secret::bearer;
use crate::wrong::Wrong;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, Uri, header};
use axum::response::Response;
use engine::Side;
use schemars::JsonSchema;
use seat::Moved;
use seat::Seat;
use seat::described::Types;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Larger frames are refused: there is nothing long to be said here.
const LARGEST_FRAME: usize = 64 << 10;

/// The close code where a token opens nothing, or another seat than it did.
const NO_SEAT_HERE: u16 = 4401;

/// The first frame of a page has the token, and not the address: addresses are logged in too many places for a secret.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Greeting {
    token: String,
}

pub(crate) async fn live(
    State(shared): State<Shared>,
    Named(id): Named<String>,
    caller: Caller,
    connection: Option<Extension<Connection>>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Wrong> {
    if uri.query().is_some_and(|query| query.split('&').any(|part| part.starts_with("token="))) {
        return Err(Wrong::bad(
            "A token is not sent in an address: send {\"token\": …} as the first frame, or the header \
             \"Authorization: Bearer TOKEN\".",
        ));
    }
    let follower = if headers.contains_key(header::AUTHORIZATION) {
        Some(enter(&shared.rooms, &id, bearer(&headers)?).await?)
    } else {
        None
    };
    if !shared.hosts.are_from_here(&headers) {
        return Err(Wrong::forbidden("Only a page of this server may open this line."));
    }
    let upgrade = upgrade.map_err(|error| match &follower {
        Some(_) => {
            Wrong::bad(format!("A live line is a WebSocket, and this asks for none: {}.", error.body_text()))
        }
        None => Wrong::no_seat(),
    })?;
    let place = shared.lines.enter(caller.0).map_err(|full| crowded(full, "live lines"))?;
    Ok(upgrade
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_FRAME)
        .on_upgrade(move |socket| async move {
            // The line keeps its connection and its place until it ends.
            let _places = (place, connection);
            follow(shared, id, caller, follower, socket).await;
        }))
}

/// A line's follower: what the token opened when it was opened.
struct Follower {
    room: Arc<Room>,
    token: String,
    opened: Opened,
}

impl Follower {
    /// False once the seat was passed on or its secret changed.
    fn may_stay(&self) -> bool {
        self.room.opens(&self.token).is_ok_and(|now| now == self.opened)
    }
}

async fn enter(rooms: &Rooms, id: &str, token: &str) -> Result<Follower, Wrong> {
    let (room, opened) = rooms.enter(id, token).await?;
    Ok(Follower { room, token: token.to_owned(), opened })
}

/// Waits for the first frame, as long as a follower is given, and enters by the token in it.
async fn greeted(
    rooms: &Rooms,
    id: &str,
    socket: &mut WebSocket,
    patience: Patience,
) -> Result<Follower, Wrong> {
    let first = async {
        loop {
            match socket.recv().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).ok(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    };
    let Ok(Some(Greeting { token })) = tokio::time::timeout(patience.follower, first).await else {
        return Err(Wrong::bad("The first frame of a line is {\"token\": …}: open it again and send that."));
    };
    enter(rooms, id, &token).await
}

async fn follow(
    shared: Shared,
    id: String,
    caller: Caller,
    follower: Option<Follower>,
    mut socket: WebSocket,
) {
    let Shared { rooms, patience, present, .. } = shared;
    rooms.metrics.follows();
    let follower = match follower {
        Some(follower) => Ok(follower),
        None => greeted(&rooms, &id, &mut socket, patience).await,
    };
    let ended = match follower {
        Ok(follower) => run(&rooms, &present, &follower, caller, &mut socket, patience).await,
        Err(wrong) => Ended::Sent(wrong.body.error),
    };
    match ended {
        Ended::Gone => {}
        Ended::Slow => rooms.metrics.cut(),
        Ended::Sent(why) => {
            let frame = CloseFrame { code: NO_SEAT_HERE, reason: why.into() };
            let _ = send(&mut socket, Message::Close(Some(frame)), patience).await;
        }
    }
    rooms.metrics.leaves();
}

/// Sent whenever a live line of the game opens or closes: the sides whose players are there.
#[derive(Serialize, JsonSchema)]
struct AtTable<'s> {
    here: &'s [Side],
}

#[derive(PartialEq, Eq)]
enum Ended {
    Gone,
    Slow,
    /// Sent away, with a sentence.
    Sent(String),
}

/// Nothing is queued for a follower: a slow one hears only the last that happened, and one that reads nothing is cut.
async fn run(
    rooms: &Rooms,
    present: &Arc<Presence>,
    follower: &Follower,
    caller: Caller,
    socket: &mut WebSocket,
    patience: Patience,
) -> Ended {
    let (room, seat) = (&*follower.room, follower.opened.seat);
    let errand = caller.errand_at(&room.id, seat);
    let mut moves = room.follow();
    // The first word is where the game stands, so a page that was away knows whether it has missed anything.
    let Ok(standing) = rooms.look(room, errand, |play| AllMoved::of(play)).await else { return Ended::Gone };
    // The bearer of an invitation that is not taken yet counts as a spectator.
    let here = if follower.opened.invited.is_some() { Seat::Watch } else { seat };
    let mut present = present.comes(&room.id, here);
    let mut now = standing.for_seat(seat).clone();
    let mut told = None;
    let mut at_table = Vec::new();
    loop {
        if !follower.may_stay() {
            return Ended::Sent("This link opens something else now: look at the game again.".to_owned());
        }
        if told.as_ref() != Some(&now) {
            let text = serde_json::to_string(&now).unwrap_or_default();
            if let Some(ended) = send(socket, Message::Text(text.into()), patience).await {
                return ended;
            }
            told = Some(now.clone());
        }
        let sides = present.heard.borrow_and_update().sides();
        if at_table != sides {
            let text = serde_json::to_string(&AtTable { here: &sides }).unwrap_or_default();
            if let Some(ended) = send(socket, Message::Text(text.into()), patience).await {
                return ended;
            }
            at_table = sides;
        }
        tokio::select! {
            changed = moves.changed() => match changed {
                Ok(()) => now = moves.borrow_and_update().for_seat(seat).clone(),
                Err(_) => return Ended::Gone,
            },
            came = present.heard.changed() => if came.is_err() {
                return Ended::Gone;
            },
            heard = socket.recv() => match heard {
                // Pings are answered by the socket itself; other frames are ignored.
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ended::Gone,
                Some(Ok(_)) => {}
            },
            () = tokio::time::sleep(patience.heartbeat) => {
                if let Some(ended) = send(socket, Message::Ping(Default::default()), patience).await {
                    return ended;
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message, patience: Patience) -> Option<Ended> {
    match tokio::time::timeout(patience.follower, socket.send(message)).await {
        Ok(Ok(())) => None,
        Ok(Err(_)) => Some(Ended::Gone),
        Err(_) => Some(Ended::Slow),
    }
}

pub(crate) fn described() -> Route {
    let about = "A WebSocket. Send {\"token\":\"…\"} (Greeting) as the first frame, or the token as a header; then it says \
                 {\"version\":n,\"step\":n,\"mark\":\"…\"} (LiveMoved) at once and whenever the game has moved: look again \
                 if the mark is not your view's; and {\"here\":[…]} (AtTable) when players come and go. Whoever does not \
                 read is cut; a token that opens nothing, or no longer what it did, closes the line with code 4401 and a \
                 sentence";
    let no_seat = "No link of a seat in this game. A game that is not there answers the same.";
    route::get("/api/games/{id}/live", about)
        .opens_a_line()
        .fails(400, "A token in the address: it is not sent there. Or no WebSocket is asked for.")
        .fails(401, no_seat)
        .fails(403, "A page of another server.")
}

/// What is said on the line.
pub const NAMES: [&str; 3] = ["AtTable", "Greeting", "LiveMoved"];

pub(crate) fn messages(types: &mut Types) {
    types.taken::<Greeting>();
    types.sent::<Moved>();
    types.sent::<AtTable<'_>>();
}
