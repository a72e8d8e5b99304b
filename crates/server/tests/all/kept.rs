//! Games of earlier versions, and what is damaged: running games go on, finished ones can be read, and nothing false is
//! ever shown.

use crate::common::{Client, Folder, Mirror, request, said};
use engine::Side;
use serde_json::{Value, json};

/// A store of version 0.1.0 and what was seen of it then, made by playing on that very program.
const STORE: &[u8] = include_bytes!("../kept/0.1.0.sqlite");
const SEEN: &str = include_str!("../kept/0.1.0.json");

async fn opened(folder: &Folder) -> (Client, Vec<Value>) {
    std::fs::write(folder.db(), STORE).unwrap();
    (Client::open(folder).await, serde_json::from_str(SEEN).unwrap())
}

#[tokio::test]
async fn a_store_of_0_1_0_opens_and_everything_is_as_it_was() {
    let folder = Folder::new();
    let (client, games) = opened(&folder).await;
    assert_eq!(games.len(), 9);
    for game in &games {
        let name = game["name"].as_str().unwrap();
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        for (seat, was) in game["seats"].as_object().unwrap() {
            let token = was["token"].as_str().unwrap();
            let view = client.get(&path, token).await.ok();
            assert_eq!(view["seat"], **seat, "{name}");
            for what in ["hash", "turn", "outcome"] {
                assert_eq!(view[what], was[what], "{name} {seat}: {what}");
            }
            assert_eq!(view["asked"]["question"]["ask"], was["asked"]["ask"], "{name} {seat}");
            assert_eq!(view["frozen"], Value::Null, "{name}");
            let log = client.get(&format!("{path}/log"), token).await.ok();
            let lines = log["log"].as_array().unwrap();
            // More is told by now, such as why a gun is silent; nothing is told no more.
            let (now, then) = (lines.len() as u64, was["lines"].as_u64().unwrap());
            assert!((then..=then + then / 10).contains(&now), "{name} {seat}: {now} lines, {then} then");
            let (said, last) = (said(&lines.last().unwrap()["sentence"]), was["last"].as_str().unwrap());
            // How far a unit marches was not told then, nor with which numbers a battle was won.
            match last.split_once(" moves ") {
                Some((unit, _)) => {
                    assert!(said.starts_with(&format!("{unit} marches ")), "{name} {seat}: {said}")
                }
                None if last.contains(" victory: ") => {
                    assert!(said.starts_with(&format!("{last}, ")), "{name} {seat}: {said}")
                }
                None => assert_eq!(said, last, "{name} {seat}"),
            }
            let report = client.get(&format!("{path}/report"), token).await.status.as_u16();
            assert_eq!(u64::from(report), game["report"].as_u64().unwrap(), "{name}");
            if report == 200 {
                let record = client.get(&format!("{path}/record"), token).await;
                assert!(
                    record.status.is_success() && record.text().starts_with("{\"grognard\":1,"),
                    "{name}"
                );
            }
        }
    }
}

#[tokio::test]
async fn running_games_of_0_1_0_go_on() {
    let folder = Folder::new();
    let (client, games) = opened(&folder).await;
    let mut went_on = 0;
    for game in games.iter().filter(|game| game["report"] == 409) {
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        for _ in 0..6 {
            for was in game["seats"].as_object().unwrap().values() {
                let token = was["token"].as_str().unwrap();
                let view = client.get(&path, token).await.ok();
                let (request, version) = (request(), &view["version"]);
                let way = if !view["dice"].is_null() && view["seat"] != "watch" { "dice" } else { "answers" };
                let mut body = json!({ "request": request, "version": version });
                if way == "answers" {
                    if view["asked"]["mine"] != true {
                        continue;
                    }
                    body["answer"] = view["asked"]["decline"].clone();
                }
                let reply = client.post(&format!("{path}/{way}"), token, &body).await;
                // Dice are typed by the side that throws them.
                went_on += u32::from(reply.status.is_success());
                assert!(matches!(reply.status.as_u16(), 200 | 403), "{}: {}", game["name"], reply.text());
            }
        }
    }
    assert!(went_on > 20, "{went_on}");
    // And are there again after a restart.
    drop(client);
    let client = Client::open(&folder).await;
    for game in &games {
        let path = format!("/api/games/{}", game["id"].as_str().unwrap());
        for was in game["seats"].as_object().unwrap().values() {
            client.get(&path, was["token"].as_str().unwrap()).await.ok();
        }
    }
}

