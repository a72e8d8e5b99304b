//! Who gets in, and who is kept waiting: guessed request ids, odds asked in a loop by players while a stranger wants to
//! begin a game, and one household with all its addresses. Meanwhile players move, and how long they wait is measured
//! as in floods.

use crate::common::floods::Flooded;
use crate::common::line::Line;
use crate::common::marks::{Marks, milliseconds, ratio};
use crate::common::server::{Serve, Server};
use crate::common::table::{Game, request};
use crate::floods::{FACTOR, IN_TIME, played, seated};
use crate::{Trial, Tried};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

/// A stranger can begin a game in this time, whatever others ask.
const BEGINS_IN: Duration = Duration::from_secs(2);
/// How many games a household may begin at once, with some more that come in meanwhile.
const MOST_OF_A_HOUSEHOLD: u64 = 1_300;

pub(crate) async fn run(trial: &Trial) -> Tried {
    let lasts = (trial.budget / 6).clamp(Duration::from_secs(3), Duration::from_secs(30));
    let mut figures = Vec::new();
    for attack in ["guesses", "odds", "household"] {
        let serve = Serve::new(trial.folder.join(&format!("{attack}.sqlite")), trial.folder.path());
        let server = serve.start()?;
        let mut players = seated(&server, trial.luck(11)).await?;
        let mut before = played(&mut players, Instant::now() + lasts / 2, false).await;
        let usual = Marks::of(&mut before);
        let until = Instant::now() + lasts;
        let (mut moves, mut begun, flooded) = match attack {
            "guesses" => {
                let taken = friend(&server).await?;
                tokio::join!(
                    played(&mut players, until, false),
                    begin(&server, until),
                    guesses(&server, &taken, until)
                )
            }
            "odds" => {
                tokio::join!(
                    played(&mut players, until, false),
                    begin(&server, until),
                    odds(&server, 8, until)
                )
            }
            _ => tokio::join!(
                played(&mut players, until, false),
                begin(&server, until),
                household(&server, until)
            ),
        };
        let (moves, begun) = (Marks::of(&mut moves), Marks::of(&mut begun));
        figures.push(format!(
            "{attack:<9} {}; a seated move p50/p99 {}/{} before, {}/{} during, of {}; a beginning p50/p99 {}/{} of {}",
            flooded.said(),
            milliseconds(usual.p50),
            milliseconds(usual.p99),
            milliseconds(moves.p50),
            milliseconds(moves.p99),
            moves.count,
            milliseconds(begun.p50),
            milliseconds(begun.p99),
            begun.count
        ));
        let served = flooded.served.load(Ordering::Relaxed);
        match attack {
            "guesses" if served > 0 => trial.trouble(format!("{served} guesses had the friend's seat")),
            "household" if served > MOST_OF_A_HOUSEHOLD => {
                trial.trouble(format!("{served} games of a household"))
            }
            _ => {}
        }
        if moves.count == 0 || (moves.p99 > IN_TIME && ratio(moves.p99, usual.p99) > FACTOR) {
            let (took, usual) = (milliseconds(moves.p99), milliseconds(usual.p99));
            trial.trouble(format!("{attack}: a seated move takes {took} where {usual} was usual"));
        }
        if begun.count == 0 || begun.p99 > BEGINS_IN {
            trial.trouble(format!("{attack}: a beginning takes {}", milliseconds(begun.p99)));
        }
        for panic in serve.panics().into_iter().take(3) {
            trial.trouble(format!("{attack}: {panic}"));
        }
    }
    Ok(figures)
}

/// A stranger who begins a game twice a second, and looks at it; how long it took. One that fails counts as a minute.
async fn begin(server: &Server, until: Instant) -> Vec<Duration> {
    let mut line = Line::seated(server.port, 900);
    let mut took = Vec::new();
    while Instant::now() < until {
        let next = Instant::now() + Duration::from_millis(500);
        let start = Instant::now();
        let begun = async {
            let game = Game::begin(&mut line, "gilly", ["you", "friend"]).await.ok()?;
            line.get(&game.path, &game.watch).await.ok().filter(|reply| reply.status == 200)
        };
        let came = tokio::time::timeout(Duration::from_secs(30), begun).await.ok().flatten();
        took.push(if came.is_some() { start.elapsed() } else { Duration::from_secs(60) });
        tokio::time::sleep_until(next).await;
    }
    took
}

/// A seat that was taken with an invitation, which others know too.
async fn friend(server: &Server) -> Result<(String, String), String> {
    let mut line = Line::seated(server.port, 901);
    let body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
    let begun: Value = line.post("/api/games", "", &body).await?.json()?;
    let invitation = begun["invitations"]["allied"].as_str().ok_or("no invitation")?.to_owned();
    let take = format!("/api/games/{}/seat/take", begun["id"].as_str().ok_or("no id")?);
    // He is careless, where the server lets him.
    for id in ["1".to_owned(), request()] {
        line.post(&take, &invitation, &json!({ "request": id })).await?;
    }
    Ok((take, invitation))
}

/// Tries all short request ids in turn with an invitation; `served` says that one gave him a secret of the seat.
async fn guesses(server: &Server, (take, invitation): &(String, String), until: Instant) -> Flooded {
    let flooded = Flooded::default();
    let mut line = Line::stranger(server.port, 700);
    let mut n = 0_u64;
    while Instant::now() < until {
        n += 1;
        let body = json!({ "request": n.to_string() });
        let Ok(reply) = timeout_at(until, line.post(take, invitation, &body)).await else { break };
        flooded.note(reply.is_ok_and(|reply| reply.status == 200));
    }
    flooded
}

/// Strangers who have begun games of their own and ask there all that can be asked.
async fn odds(server: &Server, strangers: u64, until: Instant) -> Flooded {
    let flooded = Arc::new(Flooded::default());
    let mut asking = JoinSet::new();
    for n in 0..strangers {
        let mut line = Line::stranger(server.port, 1_000 + 256 * n);
        let Ok(game) = Game::begin(&mut line, "vitoria", ["you", "you"]).await else { continue };
        for _ in 0..8 {
            let (flooded, game) = (Arc::clone(&flooded), game.clone());
            let mut line = Line::from(line.port, line.from.clone());
            asking.spawn(async move {
                while Instant::now() < until {
                    for way in ["odds", "overlay", "report"] {
                        let path = format!("{}/{way}", game.path);
                        let token = game.seats[0].as_deref().unwrap_or_default();
                        let Ok(reply) = timeout_at(until, line.get(&path, token)).await else { return };
                        flooded.note(reply.is_ok_and(|reply| reply.status == 200));
                    }
                }
            });
        }
    }
    asking.join_all().await;
    Arc::into_inner(flooded).unwrap_or_default()
}

/// One customer's /56 begins games from all its nets.
async fn household(server: &Server, until: Instant) -> Flooded {
    let flooded = Arc::new(Flooded::default());
    let mut asking = JoinSet::new();
    for first in 0..16_u32 {
        let (flooded, port) = (Arc::clone(&flooded), server.port);
        asking.spawn(async move {
            let mut n = first;
            while Instant::now() < until {
                n = (n + 16) % 256;
                let mut line = Line::from(port, format!("2001:db8:1:42{n:02x}::1"));
                let body =
                    json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
                let Ok(reply) = timeout_at(until, line.post("/api/games", "", &body)).await else { return };
                flooded.note(reply.is_ok_and(|reply| reply.status == 201));
            }
        });
    }
    asking.join_all().await;
    Arc::into_inner(flooded).unwrap_or_default()
}
