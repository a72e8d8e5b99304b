//! The API from end to end, on a file of its own.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use axum::body::Body;
use axum::http::{Method, Request};
use common::{Begun, Client, Folder, Mirror, move_once, request};
use engine::Side;
use serde_json::{Value, json};
use server::{Config, Rate};
use tower::ServiceExt as _;

#[tokio::test]
async fn a_person_plays_the_captain_to_the_end() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "captain", json!({})).await;
    assert!(game.allied.is_none(), "a general needs no link");
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let token = game.token(Side::French).to_owned();
    let mut moves = 0;
    let mut told = 0;
    loop {
        if moves % 40 == 0 {
            // A refused answer in between changes nothing.
            let before = client.get(&game.path, &token).await.ok();
            let wild = json!({ "order": { "do": "march", "unit": 0, "legs": [{ "ahead": 900_000 }] } });
            let body = json!({ "request": request(), "version": before["version"], "answer": wild });
            let refused = client.post(&format!("{}/answers", game.path), &token, &body).await.fails(409);
            assert!(refused["rule"].is_string(), "{refused}");
            assert_eq!(client.get(&game.path, &token).await.ok(), before);
        }
        let Some(view) = move_once(&client, &game, &mut mirror).await else { break };
        let lines = view["log"].as_array().unwrap();
        assert_eq!(view["told"], lines.len());
        assert!(lines.iter().enumerate().all(|(i, line)| line["n"] == i + 1));
        assert!(view["asked"].is_null() || view["asked"]["mine"] == true, "it plays on until I am asked");
        told = told.max(lines.len());
        moves += 1;
        assert!(moves < 5000, "a game without end");
    }
    let end = client.get(&game.path, &token).await.ok();
    assert!(end["outcome"].is_object() && end["asked"].is_null(), "{}", end["outcome"]);
    assert!(moves > 20 && told > 100, "{moves} moves, {told} lines");
    // The record is whole now, with the seed, and proves itself.
    let record = client.get(&format!("{}/record", game.path), &game.watch).await;
    let (record, session) = games::verify_record::<games::Volley>("served", &record.text()).unwrap();
    assert!(record.ended && record.header.seed == Some(dice::Seed::from_number(7)));
    assert_eq!(session.steps(), mirror.session.steps());
    // Nothing more is taken.
    let late = json!({ "request": request(), "version": end["version"], "answer": "no" });
    client.post(&format!("{}/answers", game.path), &token, &late).await.fails(409);
    // Replay: forward, back, and past the end.
    let last = end["step"].as_u64().unwrap();
    for step in [0, 1, last / 2, last, 3] {
        let then = client.get(&format!("{}/steps/{step}", game.path), &token).await.ok();
        let reached = then["step"].as_u64().unwrap();
        assert!((step..step + 25).contains(&reached), "step {step} gave {reached}");
        if step == last {
            assert_eq!(then["hash"], end["hash"]);
        }
    }
    client.get(&format!("{}/steps/{}", game.path, last + 1), &token).await.fails(404);
    println!("{moves} answers, {} entries, {told} log lines", mirror.session.entries().len());
}

#[tokio::test]
async fn two_people_share_a_battle_with_reserves_and_see_no_more_than_they_may() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let mut with_reserves = 0;
    for file in games::embedded_of::<games::Volley>() {
        let (battle, _) = games::Setup::new(file.clone()).open::<games::Volley>().unwrap();
        if battle.reserves.is_empty() {
            continue;
        }
        with_reserves += 1;
        let game = client.begin(&file.id, "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &game.id, &file.id).await;
        for _ in 0..150 {
            nothing_leaks(&client, &game, &mirror).await;
            if move_once(&client, &game, &mut mirror).await.is_none() {
                break;
            }
        }
    }
    assert!(with_reserves > 0, "some battle has reserves");
}

