//! What a player is told before he confirms: a formation that cannot charge, a move out of command or into a firefight,
//! the targets of a gun that he lays; and what the odds of fire lead with.

use crate::common::{Client, Folder, MirrorOf, move_once, request, said};
use engine::desk::Liking;
use engine::outlook::Foreseen as _;
use engine::{Entry, Game as _, Played as _, Side, Waiting};
use serde_json::{Value, json};
use table::{Inches, Leg, Pose};
use volley::charge::never_charges;
use volley::question::Adjust;
use volley::words::{Arm, Formation};
use volley::{Answer, Order, Question, UnitId, Volley};

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

/// A unit that may charge is told of every enemy in sight: how it would go, or why not.
fn told_of_all(game: &Volley, (side, unit): (Side, UnitId), never: bool, found: &Value) {
    let charge = list(&found["may"]).iter().find(|may| may["do"] == "charge");
    let targets = charge.map_or(&[][..], |charge| list(&charge["targets"]));
    let why_not = list(&found["why-not"]);
    assert!(
        why_not.iter().all(|why| why["deed"]["form"] != "masse"),
        "nobody here has heard of it: {why_not:?}"
    );
    for (id, enemy) in
        game.of(side.enemy()).filter(|(id, _)| !never && game.sees(unit, *id, volley::facts::Wanted::Sight))
    {
        let offered = targets.iter().any(|target| target["target"] == u64::from(id.0));
        let refused = why_not.iter().any(|why| why["deed"] == "charge" && why["target"] == u64::from(id.0));
        assert!(offered != refused, "{}: {offered} {refused} {why_not:?}", enemy.name());
    }
}

