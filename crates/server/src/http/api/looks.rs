//! Looking at a game from a seat: nothing is changed.

use super::body::{Found, Named, Sent, read};
use crate::http::openapi::route::{self, Route};
use crate::http::visit::Visit;
use crate::work::Class;
use crate::wrong::Wrong;
use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use engine::wire;
use engine::{GeneralId, UnitId};
use schemars::JsonSchema;
use seat::odds;
use seat::{AdviceView, LedPlan};
use seat::{Briefs, LogView};
use seat::{options::Options, overlay, report::Report, sheet::SheetShown, view::AnyView};
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

/// What the seat's captain would do.
pub(super) async fn advice(visit: Visit) -> Found {
    visit.for_work(Class::Beside).thinks(|play, seat| play.advice(seat)).await
}

/// What the seat's captain intends with the commands he was handed.
pub(super) async fn led(visit: Visit) -> Found {
    visit.for_work(Class::Beside).shows(|play, look| play.led(look.seat)).await
}

pub(super) async fn report(visit: Visit) -> Found {
    let id = visit.room.id.clone();
    visit.for_work(Class::Dear).shows(move |play, _| play.report(&id)).await
}

pub(super) async fn game_sheet(visit: Visit) -> Found {
    visit.for_work(Class::Beside).shows(|play, _| play.sheet()).await
}

#[derive(Serialize, JsonSchema)]
struct ToShare<'r> {
    token: &'r str,
}

/// A spectator's link to pass on; never the seat's own.
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
    let asked: odds::OddsAsked = read(body)?;
    visit.for_work(Class::Beside).shows(move |play, look| play.odds(look.seat, asked)).await
}

fn unit_of(text: &str) -> Result<UnitId, Wrong> {
    text.parse().map(UnitId).map_err(|_| Wrong::not_found("There is no such unit."))
}

pub(super) fn described() -> Vec<Route> {
    let of_game =
        |path: &str, about: &'static str| route::get(&format!("/api/games/{{id}}{path}"), about).by_link();
    let seen = "The game as this seat sees it";
    vec![
        of_game("", "The whole view of a seat").log_after().gives::<AnyView>(seen),
        of_game("/log", "The log").log_after().gives::<LogView>("Lines"),
        of_game("/units/{unit}/options", "What a unit may do now, while its seat is asked for orders")
            .gives::<Options>("What it may do, and why not the rest")
            .fails(404, "No such unit.")
            .fails(409, "No orders are wanted of this seat now, or the unit is not its own."),
        of_game(
            "/generals/{general}/options",
            "Where a general may ride and whom he may join, while his seat is asked for orders",
        )
        .gives::<Options>("What he may do, and why not the rest")
        .fails(404, "No such general.")
        .fails(409, "No orders are wanted of this seat now, or the general is not its own."),
        of_game(
            "/odds",
            "The odds of each answer to what is asked now, in short; none for a seat that is not asked",
        )
        .gives::<Briefs<wire::Answer>>("One for each answer that something hangs on"),
        route::post(
            "/api/games/{id}/odds",
            "The odds of one answer in full, or of what one unit might do to another; with facts turned, if wanted",
        )
        .by_link()
        .takes::<odds::OddsAsked>()
        .gives::<odds::Told>("A sentence, the facts and numbers behind it, every way it can end")
        .fails(400, "The body is not what is wanted, or a fact cannot be turned so.")
        .fails(403, "Spectators have no odds to weigh.")
        .fails(404, "No such unit on the table.")
        .fails(
            409,
            "The answer is not this seat's or the rules forbid it, neither unit is its own, or there are no odds for it.",
        ),
        of_game(
            "/advice",
            "What the seat's captain would do, in sentences; where plans can be played out up to three others, with the \
             chance of each. By what the seat sees alone: the same position gets the same answer",
        )
        .gives::<AdviceView>("His plan, and others")
        .fails(403, "Spectators have no captain to ask.")
        .fails(409, "The battle is over, or the table is beside real figures."),
        of_game("/captain", "What the seat's captain is about with each command he was handed")
            .gives::<Vec<LedPlan>>("A plan for each command that he leads")
            .fails(403, "Spectators have no captain.")
            .fails(409, "The battle is over, or the table is beside real figures."),
        of_game("/overlay", "Rings of command, and the moves of this turn and the last, as a seat sees them")
            .gives::<overlay::OfTable>("What can be laid over the whole table"),
        of_game("/overlay/{unit}", "How far a unit shoots and whither, whom it sees, how far it could go")
            .gives::<overlay::OfUnit>("What can be laid over the table for one unit")
            .fails(404, "No such unit on the table."),
        of_game(
            "/record",
            "The record, for `grognard replay`. Before the end it has no seed, and is held back while it would tell of \
             hidden reserves",
        )
        .gives_text("The record")
        .fails(409, "It would tell of hidden reserves."),
        of_game("/steps/{step}", "The view exactly after a step, with what has moved in it; 0 is the beginning")
            .log_after()
            .gives::<AnyView>(seen)
            .fails(400, "Not a number.")
            .fails(404, "The game has not got so far."),
        of_game(
            "/report",
            "The report of a finished battle: losses, the running verdict, turning points, luck, dice, a map for each \
             turn; the same for every seat",
        )
        .gives::<Report<'_>>("The report")
        .fails(409, "The battle goes on."),
        of_game("/sheet", "The sheet of this game, as it is in force in it").gives::<SheetShown>(
            "The sheet: phases, rules in the sheet's order with their phases, chart and numbers, rulings; with a house, \
             what it changes",
        ),
        of_game(
            "/share",
            "A spectator's link to give away, for whoever has a link of the game himself: the same for every seat, and \
             no seat's own",
        )
        .gives::<ToShare<'_>>("A token that only watches"),
    ]
}
