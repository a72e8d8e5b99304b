//! The card of a seat: six words that open it on another device.

use crate::common::{Begun, Client, Folder, request};
use axum::http::Method;
use engine::Side;
use serde_json::{Value, json};

async fn does(client: &Client, game: &Begun, way: &str, token: &str) -> crate::common::Reply {
    client.post(&format!("{}/seat/{way}", game.path), token, &json!({ "request": request() })).await
}

async fn card(client: &Client, game: &Begun, token: &str) -> String {
    does(client, game, "card", token).await.ok()["card"].as_str().unwrap().to_owned()
}

async fn read(client: &Client, words: &str) -> crate::common::Reply {
    let body = json!({ "words": words }).to_string();
    client.send(Method::POST, "/api/cards", None, body.into()).await
}

#[tokio::test]
async fn a_card_opens_its_seat_on_another_device_and_the_first_stays_open() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let (french, allied) = (game.token(Side::French), game.token(Side::Allied));
    let marked = client.get(&game.path, french).await.ok()["mark"].clone();
    let words = card(&client, &game, french).await;
    assert_eq!(words.split(' ').count(), 6, "{words}");
    assert_eq!(card(&client, &game, french).await, words, "always the same");
    assert_eq!(client.get(&game.path, french).await.ok()["mark"], marked, "nobody is told of it");
    assert_ne!(card(&client, &game, allied).await, words);
    // As typed from paper, also at a server that has started anew.
    let typed = format!(" {} ", words.to_uppercase().replace(' ', ", "));
    for client in [&client, &Client::open(&folder).await] {
        let opened = read(client, &typed).await.ok();
        assert_eq!((&opened["id"], &opened["seat"]), (&json!(game.id), &json!("french")));
        for token in [opened["token"].as_str().unwrap(), french] {
            assert_eq!(client.get(&game.path, token).await.ok()["seat"], "french");
        }
        // A card of its own from there is good too, and spoils neither.
        let second = card(client, &game, opened["token"].as_str().unwrap()).await;
        assert_ne!(second, words);
        for words in [&words, &second] {
            assert_eq!(read(client, words).await.ok()["seat"], "french");
        }
    }
    // What lies on the disk has neither the words nor the secret.
    let opened = read(&client, &words).await.ok();
    let files = ["games.sqlite", "games.sqlite-wal"].map(|name| std::fs::read(folder.0.join(name)).unwrap());
    for secret in [&*words, opened["token"].as_str().unwrap()] {
        let found = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!files.iter().any(|bytes| found(bytes)));
    }
}

#[tokio::test]
async fn a_card_is_void_when_the_seat_has_another_secret() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let (french, allied) = (game.token(Side::French), game.token(Side::Allied));
    let words = card(&client, &game, french).await;
    let by_card = read(&client, &words).await.ok()["token"].as_str().unwrap().to_owned();
    let renewed = does(&client, &game, "renew", french).await.ok();
    read(&client, &words).await.fails(404);
    client.get(&game.path, &by_card).await.fails(401);
    let own = renewed["token"].as_str().unwrap();
    assert_ne!(card(&client, &game, own).await, words);
    // The holder who gives his seat up watches, by whichever secret he comes.
    let words = card(&client, &game, allied).await;
    let by_card = read(&client, &words).await.ok()["token"].as_str().unwrap().to_owned();
    does(&client, &game, "leave", &by_card).await.ok();
    read(&client, &words).await.fails(404);
    for token in [allied, &by_card] {
        assert_eq!(client.get(&game.path, token).await.ok()["seat"], "watch");
    }
}

/// Each of them opens the seat: none becomes void because of another.
#[tokio::test]
async fn a_fifth_card_is_refused_and_the_four_stay_good() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut tokens = vec![game.token(Side::French).to_owned()];
    for _ in 0..4 {
        let words = card(&client, &game, tokens.last().unwrap()).await;
        tokens.push(read(&client, &words).await.ok()["token"].as_str().unwrap().to_owned());
    }
    let refused = does(&client, &game, "card", &tokens[4]).await.fails(409);
    assert!(refused["error"].as_str().unwrap().starts_with("This seat has four cards"), "{refused}");
    for (n, token) in tokens.iter().enumerate() {
        assert_eq!(client.get(&game.path, token).await.ok()["seat"], "french", "secret {n}");
    }
    // A secret that has its card already gets it again, and a new link has new ones.
    card(&client, &game, &tokens[3]).await;
    let renewed = does(&client, &game, "renew", &tokens[4]).await.ok();
    card(&client, &game, renewed["token"].as_str().unwrap()).await;
}

#[tokio::test]
async fn no_seat_is_opened_without_its_card() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    card(&client, &game, game.token(Side::French)).await;
    let shared = game.shared(&client, &game.watch).await;
    for token in [&game.watch, &shared] {
        does(&client, &game, "card", token).await.fails(403);
    }
    let first = server::for_tests::words_of_cards()[0];
    let many = |count: usize| std::iter::repeat_n(first, count).collect::<Vec<_>>().join(" ");
    for (words, status, part) in [
        ("", 400, "six words, and here are 0"),
        (&*many(5), 400, "six words, and here are 5"),
        (&*many(900), 400, "six words, and here are more"),
        (&*format!("{} grognard", many(5)), 400, "\"grognard\" is on no card"),
        (&*many(6), 404, "No seat has this card"),
    ] {
        let told = read(&client, words).await.fails(status);
        assert!(told["error"].as_str().unwrap().contains(part), "{told}");
    }
    let told: Value = client.send(Method::POST, "/api/cards", None, b"{}".to_vec()).await.fails(400);
    assert!(told["error"].as_str().unwrap().contains("words"), "{told}");
}

/// Each stands for eleven bits, so none is there twice, and all can be typed.
#[test]
fn the_words_of_cards_are_many_and_plain() {
    let words = server::for_tests::words_of_cards();
    assert_eq!(words.len(), server::for_tests::WORDS_OF_CARDS);
    assert!(words.is_sorted_by(|a, b| a < b));
    assert!(
        words
            .iter()
            .all(|word| (3..=9).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase()))
    );
}