/// Names of reserves that have not arrived are in nothing another seat receives.
async fn nothing_leaks(client: &Client, game: &Begun, mirror: &Mirror) {
    let seats = [
        (game.token(Side::French), Some(Side::French)),
        (game.token(Side::Allied), Some(Side::Allied)),
        (&*game.watch, None),
    ];
    for (token, side) in seats {
        let mut bytes = Vec::new();
        let latest = format!("/steps/{}", mirror.session.steps().len());
        for path in ["", "/log", "/record", "/steps/0", &latest, "/report", "/units/0/options"] {
            bytes.extend(client.get(&format!("{}{path}", game.path), token).await.bytes);
        }
        // The battle's history is for everybody to read, and may well tell who came late.
        let game = mirror.session.game();
        let notes = serde_json::to_string(&game.scenario.history.notes).unwrap();
        let text = String::from_utf8(bytes).unwrap().replace(&notes, "");
        for reserve in &game.reserves {
            let own = side == Some(reserve.side);
            for unit in &reserve.units {
                let namesake = game.units.iter().any(|other| other.name().contains(&unit.name));
                assert!(namesake || text.contains(&unit.name) == own, "{} for {side:?}", unit.name);
            }
            // Half of a command may be on the table already.
            let there = game.units.iter().any(|other| other.profile.brigade == reserve.command);
            assert!(there || text.contains(&reserve.command) == own, "{} for {side:?}", reserve.command);
            assert!(own || !text.contains(&format!("reserve {}: not yet", reserve.command)));
        }
    }
}

#[tokio::test]
async fn whoever_has_a_link_can_let_others_watch_and_gives_away_no_seat() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for battle in ["salamanca-pakenham", "baumersdorf"] {
        let game = client.begin(battle, "you", "friend", json!({})).await;
        let links = [game.token(Side::French), game.token(Side::Allied), &game.watch];
        let shared = game.shared(&client, links[0]).await;
        // The same for everybody, also for whoever has it; none of the links that were sent out; nothing but a token.
        for link in links.into_iter().chain([&*shared]) {
            let reply = client.get(&format!("{}/share", game.path), link).await.ok();
            assert_eq!(reply, json!({ "token": shared }));
            assert_ne!(link == shared, links.contains(&link));
        }
        // It sees what a spectator sees, byte for byte, now and at each step.
        let view = client.get(&game.path, &shared).await.ok();
        assert_eq!((&view["seat"], &view["asked"]["mine"]), (&json!("watch"), &json!(false)));
        let last = view["step"].as_u64().unwrap();
        let steps = (0..=last).map(|step| format!("/steps/{step}"));
        for path in ["", "/log", "/overlay", "/record", "/report"].map(str::to_owned).into_iter().chain(steps)
        {
            let path = format!("{}{path}", game.path);
            let (by_share, by_watch) =
                (client.get(&path, &shared).await, client.get(&path, &game.watch).await);
            assert_eq!((by_share.status, by_share.bytes), (by_watch.status, by_watch.bytes), "{path}");
        }
        // And it changes nothing.
        let body = json!({ "request": request(), "version": view["version"], "answer": "no" });
        client.post(&format!("{}/answers", game.path), &shared, &body).await.fails(403);
        client
            .post(&format!("{}/undo", game.path), &shared, &json!({ "request": request() }))
            .await
            .fails(403);
        // A server that starts again knows it still.
        let again = Client::open(&folder).await;
        assert_eq!(again.get(&game.path, &shared).await.ok(), view);
    }
}

