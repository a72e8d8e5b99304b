//! Records that are brought along: proved, kept, replayed by a link, and never played on.

use crate::common::{Begun, Client, Folder, Mirror, Reply, move_once, request};
use axum::http::Method;
use engine::Side;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

async fn bring(client: &Client, body: &Value) -> Reply {
    client.send(Method::POST, "/api/records", None, body.to_string().into()).await
}

fn named(name: &str, record: &str) -> Value {
    json!({ "request": request(), "name": name, "record": record })
}

/// A battle two generals have fought to its end, and its record.
async fn fought(client: &Client, battle: &str) -> (Begun, String) {
    let game = client.begin(battle, "captain", "recruit", json!({})).await;
    let record = client.get(&format!("{}/record", game.path), &game.watch).await;
    assert_eq!(record.status, 200, "{}", record.text());
    (game, record.text())
}

/// What a spectator sees of a game, without what only this one has and what says that it was brought.
async fn seen(client: &Client, game: &Begun, path: &str) -> Value {
    let mut view = client.get(&format!("{}{path}", game.path), &game.watch).await.ok();
    for own in ["id", "mark", "uploaded"] {
        view.as_object_mut().unwrap().remove(own);
    }
    view
}

#[tokio::test]
async fn a_finished_record_is_replayed_by_its_link() {
    let folder = Folder::new();
    let mut client = Client::open(&folder).await;
    for battle in ["gilly", "teugn-hausen"] {
        let (fought, record) = fought(&client, battle).await;
        let body = named("day.jsonl", &record);
        let copies = futures_util::future::join_all((0..3).map(|_| bring(&client, &body))).await;
        let links: Vec<Value> = copies.into_iter().map(Reply::ok).collect();
        assert!(links.iter().all(|link| *link == links[0]), "one request, one link");
        assert_eq!(links[0]["tokens"].as_object().unwrap().len(), 1, "a link to watch, and no seat");
        let brought = Begun::of(&links[0]);
        for restart in [false, true] {
            if restart {
                client = Client::open(&folder).await;
            }
            let view = client.get(&brought.path, &brought.watch).await.ok();
            assert_eq!((&view["uploaded"], &view["seat"]), (&json!(true), &json!("watch")));
            assert!(view["outcome"].is_object() && view["asked"].is_null());
            let last = view["step"].as_u64().unwrap();
            for path in ["", "/log", "/steps/0", &format!("/steps/{}", last / 2), &format!("/steps/{last}")] {
                assert_eq!(seen(&client, &brought, path).await, seen(&client, &fought, path).await, "{path}");
            }
            let again = client.get(&format!("{}/record", brought.path), &brought.watch).await;
            assert!(again.text() == record, "the same to the byte");
            let report = client.get(&format!("{}/report", brought.path), &brought.watch).await.ok();
            assert!(report["outcome"].is_object());
            assert_eq!(bring(&client, &body).await.ok(), links[0]);
        }
        assert_eq!(client.get(&fought.path, &fought.watch).await.ok()["uploaded"], false);
        // No other link opens it, and it cannot be played.
        client.get(&brought.path, &fought.watch).await.fails(401);
        let answer = json!({ "request": request(), "version": 0, "answer": "no" });
        client.post(&format!("{}/answers", brought.path), &brought.watch, &answer).await.fails(403);
    }
}

/// A game on a real table, just begun: nothing on it has a place.
fn beside_figures() -> String {
    let setup = games::Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<volley::Volley>().unwrap();
    let header = setup.header(&rules, dice::Seed::from_number(7), std::collections::BTreeMap::new());
    let session = engine::Session::beside_figures(battle.beside_figures(rules));
    engine::record::Record::of(header, &session).write()
}

/// A game begun where another one stands after twenty steps, and taken ten steps further.
fn from_a_position() -> String {
    let setup = games::Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<volley::Volley>().unwrap();
    let header = setup.header(&rules, dice::Seed::from_number(7), std::collections::BTreeMap::new());
    let steps = |session: &mut engine::Session<volley::Volley>, most: usize| {
        let mut anybody = engine::RandomPlayer(dice::Stream::new(dice::Seed::from_number(7), 1));
        let _ = session.play(&mut dice::Stream::new(dice::Seed::from_number(7), 0), &mut anybody, most);
    };
    let mut first = engine::Session::new(battle.begin(rules));
    steps(&mut first, 20);
    let mut second = engine::Session::new(first.settled().clone());
    steps(&mut second, 10);
    engine::record::Record::of(header.begun_from(first.settled()), &second).write()
}

