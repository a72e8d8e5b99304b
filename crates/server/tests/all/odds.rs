//! Odds, overlays and generals over the wire: the rules' own numbers, nothing hidden, and only to seats that may know.
#![allow(clippy::float_arithmetic, reason = "chances are added up")]

use crate::common::{Begun, Client, Folder, Mirror, MirrorOf, Mirrored, move_once};
use axum::http::Method;
use dice::{Chance, Odds, Weight as _};
use engine::desk::{Found, Kind};
use engine::outlook::{Foreseen, Outlook};
use engine::{Game as _, Side, Waiting};
use orders::Orders;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use volley::question::NextOrder;
use volley::{Answer, Question, UnitId, Volley, options};

/// Each way it can end, with its fraction.
fn fractions(told: &Value) -> BTreeMap<String, String> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let ends = told["ends"].as_array().unwrap();
    ends.iter().map(|end| (word(&end["end"]), word(&end["fraction"]))).collect()
}

/// The same of the rules themselves.
fn expected(odds: &Odds<Found>) -> BTreeMap<String, String> {
    let mut ends: BTreeMap<String, Chance> = BTreeMap::new();
    for (found, chance) in odds.iter() {
        let word = ["end", "result", "recalled", "level", "passes"];
        let word = word.iter().find_map(|name| found.outcome.get(name)).unwrap().to_string();
        // Whether the target goes on, stands or carries on: for the shooter it is one thing.
        let shot = found.outcome.contains_key("hits") && matches!(&*word, "goes-on" | "stands");
        let word = if shot { "carries-on".to_owned() } else { word };
        // A unit of orders that is driven back is not where it was.
        let goes_back = !found.outcome.contains_key("end")
            && found.outcome.get("driven-back").is_some_and(|back| back.to_string() == "yes");
        let word = if goes_back && word != "routed" { format!("{word}-back") } else { word };
        let sum = ends.get(&word).map_or(*chance, |sum| sum.plus(chance));
        ends.insert(word, sum);
    }
    ends.into_iter().map(|(end, chance)| (end, chance.to_string())).collect()
}

fn question<G: Mirrored>(mirror: &MirrorOf<G>) -> Option<(Side, G::Question)> {
    let Some(Waiting::ForAnswer(question)) = mirror.session.waiting() else { return None };
    Some((mirror.session.game().asked_of(question), question.clone()))
}

/// Every charge that may be ordered now.
fn charges(game: &Volley, question: &Question) -> Vec<Answer> {
    let Question::NextOrder(NextOrder { side }) = question else { return Vec::new() };
    let units: Vec<UnitId> = game.of(*side).map(|(id, _)| id).collect();
    units.into_iter().flat_map(|id| options::charges(game, id)).map(Answer::Order).collect()
}

/// Likewise in orders, with the rolls for command and the force marches.
fn acts(game: &Orders, question: &orders::Question) -> Vec<orders::Answer> {
    let orders::Question::Move(moves) = question else { return Vec::new() };
    let units: Vec<UnitId> = game.of(moves.side).map(|(id, _)| id).collect();
    let all = units.into_iter().flat_map(|unit| {
        let mut acts = orders::options::charges(game, unit);
        acts.extend([orders::Act::Rouse { unit }, orders::Act::ForceMarch { unit }]);
        acts
    });
    all.map(orders::Answer::Act).filter(|answer| game.check(question, answer).is_ok()).collect()
}

