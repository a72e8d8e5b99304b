//! Looking at a game from a seat, or over somebody's shoulder: nothing is changed.

use super::body::{Found, Named, Sent, read};
use crate::doors::visit::Visit;
use crate::guard::work::Class;
use crate::shown::odds;
use crate::wrong::Wrong;
use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use engine::{GeneralId, UnitId};
use serde::Serialize;

pub(super) async fn show(visit: Visit) -> Found {
    let id = visit.room.id.clone();
    visit.shows(move |play, look| play.view(&id, look)).await
}

pub(super) async fn log(visit: Visit) -> Found {
    visit.for_work(Class::Beside).shows(|play, look| play.log(look)).await
}

pub(super) async fn record(visit: Visit) -> Found {
    let visit = visit.for_work(Class::Beside);
    let seat = visit.seat;
    let text = visit.look(move |play| play.record(seat)).await??;
    let name = format!("attachment; filename=\"grognard-{}.jsonl\"", visit.room.id);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

pub(super) async fn step(visit: Visit, Named((id, step)): Named<(String, String)>) -> Found {
    let step: usize = step.parse().map_err(|_| Wrong::bad("A step is a whole number from 0."))?;
    visit.for_work(Class::Beside).shows(move |play, look| play.after_step(&id, step, look)).await
}

pub(super) async fn report(visit: Visit) -> Found {
    let id = visit.room.id.clone();
    visit.for_work(Class::Dear).shows(move |play, _| play.report(&id)).await
}

pub(super) async fn game_sheet(visit: Visit) -> Found {
    visit.for_work(Class::Beside).shows(|play, _| play.sheet()).await
}

#[derive(Serialize)]
struct ToShare<'r> {
    token: &'r str,
}

/// A spectator's link to give away, for whoever has a link himself; never the seat's own.
pub(super) async fn share(visit: Visit) -> Found {
    Ok(Json(ToShare { token: &visit.room.shared }).into_response())
}

pub(super) async fn unit_options(visit: Visit, Named((_, unit)): Named<(String, String)>) -> Found {
    let unit = unit_of(&unit)?;
    visit.shows(move |play, look| play.unit_options(look.seat, unit)).await
}

pub(super) async fn general_options(visit: Visit, Named((_, general)): Named<(String, String)>) -> Found {
    let general = GeneralId(general.parse().map_err(|_| Wrong::not_found("There is no such general."))?);
    visit.shows(move |play, look| play.general_options(look.seat, general)).await
}

pub(super) async fn overlay_of_table(visit: Visit) -> Found {
    visit.shows(|play, look| play.overlay_of_table(look.seat)).await
}

pub(super) async fn overlay_of_unit(visit: Visit, Named((_, unit)): Named<(String, String)>) -> Found {
    let unit = unit_of(&unit)?;
    visit.shows(move |play, look| play.overlay_of_unit(look.seat, unit)).await
}

pub(super) async fn odds_of_answers(visit: Visit) -> Found {
    visit.for_work(Class::Beside).shows(|play, look| play.odds_of_answers(look.seat)).await
}

pub(super) async fn odds_of(visit: Visit, body: Sent) -> Found {
    visit.plays()?;
    let asked: odds::Asked = read(body)?;
    visit.for_work(Class::Beside).shows(move |play, look| play.odds(look.seat, asked)).await
}

fn unit_of(text: &str) -> Result<UnitId, Wrong> {
    text.parse().map(UnitId).map_err(|_| Wrong::not_found("There is no such unit."))
}
