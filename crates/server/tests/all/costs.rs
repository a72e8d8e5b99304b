//! What callers cost is taken out of their budgets; whoever has spent his waits, and players go on.

use crate::common::{Begun, Client, Folder, Mirror, Reply, move_once, request};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use server::{Allowance, Config, Limits, Rate};
use tower::ServiceExt as _;

/// Nothing comes in again while a test runs.
const NOTHING: Allowance = Allowance::an_hour(1, 1);

async fn limited(folder: &Folder, limits: Limits) -> Client {
    let rate = Some(Rate { per_second: 10_000, burst: 10_000 });
    let config = Config { rate, limits, behind_proxy: true, ..Config::new(folder.db()) };
    Client { app: server::app(config).await.unwrap() }
}

/// Somebody at that address.
async fn post(client: &Client, from: &str, path: &str, body: &Value) -> (Reply, HeaderMap) {
    let request = Request::post(path).header("x-forwarded-for", from);
    let request = request.body(Body::from(body.to_string())).unwrap();
    let (head, body) = client.app.clone().oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes().to_vec();
    (Reply { status: head.status, bytes }, head.headers)
}

async fn chart(client: &Client, from: &str) -> (Reply, HeaderMap) {
    let body = json!({ "facts": { "crew": 60, "range": "close", "target": "column" }, "odds": true });
    post(client, from, "/api/charts/br8/artillery-fire", &body).await
}

/// Asks until he is sent away; says with what.
async fn asks_too_much(client: &Client, from: &str) -> (Reply, HeaderMap) {
    for _ in 0..100_000 {
        let (reply, headers) = chart(client, from).await;
        if reply.status != 200 {
            return (reply, headers);
        }
    }
    panic!("he was never sent away");
}

