//! Answers, dice and steps taken back; and whether an answer would be taken.

use super::body::{Found, Sent, read};
use crate::doors::visit::Visit;
use crate::rooms::Change;
use axum::Json;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerGiven {
    request: String,
    version: usize,
    answer: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceGiven {
    request: String,
    version: usize,
    /// Left out, the game's own dice fall.
    #[serde(default)]
    faces: Option<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UndoGiven {
    request: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckGiven {
    answer: Value,
}

pub(super) async fn answer(visit: Visit, body: Sent) -> Found {
    let AnswerGiven { request, version, answer } = read(body)?;
    visit.change(request, Change::Answer { version, answer }).await
}

pub(super) async fn throw(visit: Visit, body: Sent) -> Found {
    let DiceGiven { request, version, faces } = read(body)?;
    visit.change(request, Change::Throw { version, faces }).await
}

pub(super) async fn undo(visit: Visit, body: Sent) -> Found {
    let UndoGiven { request } = read(body)?;
    visit.change(request, Change::Undo).await
}

#[derive(Serialize)]
struct Checked {
    ok: bool,
    #[serde(flatten)]
    wrong: Option<crate::wrong::Body>,
}

pub(super) async fn check(visit: Visit, body: Sent) -> Found {
    visit.plays()?;
    let CheckGiven { answer } = read(body)?;
    let seat = visit.seat;
    let checked = visit.look(move |play| play.check(seat, answer)).await?;
    let wrong = checked.err().map(|wrong| wrong.body);
    Ok(Json(Checked { ok: wrong.is_none(), wrong }).into_response())
}
