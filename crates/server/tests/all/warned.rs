//! What a player is warned of before he confirms: a formation that cannot charge, a move out of command; and what the
//! odds of fire lead with.

use crate::common::{Client, Folder, MirrorOf, move_once};
use engine::{Entry, Game as _, Played as _, Side, Waiting};
use serde_json::{Value, json};
use table::{Inches, Leg};
use volley::charge::never_charges;
use volley::words::Formation;
use volley::{Answer, Order, UnitId, Volley};

type Mirror = MirrorOf<Volley>;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The side that is asked, and whether for orders.
fn asked(mirror: &Mirror, view: &Value) -> Option<(Side, bool)> {
    let Some(Waiting::ForAnswer(question)) = mirror.session.waiting() else { return None };
    Some((mirror.session.game().asked_of(question), view["asked"]["question"]["ask"] == "order"))
}

#[tokio::test]
async fn who_cannot_charge_is_not_shown_to_and_a_formation_says_so_before() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let (mut without, mut with, mut given_up) = (0, 0, 0);
    for _ in 0..160 {
        let view = client.get(&begun.path, &begun.watch).await.ok();
        let Some((side, orders)) = asked(&mirror, &view) else { break };
        let game = mirror.session.game();
        for (id, unit) in game.of(side).filter(|_| orders) {
            let never = |formation: Formation| {
                never_charges(&game.rules, unit.nation(), unit.arm(), formation).is_some()
            };
            let overlay = format!("{}/overlay/{}", begun.path, id.0);
            let found = client.get(&overlay, begun.token(side)).await.ok();
            let drawn = list(&found["reach"]).iter().any(|zone| zone["text"] != "march");
            assert_eq!(drawn, !never(unit.formation) && !unit.charge_refused, "{}", unit.name());
            *if drawn { &mut with } else { &mut without } += 1;
            let options = format!("{}/units/{}/options", begun.path, id.0);
            let found = client.get(&options, begun.token(side)).await.ok();
            told_of_all(game, (side, id), never(unit.formation), &found);
            let form = list(&found["may"]).iter().find(|may| may["do"] == "form");
            for stance in form.map_or(&[][..], |form| list(&form["stances"])) {
                let formation = Formation::from_word(stance["formation"].as_str().unwrap()).unwrap();
                let expected = never(formation) && !never(unit.formation);
                assert_eq!(stance["no-charge"].is_string(), expected, "{stance}");
                given_up += u32::from(expected);
            }
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
    assert!(without > 10 && with > 10 && given_up > 10, "{without} {with} {given_up}");
}

/// Whoever may charge is told of every enemy in sight: how it would go, or why not.
fn told_of_all(game: &Volley, (side, unit): (Side, UnitId), never: bool, found: &Value) {
    let charge = list(&found["may"]).iter().find(|may| may["do"] == "charge");
    let targets = charge.map_or(&[][..], |charge| list(&charge["targets"]));
    let why_not: Vec<&str> = list(&found["why-not"]).iter().filter_map(|why| why["what"].as_str()).collect();
    assert!(!why_not.contains(&"form masse"), "nobody here has heard of it: {why_not:?}");
    for (id, enemy) in game.of(side.enemy()).filter(|(id, _)| !never && game.sees(unit, *id, false)) {
        let offered = targets.iter().any(|target| target["target"] == u64::from(id.0));
        let refused = why_not.contains(&format!("charge {}", enemy.name()).as_str());
        assert!(offered != refused, "{}: {offered} {refused} {why_not:?}", enemy.name());
    }
}

/// Who of a side is out of command.
fn stray(game: &Volley, side: Side) -> Vec<UnitId> {
    game.of(side).filter(|(id, _)| !game.in_command(*id)).map(|(id, _)| id).collect()
}

#[tokio::test]
async fn a_move_out_of_command_is_said_before_it_is_made() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let (mut warned, mut quiet, mut told) = (0, 0, 0);
    for _ in 0..160 {
        let view = client.get(&begun.path, &begun.watch).await.ok();
        let Some((side, orders)) = asked(&mirror, &view) else { break };
        let before = stray(mirror.session.game(), side);
        let units: Vec<UnitId> = mirror.session.game().of(side).map(|(id, _)| id).collect();
        for unit in units.into_iter().filter(|_| orders) {
            let out =
                client.get(&format!("{}/units/{}/options", begun.path, unit.0), begun.token(side)).await;
            let out = out.ok();
            assert_eq!(out["out-of-command"].is_string(), before.contains(&unit), "{unit:?}");
            // Twelve inches on this sheet.
            assert_eq!(out["command-range"] == 12_000, before.contains(&unit), "{out}");
            told += u32::from(before.contains(&unit));
            let legs = vec![Leg::Ahead(Inches::whole(3))];
            let answer = Answer::Order(Order::March { unit, legs });
            let mut then = mirror.session.clone();
            if then.put(Entry::Answer(answer.clone())).is_err() {
                continue;
            }
            let found = client
                .post(&format!("{}/check", begun.path), begun.token(side), &json!({ "answer": answer }))
                .await
                .ok();
            let left: Vec<UnitId> =
                stray(then.game(), side).into_iter().filter(|id| !before.contains(id)).collect();
            let said: Vec<u64> = list(&found["leaves"]["units"]).iter().filter_map(Value::as_u64).collect();
            assert_eq!(said, left.iter().map(|id| u64::from(id.0)).collect::<Vec<_>>(), "{found}");
            assert_eq!(found["leaves"]["range"] == 12_000, !left.is_empty(), "{found}");
            *if left.is_empty() { &mut quiet } else { &mut warned } += 1;
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
    assert!(warned > 0 && quiet > 10 && told > 0, "{warned} {quiet} {told}");
}

/// Names of the ground that a side holds in one game and not in another.
fn given_up(now: &Volley, then: &Volley, side: Side) -> Vec<String> {
    let pieces = now.scenario.objectives.iter().zip(now.holders().into_iter().zip(then.holders()));
    let lost = pieces.filter(|(_, (now, then))| *now == Some(side) && *then != Some(side));
    lost.map(|(goal, _)| goal.name.clone()).collect()
}

#[tokio::test]
async fn ground_that_a_move_would_give_up_is_named_before_it_is_made() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (mut named, mut quiet) = (0, 0);
    for battle in ["barrosa-wheatley", "gilly", "salamanca-pakenham"] {
        let begun = client.begin(battle, "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &begun.id, battle).await;
        for _ in 0..200 {
            let view = client.get(&begun.path, &begun.watch).await.ok();
            let Some((side, orders)) = asked(&mirror, &view) else { break };
            let game = mirror.session.game();
            for (unit, _) in game.of(side).filter(|_| orders) {
                let legs = vec![Leg::Ahead(Inches::whole(6))];
                let answer = Answer::Order(Order::March { unit, legs });
                let mut then = mirror.session.clone();
                if then.put(Entry::Answer(answer.clone())).is_err() {
                    continue;
                }
                let left = given_up(game, then.game(), side);
                if left.is_empty() && quiet > 20 {
                    continue;
                }
                let path = format!("{}/check", begun.path);
                let found = client.post(&path, begun.token(side), &json!({ "answer": answer })).await.ok();
                let told: Vec<&str> = list(&found["ground"]).iter().filter_map(Value::as_str).collect();
                assert_eq!(told, left, "{found}");
                *if left.is_empty() { &mut quiet } else { &mut named } += 1;
            }
            if named > 3 || move_once(&client, &begun, &mut mirror).await.is_none() {
                break;
            }
        }
    }
    assert!(named > 0 && quiet > 20, "{named} {quiet}");
}

#[tokio::test]
async fn fire_is_told_by_what_it_costs_and_by_one_word_for_one_end() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let mut shots = 0;
    for _ in 0..160 {
        let view = client.get(&begun.path, &begun.watch).await.ok();
        let Some((side, _)) = asked(&mirror, &view) else { break };
        let found = client.get(&format!("{}/odds", begun.path), begun.token(side)).await.ok();
        for brief in list(&found["answers"]).iter().filter(|brief| brief["counts-losses"] == true) {
            let (short, sentence) = (brief["short"].as_str().unwrap(), brief["sentence"].as_str().unwrap());
            assert!(short.contains(" lost of ") && sentence.contains(" on average"), "{short} {sentence}");
            let named = |end: &Value| short.contains(end["text"].as_str().unwrap());
            assert!(
                list(&brief["ends"]).iter().any(named),
                "the button says an end as the list does: {brief}"
            );
            shots += 1;
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
    assert!(shots > 5, "{shots}");
}
