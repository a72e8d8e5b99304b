//! Bodies and request ids, as they come in and go out.

use crate::http::shared::LARGEST_BODY;
use crate::seats::secret;
use crate::wrong::Wrong;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// Of request ids and everything like them.
const LONGEST_ID: usize = 64;
/// A request that gets a secret again when it is sent again must not be guessed.
const SHORTEST_SECRET: usize = 16;

pub(crate) type Found = Result<Response, Wrong>;

/// A response of JSON that was made already.
pub(crate) fn json(text: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// What a path names, where that is text; otherwise nothing is found, and a sentence says so.
pub(crate) struct Named<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Wrong;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Wrong> {
        let Path(named) = Path::from_request_parts(parts, state).await.map_err(|_| {
            Wrong::not_found("There is nothing at this address: /api/openapi.json says what there is.")
        })?;
        Ok(Named(named))
    }
}

/// A body, if it could be read.
pub(crate) type Sent = Result<Bytes, BytesRejection>;

/// Reads a body as JSON; a fault is told in one sentence.
pub(super) fn read<T: DeserializeOwned>(body: Sent) -> Result<T, Wrong> {
    read_up_to(LARGEST_BODY, body)
}

/// As [`read`], where the route takes bodies of another size.
pub(crate) fn read_up_to<T: DeserializeOwned>(largest: usize, body: Sent) -> Result<T, Wrong> {
    let bytes = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Wrong::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("The body is larger than {} MiB.", largest >> 20),
        ),
        status => Wrong::new(status, "The body could not be read."),
    })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Wrong::bad(format!("The body is not what is wanted here: {error}.")))
}

/// The id that a caller gives his request: short, of letters, digits and dashes.
pub(crate) fn request_id(request: &str) -> Result<(), Wrong> {
    if is_plain(request) {
        return Ok(());
    }
    Err(Wrong::bad(format!(
        "A request id has 1 to {LONGEST_ID} letters, digits, dashes or underscores: make a new UUID for each request."
    )))
}

/// The id of a request that begins a game or takes a seat: it must not be guessed, since sent again it gets the secrets
/// again.
pub(crate) fn secret_id(request: &str) -> Result<(), Wrong> {
    request_id(request)?;
    if request.len() >= SHORTEST_SECRET {
        return Ok(());
    }
    Err(Wrong::bad(format!(
        "The request id of a new game or seat has at least {SHORTEST_SECRET} characters, so that nobody guesses it: \
         make a UUID."
    )))
}

/// How [`request_id`] describes itself: `#[schemars(with = "RequestId")]`.
pub(crate) struct RequestId;

impl JsonSchema for RequestId {
    fn schema_name() -> Cow<'static, str> {
        "RequestId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        described_word("A new UUID for each request.", 1)
    }
}

/// The same for [`secret_id`].
pub(crate) struct SecretId;

impl JsonSchema for SecretId {
    fn schema_name() -> Cow<'static, str> {
        "SecretId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let about = "A new UUID: with it the same secrets are given out again.";
        described_word(about, SHORTEST_SECRET)
    }
}

fn described_word(about: &str, shortest: usize) -> Schema {
    json_schema!({
        "description": about,
        "type": "string",
        "minLength": shortest,
        "maxLength": LONGEST_ID,
        "pattern": "^[A-Za-z0-9_-]+$",
    })
}

/// What a player mixes into the dice; made here where he leaves it out.
pub(super) fn salt_given(salt: Option<&str>) -> Result<String, Wrong> {
    match salt {
        None => Ok(secret::hex(&secret::random::<16>()?)),
        Some(salt) if is_plain(salt) => Ok(salt.to_owned()),
        Some(_) => Err(Wrong::bad(format!(
            "A salt has 1 to {LONGEST_ID} letters, digits, dashes or underscores: make it at random, or leave it out."
        ))),
    }
}

fn is_plain(word: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=LONGEST_ID).contains(&word.len()) && word.bytes().all(plain)
}