#[tokio::test]
async fn every_route_refuses_everybody_without_its_link() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let other = client.begin("gilly", "you", "friend", json!({})).await;
    let french = game.token(Side::French);
    let request_body = |more: Value| {
        let mut body = json!({ "request": request() });
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        body
    };
    let routes: Vec<(Method, &str, Value)> = vec![
        (Method::GET, "", Value::Null),
        (Method::GET, "/log", Value::Null),
        (Method::GET, "/log?after=1", Value::Null),
        (Method::GET, "/record", Value::Null),
        (Method::GET, "/steps/0", Value::Null),
        (Method::GET, "/report", Value::Null),
        (Method::GET, "/share", Value::Null),
        (Method::GET, "/units/0/options", Value::Null),
        (Method::GET, "/live", Value::Null),
        (Method::POST, "/answers", request_body(json!({ "version": 0, "answer": "no" }))),
        (Method::POST, "/dice", request_body(json!({ "version": 0, "faces": [1] }))),
        (Method::POST, "/undo", request_body(json!({}))),
        (Method::POST, "/check", json!({ "answer": "no" })),
    ];
    let swapped = french.to_uppercase();
    let shared = other.shared(&client, other.token(Side::French)).await;
    let longer = format!("{french}0");
    let wrong: Vec<Option<&str>> = vec![
        None,
        Some(""),
        Some("nonsense"),
        Some("00000000000000000000000000000000"),
        Some(&french[..31]),
        Some(&longer),
        Some(&swapped),
        Some(other.token(Side::French)),
        Some(other.token(Side::Allied)),
        Some(&other.watch),
        Some(&shared),
        Some(&game.id),
    ];
    let before = client.get(&game.path, french).await.ok();
    let mut refused = 0;
    for (method, path, body) in &routes {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let full = format!("{}{path}", game.path);
        let missing = format!("/api/games/0123456789abcdef{path}");
        let none = client.send(method.clone(), &missing, Some(french), body.clone()).await;
        none.fails(401);
        for token in &wrong {
            let reply = client.send(method.clone(), &full, *token, body.clone()).await;
            reply.fails(401);
            assert_eq!(reply.bytes, none.bytes, "a game that is there and one that is not look the same");
            refused += 1;
        }
        // Not as a header of another kind, nor in the address.
        let basic = Request::builder().method(method.clone()).uri(&full);
        let basic = basic.header("authorization", format!("Basic {french}")).body(Body::from(body.clone()));
        assert_eq!(client.app.clone().oneshot(basic.unwrap()).await.unwrap().status(), 401);
        if *path != "/live" {
            let reply =
                client.send(method.clone(), &format!("{full}?token={french}"), None, body.clone()).await;
            assert!(matches!(reply.status.as_u16(), 400 | 401), "{}", reply.status);
        }
        // Spectators change nothing.
        if *method == Method::POST {
            client.send(method.clone(), &full, Some(&game.watch), body).await.fails(403);
        }
    }
    // The other seat may look, and may not answer for me.
    let side = if before["asked"]["side"] == "french" { Side::Allied } else { Side::French };
    let body = json!({ "request": request(), "version": before["version"], "answer": "no" });
    client.post(&format!("{}/answers", game.path), game.token(side), &body).await.fails(403);
    let check =
        client.post(&format!("{}/check", game.path), game.token(side), &json!({ "answer": "no" })).await;
    assert_eq!(check.ok()["ok"], false);
    assert_eq!(client.get(&game.path, french).await.ok(), before);
    println!("{refused} wrong links refused");
}

#[tokio::test]
async fn a_request_is_applied_once_and_old_versions_not_at_all() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let answers = format!("{}/answers", game.path);
    for _ in 0..60 {
        let Some((side, answer)) = mirror.sample() else { break };
        let version = mirror.session.entries().len();
        let body = json!({ "request": request(), "version": version, "answer": answer });
        // Five at once, as an impatient page would send them.
        let copies = (0..5).map(|_| client.post(&answers, game.token(side), &body));
        let mut views = Vec::new();
        for reply in futures_util::future::join_all(copies).await {
            views.push(reply.ok());
        }
        assert!(views.iter().all(|view| *view == views[0]));
        mirror.follow().await;
        assert_eq!(views[0]["version"], mirror.session.entries().len());
        // Another request for the version that has gone.
        let stale = json!({ "request": request(), "version": version, "answer": answer });
        let reply = client.post(&answers, game.token(side), &stale).await.fails(409);
        assert_eq!(reply["version"], mirror.session.entries().len());
    }
    // Two who begin with one request get one game.
    let body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "captain" });
    let once = client.send(Method::POST, "/api/games", None, body.to_string().into()).await.ok();
    let again = client.send(Method::POST, "/api/games", None, body.to_string().into()).await.ok();
    assert_eq!(once, again);
    let mut other = body.clone();
    other["allied"] = json!("recruit");
    client.send(Method::POST, "/api/games", None, other.to_string().into()).await.fails(409);
}

