//! Answers, dice and steps taken back; and whether an answer would be taken.

use super::body::{Found, RequestId, Sent, read};
use crate::http::openapi::route::{self, Route};
use crate::http::visit::Visit;
use crate::rooms::Change;
use axum::Json;
use axum::response::IntoResponse;
use engine::{Beforehand, Sentence, wire};
use schemars::JsonSchema;
use seat::odds::Brief;
use seat::view::AnyView;
use seat::{Brings, Leaving, Locking};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AnswerGiven {
    #[schemars(with = "RequestId")]
    request: String,
    version: usize,
    #[schemars(with = "wire::Answer")]
    answer: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DiceGiven {
    #[schemars(with = "RequestId")]
    request: String,
    version: usize,
    /// Left out, the game's own dice fall.
    #[serde(default)]
    faces: Option<Vec<u32>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UndoGiven {
    #[schemars(with = "RequestId")]
    request: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ConcedeGiven {
    #[schemars(with = "RequestId")]
    request: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckGiven {
    #[schemars(with = "wire::Answer")]
    answer: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HandGiven {
    #[schemars(with = "RequestId")]
    request: String,
    /// One of the seat's commands, by name.
    command: String,
    /// Handed over, or taken back.
    captain: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BeforehandGiven {
    #[schemars(with = "RequestId")]
    request: String,
    /// The word of the question.
    ask: String,
    /// Whose questions it answers; left out: those of every command that has no answer of its own.
    #[serde(default)]
    command: Option<String>,
    /// One of the values of its routine, or `ask`.
    value: String,
}

pub(super) async fn hand(visit: Visit, body: Sent) -> Found {
    let HandGiven { request, command, captain } = read(body)?;
    visit.change(request, Change::Hand { command, to_captain: captain }).await
}

pub(super) async fn say_beforehand(visit: Visit, body: Sent) -> Found {
    let BeforehandGiven { request, ask, command, value } = read(body)?;
    visit.change(request, Change::Beforehand(Beforehand { ask, command, value })).await
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

pub(super) async fn concede(visit: Visit, body: Sent) -> Found {
    let ConcedeGiven { request } = read(body)?;
    visit.change(request, Change::Concede).await
}

#[derive(Serialize, JsonSchema)]
struct Checked {
    ok: bool,
    #[serde(flatten)]
    wrong: Option<seat::Body>,
    /// The units the move would put out of command.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<Leaving>,
    /// Names of ground that the move would give up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ground: Vec<String>,
    /// The units the move would lock in a firefight where it ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locks: Vec<Locking>,
    /// The targets a gun that is laid like this may fire at, each with its odds; the answers are those of the question
    /// that follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Brief<wire::Answer>>")]
    shots: Vec<Brief<Value>>,
    /// Why a gun that is laid so would have no target, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    silent: Option<Sentence>,
}

pub(super) async fn check(visit: Visit, body: Sent) -> Found {
    visit.plays()?;
    let CheckGiven { answer } = read(body)?;
    let seat = visit.seat;
    let checked = visit.look(move |play| play.check(seat, answer)).await?;
    let (Brings { command, ground, locks, shots, silent }, wrong) = match checked {
        Ok(brings) => (brings, None),
        Err(wrong) => (Brings::default(), Some(wrong.body)),
    };
    let leaves = command;
    Ok(Json(Checked { ok: wrong.is_none(), wrong, leaves, ground, locks, shots, silent }).into_response())
}

pub(super) fn described() -> Vec<Route> {
    let changes = |way: &str, about: &'static str| {
        route::post(&format!("/api/games/{{id}}/{way}"), about)
            .by_link()
            .log_after()
            .gives::<AnyView>("The game as this seat sees it")
            .fails(403, "Not this seat's decision, or a spectator.")
            .fails(
                409,
                "Refused by a rule (then with `rule`), or the game has moved on (then with `version`). Nothing has changed.",
            )
    };
    vec![
        changes("answers", "Answer what is asked").takes::<AnswerGiven>(),
        changes("dice", "Type your own dice, in a game begun with own dice")
            .takes::<DiceGiven>()
            .fails(403, "A spectator, or the other side throws these dice."),
        changes("undo", "Take back your last answer, if no die has fallen and nobody has decided since")
            .takes::<UndoGiven>(),
        changes("concede", "Give the battle up: it is over as it stands, and the other side has won")
            .takes::<ConcedeGiven>(),
        changes(
            "captain",
            "Hand a command over to the captain, or take it back; he answers at once what is asked of it",
        )
        .takes::<HandGiven>()
        .fails(400, "No command of yours."),
        changes("beforehand", "Answer a question beforehand, for a command or the whole side")
            .takes::<BeforehandGiven>()
            .fails(
                400,
                "Nothing that can be answered beforehand, or no answer to it, or no command of yours.",
            ),
        route::post("/api/games/{id}/check", "Whether an answer would be accepted now; changes nothing")
            .by_link()
            .takes::<CheckGiven>()
            .gives::<Checked>("Accepted or not")
            .fails(403, "Not this seat's decision, or a spectator."),
    ]
}
