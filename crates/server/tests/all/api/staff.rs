//! A part of the army is handed over to the captain, and questions are answered beforehand: kept with the seat, marked
//! for it alone, and taken back at any moment.

use crate::common::{Begun, Client, Folder, Reply, request};
use engine::Side;
use serde_json::{Value, json};

async fn view(client: &Client, game: &Begun, side: Side) -> Value {
    client.get(&game.path, game.token(side)).await.ok()
}

async fn hand(client: &Client, game: &Begun, token: &str, command: &str, captain: bool) -> Reply {
    let body = json!({ "request": request(), "command": command, "captain": captain });
    client.post(&format!("{}/captain", game.path), token, &body).await
}

async fn say_beforehand(client: &Client, game: &Begun, side: Side, beforehand: Value) -> Reply {
    let mut body = beforehand;
    body["request"] = json!(request());
    client.post(&format!("{}/beforehand", game.path), game.token(side), &body).await
}

async fn say(client: &Client, game: &Begun, side: Side, view: &Value, answer: &Value) -> Value {
    let body = json!({ "request": request(), "version": view["version"], "answer": answer });
    client.post(&format!("{}/answers", game.path), game.token(side), &body).await.ok()
}

/// What ends one's part of orders, else the answer that takes nothing up.
fn ends(view: &Value) -> Value {
    let form = &view["asked"]["form"];
    let goes_on = ["orders", "guns", "shots", "write"].iter().any(|kind| form["kind"] == *kind);
    let end = form["offers"].as_array().unwrap().iter().find(|offer| goes_on && offer["unit"].is_null());
    end.map_or_else(|| view["asked"]["decline"].clone(), |offer| offer["answer"].clone())
}

fn first_command(view: &Value) -> String {
    view["staff"]["commands"][0].as_str().unwrap().to_owned()
}

fn command_of<'v>(view: &'v Value, unit: &Value) -> Option<&'v str> {
    view["units"].as_array().unwrap().iter().find(|one| one["id"] == *unit)?["brigade"].as_str()
}

fn marks(view: &Value) -> Vec<(u64, String)> {
    let lines = view["log"].as_array().unwrap().iter();
    let marked = lines.filter_map(|line| Some((line["n"].as_u64()?, line["by"].as_str()?.to_owned())));
    marked.collect()
}

/// Both sides end whatever they are asked until some turns have gone by. No question of a led command reaches the French.
async fn play(client: &Client, game: &Begun, led: &str, turns: u64) {
    for _ in 0..2000 {
        for side in Side::BOTH {
            let now = view(client, game, side).await;
            if now["turn"].as_u64().unwrap() > turns || !now["outcome"].is_null() {
                return;
            }
            if now["asked"]["mine"] != true {
                continue;
            }
            if side == Side::French {
                let about = command_of(&now, &now["asked"]["form"]["subject"]);
                assert_ne!(about, Some(led), "{}", now["asked"]);
                let lit = now["asked"]["form"]["lit"].as_array().unwrap().iter();
                if ["guns", "shots"].iter().any(|kind| now["asked"]["form"]["kind"] == *kind) {
                    assert!(lit.clone().all(|unit| command_of(&now, unit) != Some(led)), "{}", now["asked"]);
                }
                let idle = now["asked"]["idle"].as_array().cloned().unwrap_or_default();
                assert!(idle.iter().all(|unit| command_of(&now, unit) != Some(led)), "{}", now["asked"]);
            }
            say(client, game, side, &now, &ends(&now)).await;
        }
    }
    panic!("no end of it");
}

#[tokio::test]
async fn a_command_is_led_by_the_captain_and_only_its_seat_is_told() {
    for battle in ["gilly", "baumersdorf"] {
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(battle, "you", "you", json!({})).await;
        let before = view(&client, &game, Side::French).await;
        let led = first_command(&before);
        let after = hand(&client, &game, game.token(Side::French), &led, true).await.ok();
        assert_eq!(after["staff"]["captain"], json!([led]), "{battle}");
        assert_ne!(after["mark"], before["mark"], "{battle}: another window of the seat must hear of it");
        play(&client, &game, &led, 3).await;
        let french = view(&client, &game, Side::French).await;
        let marked = marks(&french);
        assert!(marked.len() > 5 && marked.iter().all(|(_, by)| by == "captain"), "{battle}: {marked:?}");
        // The other side and spectators do not know.
        let allied = view(&client, &game, Side::Allied).await;
        let watching = client.get(&game.path, &game.watch).await.ok();
        assert_eq!((marks(&allied), &allied["staff"]["captain"]), (Vec::new(), &json!([])), "{battle}");
        assert_eq!((marks(&watching), &watching["staff"]), (Vec::new(), &Value::Null), "{battle}");
        // A server that starts again knows it still.
        let restarted = Client::open(&folder).await;
        let again = view(&restarted, &game, Side::French).await;
        assert_eq!(again["staff"], french["staff"], "{battle}");
        assert_eq!(marks(&again), marked, "{battle}");
        // Taken back, he has nothing more to say.
        let back = hand(&restarted, &game, game.token(Side::French), &led, false).await.ok();
        assert_eq!(back["staff"]["captain"], json!([]), "{battle}");
        assert_eq!(marks(&back), marked, "{battle}");
        play(&restarted, &game, "nobody", 4).await;
        assert_eq!(marks(&view(&restarted, &game, Side::French).await), marked, "{battle}");
    }
}

