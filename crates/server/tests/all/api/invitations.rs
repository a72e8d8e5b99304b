//! How a seat changes hands: by an invitation that is good for one, and by nothing else.

use crate::common::{Client, Folder, request};
use axum::http::Method;
use futures_util::future::join_all;
use serde_json::{Value, json};

/// A game as its beginner gets it; no invitation is taken yet.
struct Table {
    client: Client,
    folder: Folder,
    path: String,
    begun: Value,
}

impl Table {
    async fn begin(french: &str, allied: &str) -> Table {
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let body = json!({ "request": request(), "battle": "gilly", "french": french, "allied": allied });
        let begun = client.send(Method::POST, "/api/games", None, body.to_string().into()).await.ok();
        let again = client.send(Method::POST, "/api/games", None, body.to_string().into()).await.ok();
        assert_eq!(begun, again, "the same request gets the same again");
        let path = format!("/api/games/{}", text(&begun["id"]));
        Table { client, folder, path, begun }
    }

    /// Asks for something about a seat under a new request id.
    async fn seat(&self, way: &str, token: &str) -> crate::common::Reply {
        self.asks(way, token, json!({})).await
    }

    async fn asks(&self, way: &str, token: &str, more: Value) -> crate::common::Reply {
        let mut body = json!({ "request": request() });
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        self.client.post(&format!("{}/seat/{way}", self.path), token, &body).await
    }

    /// What a token opens: a seat's word, or the status and sentence it is refused with.
    async fn opens(&self, token: &str) -> Result<String, (u16, String)> {
        let reply = self.client.get(&self.path, token).await;
        if reply.status == 200 {
            return Ok(text(&reply.json()["seat"]));
        }
        let status = reply.status.as_u16();
        Err((status, text(&reply.fails(status)["error"])))
    }

    async fn view(&self, token: &str) -> Value {
        self.client.get(&self.path, token).await.ok()
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

#[tokio::test]
async fn the_beginner_gets_his_own_seats_and_an_invitation_for_his_friend() {
    for (french, allied, seats, invited) in [
        ("you", "friend", vec!["french", "watch"], vec!["allied"]),
        ("friend", "you", vec!["allied", "watch"], vec!["french"]),
        ("you", "you", vec!["allied", "french", "watch"], vec![]),
        ("you", "captain", vec!["french", "watch"], vec![]),
        ("friend", "friend", vec!["watch"], vec!["allied", "french"]),
    ] {
        let table = Table::begin(french, allied).await;
        let keys = |of: &Value| {
            let mut keys: Vec<String> =
                of.as_object().into_iter().flat_map(|map| map.keys().cloned()).collect();
            keys.sort();
            keys
        };
        assert_eq!(keys(&table.begun["tokens"]), seats);
        assert_eq!(keys(&table.begun["invitations"]), invited);
        // Nothing that he was given opens a friend's seat.
        let tokens = table.begun["tokens"].as_object().unwrap();
        let invitations = table.begun["invitations"].as_object().into_iter().flatten();
        for (seat, token) in tokens {
            assert_eq!(table.opens(&text(token)).await.as_ref(), Ok(seat));
        }
        for (_, invitation) in invitations {
            assert_eq!(table.opens(&text(invitation)).await, Ok("watch".to_owned()));
        }
        let view = table.view(&text(&table.begun["tokens"]["watch"])).await;
        assert_eq!(
            view["waits-for"],
            json!(if invited.len() == 2 { vec!["french", "allied"] } else { invited })
        );
    }
}

#[tokio::test]
async fn an_invitation_is_taken_by_the_first_who_opens_it_and_opens_nothing_after() {
    let table = Table::begin("you", "friend").await;
    let invitation = text(&table.begun["invitations"]["allied"]);
    let watch = text(&table.begun["tokens"]["watch"]);
    // Before: it shows what a spectator is shown, and which seat it is for; and it plays nothing.
    let mut shown = table.view(&invitation).await;
    assert_eq!(shown.as_object_mut().unwrap().remove("invited"), Some(json!("allied")));
    assert_eq!(shown, table.view(&watch).await);
    assert_eq!((&shown["waits-for"], &shown["offered"]), (&json!(["allied"]), &json!(["allied"])));
    let answer = json!({ "request": request(), "version": shown["version"], "answer": "no" });
    table.client.post(&format!("{}/answers", table.path), &invitation, &answer).await.fails(403);
    // Eight open it at once, each with a request of his own.
    let rivals: Vec<String> = (0..8).map(|_| request()).collect();
    let take = format!("{}/seat/take", table.path);
    let bodies: Vec<Value> = rivals.iter().map(|request| json!({ "request": request })).collect();
    let replies = join_all(bodies.iter().map(|body| table.client.post(&take, &invitation, body))).await;
    let won: Vec<usize> = (0..8).filter(|i| replies[*i].status == 200).collect();
    assert_eq!(won.len(), 1, "one of them sits");
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        assert!(text(&reply.fails(410)["error"]).contains("taken already"));
    }
    let taken = replies[won[0]].json();
    assert_eq!(taken["seat"], "allied");
    let token = text(&taken["token"]);
    assert_eq!(table.opens(&token).await, Ok("allied".to_owned()));
    assert_eq!(table.view(&token).await["waits-for"], json!([]));
    // The same request gets the same secret again, also from a server that has started anew; no other request does.
    let again = Client::open(&table.folder).await;
    for client in [&table.client, &again] {
        assert_eq!(client.post(&take, &invitation, &bodies[won[0]]).await.ok(), taken);
        client.post(&take, &invitation, &json!({ "request": request() })).await.fails(410);
        client.get(&table.path, &invitation).await.fails(410);
        assert_eq!(client.get(&table.path, &token).await.ok()["seat"], "allied");
    }
    // A seat is not taken with anything else.
    for (token, status) in [(&token, 403), (&watch, 403), (&"0".repeat(32), 401)] {
        table.seat("take", token).await.fails(status);
    }
    // What lies on the disk opens nothing.
    let disk = std::fs::read(table.folder.db()).unwrap();
    let wal = std::fs::read(table.folder.0.join("games.sqlite-wal")).unwrap_or_default();
    for secret in [&token, &invitation] {
        let found = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!found(&disk) && !found(&wal));
    }
}