#[tokio::test]
async fn undo_goes_back_to_the_last_die_and_no_further() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let (mut undone, mut refused) = (0, 0);
    for _ in 0..120 {
        let Some((side, _)) = mirror.sample() else { break };
        let before = client.get(&game.path, game.token(side)).await.ok();
        let after = move_once(&client, &game, &mut mirror).await.unwrap();
        let thrown = after["version"].as_u64() > before["version"].as_u64().map(|n| n + 1);
        let body = json!({ "request": request() });
        let undo = format!("{}/undo", game.path);
        // The other side cannot take it back.
        client.post(&undo, game.token(side.enemy()), &body).await.fails(409);
        let reply = client.post(&undo, game.token(side), &body).await;
        if thrown {
            reply.fails(409);
            refused += 1;
            continue;
        }
        assert_eq!(reply.ok(), before, "as if it had not been said");
        // The same request again takes nothing more back.
        assert_eq!(client.post(&undo, game.token(side), &body).await.ok(), before);
        undone += 1;
        // From here on another way.
        let luck = mirror.luck;
        mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
        mirror.luck = luck;
        move_once(&client, &game, &mut mirror).await;
    }
    assert!(undone > 5 && refused > 5, "{undone} undone, {refused} refused");
}

#[tokio::test]
async fn a_restart_goes_on_where_the_last_confirmed_move_left_it() {
    let folder = Folder::new();
    let mut client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "captain", json!({})).await;
    let token = game.token(Side::French).to_owned();
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    for _ in 0..8 {
        for _ in 0..5 {
            move_once(&client, &game, &mut mirror).await;
        }
        let before = client.get(&game.path, &token).await.ok();
        drop(client);
        client = Client::open(&folder).await;
        assert_eq!(client.get(&game.path, &token).await.ok(), before);
    }
}

#[tokio::test]
async fn own_dice_are_asked_for_and_taken() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "captain", json!({ "own-dice": true })).await;
    let token = game.token(Side::French).to_owned();
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let dice = format!("{}/dice", game.path);
    let mut thrown = 0;
    while thrown < 12 {
        let view = client.get(&game.path, &token).await.ok();
        let version = &view["version"];
        let throw = |faces: Value| json!({ "request": request(), "version": version, "faces": faces });
        let Some(count) = view["dice"]["count"].as_u64() else {
            client.post(&dice, &token, &throw(json!([1]))).await.fails(409);
            move_once(&client, &game, &mut mirror).await.unwrap();
            continue;
        };
        assert!(view["asked"].is_null());
        let faces = |n: u64, face: u32| json!(vec![face; n as usize]);
        client.post(&dice, &token, &throw(faces(count + 1, 1))).await.fails(409);
        client.post(&dice, &token, &throw(faces(count, 7))).await.fails(409);
        client.post(&dice, &token, &throw(faces(count, 0))).await.fails(409);
        client.post(&dice, &game.watch, &throw(faces(count, 4))).await.fails(403);
        client.post(&dice, &token, &throw(faces(count, 4))).await.ok();
        mirror.follow().await;
        thrown += 1;
    }
    let log = client.get(&format!("{}/log?after=1", game.path), &token).await.ok();
    let typed = log["log"].as_array().unwrap().iter().flat_map(|line| line["throws"].as_array().unwrap());
    assert!(typed.into_iter().all(|throw| throw["typed"] == true));
    let seeded = client.begin("gilly", "you", "captain", json!({})).await;
    let body = json!({ "request": request(), "version": 0, "faces": [3] });
    client.post(&format!("{}/dice", seeded.path), seeded.token(Side::French), &body).await.fails(409);
}