fn seconds(headers: &HeaderMap) -> u64 {
    headers["retry-after"].to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn whoever_has_spent_his_budget_waits_and_others_do_not() {
    let folder = Folder::new();
    let client = limited(&folder, Limits { stranger: NOTHING, ..Limits::default() }).await;
    let (told, headers) = asks_too_much(&client, "192.0.2.1").await;
    let error = told.fails(429)["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("Much has been reckoned for your address: ask again in "), "{error}");
    assert!(seconds(&headers) > 1);
    assert_eq!(chart(&client, "192.0.2.2").await.0.status, 200, "another has his own");
    // What costs nothing he may still see.
    assert_eq!(client.send(Method::GET, "/api/charts/br8", None, Vec::new()).await.status, 200);
}

#[tokio::test]
async fn strangers_together_have_a_budget_and_players_another() {
    let folder = Folder::new();
    let limits = Limits { strangers: Allowance::an_hour(1, 300), ..Limits::default() };
    let client = limited(&folder, limits).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let mut n = 0;
    let (told, headers) = loop {
        n += 1;
        let (reply, headers) = chart(&client, &format!("198.51.{}.{}", n / 250, n % 250)).await;
        if reply.status != 200 {
            break (reply, headers);
        }
        assert!(n < 60_000, "they were never sent away");
    };
    told.fails(503);
    assert!(seconds(&headers) > 1);
    // Spectators wait as well; players do not.
    client.get(&game.path, &game.watch).await.fails(503);
    for _ in 0..5 {
        move_once(&client, &game, &mut mirror).await.unwrap();
    }
}

/// Whoever lets much be reckoned at his seat stands behind others, but he plays.
#[tokio::test]
async fn a_seat_that_has_spent_its_budget_still_plays() {
    let folder = Folder::new();
    for limits in [
        Limits { seat: NOTHING, ..Limits::default() },
        Limits { seats_of_address: NOTHING, ..Limits::default() },
    ] {
        let client = limited(&folder, limits).await;
        let game = client.begin("gilly", "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
        for _ in 0..20 {
            move_once(&client, &game, &mut mirror).await.unwrap();
        }
    }
}

async fn fought(client: &Client) -> String {
    let game = client.begin("gilly", "recruit", "recruit", json!({})).await;
    client.get(&format!("{}/record", game.path), &game.watch).await.text()
}

async fn bring(client: &Client, from: &str, record: &str) -> (Reply, HeaderMap) {
    let body = json!({ "request": request(), "record": record });
    post(client, from, "/api/records", &body).await
}

async fn begin(client: &Client, from: &str) -> (Reply, HeaderMap) {
    let body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
    post(client, from, "/api/games", &body).await
}

/// Two computer generals fight it out.
async fn fight(client: &Client, from: &str) -> (Reply, HeaderMap) {
    let body = json!({ "request": request(), "battle": "gilly", "french": "captain", "allied": "captain" });
    post(client, from, "/api/games", &body).await
}

#[tokio::test]
async fn games_battles_and_records_are_limited_by_the_hour() {
    let one = Allowance::an_hour(1, 1);
    let two = Allowance::an_hour(1, 2);
    let folder = Folder::new();
    let limits = Limits {
        records_of_address: one,
        records: two,
        games_of_address: one,
        games: two,
        battles_of_address: one,
        battles: two,
        ..Limits::default()
    };
    let record = fought(&Client::open(&folder).await).await;
    let client = limited(&folder, limits).await;
    for what in ["games", "battles", "records"] {
        let add = async |from: &str| match what {
            "games" => begin(&client, from).await,
            "battles" => fight(&client, from).await,
            _ => bring(&client, from, &record).await,
        };
        add("192.0.2.1").await.0.ok();
        let (told, headers) = add("192.0.2.1").await;
        let error = told.fails(429)["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with(&format!("Many {what} ")), "{error}");
        assert!((1000..=3600).contains(&seconds(&headers)));
        add("192.0.2.2").await.0.ok();
        add("192.0.2.3").await.0.fails(503);
    }
    // It is not even read what somebody brings who may bring nothing more.
    post(&client, "192.0.2.1", "/api/records", &json!("no record at all")).await.0.fails(429);
    // The same request gets the same game again, and costs nothing.
    let client = limited(&folder, limits).await;
    let body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
    let first = post(&client, "192.0.2.1", "/api/games", &body).await.0.ok();
    assert_eq!(post(&client, "192.0.2.1", "/api/games", &body).await.0.ok(), first);
}

#[tokio::test]
async fn bytes_in_the_store_are_limited_by_the_hour() {
    let folder = Folder::new();
    let client = limited(&folder, Limits { bytes_of_address: NOTHING, ..Limits::default() }).await;
    begin(&client, "192.0.2.1").await.0.ok();
    begin(&client, "192.0.2.1").await.0.fails(429);
    begin(&client, "192.0.2.2").await.0.ok();
    let client = limited(&folder, Limits { bytes: NOTHING, ..Limits::default() }).await;
    begin(&client, "192.0.2.1").await.0.ok();
    begin(&client, "192.0.2.2").await.0.fails(503);
}

/// Battles between computer generals and records are whole from the start, and dear: they have a budget of their own.
#[tokio::test]
async fn strangers_who_fill_the_store_with_whole_battles_stop_nobody_who_wants_to_play() {
    let folder = Folder::new();
    let client = limited(&folder, Limits { bytes: NOTHING, ..Limits::default() }).await;
    let battle = async |from: &str| fight(&client, from).await.0;
    battle("192.0.2.1").await.ok();
    battle("192.0.2.2").await.fails(503);
    bring(&client, "192.0.2.3", "nonsense").await.0.fails(503);
    begin(&client, "192.0.2.4").await.0.ok();
}

#[tokio::test]
async fn a_full_store_takes_nothing_new_and_games_go_on() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let record = fought(&client).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let mut config = crate::common::config(&folder);
    config.keep.most_bytes = Some(10_000);
    let client = Client { app: server::app(config).await.unwrap() };
    for (told, _) in [begin(&client, "192.0.2.1").await, bring(&client, "192.0.2.1", &record).await] {
        let error = told.fails(507)["error"].as_str().unwrap().to_owned();
        assert!(error.starts_with("This server has no room for new games and records"), "{error}");
    }
    for _ in 0..5 {
        move_once(&client, &game, &mut mirror).await.unwrap();
    }
    let mut config = crate::common::config(&folder);
    config.keep.most_bytes = Some(100_000_000);
    let client = Client { app: server::app(config).await.unwrap() };
    Begun::of(&begin(&client, "192.0.2.1").await.0.ok());
}

/// A proof ends when it has taken too long, not when it is done.
#[tokio::test]
async fn a_record_that_takes_too_long_is_given_up_on_the_way() {
    let folder = Folder::new();
    let record = fought(&Client::open(&folder).await).await;
    let limits = Limits { proof: std::time::Duration::ZERO, ..Limits::default() };
    let client = limited(&folder, limits).await;
    let told = bring(&client, "192.0.2.1", &record).await.0.fails(400);
    let error = told["error"].as_str().unwrap();
    assert!(error.contains("takes too long to play again: stopped before entry "), "{error}");
}
