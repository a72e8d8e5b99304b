//! Units that are put on the table by their players, and dice the players let fall.

use crate::common::{Begun, Client, Folder, Mirror, move_once, request};
use engine::Side;
use serde_json::{Value, json};

async fn answer(client: &Client, game: &Begun, view: &Value, answer: &Value) -> Value {
    let body = json!({ "request": request(), "version": view["version"], "answer": answer });
    client.post(&format!("{}/answers", game.path), game.token(Side::French), &body).await.ok()
}

#[tokio::test]
async fn a_side_deploys_its_own_units() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("barrosa-wheatley", "you", "captain", json!({ "deploy": true })).await;
    let mut view = client.get(&game.path, game.token(Side::French)).await.ok();
    assert_eq!(view["phase"]["word"], "deploy");
    let (mut placed, mut lines) = (0, 0);
    while view["asked"]["question"]["ask"] == "deploy" {
        let place = &view["asked"]["place"];
        assert_eq!((place["placed"].as_u64(), place["of"].as_u64()), (Some(placed), Some(6)));
        // The French edge is the north one: the zone is its strip of the table.
        assert_eq!(place["zone"], json!([[0, 48000], [72000, 48000], [72000, 36000], [0, 36000]]));
        let stances = place["stances"].as_array().unwrap();
        assert!(stances.iter().all(|stance| stance["width"].as_i64() > Some(0)));
        let offered = &view["asked"]["decline"];
        assert_eq!(stances[0]["formation"], offered["order"]["formation"]);
        // Every stance fits somewhere near: the rules take it, with the size that was told.
        let line = stances.iter().find(|stance| stance["formation"] == "line").cloned();
        let mut wanted = offered.clone();
        if let Some(line) = &line {
            wanted["order"]["formation"] = line["formation"].clone();
            wanted["order"]["at"]["at"]["x"] = json!(4000 + 11_000 * placed);
            wanted["order"]["at"]["at"]["y"] = json!(40_000);
            lines += 1;
        }
        let unit = place["unit"].as_u64().unwrap() as usize;
        view = answer(&client, &game, &view, &wanted).await;
        assert_eq!(view["units"][unit]["standing"], "on-table");
        if let Some(line) = line {
            let corner = |n: usize, axis: usize| view["units"][unit]["rect"][n][axis].as_i64().unwrap();
            assert_eq!(Some(corner(0, 0) - corner(1, 0)), line["width"].as_i64());
            assert_eq!(Some(corner(3, 1) - corner(0, 1)), line["depth"].as_i64());
        }
        placed += 1;
    }
    assert_eq!((placed, lines), (6, 5));
    assert_eq!(view["turn"], 1);
    // The side that waits for the other is not told where its zone is.
    let both = client.begin("barrosa-wheatley", "you", "friend", json!({ "deploy": true })).await;
    let waiting = client.get(&both.path, both.token(Side::French)).await.ok();
    assert!(waiting["asked"]["mine"] == false && waiting["asked"]["place"].is_null());
}

/// A game that knows no deployment says so, in the list of battles and when it is asked for all the same.
#[tokio::test]
async fn a_battle_that_is_drawn_up_already_is_not_deployed() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let battles = client.get("/api/battles", "").await.ok();
    let deploys = |id: &str| {
        let mut all = battles.as_array().unwrap().iter();
        all.find(|battle| battle["id"] == id).unwrap()["deploys"].clone()
    };
    assert_eq!((deploys("gilly"), deploys("hassenhausen-at-eight")), (json!(true), json!(false)));
    let mut body = json!({ "request": request(), "battle": "hassenhausen-at-eight", "french": "you", "allied": "captain" });
    body["deploy"] = json!(true);
    client.post("/api/games", "", &body).await.fails(400);
    body["deploy"] = json!(false);
    client.post("/api/games", "", &body).await.ok();
}

#[tokio::test]
async fn the_same_request_begins_no_other_deployment() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let mut body = json!({ "request": request(), "battle": "gilly", "french": "you", "allied": "captain" });
    body["deploy"] = json!(true);
    client.post("/api/games", "", &body).await.ok();
    client.post("/api/games", "", &body).await.ok();
    body["deploy"] = json!(false);
    client.post("/api/games", "", &body).await.fails(409);
}

#[tokio::test]
async fn a_reserve_is_told_where_it_may_enter() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let mut entered = 0;
    for (battle, north) in [("leubnitz", 48_000), ("teugn-hausen", 36_000)] {
        let game = client.begin(battle, "you", "captain", json!({})).await;
        let mut view = client.get(&game.path, game.token(Side::French)).await.ok();
        for _ in 0..400 {
            if view["asked"].is_null() {
                break;
            }
            let units = view["units"].as_array().unwrap();
            let waits = units.iter().find(|unit| unit["standing"] == "at-edge" && unit["side"] == "french");
            let said = match waits {
                Some(unit) if view["asked"]["question"]["ask"] == "order" => {
                    let path = format!("{}/units/{}/options", game.path, unit["id"]);
                    let options = client.get(&path, game.token(Side::French)).await.ok();
                    let may = &options["may"][0];
                    assert_eq!(may["do"], "enter", "{options}");
                    let edge = [0, 1].map(|end| may["edge"][end][0].as_i64().unwrap());
                    let at = may["order"]["at"].as_i64().unwrap();
                    assert!((edge[0]..=edge[1]).contains(&at), "{may}");
                    assert_eq!(may["edge"][0][1], north);
                    entered += 1;
                    json!({ "order": may["order"] })
                }
                _ => view["asked"]["decline"].clone(),
            };
            view = answer(&client, &game, &view, &said).await;
        }
    }
    assert!(entered >= 3, "{entered} reserves came on");
}

#[tokio::test]
async fn dice_that_are_let_fall_are_the_sealed_ones() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    // The same seed and the same answers: once all dice fall by themselves, once some are typed in between.
    let game = client.begin("gilly", "you", "friend", json!({ "own-dice": true })).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let dice = format!("{}/dice", game.path);
    let (mut fallen, mut typed) = (Vec::new(), 0);
    for _ in 0..200 {
        if fallen.len() > 30 {
            break;
        }
        let view = client.get(&game.path, game.token(Side::French)).await.ok();
        let Some(count) = view["dice"]["count"].as_u64() else {
            move_once(&client, &game, &mut mirror).await.unwrap();
            continue;
        };
        let mut body = json!({ "request": request(), "version": view["version"] });
        if fallen.len() % 3 == 1 && typed < 5 {
            body["faces"] = json!(vec![1; count as usize]);
            typed += 1;
        }
        let side = if view["dice"]["by"] == "allied" { Side::Allied } else { Side::French };
        client.post(&dice, &game.watch, &body).await.fails(403);
        client.post(&dice, game.token(side), &body).await.ok();
        mirror.follow().await;
        if let Some(engine::Entry::Dice { faces, typed: false }) = mirror.session.entries().last() {
            fallen.extend_from_slice(faces);
        }
    }
    assert!(fallen.len() > 30 && typed > 0, "{} fell, {typed} typed", fallen.len());
    let mut sealed = dice::Stream::new(dice::Seed::from_number(7), 0);
    let expected: Vec<u32> = fallen.iter().map(|_| sealed.die(6)).collect();
    assert_eq!(fallen, expected, "they come from the seed, in its order");
}