/// Weighs every answer to every question of a game played at random, and turns every fact; says what was compared, and
/// how many turned facts changed the odds.
async fn weighs<G: Foreseen + Mirrored>(
    battle: &str,
    moves: usize,
    acts: fn(&G, &G::Question) -> Vec<G::Answer>,
) -> (BTreeMap<String, u32>, u32) {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (mut compared, mut turned) = (BTreeMap::new(), 0);
    let begun = client.begin(battle, "you", "friend", json!({})).await;
    let path = format!("{}/odds", begun.path);
    let mut mirror: MirrorOf<G> = MirrorOf::new(&folder.db(), &begun.id, battle).await;
    for n in 0..moves {
        let Some((side, question)) = question(&mirror) else { break };
        let token = begun.token(side).to_owned();
        let game = mirror.session.game().seen_by(Some(side)).into_owned();
        let briefs = client.get(&path, &token).await.ok();
        assert_eq!(briefs["version"], mirror.version(Some(side)));
        // A seat that is not asked learns nothing of what the other weighs.
        for other in [begun.token(side.enemy()), &begun.watch] {
            assert_eq!(client.get(&path, other).await.ok()["answers"], json!([]));
        }
        let listed = game.weighed(&question);
        let mut in_short = briefs["answers"].as_array().unwrap().iter();
        for answer in listed.iter().cloned().chain(acts(&game, &question)) {
            let outlook = game.outlook(&question, &answer).unwrap();
            let reply = client.post(&path, &token, &json!({ "answer": answer })).await;
            let Some(outlook) = outlook else {
                reply.fails(409);
                continue;
            };
            let told = reply.ok();
            let odds = outlook.odds(game.in_force());
            assert_eq!(fractions(&told), expected(&odds), "{question:?} {answer:?}");
            *compared.entry(format!("{:?}", outlook.about)).or_insert(0) += 1;
            if listed.contains(&answer) {
                let brief = in_short.next().unwrap();
                assert_eq!(brief["answer"], json!(answer));
                assert_eq!((&brief["ends"], &brief["sentence"]), (&told["ends"], &told["sentence"]));
            }
            is_sound(&told, G::word());
            if n % 5 == 0 {
                turned += turn_each(&client, &path, &token, &answer, &told, &outlook, &game).await;
            }
        }
        move_once(&client, &begun, &mut mirror).await;
    }
    println!("{battle}: {compared:?}, {turned} facts turned");
    (compared, turned)
}

#[tokio::test]
async fn odds_are_those_of_the_rules_and_follow_what_is_turned() {
    let (mut compared, mut turned) = (BTreeMap::new(), 0);
    for battle in ["gilly", "barrosa-wheatley", "teugn-outposts"] {
        let (found, changed) = weighs::<Volley>(battle, 220, charges).await;
        found.into_iter().for_each(|(about, count)| *compared.entry(about).or_insert(0) += count);
        turned += changed;
    }
    assert!(compared.len() >= 4 && compared["Charge"] > 20 && turned > 60, "{compared:?} {turned}");
}

#[tokio::test]
async fn odds_of_orders_are_those_of_the_rules_too() {
    let (mut compared, mut turned) = (BTreeMap::new(), 0);
    for (battle, moves) in [("baumersdorf", 300), ("wagram-davout", 110)] {
        let (found, changed) = weighs::<Orders>(battle, moves, acts).await;
        found.into_iter().for_each(|(about, count)| *compared.entry(about).or_insert(0) += count);
        turned += changed;
    }
    for about in ["Charge", "Shot", "Check(Command)"] {
        assert!(compared.get(about).is_some_and(|count| *count > 3), "{about}: {compared:?}");
    }
    assert!(turned > 60, "{turned}");
}

