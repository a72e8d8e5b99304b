//! Strangers who ask for much at once. Each flood ends at its time, comes from this machine and goes nowhere else.

use super::line::Line;
use super::live::Live;
use super::table::{Game, request};
use super::{Folder, Luck};
use engine::record::Record;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// What strangers got.
#[derive(Default)]
pub(crate) struct Flooded {
    pub(crate) served: AtomicU64,
    /// 429, 503 and the like, or not let in.
    pub(crate) refused: AtomicU64,
}

impl Flooded {
    pub(crate) fn note(&self, served: bool) {
        if served { &self.served } else { &self.refused }.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn said(&self) -> String {
        format!(
            "{} served, {} refused",
            self.served.load(Ordering::Relaxed),
            self.refused.load(Ordering::Relaxed)
        )
    }
}

/// Keeps chart questions in flight, from a few addresses; each is as dear as charts are.
pub(crate) async fn charts(port: u16, in_flight: u64, until: Instant) -> Flooded {
    let flooded = Arc::new(Flooded::default());
    let mut asking = JoinSet::new();
    for n in 0..in_flight {
        let flooded = Arc::clone(&flooded);
        asking.spawn(async move {
            let mut line = Line::stranger(port, n % 6);
            let mut luck = Luck::new(n);
            while Instant::now() < until {
                let question = dear_question(&mut luck);
                let asked = line.post("/api/charts/br8/charge", "", &question);
                let Ok(reply) = timeout_at(until, asked).await else { break };
                flooded.note(reply.as_ref().is_ok_and(|reply| reply.status == 200));
                if !reply.is_ok_and(|reply| reply.status == 200) {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        });
    }
    asking.join_all().await;
    Arc::into_inner(flooded).unwrap_or_default()
}

/// Never twice the same, so that nothing remembered helps.
fn dear_question(luck: &mut Luck) -> Value {
    json!({ "odds": true, "facts": {
        "charger-nation": "french", "charger-grade": "elite", "charger-figures": 200 - luck.below(40),
        "charger-arm": "infantry", "charger-formation": "column", "charger-lost": luck.below(100),
        "target-nation": "british", "target-grade": "elite", "target-figures": 200 - luck.below(40),
        "target-arm": "infantry", "target-formation": "line", "target-lost": luck.below(100),
        "other-dice": 200 - luck.below(40), "from": "goes-in"
    } })
}

/// Keeps callers in flight who begin battles of one computer against the other.
pub(crate) async fn battles(port: u16, in_flight: u64, until: Instant) -> Flooded {
    let flooded = Arc::new(Flooded::default());
    let mut asking = JoinSet::new();
    for n in 0..in_flight {
        let flooded = Arc::clone(&flooded);
        asking.spawn(async move {
            let mut line = Line::stranger(port, 100 + n % 8);
            while Instant::now() < until {
                let body = json!({
                    "request": request(), "battle": "vitoria", "french": "captain", "allied": "captain"
                });
                let Ok(reply) = timeout_at(until, line.post("/api/games", "", &body)).await else { break };
                flooded.note(reply.as_ref().is_ok_and(|reply| reply.status == 201));
                if !reply.is_ok_and(|reply| reply.status == 201) {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        });
    }
    asking.join_all().await;
    Arc::into_inner(flooded).unwrap_or_default()
}

/// Looks at a game of his own and hangs up before the answer comes, again and again.
pub(crate) async fn hang_ups(port: u16, game: &Game, most: u64, until: Instant) -> Flooded {
    let flooded = Flooded::default();
    for n in 0..most {
        if Instant::now() >= until {
            break;
        }
        let line = Line::stranger(port, 200 + n % 20);
        let head = line.head("GET", &game.path, &game.watch);
        let looked = async {
            let mut stream = line.connect().await?;
            stream.write_all(format!("{head}\r\n").as_bytes()).await?;
            tokio::time::sleep(Duration::from_micros(n % 7 * 300)).await;
            Ok::<(), std::io::Error>(())
        };
        flooded.note(looked.await.is_ok());
    }
    flooded
}

/// A whole record of a battle, as a caller might bring it.
pub(crate) fn record(folder: &Folder) -> Result<String, String> {
    let path = folder.join("to-bring.grog");
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    let ran = command.args(["play", "gilly", "--seed", "7", "--record", &path]).output();
    let ran = ran.map_err(|error| error.to_string())?;
    std::fs::read_to_string(&path)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&ran.stderr)))
}

/// The same record with these bytes, which say nothing, in its list of players.
pub(crate) fn padded(record: &str, bytes: usize) -> Result<String, String> {
    let mut record: Record<Value> = Record::read("record", record).map_err(|fault| fault.to_string())?;
    record.header.seats.insert("nobody".to_owned(), "x".repeat(bytes));
    Ok(record.write())
}

/// Brings padded records, each from another address, and holds a live line to each that is taken.
pub(crate) async fn uploads(port: u16, record: &str, most: u64, until: Instant) -> (Flooded, Vec<Live>) {
    let flooded = Flooded::default();
    let mut lines = Vec::new();
    for n in 0..most {
        if Instant::now() >= until {
            break;
        }
        let mut line = Line::stranger(port, 300 + n);
        let body = json!({ "request": request(), "name": "padded.grog", "record": record });
        let Ok(reply) = timeout_at(until, line.post("/api/records", "", &body)).await else { break };
        let begun =
            reply.ok().filter(|reply| reply.status == 201).and_then(|reply| reply.json::<Value>().ok());
        flooded.note(begun.is_some());
        let Some(begun) = begun else { continue };
        let Ok(game) = Game::of(&mut line, &begun).await else { continue };
        if let Ok(Ok(live)) = timeout_at(until, Live::open(&line, &game.path, &game.watch)).await {
            lines.push(live);
        }
    }
    (flooded, lines)
}

/// Connections on which nothing is ever said.
pub(crate) async fn idle(port: u16, most: usize, by: Ipv4Addr) -> Vec<TcpStream> {
    let mut line = Line::stranger(port, 400);
    line.by = by;
    let mut held = Vec::new();
    for n in 0..most {
        if n % 50 == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        match tokio::time::timeout(Duration::from_secs(4), line.connect()).await {
            Ok(Ok(stream)) => held.push(stream),
            _ => break,
        }
    }
    held
}