#[tokio::test]
async fn nonsense_is_refused_in_one_sentence() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "captain", json!({})).await;
    let token = game.token(Side::French);
    let begin = |body: String| client.send(Method::POST, "/api/games", None, body.into_bytes());
    let valid = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "captain" });
    let with = |key: &str, value: Value| {
        let mut body = valid.clone();
        body[key] = value;
        body.to_string()
    };
    begin("{".to_owned()).await.fails(400);
    begin("[]".to_owned()).await.fails(400);
    begin(with("battle", json!("waterloo"))).await.fails(404);
    begin(with("french", json!("napoleon"))).await.fails(400);
    begin(with("french", json!(3))).await.fails(400);
    begin(with("cheat", json!(true))).await.fails(400);
    begin(with("seed", json!("seven"))).await.fails(400);
    begin(with("request", json!("short"))).await.fails(400);
    begin(with("request", json!("x".repeat(65)))).await.fails(400);
    begin(with("request", json!("spaces are not allowed"))).await.fails(400);
    begin("x".repeat((1 << 20) + 1)).await.fails(413);
    let deep = "[".repeat(100_000);
    let answers = format!("{}/answers", game.path);
    for body in
        ["", "null", "{}", "\u{0}", "{\"request\":\"a\"}", &deep, "{\"request\":\"a\",\"version\":-1}"]
    {
        client.send(Method::POST, &answers, Some(token), body.as_bytes().to_vec()).await.fails(400);
    }
    client.send(Method::POST, &answers, Some(token), vec![0xff, 0xfe, 0x00]).await.fails(400);
    client.send(Method::POST, &answers, Some(token), vec![b' '; (1 << 20) + 1]).await.fails(413);
    let before = client.get(&game.path, token).await.ok();
    let version = &before["version"];
    // Numbers that no table has reach no geometry.
    for answer in [
        json!({ "unit": 65535 }),
        json!({ "order": { "do": "charge", "unit": 0, "target": 9, "wheel": i32::MIN } }),
        json!({ "order": { "do": "march", "unit": 0, "legs": [{ "wheel": i32::MIN }] } }),
        json!({ "order": { "do": "march", "unit": 0, "legs": [{ "ahead": i32::MAX }, { "back": i32::MAX }] } }),
        json!({ "order": { "do": "march", "unit": 65535, "legs": [] } }),
        json!({ "order": { "do": "march", "unit": 0, "legs": vec![json!({ "ahead": 1 }); 5000] } }),
        json!({ "order": { "do": "ride", "general": 65535, "to": { "x": i32::MIN, "y": i32::MIN }, "join": 65535 } }),
        json!({ "order": { "do": "turn", "unit": 4, "to": { "at": { "x": i32::MAX, "y": 0 }, "facing": 1 } } }),
        json!({ "order": { "do": "enter", "unit": 0, "at": i32::MIN, "legs": [] } }),
        json!({ "order": { "do": "fall-back", "unit": 0, "by": i32::MIN, "formation": "line" } }),
        json!({ "form": "square" }),
        json!({ "stand": "masse" }),
        json!("yes"),
    ] {
        let body = json!({ "request": request(), "version": version, "answer": answer });
        client.post(&answers, token, &body).await.fails(409);
        let checked = client.post(&format!("{}/check", game.path), token, &json!({ "answer": answer })).await;
        assert_eq!(checked.ok()["ok"], false);
    }
    assert_eq!(client.get(&game.path, token).await.ok(), before);
    for (path, status) in [
        ("/steps/x", 400),
        ("/steps/-1", 400),
        ("/steps/99999999", 404),
        ("/units/x/options", 404),
        ("/units/0/options", 409),
        ("/nothing", 404),
    ] {
        client.get(&format!("{}{path}", game.path), token).await.fails(status);
    }
    client.send(Method::DELETE, &game.path, Some(token), Vec::new()).await.fails(405);
    client.send(Method::GET, "/api/nothing", None, Vec::new()).await.fails(404);
}

