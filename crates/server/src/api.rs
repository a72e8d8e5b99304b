//! The doors: every route, what it takes and what it gives.

use crate::chronicle::{Chronicle as _, Piece};
use crate::listen::Patience;
use crate::live::live;
use crate::rate::{self, Buckets};
use crate::rooms::{self, Change, Rooms};
use crate::seat::{self, Player, Tokens};
use crate::store::{Kept, Setting};
use crate::visit::Visit;
use crate::wrong::Wrong;
use crate::{desk, odds, page, upload};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRef, Path, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use dice::Seed;
use engine::{Both, GeneralId, Played as _, Side, UnitId};
use games::BattleCard;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::Any;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use table::{Feature, Inches};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

/// Larger bodies are refused unread.
const LARGEST_BODY: usize = 1 << 20;
/// A new game costs a caller as much as so many other requests.
const COST_OF_A_GAME: u32 = 10;
/// And a record that is brought along as much as so many.
const COST_OF_A_RECORD: u32 = 50;
/// Request ids and everything like them.
const LONGEST_ID: usize = 64;
/// The request that begins a game is not to be guessed.
const SHORTEST_BEGINNING: usize = 16;

#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) buckets: Option<Arc<Buckets>>,
    pub(crate) behind_proxy: bool,
    pub(crate) patience: Patience,
}

impl FromRef<Shared> for Arc<Rooms> {
    fn from_ref(shared: &Shared) -> Arc<Rooms> {
        Arc::clone(&shared.rooms)
    }
}

pub(crate) fn router(shared: Shared) -> Router {
    let api = Router::new()
        .route("/battles", get(battles))
        .route("/games", post(begin))
        .route("/records", post(upload::upload).layer(DefaultBodyLimit::max(upload::LARGEST)))
        .route("/games/{id}", get(show))
        .route("/games/{id}/log", get(log))
        .route("/games/{id}/answers", post(answer))
        .route("/games/{id}/dice", post(throw))
        .route("/games/{id}/undo", post(undo))
        .route("/games/{id}/check", post(check))
        .route("/games/{id}/units/{unit}/options", get(unit_options))
        .route("/games/{id}/generals/{general}/options", get(general_options))
        .route("/games/{id}/odds", get(odds_of_answers).post(odds_of))
        .route("/games/{id}/overlay", get(overlay_of_table))
        .route("/games/{id}/overlay/{unit}", get(overlay_of_unit))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/steps/{step}", get(step))
        .route("/games/{id}/report", get(report))
        .route("/games/{id}/share", get(share))
        .route("/charts/{sheet}", get(charts))
        .route("/charts/{sheet}/{chart}", post(resolve))
        .route("/rules/{sheet}", get(rules))
        .route("/openapi.json", get(openapi));
    let plain = Router::new()
        .nest("/api", api)
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .fallback(page::page)
        .method_not_allowed_fallback(async || {
            Wrong::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "This is not done that way: /api/openapi.json says how.",
            )
        })
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, shared.patience.request));
    Router::new()
        .route("/api/games/{id}/live", get(live))
        .merge(plain)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(shared.clone(), at_the_door))
        .with_state(shared)
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    Wrong::inside("a panic in a handler").into_response()
}

/// Counts, limits, and sends everybody home with the right headers.
async fn at_the_door(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let from = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(from)| from.ip());
    let noted = if shared.behind_proxy { rate::forwarded_for(request.headers()) } else { None };
    let caller = noted.or(from).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let cost = match (request.method(), request.uri().path()) {
        (&Method::POST, "/api/games") => COST_OF_A_GAME,
        (&Method::POST, "/api/records") => COST_OF_A_RECORD,
        _ => 1,
    };
    shared.rooms.metrics.request();
    let mut response = match &shared.buckets {
        Some(buckets) if !buckets.allows(caller, cost) => {
            shared.rooms.metrics.limited();
            let wrong = Wrong::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests from your address: wait a second.",
            );
            ([(header::RETRY_AFTER, "1")], wrong).into_response()
        }
        _ => next.run(request).await,
    };
    if response.status().is_server_error() {
        shared.rooms.metrics.error();
    }
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