/// Chances add up to one, and every number names its rule.
fn is_sound(told: &Value, game: &str) {
    let sum = |bars: &Value| -> f64 {
        bars.as_array().unwrap().iter().map(|bar| bar["chance"].as_f64().unwrap()).sum()
    };
    assert!((sum(&told["ends"]) - 1.0).abs() < 1e-9, "{told}");
    // A fight that goes on says who is winning it.
    let goes_on = told["ends"].as_array().unwrap().iter().any(|end| end["end"] == "fights-on");
    let sentence = told["sentence"].as_str().unwrap();
    assert!(
        !goes_on || !sentence.contains(" lost on the way") || sentence.contains("we have lost fewer in"),
        "{told}"
    );
    // A die that may miss leads to more than one end, unless it is said why not.
    let need = sentence.split(" or less on one die: ").next().filter(|need| need.len() < sentence.len());
    let need = need.and_then(|need| need.rsplit(' ').next()?.parse::<i32>().ok());
    assert!(need.is_none_or(|need| need >= 6) || told["ends"].as_array().unwrap().len() > 1, "{sentence}");
    for spread in told["distribution"].as_array().unwrap() {
        assert!((sum(&spread["bars"]) - 1.0).abs() < 1e-9, "{spread}");
        assert!(spread["title"].as_str().is_some_and(|title| !title.is_empty()));
        // Morale is read from the best down.
        let levels = ["bold", "firm", "nervous", "disrupted", "panic", "routed"];
        let bars = spread["bars"].as_array().unwrap().iter();
        let ranks = bars.map(|bar| levels.iter().position(|level| bar["text"] == *level));
        if let Some(ranks) = ranks.collect::<Option<Vec<usize>>>() {
            assert!(ranks.is_sorted(), "{spread}");
        }
    }
    for roll in told["working"].as_array().unwrap() {
        for line in roll["lines"].as_array().unwrap() {
            assert!(line["rule"].as_str().unwrap().starts_with(&format!("{game}.")), "{line}");
        }
    }
    assert!(told["sentence"].as_str().unwrap().ends_with('.'), "{told}");
}

/// Turns each fact to each of its other values; says how many changed the odds.
async fn turn_each<G: Foreseen>(
    client: &Client,
    path: &str,
    token: &str,
    answer: &G::Answer,
    told: &Value,
    outlook: &Outlook<G>,
    game: &G,
) -> u32 {
    let mut changed = 0;
    for fact in told["facts"].as_array().unwrap() {
        let name = fact["name"].as_str().unwrap();
        assert_eq!(
            (&fact["value"], fact["value"].as_str().unwrap()),
            (&fact["measured"], &*outlook.fact(name))
        );
        let others: Vec<String> = match fact["kind"].as_str().unwrap() {
            "choice" => {
                let choices = fact["choices"].as_array().unwrap().iter();
                choices.map(|choice| choice["value"].as_str().unwrap().to_owned()).collect()
            }
            _ => {
                let end = |name: &str| u32::try_from(fact[name].as_u64().unwrap()).unwrap();
                Kind::Number { min: end("min"), max: end("max") }.others(fact["value"].as_str().unwrap())
            }
        };
        for value in others.into_iter().filter(|value| *value != fact["value"]) {
            let body = json!({ "answer": answer, "what-if": { name: value } });
            let then = client.post(path, token, &body).await.ok();
            let turned = outlook.turned(&[(name.to_owned(), value.clone())]).unwrap();
            assert_eq!(fractions(&then), expected(&turned.odds(game.in_force())), "{name} = {value}");
            let same = then["facts"].as_array().unwrap().iter().find(|other| other["name"] == name).unwrap();
            assert_eq!((&same["value"], &same["measured"]), (&json!(value), &fact["measured"]));
            let good =
                fact["choices"].as_array().into_iter().flatten().find(|choice| choice["value"] == value);
            assert!(good.is_none_or(|choice| choice["good"] == then["good"]), "{name} = {value}");
            changed +=
                u32::from(then["ends"] != told["ends"] || then["distribution"] != told["distribution"]);
        }
    }
    let wrong = json!({ "answer": answer, "what-if": { "weather": "rain" } });
    client.post(path, token, &wrong).await.fails(400);
    changed
}