/// The units of a side that are out of command.
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
    // Ground that stays with its last holder is never given up by a move: here it is counted.
    for (battle, sheet) in [("barrosa-wheatley", "br8"), ("gilly", "p7"), ("salamanca-pakenham", "br8")] {
        let house =
            format!("sheet = \"{sheet}\"\n\n[rulings]\n\"volley.house.victory.ground\" = \"counted\"\n");
        let begun = client.begin(battle, "you", "friend", json!({ "house": house })).await;
        let source = rulebook::Source::new("house.toml", house);
        let setup = games::Setup::new(games::find(battle).unwrap());
        let setup = setup.patched(games::read_patch(&source).unwrap());
        let mut mirror = Mirror::by(&format!("sqlite:{}", folder.db().display()), &begun.id, &setup).await;
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
    let (mut shots, mut several) = (0, 0);
    for _ in 0..160 {
        let view = client.get(&begun.path, &begun.watch).await.ok();
        let Some((side, _)) = asked(&mirror, &view) else { break };
        let found = client.get(&format!("{}/odds", begun.path), begun.token(side)).await.ok();
        let mut named: Vec<String> = Vec::new();
        for brief in list(&found["answers"]).iter().filter(|brief| brief["counts-losses"] == true) {
            let (short, sentence) = (brief["short"].as_str().unwrap(), brief["sentence"].as_str().unwrap());
            assert_eq!(short.ends_with("cannot hit"), brief["hits-nobody"] == true, "{brief}");
            if brief["hits-nobody"] == true {
                continue;
            }
            assert!(short.contains(" lost of ") && sentence.contains(" on average"), "{short} {sentence}");
            shots += 1;
            // An end that is neither good nor bad for the side, or does not come about, is no word on a button.
            let Some((lost, end)) = short.split_once(", then ") else {
                assert!(!short.contains(','), "{short}");
                continue;
            };
            assert!(lost.contains(" lost of ") && !end.ends_with(" 0 %"), "{short}");
            let told =
                list(&brief["ends"]).iter().find(|told| end.starts_with(told["text"].as_str().unwrap()));
            assert_ne!(told.unwrap()["tone"], "even", "{short}");
            let end =
                end.trim_end_matches([' ', '%', '<', '>']).trim_end_matches(char::is_numeric).trim_end();
            named.push(end.trim_end_matches([' ', '<', '>']).to_owned());
        }
        // All buttons of one question that name an end name the same, and one of them has it in its list, in the same words.
        if let [first, others @ ..] = named.as_slice() {
            assert!(others.iter().all(|other| other == first), "{named:?}");
            let of_list = list(&found["answers"]).iter().flat_map(|brief| list(&brief["ends"]));
            assert!(of_list.into_iter().any(|end| end["text"] == first.as_str()), "{first} {found}");
            several += u32::from(!others.is_empty());
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
    assert!(shots > 5 && several > 0, "{shots} {several}");
}

/// Musketry after which no one tests morale at once has no ends to be liked: it is told by the unit it hits.
#[tokio::test]
async fn a_volley_without_a_test_is_told_by_the_figures_it_hits() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("hassenhausen-at-eight", "you", "captain", json!({})).await;
    let token = begun.token(Side::French);
    let (mut volleys, mut guns) = (0, 0);
    for _ in 0..60 {
        let view = client.get(&begun.path, token).await.ok();
        let found = client.get(&format!("{}/odds", begun.path), token).await.ok();
        for brief in list(&found["answers"]) {
            let (short, sentence) = (brief["short"].as_str().unwrap(), brief["sentence"].as_str().unwrap());
            assert!(!short.contains("well 0 %, badly 0 %"), "{brief}");
            assert!(!sentence.contains(": .") && !sentence.is_empty(), "{brief}");
            let is_shot = list(&brief["ends"]).is_empty();
            volleys += u32::from(is_shot && (short.ends_with(" lost") || short == "cannot hit"));
            assert!(!sentence.contains("of we") && !sentence.contains("of they"), "{sentence}");
            guns += u32::from(is_shot && (short.ends_with(" hits") || short.ends_with(" hit")));
        }
        if volleys > 3 && guns > 0 || view["asked"]["decline"].is_null() {
            break;
        }
        let body =
            json!({ "request": request(), "version": view["version"], "answer": view["asked"]["decline"] });
        client.post(&format!("{}/answers", begun.path), token, &body).await.ok();
    }
    assert!(volleys > 3 && guns > 0, "{volleys} {guns}");
}

/// Units of a side that a firefight holds.
fn held(game: &Volley, side: Side) -> Vec<UnitId> {
    game.of(side).map(|(id, _)| id).filter(|id| game.locked_by(*id).is_some()).collect()
}

#[tokio::test]
async fn who_will_be_locked_in_a_firefight_is_told_before() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (mut marched, mut formed, mut quiet) = (0, 0, 0);
    for battle in ["barrosa-wheatley", "gilly", "salamanca-pakenham"] {
        let begun = client.begin(battle, "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &begun.id, battle).await;
        for _ in 0..240 {
            let view = client.get(&begun.path, &begun.watch).await.ok();
            let Some((side, orders)) = asked(&mirror, &view) else { break };
            let game = mirror.session.game();
            let before = held(game, side);
            for (unit, _) in game.of(side).filter(|_| orders) {
                let march = |by: i32| Order::March { unit, legs: vec![Leg::Ahead(Inches::whole(by))] };
                let line = Order::Form { unit, formation: Formation::Line, facing: None };
                for order in [line, march(1), march(3), march(5)] {
                    let forms = matches!(order, Order::Form { .. });
                    let answer = Answer::Order(order);
                    let mut then = mirror.session.clone();
                    if then.put(Entry::Answer(answer.clone())).is_err() {
                        continue;
                    }
                    let mut locked = held(then.game(), side);
                    locked.retain(|id| !before.contains(id));
                    if locked.is_empty() && quiet > 30 {
                        continue;
                    }
                    let path = format!("{}/check", begun.path);
                    let found =
                        client.post(&path, begun.token(side), &json!({ "answer": answer })).await.ok();
                    let told: Vec<u64> =
                        list(&found["locks"]).iter().filter_map(|lock| lock["unit"].as_u64()).collect();
                    assert_eq!(told, locked.iter().map(|id| u64::from(id.0)).collect::<Vec<_>>(), "{found}");
                    for lock in list(&found["locks"]) {
                        let (text, rules) = (said(&lock["text"]), lock["rules"].to_string());
                        assert!(text.ends_with("may not move, charge or change formation."), "{text}");
                        assert!(rules.contains("volley.move.firefight.no-move"), "{rules}");
                    }
                    *if locked.is_empty() {
                        &mut quiet
                    } else if forms {
                        &mut formed
                    } else {
                        &mut marched
                    } += 1;
                    if forms {
                        let path = format!("{}/units/{}/options", begun.path, unit.0);
                        let found = client.get(&path, begun.token(side)).await.ok();
                        let form = list(&found["may"]).iter().find(|may| may["do"] == "form").unwrap();
                        let stances = list(&form["stances"]).iter();
                        let line = stances.clone().find(|stance| stance["formation"] == "line").unwrap();
                        let says = line["rules"].to_string().contains("volley.move.firefight.no-charge");
                        assert_eq!(says, !locked.is_empty(), "{line}");
                    }
                }
            }
            if move_once(&client, &begun, &mut mirror).await.is_none() {
                break;
            }
        }
    }
    assert!(marched > 0 && formed > 0 && quiet > 30, "{marched} {formed} {quiet}");
}

/// A target a gun may fire at, and how likely that goes well.
type Shot = (Option<u64>, f64);

#[tokio::test]
async fn a_gun_that_is_laid_is_told_its_targets_as_it_will_be_asked_for_them() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (mut laid, mut without) = (0, 0);
    for battle in ["barrosa-wheatley", "gilly", "salamanca-pakenham"] {
        let begun = client.begin(battle, "you", "friend", json!({})).await;
        let mut mirror = Mirror::new(&folder.db(), &begun.id, battle).await;
        for _ in 0..160 {
            let Some(Waiting::ForAnswer(question)) = mirror.session.waiting() else { break };
            if let Question::Adjust(Adjust { side, guns }) = question {
                let (side, game) = (*side, mirror.session.game());
                let gun = guns[0];
                for eighth in 0..8u16 {
                    let Some(pose) = game.unit(gun).pose else { continue };
                    let facing = pose.facing.turned(i32::from(eighth) * 0x2000);
                    let footprint = game.unit(gun).footprint(&game.rules);
                    let to = Some(Pose::from_centre(pose.centre(footprint), facing, footprint));
                    let answer = Answer::Order(match game.unit(gun).formation {
                        Formation::Limbered => {
                            Order::Form { unit: gun, formation: Formation::Unlimbered, facing: Some(facing) }
                        }
                        _ => Order::Turn { unit: gun, to },
                    });
                    let mut then = mirror.session.clone();
                    if then.put(Entry::Answer(answer.clone())).is_err() {
                        continue;
                    }
                    let path = format!("{}/check", begun.path);
                    let found =
                        client.post(&path, begun.token(side), &json!({ "answer": answer })).await.ok();
                    let told: Vec<Shot> = list(&found["shots"])
                        .iter()
                        .map(|shot| (shot["unit"].as_u64(), shot["good"].as_f64().unwrap()))
                        .collect();
                    // Nothing else is done: what is the gun asked then?
                    while let Some(Waiting::ForAnswer(asked)) = then.waiting() {
                        if matches!(asked, Question::NameTarget(target) if target.battery == gun) {
                            break;
                        }
                        let decline = then.game().decline(asked);
                        then.put(Entry::Answer(decline)).unwrap();
                    }
                    let expected: Vec<Shot> = match then.waiting() {
                        Some(Waiting::ForAnswer(asked @ Question::NameTarget(target))) => {
                            let of = |id: &UnitId| {
                                let outlook =
                                    then.game().outlook(asked, &Answer::Unit(*id)).unwrap().unwrap();
                                let good = outlook.odds(&then.game().rules).mean(|found| {
                                    let liked =
                                        found.end.as_ref().is_some_and(|end| end.liking == Liking::Good);
                                    f64::from(u8::from(liked))
                                });
                                (Some(u64::from(id.0)), good)
                            };
                            target.targets.iter().map(of).collect()
                        }
                        _ => Vec::new(),
                    };
                    let near = |(one, two): (&Shot, &Shot)| one.0 == two.0 && (one.1 - two.1).abs() < 1e-9;
                    let same = told.len() == expected.len() && told.iter().zip(&expected).all(near);
                    assert!(same, "{told:?} {expected:?} {found}");
                    // A gun without a target is told why, and which unit stands in the way or is nearest.
                    assert_eq!(found["silent"].is_array(), told.is_empty(), "{found}");
                    let named = |why: &Vec<Value>| why.iter().any(|part| part["unit"].is_u64());
                    assert!(found["silent"].as_array().is_none_or(named), "{found}");
                    *if told.is_empty() { &mut without } else { &mut laid } += 1;
                }
            }
            if move_once(&client, &begun, &mut mirror).await.is_none() {
                break;
            }
        }
    }
    assert!(laid > 5 && without > 5, "{laid} {without}");
}

