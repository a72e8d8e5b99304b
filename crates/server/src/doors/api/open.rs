//! What anybody may see without a link: the battles, the charts and rules, and how the server is.

use super::body::{Found, Named, Sent, json, read};
use crate::guard::caller::Caller;
use crate::guard::work::Class;
use crate::rooms::{self, Rooms};
use crate::shown::desk;
use crate::shown::report::{Piece, pieces, strength_word};
use crate::shown::sheet;
use crate::wrong::Wrong;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use engine::Played as _;
use games::BattleCard;
use serde::Serialize;
use std::sync::{Arc, OnceLock};
use table::{Feature, Inches};

#[derive(Serialize)]
struct BattleShown {
    #[serde(flatten)]
    card: BattleCard,
    width: Inches,
    depth: Inches,
    /// What strength is counted in.
    strength: String,
    terrain: Vec<Feature>,
    /// The units on the table; the card's `units` counts reserves too.
    pieces: Vec<Piece>,
}

pub(super) async fn battles(caller: Caller, State(rooms): State<Arc<Rooms>>) -> Found {
    static SHOWN: OnceLock<Bytes> = OnceLock::new();
    let text = match SHOWN.get() {
        Some(text) => text.clone(),
        None => {
            let made =
                rooms.reckon(caller.errand(Class::Beside), all_battles).await?.map_err(Wrong::inside)?;
            SHOWN.get_or_init(|| Bytes::from(made)).clone()
        }
    };
    Ok(json(text))
}

fn all_battles() -> Result<Vec<u8>, String> {
    let shown = games::battles().into_iter().map(|card| {
        let told = |error: games::Error| error.to_string();
        let file = games::find(&card.id).map_err(told)?;
        let kind = file.kind().map_err(|faults| faults.to_string())?;
        games::with!(kind, G => {
            let (battle, rules) = games::Setup::new(file).open::<G>().map_err(told)?;
            let game = G::start(&battle, rules, false);
            let terrain = &game.about().terrain;
            Ok(BattleShown {
                width: terrain.width,
                depth: terrain.depth,
                strength: strength_word::<G>(),
                terrain: terrain.features.clone(),
                pieces: pieces(&game),
                card,
            })
        })
    });
    let shown: Vec<BattleShown> = shown.collect::<Result<_, String>>()?;
    serde_json::to_vec(&shown).map_err(|error| error.to_string())
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
    let asked: desk::Asked = read(body)?;
    let resolve = move || desk::resolve(&sheet, &chart, asked);
    Ok(Json(rooms.reckon(caller.errand(Class::Dear), resolve).await??).into_response())
}

pub(super) async fn rules(Named(sheet): Named<String>) -> Found {
    Ok(Json(desk::texts(&sheet)?).into_response())
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

/// Likewise as a club plays it.
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
    match rooms.store.pulse(rooms::date()).await {
        Ok(()) => Ok("well\n".into_response()),
        Err(failed) => Err(failed.into()),
    }
}

pub(super) async fn metrics(State(rooms): State<Arc<Rooms>>) -> String {
    rooms.metrics.text(rooms.count_open())
}
