//! The server under load: many games at once, each moved every few seconds by a bot over HTTP, and how long a move
//! takes until it is confirmed. Beside it, by the same bots at the same time, a request that does nothing: what the
//! machine and the wire cost is in both, so the ratio is what says something. Then what idle games cost in memory.
//!
//! `cargo bench --package cli --bench load -- --seconds 60`
#![allow(clippy::unwrap_used, reason = "a benchmark may fail")]
#![allow(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
#![allow(clippy::float_arithmetic, reason = "times and their ratios are for people to read")]

use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead as _, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const HELP: &str =
    "options: --seconds N (300), --games N (100), --every SECONDS (5), --idle N (1000), --db FILE|URL";

struct Options {
    seconds: u64,
    games: u64,
    every: u64,
    idle: u64,
    db: Option<String>,
}

fn options() -> Options {
    let mut options = Options { seconds: 300, games: 100, every: 5, idle: 1000, db: None };
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let value = args.next().expect(HELP);
        let number = || value.parse().expect(HELP);
        match arg.as_str() {
            "--seconds" => options.seconds = number(),
            "--games" => options.games = number(),
            "--every" => options.every = number(),
            "--idle" => options.idle = number(),
            "--db" => options.db = Some(value),
            _ => panic!("{HELP}"),
        }
    }
    options
}

