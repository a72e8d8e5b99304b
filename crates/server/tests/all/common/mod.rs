//! A server on a file of its own, and a client that talks to it.

use crate::generated::hold_against;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use dice::{Seed, Stream};
use engine::{Entry, Played, Session, Side, Waiting, notes, state_hash};
use http_body_util::BodyExt as _;
use orders::Orders;
use serde_json::{Value, json};
use server::{Config, Limits, Patience};
use sqlx::AnyPool;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tower::ServiceExt as _;
use volley::Volley;

/// A sentence of the wire as it reads: its parts put together, each as the program writes it.
pub(crate) fn said(sentence: &Value) -> String {
    let part = |part: &Value| match (part.as_str(), part["inches"].as_i64(), part["number"].as_i64()) {
        (Some(words), ..) => words.to_owned(),
        (_, Some(mils), _) => table::Inches(i32::try_from(mils).unwrap()).to_string(),
        (.., Some(number)) => number.to_string(),
        _ => part["name"].as_str().unwrap_or_else(|| panic!("no part of a sentence: {part}")).to_owned(),
    };
    sentence.as_array().unwrap_or_else(|| panic!("no sentence: {sentence}")).iter().map(part).collect()
}

/// A folder that goes when its test does.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("grognard-server-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn db(&self) -> PathBuf {
        self.0.join("games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Something done to a store behind the server's back.
pub(crate) async fn run(folder: &Folder, sql: &str) {
    use sqlx::{Connection as _, Executor as _};
    sqlx::any::install_default_drivers();
    let mut connection =
        sqlx::AnyConnection::connect(&format!("sqlite:{}", folder.db().display())).await.unwrap();
    connection.execute(sqlx::AssertSqlSafe(sql.to_owned())).await.unwrap();
    connection.close().await.unwrap();
}

pub(crate) fn config(folder: &Folder) -> Config {
    // On a machine that builds something else beside the tests, dear work waits longer than the limit for operators
    // allows.
    let limits = Limits { longest_wait: Duration::from_secs(300), ..Limits::default() };
    // However busy the machine is: the answer is tested here (how long callers wait is tested in `slow`).
    let patience = Patience { request: Duration::from_secs(600), ..Patience::default() };
    Config { rate: None, metrics: true, limits, patience, ..Config::new(folder.db()) }
}

#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) app: Router,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) bytes: Vec<u8>,
}

/// JSON as it came. `Value`'s own reading is compiled with serde_json, optimised; `from_slice` would be with these tests, and
/// take most of their time.
pub(crate) fn parsed(text: &[u8]) -> Option<Value> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        parsed(&self.bytes).unwrap_or_else(|| panic!("no JSON: {}", self.text()))
    }
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self.json()
    }
    /// A failure says so in one sentence.
    #[track_caller]
    pub(crate) fn fails(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        let found = self.json();
        let error = found["error"].as_str().unwrap_or_else(|| panic!("no sentence: {found}"));
        assert!(error.ends_with('.') && error.len() > 10, "{error}");
        found
    }
}

impl Client {
    pub(crate) async fn open(folder: &Folder) -> Client {
        Client { app: server::app(config(folder)).await.unwrap() }
    }

    /// The same app on a port of its own.
    pub(crate) async fn listening(&self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(server::listen(self.app.clone(), listener, Patience::default(), std::future::pending()));
        at
    }

    pub(crate) async fn send(&self, method: Method, path: &str, token: Option<&str>, body: Vec<u8>) -> Reply {
        let (called, sent) = (method.to_string(), body.clone());
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let reply = self.app.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let status = reply.status();
        let bytes = reply.into_body().collect().await.unwrap().to_bytes().to_vec();
        hold_against(&called, path, &sent, status.as_u16(), &bytes);
        Reply { status, bytes }
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Reply {
        self.send(Method::GET, path, Some(token), Vec::new()).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.send(Method::POST, path, Some(token), body.to_string().into_bytes()).await
    }

    pub(crate) async fn begin(&self, battle: &str, french: &str, allied: &str, more: Value) -> Begun {
        let mut body = json!({
            "request": request(), "battle": battle, "french": french, "allied": allied, "seed": 7
        });
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        let begun = self.send(Method::POST, "/api/games", None, body.to_string().into()).await.ok();
        Begun::of(&begun).seated(self, &begun).await
    }
}

/// A request id that was not used before.
pub(crate) fn request() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("test-{:012}-{}", COUNT.fetch_add(1, Ordering::Relaxed), std::process::id())
}

#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) id: String,
    pub(crate) path: String,
    pub(crate) french: Option<String>,
    pub(crate) allied: Option<String>,
    pub(crate) watch: String,
}

impl Begun {
    pub(crate) fn of(value: &Value) -> Begun {
        let token = |seat: &str| value["tokens"][seat].as_str().map(str::to_owned);
        let id = value["id"].as_str().unwrap().to_owned();
        Begun {
            path: format!("/api/games/{id}"),
            id,
            french: token("french"),
            allied: token("allied"),
            watch: token("watch").unwrap(),
        }
    }

    /// Every friend takes the invitation he was sent.
    pub(crate) async fn seated(mut self, client: &Client, begun: &Value) -> Begun {
        for (side, seat) in [("french", &mut self.french), ("allied", &mut self.allied)] {
            if let Some(invitation) = begun["invitations"][side].as_str() {
                let path = format!("{}/seat/take", self.path);
                let taken = client.post(&path, invitation, &json!({ "request": request() })).await.ok();
                *seat = taken["token"].as_str().map(str::to_owned);
            }
        }
        self
    }

