//! Whose dice they are: nobody alone chooses them, or everybody is shown who has.

use crate::common::{Begun, Client, Folder, Mirror, Reply, move_once, request};
use axum::http::Method;
use dice::{Seed, Stream};
use engine::{Entry, Side, Waiting};
use serde_json::{Value, json};

async fn begin(client: &Client, more: Value) -> Reply {
    let mut body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend" });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    client.send(Method::POST, "/api/games", None, body.to_string().into()).await
}

#[tokio::test]
async fn dice_fall_when_everybody_sits_and_come_from_the_salts_of_all() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = begin(&client, json!({ "salt": "anna" })).await.ok();
    let mut game = Begun::of(&begun);
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    // Whoever is there plays until the first throw, and no further.
    while let Some(Waiting::ForAnswer(_)) = mirror.session.waiting() {
        let (side, _) = mirror.sample().unwrap();
        assert_eq!(side, Side::French, "gilly has dice before the Prussians decide anything");
        move_once(&client, &game, &mut mirror).await.unwrap();
    }
    assert!(matches!(mirror.session.waiting(), Some(Waiting::ForDice { .. })));
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
    mirror.follow().await;
    assert!(!mirror.session.entries().iter().any(|entry| matches!(entry, Entry::Dice { .. })));
    // He sits down, and they fall.
    let invitation = begun["invitations"]["allied"].as_str().unwrap();
    let take = json!({ "request": request(), "salt": "bert" });
    let taken = client.post(&format!("{}/seat/take", game.path), invitation, &take).await.ok();
    game.allied = taken["token"].as_str().map(str::to_owned);
    mirror.follow().await;
    assert!(mirror.session.entries().iter().any(|entry| matches!(entry, Entry::Dice { .. })));
    for token in [game.token(Side::French), game.token(Side::Allied), &game.watch] {
        let view = client.get(&game.path, token).await.ok();
        assert_eq!((&view["dice-wait"], &view["salts"]), (&json!(false), &json!(["anna", "bert"])));
        assert_eq!(view["commitment"], commitment, "the seed is the one that was committed to before");
    }
    while move_once(&client, &game, &mut mirror).await.is_some() {}
    let record = client.get(&format!("{}/record", game.path), &game.watch).await.text();
    let (record, _) = games::verify_record::<games::Volley>("salted.grog", &record).unwrap();
    assert_eq!(record.header.salts, ["anna", "bert"]);
    let seed = record.header.seed.unwrap();
    assert_eq!(json!(seed.commitment()), commitment);
    let fallen: Vec<u32> = record
        .entries
        .iter()
        .flat_map(|entry| if let Entry::Dice { faces, .. } = entry { faces.as_slice() } else { &[] })
        .copied()
        .collect();
    let by = |seed: Seed| {
        let mut stream = Stream::new(seed, 0);
        fallen.iter().map(|_| stream.die(6)).collect::<Vec<u32>>()
    };
    assert!(fallen.len() > 30, "{} dice", fallen.len());
    assert_eq!(fallen, by(seed.salted(&["anna", "bert"])));
    assert_ne!(fallen, by(seed), "the server alone has not chosen them");
    assert_ne!(fallen, by(seed.salted(&["bert"])));
}

#[tokio::test]
async fn a_chosen_seed_is_shown_to_everybody_and_waits_for_nobody() {
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
    // Whoever plays alone may salt his dice too.
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