const CONTENT_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                              base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// JSON that was made already.
pub(crate) fn json(text: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// A body, if it could be read.
pub(crate) type Sent = Result<Bytes, BytesRejection>;

/// Reads a body as JSON; whatever is wrong with it is said in one sentence.
fn read<T: DeserializeOwned>(body: Sent) -> Result<T, Wrong> {
    read_up_to(LARGEST_BODY, body)
}

/// Likewise where the route takes bodies of another size.
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

/// What somebody calls his request: short, and of letters, digits and dashes.
pub(crate) fn request_id(request: &str) -> Result<(), Wrong> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=LONGEST_ID).contains(&request.len()) && request.bytes().all(plain) {
        return Ok(());
    }
    Err(Wrong::bad(format!(
        "A request id has 1 to {LONGEST_ID} letters, digits, dashes or underscores: make a new UUID for each request."
    )))
}

/// What somebody calls the request that begins a game: it gets the links again, so nobody must guess it.
pub(crate) fn beginning_id(request: &str) -> Result<(), Wrong> {
    request_id(request)?;
    if request.len() >= SHORTEST_BEGINNING {
        return Ok(());
    }
    Err(Wrong::bad(format!(
        "The request id of a new game has at least {SHORTEST_BEGINNING} characters, so that nobody guesses it: make \
         a UUID."
    )))
}

// -------------------------------------------------------------------- seats ----

pub(crate) type Found = Result<Response, Wrong>;

async fn show(visit: Visit) -> Found {
    let (id, look) = (visit.room.id.clone(), visit.look);
    Ok(json(visit.look(move |play| play.view(&id, look)).await??))
}

async fn log(visit: Visit) -> Found {
    let look = visit.look;
    Ok(json(visit.look(move |play| play.log(look)).await??))
}

async fn record(visit: Visit) -> Found {
    let seat = visit.seat;
    let text = visit.look(move |play| play.record(seat)).await??;
    let name = format!("attachment; filename=\"grognard-{}.jsonl\"", visit.room.id);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

async fn step(visit: Visit, Path((id, step)): Path<(String, String)>) -> Found {
    let step: usize = step.parse().map_err(|_| Wrong::bad("A step is a whole number from 0."))?;
    let look = visit.look;
    let shown = visit.look(move |play| play.after_step(&id, step, look)).await??;
    Ok(json(shown))
}

async fn report(visit: Visit) -> Found {
    let id = visit.room.id.clone();
    let written = visit.look(move |play| play.report(&id)).await??;
    Ok(json(written))
}

#[derive(Serialize)]
struct ToShare<'r> {
    token: &'r str,
}

/// A spectator's link to give away, for whoever has a link himself; never the seat's own.
async fn share(visit: Visit) -> Found {
    Ok(Json(ToShare { token: &visit.room.shared }).into_response())
}

async fn unit_options(visit: Visit, Path((_, unit)): Path<(String, String)>) -> Found {
    let unit = UnitId(unit.parse().map_err(|_| Wrong::not_found("There is no such unit."))?);
    let seat = visit.seat;
    Ok(json(visit.look(move |play| play.unit_options(seat, unit)).await??))
}

async fn general_options(visit: Visit, Path((_, general)): Path<(String, String)>) -> Found {
    let general = GeneralId(general.parse().map_err(|_| Wrong::not_found("There is no such general."))?);
    let seat = visit.seat;
    Ok(json(visit.look(move |play| play.general_options(seat, general)).await??))
}

async fn overlay_of_table(visit: Visit) -> Found {
    let seat = visit.seat;
    Ok(json(visit.look(move |play| play.overlay_of_table(seat)).await??))
}

