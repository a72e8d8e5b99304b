//! Floods: what one who sits at a game feels while strangers ask for all they can get, and what the server keeps of it.

use crate::common::Luck;
use crate::common::floods::{self, Flooded};
use crate::common::line::Line;
use crate::common::marks::{Marks, mebibytes, milliseconds, ratio};
use crate::common::server::{Serve, Server};
use crate::common::table::Table;
use crate::{Trial, Tried};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// A seated player's move is to be confirmed in that time, whatever strangers ask.
pub(crate) const IN_TIME: Duration = Duration::from_millis(150);
/// A debug build, or a machine that has other things to do, is slow by itself: this many times slower is borne.
pub(crate) const FACTOR: f64 = 2.0;
/// The most a flood may leave in the memory.
const MOST_MEMORY: u64 = 300 << 20;
const PLAYERS: u64 = 3;

pub(crate) async fn run(trial: &Trial) -> Tried {
    let mut figures = Vec::new();
    // Five floods, and as long without any before each.
    let lasts = (trial.budget / 8).clamp(Duration::from_secs(3), Duration::from_secs(30));
    let record = floods::padded(&floods::record(&trial.folder)?, 3 << 20)?;
    for flood in ["charts", "battles", "hang-ups", "uploads"] {
        let serve = Serve::new(trial.folder.join(&format!("{flood}.sqlite")), trial.folder.path());
        let server = serve.start()?;
        let mut players = seated(&server, trial.luck(6)).await?;
        let mut before = played(&mut players, Instant::now() + lasts / 2, false).await;
        let memory = server.memory().unwrap_or(0);
        let until = Instant::now() + lasts;
        let port = server.port;
        let felt = played(&mut players, until, false);
        let (mut during, flooded) = match flood {
            "charts" => tokio::join!(felt, floods::charts(port, 60, until)),
            "battles" => tokio::join!(felt, floods::battles(port, 16, until)),
            "hang-ups" => {
                let mut line = Line::stranger(port, 9);
                let table = long_game(&mut line, &mut trial.luck(8)).await?;
                tokio::join!(felt, floods::hang_ups(port, &table.game, 2_000, until))
            }
            _ => {
                let (felt, (flooded, lines)) = tokio::join!(felt, floods::uploads(port, &record, 200, until));
                figures.push(format!("uploads: {} live lines held", lines.len()));
                (felt, flooded)
            }
        };
        let felt = Felt { flood, before: &mut before, during: &mut during, memory };
        figures.push(felt.told(trial, &server, &flooded));
        for panic in serve.panics().into_iter().take(3) {
            trial.trouble(format!("{flood}: {panic}"));
        }
    }
    figures.push(idle(trial, lasts).await?);
    Ok(figures)
}

/// What was felt of a flood.
struct Felt<'f> {
    flood: &'f str,
    before: &'f mut [Duration],
    during: &'f mut [Duration],
    memory: u64,
}

impl Felt<'_> {
    fn told(self, trial: &Trial, server: &Server, flooded: &Flooded) -> String {
        let (before, during) = (Marks::of(self.before), Marks::of(self.during));
        let memory = server.memory().unwrap_or(0);
        let said = format!(
            "{:<9} {}; a seated move p50/p99 {}/{} before, {}/{} during; memory {} then {}",
            self.flood,
            flooded.said(),
            milliseconds(before.p50),
            milliseconds(before.p99),
            milliseconds(during.p50),
            milliseconds(during.p99),
            mebibytes(self.memory),
            mebibytes(memory)
        );
        if during.count == 0 || (during.p99 > IN_TIME && ratio(during.p99, before.p99) > FACTOR) {
            trial.trouble(format!(
                "{}: {} moves confirmed, p99 {} where {} was usual",
                self.flood,
                during.count,
                milliseconds(during.p99),
                milliseconds(before.p99)
            ));
        }
        if memory.saturating_sub(self.memory) > MOST_MEMORY {
            trial.trouble(format!("{}: {} more memory", self.flood, mebibytes(memory - self.memory)));
        }
        said
    }
}

async fn long_game(line: &mut Line, luck: &mut Luck) -> Result<Table, String> {
    let mut table = Table::begin(line, "leubnitz", ["you", "you"]).await?;
    for _ in 0..60 {
        table.play(line, luck).await?;
    }
    Ok(table)
}

/// A player who sits at a game before any stranger comes.
pub(crate) struct Seated {
    line: Line,
    table: Table,
    luck: Luck,
}

pub(crate) async fn seated(server: &Server, mut luck: Luck) -> Result<Vec<Seated>, String> {
    let mut seated = Vec::new();
    for n in 0..PLAYERS {
        let mut line = Line::seated(server.port, 600 + n);
        let table = Table::begin(&mut line, "gilly", ["you", "you"]).await?;
        seated.push(Seated { line, table, luck: luck.other() });
    }
    Ok(seated)
}

impl Seated {
    /// Moves every tenth of a second; how long every move took. One that fails took a minute.
    async fn play(&mut self, until: Instant, anew: bool) -> Vec<Duration> {
        let Seated { line, table, luck } = self;
        let mut took = Vec::new();
        while Instant::now() < until {
            let next = Instant::now() + Duration::from_millis(100);
            if anew {
                line.hang_up();
            }
            if table.is_over() {
                if let Ok(new) = Table::begin(line, "gilly", ["you", "you"]).await {
                    *table = new;
                }
            } else {
                let start = Instant::now();
                let played = tokio::time::timeout(Duration::from_secs(20), table.play(line, luck)).await;
                if matches!(played, Ok(Ok(_))) {
                    took.push(start.elapsed());
                } else {
                    took.push(Duration::from_secs(60));
                    line.hang_up();
                    let _ = table.look(line, table.latest).await;
                }
            }
            tokio::time::sleep_until(next).await;
        }
        took
    }
}

/// All who are seated, at once.
pub(crate) async fn played(seated: &mut Vec<Seated>, until: Instant, anew: bool) -> Vec<Duration> {
    let mut playing = JoinSet::new();
    for mut one in seated.drain(..) {
        playing.spawn(async move {
            let took = one.play(until, anew).await;
            (one, took)
        });
    }
    let mut all = Vec::new();
    for (one, took) in playing.join_all().await {
        seated.push(one);
        all.extend(took);
    }
    all
}

/// Two thousand connections of one address on which nothing is said, to a server with the usual number of files.
async fn idle(trial: &Trial, lasts: Duration) -> Result<String, String> {
    let mut serve = Serve::new(trial.folder.join("idle.sqlite"), trial.folder.path());
    serve.behind_proxy = false;
    serve.shell = Some("ulimit -n 1024".to_owned());
    let server = serve.start()?;
    let mut players = seated(&server, trial.luck(9)).await?;
    let mut before = played(&mut players, Instant::now() + lasts / 2, true).await;
    let memory = server.memory().unwrap_or(0);
    let held = floods::idle(server.port, 2_000, Ipv4Addr::new(127, 0, 0, 9)).await;
    let mut during = played(&mut players, Instant::now() + lasts, true).await;
    let felt = Felt { flood: "idle", before: &mut before, during: &mut during, memory };
    let told = felt.told(trial, &server, &Flooded::default());
    Ok(format!("{told}; {} connections held", held.len()))
}
