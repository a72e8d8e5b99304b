//! What each link shows and allows: seats, spectators, reserves that are still secret, and no link at all.

use crate::common::{Begun, Client, Folder, Mirror, move_once, request};
use axum::body::Body;
use axum::http::{Method, Request};
use engine::Side;
use serde_json::{Value, json};
use tower::ServiceExt as _;

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
        let mut waiting = usize::MAX;
        for n in 0..150 {
            // Whenever a reserve has arrived, and now and then between.
            let now = mirror.session.game().reserves.len();
            if now != waiting || n % 30 == 0 {
                nothing_leaks(&client, &game, &mirror).await;
                waiting = now;
            }
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
        let latest = format!("/steps/{}", mirror.session.step_ends().len());
        for path in ["", "/log", "/record", "/steps/0", &latest, "/report", "/units/0/options"] {
            bytes.extend(client.get(&format!("{}{path}", game.path), token).await.bytes);
        }
        // The battle's history is public, and may well tell who came late.
        let game = mirror.session.game();
        let notes = serde_json::to_string(&game.scenario.history.notes).unwrap();
        let text = String::from_utf8(bytes).unwrap().replace(&notes, "");
        for reserve in &game.reserves {
            let own = side == Some(reserve.side);
            for unit in &reserve.units {
                let namesake = game.units.iter().any(|other| other.name().contains(&*unit.name));
                assert!(namesake || text.contains(&*unit.name) == own, "{} for {side:?}", unit.name);
            }
            // Half of a command may be on the table already.
            let there = game.units.iter().any(|other| other.profile.brigade == reserve.command);
            assert!(there || text.contains(&reserve.command) == own, "{} for {side:?}", reserve.command);
            assert!(own || !text.contains(&format!("reserve {}: not yet", reserve.command)));
        }
    }
}

#[tokio::test]
async fn every_link_can_let_others_watch_and_gives_away_no_seat() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for battle in ["salamanca-pakenham", "baumersdorf"] {
        let game = client.begin(battle, "you", "friend", json!({})).await;
        let links = [game.token(Side::French), game.token(Side::Allied), &game.watch];
        let shared = game.shared(&client, links[0]).await;
        // The same for all, even for the bearer of that link itself; none of the links that were sent out; nothing but
        // a token.
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
async fn every_route_refuses_callers_without_its_link() {
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
        (Method::POST, "/seat/take", request_body(json!({}))),
        (Method::POST, "/seat/offer", request_body(json!({}))),
        (Method::POST, "/seat/withdraw", request_body(json!({}))),
        (Method::POST, "/seat/leave", request_body(json!({}))),
        (Method::POST, "/seat/renew", request_body(json!({}))),
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
        let reply = client.send(method.clone(), &format!("{full}?token={french}"), None, body.clone()).await;
        assert!(matches!(reply.status.as_u16(), 400 | 401), "{}", reply.status);
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
