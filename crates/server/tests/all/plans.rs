//! What a computer player says of its plan is told to nobody before the battle is over; a player asks his own captain at any
//! time, and may give the battle up.

use crate::common::{Begun, Client, Folder, MirrorOf, Mirrored, move_once, request};
use crate::sealed::telling;
use engine::{Side, notes};
use games::{Empire, Kind, Orders, Volley, with};
use serde_json::{Value, json};

impl Mirrored for Empire {}

async fn concede(client: &Client, game: &Begun, token: &str) -> crate::common::Reply {
    client.post(&format!("{}/concede", game.path), token, &json!({ "request": request() })).await
}

/// All that the Allied captain has said so far.
fn said<G: Mirrored>(mirror: &MirrorOf<G>) -> Vec<String> {
    let said = notes(mirror.session.entries()).filter(|(_, note)| note.side == Side::Allied);
    said.flat_map(|(_, note)| note.says.clone()).collect()
}

/// Of these sentences those that can be about the Allies alone: the other side's captain, who may be asked, speaks of ground
/// and of commands of the same name too.
fn about_allies<G: Mirrored>(mirror: &MirrorOf<G>, plan: &[String]) -> Vec<String> {
    let french = engine::commands(mirror.session.game(), Side::French);
    let of_french = |sentence: &&String| {
        french.iter().any(|command| sentence.starts_with(command.as_str())) || !sentence.contains(": ")
    };
    plan.iter().filter(|sentence| !of_french(sentence)).cloned().collect()
}

async fn nobody_hears<G: Mirrored>(battle: &str) {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin(battle, "you", "captain", json!({})).await;
    let mut mirror = MirrorOf::<G>::new(&folder.db(), &game.id, battle).await;
    let shared = game.shared(&client, game.token(Side::French)).await;
    let others = [game.token(Side::French).to_owned(), game.watch.clone(), shared];
    let mut searched = 0;
    for n in 0..60 {
        let before = said(&mirror).len();
        if move_once(&client, &game, &mut mirror).await.is_none() {
            break;
        }
        let plan = said(&mirror);
        if plan.len() == before && n % 20 > 0 {
            continue;
        }
        let plan = about_allies(&mirror, &plan);
        let tells = |text: &str| {
            plan.iter().any(|sentence| text.contains(sentence.as_str())) || text.contains("\"drops\"")
        };
        for other in &others {
            assert_eq!(
                telling(&client, &game, other, tells).await,
                Vec::<String>::new(),
                "{battle}: {plan:?}"
            );
        }
        searched += 1;
        if searched == 3 {
            break;
        }
    }
    let plan = said(&mirror);
    assert!(!about_allies(&mirror, &plan).is_empty(), "{battle}: the captain says nothing: {plan:?}");
    let view = client.get(&game.path, &game.watch).await.ok();
    assert_eq!(view["plans"], Value::Null);

    // Given up, it is over, and everything is told.
    let view = concede(&client, &game, game.token(Side::French)).await.ok();
    assert_eq!((&view["outcome"]["winner"], &view["outcome"]["by"]), (&json!("allied"), &json!("conceded")));
    mirror.follow().await;
    let report = client.get(&format!("{}/report", game.path), &game.watch).await.ok();
    assert!(report["outcome"]["words"].as_str().unwrap().contains("concede"), "{}", report["outcome"]);
    let told: Vec<&str> = report["plans"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|note| note["side"] == "allied")
        .flat_map(|note| note["says"].as_array().unwrap())
        .map(|sentence| sentence.as_str().unwrap())
        .collect();
    assert_eq!(told, plan);
    for way in ["", "/record"] {
        let text = client.get(&format!("{}{way}", game.path), &game.watch).await.text();
        assert!(plan.iter().any(|sentence| text.contains(sentence.as_str())), "{way}: {text}");
    }
    // At its turn, and not before it.
    let steps = view["step"].as_u64().unwrap();
    let (mut first, last) =
        (None, client.get(&format!("{}/steps/{steps}", game.path), &game.watch).await.ok());
    for step in 0..=steps {
        let then = client.get(&format!("{}/steps/{step}", game.path), &game.watch).await.ok();
        let plans = then["plans"].as_array().cloned().unwrap_or_default();
        let allied = plans.into_iter().find(|plan| plan["side"] == "allied");
        if let Some(plan) = allied.filter(|_| first.is_none()) {
            assert_eq!(plan["turn"], then["turn"], "{battle}: it is told when it is made");
            first = Some(step);
        }
    }
    assert!(first.is_some_and(|first| first > 0), "{battle}: {first:?}");
    assert!(last["plans"].as_array().is_some_and(|plans| !plans.is_empty()));
    // A server that starts again has it so.
    let again = Client::open(&folder).await;
    let kept = again.get(&game.path, &game.watch).await.ok();
    assert_eq!((&kept["outcome"], &kept["hash"]), (&last["outcome"], &last["hash"]));
    assert_eq!(again.get(&format!("{}/report", game.path), &game.watch).await.ok()["plans"], report["plans"]);
}

#[tokio::test]
async fn a_plan_is_told_to_nobody_before_the_end_and_to_everybody_after_it() {
    nobody_hears::<Volley>("gilly").await;
    nobody_hears::<Orders>("baumersdorf").await;
    let empire = games::embedded_of::<Empire>().remove(0).id;
    nobody_hears::<Empire>(&empire).await;
}

