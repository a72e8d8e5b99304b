//! The doors: every route, what it takes and what it gives.

use crate::live::live;
use crate::rate::Buckets;
use crate::rooms::{self, Change, Room, Rooms};
use crate::seat::{self, Player, Seat, Tokens, bearer};
use crate::store::{Kept, Setting};
use crate::view::{self, Look};
use crate::wrong::Wrong;
use crate::{desk, options, page};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRef, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use dice::Seed;
use engine::Both;
use games::BattleCard;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use table::{Bearing, Feature, Inches, Rect};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use volley::words::{Arm, Formation, Nation};
use volley::{Answer, UnitId};

/// Larger bodies are refused unread.
const LARGEST_BODY: usize = 1 << 20;
/// No request takes longer; a move that is being written down is finished all the same.
const LONGEST: Duration = Duration::from_secs(30);
/// A new game costs a caller as much as so many other requests.
const COST_OF_A_GAME: u32 = 10;
/// Request ids and everything like them.
const LONGEST_ID: usize = 64;
/// The request that begins a game must not be guessed: it gets the links again.
const SHORTEST_BEGINNING: usize = 16;

#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) buckets: Option<Arc<Buckets>>,
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
        .route("/games/{id}", get(show))
        .route("/games/{id}/log", get(log))
        .route("/games/{id}/answers", post(answer))
        .route("/games/{id}/dice", post(throw))
        .route("/games/{id}/undo", post(undo))
        .route("/games/{id}/check", post(check))
        .route("/games/{id}/units/{unit}/options", get(unit_options))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/steps/{step}", get(step))
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
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, LONGEST));
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
    let begins = request.method() == Method::POST && request.uri().path() == "/api/games";
    let is_api = request.uri().path().starts_with("/api/");
    let caller = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(from)| from.ip());
    let cost = if begins { COST_OF_A_GAME } else { 1 };
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
fn json(text: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// Reads a body as JSON; whatever is wrong with it is said in one sentence.
fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Wrong> {
    let bytes = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Wrong::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than 1 MiB.")
        }
        status => Wrong::new(status, "The body could not be read."),
    })?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Wrong::bad(format!("The body is not what is wanted here: {error}.")))
}

/// What somebody calls his request: short, and of letters, digits and dashes.
fn request_id(request: &str) -> Result<(), Wrong> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (1..=LONGEST_ID).contains(&request.len()) && request.bytes().all(plain) {
        return Ok(());
    }
    Err(Wrong::bad(format!(
        "A request id has 1 to {LONGEST_ID} letters, digits, dashes or underscores: make a new UUID for each request."
    )))
}

// -------------------------------------------------------------------- seats ----

#[derive(Deserialize)]
struct LookAt {
    /// The log after this line only.
    after: Option<usize>,
}

/// A place in a game, by its id and the token in the header.
async fn enter(rooms: &Rooms, id: &str, headers: &HeaderMap) -> Result<(Arc<Room>, Seat), Wrong> {
    rooms.enter(id, bearer(headers)?).await
}

type Found = Result<Response, Wrong>;

async fn show(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    Query(at): Query<LookAt>,
    headers: HeaderMap,
) -> Found {
    let (room, seat) = enter(&rooms, &id, &headers).await?;
    let look = Look { seat, after: at.after.unwrap_or(0) };
    let shown = rooms.look(&room, move |play| view::view(&id, play, look)).await?;
    Ok(json(shown.map_err(Wrong::inside)?))
}

#[derive(Serialize)]
struct LogView {
    version: usize,
    step: usize,
    told: usize,
    log: Vec<crate::log::Line>,
}

async fn log(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    Query(at): Query<LookAt>,
    headers: HeaderMap,
) -> Found {
    let (room, seat) = enter(&rooms, &id, &headers).await?;
    let look = Look { seat, after: at.after.unwrap_or(0) };
    let shown = rooms
        .look(&room, move |play| {
            let seen = view::seen(play.session.game(), seat.side());
            let log = crate::log::lines(&seen, play.session.log(), look);
            let told = play.session.log().len();
            serde_json::to_vec(&LogView { version: play.version(), step: play.step(), told, log })
        })
        .await?;
    Ok(json(shown.map_err(Wrong::inside)?))
}

async fn record(State(rooms): State<Arc<Rooms>>, Path(id): Path<String>, headers: HeaderMap) -> Found {
    let (room, seat) = enter(&rooms, &id, &headers).await?;
    let text = rooms.look(&room, move |play| play.record(seat)).await??;
    let name = format!("attachment; filename=\"grognard-{}.jsonl\"", room.id);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, text).into_response())
}

async fn step(
    State(rooms): State<Arc<Rooms>>,
    Path((id, step)): Path<(String, String)>,
    Query(at): Query<LookAt>,
    headers: HeaderMap,
) -> Found {
    let (room, seat) = enter(&rooms, &id, &headers).await?;
    let step: usize = step.parse().map_err(|_| Wrong::bad("A step is a whole number from 0."))?;
    let look = Look { seat, after: at.after.unwrap_or(0) };
    let shown = rooms
        .look(&room, move |play| {
            let back = play.after_step(step)?.clone();
            view::of_session(&id, play, &back, look).map_err(Wrong::inside)
        })
        .await??;
    Ok(json(shown))
}

async fn unit_options(
    State(rooms): State<Arc<Rooms>>,
    Path((id, unit)): Path<(String, String)>,
    headers: HeaderMap,
) -> Found {
    let (room, seat) = enter(&rooms, &id, &headers).await?;
    let unit = UnitId(unit.parse().map_err(|_| Wrong::not_found("There is no such unit."))?);
    let found = rooms.look(&room, move |play| options::of_unit(play, seat, unit)).await??;
    Ok(Json(found).into_response())
}