#[tokio::test]
async fn a_record_that_stops_halfway_stays_where_it_stops() {
    let folder = Folder::new();
    let mut client = Client::open(&folder).await;
    let (_, record) = fought(&client, "gilly").await;
    let lines: Vec<&str> = record.split_inclusive('\n').collect();
    // Not every line is an end: a step that needs nothing more is finished at once.
    let mut halves = Vec::new();
    for end in [2, 3, lines.len() / 3, lines.len() / 2, lines.len() * 4 / 5] {
        let whole = (end..lines.len())
            .find(|end| games::verify_record::<volley::Volley>("cut", &lines[..*end].concat()).is_ok());
        halves.push(lines[..whole.unwrap()].concat());
    }
    // Two people's game, whose dice are still sealed.
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    for _ in 0..30 {
        move_once(&client, &game, &mut mirror).await.unwrap();
    }
    let sealed = client.get(&format!("{}/record", game.path), game.token(Side::French)).await.text();
    assert!(sealed.contains("\"seed\":null"));
    halves.push(sealed);
    halves.push(beside_figures());
    halves.push(from_a_position());
    for half in halves {
        let (record, session) = games::verify_record::<volley::Volley>("half", &half).unwrap();
        let brought = Begun::of(&bring(&client, &named("half.jsonl", &half)).await.ok());
        for restart in [false, true] {
            if restart {
                client = Client::open(&folder).await;
            }
            let view = client.get(&brought.path, &brought.watch).await.ok();
            let noted = engine::notes(&record.entries).count();
            assert_eq!(view["version"], record.entries.len() - noted, "the generals do not go on");
            assert_eq!(view["step"], session.step_ends().len());
            assert_eq!(view["outcome"], Value::Null);
            assert_eq!(
                view["asked"]["mine"],
                if view["asked"].is_null() { Value::Null } else { json!(false) }
            );
            let again = client.get(&format!("{}/record", brought.path), &brought.watch).await;
            assert!(again.text() == half, "the same to the byte");
            let report = client.get(&format!("{}/report", brought.path), &brought.watch).await.ok();
            assert_eq!((&report["steps"], &report["outcome"]), (&view["step"], &Value::Null));
        }
    }
}

/// The sentence says where.
#[tokio::test]
async fn a_bad_record_is_refused_with_its_place() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (_, record) = fought(&client, "gilly").await;
    let lines: Vec<&str> = record.split_inclusive('\n').collect();
    let without = |n: usize| [&lines[..n], &lines[n + 1..]].concat().concat();
    let swapped = record.replacen("\"n\":7,", "\"n\":8,", 1);
    let changed = {
        let at = record.find("\"dice\":").unwrap();
        let digit = at + record[at..].find(|letter: char| letter.is_ascii_digit()).unwrap();
        let other = if &record[digit..=digit] == "3" { "4" } else { "3" };
        format!("{}{other}{}", &record[..digit], &record[digit + 1..])
    };
    let count = |sql: &'static str| {
        let url = format!("sqlite:{}", folder.db().display());
        async move {
            let pool = sqlx::AnyPool::connect(&url).await.unwrap();
            sqlx::query_scalar::<_, i64>(sql).fetch_one(&pool).await.unwrap()
        }
    };
    let before = count("SELECT count(*) FROM games").await;
    for (name, text, place) in [
        ("day.jsonl", swapped.as_str(), "day.jsonl:"),
        ("day.jsonl", &changed, "day.jsonl:"),
        ("day.jsonl", &without(0), "day.jsonl:1: "),
        ("day.jsonl", &without(9), "day.jsonl:10: "),
        ("day.jsonl", record.trim_end(), &format!("day.jsonl:{}: ", lines.len())),
        ("C:\\games\\my day (2).jsonl", "", "my day 2.jsonl:1: "),
        ("/etc/pass\u{7}wd", "nonsense", "passwd:1: "),
        ("", "{}\n", "record:1: "),
        (&"ß".repeat(500), "\u{0}\n", &format!("{}:1: ", "ß".repeat(60))),
    ] {
        let told = bring(&client, &named(name, text)).await.fails(400);
        let error = told["error"].as_str().unwrap();
        assert!(error.starts_with(place), "{error}");
        assert!(!error.contains('\n'), "one sentence: {error}");
    }
    let short = json!({ "request": "short", "record": record });
    let nobody = json!({ "record": record });
    let more = json!({ "request": request(), "record": record, "seat": "french" });
    for body in [&short, &nobody, &more, &json!([]), &json!({ "request": request(), "record": 7 })] {
        bring(&client, body).await.fails(400);
    }
    assert_eq!(count("SELECT count(*) FROM games").await, before, "nothing of it was kept");
}

