//! What callers cost is taken out of their allowances; a caller who has spent his waits, and players go on.

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

/// A request from that address.
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
async fn a_caller_who_has_spent_his_budget_waits_and_others_do_not() {
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

/// A seat for which much was worked out is served last, but it plays.
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
        add("198.51.100.1").await.0.ok();
        add("203.0.113.1").await.0.fails(503);
    }
    // The body of a caller who may bring nothing more is not even read.
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
    begin(&client, "198.51.100.1").await.0.ok();
    let client = limited(&folder, Limits { bytes: NOTHING, ..Limits::default() }).await;
    begin(&client, "192.0.2.1").await.0.ok();
    begin(&client, "198.51.100.1").await.0.fails(503);
}

/// Battles between computer generals and records are whole from the start, and dear: they have a budget of their own.
#[tokio::test]
async fn strangers_who_fill_the_store_with_whole_battles_stop_no_player() {
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

/// One household has 256 nets of IPv6, and one who rents a server more: their neighbours begin games all the same.
#[tokio::test]
async fn a_household_and_a_neighbourhood_have_shares_however_many_addresses_they_have() {
    let folder = Folder::new();
    let two = Allowance::an_hour(1, 2);
    let limits = Limits { games_of_address: two, games: Allowance::an_hour(1, 20), ..Limits::default() };
    let client = limited(&folder, limits).await;
    let many = |from: fn(u16) -> String| {
        let client = client.clone();
        async move {
            let mut begun = 0;
            for n in 0..12 {
                begun += u32::from(begin(&client, &from(n)).await.0.status == 201);
            }
            begun
        }
    };
    assert_eq!(many(|n| format!("2001:db8:1:42{n:02x}::1")).await, 2, "of a /56");
    assert_eq!(many(|n| format!("2001:db8:2:{n:x}00::1")).await, 4, "of a /48");
    assert_eq!(many(|n| format!("192.0.2.{n}")).await, 4, "of a /24");
    // At a club's own table every player has an address of the club's.
    for lan in [|n| format!("192.168.1.{n}"), |n| format!("fd00::{n:x}")] {
        let folder = Folder::new();
        let client = limited(&folder, limits).await;
        let mut begun = 0;
        for n in 0..5 {
            begun += u32::from(begin(&client, &lan(n)).await.0.status == 201);
        }
        assert_eq!(begun, 5, "{}", lan(0));
    }
    assert_eq!(many(|n| format!("198.51.{n}.1")).await, 10, "others, until all have begun what all may");
}

/// A refused record costs its bringer, and no one else.
#[tokio::test]
async fn a_refused_record_costs_its_address_and_leaves_the_others_theirs() {
    let folder = Folder::new();
    let (three, five) = (Allowance::an_hour(1, 3), Allowance::an_hour(1, 5));
    let limits = Limits { records_of_address: three, records: five, ..Limits::default() };
    let record = fought(&Client::open(&folder).await).await;
    let client = limited(&folder, limits).await;
    let tried = async |from: &str, record: &str| bring(&client, from, record).await.0.status.as_u16();
    for household in 0..9 {
        let from = format!("198.51.{household}.1");
        assert_eq!(tried(&from, "nonsense").await, 400);
        assert_eq!(tried(&from, &record[..record.len() / 2]).await, 400);
        let body = json!({ "request": "1", "record": record });
        post(&client, &from, "/api/records", &body).await.0.fails(400);
        assert_eq!(tried(&from, &record).await, 429, "he has brought three");
    }
    for household in 0..5 {
        assert_eq!(tried(&format!("203.0.{household}.1"), &record).await, 201);
    }
    assert_eq!(tried("203.0.113.1", &record).await, 503);
}

/// A card that opens nothing costs a try; one that opens its seat does not.
#[tokio::test]
async fn a_caller_who_guesses_cards_waits() {
    let folder = Folder::new();
    let limits = Limits { cards_of_address: Allowance::an_hour(1, 2), ..Limits::default() };
    let client = limited(&folder, limits).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let path = format!("{}/seat/card", game.path);
    let card =
        client.post(&path, game.token(engine::Side::French), &json!({ "request": request() })).await.ok();
    let word = server::for_tests::words_of_cards()[7];
    let six = [word; 6].join(" ");
    let wrong = json!({ "words": six });
    let right = json!({ "words": card["card"] });
    for _ in 0..5 {
        post(&client, "192.0.2.1", "/api/cards", &right).await.0.ok();
    }
    for _ in 0..2 {
        post(&client, "192.0.2.1", "/api/cards", &wrong).await.0.fails(404);
    }
    let (told, headers) = post(&client, "192.0.2.1", "/api/cards", &wrong).await;
    assert!(told.fails(429)["error"].as_str().unwrap().starts_with("Many cards have been tried"));
    assert!(seconds(&headers) > 60);
    post(&client, "198.51.100.1", "/api/cards", &right).await.0.ok();
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

/// He has said six megabytes, and hears why they are not taken.
#[tokio::test]
async fn a_record_too_many_is_refused_with_the_reason() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let folder = Folder::new();
    let limits = Limits { records_of_address: NOTHING, ..Limits::default() };
    let client = limited(&folder, limits).await;
    let at = client.listening().await;
    for (bytes, status, part) in [
        (9 << 20, 413, "The body is larger than 8 MiB."),
        (6 << 20, 429, "Many records have been brought from your address"),
    ] {
        let mut stream = tokio::net::TcpStream::connect(at).await.unwrap();
        let head =
            format!("POST /api/records HTTP/1.1\r\nhost: localhost\r\ncontent-length: {bytes}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&vec![b'x'; bytes]).await.expect("all of it is heard");
        let mut told = String::new();
        stream.read_to_string(&mut told).await.unwrap();
        assert!(told.starts_with(&format!("HTTP/1.1 {status} ")) && told.contains(part), "{told}");
    }
}
