//! A record that a caller brings: proved, kept as it is, and shown to bearers of its link.
//!
//! It is not played on, and it hides nothing: its bringer had it all.

use crate::http::api::{self, Begun, Found, SecretId, Sent};
use crate::http::openapi::route::{self, Route};
use crate::http::shared::Shared;
use crate::limits::at_once::Place;
use crate::limits::caller::Caller;
use crate::limits::growth::{Added, Refused};
use crate::machine;
use crate::rooms;
use crate::seats::secret::{self, Tokens};
use crate::store::going_on::GoingOn;
use crate::store::{Kept, Setting};
use crate::work::Class;
use crate::wrong::Wrong;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse as _;
use engine::{Both, Entry};
use schemars::JsonSchema;
use seat::{Proved, prove};
use serde::Deserialize;
use std::net::IpAddr;

/// Larger bodies are refused unread. The longest of our battles take a tenth of it.
pub(crate) const LARGEST: usize = 8 << 20;
/// Longer file names are cut.
const LONGEST_NAME: usize = 60;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Brought {
    #[schemars(with = "SecretId")]
    request: String,
    /// What its file is called, for sentences about its faults.
    #[serde(default)]
    name: Option<String>,
    record: String,
}

/// One of few places for records, taken before the body is read: without one the record must be sent later.
pub(crate) struct UploadPlace {
    _place: Place<IpAddr>,
}

impl FromRequestParts<Shared> for UploadPlace {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<UploadPlace, Wrong> {
        let Ok(by) = Caller::from_request_parts(parts, shared).await;
        shared.rooms.growth.is_open_to(by, Added::Record)?;
        let place = shared.rooms.upload(by).ok_or_else(|| {
            Wrong::wait(
                StatusCode::TOO_MANY_REQUESTS,
                2,
                "Others are bringing records just now: try again in a moment.",
            )
        });
        Ok(UploadPlace { _place: place? })
    }
}

pub(crate) async fn upload(
    _place: UploadPlace,
    caller: Caller,
    State(shared): State<Shared>,
    body: Sent,
) -> Found {
    let (rooms, longest) = (shared.rooms, shared.longest_proof);
    let size = body.as_ref().map_or(LARGEST, Bytes::len);
    // Some megabytes to read and to hash: not on an async thread.
    let read = move || {
        let brought: Brought = api::read_up_to(LARGEST, body)?;
        let hash = secret::hashed(&brought.record);
        api::secret_id(&brought.request)?;
        Ok::<_, Wrong>((brought, hash))
    };
    let read = rooms.reckon(caller.errand(Class::Dear), read).await?;
    let (Brought { request, name, record }, hash) =
        read.inspect_err(|_| rooms.growth.refused(caller, size, Refused::Unread))?;
    let begun_by = secret::hashed(&request);
    if let Some(kept) = rooms.store.begun_by(&begun_by).await? {
        return again(&request, &hash, &kept);
    }
    rooms.growth.allows(&rooms.store, caller, Added::Record).await?;
    let name = file_name(name.as_deref());
    // The proof takes as long as each opening of the game will.
    let prove = move || {
        let start = machine::cpu_time();
        prove(&name, &record, &mut || machine::cpu_time().saturating_sub(start) <= longest)
            .map_err(Wrong::from)
    };
    let proved = rooms.reckon(caller.errand(Class::Dear), prove).await?;
    let Proved { header, entries, players } =
        proved.inspect_err(|_| rooms.growth.refused(caller, size, Refused::Unproved))?;
    let salt = secret::hex(&secret::random::<16>()?);
    let tokens = Tokens::to_watch(&salt, &request);
    let own_dice = entries.iter().any(|entry| matches!(entry, Entry::Dice { typed: true, .. }));
    let setting = Setting {
        players,
        own_dice,
        tokens: tokens.hashes(),
        uploaded: Some(hash.clone()),
        going_on: GoingOn::default(),
        staff: Both::default(),
    };
    let kept = Kept { id: rooms::new_id()?, header, setting, salt };
    let id = kept.id.clone();
    if let Err(wrong) = rooms.begin(caller, kept, entries, begun_by.clone()).await {
        // The same request came twice at once, and the other one was first.
        return match rooms.store.begun_by(&begun_by).await? {
            Some(kept) => again(&request, &hash, &kept),
            None => Err(wrong),
        };
    }
    rooms.metrics.uploaded();
    Ok((StatusCode::CREATED, Json(Begun { id, tokens })).into_response())
}

/// A request that has brought its record already gets the same link again, and nothing else.
fn again(request: &str, hash: &str, kept: &Kept) -> Found {
    if kept.setting.uploaded.as_deref() != Some(hash) {
        return Err(Wrong::conflict("This request id has begun another game already: make a new one."));
    }
    let tokens = Tokens::to_watch(&kept.salt, request);
    Ok((StatusCode::CREATED, Json(Begun { id: kept.id.clone(), tokens })).into_response())
}

/// A file's own name, without its folders and whatever could be taken for something else.
fn file_name(given: Option<&str>) -> String {
    let name = given.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '.' | '-' | '_');
    let name: String = name.chars().filter(plain).take(LONGEST_NAME).collect();
    if name.is_empty() { "record".to_owned() } else { name }
}

pub(crate) fn described() -> Route {
    let about = "Bring a record along: it is proved, kept as it is and shown by its link; nobody plays on. The same \
                 request gets the same link again";
    route::post("/api/records", about)
        .takes::<Brought>()
        .begins::<Begun>("The game and its one link, to watch")
        .fails(400, "The body is not what is wanted, or the record has a fault: its file, line and what was found there.")
        .fails(409, "The request id has begun another game.")
        .fails(413, "Larger than 8 MiB.")
        .fails(429, "Others are bringing records just now, or you bring too many: try again in a moment.")
}