#[tokio::test]
async fn whoever_plays_may_concede_and_nobody_else() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    concede(&client, &game, &game.watch).await.fails(403);
    // He may whoever is asked; and once.
    let view = client.get(&game.path, game.token(Side::French)).await.ok();
    let waits = if view["asked"]["mine"] == true { Side::Allied } else { Side::French };
    let body = json!({ "request": request() });
    let path = format!("{}/concede", game.path);
    let over = client.post(&path, game.token(waits), &body).await.ok();
    assert_eq!(over["outcome"]["by"], "conceded");
    let same = client.post(&path, game.token(waits), &body).await.ok();
    assert_eq!(same["version"], over["version"]);
    concede(&client, &game, game.token(waits)).await.fails(409);
    concede(&client, &game, game.token(waits.enemy())).await.fails(409);
    let undo = format!("{}/undo", game.path);
    client.post(&undo, game.token(waits), &json!({ "request": request() })).await.fails(409);
    // A record of it is brought along, and nobody concedes there.
    let record = client.get(&format!("{}/record", game.path), &game.watch).await.text();
    let brought = json!({ "request": request(), "name": "conceded.jsonl", "record": record });
    let brought = client.post("/api/records", "", &brought).await.ok();
    let path = format!("/api/games/{}", brought["id"].as_str().unwrap());
    let watch = brought["tokens"]["watch"].as_str().unwrap();
    assert_eq!(client.get(&path, watch).await.ok()["outcome"]["by"], "conceded");
    client.post(&format!("{path}/concede"), watch, &json!({ "request": request() })).await.fails(403);
}

#[tokio::test]
async fn nobody_concedes_to_an_empty_seat() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let body =
        json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "friend", "seed": 7 });
    let begun = client.post("/api/games", "", &body).await.ok();
    let game = Begun::of(&begun);
    concede(&client, &game, game.token(Side::French)).await.fails(409);
}

#[tokio::test]
async fn a_player_asks_his_own_captain_at_any_time() {
    for kind in Kind::ALL {
        let battle = with!(kind, G => games::embedded_of::<G>().remove(0).id);
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(&battle, "you", "friend", json!({})).await;
        let path = format!("{}/advice", game.path);
        let before = client.get(&game.path, game.token(Side::French)).await.ok();
        for side in Side::BOTH {
            let advice = client.get(&path, game.token(side)).await.ok();
            assert!(!advice["own"]["says"].as_array().unwrap().is_empty(), "{battle}: {advice}");
            let others = advice["others"].as_array().unwrap();
            let is_played_out = with!(kind, G => <G as general::Captained>::executor().is_some());
            assert_eq!(others.is_empty(), !is_played_out, "{battle}: {advice}");
            assert_eq!(advice["own"]["chance"].is_u64(), is_played_out, "{battle}: {advice}");
            if side == Side::French {
                assert_eq!(
                    client.get(&path, game.token(side)).await.ok(),
                    advice,
                    "the same answer each time"
                );
            }
        }
        let after = client.get(&game.path, game.token(Side::French)).await.ok();
        assert_eq!(after["mark"], before["mark"], "{battle}: nothing has changed");
        client.get(&path, &game.watch).await.fails(403);
        concede(&client, &game, game.token(Side::French)).await.ok();
        client.get(&path, game.token(Side::French)).await.fails(409);
    }
}

/// Before anybody is placed, too.
#[tokio::test]
async fn a_captain_is_asked_before_the_units_are_placed() {
    for battle in ["gilly", "baumersdorf"] {
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(battle, "you", "friend", json!({ "deploy": true })).await;
        let view = client.get(&game.path, game.token(Side::French)).await.ok();
        assert_eq!(view["phase"]["number"], 0, "{battle}");
        let advice = client.get(&format!("{}/advice", game.path), game.token(Side::French)).await;
        assert!([200, 409].contains(&advice.status.as_u16()), "{battle}: {}", advice.text());
    }
}

#[tokio::test]
async fn whoever_hands_a_command_over_reads_what_it_is_going_to_do() {
    for kind in Kind::ALL {
        let battle = with!(kind, G => games::embedded_of::<G>().remove(0).id);
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(&battle, "you", "friend", json!({})).await;
        let (path, token) = (format!("{}/captain", game.path), game.token(Side::French));
        assert_eq!(client.get(&path, token).await.ok(), json!([]));
        let view = client.get(&game.path, token).await.ok();
        let commands = view["staff"]["commands"].as_array().unwrap();
        let mut said = 0;
        for command in commands {
            let body = json!({ "request": request(), "command": command, "captain": true });
            client.post(&path, token, &body).await.ok();
            let plans = client.get(&path, token).await.ok();
            let plan = plans.as_array().unwrap().last().unwrap();
            assert_eq!(plan["command"], *command);
            let name = command.as_str().unwrap();
            for sentence in plan["says"].as_array().unwrap() {
                assert!(sentence.as_str().unwrap().starts_with(name), "{plan}");
                said += 1;
            }
        }
        assert!(said > 0, "{battle}: nothing is said of {commands:?}");
        assert_eq!(
            client.get(&path, game.token(Side::Allied)).await.ok(),
            json!([]),
            "the other side reads nothing"
        );
        client.get(&path, &game.watch).await.fails(403);
    }
}