async fn overlay_of_unit(visit: Visit, Path((_, unit)): Path<(String, String)>) -> Found {
    let unit = UnitId(unit.parse().map_err(|_| Wrong::not_found("There is no such unit."))?);
    let seat = visit.seat;
    Ok(json(visit.look(move |play| play.overlay_of_unit(seat, unit)).await??))
}

async fn odds_of_answers(visit: Visit) -> Found {
    let seat = visit.seat;
    Ok(json(visit.look(move |play| play.odds_of_answers(seat)).await??))
}

async fn odds_of(visit: Visit, body: Sent) -> Found {
    visit.plays()?;
    let asked: odds::Asked = read(body)?;
    let seat = visit.seat;
    Ok(json(visit.look(move |play| play.odds(seat, asked)).await??))
}

// ------------------------------------------------------------------ changes ----

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

async fn answer(visit: Visit, body: Sent) -> Found {
    let AnswerGiven { request, version, answer } = read(body)?;
    visit.change(request, Change::Answer { version, answer }).await
}

async fn throw(visit: Visit, body: Sent) -> Found {
    let DiceGiven { request, version, faces } = read(body)?;
    visit.change(request, Change::Throw { version, faces }).await
}

async fn undo(visit: Visit, body: Sent) -> Found {
    let UndoGiven { request } = read(body)?;
    visit.change(request, Change::Undo).await
}

#[derive(Serialize)]
struct Checked {
    ok: bool,
    #[serde(flatten)]
    wrong: Option<crate::wrong::Body>,
}

async fn check(visit: Visit, body: Sent) -> Found {
    visit.plays()?;
    let CheckGiven { answer } = read(body)?;
    let seat = visit.seat;
    let checked = visit.look(move |play| play.check(seat, answer)).await?;
    let wrong = checked.err().map(|wrong| wrong.body);
    Ok(Json(Checked { ok: wrong.is_none(), wrong }).into_response())
}

// ---------------------------------------------------------------- beginning ----

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Beginning {
    request: String,
    battle: String,
    french: Player,
    allied: Player,
    #[serde(default)]
    own_dice: bool,
    /// Each side places its own units before the battle.
    #[serde(default)]
    deploy: bool,
    #[serde(default)]
    seed: Option<SeedGiven>,
}

/// A number, or its digits: a page's numbers do not reach as far.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum SeedGiven {
    Number(u64),
    Digits(String),
}

#[derive(Serialize)]
pub(crate) struct Begun {
    pub(crate) id: String,
    pub(crate) tokens: Tokens,
}

async fn begin(State(rooms): State<Arc<Rooms>>, body: Sent) -> Found {
    let given: Beginning = read(body)?;
    beginning_id(&given.request)?;
    let begun_by = seat::hashed(&given.request);
    if let Some(kept) = rooms.store.begun_by(&begun_by).await? {
        return again(&given, &kept);
    }
    let file = battle_file(&given)?;
    let seed = match &given.seed {
        Some(SeedGiven::Number(number)) => Seed::from_number(*number),
        Some(SeedGiven::Digits(digits)) => {
            let number = digits.parse().map_err(|_| Wrong::bad("A seed is a whole number, such as 7."))?;
            Seed::from_number(number)
        }
        None => Seed(seat::random()?),
    };
    let players = Both { french: given.french.clone(), allied: given.allied.clone() };
    let salt = seat::hex(&seat::random::<16>()?);
    let tokens = Tokens::new(&salt, &given.request, &players);
    let setup = games::Setup::new(file);
    let header = games::with!(setup.kind().map_err(Wrong::inside)?, G => {
        let (battle, rules) = setup.open::<G>().map_err(Wrong::inside)?;
        let game = G::start(&battle, Arc::clone(&rules), false);
        let seat = |side: Side, player: &Player| (game.side_name(side).to_owned(), String::from(player.clone()));
        let seats = [seat(Side::French, &players.french), seat(Side::Allied, &players.allied)];
        setup.header(&rules, seed, seats.into())
    });
    let kept = Kept {
        id: rooms::new_id()?,
        header,
        setting: Setting { players, own_dice: given.own_dice, tokens: tokens.hashes(), uploaded: None },
        salt,
    };
    let id = kept.id.clone();
    if let Err(wrong) = rooms.begin(kept, Vec::new(), begun_by.clone()).await {
        // The same request may have come twice at once: the other one has won.
        return match rooms.store.begun_by(&begun_by).await? {
            Some(kept) => again(&given, &kept),
            None => Err(wrong),
        };
    }
    Ok((StatusCode::CREATED, Json(Begun { id, tokens })).into_response())
}