/// The percentages of a line of numbers, without what stands in brackets and what it costs.
fn percents(numbers: &str) -> Vec<usize> {
    let (goes, _) = numbers.split_once("; ").unwrap_or((numbers, ""));
    let mut depth = 0;
    let outside = goes.chars().filter(|letter| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0
    });
    let outside: String = outside.collect();
    let before = outside.split(" %").map(|part| part.rsplit([' ', '<', '>']).next().unwrap_or(""));
    before.filter_map(|number| number.parse().ok()).collect()
}

/// What is said of a charge in one line of numbers adds up, and every part of it has its name.
fn adds_up(numbers: &str, ends: &Value) -> [u32; 2] {
    if !numbers.starts_with("certain") {
        let parts = percents(numbers);
        // Each is rounded by itself.
        let sum: usize = parts.iter().sum();
        assert!(sum.abs_diff(100) <= parts.len(), "{sum}: {numbers}");
    }
    let mut unmet = 0;
    for end in list(ends).iter().filter(|end| end["end"] == "falls-short") {
        assert!(end["tone"] == "even" && end["text"] == "we do not reach them", "{end}");
        assert!(numbers.contains("we do not reach them"), "{numbers}");
        unmet += 1;
    }
    let ahead = numbers.split_once("(we are ahead ");
    assert!(ahead.is_none_or(|(_, ahead)| ahead.contains("they ") && ahead.contains("level ")), "{numbers}");
    [unmet, u32::from(ahead.is_some())]
}