#[tokio::test]
async fn orders_come_with_reach_odds_and_reasons() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (mut marches, mut charges, mut reasons) = (0, 0, 0);
    for battle in ["gilly", "barrosa-wheatley", "teugn-outposts"] {
        let game = client.begin(battle, "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &game.id, battle).await;
        for _ in 0..250 {
            let asked = mirror.sample().map(|(side, _)| side);
            let Some(side) = asked else { break };
            let view = client.get(&game.path, game.token(side)).await.ok();
            if view["asked"]["question"]["ask"] == "order" && view["version"].as_u64().unwrap() % 3 == 0 {
                let check = format!("{}/check", game.path);
                for unit in view["units"].as_array().unwrap() {
                    let path = format!("{}/units/{}/options", game.path, unit["id"]);
                    let reply = client.get(&path, game.token(side)).await;
                    if unit["side"] != json!(side) {
                        reply.fails(409);
                        continue;
                    }
                    let found = reply.ok();
                    for may in found["may"].as_array().unwrap() {
                        let order = |mut order: Value| {
                            order["unit"] = unit["id"].clone();
                            json!({ "answer": { "order": order } })
                        };
                        match may["do"].as_str().unwrap() {
                            "march" => {
                                assert!(
                                    !may["area"].as_array().unwrap().is_empty() || may["ends"] == json!([])
                                );
                                marches += 1;
                            }
                            "charge" => {
                                for target in may["targets"].as_array().unwrap() {
                                    let odds = target["odds"].as_array().unwrap();
                                    let sum: f64 =
                                        odds.iter().map(|odd| odd["chance"].as_f64().unwrap()).sum();
                                    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
                                    let charge = json!({
                                        "do": "charge", "target": target["target"], "wheel": target["wheel"]
                                    });
                                    let ok = client.post(&check, game.token(side), &order(charge)).await.ok();
                                    assert_eq!(ok["ok"], true, "{ok}");
                                    charges += 1;
                                }
                            }
                            "form" => {
                                for formation in may["formations"].as_array().unwrap() {
                                    let form =
                                        json!({ "do": "form", "formation": formation, "facing": null });
                                    let ok = client.post(&check, game.token(side), &order(form)).await.ok();
                                    assert_eq!(ok["ok"], true, "{ok}");
                                }
                            }
                            _ => {}
                        }
                    }
                    for why in found["why-not"].as_array().unwrap() {
                        assert!(why["rule"].as_str().unwrap().starts_with("volley."), "{why}");
                        reasons += 1;
                    }
                }
            }
            move_once(&client, &game, &mut mirror).await;
        }
    }
    assert!(marches > 50 && charges > 5 && reasons > 50, "{marches} {charges} {reasons}");
}

/// Every usual question of a chart can be asked as it stands, and what hangs on another fact names it rightly.
async fn usual_asks_are_good(client: &Client, path: &str, chart: &Value) {
    let facts = chart["facts"].as_array().unwrap();
    let words = |name: &Value| facts.iter().find(|fact| fact["name"] == *name).unwrap()["word"].clone();
    for fact in facts.iter().filter(|fact| fact["fits"].is_object()) {
        let other = words(&fact["fits"]["fact"]);
        for (with, suit) in fact["fits"]["with"].as_object().unwrap() {
            assert!(other.as_array().unwrap().contains(&json!(with)), "{path}: {with}");
            let own = fact["word"].as_array();
            assert!(
                suit.as_array().unwrap().iter().all(|word| own.unwrap().contains(word)),
                "{path}: {suit}"
            );
        }
    }
    for ask in chart["asks"].as_array().into_iter().flatten() {
        let body = json!({ "facts": ask["facts"], "odds": true });
        let mut given = body.clone();
        for fact in facts.iter().filter(|fact| fact["default"].is_null()) {
            let name = fact["name"].as_str().unwrap();
            if given["facts"][name].is_null() {
                given["facts"][name] = fact["word"][0].clone();
            }
        }
        let told = client.send(Method::POST, path, None, given.to_string().into()).await.ok();
        assert!(!told["throws"].as_array().unwrap().is_empty(), "{path} {ask}: somebody throws");
    }
}