/// With dice that people throw, what the captain has ordered can be taken back before they fall, and all of it goes.
#[tokio::test]
async fn what_the_captain_has_ordered_is_taken_back_with_the_end_of_ones_own_orders() {
    for battle in ["gilly", "baumersdorf"] {
        let folder = Folder::new();
        let client = Client::open(&folder).await;
        let game = client.begin(battle, "you", "you", json!({ "own-dice": true })).await;
        let french = view(&client, &game, Side::French).await;
        for command in french["staff"]["commands"].as_array().unwrap() {
            let command = command.as_str().unwrap();
            hand(&client, &game, game.token(Side::French), command, true).await.ok();
        }
        let mut taken_back = 0;
        for _ in 0..400 {
            let now = view(&client, &game, Side::French).await;
            if taken_back > 2 || !now["outcome"].is_null() {
                break;
            }
            if now["asked"]["mine"] == true && now["asked"]["then-captain"] == true {
                let done = say(&client, &game, Side::French, &now, &ends(&now)).await;
                if marks(&done).len() > marks(&now).len() && done["no-undo"].is_null() {
                    let body = json!({ "request": request() });
                    let undone =
                        client.post(&format!("{}/undo", game.path), game.token(Side::French), &body).await;
                    if undone.status.is_success() {
                        let undone = undone.json();
                        let same = ["version", "hash", "asked", "log", "staff"];
                        for key in same {
                            assert_eq!(undone[key], now[key], "{battle}: {key}");
                        }
                        taken_back += 1;
                        say(&client, &game, Side::French, &undone, &ends(&undone)).await;
                    } else {
                        undone.fails(409);
                    }
                }
                continue;
            }
            for side in Side::BOTH {
                let now = view(&client, &game, side).await;
                if !now["dice"].is_null() {
                    let body = json!({ "request": request(), "version": now["version"] });
                    // Dice of the other side are not ours to throw.
                    client.post(&format!("{}/dice", game.path), game.token(side), &body).await;
                } else if now["asked"]["mine"] == true
                    && (side == Side::Allied || now["asked"]["then-captain"] != true)
                {
                    say(&client, &game, side, &now, &ends(&now)).await;
                }
            }
        }
        assert!(taken_back > 0, "{battle}");
    }
}

#[tokio::test]
async fn a_question_is_answered_beforehand_until_one_is_asked_again() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for seed in 1..=20 {
        if is_answered_until_asked_again(&client, seed).await {
            return;
        }
    }
    panic!("nobody was charged in any of twenty battles");
}

/// Whether a unit was charged in the battle of that seed, so that there was something to be answered.
async fn is_answered_until_asked_again(client: &Client, seed: u64) -> bool {
    let game = client.begin("salamanca-pakenham", "captain", "you", json!({ "seed": seed })).await;
    let side = Side::Allied;
    let now = view(client, &game, side).await;
    let command = first_command(&now);
    let routines = now["staff"]["routines"].as_array().unwrap();
    let recall = routines.iter().find(|routine| routine["ask"] == "recall").unwrap();
    assert_eq!(recall["values"][0]["value"], "always");
    let all = json!({ "ask": "stand", "value": "stay" });
    let told = say_beforehand(client, &game, side, all.clone()).await.ok();
    assert_eq!(told["staff"]["beforehand"], json!([all]));
    let one = json!({ "ask": "recall", "command": command, "value": "never" });
    let told = say_beforehand(client, &game, side, one.clone()).await.ok();
    assert_eq!(told["staff"]["beforehand"], json!([all, one]));
    for _ in 0..1000 {
        let now = view(client, &game, side).await;
        if marks(&now).iter().any(|(_, by)| by == "beforehand") {
            let asked = json!({ "ask": "stand", "value": "ask" });
            let told = say_beforehand(client, &game, side, asked).await.ok();
            assert_eq!(told["staff"]["beforehand"], json!([one]));
            return true;
        }
        if now["asked"]["mine"] != true {
            return false;
        }
        assert_ne!(now["asked"]["question"]["ask"], "stand");
        say(client, &game, side, &now, &ends(&now)).await;
    }
    false
}

#[tokio::test]
async fn what_cannot_be_given_out_of_hand_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "captain", json!({})).await;
    let led = first_command(&view(&client, &game, Side::French).await);
    let french = game.token(Side::French);
    let refused = hand(&client, &game, french, "nobody's brigade", true).await.fails(400);
    assert!(refused["error"].as_str().unwrap().contains(&led), "{refused}");
    hand(&client, &game, &game.watch, &led, true).await.fails(403);
    for beforehand in [
        json!({ "ask": "order", "value": "always" }),
        json!({ "ask": "recall", "value": "sometimes" }),
        json!({ "ask": "recall", "command": "nobody's brigade", "value": "always" }),
    ] {
        say_beforehand(&client, &game, Side::French, beforehand).await.fails(400);
    }
    // The same request changes nothing more.
    let body = json!({ "request": request(), "command": led, "captain": true });
    for _ in 0..2 {
        let view = client.post(&format!("{}/captain", game.path), french, &body).await.ok();
        assert_eq!(view["staff"]["captain"], json!([led]));
    }
}