#[tokio::test]
async fn the_parts_of_a_charge_add_up_each_by_its_name_and_horse_is_told_nothing_of_infantry() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let begun = client.begin("barrosa-wheatley", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &begun.id, "barrosa-wheatley").await;
    let (mut charges, mut unmet, mut level, mut horse) = (0, 0, 0, 0);
    for _ in 0..240 {
        let view = client.get(&begun.path, &begun.watch).await.ok();
        let Some((side, orders)) = asked(&mirror, &view) else { break };
        let game = mirror.session.game();
        let is_horse = |id: &UnitId| game.unit(*id).is(Arm::Cavalry);
        let of = |side: Side| game.of(side).map(|(id, _)| id).filter(is_horse).collect::<Vec<UnitId>>();
        for unit in of(side).into_iter().filter(|_| orders) {
            let options = format!("{}/units/{}/options", begun.path, unit.0);
            let found = client.get(&options, begun.token(side)).await.ok();
            let charge = list(&found["may"]).iter().find(|may| may["do"] == "charge");
            for target in charge.map_or(&[][..], |charge| list(&charge["targets"])) {
                let [short, even] = adds_up(target["numbers"].as_str().unwrap(), &target["odds"]);
                (charges, unmet, level) = (charges + 1, unmet + short, level + even);
            }
            for target in of(side.enemy()) {
                let body = json!({ "what": "charge", "unit": unit, "target": target });
                let told = client.post(&format!("{}/odds", begun.path), begun.token(side), &body).await.ok();
                let [_, even] = adds_up(told["numbers"].as_str().unwrap(), &told["ends"]);
                let caveats = told["caveats"].to_string();
                assert!(!caveats.contains("infantry") && !caveats.contains("closes up"), "{caveats}");
                (horse, level) = (horse + 1, level + even);
            }
        }
        if move_once(&client, &begun, &mut mirror).await.is_none() {
            break;
        }
    }
    assert!(charges > 5 && unmet > 0 && level > 0 && horse > 5, "{charges} {unmet} {level} {horse}");
}
