//! The dice of two people: neither alone chooses them, or both are shown who has.

use crate::common::{Begun, Client, Folder, Reply, request};
use axum::http::Method;
use dice::{Seed, Stream};
use engine::{Entry, Side};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection as _};

async fn begin(client: &Client, more: Value) -> Reply {
    let mut body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    client.send(Method::POST, "/api/games", None, body.to_string().into()).await
}

#[tokio::test]
async fn dice_fall_when_all_seats_are_taken_and_come_from_the_salts_of_all() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    // Dice decide which side places its units first, before either side decides anything.
    let begun = begin(&client, json!({ "battle": "baumersdorf", "deploy": true, "salt": "anna" })).await.ok();
    let mut game = Begun::of(&begun);
    let restarted = Client::open(&folder).await;
    let mut commitment = Value::Null;
    for client in [&client, &restarted] {
        let view = client.get(&game.path, game.token(Side::French)).await.ok();
        assert_eq!(
            (&view["asked"], &view["dice"], &view["dice-wait"]),
            (&Value::Null, &Value::Null, &json!(true))
        );
        assert_eq!((&view["waits-for"], &view["salts"]), (&json!(["allied"]), &json!([])));
        let body = json!({ "request": request(), "version": view["version"], "answer": "no" });
        let refused = client.post(&format!("{}/answers", game.path), game.token(Side::French), &body).await;
        assert!(refused.fails(409)["error"].as_str().unwrap().contains("everybody has sat down"));
        commitment = view["commitment"].clone();
    }
    assert_eq!(thrown(&folder, &game.id).await.1, Vec::<u32>::new());
    // He sits down, and they fall.
    let invitation = begun["invitations"]["allied"].as_str().unwrap();
    let take = json!({ "request": request(), "salt": "bert" });
    let taken = client.post(&format!("{}/seat/take", game.path), invitation, &take).await.ok();
    game.allied = taken["token"].as_str().map(str::to_owned);
    for token in [game.token(Side::French), game.token(Side::Allied), &game.watch] {
        let view = client.get(&game.path, token).await.ok();
        assert_eq!((&view["dice-wait"], &view["salts"]), (&json!(false), &json!(["anna", "bert"])));
        assert_eq!(view["commitment"], commitment, "the seed is the one that was committed to before");
    }
    // Both place their units and play on, until enough has fallen.
    for _ in 0..200 {
        for side in Side::BOTH {
            let view = client.get(&game.path, game.token(side)).await.ok();
            if view["asked"]["mine"] == true {
                let decline = &view["asked"]["decline"];
                let body = json!({ "request": request(), "version": view["version"], "answer": decline });
                client.post(&format!("{}/answers", game.path), game.token(side), &body).await.ok();
            }
        }
    }
    let (header, fallen) = thrown(&folder, &game.id).await;
    assert_eq!(header["salts"], json!(["anna", "bert"]));
    let seed = Seed::from_hex(header["seed"].as_str().unwrap()).unwrap();
    assert_eq!(json!(seed.commitment()), commitment);
    let by = |seed: Seed| {
        let mut stream = Stream::new(seed, 0);
        fallen.iter().map(|_| stream.die(10)).collect::<Vec<u32>>()
    };
    assert!(fallen.len() > 10, "{} dice", fallen.len());
    assert_eq!(fallen, by(seed.salted(&["anna", "bert"])));
    assert_ne!(fallen, by(seed), "the server alone has not chosen them");
    assert_ne!(fallen, by(seed.salted(&["bert"])));
}

/// The header of a game and its dice, as the store has them.
async fn thrown(folder: &Folder, id: &str) -> (Value, Vec<u32>) {
    let mut store = AnyConnection::connect(&format!("sqlite:{}", folder.db().display())).await.unwrap();
    let header: String = sqlx::query_scalar("SELECT header FROM games WHERE id = $1")
        .bind(id)
        .fetch_one(&mut store)
        .await
        .unwrap();
    let entries: Vec<String> = sqlx::query_scalar("SELECT entry FROM entries WHERE game = $1 ORDER BY n")
        .bind(id)
        .fetch_all(&mut store)
        .await
        .unwrap();
    let dice = entries.iter().flat_map(|entry| match serde_json::from_str(entry).unwrap() {
        Entry::<Value>::Dice { faces, .. } => faces,
        Entry::Answer(_) | Entry::Seen(_) | Entry::Note(_) | Entry::Concedes(_) => Vec::new(),
    });
    (serde_json::from_str(&header).unwrap(), dice.collect())
}

#[tokio::test]
async fn a_chosen_seed_is_shown_to_all_and_waits_for_no_player() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (more, shown) in [
        (json!({ "seed": 7 }), json!("7")),
        (json!({ "seed": "18446744073709551615", "salt": "anna" }), json!("18446744073709551615")),
        (json!({ "seed": 7, "allied": "captain" }), json!("7")),
        (json!({ "allied": "captain" }), Value::Null),
        (json!({}), Value::Null),
    ] {
        let begun = begin(&client, more.clone()).await.ok();
        let game = Begun::of(&begun);
        let links = [begun["tokens"].as_object(), begun["invitations"].as_object()];
        for link in links.into_iter().flatten().flat_map(|links| links.values()) {
            let view = client.get(&game.path, link.as_str().unwrap()).await.ok();
            assert_eq!(view["chosen-seed"], shown, "{more}");
            assert_eq!(view["salts"], json!([]));
            let waits = shown.is_null() && more["allied"].is_null();
            assert_eq!(view["dice-wait"], json!(waits), "{more}");
        }
    }
    // And so it stands in the record.
    let game = client.begin("gilly", "captain", "recruit", json!({ "seed": 7 })).await;
    let record = client.get(&format!("{}/record", game.path), &game.watch).await.text();
    let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    assert_eq!(header["chosen-seed"], 7);
    // A player alone may salt his dice too.
    let begun = begin(&client, json!({ "allied": "captain", "salt": "anna" })).await.ok();
    let game = Begun::of(&begun);
    assert_eq!(client.get(&game.path, &game.watch).await.ok()["salts"], json!(["anna"]));
    // The same request with another seed is another game.
    let once = json!({ "request": request(), "seed": 7 });
    begin(&client, once.clone()).await.ok();
    begin(&client, once.clone()).await.ok();
    for other in [json!(8), Value::Null] {
        let mut body = once.clone();
        body["seed"] = other;
        begin(&client, body).await.fails(409);
    }
    for (key, value) in [("seed", json!("seven")), ("salt", json!("")), ("salt", json!("a b"))] {
        let mut body = json!({});
        body[key] = value;
        begin(&client, body).await.fails(400);
    }
}