#[tokio::test]
async fn anybody_may_look_up_battles_charts_and_rules() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let get = |path: &'static str| client.send(Method::GET, path, None, Vec::new());
    let battles = get("/api/battles").await.ok();
    assert_eq!(battles.as_array().unwrap().len(), games::battles().len());
    for battle in battles.as_array().unwrap() {
        assert!(!battle["pieces"].as_array().unwrap().is_empty() && battle["width"].as_i64() > Some(0));
        assert!(battle["units"]["french"].as_u64() > Some(0));
    }
    for sheet in ["a15", "p7", "br8", "orders"] {
        let charts = client.send(Method::GET, &format!("/api/charts/{sheet}"), None, Vec::new()).await.ok();
        let rules = client.send(Method::GET, &format!("/api/rules/{sheet}"), None, Vec::new()).await.ok();
        assert!(rules.as_object().unwrap().len() > 100);
        for chart in charts.as_array().unwrap() {
            let mut facts = json!({});
            for fact in chart["facts"].as_array().unwrap() {
                let name = fact["name"].as_str().unwrap();
                if !fact["default"].is_null() {
                    continue;
                }
                facts[name] = match (&fact["word"], &fact["number"]) {
                    (Value::Array(words), _) => words[0].clone(),
                    (_, Value::Object(number)) => number["max"].clone(),
                    _ => json!(true),
                };
            }
            let path = format!("/api/charts/{sheet}/{}", chart["name"].as_str().unwrap());
            let body = json!({ "facts": facts, "dice": null, "odds": true });
            let told = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
            let odds = told["odds"].as_array().unwrap();
            let sum: f64 = odds.iter().map(|odd| odd["chance"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{path}: {sum}");
            // What it threw, typed again, says the same.
            let faces: Vec<Value> = told["throws"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|throw| throw["faces"].as_array().unwrap().clone())
                .collect();
            let body = json!({ "facts": facts, "dice": faces, "odds": false });
            let typed = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
            assert_eq!(typed["outcome"], told["outcome"], "{path}");
            for rule in typed["working"].as_array().unwrap() {
                assert!(rules[rule[0].as_str().unwrap()].is_string(), "{rule} has a text");
            }
            // Typed throw by throw, it says what is thrown next, and at the end the same.
            let mut typed: Vec<Value> = Vec::new();
            let said = loop {
                let body = json!({ "facts": facts, "dice": typed });
                let said = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
                if let Some(all) = said["next"]["faces"].as_array() {
                    // One die: every face is read once, and the one that fell says what it then does.
                    let ends =
                        all.iter().map(|some| (some["from"].as_u64().unwrap(), some["to"].as_u64().unwrap()));
                    let ends: Vec<(u64, u64)> = ends.collect();
                    assert_eq!(
                        (ends[0].0, ends.last().unwrap().1),
                        (1, said["next"]["pool"]["sides"].as_u64().unwrap())
                    );
                    assert!(ends.windows(2).all(|two| two[0].1 + 1 == two[1].0), "{path}: {ends:?}");
                    let face = faces[typed.len()].as_u64().unwrap();
                    let fell = ends.iter().position(|(from, to)| (*from..=*to).contains(&face)).unwrap();
                    if typed.len() + 1 == faces.len() {
                        assert_eq!(all[fell]["outcome"], told["outcome"], "{path}");
                    }
                }
                match said["next"]["pool"]["count"].as_u64() {
                    Some(count) => typed.extend_from_slice(&faces[typed.len()..typed.len() + count as usize]),
                    None => break said,
                }
            };
            assert_eq!((&said["outcome"], typed.len()), (&told["outcome"], faces.len()), "{path}");
            usual_asks_are_good(&client, &path, chart).await;
        }
        let named = |name: &str| {
            let asks =
                charts.as_array().unwrap().iter().filter_map(|chart| chart["asks"].as_array()).flatten();
            asks.filter(|ask| ask["name"] == name).count()
        };
        assert_eq!(["gun", "volley", "melee", "charge"].map(named), [1; 4], "{sheet}: once each");
    }
    let post = |path: &'static str, body: &'static str| client.send(Method::POST, path, None, body.into());
    get("/api/charts/zz").await.fails(404);
    get("/api/rules/zz").await.fails(404);
    post("/api/charts/br8/nothing", "{}").await.fails(404);
    post("/api/charts/br8/artillery-fire", "{\"facts\":{\"range\":\"near\"}}").await.fails(400);
    post("/api/charts/br8/artillery-fire", "{\"facts\":7}").await.fails(400);
    let openapi = get("/api/openapi.json").await.ok();
    assert!(openapi["paths"].as_object().unwrap().len() >= 15);
    assert_eq!(get("/health").await.status, 200);
    assert!(get("/metrics").await.text().contains("grognard_requests_total "));
}

/// Without a built page the server says how to get one; with one it serves it, and every place within it.
#[tokio::test]
async fn the_page_is_served_if_it_is_built() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let get = |path: &'static str| client.send(Method::GET, path, None, Vec::new());
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/index.html");
    let (page, place) = (get("/").await, get("/game/0123").await);
    assert_eq!((page.status.as_u16(), place.status.as_u16()), (200, 200));
    assert_eq!(page.bytes, place.bytes);
    match std::fs::read(built) {
        Ok(index) => assert_eq!(page.text(), String::from_utf8_lossy(&index)),
        Err(_) => assert!(page.text().starts_with("The page is not built into this server: run ")),
    }
    for path in ["/assets/none.js", "/../Cargo.toml", "/..%2fCargo.toml", "/%2e%2e/package.json"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn floods_are_stemmed_and_headers_are_sane() {
    let folder = Folder::new();
    let rate = Some(Rate { per_second: 1, burst: 5 });
    let app = server::app(Config { rate, ..Config::new(folder.db()) }).await.unwrap();
    let client = Client { app };
    let mut seen = Vec::new();
    for _ in 0..8 {
        seen.push(client.send(Method::GET, "/health", None, Vec::new()).await.status.as_u16());
    }
    assert_eq!(seen[..5], [200; 5]);
    assert!(seen[5..].contains(&429), "{seen:?}");
    let request = Request::builder().uri("/").body(Body::empty()).unwrap();
    let reply = client.app.clone().oneshot(request).await.unwrap();
    let header = |name: &str| reply.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert!(header("content-security-policy").contains("frame-ancestors 'none'"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
}

/// Only a server that was told of its proxy believes what a header says of the caller.
#[tokio::test]
async fn behind_a_proxy_everybody_has_a_bucket_of_his_own() {
    for behind_proxy in [true, false] {
        let folder = Folder::new();
        let rate = Some(Rate { per_second: 1, burst: 2 });
        let config = Config { rate, behind_proxy, ..Config::new(folder.db()) };
        let app = server::app(config).await.unwrap();
        let mut seen = Vec::new();
        for caller in 0..20 {
            // Whatever the caller himself has put before it does not count.
            let noted = format!("203.0.113.9, 198.51.100.{caller}");
            let request = Request::builder().uri("/health").header("x-forwarded-for", noted);
            let reply = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            seen.push(reply.status().as_u16());
        }
        assert_eq!(seen.iter().all(|status| *status == 200), behind_proxy, "{seen:?}");
    }
}

/// What a chart prints reads as what it is, and only what is added to it has a sign.
#[tokio::test]
async fn printed_numbers_of_a_chart_read_as_what_they_are() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (chart, facts, said) in [
        (
            "br8/artillery-fire",
            json!({ "crew": 4, "range": "close", "target": "column" }),
            json!(["4 dice", "needs 4", "+1", "−1"]),
        ),
        ("br8/close", json!({ "grade": "veteran", "nation": "french" }), json!(["5 or less"])),
        ("orders/movement", json!({ "arm": "infantry", "formation": "column" }), json!(["6\""])),
        (
            "orders/fire",
            json!({ "troop": "veteran", "target-formation": "column" }),
            json!(["2 dice", "needs 6", "+1"]),
        ),
    ] {
        let body = json!({ "facts": facts });
        let path = format!("/api/charts/{chart}");
        let told = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
        let numbers: Vec<Value> =
            told["working"].as_array().unwrap().iter().map(|number| number[1].clone()).collect();
        assert_eq!(json!(numbers), said, "{chart}");
    }
}
