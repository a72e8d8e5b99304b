//! The server under load: many games at once, each moved every few seconds by a bot over HTTP, and how long a move
//! takes until it is confirmed. Beside it, by the same bots at the same time, a request that does nothing: what the
//! machine and the wire cost is in both, so the ratio is what says something. Then what idle games cost in memory.
//!
//! `cargo bench --package cli --bench load -- --seconds 60`
//!
//! The soak: games of all ages to begin with, as a server has them that runs for days; every seat follows its game on
//! a live line, and in the second half strangers flood the server.
//! `cargo bench --package cli --bench load -- --games 500 --seconds 600 --aged 200 --lines --flood --idle 0`
#![allow(clippy::unwrap_used, reason = "a benchmark may fail")]
#![allow(clippy::disallowed_methods, reason = "a benchmark needs a clock")]
#![allow(clippy::float_arithmetic, reason = "times and their ratios are for people to read")]

mod common;

use common::line::Line;
use common::live::Live;
use common::marks::{Marks, mebibytes, ratio};
use common::server::{Serve, Server};
use common::table::{Game, Table};
use common::{Folder, Luck, floods};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::Instant;

const HELP: &str = "options: --seconds N (300), --games N (100), --every SECONDS (5), --idle N (1000), \
                    --aged N (0: moves that games are old at most when it begins), --db FILE|URL, --lines (every seat follows its game), --flood (strangers in the second half)";

/// How often in a run; an even number, so that one falls when strangers come.
const LOOKS_AT_MEMORY: u32 = 10;

#[derive(Clone)]
struct Options {
    seconds: u64,
    games: u64,
    every: u64,
    aged: usize,
    idle: u64,
    db: Option<String>,
    lines: bool,
    flood: bool,
}

fn options() -> Options {
    let mut options = Options {
        seconds: 300,
        games: 100,
        every: 5,
        aged: 0,
        idle: 1000,
        db: None,
        lines: false,
        flood: false,
    };
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        let mut value = || args.next().expect(HELP);
        match arg.as_str() {
            "--seconds" => options.seconds = value().parse().expect(HELP),
            "--games" => options.games = value().parse().expect(HELP),
            "--every" => options.every = value().parse().expect(HELP),
            "--aged" => options.aged = value().parse().expect(HELP),
            "--idle" => options.idle = value().parse().expect(HELP),
            "--db" => options.db = Some(value()),
            "--lines" => options.lines = true,
            "--flood" => options.flood = true,
            _ => panic!("{HELP}"),
        }
    }
    options
}