#[tokio::test]
async fn a_charge_that_was_not_ordered_can_be_weighed_by_either_side() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let game = mirror.session.game();
    let path = format!("{}/odds", begun.path);
    let (us, foe) = (game.find("1/8e ligne").unwrap(), game.find("2/87th Foot").unwrap());
    let ask = |unit: UnitId, target: UnitId| json!({ "what": "charge", "unit": unit, "target": target });
    let ours = client.post(&path, begun.token(Side::French), &ask(us, foe)).await.ok();
    let theirs = client.post(&path, begun.token(Side::Allied), &ask(us, foe)).await.ok();
    let outlook = game.threat(us, foe).unwrap();
    assert_eq!(fractions(&ours), expected(&outlook.odds(&game.rules)));
    assert_eq!(fractions(&ours), fractions(&theirs), "the dice are the same for both");
    let tone = |told: &Value, tone: &str| -> f64 {
        let ends = told["ends"].as_array().unwrap().iter().filter(|end| end["tone"] == tone);
        ends.map(|end| end["chance"].as_f64().unwrap()).sum()
    };
    assert_eq!(tone(&ours, "good"), tone(&theirs, "bad"), "what one hopes the other fears");
    assert_ne!(ours["ends"], theirs["ends"]);
    // Where so many lost are good news, none is bad news, and the other way round.
    let spread = |told: &Value| -> Vec<(String, String)> {
        let bars = told["distribution"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|spread| spread["bars"].as_array().unwrap());
        let said = |word: &Value| word.as_str().unwrap().to_owned();
        bars.map(|bar| (said(&bar["end"]), said(&bar["tone"]))).collect()
    };
    let (first, second) = (spread(&ours), spread(&theirs));
    let contrary = |tone: &str| match tone {
        "good" => "bad".to_owned(),
        "bad" => "good".to_owned(),
        other => other.to_owned(),
    };
    assert!(first.iter().any(|(end, _)| end == "0") && first.len() == second.len());
    assert!(
        first.iter().zip(&second).all(|((_, one), (_, two))| *two == contrary(one)),
        "{first:?} {second:?}"
    );
    let none_is_contrary = first.windows(2).all(|two| two[0].0 != "0" || two[0].1 != two[1].1);
    assert!(none_is_contrary, "{first:?}");
    // A column in square shoots and stands otherwise.
    let mut square = ask(us, foe);
    square["what-if"] = json!({ "target-formation": "square", "no-volley": true });
    assert_ne!(
        fractions(&client.post(&path, begun.token(Side::French), &square).await.ok()),
        fractions(&ours)
    );
    // What cannot be asked, each in one sentence.
    let french = begun.token(Side::French);
    for (body, status) in [
        (ask(us, us), 409),
        (ask(us, game.find("2/8e ligne").unwrap()), 409),
        (ask(us, UnitId(999)), 404),
        (json!({}), 400),
        (json!({ "answer": "no", "what": "charge" }), 400),
        (json!({ "what": "charge", "unit": us }), 400),
        (json!({ "what": "parley", "unit": us, "target": foe }), 400),
        (json!({ "answer": "perhaps" }), 400),
        (json!({ "what": "shot", "unit": us, "target": foe }), 409),
    ] {
        client.post(&path, french, &body).await.fails(status);
    }
    let mut wild = ask(us, foe);
    for value in [json!("hexagon"), json!(-1), json!(1e9), json!("limbered")] {
        wild["what-if"] = json!({ "target-formation": value });
        client.post(&path, french, &wild).await.fails(400);
    }
    client.post(&path, &begun.watch, &ask(us, foe)).await.fails(403);
}

