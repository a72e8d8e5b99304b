//! Queues without a clock: work that waits at a gate, and callers who come meanwhile.

use crate::common::Folder;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use engine::{Entry, Game as _, Played as _, Session, Side, Waiting};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use server::for_tests::{self, Class, Crowd, Errand, Payer, Queue, Rank, Refused, Rooms};
use server::{Config, Limits, Rate};
use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use tokio::task::JoinHandle;
use tower::ServiceExt as _;
use volley::Volley;

const LONG: Duration = Duration::from_secs(600);

fn at(last: u8) -> IpAddr {
    IpAddr::from([192, 0, 2, last])
}

fn stranger(last: u8) -> Payer {
    Payer::Stranger(at(last))
}

fn player(last: u8) -> Payer {
    Payer::Seat { game: "0123".to_owned(), at: at(last) }
}

/// Lets all other tasks come as far as they can.
async fn until(found: impl Fn() -> bool) {
    while !found() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn players_go_before_strangers_and_spendthrifts_last() {
    let line = Queue::new(1, Crowd::new(9, 9), LONG);
    let first = line.turn(stranger(1), Rank::Stranger).await.unwrap();
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    for (n, (payer, rank)) in [
        (player(1), Rank::Spendthrift),
        (stranger(2), Rank::Stranger),
        (stranger(3), Rank::Stranger),
        (player(2), Rank::Player),
    ]
    .into_iter()
    .enumerate()
    {
        let (line, tell) = (Arc::clone(&line), tell.clone());
        tokio::spawn({
            let line = Arc::clone(&line);
            async move {
                let _ticket = line.turn(payer, rank).await.unwrap();
                tell.send(n).unwrap();
            }
        });
        until(|| line.waiting() == n + 1).await;
    }
    drop((first, tell));
    let mut order = Vec::new();
    while let Some(n) = told.recv().await {
        order.push(n);
    }
    assert_eq!(order, [3, 1, 2, 0]);
}

/// However much players ask, every other turn is that of a stranger who wants to begin a game or to watch.
#[tokio::test]
async fn players_do_not_take_the_strangers_share() {
    let line = Queue::new(1, Crowd::new(99, 99), LONG);
    let first = line.turn(player(9), Rank::Player).await.unwrap();
    let (tell, mut told) = tokio::sync::mpsc::unbounded_channel();
    let ranks = [Rank::Player; 6].into_iter().chain([Rank::Stranger; 2]);
    for (n, rank) in ranks.enumerate() {
        let (line, tell) = (Arc::clone(&line), tell.clone());
        tokio::spawn({
            let line = Arc::clone(&line);
            async move {
                let _ticket = line.turn(player(n as u8), rank).await.unwrap();
                tell.send(rank).unwrap();
            }
        });
        until(|| line.waiting() == n + 1).await;
    }
    drop((first, tell));
    let mut order = Vec::new();
    while let Some(rank) = told.recv().await {
        order.push(rank);
    }
    let strangers: Vec<usize> = (0..8).filter(|n| order[*n] == Rank::Stranger).collect();
    assert_eq!(strangers, [1, 3], "{order:?}");
}

#[tokio::test]
async fn no_payer_fills_the_line_alone_and_a_caller_who_hangs_up_leaves_it() {
    let line = Queue::new(1, Crowd::new(3, 5), LONG);
    let first = line.turn(stranger(1), Rank::Stranger).await.unwrap();
    let wait = |last: u8| {
        let line = Arc::clone(&line);
        tokio::spawn(async move { line.turn(stranger(last), Rank::Stranger).await.map(drop) })
    };
    let (two, three) = (wait(1), wait(1));
    until(|| line.waiting() == 2).await;
    assert_eq!(line.turn(stranger(1), Rank::Stranger).await.err(), Some(Refused::OfHis));
    let (four, five) = (wait(2), wait(3));
    until(|| line.waiting() == 4).await;
    assert_eq!(
        line.turn(stranger(4), Rank::Stranger).await.err(),
        Some(Refused::TooLong { seconds: 1 }),
        "full for everybody"
    );
    two.abort();
    until(|| line.waiting() == 3).await;
    let six = wait(4);
    until(|| line.waiting() == 4).await;
    // A caller who hangs up in the moment he is called passes his turn on.
    drop(first);
    three.abort();
    for waited in [four, five, six] {
        waited.await.unwrap().unwrap();
    }
    assert!(line.turn(stranger(5), Rank::Stranger).await.is_ok(), "the place is free again");
}

#[tokio::test]
async fn a_caller_who_would_wait_too_long_is_told_at_once() {
    let line = Queue::new(1, Crowd::new(9, 9), LONG);
    for _ in 0..100 {
        line.took(LONG);
    }
    let _first = line.turn(stranger(1), Rank::Stranger).await.unwrap();
    for n in 0..2 {
        let line = Arc::clone(&line);
        tokio::spawn({
            let line = Arc::clone(&line);
            async move { line.turn(stranger(1), Rank::Stranger).await.map(drop) }
        });
        until(|| line.waiting() == n + 1).await;
    }
    let refused = line.turn(stranger(2), Rank::Stranger).await.err();
    assert!(matches!(refused, Some(Refused::TooLong { seconds: 60 })), "{refused:?}");
    assert_eq!(line.waiting(), 2, "he did not stand in it");
}

/// A server whose threads for dear work stand at a gate.
struct Held {
    rooms: Arc<Rooms>,
    app: Router,
    gates: Vec<Sender<()>>,
    _folder: Folder,
}

impl Held {
    async fn new(limits: Limits) -> Held {
        let folder = Folder::new();
        let rate = Some(Rate { per_second: 1000, burst: 10_000 });
        let config = Config { rate, limits, behind_proxy: true, ..Config::new(folder.db()) };
        let (rooms, app) = for_tests::app(&config).await.unwrap();
        let mut gates = Vec::new();
        for n in 0..(for_tests::cores() / 2).max(1) {
            let (gate, opens) = channel::<()>();
            let errand = Errand { payer: stranger(200 + u8::try_from(n).unwrap()), class: Class::Dear };
            let turn = rooms.work.turn(errand).await.unwrap();
            tokio::spawn(async move { turn.run(move || opens.recv()).await });
            gates.push(gate);
        }
        Held { rooms, app, gates, _folder: folder }
    }

    fn post(
        &self,
        path: &str,
        from: u8,
        token: &str,
        body: &Value,
    ) -> impl Future<Output = (StatusCode, HeaderMap, Value)> + Send + 'static {
        let request = Request::post(path)
            .header("x-forwarded-for", at(from).to_string())
            .header("authorization", format!("Bearer {token}"))
            .body(Body::from(body.to_string()))
            .unwrap();
        let app = self.app.clone();
        async move {
            let reply = app.oneshot(request).await.unwrap();
            let (head, body) = reply.into_parts();
            let bytes = body.collect().await.unwrap().to_bytes();
            (head.status, head.headers, serde_json::from_slice(&bytes).unwrap())
        }
    }

    fn asks_chart(&self, from: u8) -> JoinHandle<(StatusCode, HeaderMap, Value)> {
        let facts = json!({ "crew": 4, "range": "close", "target": "column" });
        let body = json!({ "facts": facts, "odds": true });
        tokio::spawn(self.post("/api/charts/br8/artillery-fire", from, "", &body))
    }
}

