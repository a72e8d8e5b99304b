//! Nonsense at every door: requests, records and frames that are nearly right. There is never a fault inside, never a
//! panic, and the server is well afterwards.

use crate::common::Luck;
use crate::common::line::{Line, Reply};
use crate::common::live::{Live, TEXT, frame};
use crate::common::server::Serve;
use crate::common::table::{Game, Table, request};
use crate::common::{floods, table};
use crate::mutate::{self, Asked};
use crate::{Trial, Tried, Troubles};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const USUAL: usize = 10_000;
/// Callers at once.
const CALLERS: usize = 16;

#[derive(Default)]
struct Tally {
    sent: AtomicUsize,
    records: AtomicUsize,
    frames: AtomicUsize,
    statuses: Mutex<BTreeMap<u16, usize>>,
    /// Nothing came back: the head was none.
    silent: AtomicUsize,
}

pub(crate) async fn run(trial: &Trial) -> Tried {
    let mut luck = trial.luck(5);
    let serve = Serve::new(trial.folder.join("inputs.sqlite"), trial.folder.path());
    let mut server = serve.start()?;
    let record: Arc<str> = floods::record(&trial.folder)?.into();
    let mut line = Line::seated(server.port, 5);
    let mut games = Vec::new();
    for (battle, allied) in [("gilly", "friend"), ("baumersdorf", "friend"), ("leubnitz", "captain")] {
        let mut table = Table::begin(&mut line, battle, ["you", allied]).await?;
        for _ in 0..6 {
            table.play(&mut line, &mut luck).await?;
        }
        games.push(table.game);
    }
    let asked: Arc<Vec<Asked>> = Arc::new(games.iter().flat_map(every_door).chain(open_doors()).collect());
    let tally = Arc::new(Tally::default());
    let start = Instant::now();
    let (count, budget) =
        (trial.inputs.unwrap_or(USUAL), trial.inputs.map_or(trial.budget, |_| Duration::MAX));
    let mut calling = JoinSet::new();
    for _ in 0..CALLERS {
        let caller = Caller {
            port: server.port,
            luck: luck.other(),
            asked: Arc::clone(&asked),
            record: Arc::clone(&record),
            games: games.clone(),
            tally: Arc::clone(&tally),
            troubles: trial.troubles.clone(),
        };
        calling.spawn(caller.run(count / CALLERS, start, budget));
    }
    calling.join_all().await;
    if server.has_ended() {
        trial.trouble("the server has ended");
    }
    if !Line::seated(server.port, 5).is_well().await {
        trial.trouble("the server is not well afterwards");
    }
    // Whatever came, the games go on.
    for game in games {
        let mut line = Line::seated(server.port, 5);
        let mut table = Table::of(&mut line, game).await?;
        if let Err(told) = table.play(&mut line, &mut luck).await {
            trial.trouble(format!("a game does not go on: {told}"));
        }
    }
    for panic in serve.panics().into_iter().take(3) {
        trial.trouble(panic);
    }
    let count = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    let statuses: Vec<String> =
        tally.statuses.lock().unwrap().iter().map(|(status, n)| format!("{status}: {n}")).collect();
    Ok(vec![
        format!(
            "{} requests, {} records and {} frames mutated; {} were no HTTP and got no answer",
            count(&tally.sent),
            count(&tally.records),
            count(&tally.frames),
            count(&tally.silent)
        ),
        format!("answers {}", statuses.join(", ")),
    ])
}

/// Every door of a game, as it would be used.
fn every_door(game: &Game) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (_, token) in game.links() {
        let get = |way: &str| Asked {
            method: "GET",
            path: format!("{}{way}", game.path),
            token: token.to_owned(),
            body: None,
        };
        let post = |way: &str, body| Asked { method: "POST", body: Some(body), ..get(way) };
        asked.extend(
            [
                "",
                "?after=3",
                "/log?after=2",
                "/units/1/options",
                "/generals/0/options",
                "/odds",
                "/overlay",
                "/overlay/1",
                "/record",
                "/steps/1",
                "/report",
                "/share",
                "/live",
            ]
            .map(get),
        );
        let march =
            json!({ "order": { "do": "march", "unit": 1, "legs": [{ "ahead": 500 }, { "wheel": 100 }] } });
        let act = json!({ "instruct": { "do": "carry", "corps": 0, "order": { "kind": "attack", "objective": { "x": 1, "y": 1 } } } });
        asked.extend([
            post("/answers", json!({ "request": "mutated-1", "version": 6, "answer": march })),
            post("/answers", json!({ "request": "mutated-2", "version": 6, "answer": act })),
            post("/dice", json!({ "request": "mutated-3", "version": 6, "faces": [1, 2, 3] })),
            post("/undo", json!({ "request": "mutated-4" })),
            post("/check", json!({ "answer": march })),
            post("/odds", json!({ "unit": 0, "target": 8 })),
            post("/seat/take", json!({ "request": "mutated-5" })),
        ]);
    }
    asked
}