#[tokio::test]
async fn a_record_may_be_longer_than_other_bodies_but_not_endless() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let long = |bytes: usize| named("long.jsonl", &"x".repeat(bytes)).to_string().into_bytes();
    let post = |path: &'static str, body: Vec<u8>| client.send(Method::POST, path, None, body);
    let told = post("/api/records", long((8 << 20) + 1)).await.fails(413);
    assert_eq!(told["error"], "The body is larger than 8 MiB.");
    let told = post("/api/games", long(2 << 20)).await.fails(413);
    assert_eq!(told["error"], "The body is larger than 1 MiB.");
    post("/api/records", long(7 << 20)).await.fails(400);
    let deep = format!("{{\"request\":{}", "[".repeat(1 << 20));
    post("/api/records", deep.into_bytes()).await.fails(400);
}

#[tokio::test]
async fn a_request_brings_one_record_or_begins_one_game() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (_, record) = fought(&client, "gilly").await;
    let first_half: String = {
        let lines: Vec<&str> = record.split_inclusive('\n').collect();
        let end = (40..)
            .find(|end| games::verify_record::<volley::Volley>("cut", &lines[..*end].concat()).is_ok())
            .unwrap();
        lines[..end].concat()
    };
    let request = request();
    let begin = json!({ "request": request, "battle": "gilly", "french": "captain", "allied": "recruit" });
    bring(&client, &json!({ "request": request, "record": record })).await.ok();
    bring(&client, &json!({ "request": request, "record": first_half })).await.fails(409);
    client.send(Method::POST, "/api/games", None, begin.to_string().into()).await.fails(409);
    let other = crate::common::request();
    let begin = json!({ "request": other, "battle": "gilly", "french": "you", "allied": "friend" });
    client.send(Method::POST, "/api/games", None, begin.to_string().into()).await.ok();
    bring(&client, &json!({ "request": other, "record": record })).await.fails(409);
}

/// Every line with its sum again, as a forger would write it.
fn summed(lines: &[String]) -> String {
    let mut last = String::new();
    let line = |line: &String| {
        let (body, _) = line.rsplit_once(",\"sum\":").unwrap();
        let hash = Sha256::new().chain_update(&last).chain_update(format!("{body}}}")).finalize();
        last = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        format!("{body},\"sum\":\"{last}\"}}\n")
    };
    lines.iter().map(line).collect()
}

/// A record that fits, but says more than it has to, is not kept.
#[tokio::test]
async fn a_record_is_not_blown_up() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (_, text) = fought(&client, "gilly").await;
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(summed(&lines) == text, "summed as it was");
    let header = |change: &dyn Fn(&mut engine::record::Header)| {
        let (mut record, _) = games::verify_record::<volley::Volley>("own", &text).unwrap();
        change(&mut record.header);
        record.write()
    };
    let blank = |line: usize| {
        let mut lines = lines.clone();
        // Behind the second key: by the first a line is known.
        let (at, _) = lines[line].match_indices(':').nth(1).unwrap();
        lines[line].insert_str(at + 1, &" ".repeat(5_000));
        summed(&lines)
    };
    let spread = "is not as grognard writes it; bring the record as it was saved";
    for (record, told) in [
        (
            header(&|header| header.battle_text.push_str(&"# for Spain\n".repeat(6_000))),
            "has more than 64 KiB",
        ),
        (header(&|header| header.battle = "g".repeat(201)), "has more than 200 bytes"),
        (
            header(&|header| (header.seed, header.salts) = (None, vec!["x".repeat(201)])),
            "salt of its header has more than 200 bytes",
        ),
        (header(&|header| (header.seed, header.salts) = (None, vec![String::new(); 9])), "8 salts"),
        (header(&|header| _ = header.seats.insert("x".repeat(201), "me".to_owned())), "more than 200 bytes"),
        (header(&|header| _ = header.seats.insert("me".to_owned(), "x".repeat(201))), "more than 200 bytes"),
        (header(&|header| header.seats.extend((0..9).map(|n| (n.to_string(), String::new())))), "8 seats"),
        (blank(9), &*format!("line 10 {spread}")),
        (blank(lines.len() - 1), &*format!("line {} {spread}", lines.len())),
    ] {
        let error = bring(&client, &named("own.jsonl", &record)).await.fails(400)["error"].to_string();
        assert!(error.contains(told), "{error}");
    }
    // One's own battle, with a word on it, is welcome.
    let own = header(&|header| header.battle_text.push_str(&"# for Spain\n".repeat(600)));
    bring(&client, &named("own.jsonl", &own)).await.ok();
}