/// Whatever is changed in what is kept of a game: it is named and not shown, and the others go on.
#[tokio::test]
async fn what_does_not_fit_its_sum_is_not_shown() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let whole = client.begin("gilly", "recruit", "recruit", json!({ "seed": 3 })).await;
    let broken = client.begin("gilly", "recruit", "recruit", json!({ "seed": 3 })).await;
    let before = client.get(&whole.path, &whole.watch).await.ok();
    client.get(&broken.path, &broken.watch).await.ok();
    drop(client);
    let id = &broken.id;
    for (damage, mend) in [
        (
            format!("UPDATE entries SET entry = replace(entry, '[1', '[2') WHERE game = '{id}'"),
            format!(
                "UPDATE entries SET entry = (SELECT entry FROM entries e WHERE e.game = '{}' AND e.n = entries.n) WHERE game = '{id}'",
                whole.id
            ),
        ),
        (
            format!("UPDATE entries SET n = n + 1000 WHERE game = '{id}' AND n > 40"),
            format!("UPDATE entries SET n = n - 1000 WHERE game = '{id}' AND n > 1000"),
        ),
        (
            format!("UPDATE games SET outcome = 'a draw ' || outcome WHERE id = '{id}'"),
            format!("UPDATE games SET outcome = replace(outcome, 'a draw ', '') WHERE id = '{id}'"),
        ),
        (
            format!("UPDATE games SET header = replace(header, '\"gilly\"', '\"gally\"') WHERE id = '{id}'"),
            format!("UPDATE games SET header = replace(header, '\"gally\"', '\"gilly\"') WHERE id = '{id}'"),
        ),
        (
            format!("UPDATE games SET setting = replace(setting, 'recruit', 'captain') WHERE id = '{id}'"),
            format!("UPDATE games SET setting = replace(setting, 'captain', 'recruit') WHERE id = '{id}'"),
        ),
    ] {
        crate::common::run(&folder, &damage).await;
        let client = Client::open(&folder).await;
        for what in ["", "/log", "/record", "/report", "/steps/3"] {
            let told = client.get(&format!("{}{what}", broken.path), &broken.watch).await.fails(500);
            assert!(told["error"].as_str().unwrap().contains("damaged"), "{damage}: {told}");
        }
        assert_eq!(client.get(&whole.path, &whole.watch).await.ok(), before);
        drop(client);
        crate::common::run(&folder, &mend).await;
        let client = Client::open(&folder).await;
        let view = client.get(&broken.path, &broken.watch).await.ok();
        assert_eq!(view["hash"], before["hash"]);
    }
}

/// Two seats may call their requests alike; one seat may not ask for two things under one name.
#[tokio::test]
async fn request_ids_are_each_seats_own_and_stand_for_one_thing() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "you", json!({ "seed": 3 })).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let answers = format!("{}/answers", game.path);
    let mut moved = [0, 0];
    for n in 0..200 {
        let Some((side, answer)) = mirror.sample() else { break };
        // Both sides count their own moves.
        let count = &mut moved[usize::from(side == Side::Allied)];
        *count += 1;
        let body = json!({ "request": format!("move-{count}"), "version": mirror.version(Some(side)), "answer": answer });
        let view = client.post(&answers, game.token(side), &body).await.ok();
        mirror.follow().await;
        assert_eq!(view["version"], mirror.version(Some(side)), "move {n}");
        assert_eq!(client.post(&answers, game.token(side), &body).await.ok(), view, "the same again");
        let mut other = body.clone();
        other["version"] = json!(mirror.version(Some(side)));
        let told = client.post(&answers, game.token(side), &other).await.fails(409);
        assert!(told["error"].as_str().unwrap().contains("used for something else"), "{told}");
    }
    assert!(moved[0] > 1 && moved[1] > 1, "{moved:?}");
}

/// A caller who looks and hangs up does not drop the game from memory.
#[tokio::test]
async fn a_look_that_is_broken_off_leaves_the_game_in_memory() {
    let folder = Folder::new();
    let config = server::Config { metrics: true, ..crate::common::config(&folder) };
    let client = Client { app: server::app(config).await.unwrap() };
    let game = client.begin("gilly", "you", "captain", json!({ "seed": 3 })).await;
    for _ in 0..50 {
        let look = client.get(&game.path, &game.watch);
        let _ = tokio::time::timeout(std::time::Duration::from_micros(200), look).await;
    }
    client.get(&game.path, &game.watch).await.ok();
    let counted = client.get("/metrics", "").await.text();
    assert!(counted.contains("grognard_games_folded_total 0\n"), "{counted}");
}