/// The first answer of a new battle: the side that is asked declines.
async fn first_answer(rooms: &Rooms, id: &str) -> (Side, Value) {
    let setup = games::Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<Volley>().unwrap();
    let mut session = Session::new(Volley::start(&battle, rules));
    let (_, held) = rooms.store.game(id).await.unwrap().unwrap();
    for entry in rooms.store.entries(&held).await.unwrap() {
        let Entry::Dice { faces, typed } = entry else { panic!("nobody has answered yet") };
        session.put(Entry::Dice { faces, typed }).unwrap();
    }
    let Some(Waiting::ForAnswer(question)) = session.waiting() else { panic!("nobody is asked") };
    let side = session.game().asked_of(question);
    let version = session.entries().len();
    let answer = session.game().decline(question);
    (side, json!({ "request": "the-first-answer", "version": version, "answer": answer }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_sixty_charts_in_the_line_a_player_moves_and_the_next_is_sent_away() {
    let limits = Limits { longest_wait: LONG, ..Limits::default() };
    let mut held = Held::new(limits).await;
    let begin = json!({ "request": "a-game-for-two-players", "battle": "gilly", "french": "you", "allied": "friend" });
    let (status, _, game) = held.post("/api/games", 1, "", &begin).await;
    assert_eq!(status, 201, "{game}");
    let id = game["id"].as_str().unwrap();
    let (side, answer) = first_answer(&held.rooms, id).await;
    let waiting = limits.dear - held.gates.len();
    let mut asked: Vec<_> =
        (0..waiting).map(|n| held.asks_chart(10 + u8::try_from(n / 8).unwrap())).collect();
    until(|| held.rooms.work.waiting(Class::Dear) == waiting).await;
    // The next one is sent away, from whichever address.
    let (status, headers, told) = held.asks_chart(100).await.unwrap();
    assert_eq!(status, 503);
    let error = told["error"].as_str().unwrap();
    assert!(error.starts_with("Too many are asking here just now: ask again in "), "{error}");
    assert!(headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
    // A battle between computer generals waits in the same line.
    let alone = json!({ "request": "a-game-for-nobody-at-all", "battle": "gilly", "french": "recruit", "allied": "recruit" });
    assert_eq!(held.post("/api/games", 101, "", &alone).await.0, 503);
    // A player moves as ever.
    let token = game["tokens"][if side == Side::French { "french" } else { "allied" }].as_str().unwrap();
    let (status, _, view) = held.post(&format!("/api/games/{id}/answers"), 1, token, &answer).await;
    assert_eq!(status, 200, "{view}");
    // A waiting caller hangs up: there is a place again, and his work is never done.
    asked.swap_remove(3).abort();
    until(|| held.rooms.work.waiting(Class::Dear) == waiting - 1).await;
    asked.push(held.asks_chart(100));
    until(|| held.rooms.work.waiting(Class::Dear) == waiting).await;
    held.gates.clear();
    for asked in asked {
        let (status, _, told) = asked.await.unwrap();
        assert_eq!(status, 200, "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_few_places_in_the_line() {
    let limits = Limits { longest_wait: LONG, dear_of_each: 2, ..Limits::default() };
    let held = Held::new(limits).await;
    let _waiting = [held.asks_chart(1), held.asks_chart(1)];
    until(|| held.rooms.work.waiting(Class::Dear) == 2).await;
    let (status, headers, told) = held.asks_chart(1).await.unwrap();
    assert_eq!((status.as_u16(), &headers["retry-after"]), (429, &"1".parse().unwrap()));
    let error = "You have asked for much at once: wait for some of the answers, then ask again.";
    assert_eq!(told["error"], error);
    let _other = held.asks_chart(2);
    until(|| held.rooms.work.waiting(Class::Dear) == 3).await;
}
