//! What is sealed, and who is still to come, is kept from the other side: every answer of the server to the other
//! side's link, to a spectator's and to the one that can be given away is searched for the place that a sealed order
//! names, or for the names of those who come, until the rules reveal it.

use crate::common::{Begun, Client, Folder, request};
use engine::Side;
use serde_json::{Value, json};

/// A place that would not be sent for any other reason.
type Place = (i32, i32);

async fn answer(client: &Client, game: &Begun, side: Side, answer: &Value) {
    let view = client.get(&game.path, game.token(side)).await.ok();
    let body = json!({ "request": request(), "version": view["version"], "answer": answer });
    client.post(&format!("{}/answers", game.path), game.token(side), &body).await.ok();
}

/// Whether a text has one of the numbers as a number.
fn tells(text: &str, place: Place) -> bool {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
    let [x, y] = [place.0, place.1].map(|n| [n.to_string(), format!("{}.{}", n / 1000, n % 1000)]);
    words.into_iter().any(|word| x.iter().chain(&y).any(|known| known == word))
}

/// Everything the server says to a link; the paths that tell of it.
pub(crate) async fn telling(
    client: &Client,
    game: &Begun,
    token: &str,
    tells: impl Fn(&str) -> bool,
) -> Vec<String> {
    let view = client.get(&game.path, token).await.ok();
    let mut paths: Vec<String> = [
        "", "/log", "/odds", "/overlay", "/record", "/report", "/share", "/sheet", "/captain", "/advice",
        "?after=1",
    ]
    .map(|way| format!("{}{way}", game.path))
    .to_vec();
    let ids =
        |list: &str| view[list].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    for unit in ids("units") {
        paths.push(format!("{}/units/{unit}/options", game.path));
        paths.push(format!("{}/overlay/{unit}", game.path));
    }
    paths.extend(ids("generals").iter().map(|general| format!("{}/generals/{general}/options", game.path)));
    paths.extend((0..=view["step"].as_u64().unwrap()).map(|step| format!("{}/steps/{step}", game.path)));
    let mut found = Vec::new();
    for path in paths {
        if tells(&client.get(&path, token).await.text()) {
            found.push(path);
        }
    }
    for (way, body) in [("odds", json!({ "unit": 0, "target": 8 })), ("check", json!({ "answer": "no" }))] {
        if tells(&client.post(&format!("{}/{way}", game.path), token, &body).await.text()) {
            found.push(way.to_owned());
        }
    }
    found
}

#[tokio::test]
async fn a_sealed_order_is_told_to_its_own_side_only() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("baumersdorf", "you", "friend", json!({})).await;
    // The link that its own side may give away is no better than a spectator's.
    let shared = game.shared(&client, game.token(Side::French)).await;
    let others = [game.token(Side::Allied).to_owned(), game.watch.clone(), shared];
    let silent = async |place: Place| {
        for other in &others {
            let told = telling(&client, &game, other, |text| tells(text, place)).await;
            assert_eq!(told, Vec::<String>::new());
        }
    };
    let numbers = async || {
        let mut found = Vec::new();
        for other in &others {
            let view = client.get(&game.path, other).await.ok();
            let log = client.get(&format!("{}/log", game.path), other).await.ok();
            found.push(["version", "step", "told", "mark"].map(|number| view[number].clone()));
            found.push(["version", "step", "told", "log"].map(|number| log[number].clone()));
        }
        found
    };
    // Before the first turn a corps carries out what is written; in the first the army commander sends something else.
    for (way, kind, place) in [("carry", "attack", (31_337, 27_183)), ("send", "defend", (29_641, 18_757))] {
        let order = json!({ "kind": kind, "objective": { "x": place.0, "y": place.1 } });
        silent(place).await;
        let before = numbers().await;
        answer(
            &client,
            &game,
            Side::French,
            &json!({ "instruct": { "do": way, "corps": 0, "order": order } }),
        )
        .await;
        assert_eq!(numbers().await, before, "nobody can count what was sealed");
        let own = client.get(&game.path, game.token(Side::French)).await.text();
        assert!(tells(&own, place), "whoever wrote it has it");
        silent(place).await;
        answer(&client, &game, Side::French, &json!("no")).await;
        silent(place).await;
        answer(&client, &game, Side::Allied, &json!("no")).await;
        for other in &others {
            let told = telling(&client, &game, other, |text| tells(text, place)).await;
            assert!(told.contains(&game.path), "what is revealed is seen: {told:?}");
        }
    }
}

/// At Vitoria two brigades come later, with their commander: until then only their own side hears of them.
#[tokio::test]
async fn who_is_still_to_come_is_told_to_his_own_side_only() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("vitoria", "friend", "you", json!({})).await;
    let others = [game.token(Side::French).to_owned(), game.watch.clone()];
    // The names as they stand in the game; the history of the battle may speak of them.
    let names = ["Dalhousie's division", "\"Dalhousie\"", "Barnes's brigade", "Lecor's brigade"];
    let tells = |text: &str| names.iter().any(|name| text.contains(name));
    let at_edge = |view: &Value| {
        view["units"].as_array().unwrap().iter().filter(|unit| unit["standing"] == "at-edge").count()
    };
    for _ in 0..400 {
        let view = client.get(&game.path, game.token(Side::Allied)).await.ok();
        let own = view["groups"].as_array().unwrap();
        let division = own.iter().find(|corps| corps["name"] == "Dalhousie's division").unwrap();
        if at_edge(&view) > 0 {
            assert_eq!((view["turn"].clone(), at_edge(&view)), (json!(5), 2));
            assert_eq!(division["comes"], Value::Null);
            for other in &others {
                let told = telling(&client, &game, other, tells).await;
                assert!(told.contains(&game.path), "who has come is seen: {told:?}");
            }
            return;
        }
        assert_eq!(division["comes"]["when"], "It comes in turn 5.", "its own side knows when it comes");
        let asked = view["asked"].clone();
        // Everything once a turn; it takes long.
        if asked["question"]["ask"] == "orders" && asked["mine"] == true {
            for other in &others {
                assert_eq!(telling(&client, &game, other, tells).await, Vec::<String>::new());
                none_is_missed(&client.get(&game.path, other).await.ok());
            }
        }
        let side = if asked["mine"] == true { Side::Allied } else { Side::French };
        let view = client.get(&game.path, game.token(side)).await.ok();
        answer(&client, &game, side, &view["asked"]["decline"]).await;
    }
    panic!("nobody came");
}

/// No gap in the numbers, and no one without a name, tells that a command is still to come, or how many.
#[track_caller]
fn none_is_missed(view: &Value) {
    for list in [&view["groups"], &view["generals"]] {
        for (place, one) in list.as_array().unwrap().iter().enumerate() {
            assert_eq!(one["id"], place, "{one}");
            assert!(!one["name"].as_str().unwrap().contains('?'), "{one}");
        }
    }
}