fn main() {
    let options = options();
    let folder = Folder(std::env::temp_dir().join(format!("grognard-load-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let db = options.db.clone().unwrap_or_else(|| folder.0.join("load.sqlite").display().to_string());
    let server = Server::start(&db);
    runtime.block_on(load(&server, &options));
    drop(server);
    let db = options.db.clone().unwrap_or_else(|| folder.0.join("idle.sqlite").display().to_string());
    runtime.block_on(idle(&Server::start(&db), options.idle));
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The real binary in a process of its own.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(db: &str) -> Server {
        // Every bot says he is another caller, so that the limit for one does not hold them all.
        let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(["serve", "--port", "0", "--behind-proxy", "--db", db])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        Server { child, port: port.unwrap_or_else(|| panic!("no link: {line:?}")) }
    }

    /// Bytes of memory in use; `None` where the system does not tell.
    fn memory(&self) -> Option<u64> {
        let mut text = String::new();
        let path = format!("/proc/{}/status", self.child.id());
        std::fs::File::open(path).ok()?.read_to_string(&mut text).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One bot's connection, kept open.
struct Line {
    port: u16,
    stream: Option<TcpStream>,
    /// Where the bot says he comes from.
    from: String,
}

impl Line {
    fn new(port: u16, bot: u64) -> Line {
        let [.., a, b] = bot.to_be_bytes();
        Line { port, stream: None, from: format!("10.0.{a}.{b}") }
    }

    /// The status, the body, and how long it took.
    async fn send(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &str,
    ) -> std::io::Result<(u16, Vec<u8>, Duration)> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {}\r\nauthorization: Bearer {token}\r\n\
             content-length: {}\r\n\r\n{body}",
            self.from,
            body.len()
        );
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => TcpStream::connect(("127.0.0.1", self.port)).await?,
        };
        stream.set_nodelay(true)?;
        let start = Instant::now();
        stream.write_all(request.as_bytes()).await?;
        let reply = read(&mut stream).await?;
        self.stream = Some(stream);
        Ok((reply.0, reply.1, start.elapsed()))
    }
}

async fn read(stream: &mut TcpStream) -> std::io::Result<(u16, Vec<u8>)> {
    let cut = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
    let mut bytes = Vec::with_capacity(1 << 16);
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(cut());
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(cut)?;
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.and_then(|length| length.parse().ok()).ok_or_else(cut)?;
    while bytes.len() < head + length {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(cut());
        }
    }
    Ok((status, bytes.split_off(head)))
}

/// What a bot looks at.
#[derive(Deserialize)]
struct View {
    version: u64,
    told: u64,
    asked: Option<Asked>,
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Asked {
    side: String,
    question: Value,
    decline: Option<Value>,
}

#[derive(Deserialize)]
struct Unit {
    id: u64,
    side: String,
    acted: bool,
    rect: Option<Value>,
}

/// A step ahead with somebody who has not moved, twice of three times; else nothing.
fn answer(view: &View, luck: u64) -> Option<Value> {
    let asked = view.asked.as_ref()?;
    let decline = asked.decline.clone()?;
    let mut idle = view.units.iter().filter(|unit| {
        unit.side == asked.side && !unit.acted && unit.rect.as_ref().is_some_and(Value::is_array)
    });
    if asked.question["ask"] != "order" || luck.is_multiple_of(3) {
        return Some(decline);
    }
    let Some(unit) = idle.next() else { return Some(decline) };
    let legs = json!([{ "ahead": 500 * (luck % 4 + 1) }]);
    Some(json!({ "order": { "do": "march", "unit": unit.id, "legs": legs } }))
}

/// What the bots have measured.
#[derive(Default)]
struct Tally {
    confirmed: Vec<Duration>,
    echoed: Vec<Duration>,
    refused: u64,
    ended: u64,
    errors: Vec<String>,
}

struct Bot {
    line: Line,
    bot: u64,
    begun: u64,
    game: Option<(String, String)>,
    view: Option<View>,
    luck: u64,
}

impl Bot {
    fn new(port: u16, bot: u64) -> Bot {
        Bot { line: Line::new(port, bot), bot, begun: 0, game: None, view: None, luck: bot + 1 }
    }

    fn luck(&mut self) -> u64 {
        self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.luck >> 33
    }

    /// A new game against the computer; every bot has battles of all sizes.
    async fn begin(&mut self) -> Result<(), String> {
        let battles = games::battles();
        let battle = &battles[usize::try_from(self.bot + self.begun).unwrap() % battles.len()];
        self.begun += 1;
        let body = json!({
            "request": format!("load-{}-{:06}-{}", std::process::id(), self.bot, self.begun),
            "battle": battle.id, "french": "you", "allied": "captain", "seed": self.bot
        });
        let told = self.line.send("POST", "/api/games", "", &body.to_string()).await;
        let (status, body, _) = told.map_err(|error| error.to_string())?;
        if status != 201 {
            return Err(format!("{status}: {}", String::from_utf8_lossy(&body)));
        }
        let begun: Value = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (path, token) = (format!("/api/games/{}", word(&begun["id"])), word(&begun["tokens"]["french"]));
        let (_, body, _) =
            self.line.send("GET", &path, &token, "").await.map_err(|error| error.to_string())?;
        self.view = Some(serde_json::from_slice(&body).map_err(|error| error.to_string())?);
        self.game = Some((path, token));
        Ok(())
    }

    /// One move, and one request that does nothing.
    async fn play(&mut self, tally: &Mutex<Tally>) -> Result<(), String> {
        let luck = self.luck();
        let chosen = self.view.as_ref().and_then(|view| answer(view, luck));
        let (Some(mut chosen), Some((path, token))) = (chosen, self.game.clone()) else {
            tally.lock().unwrap().ended += u64::from(self.game.is_some());
            return self.begin().await;
        };
        loop {
            let Some(view) = &self.view else { return Ok(()) };
            let body = json!({
                "request": format!("move-{}-{}", view.version, luck), "version": view.version, "answer": chosen
            });
            let path = format!("{path}/answers?after={}", view.told);
            let told = self.line.send("POST", &path, &token, &body.to_string()).await;
            let (status, body, took) = told.map_err(|error| error.to_string())?;
            let decline = view.asked.as_ref().and_then(|asked| asked.decline.clone());
            match (status, decline) {
                (200, _) => {
                    tally.lock().unwrap().confirmed.push(took);
                    self.view = Some(serde_json::from_slice(&body).map_err(|error| error.to_string())?);
                    break;
                }
                // Somebody stands in the way: then nothing is done.
                (409, Some(decline)) if decline != chosen => {
                    tally.lock().unwrap().refused += 1;
                    chosen = decline;
                }
                _ => return Err(format!("{status}: {}", String::from_utf8_lossy(&body))),
            }
        }
        let told = self.line.send("GET", "/metrics", "", "").await;
        let (_, _, took) = told.map_err(|error| error.to_string())?;
        tally.lock().unwrap().echoed.push(took);
        Ok(())
    }
}

async fn load(server: &Server, options: &Options) {
    let tally = Arc::new(Mutex::new(Tally::default()));
    let mut bots = Vec::new();
    for n in 0..options.games {
        let mut bot = Bot::new(server.port, n);
        bot.begin().await.unwrap();
        bots.push(bot);
    }
    let every = Duration::from_secs(options.every);
    let start = tokio::time::Instant::now();
    let end = start + Duration::from_secs(options.seconds);
    let mut playing = Vec::new();
    for mut bot in bots {
        let tally = Arc::clone(&tally);
        // Not all in the same moment, and no closer because one was slow.
        let first = start + every.mul_f64(bot.bot as f64 / options.games as f64);
        playing.push(tokio::spawn(async move {
            let mut next = first;
            while next < end {
                tokio::time::sleep_until(next).await;
                if let Err(error) = bot.play(&tally).await {
                    tally.lock().unwrap().errors.push(error);
                }
                next = (next + every).max(tokio::time::Instant::now());
            }
        }));
    }
    for bot in playing {
        bot.await.unwrap();
    }
    let mut tally = std::mem::take(&mut *tally.lock().unwrap());
    println!(
        "{} games at once for {} s, a move in each every {} s: {} refused, {} games played to their end, {} errors",
        options.games,
        options.seconds,
        options.every,
        tally.refused,
        tally.ended,
        tally.errors.len()
    );
    for error in tally.errors.iter().take(5) {
        println!("  {error}");
    }
    let confirmed = Marks::of(&mut tally.confirmed);
    let echoed = Marks::of(&mut tally.echoed);
    println!("{:<12}{:>8}{:>12}{:>12}{:>12}", "", "count", "p50", "p99", "max");
    confirmed.print("confirmed");
    echoed.print("bare echo");
    let ratio = |one: Duration, two: Duration| {
        format!("{:.1}×", one.as_secs_f64() / two.as_secs_f64().max(f64::MIN_POSITIVE))
    };
    println!(
        "{:<12}{:>8}{:>12}{:>12}{:>12}",
        "ratio",
        "",
        ratio(confirmed.p50, echoed.p50),
        ratio(confirmed.p99, echoed.p99),
        ratio(confirmed.max, echoed.max)
    );
    if let Some(memory) = server.memory() {
        println!("the server's memory after it: {}", mebibytes(memory));
    }
    assert!(tally.errors.is_empty(), "no request may fail");
}

struct Marks {
    count: usize,
    p50: Duration,
    p99: Duration,
    max: Duration,
}

impl Marks {
    fn of(taken: &mut [Duration]) -> Marks {
        taken.sort_unstable();
        let at = |percent: usize| {
            taken
                .get((taken.len() * percent / 100).min(taken.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        Marks { count: taken.len(), p50: at(50), p99: at(99), max: at(100) }
    }

    fn print(&self, what: &str) {
        let ms = |taken: Duration| format!("{:.2} ms", taken.as_secs_f64() * 1000.0);
        println!("{what:<12}{:>8}{:>12}{:>12}{:>12}", self.count, ms(self.p50), ms(self.p99), ms(self.max));
    }
}

/// Games that are begun and left.
async fn idle(server: &Server, count: u64) {
    // One of each battle first: what is read once is not counted.
    for n in 0..6 {
        Bot::new(server.port, 60_000 + n).begin().await.unwrap();
    }
    let before = server.memory();
    for n in 0..count {
        Bot::new(server.port, n).begin().await.unwrap();
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    match before.zip(server.memory()) {
        Some((before, after)) => {
            let more = after.saturating_sub(before);
            println!(
                "{count} idle games: {} more memory ({} before, {} after), {} KiB for each",
                mebibytes(more),
                mebibytes(before),
                mebibytes(after),
                more / count.max(1) / 1024
            );
        }
        None => println!("{count} idle games: this system does not tell what memory they take"),
    }
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