    /// The link to give away that a link gets.
    pub(crate) async fn shared(&self, client: &Client, token: &str) -> String {
        let reply = client.get(&format!("{}/share", self.path), token).await.ok();
        reply["token"].as_str().unwrap().to_owned()
    }

    pub(crate) fn token(&self, side: Side) -> &str {
        match side {
            Side::French => self.french.as_deref().unwrap(),
            Side::Allied => self.allied.as_deref().unwrap(),
        }
    }
}

/// The same game folded from what lies on the disk, and a player who answers in it at random.
pub(crate) struct MirrorOf<G: Played> {
    pool: AnyPool,
    id: String,
    pub(crate) session: Session<G>,
    pub(crate) luck: Stream,
}

pub(crate) type Mirror = MirrorOf<Volley>;

/// A game that can be mirrored.
pub(crate) trait Mirrored: Played {
    /// The page shows all that a side may know.
    fn shows_all(&self) -> bool {
        true
    }
}

impl Mirrored for Volley {
    /// Of hidden reserves the page shows less.
    fn shows_all(&self) -> bool {
        self.reserves.is_empty()
    }
}

impl Mirrored for Orders {}

impl<G: Mirrored> MirrorOf<G> {
    pub(crate) async fn new(db: &Path, id: &str, battle: &str) -> MirrorOf<G> {
        MirrorOf::at(&format!("sqlite:{}", db.display()), id, battle).await
    }

    /// The game as the database of a URL has it.
    pub(crate) async fn at(url: &str, id: &str, battle: &str) -> MirrorOf<G> {
        MirrorOf::by(url, id, &games::Setup::new(games::find(battle).unwrap())).await
    }

    /// The same of a game that was begun so, by house rules perhaps.
    pub(crate) async fn by(url: &str, id: &str, setup: &games::Setup) -> MirrorOf<G> {
        sqlx::any::install_default_drivers();
        let pool = AnyPool::connect(url).await.unwrap();
        let (battle, rules) = setup.open::<G>().unwrap();
        let luck = Stream::new(Seed::from_number(99), 0);
        let session = Session::new(G::start(&battle, rules));
        let mut mirror = MirrorOf { pool, id: id.to_owned(), session, luck };
        mirror.follow().await;
        mirror
    }

    /// Reads what has been written since.
    pub(crate) async fn follow(&mut self) {
        let from = self.session.entries().len() as i64;
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT n, entry FROM entries WHERE game = $1 AND n > $2 ORDER BY n")
                .bind(&self.id)
                .bind(from)
                .fetch_all(&self.pool)
                .await
                .unwrap();
        for (n, entry) in rows {
            assert_eq!(n as usize, self.session.entries().len() + 1);
            let entry: Entry<G::Answer> = serde_json::from_str(&entry).unwrap();
            self.session.put(entry).unwrap_or_else(|mistake| panic!("entry {n}: {mistake}"));
        }
    }

    pub(crate) fn hash(&self, side: Option<Side>) -> String {
        state_hash(&*self.session.game().seen_by(side))
    }

    /// How many entries a side knows of: those of steps in which things were told, and none to it, are not counted, and
    /// notes of computer players never.
    pub(crate) fn version(&self, side: Option<Side>) -> usize {
        let (session, mut hidden) = (&self.session, 0);
        let is_over = session.waiting().is_none();
        let ends = session.step_ends().iter().copied().chain([session.entries().len()]);
        let log_ends = session.log_ends().iter().copied().chain([session.log().len()]);
        let (mut entry, mut line) = (0, 0);
        for (end, log_end) in ends.zip(log_ends) {
            let told = &session.log()[line..log_end];
            let hears = |told: &engine::Told<G::Event>| session.game().is_heard_by(&told.event, side);
            if !is_over && !told.is_empty() && !told.iter().any(hears) {
                hidden += end - entry - notes(session.entries().get(entry..end).unwrap()).count();
            }
            (entry, line) = (end, log_end);
        }
        session.entries().len() - notes(session.entries()).count() - hidden
    }

    /// A random legal answer to what is asked.
    pub(crate) fn sample(&mut self) -> Option<(Side, G::Answer)> {
        let Some(Waiting::ForAnswer(question)) = self.session.waiting() else { return None };
        let game = self.session.game();
        let side = game.asked_of(question);
        let answer = game.seen_by(Some(side)).sample(question, &mut self.luck);
        Some((side, answer))
    }
}

/// Answers once for whichever side is asked, and returns the view it got.
pub(crate) async fn move_once<G: Mirrored>(
    client: &Client,
    game: &Begun,
    mirror: &mut MirrorOf<G>,
) -> Option<Value> {
    let (side, answer) = mirror.sample()?;
    let body = json!({ "request": request(), "version": mirror.version(Some(side)), "answer": answer });
    let view = client.post(&format!("{}/answers", game.path), game.token(side), &body).await.ok();
    // What was confirmed is on the disk.
    mirror.follow().await;
    assert_eq!(view["version"], mirror.version(Some(side)));
    if mirror.session.game().shows_all() {
        assert_eq!(view["hash"].as_str(), Some(mirror.hash(Some(side)).as_str()));
    }
    Some(view)
}