#[tokio::test]
async fn answers_of_the_other_side_are_not_weighed() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "gilly").await;
    let path = format!("{}/odds", begun.path);
    let mut refused = 0;
    for _ in 0..80 {
        let Some((side, question)) = question(&mirror) else { break };
        for answer in mirror.session.game().weighed(&question) {
            let body = json!({ "answer": answer });
            client.post(&path, begun.token(side.enemy()), &body).await.fails(409);
            client.post(&path, &begun.watch, &body).await.fails(403);
            refused += 1;
        }
        move_once(&client, &begun, &mut mirror).await;
    }
    assert!(refused > 5, "{refused}");
    let other = client.begin("gilly", "you", "friend", json!({})).await;
    let wild = json!({ "order": { "do": "charge", "unit": 0, "target": 9, "wheel": i32::MIN } });
    for (method, route, body) in [
        (Method::GET, "odds", Value::Null),
        (Method::POST, "odds", json!({ "answer": wild })),
        (Method::GET, "overlay", Value::Null),
        (Method::GET, "overlay/0", Value::Null),
        (Method::GET, "generals/0/options", Value::Null),
    ] {
        let path = format!("{}/{route}", begun.path);
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        for token in [None, Some("nonsense"), Some(other.token(Side::French))] {
            client.send(method.clone(), &path, token, body.clone()).await.fails(401);
        }
        if method == Method::POST {
            for side in Side::BOTH {
                client.send(method.clone(), &path, Some(begun.token(side)), body.clone()).await.fails(409);
            }
        }
    }
    for route in ["overlay/999", "overlay/first", "generals/none/options"] {
        let reply = client.get(&format!("{}/{route}", begun.path), begun.token(Side::French)).await;
        reply.fails(404);
    }
}

#[tokio::test]
async fn overlays_show_what_the_rules_measure() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let (mut hidden, mut moved, mut banded) = (0, 0, 0);
    for n in 0..160 {
        let Some((side, _)) = question(&mirror) else { break };
        if n % 8 == 0 {
            let token = begun.token(side);
            let game = mirror.session.game();
            let table = client.get(&format!("{}/overlay", begun.path), token).await.ok();
            let generals = game.generals.iter().filter(|general| !general.lost).count();
            assert_eq!(table["rings"].as_array().unwrap().len(), generals);
            for way in table["moves"].as_array().unwrap() {
                let turn = way["turn"].as_u64().unwrap();
                assert!(turn + 1 >= u64::from(game.turn) && turn <= u64::from(game.turn), "{way}");
                moved += 1;
            }
            // A spectator sees the same: all of it lies open on the table.
            assert_eq!(client.get(&format!("{}/overlay", begun.path), &begun.watch).await.ok(), table);
            for (id, unit) in game.on_table() {
                let found = client.get(&format!("{}/overlay/{}", begun.path, id.0), token).await.ok();
                let sights = found["sights"].as_array().unwrap();
                assert_eq!(sights.len(), game.of(unit.side().enemy()).count());
                for sight in sights {
                    let enemy = UnitId(u16::try_from(sight["unit"].as_u64().unwrap()).unwrap());
                    let wanted = match unit.is(volley::words::Arm::Cavalry) {
                        true => volley::facts::Wanted::Sight,
                        false => volley::facts::Wanted::Fire,
                    };
                    assert_eq!(sight["clear"], game.sees(id, enemy, wanted), "{sight}");
                    assert_eq!(sight["distance"], game.distance(id, enemy).0);
                    assert!(sight["clear"] == true || sight["by"].is_array());
                    hidden += u32::from(sight["by"].as_array().is_some_and(|by| !by.is_empty()));
                }
                for zone in ["bands", "arcs", "reach"].iter().flat_map(|name| found[name].as_array().unwrap())
                {
                    assert!(zone["outline"].as_array().unwrap().len() >= 3, "{zone}");
                    assert!(zone["rule"].as_str().unwrap().starts_with("volley."), "{zone}");
                    banded += 1;
                }
            }
        }
        move_once(&client, &begun, &mut mirror).await;
    }
    assert!(hidden > 10 && moved > 10 && banded > 100, "{hidden} {moved} {banded}");
}