#[tokio::test]
async fn a_seat_is_passed_on_by_its_holder_only() {
    let table = Table::begin("you", "friend").await;
    let french = text(&table.begun["tokens"]["french"]);
    let watch = text(&table.begun["tokens"]["watch"]);
    let first = text(&table.begun["invitations"]["allied"]);
    // The beginner may send another invitation while that seat is empty, or withdraw it.
    let second = text(&table.asks("offer", &french, json!({ "seat": "allied" })).await.ok()["invitation"]);
    assert!(table.opens(&first).await.unwrap_err().1.contains("withdrawn"));
    table.asks("withdraw", &french, json!({ "seat": "allied" })).await.ok();
    assert_eq!(table.opens(&second).await.unwrap_err().0, 410);
    table.seat("take", &second).await.fails(410);
    assert_eq!(table.view(&watch).await["offered"], json!([]));
    let body = json!({ "request": request(), "seat": "allied" });
    let offer = format!("{}/seat/offer", table.path);
    let third = table.client.post(&offer, &french, &body).await.ok();
    assert_eq!(table.client.post(&offer, &french, &body).await.ok(), third, "one request, one invitation");
    let third = text(&third["invitation"]);
    let allied = text(&table.seat("take", &third).await.ok()["token"]);
    // Once the seat is taken, only its holder invites.
    for way in ["offer", "withdraw"] {
        let refused = table.asks(way, &french, json!({ "seat": "allied" })).await.fails(403);
        assert!(text(&refused["error"]).contains("only he"));
        table.asks(way, &watch, json!({ "seat": "allied" })).await.fails(403);
        table.seat(way, &watch).await.fails(403);
    }
    table.client.post(&offer, &french, &body).await.fails(403);
    // He keeps his seat until the invitation is taken, and may think better of it.
    let invitation = text(&table.seat("offer", &allied).await.ok()["invitation"]);
    assert_eq!(table.view(&watch).await["offered"], json!(["allied"]));
    assert_eq!(table.opens(&allied).await, Ok("allied".to_owned()));
    table.seat("withdraw", &allied).await.ok();
    table.seat("take", &invitation).await.fails(410);
    let invitation = text(&table.seat("offer", &allied).await.ok()["invitation"]);
    let next = text(&table.seat("take", &invitation).await.ok()["token"]);
    assert_eq!(table.opens(&next).await, Ok("allied".to_owned()));
    assert_eq!(table.opens(&allied).await, Ok("watch".to_owned()), "whoever passed it on watches");
    let version = table.view(&watch).await["version"].clone();
    let answer = json!({ "request": request(), "version": version, "answer": "no" });
    table.client.post(&format!("{}/answers", table.path), &allied, &answer).await.fails(403);
    table.seat("offer", &allied).await.fails(403);
}

