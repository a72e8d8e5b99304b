//! What a view tells a player in words: what dice decide, how the battle stands, when and where his reserves come.

use crate::common::{Client, Folder, said};
use engine::Side;
use serde_json::{Value, json};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Every throw of a battle that counts hits or tests a unit says what it decided, and the words agree with the dice.
#[tokio::test]
async fn dice_say_what_they_decide() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (battle, tests) in [("gilly", "morale, needs "), ("baumersdorf", "morale check, needs ")] {
        let game = client.begin(battle, "captain", "captain", json!({ "seed": 3 })).await;
        let view = client.get(&game.path, &game.watch).await.ok();
        let (mut hits, mut tested) = (0, 0);
        for line in list(&view["log"]) {
            for throw in list(&line["throws"]) {
                let said = throw["decides"].as_str().unwrap_or_else(|| panic!("{battle}: {line}"));
                match throw["need"].as_u64() {
                    Some(need) if need <= throw["pool"]["sides"].as_u64().unwrap() => {
                        assert!(said.contains(&format!(" on {need}")), "{said}: {line}");
                        hits += usize::from(said.starts_with("hits on"));
                    }
                    Some(_) => assert!(said.ends_with("no face will do"), "{said}: {line}"),
                    None => tested += usize::from(said.starts_with(tests)),
                }
                assert!(throw["by"].is_string(), "somebody's dice: {line}");
            }
        }
        assert!(hits > 5 && tested > 3, "{battle}: {hits} throws to hit, {tested} tests");
    }
}

/// A test says the number it was announced with, and passing agrees with it.
#[tokio::test]
async fn a_test_names_the_number_that_decides_it() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "captain", "captain", json!({ "seed": 5 })).await;
    let view = client.get(&game.path, &game.watch).await.ok();
    let mut tests = 0;
    for pair in list(&view["log"]).windows(2) {
        if pair[1]["kind"] != "tested" {
            continue;
        }
        let announced = said(&pair[0]["sentence"]);
        // Horse that must roll to be recalled is told why, after the number.
        let target = announced.split_once("): ").unwrap().1.split(';').next().unwrap();
        let throw = &pair[1]["throws"][0];
        assert!(
            throw["decides"].as_str().unwrap().ends_with(&format!("needs {target}")),
            "{announced}: {throw}"
        );
        tests += 1;
    }
    assert!(tests > 3, "{tests} tests");
}

/// How far each army is from breaking, and who would win now: at the end, who has.
#[tokio::test]
async fn the_standing_leads_to_the_outcome() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (battle, seed) in [("gilly", 7), ("barrosa-wheatley", 3), ("baumersdorf", 3), ("teugn-outposts", 1)] {
        let game = client.begin(battle, "captain", "captain", json!({ "seed": seed })).await;
        let view = client.get(&game.path, &game.watch).await.ok();
        let (decision, outcome) = (&view["decision"], &view["outcome"]);
        let broken = |side: &str| decision["breaking"][side].as_u64() >= decision["breaks"][side].as_u64();
        match outcome["by"].as_str().unwrap() {
            "broken" => assert!(broken("french") || broken("allied"), "{battle}: {decision}"),
            "objectives" | "losses" => assert_eq!(&decision["if-over"], outcome, "{battle}"),
            _ => {}
        }
        let began = client.get(&format!("{}/steps/0", game.path), &game.watch).await.ok();
        assert_eq!(began["decision"]["breaking"], json!({ "french": 0, "allied": 0 }), "{battle}");
    }
}

/// A player's own reserves come with the face that brings them and their place on the edge.
#[tokio::test]
async fn reserves_say_when_and_where_they_come() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("leubnitz", "you", "captain", json!({ "seed": 1 })).await;
    let view = client.get(&game.path, game.token(Side::French)).await.ok();
    let coming: Vec<&Value> = list(&view["groups"]).iter().filter(|body| body["comes"].is_object()).collect();
    let [body] = coming[..] else { panic!("{}", view["groups"]) };
    let reserve = &body["comes"];
    assert_eq!((&body["name"], &body["side"]), (&json!("Rear of the division"), &json!("french")));
    assert!(reserve["when"].as_str().unwrap().contains("comes up on 5+"), "{reserve}");
    assert_eq!(reserve["at"], json!({ "x": 38_000, "y": 48_000 }));
    assert_eq!(list(&reserve["units"]).len(), 3);
}