#[tokio::test]
async fn a_general_may_ride_where_he_is_shown_to() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let (mut rides, mut joins, mut reasons) = (0, 0, 0);
    for _ in 0..120 {
        let Some((side, question)) = question(&mirror) else { break };
        let path = |id: usize| format!("{}/generals/{id}/options", begun.path);
        let check = format!("{}/check", begun.path);
        let generals = mirror.session.game().generals.clone();
        for (id, general) in generals.iter().enumerate() {
            let orders = matches!(question, Question::NextOrder(_));
            for (seat, token) in [(side, begun.token(side)), (side.enemy(), begun.token(side.enemy()))] {
                if !orders || seat != side || general.side != side {
                    client.get(&path(id), token).await.fails(409);
                }
            }
            if !orders || general.side != side {
                continue;
            }
            let found = client.get(&path(id), begun.token(side)).await.ok();
            for ride in found["may"].as_array().unwrap() {
                for at in ride["outline"].as_array().unwrap().iter().step_by(7) {
                    let to = json!({ "x": at[0], "y": at[1] });
                    let order = json!({ "do": "ride", "general": id, "to": to, "join": null });
                    let body = json!({ "answer": { "order": order } });
                    assert_eq!(client.post(&check, begun.token(side), &body).await.ok()["ok"], true);
                    rides += 1;
                }
                for join in ride["joins"].as_array().unwrap() {
                    let order =
                        json!({ "do": "ride", "general": id, "to": join["to"], "join": join["unit"] });
                    let body = json!({ "answer": { "order": order } });
                    assert_eq!(client.post(&check, begun.token(side), &body).await.ok()["ok"], true);
                    joins += 1;
                }
            }
            for why in found["why-not"].as_array().unwrap() {
                assert!(why["rule"].as_str().unwrap().starts_with("volley."), "{why}");
                reasons += 1;
            }
        }
        move_once(&client, &begun, &mut mirror).await;
    }
    assert!(rides > 20 && joins > 5 && reasons > 5, "{rides} {joins} {reasons}");
}

#[tokio::test]
async fn hidden_reserves_are_in_nothing_that_is_shown() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let mut looked = 0;
    for file in games::embedded_of::<volley::Volley>() {
        let (battle, _) = games::Setup::new(file.clone()).open::<volley::Volley>().unwrap();
        if battle.reserves.is_empty() {
            continue;
        }
        let begun = client.begin(&file.id, "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &begun.id, &file.id).await;
        for n in 0..90 {
            if n % 15 == 0 {
                for (token, side) in [
                    (begun.token(Side::French), Some(Side::French)),
                    (begun.token(Side::Allied), Some(Side::Allied)),
                    (&*begun.watch, None),
                ] {
                    let text = everything(&client, &begun, token, mirror.session.game()).await;
                    names_no_hidden_unit(&text, mirror.session.game(), side);
                    looked += 1;
                }
            }
            if move_once(&client, &begun, &mut mirror).await.is_none() {
                break;
            }
        }
    }
    assert!(looked > 20, "{looked}");
}

/// All that the routes of this file tell a seat.
async fn everything(client: &Client, begun: &Begun, token: &str, game: &Volley) -> String {
    let mut text = String::new();
    let mut routes = vec!["odds".to_owned(), "overlay".to_owned()];
    routes.extend(game.ids().map(|id| format!("overlay/{}", id.0)));
    routes.extend((0..game.generals.len()).map(|id| format!("generals/{id}/options")));
    for route in routes {
        text += &client.get(&format!("{}/{route}", begun.path), token).await.text();
    }
    let firsts = [Side::French, Side::Allied].map(|side| game.of(side).next().map(|(id, _)| id));
    if let [Some(one), Some(other)] = firsts {
        let body = json!({ "what": "charge", "unit": one, "target": other });
        text += &client.post(&format!("{}/odds", begun.path), token, &body).await.text();
    }
    text
}

fn names_no_hidden_unit(text: &str, game: &Volley, side: Option<Side>) {
    for reserve in game.reserves.iter().filter(|reserve| side != Some(reserve.side)) {
        for unit in &reserve.units {
            let namesake = game.units.iter().any(|other| other.name().contains(&*unit.name));
            assert!(namesake || !text.contains(&*unit.name), "{} for {side:?}", unit.name);
        }
        let there = game.units.iter().any(|other| other.profile.brigade == reserve.command);
        assert!(there || !text.contains(&reserve.command), "{} for {side:?}", reserve.command);
    }
}