/// The doors that want no link.
fn open_doors() -> Vec<Asked> {
    let asked =
        |method, path: &str, body| Asked { method, path: path.to_owned(), token: String::new(), body };
    let begin = json!({
        "request": "mutated-beginning-1", "battle": "gilly", "french": "you", "allied": "friend", "own-dice": true,
        "deploy": false
    });
    let chart = json!({ "facts": { "charger-troop": "seasoned", "target-troop": "militia" }, "odds": true });
    let dice =
        json!({ "facts": { "nation": "french", "grade": "veteran", "figures": 12 }, "dice": [4, 6, 1] });
    vec![
        asked("GET", "/api/battles", None),
        asked("POST", "/api/games", Some(begin.clone())),
        asked("POST", "/api/games", Some(begin)),
        asked("POST", "/api/charts/orders/charge", Some(chart)),
        asked("POST", "/api/charts/br8/morale", Some(dice)),
        asked("GET", "/api/charts/p7", None),
        asked("GET", "/api/rules/a15", None),
        asked("GET", "/index.html", None),
        asked("GET", "/metrics", None),
    ]
}

struct Caller {
    port: u16,
    luck: Luck,
    asked: Arc<Vec<Asked>>,
    record: Arc<str>,
    games: Vec<Game>,
    tally: Arc<Tally>,
    troubles: Troubles,
}

impl Caller {
    async fn run(mut self, most: usize, start: Instant, budget: Duration) {
        for n in 0..most {
            if start.elapsed() > budget || self.troubles.count() > 50 {
                break;
            }
            match n % 25 {
                0 => self.bring().await,
                1 => self.babble().await,
                _ => self.ask().await,
            }
        }
    }

    fn line(&mut self) -> Line {
        Line::from(self.port, format!("198.19.{}.{}", self.luck.below(250), self.luck.below(250)))
    }

    async fn ask(&mut self) {
        let asked = self.luck.pick(&self.asked);
        let mutated = mutate::mutated(&asked, self.port, &mut self.luck);
        self.tally.sent.fetch_add(1, Ordering::Relaxed);
        let patience = Duration::from_millis(if mutated.is_http { 20_000 } else { 300 });
        let mut line = self.line();
        let what = || String::from_utf8_lossy(&mutated.bytes).chars().take(300).collect::<String>();
        match line.send_bytes(&mutated.bytes, patience).await {
            Ok(reply) => self.judge(&reply, mutated.is_http && asked.path.starts_with("/api/"), &what()),
            Err(error) if mutated.is_http && error.kind() != std::io::ErrorKind::UnexpectedEof => {
                self.troubles.add(format!("no answer ({error}) to {:?}", what()));
            }
            Err(_) => {
                self.tally.silent.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    fn judge(&self, reply: &Reply, wants_sentence: bool, what: &str) {
        *self.tally.statuses.lock().unwrap().entry(reply.status).or_default() += 1;
        // A 503 is allowed only where the server says that it is busy.
        if reply.status >= 500 && reply.status != 503 {
            self.troubles.add(format!("{} to {what:?}", reply.told()));
        } else if wants_sentence && reply.status >= 400 && !reply.has_sentence() {
            self.troubles.add(format!("no sentence: {}", reply.told()));
        }
    }

    /// A record that no program wrote.
    async fn bring(&mut self) {
        let record = mutate::record(&self.record, &mut self.luck);
        let body = json!({ "request": request(), "name": "mutated.grog", "record": record });
        self.tally.records.fetch_add(1, Ordering::Relaxed);
        let mut line = self.line();
        match line.post("/api/records", "", &body).await {
            Ok(reply) => {
                let what = record.chars().take(200).collect::<String>();
                self.judge(&reply, true, &what);
            }
            Err(error) => self.troubles.add(format!("no answer to a record: {error}")),
        }
    }

    /// Frames that no browser sends.
    async fn babble(&mut self) {
        let game = self.luck.pick(&self.games);
        let token = if self.luck.once_in(3) { "" } else { game.watch.as_str() };
        let line = self.line();
        let Ok(mut live) = Live::open(&line, &game.path, token).await else { return };
        for _ in 0..=self.luck.below(5) {
            let bytes: Vec<u8> =
                (0..self.luck.below(200)).map(|_| self.luck.any().to_le_bytes()[0]).collect();
            let babble = match self.luck.below(8) {
                0 => bytes,
                1 => frame(TEXT, &bytes),
                2 => frame(self.luck.any().to_le_bytes()[0], &bytes),
                3 => vec![TEXT, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
                4 => vec![TEXT, 5, b'h', b'e', b'l', b'l', b'o'],
                5 => frame(TEXT, format!("{{\"token\":\"{}\"", table::request()).as_bytes()),
                6 => frame(0x01, &bytes),
                _ => frame(TEXT, &vec![b'x'; 70_000]),
            };
            self.tally.frames.fetch_add(1, Ordering::Relaxed);
            if live.send(&babble).await.is_err() {
                break;
            }
        }
        let _ = tokio::time::timeout(Duration::from_millis(20), live.word()).await;
    }
}