// ------------------------------------------------------------------ changes ----

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerGiven {
    request: String,
    version: usize,
    answer: Answer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceGiven {
    request: String,
    version: usize,
    faces: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UndoGiven {
    request: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckGiven {
    answer: Answer,
}

/// What all changes have in common.
async fn change(
    rooms: &Arc<Rooms>,
    (room, seat): (Arc<Room>, Seat),
    at: &LookAt,
    request: String,
    change: Change,
) -> Found {
    if seat == Seat::Watch {
        return Err(Wrong::forbidden("Spectators only watch: take a seat by its link to play."));
    }
    request_id(&request)?;
    let look = Look { seat, after: at.after.unwrap_or(0) };
    Ok(json(rooms.change(&room, look, request, change).await?))
}

async fn answer(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    Query(at): Query<LookAt>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Found {
    let place = enter(&rooms, &id, &headers).await?;
    let AnswerGiven { request, version, answer } = read(body)?;
    change(&rooms, place, &at, request, Change::Answer { version, answer }).await
}

async fn throw(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    Query(at): Query<LookAt>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Found {
    let place = enter(&rooms, &id, &headers).await?;
    let DiceGiven { request, version, faces } = read(body)?;
    change(&rooms, place, &at, request, Change::Throw { version, faces }).await
}

async fn undo(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    Query(at): Query<LookAt>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Found {
    let place = enter(&rooms, &id, &headers).await?;
    let UndoGiven { request } = read(body)?;
    change(&rooms, place, &at, request, Change::Undo).await
}

#[derive(Serialize)]
struct Checked {
    ok: bool,
    #[serde(flatten)]
    wrong: Option<crate::wrong::Body>,
}

async fn check(
    State(rooms): State<Arc<Rooms>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Found {
    let (room, seat) = enter(&rooms, &id, &headers).await?;
    if seat == Seat::Watch {
        return Err(Wrong::forbidden("Spectators only watch: take a seat by its link to play."));
    }
    let CheckGiven { answer } = read(body)?;
    let checked = rooms.look(&room, move |play| play.check(seat, &answer)).await?;
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
struct Begun {
    id: String,
    tokens: Tokens,
}

async fn begin(State(rooms): State<Arc<Rooms>>, body: Result<Bytes, BytesRejection>) -> Found {
    let given: Beginning = read(body)?;
    request_id(&given.request)?;
    if given.request.len() < SHORTEST_BEGINNING {
        return Err(Wrong::bad(format!(
            "The request id of a new game has at least {SHORTEST_BEGINNING} characters, so that nobody guesses it: \
             make a UUID."
        )));
    }
    let begun_by = seat::hashed(&given.request);
    if let Some(kept) = rooms.store.begun_by(&begun_by).await? {
        return again(&given, &kept);
    }
    let file = games::find(&given.battle).map_err(|error| Wrong::not_found(format!("{error}.")))?;
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
    let (battle, rules) = setup.open().map_err(Wrong::inside)?;
    let seats = [
        ("french".to_owned(), String::from(players.french.clone())),
        (battle.scenario.opponent.word().to_owned(), String::from(players.allied.clone())),
    ];
    let kept = Kept {
        id: rooms::new_id()?,
        header: setup.header(&rules, seed, seats.into()),
        setting: Setting { players, own_dice: given.own_dice, tokens: tokens.hashes() },
        salt,
    };
    let id = kept.id.clone();
    if let Err(wrong) = rooms.begin(kept, begun_by.clone()).await {
        // The same request may have come twice at once: the other one has won.
        return match rooms.store.begun_by(&begun_by).await? {
            Some(kept) => again(&given, &kept),
            None => Err(wrong),
        };
    }
    Ok((StatusCode::CREATED, Json(Begun { id, tokens })).into_response())
}

/// A request that has begun its game already gets the same game again, and nothing else.
fn again(given: &Beginning, kept: &Kept) -> Found {
    let Setting { players, own_dice, .. } = &kept.setting;
    let same = given.battle == kept.header.battle
        && given.french == players.french
        && given.allied == players.allied
        && given.own_dice == *own_dice;
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

/// A unit on the small map: where the middle of its front is, and its corners from front left.
#[derive(Serialize)]
struct Piece {
    x: i32,
    y: i32,
    facing: Bearing,
    side: engine::Side,
    nation: Nation,
    arm: Arm,
    formation: Formation,
    width: Inches,
    depth: Inches,
    rect: [[i32; 2]; 4],
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
        let file = games::find(&card.id).map_err(|error| error.to_string())?;
        let (battle, rules) = games::Setup::new(file).open().map_err(|error| error.to_string())?;
        let pieces = battle.units.iter().filter_map(|placed| {
            let pose = placed.pose?;
            let profile = &placed.profile;
            let footprint = volley::footprint(&rules, profile.arm, placed.formation, profile.figures);
            Some(Piece {
                x: pose.at.x,
                y: pose.at.y,
                facing: pose.facing,
                side: profile.side,
                nation: profile.nation,
                arm: profile.arm,
                formation: placed.formation,
                width: footprint.width,
                depth: footprint.depth,
                rect: Rect::new(pose, footprint).corners().map(|corner| view::pair(corner.stored())),
            })
        });
        let terrain = &battle.scenario.terrain;
        Ok(BattleShown {
            card,
            width: terrain.width,
            depth: terrain.depth,
            terrain: terrain.features.clone(),
            pieces: pieces.collect(),
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
    body: Result<Bytes, BytesRejection>,
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
