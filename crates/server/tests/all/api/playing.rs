//! A battle played over the wire: to the end, step by step, once and no more, with own dice, and after a restart.

use crate::common::{Client, Folder, Mirror, move_once, request};
use axum::http::Method;
use engine::Side;
use serde_json::{Value, json};

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
    let game = client.begin("gilly", "you", "friend", json!({ "seed": 7 })).await;
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
        // A new turn tells whether the other side's reserves come.
        let told = after["turn"] != before["turn"] || !after["outcome"].is_null();
        if thrown || told {
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

#[tokio::test]
async fn only_the_side_that_throws_types_its_dice() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({ "own-dice": true })).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let dice = format!("{}/dice", game.path);
    let mut thrown = [0, 0];
    for _ in 0..400 {
        if thrown.iter().all(|times| *times > 3) {
            break;
        }
        let view = client.get(&game.path, &game.watch).await.ok();
        let Some(count) = view["dice"]["count"].as_u64() else {
            move_once(&client, &game, &mut mirror).await.unwrap();
            continue;
        };
        let (side, name) = match view["dice"]["by"].as_str() {
            Some("french") => (Side::French, "French"),
            Some("allied") => (Side::Allied, "Prussians"),
            by => panic!("somebody throws: {by:?}"),
        };
        for faces in [json!(vec![1; count as usize]), Value::Null] {
            let body = json!({ "request": request(), "version": view["version"], "faces": faces });
            let refused = client.post(&dice, game.token(side.enemy()), &body).await.fails(403);
            assert!(
                refused["error"].as_str().unwrap().contains(&format!("thrown by the {name}")),
                "{refused}"
            );
        }
        let body =
            json!({ "request": request(), "version": view["version"], "faces": vec![1; count as usize] });
        client.post(&dice, game.token(side), &body).await.ok();
        mirror.follow().await;
        thrown[side as usize] += 1;
    }
    assert!(thrown.iter().all(|times| *times > 3), "{thrown:?}");
    // For the computer a person throws, at whichever seat.
    let game = client.begin("gilly", "you", "captain", json!({ "own-dice": true })).await;
    let dice = format!("{}/dice", game.path);
    let mut for_computer = 0;
    for _ in 0..400 {
        let view = client.get(&game.path, game.token(Side::French)).await.ok();
        if for_computer > 3 {
            break;
        }
        let (path, more) = match view["dice"]["count"].as_u64() {
            Some(count) => {
                for_computer += u32::from(view["dice"]["by"].is_null());
                (&dice, json!({ "faces": vec![3; count as usize] }))
            }
            None => (&format!("{}/answers", game.path), json!({ "answer": view["asked"]["decline"] })),
        };
        let mut body = json!({ "request": request(), "version": view["version"] });
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        client.post(path, game.token(Side::French), &body).await.ok();
    }
    assert!(for_computer > 3, "{for_computer}");
}