fn main() -> ExitCode {
    let options = options();
    let folder = Folder::new("load");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let serve = |name: &str| {
        let db = options.db.clone().unwrap_or_else(|| folder.join(name));
        Serve::new(db, folder.path()).start().unwrap()
    };
    let server = serve("load.sqlite");
    let well = runtime.block_on(load(&server, &options, &folder));
    drop(server);
    if options.idle > 0 {
        runtime.block_on(idle(&serve("idle.sqlite"), options.idle));
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the bots have measured.
#[derive(Default)]
struct Tally {
    confirmed: Vec<Duration>,
    /// Likewise while strangers flood the server.
    flooded: Vec<Duration>,
    echoed: Vec<Duration>,
    ended: u64,
    errors: Vec<String>,
}

struct Bot {
    line: Line,
    bot: u64,
    begun: u64,
    table: Option<Table>,
    luck: Luck,
    lines: bool,
    following: Vec<JoinHandle<()>>,
    /// Words heard on live lines.
    heard: Arc<AtomicU64>,
}

impl Bot {
    fn new(port: u16, bot: u64, lines: bool, heard: &Arc<AtomicU64>) -> Bot {
        Bot {
            line: Line::seated(port, bot),
            bot,
            begun: 0,
            table: None,
            luck: Luck::new(bot + 1),
            lines,
            following: Vec::new(),
            heard: Arc::clone(heard),
        }
    }

    /// A new game against the computer; every bot has battles of all sizes.
    async fn begin(&mut self) -> Result<(), String> {
        let battles = games::battles();
        let battle = &battles[usize::try_from(self.bot + self.begun).unwrap() % battles.len()];
        self.begun += 1;
        let table = Table::begin(&mut self.line, &battle.id, ["you", "captain"]).await?;
        if self.lines {
            self.follow(&table.game).await?;
        }
        self.table = Some(table);
        Ok(())
    }

    /// Each link of a game listens to it.
    async fn follow(&mut self, game: &Game) -> Result<(), String> {
        for old in self.following.drain(..) {
            old.abort();
        }
        for (_, token) in game.links() {
            let live = Live::open(&self.line, &game.path, token).await;
            let mut live = live.map_err(|told| format!("the live line: {told}"))?;
            let heard = Arc::clone(&self.heard);
            self.following.push(tokio::spawn(async move {
                while live.word().await.is_ok() {
                    heard.fetch_add(1, Ordering::Relaxed);
                }
            }));
        }
        Ok(())
    }

    /// Plays this game, and others where it ends, as fast as the server answers.
    async fn grow_older(&mut self, moves: usize) {
        for _ in 0..moves {
            self.play(&Mutex::default(), false).await.unwrap();
        }
    }

    /// One move, and one request that does nothing.
    async fn play(&mut self, tally: &Mutex<Tally>, flooded: bool) -> Result<(), String> {
        let Some(table) = &mut self.table else { return self.begin().await };
        let Some(reply) = table.play(&mut self.line, &mut self.luck).await? else {
            tally.lock().unwrap().ended += 1;
            return self.begin().await;
        };
        {
            let mut tally = tally.lock().unwrap();
            if flooded { &mut tally.flooded } else { &mut tally.confirmed }.push(reply.took);
        }
        // There is no such door, which is soon said.
        let echo = self.line.get("/api/echo", "").await?;
        if !flooded {
            tally.lock().unwrap().echoed.push(echo.took);
        }
        Ok(())
    }
}

/// False where a request of a seated player has failed.
async fn load(server: &Server, options: &Options, folder: &Folder) -> bool {
    let tally = Arc::new(Mutex::new(Tally::default()));
    let heard = Arc::new(AtomicU64::new(0));
    let mut bots = Vec::new();
    for n in 0..options.games {
        let mut bot = Bot::new(server.port, n, options.lines, &heard);
        bot.begin().await.unwrap();
        let age = bot.luck.below(options.aged);
        bot.grow_older(age).await;
        // The server hangs up on a silent line while the others grow older.
        bot.line.hang_up();
        bots.push(bot);
    }
    let mut memory = vec![server.memory()];
    let every = Duration::from_secs(options.every);
    let start = Instant::now();
    let end = start + Duration::from_secs(options.seconds);
    let from = if options.flood { start + (end - start) / 2 } else { end };
    let mut playing = Vec::new();
    for mut bot in bots {
        let tally = Arc::clone(&tally);
        // Not all in the same moment, and no closer because one was slow.
        let first = start + every.mul_f64(bot.bot as f64 / options.games as f64);
        playing.push(tokio::spawn(async move {
            let mut next = first;
            while next < end {
                tokio::time::sleep_until(next).await;
                if let Err(error) = bot.play(&tally, next >= from).await {
                    tally.lock().unwrap().errors.push(error);
                    bot.line.hang_up();
                    // Perhaps it was done: look before the next move.
                    let side = bot.table.as_ref().map_or(0, |table| table.latest);
                    if let Some(table) = &mut bot.table {
                        let _ = table.look(&mut bot.line, side).await;
                    }
                }
                next = (next + every).max(Instant::now());
            }
            for line in bot.following {
                line.abort();
            }
        }));
    }
    let mut flood = None;
    for look in 1..=LOOKS_AT_MEMORY {
        tokio::time::sleep_until(start + (end - start) * look / LOOKS_AT_MEMORY).await;
        memory.push(server.memory());
        if options.flood && look == LOOKS_AT_MEMORY / 2 {
            let record = floods::record(folder).and_then(|record| floods::padded(&record, 3 << 20)).unwrap();
            let port = server.port;
            flood = Some(std::thread::spawn(move || elsewhere().block_on(strangers(port, &record, end))));
        }
    }
    if let Some(flood) = flood {
        tokio::task::spawn_blocking(|| flood.join()).await.unwrap().unwrap();
    }
    for bot in playing {
        bot.await.unwrap();
    }
    let tally = std::mem::take(&mut *tally.lock().unwrap());
    let well = tally.errors.is_empty();
    told(options, tally, heard.load(Ordering::Relaxed), &memory);
    well
}

/// Threads that stand back for all others. Strangers reckon on machines of their own; here they share the server's
/// cores, and what they need for themselves is not to be taken for what they cost the server.
fn elsewhere() -> tokio::runtime::Runtime {
    let stand_back = || {
        #[cfg(target_os = "linux")]
        rustix::process::setpriority_process(None, 19).unwrap();
    };
    stand_back();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(2).enable_all().on_thread_start(stand_back).build().unwrap()
}

/// All floods at once.
async fn strangers(port: u16, record: &str, until: Instant) {
    let game = Game::begin(&mut Line::stranger(port, 9), "leubnitz", ["you", "you"]).await;
    let hang_ups = async {
        match game {
            Ok(game) => floods::hang_ups(port, &game, u64::MAX, until).await,
            Err(_) => floods::Flooded::default(),
        }
    };
    let (charts, battles, hang_ups, (uploads, lines)) = tokio::join!(
        floods::charts(port, 60, until),
        floods::battles(port, 16, until),
        hang_ups,
        floods::uploads(port, record, u64::MAX, until)
    );
    println!("strangers: charts {}; battles {}", charts.said(), battles.said());
    println!("           looks {}; records {}, {} followed", hang_ups.said(), uploads.said(), lines.len());
}

fn told(options: &Options, mut tally: Tally, heard: u64, memory: &[Option<u64>]) {
    println!(
        "{} games at once for {} s, a move in each every {} s: {} games played to their end, {} errors",
        options.games,
        options.seconds,
        options.every,
        tally.ended,
        tally.errors.len()
    );
    if options.lines {
        println!("every link on a live line: {heard} words heard");
    }
    for error in tally.errors.iter().take(5) {
        println!("  {error}");
    }
    let confirmed = Marks::of(&mut tally.confirmed);
    let echoed = Marks::of(&mut tally.echoed);
    Marks::print_head();
    confirmed.print("confirmed");
    echoed.print("bare echo");
    let times = |one: Duration, two: Duration| format!("{:.1}×", ratio(one, two));
    println!(
        "{:<16}{:>8}{:>12}{:>12}{:>12}",
        "ratio",
        "",
        times(confirmed.p50, echoed.p50),
        times(confirmed.p99, echoed.p99),
        times(confirmed.max, echoed.max)
    );
    if options.flood {
        let flooded = Marks::of(&mut tally.flooded);
        flooded.print("flooded");
        println!(
            "{:<16}{:>8}{:>12}{:>12}{:>12}",
            "by the flood",
            "",
            times(flooded.p50, confirmed.p50),
            times(flooded.p99, confirmed.p99),
            times(flooded.max, confirmed.max)
        );
    }
    let memory: Vec<String> = memory.iter().flatten().map(|bytes| mebibytes(*bytes)).collect();
    println!("the server's memory from start to end: {}", memory.join(", "));
}

/// Games that are begun and left for longer than a minute.
async fn idle(server: &Server, count: u64) {
    let heard = Arc::default();
    // One of each battle first: what is read once is not counted.
    for n in 0..6 {
        Bot::new(server.port, 60_000 + n, false, &heard).begin().await.unwrap();
    }
    let before = server.memory();
    for n in 0..count {
        Bot::new(server.port, n, false, &heard).begin().await.unwrap();
    }
    // After a minute without a look they are dropped from memory.
    tokio::time::sleep(Duration::from_secs(150)).await;
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
