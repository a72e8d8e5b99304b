//! What the page reads as facts and never out of sentences: who lost how many to whom, who is to fire at whom, how far a
//! unit goes without its general, and which units a refusal names.

use crate::common::{Client, Folder, MirrorOf, move_once, said};
use engine::{Game as _, Side, Waiting};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use volley::{UnitId, Volley};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Each unit of a view that is to fire, and at whom.
fn aims(view: &Value) -> BTreeMap<u64, u64> {
    let of = |unit: &Value| Some((unit["id"].as_u64()?, unit["aims-at"].as_u64()?));
    list(&view["units"]).iter().filter_map(of).collect()
}

#[tokio::test]
async fn facts_of_a_battle_are_told_beside_its_sentences() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = MirrorOf::<Volley>::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let (mut aimed, mut without) = (0, 0);
    for _ in 0..260 {
        let game = mirror.session.game();
        let named = game.aims.iter().filter(|aim| !aim.fired);
        let named: Vec<(UnitId, UnitId)> = named.filter_map(|aim| Some((aim.shooter, aim.target?))).collect();
        assert!(aims(&client.get(&begun.path, &begun.watch).await.ok()).is_empty(), "nobody else knows");
        for side in Side::BOTH {
            let own = named.iter().filter(|(shooter, _)| game.unit(*shooter).side() == side);
            let own: BTreeMap<u64, u64> =
                own.map(|(shooter, target)| (u64::from(shooter.0), u64::from(target.0))).collect();
            let view = client.get(&begun.path, begun.token(side)).await.ok();
            assert_eq!(aims(&view), own);
            aimed += own.len();
        }
        if let Some(Waiting::ForAnswer(question)) = mirror.session.waiting() {
            let side = game.asked_of(question);
            let orders = matches!(question, volley::Question::NextOrder(_));
            for (id, _) in game.of(side).filter(|(_, unit)| orders && unit.on_table()) {
                let path = format!("{}/units/{}/options", begun.path, id.0);
                let options = client.get(&path, begun.token(side)).await.ok();
                let Some(march) = list(&options["may"]).iter().find(|may| may["do"] == "march") else {
                    continue;
                };
                let out = !game.in_command(id);
                assert_eq!(march["in-command"].is_number(), out, "{options}");
                assert!(!out || march["in-command"].as_i64() > march["allowance"].as_i64(), "{march}");
                without += u32::from(out);
            }
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
    assert!(aimed > 5 && without > 0, "{aimed} {without}");
    let view = client.get(&begun.path, &begun.watch).await.ok();
    let side = |id: u64| list(&view["units"]).iter().find(|unit| unit["id"] == id).unwrap()["side"].clone();
    let mut lost: BTreeMap<u64, u64> = BTreeMap::new();
    let mut by = 0;
    // All units that have hit a unit since its last losses are named with the next, even where there were more hits
    // than men.
    let mut hit: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for line in list(&view["log"]) {
        let units: Vec<u64> = list(&line["units"]).iter().filter_map(Value::as_u64).collect();
        if line["kind"] == "hit" && line["floats"]["words"] != "misses" {
            hit.entry(units[0]).or_default().insert(units[1]);
        }
        if line["kind"] == "lost" {
            let named = list(&line["lost"]).iter().filter_map(|one| one["by"].as_u64()).collect();
            let hit = hit.remove(&units[0]).unwrap_or_default();
            assert!(hit.is_empty() || hit == named, "{line}: {hit:?}");
        }
        for one in list(&line["lost"]) {
            let unit = one["unit"].as_u64().unwrap();
            *lost.entry(unit).or_default() += one["n"].as_u64().unwrap();
            if let Some(enemy) = one["by"].as_u64() {
                assert_ne!(side(unit), side(enemy), "{line}");
                by += 1;
            }
        }
        let missed = line["kind"] == "hit" && said(&line["sentence"]).contains(" miss");
        assert_eq!(line["floats"]["words"] == "misses", missed, "{line}");
    }
    // What the lines add up to is what has gone.
    for unit in list(&view["units"]).iter().filter(|unit| unit["standing"] == "on-table") {
        let gone = unit["of"].as_u64().unwrap() - unit["figures"].as_u64().unwrap();
        assert_eq!(lost.get(&unit["id"].as_u64().unwrap()).copied().unwrap_or(0), gone, "{unit}");
    }
    assert!(by > 5, "{by}");
}

#[tokio::test]
async fn a_refusal_names_the_units_in_its_sentence() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = MirrorOf::<Volley>::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    loop {
        let view = client.get(&begun.path, &begun.watch).await.ok();
        if view["asked"]["question"]["ask"] == "order" {
            break;
        }
        move_once(&client, &begun, &mut mirror).await.unwrap();
    }
    let view = client.get(&begun.path, begun.token(Side::French)).await.ok();
    let name =
        |id: &Value| list(&view["units"]).iter().find(|unit| unit["id"] == *id).unwrap()["name"].clone();
    let mut named = 0;
    for unit in 0..6 {
        for legs in
            [json!([{"ahead": 60_000}]), json!([{"wheel": 8000}, {"ahead": 5000}]), json!([{"back": 9000}])]
        {
            let answer = json!({"answer": {"order": {"do": "march", "unit": unit, "legs": legs}}});
            let found =
                client.post(&format!("{}/check", begun.path), begun.token(Side::French), &answer).await.ok();
            let Some(error) = found["error"].as_str() else { continue };
            assert_eq!(said(&found["why"]), error, "{found}");
            for id in list(&found["units"]) {
                assert!(error.contains(name(id).as_str().unwrap()), "{found}");
                named += 1;
            }
        }
    }
    assert!(named > 3, "{named}");
}
