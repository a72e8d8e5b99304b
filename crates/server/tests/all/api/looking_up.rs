//! What can be looked up without a link: battles, charts and rules, as they are printed.

use crate::common::{Client, Folder};
use axum::http::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn battles_charts_and_rules_are_open_to_all() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let get = |path: &'static str| client.send(Method::GET, path, None, Vec::new());
    let battles = get("/api/battles").await.ok();
    assert_eq!(battles.as_array().unwrap().len(), games::battles().len());
    for battle in battles.as_array().unwrap() {
        assert!(!battle["pieces"].as_array().unwrap().is_empty() && battle["width"].as_i64() > Some(0));
        assert!(battle["units"]["french"].as_u64() > Some(0));
    }
    // Each sheet is on the list by which the page has its tabs.
    let sheets = get("/api/sheets").await.ok();
    let words: Vec<&str> =
        sheets.as_array().unwrap().iter().map(|sheet| sheet["word"].as_str().unwrap()).collect();
    assert_eq!(words, ["a15", "p7", "br8", "orders", "empire"]);
    // Each says what it is, and one of them is to begin with: the game by the hour has words of its own.
    for sheet in sheets.as_array().unwrap() {
        assert!(
            !sheet["title"].as_str().unwrap().is_empty() && sheet["about"].as_str().unwrap().len() > 40,
            "{sheet}"
        );
        assert_eq!(sheet["die"], if sheet["game"] == "volley" { 6 } else { 10 });
        assert_eq!(sheet["first"] == true, sheet["word"] == "br8");
        assert_eq!(sheet["glossary"].is_null(), sheet["game"] != "empire");
    }
    for sheet in words {
        let charts = client.send(Method::GET, &format!("/api/charts/{sheet}"), None, Vec::new()).await.ok();
        let rules = client.send(Method::GET, &format!("/api/rules/{sheet}"), None, Vec::new()).await.ok();
        assert!(rules.as_object().unwrap().len() > 100);
        for chart in charts.as_array().unwrap() {
            let mut facts = json!({});
            for fact in chart["facts"].as_array().unwrap() {
                let name = fact["name"].as_str().unwrap();
                if !fact["default"].is_null() {
                    continue;
                }
                facts[name] = match (&fact["word"], &fact["number"]) {
                    (Value::Array(words), _) => words[0].clone(),
                    (_, Value::Object(number)) => number["max"].clone(),
                    _ => json!(true),
                };
            }
            let path = format!("/api/charts/{sheet}/{}", chart["name"].as_str().unwrap());
            let body = json!({ "facts": facts, "dice": null, "odds": true });
            let told = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
            let odds = told["odds"].as_array().unwrap();
            let sum: f64 = odds.iter().map(|odd| odd["chance"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{path}: {sum}");
            // What it threw, typed again, says the same.
            let faces: Vec<Value> = told["throws"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|throw| throw["faces"].as_array().unwrap().clone())
                .collect();
            let body = json!({ "facts": facts, "dice": faces, "odds": false });
            let typed = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
            assert_eq!(typed["outcome"], told["outcome"], "{path}");
            for rule in typed["working"].as_array().unwrap() {
                assert!(rules[rule["rule"].as_str().unwrap()].is_string(), "{rule} has a text");
            }
            // Typed throw by throw, it says what is thrown next, and at the end the same.
            let mut typed: Vec<Value> = Vec::new();
            let said = loop {
                let body = json!({ "facts": facts, "dice": typed });
                let said = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
                if let Some(all) = said["next"]["faces"].as_array() {
                    // One die: every face is read once, and the one that fell says what it then does.
                    let ends =
                        all.iter().map(|some| (some["from"].as_u64().unwrap(), some["to"].as_u64().unwrap()));
                    let ends: Vec<(u64, u64)> = ends.collect();
                    assert_eq!(
                        (ends[0].0, ends.last().unwrap().1),
                        (1, said["next"]["pool"]["sides"].as_u64().unwrap())
                    );
                    assert!(ends.windows(2).all(|two| two[0].1 + 1 == two[1].0), "{path}: {ends:?}");
                    let face = faces[typed.len()].as_u64().unwrap();
                    let fell = ends.iter().position(|(from, to)| (*from..=*to).contains(&face)).unwrap();
                    if typed.len() + 1 == faces.len() {
                        assert_eq!(all[fell]["outcome"], told["outcome"], "{path}");
                    }
                }
                match said["next"]["pool"]["count"].as_u64() {
                    Some(count) => typed.extend_from_slice(&faces[typed.len()..typed.len() + count as usize]),
                    None => break said,
                }
            };
            assert_eq!((&said["outcome"], typed.len()), (&told["outcome"], faces.len()), "{path}");
            usual_asks_are_good(&client, &path, chart).await;
        }
        let named = |name: &str| {
            let asks =
                charts.as_array().unwrap().iter().filter_map(|chart| chart["asks"].as_array()).flatten();
            asks.filter(|ask| ask["name"] == name).count()
        };
        assert_eq!(["gun", "volley", "melee", "charge"].map(named), [1; 4], "{sheet}: once each");
    }
    let post = |path: &'static str, body: &'static str| client.send(Method::POST, path, None, body.into());
    get("/api/charts/zz").await.fails(404);
    get("/api/rules/zz").await.fails(404);
    post("/api/charts/br8/nothing", "{}").await.fails(404);
    post("/api/charts/br8/artillery-fire", "{\"facts\":{\"range\":\"near\"}}").await.fails(400);
    post("/api/charts/br8/artillery-fire", "{\"facts\":7}").await.fails(400);
    get("/api/openapi.json").await.ok();
    assert_eq!(get("/health").await.status, 200);
    assert!(get("/metrics").await.text().contains("grognard_requests_total "));
}

/// Every usual question of a chart can be asked as it stands, and what hangs on another fact names it rightly.
async fn usual_asks_are_good(client: &Client, path: &str, chart: &Value) {
    let facts = chart["facts"].as_array().unwrap();
    let words = |name: &Value| facts.iter().find(|fact| fact["name"] == *name).unwrap()["word"].clone();
    for fact in facts.iter().filter(|fact| fact["fits"].is_object()) {
        let other = words(&fact["fits"]["fact"]);
        for (with, suit) in fact["fits"]["with"].as_object().unwrap() {
            assert!(other.as_array().unwrap().contains(&json!(with)), "{path}: {with}");
            let own = fact["word"].as_array();
            assert!(
                suit.as_array().unwrap().iter().all(|word| own.unwrap().contains(word)),
                "{path}: {suit}"
            );
        }
    }
    for ask in chart["asks"].as_array().into_iter().flatten() {
        let body = json!({ "facts": ask["facts"], "odds": true });
        let mut given = body.clone();
        for fact in facts.iter().filter(|fact| fact["default"].is_null()) {
            let name = fact["name"].as_str().unwrap();
            if given["facts"][name].is_null() {
                given["facts"][name] = fact["word"][0].clone();
            }
        }
        let told = client.send(Method::POST, path, None, given.to_string().into()).await.ok();
        assert!(!told["throws"].as_array().unwrap().is_empty(), "{path} {ask}: somebody throws");
    }
}

/// What a chart prints reads as what it is, and only what is added to it has a sign.
#[tokio::test]
async fn printed_numbers_of_a_chart_read_as_what_they_are() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    for (chart, facts, said) in [
        (
            "br8/artillery-fire",
            json!({ "crew": 4, "range": "close", "target": "column" }),
            json!(["4 dice", "needs 4", "+1", "−1"]),
        ),
        ("br8/close", json!({ "grade": "veteran", "nation": "french" }), json!(["5 or less", "by rule"])),
        ("orders/movement", json!({ "arm": "infantry", "formation": "column" }), json!(["6\""])),
        (
            "orders/fire",
            json!({ "troop": "veteran", "target-formation": "column" }),
            json!(["2 dice", "needs 6", "+1"]),
        ),
    ] {
        let body = json!({ "facts": facts });
        let path = format!("/api/charts/{chart}");
        let told = client.send(Method::POST, &path, None, body.to_string().into()).await.ok();
        let numbers: Vec<Value> =
            told["working"].as_array().unwrap().iter().map(|number| number["value"].clone()).collect();
        assert_eq!(json!(numbers), said, "{chart}");
    }
}
