//! What needs no link: the battles, the charts and rules, and how the server is.

use super::body::{Found, Named, Sent, json, read};
use crate::http::openapi::route::{self, Route};
use crate::limits::caller::Caller;
use crate::rooms::Rooms;
use crate::seats::secret;
use crate::work::Class;
use crate::wrong::Wrong;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use dice::Seed;
use engine::desk::ChartCard;
use seat::{desk, list, sheet, sheets};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub(super) async fn battles(caller: Caller, State(rooms): State<Arc<Rooms>>) -> Found {
    static SHOWN: OnceLock<Bytes> = OnceLock::new();
    let text = match SHOWN.get() {
        Some(text) => text.clone(),
        None => {
            let made = rooms
                .reckon(caller.errand(Class::Beside), list::all_battles)
                .await?
                .map_err(Wrong::inside)?;
            SHOWN.get_or_init(|| Bytes::from(made)).clone()
        }
    };
    Ok(json(text))
}

pub(super) async fn charts(Named(sheet): Named<String>) -> Found {
    Ok(Json(desk::charts(&sheet)?).into_response())
}

pub(super) async fn resolve(
    caller: Caller,
    State(rooms): State<Arc<Rooms>>,
    Named((sheet, chart)): Named<(String, String)>,
    body: Sent,
) -> Found {
    let asked: desk::ChartAsked = read(body)?;
    let seed = Seed(secret::random()?);
    let resolve = move || desk::resolve(&sheet, &chart, asked, seed);
    Ok(Json(rooms.reckon(caller.errand(Class::Dear), resolve).await??).into_response())
}

pub(super) async fn rules(Named(sheet): Named<String>) -> Found {
    Ok(Json(desk::texts(&sheet)?).into_response())
}

/// All sheets, game by game.
pub(super) async fn sheets_there() -> Found {
    static SHOWN: OnceLock<Vec<sheets::SheetCard>> = OnceLock::new();
    Ok(Json(SHOWN.get_or_init(sheets::all_sheets)).into_response())
}

/// A sheet to read and to print.
pub(super) async fn sheet(
    caller: Caller,
    State(rooms): State<Arc<Rooms>>,
    Named(name): Named<String>,
) -> Found {
    let shown = move || sheet::printed(&name);
    Ok(Json(rooms.reckon(caller.errand(Class::Beside), shown).await??).into_response())
}

/// The same as a club plays it.
pub(super) async fn house_sheet(
    caller: Caller,
    State(rooms): State<Arc<Rooms>>,
    Named(name): Named<String>,
    body: Sent,
) -> Found {
    let asked: sheet::ByHouse = read(body)?;
    let shown = move || sheet::by_house(&name, &asked);
    Ok(Json(rooms.reckon(caller.errand(Class::Dear), shown).await??).into_response())
}

pub(super) async fn openapi() -> Response {
    json(include_str!("../openapi.json"))
}

pub(super) async fn health(State(rooms): State<Arc<Rooms>>) -> Found {
    rooms.health.of(&rooms.store).await?;
    Ok("well\n".into_response())
}

pub(super) async fn metrics(State(rooms): State<Arc<Rooms>>) -> String {
    rooms.metrics.text(rooms.count_open(), rooms.thinking())
}

pub(super) fn described() -> Vec<Route> {
    let no_sheet = "No such sheet.";
    let whole = "The sheet: phases, rules in the sheet's order with their phases, chart and numbers, rulings; with a \
                 house, what it changes";
    vec![
        route::get("/api/battles", "The battles there are")
            .gives::<Vec<list::BattleShown>>("Cards with a small map"),
        route::get("/api/charts/{sheet}", "The charts of a sheet, the facts each wants, and what it is usually asked")
            .gives::<Vec<ChartCard>>("Charts")
            .fails(404, no_sheet),
        route::post(
            "/api/charts/{sheet}/{chart}",
            "Ask a chart; without dice the server throws; where the dice end before the rule does, next says what is \
             thrown then",
        )
        .takes::<desk::ChartAsked>()
        .gives::<desk::Told>("What it says")
        .fails(400, "Facts or dice that do not fit.")
        .fails(404, "No such sheet or chart."),
        route::get("/api/rules/{sheet}", "The text of every rule of a sheet and of every ruling, by id")
            .gives::<BTreeMap<String, String>>("Texts")
            .fails(404, no_sheet),
        route::get("/api/sheets", "The sheets there are, each with what it is and the words of its game")
            .gives::<Vec<sheets::SheetCard>>("Sheets, in the order of the games"),
        route::get("/api/sheets/{sheet}", "A sheet to read and to print, as printed")
            .gives::<sheet::SheetShown>(whole)
            .fails(404, no_sheet),
        route::post("/api/sheets/{sheet}", "The same as a club plays it")
            .takes::<sheet::ByHouse>()
            .gives::<sheet::SheetShown>(whole)
            .fails(400, "A patch with faults, each with its line, or for another sheet.")
            .fails(404, no_sheet),
        route::get("/api/openapi.json", "This").gives::<serde_json::Map<String, serde_json::Value>>("This"),
        route::get("/health", "Whether the server can read and write")
            .gives_text("It can")
            .fails(503, "It cannot."),
        route::get("/metrics", "Counters, where the server was started with them")
            .gives_text("Counters")
            .fails(404, "It was started without."),
    ]
}