fn battle_file(given: &Beginning) -> Result<games::BattleFile, Wrong> {
    let file = games::find(&given.battle).map_err(|error| Wrong::not_found(format!("{error}.")))?;
    Ok(if given.deploy { file.to_deploy() } else { file })
}

/// A request that has begun its game already gets the same game again, and nothing else.
fn again(given: &Beginning, kept: &Kept) -> Found {
    let Setting { players, own_dice, uploaded, .. } = &kept.setting;
    let same = uploaded.is_none()
        && given.battle == kept.header.battle
        && given.french == players.french
        && given.allied == players.allied
        && given.own_dice == *own_dice
        && battle_file(given)?.source.text == kept.header.battle_text;
    if !same {
        return Err(Wrong::conflict("This request id has begun another game already: make a new one."));
    }
    let tokens = Tokens::new(&kept.salt, &given.request, players);
    Ok((StatusCode::CREATED, Json(Begun { id: kept.id.clone(), tokens })).into_response())
}

// ------------------------------------------------------- what anybody may see ----

#[derive(Serialize)]
struct BattleShown {
    #[serde(flatten)]
    card: BattleCard,
    width: Inches,
    depth: Inches,
    terrain: Vec<Feature>,
    /// The units on the table; the card's `units` counts reserves too.
    pieces: Vec<Piece>,
}

async fn battles(State(rooms): State<Arc<Rooms>>) -> Found {
    static SHOWN: OnceLock<Bytes> = OnceLock::new();
    let text = match SHOWN.get() {
        Some(text) => text.clone(),
        None => {
            let made = rooms.reckon(all_battles).await?.map_err(Wrong::inside)?;
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
            let terrain = game.battle().terrain;
            Ok(BattleShown {
                width: terrain.width,
                depth: terrain.depth,
                terrain: terrain.features.clone(),
                pieces: game.pieces(),
                card,
            })
        })
    });
    let shown: Vec<BattleShown> = shown.collect::<Result<_, String>>()?;
    serde_json::to_vec(&shown).map_err(|error| error.to_string())
}

async fn charts(Path(sheet): Path<String>) -> Found {
    Ok(Json(desk::charts(&sheet)?).into_response())
}

async fn resolve(
    State(rooms): State<Arc<Rooms>>,
    Path((sheet, chart)): Path<(String, String)>,
    body: Sent,
) -> Found {
    let asked: desk::Asked = read(body)?;
    Ok(Json(rooms.reckon(move || desk::resolve(&sheet, &chart, asked)).await??).into_response())
}

async fn rules(Path(sheet): Path<String>) -> Found {
    Ok(Json(desk::texts(&sheet)?).into_response())
}

async fn openapi() -> Response {
    json(include_str!("openapi.json"))
}

async fn health(State(rooms): State<Arc<Rooms>>) -> Found {
    if rooms.store.is_well().await {
        return Ok("well\n".into_response());
    }
    Err(Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "The games cannot be read or written."))
}

async fn metrics(State(rooms): State<Arc<Rooms>>) -> String {
    rooms.metrics.text(rooms.count_open())
}
