//! The live line: a word whenever the game has moved. What has changed the page then fetches as always.

use crate::api::{Shared, crowded};
use crate::caller::Caller;
use crate::crowd::Place;
use crate::listen::Patience;
use crate::rooms::{Room, Rooms, moved};
use crate::work::Errand;
use crate::wrong::Wrong;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

/// Larger frames are refused; nobody has anything long to say here.
const LARGEST_FRAME: usize = 64 << 10;

#[derive(Deserialize)]
pub(crate) struct Ticket {
    token: Option<String>,
}

pub(crate) async fn live(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(ticket): Query<Ticket>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Wrong> {
    let token = match &ticket.token {
        Some(token) => token.as_str(),
        None => crate::seat::bearer(&headers)?,
    };
    let (room, seat) = shared.rooms.enter(&id, token).await?;
    if !shared.hosts.are_from_here(&headers) {
        return Err(Wrong::forbidden("Only a page of this server may open this line."));
    }
    let upgrade = upgrade.map_err(|error| Wrong::new(StatusCode::BAD_REQUEST, error.body_text()))?;
    let place = shared.lines.enter(caller.0).map_err(|full| crowded(full, "live lines"))?;
    let errand = caller.errand_at(&room.id, seat);
    Ok(upgrade
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_FRAME)
        .on_upgrade(move |socket| follow(shared, room, errand, place, socket)))
}

async fn follow(
    shared: Shared,
    room: Arc<Room>,
    errand: Errand,
    _place: Place<IpAddr>,
    mut socket: WebSocket,
) {
    let Shared { rooms, patience, .. } = shared;
    rooms.metrics.follows();
    if run(&rooms, &room, errand, &mut socket, patience).await == Ended::Slow {
        rooms.metrics.cut();
    }
    rooms.metrics.leaves();
}

#[derive(PartialEq, Eq)]
enum Ended {
    Gone,
    Slow,
}

/// Nothing is queued for a follower: one who is slow hears only the last that has happened, and one who takes nothing
/// at all is cut.
async fn run(
    rooms: &Rooms,
    room: &Room,
    errand: Errand,
    socket: &mut WebSocket,
    patience: Patience,
) -> Ended {
    let mut moves = room.follow();
    // The first word is where the game stands: whoever was away knows whether he has missed something.
    let Ok(mut now) = rooms.look(room, errand, |play| moved(play)).await else { return Ended::Gone };
    let mut told = None;
    loop {
        if told.as_ref() != Some(&now) {
            let text = serde_json::to_string(&now).unwrap_or_default();
            if let Some(ended) = send(socket, Message::Text(text.into()), patience).await {
                return ended;
            }
            told = Some(now.clone());
        }
        tokio::select! {
            changed = moves.changed() => match changed {
                Ok(()) => now = moves.borrow_and_update().clone(),
                Err(_) => return Ended::Gone,
            },
            heard = socket.recv() => match heard {
                // Pings are answered by the socket itself; nothing else is listened to.
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