#[tokio::test]
async fn a_seat_is_given_up_and_another_player_is_invited() {
    let table = Table::begin("you", "friend").await;
    let french = text(&table.begun["tokens"]["french"]);
    // Not while the other seat is empty: no one would be left to invite.
    let refused = table.seat("leave", &french).await.fails(409);
    assert!(text(&refused["error"]).contains("pass it on"));
    let invitation = text(&table.begun["invitations"]["allied"]);
    let allied = text(&table.seat("take", &invitation).await.ok()["token"]);
    let body = json!({ "request": request() });
    let leave = format!("{}/seat/leave", table.path);
    for _ in 0..2 {
        assert_eq!(table.client.post(&leave, &french, &body).await.ok(), json!({ "seat": "french" }));
    }
    assert_eq!(table.opens(&french).await, Ok("watch".to_owned()));
    assert_eq!(table.view(&allied).await["waits-for"], json!(["french"]));
    table.seat("leave", &allied).await.fails(409);
    table.asks("offer", &french, json!({ "seat": "french" })).await.fails(403);
    let invitation =
        text(&table.asks("offer", &allied, json!({ "seat": "french" })).await.ok()["invitation"]);
    let again = Client::open(&table.folder).await;
    let taken = again.post(&format!("{}/seat/take", table.path), &invitation, &body).await.ok();
    assert_eq!(taken["seat"], "french");
    assert_eq!(again.get(&table.path, &text(&taken["token"])).await.ok()["seat"], "french");
    // There is no seat where the computer leads.
    let alone = Table::begin("you", "captain").await;
    let french = text(&alone.begun["tokens"]["french"]);
    alone.asks("offer", &french, json!({ "seat": "allied" })).await.fails(409);
    alone.seat("leave", &french).await.fails(409);
    alone.seat("offer", &french).await.ok();
    // And nothing else is done with seats.
    alone.seat("sell", &french).await.fails(404);
    alone.asks("take", &french, json!({ "salt": "no salt!" })).await.fails(400);
    alone.asks("offer", &french, json!({ "seat": "watch" })).await.fails(400);
}

#[tokio::test]
async fn a_secret_that_leaked_is_changed_and_opens_nothing_more() {
    let table = Table::begin("you", "you").await;
    let french = text(&table.begun["tokens"]["french"]);
    let allied = text(&table.begun["tokens"]["allied"]);
    // A thief of the link has made an invitation with it.
    let stolen = text(&table.seat("offer", &french).await.ok()["invitation"]);
    let renew = format!("{}/seat/renew", table.path);
    let body = json!({ "request": request() });
    let renewed = table.client.post(&renew, &french, &body).await.ok();
    let own = text(&renewed["token"]);
    assert_eq!(table.opens(&own).await, Ok("french".to_owned()));
    assert_eq!(table.opens(&french).await.unwrap_err().0, 401);
    table.seat("take", &stolen).await.fails(410);
    assert_eq!(table.opens(&allied).await, Ok("allied".to_owned()), "the other seat is as it was");
    // The line broke before the answer came: the same request gets it again, and only that one.
    assert_eq!(table.client.post(&renew, &french, &body).await.ok(), renewed);
    table.seat("renew", &french).await.fails(401);
    // The request that began the game gets no more than it got.
    let again = Client::open(&table.folder).await;
    again.get(&table.path, &french).await.fails(401);
    assert_eq!(again.get(&table.path, &own).await.ok()["seat"], "french");
}

/// The invitation goes through many hands, and the request's id is what tells its taker from all of them.
#[tokio::test]
async fn the_request_that_takes_a_seat_is_not_to_be_guessed() {
    let table = Table::begin("you", "friend").await;
    let invitation = text(&table.begun["invitations"]["allied"]);
    let french = text(&table.begun["tokens"]["french"]);
    for (way, token) in [("take", &invitation), ("renew", &french)] {
        for request in ["1", "fifteen-letters"] {
            let path = format!("{}/seat/{way}", table.path);
            let told = table.client.post(&path, token, &json!({ "request": request })).await.fails(400);
            assert!(text(&told["error"]).contains("at least 16 characters"), "{told}");
        }
    }
    assert_eq!(table.view(&french).await["waits-for"], json!(["allied"]), "nobody has sat down");
}

/// One link watches as the other does, whichever way it was come by.
#[tokio::test]
async fn a_link_to_give_away_is_answered_as_one_to_watch() {
    let table = Table::begin("you", "friend").await;
    let watch = text(&table.begun["tokens"]["watch"]);
    let shared = text(&table.client.get(&format!("{}/share", table.path), &watch).await.ok()["token"]);
    assert_ne!(shared, watch);
    for way in ["take", "offer", "withdraw", "leave", "renew", "card"] {
        let [one, other] = [&watch, &shared].map(|token| table.seat(way, token));
        let (one, other) = (one.await, other.await);
        assert_eq!((one.status, one.text()), (other.status, other.text()), "{way}");
        one.fails(403);
    }
}
