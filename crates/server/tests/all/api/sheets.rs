//! Sheets to read, and battles by a club's house rules.

use crate::common::{Client, Folder};
use axum::http::Method;
use serde_json::{Value, json};

const CLUB: &str = include_str!("../../../../../docs/club.toml");

#[tokio::test]
async fn a_sheet_has_every_rule_of_its_ledger_with_its_phases() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for sheet in ["a15", "p7", "br8", "orders", "empire"] {
        let shown = client.send(Method::GET, &format!("/api/sheets/{sheet}"), None, Vec::new()).await.ok();
        let texts = client.send(Method::GET, &format!("/api/rules/{sheet}"), None, Vec::new()).await.ok();
        let rules = shown["rules"].as_array().unwrap();
        let rulings = shown["rulings"].as_array().unwrap();
        assert_eq!(rules.len() + rulings.len(), texts.as_object().unwrap().len(), "{sheet}");
        let phases: Vec<&Value> =
            shown["phases"].as_array().unwrap().iter().map(|one| &one["number"]).collect();
        for phase in &phases {
            let acts = rules.iter().filter(|rule| rule["phases"].as_array().unwrap().contains(phase));
            assert!(acts.count() > 0, "{sheet}: phase {phase} has rules");
        }
        assert!(shown["house"].is_null() && rules.iter().all(|rule| rule["changed"].is_null()), "{sheet}");
    }
    client.send(Method::GET, "/api/sheets/b9", None, Vec::new()).await.fails(404);
}

#[tokio::test]
async fn a_battle_is_begun_by_house_rules_and_says_what_they_change() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let diff = client
        .send(Method::POST, "/api/sheets/p7", None, json!({ "house": CLUB }).to_string().into())
        .await
        .ok();
    assert_eq!(diff["house"]["name"], "Tuesday club");
    assert_eq!(diff["house"]["changes"].as_array().unwrap().len(), 3);
    let game = client.begin("gilly", "you", "captain", json!({ "house": CLUB })).await;
    let sheet = client.get(&format!("{}/sheet", game.path), &game.watch).await.ok();
    assert_eq!(sheet, diff, "the same before and during");
    let rule =
        |id: &str| sheet["rules"].as_array().unwrap().iter().find(|rule| rule["id"] == id).unwrap().clone();
    assert_eq!(rule("volley.move.double.distance")["off"], true);
    let column = rule("volley.p1.fire.to-hit.column");
    assert_eq!((&column["values"][0], &column["changed"]), (&json!(["need", "3"]), &json!(true)));
    assert_eq!(client.get(&game.path, &game.watch).await.ok()["house"], true);
    // As printed nothing is marked.
    let plain = client.begin("gilly", "you", "captain", json!({})).await;
    assert!(client.get(&plain.path, &plain.watch).await.ok()["house"].is_null());
    // For another sheet, or with a fault: refused in a sentence, with its line.
    let begin = async |battle: &str, house: &str| {
        let body = json!({ "request": crate::common::request(), "battle": battle, "french": "you", "allied": "captain", "house": house });
        client.send(Method::POST, "/api/games", None, body.to_string().into()).await.fails(400)["error"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert!(begin("barrosa-wheatley", CLUB).await.contains("for the sheet p7"));
    assert!(begin("gilly", "sheet = \"p7\"\noff = [\"volley.move.dubble\"]").await.contains(":2:"));
}

#[tokio::test]
async fn every_seat_is_told_how_a_battle_is_decided() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("barrosa-wheatley", "you", "captain", json!({})).await;
    let view = client.get(&game.path, &game.watch).await.ok();
    let units =
        |side: &str| view["units"].as_array().unwrap().iter().filter(|unit| unit["side"] == side).count();
    // More than half of the units.
    assert_eq!(view["decision"]["breaks"]["french"], units("french") / 2 + 1);
    assert_eq!(view["decision"]["turns"], view["length"]);
    assert!(view["scenario"]["hints"].as_array().unwrap().len() >= 8);
    assert!(view["no-undo"].is_null(), "a spectator has nothing to take back");
    let seat = client.get(&game.path, game.token(engine::Side::French)).await.ok();
    assert!(
        seat["no-undo"].as_str().unwrap().starts_with("There is nothing to take back"),
        "{}",
        seat["no-undo"]
    );
}

#[tokio::test]
async fn the_odds_of_a_chart_come_by_their_ends() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let facts = json!({ "charger-nation": "french", "charger-grade": "veteran", "charger-figures": 12, "target-nation": "british",
        "target-grade": "veteran", "target-figures": 12, "target-formation": "line" });
    let body = json!({ "facts": facts, "dice": [], "card": true, "odds": true });
    let told = client.send(Method::POST, "/api/charts/br8/charge", None, body.to_string().into()).await.ok();
    let (raw, ends) = (told["odds"].as_array().unwrap(), told["card"]["ends"].as_array().unwrap());
    assert!(ends.len() < 12 && raw.len() > ends.len() * 4, "{} outcomes are {} ends", raw.len(), ends.len());
    for end in ends {
        let all = raw.iter().filter(|odd| odd["outcome"]["end"] == end["end"]);
        let sum: f64 = all.map(|odd| odd["chance"].as_f64().unwrap()).sum();
        assert!((sum - end["chance"].as_f64().unwrap()).abs() < 1e-12, "{end}");
    }
    for spread in told["card"]["spreads"].as_array().unwrap() {
        let sum: f64 =
            spread["bars"].as_array().unwrap().iter().map(|bar| bar["chance"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{}", spread["title"]);
    }
}

#[tokio::test]
async fn a_wrong_link_is_answered_in_a_sentence_for_people() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let wrong = client.get("/api/games/0123456789abcdef", "nobody").await.fails(401);
    let said = wrong["error"].as_str().unwrap();
    assert!(said.contains("link") && !said.contains("Bearer") && !said.contains("TOKEN"), "{said}");
}
