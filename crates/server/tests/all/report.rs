//! The report of a finished battle adds up, and looking back shows what was.
#![expect(clippy::float_arithmetic, reason = "expected hits are counted again")]

use crate::common::{Client, Folder, Mirror, move_once, request, said};
use engine::Side;
use serde_json::{Value, json};

const SIDES: [&str; 2] = ["french", "allied"];

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn sum(rows: &Value, key: &str) -> i64 {
    list(rows).iter().map(|row| number(&row[key])).sum()
}

#[tokio::test]
async fn the_report_adds_up_with_the_game() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let mut tests = 0;
    for (battle, seed) in [("gilly", 7), ("barrosa-wheatley", 3), ("salamanca-pakenham", 5)] {
        let game = client.begin(battle, "captain", "captain", json!({ "seed": seed })).await;
        let view = client.get(&game.path, &game.watch).await.ok();
        let report = client.get(&format!("{}/report", game.path), &game.watch).await.ok();
        assert_eq!(report["outcome"]["winner"], view["outcome"]["winner"]);
        assert_eq!((&report["steps"], &report["turns"]), (&view["step"], &view["turn"]));
        losses_add_up(&report, &view);
        verdict_runs_to_the_end(&report, &view);
        let fights = list(&report["turning"]).iter().filter(|point| point["last"] == true);
        let told = fights.flat_map(|fight| list(&fight["sentences"]));
        tests += told.filter(|told| said(told).contains(" morale (")).count();
        luck_is_in_the_dice(&report, &view);
        maps_show_every_turn(&report, &view);
    }
    assert!(tests > 0, "a last fight after which somebody was tested");
}

#[tokio::test]
async fn a_line_of_the_log_names_the_generals_and_the_ground_it_tells_of() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let (mut officers, mut pieces) = (0, 0);
    for (battle, player, seed) in
        [("gilly", "captain", 5), ("baumersdorf", "recruit", 1), ("wagram-davout", "recruit", 1)]
    {
        let game = client.begin(battle, player, player, json!({ "seed": seed })).await;
        let view = client.get(&game.path, &game.watch).await.ok();
        let goals = list(&view["scenario"]["objectives"]);
        for line in list(&view["log"]) {
            let (sentence, kind) = (said(&line["sentence"]), line["kind"].as_str().unwrap());
            let generals = line["generals"].as_array().map_or(&[][..], Vec::as_slice);
            for id in generals {
                let general = list(&view["generals"]).iter().find(|general| general["id"] == *id).unwrap();
                assert!(sentence.contains(general["name"].as_str().unwrap()), "{general}: {sentence}");
                officers += 1;
            }
            let of_general =
                ["general-hit", "general-taken", "general-moves", "leader-returns"].contains(&kind);
            assert!(!of_general || generals.len() == 1, "{line}");
            let ground = line["ground"].as_u64().map(|at| &goals[usize::try_from(at).unwrap()]);
            assert!(ground.is_none_or(|goal| sentence.contains(goal["name"].as_str().unwrap())), "{line}");
            assert_eq!(ground.is_some(), kind == "holds", "{line}");
            pieces += u32::from(ground.is_some());
        }
    }
    assert!(officers > 5 && pieces > 0, "{officers} {pieces}");
}

fn losses_add_up(report: &Value, view: &Value) {
    for side in SIDES {
        let losses = &report["losses"][side];
        for key in ["start", "left"] {
            assert_eq!(sum(&losses["units"], key), number(&losses["total"][key]), "{side} {key}");
            assert_eq!(sum(&losses["arms"], key), number(&losses["total"][key]), "{side} {key}");
        }
        let lost = number(&losses["total"]["start"]) - number(&losses["total"]["left"]);
        assert_eq!(lost, number(&view["standings"]["figures_lost"][side]), "{side}");
        let fallen = list(&view["generals"]).iter().filter(|one| one["side"] == side && one["lost"] == true);
        assert_eq!(losses["generals"], Value::from_iter(fallen.map(|one| one["name"].clone())), "{side}");
        assert_eq!(losses["total"]["gone"], view["standings"]["units_lost"][side], "{side}");
        assert_eq!(sum(&losses["arms"], "gone"), number(&losses["total"]["gone"]));
        for unit in list(&losses["units"]) {
            assert_eq!(unit["gone"], !unit["step"].is_null(), "whoever is gone left at a step: {unit}");
            assert!(unit["gone"] == false || unit["left"] == 0, "{unit}");
            assert!(!unit["end"].as_str().unwrap().is_empty());
        }
    }
}

fn verdict_runs_to_the_end(report: &Value, view: &Value) {
    let verdict = list(&report["verdict"]);
    let last = verdict.last().unwrap();
    assert_eq!((&last["lead"], &last["step"]), (&view["standings"]["lead"], &view["step"]));
    assert!(verdict.windows(2).all(|pair| number(&pair[0]["step"]) < number(&pair[1]["step"])));
    let points = list(&report["turning"]);
    assert!(!points.is_empty() && points.len() <= 6, "{} turning points", points.len());
    // One of them is the last fight, however little it changed: after it no unit was lost, and in later turns there
    // were no losses.
    let fights: Vec<&Value> = points.iter().filter(|point| point["last"] == true).collect();
    let [fight] = fights[..] else { panic!("{} last fights", fights.len()) };
    let (step, turn) = (number(&fight["step"]), number(&fight["turn"]));
    let gone = SIDES.iter().flat_map(|side| list(&report["losses"][side]["units"]));
    let late = gone.filter(|unit| unit["gone"] == true).find(|unit| number(&unit["step"]) > step);
    assert!(late.is_none(), "{late:?}");
    let lost = ["lost", "melee-losses", "gone", "cut-down", "ridden-down"];
    let late = list(&view["log"]).iter().filter(|line| number(&line["turn"]) > turn).find(|line| {
        lost.contains(&line["kind"].as_str().unwrap_or("")) && said(&line["sentence"]) != "loses 0 figures"
    });
    assert!(late.is_none(), "{late:?}");
    for point in points {
        let swing = (number(&point["after"]) - number(&point["before"])).abs();
        assert!(swing >= 15 || point["last"] == true, "{point}");
        assert!(!list(&point["sentences"]).is_empty(), "{point}");
        // Whatever is said of it stands in the log of that very step, in that order; of a loss it is said to whom.
        let log = list(&view["log"]);
        let mut last = 0;
        for sentence in list(&point["sentences"]).iter().map(said) {
            let sentence = sentence.as_str();
            // How those who fought in the last fight took it: from its step to the end of its turn.
            if sentence.split_once("; ").is_some_and(|(test, _)| test.contains("test")) {
                assert_eq!(point["last"], true, "{sentence}");
                let then = log.iter().filter(|line| {
                    line["turn"] == point["turn"] && line["step"].as_i64() >= point["step"].as_i64()
                });
                let then: Vec<String> = then.map(|line| said(&line["sentence"])).collect();
                // A sentence may have such a mark within.
                let parts = || sentence.match_indices("; ").map(|(at, mark)| (at, at + mark.len()));
                let is_told = |pair: &[String]| {
                    parts().any(|(end, begins)| {
                        pair == [sentence[..end].to_owned(), sentence[begins..].to_owned()]
                    })
                };
                assert!(then.windows(2).any(is_told), "{sentence}");
                continue;
            }
            let (loss, to) = sentence.split_once(" to ").map_or((sentence, ""), |(loss, to)| (loss, to));
            let told = |line: &&Value| {
                let whole = said_of(line);
                line["step"] == point["step"] && (whole == sentence || whole == loss)
            };
            let line = log.iter().find(told).unwrap_or_else(|| panic!("{sentence}"));
            assert!(number(&line["n"]) > last, "{sentence}");
            last = number(&line["n"]);
            let mut hit = false;
            for hits in log[..line_before(line)].iter().rev() {
                if hits["turn"] != line["turn"] || (hits["kind"] == "lost" && hits["units"] == line["units"])
                {
                    break;
                }
                let whole = said_of(hits);
                if line["kind"] == "lost" && hits["kind"] == "hit" && hits["units"][0] == line["units"][0] {
                    let by = whole.split_once("× by ").map(|(_, by)| by);
                    assert!(by.is_none_or(|by| to.contains(by)), "{sentence}, but {whole}");
                    assert!(by.is_some() || whole.contains(" misses "), "{whole}");
                    hit |= by.is_some();
                }
            }
            assert_eq!(hit, line["kind"] == "lost" && !to.is_empty(), "{sentence}");
        }
    }
}

fn said_of(line: &Value) -> String {
    said(&line["sentence"])
}

fn line_before(line: &Value) -> usize {
    usize::try_from(number(&line["n"])).unwrap() - 1
}

/// Every die that had a number to reach, counted again from the log.
fn luck_is_in_the_dice(report: &Value, view: &Value) {
    let (mut dice, mut hits, mut expected) = (0, 0, 0.0);
    let mut faces = [0; 6];
    let mut tests = (0, 0);
    for line in list(&view["log"]) {
        for throw in list(&line["throws"]) {
            let fell: Vec<i64> = list(&throw["faces"]).iter().map(number).collect();
            for face in &fell {
                faces[usize::try_from(face - 1).unwrap()] += 1;
            }
            let kind = line["kind"].as_str().unwrap();
            match (kind, throw["need"].as_i64()) {
                ("tested", None) => {
                    let passed = ["pass", "passes", "rally to the recall", "rallies to the recall"];
                    let sentence = said_of(line);
                    tests.0 += 1;
                    tests.1 += i64::from(passed.iter().any(|end| sentence.ends_with(end)));
                }
                ("charge-roll" | "square-roll", Some(need)) => {
                    tests.0 += 1;
                    tests.1 += i64::from(fell[0] >= need);
                }
                // No unit is tested by these.
                ("reserve-roll" | "general-hit", Some(_)) => {}
                (_, Some(need)) => {
                    dice += fell.len() as i64;
                    hits += fell.iter().filter(|face| **face >= need).count() as i64;
                    expected += fell.len() as f64 * (7 - need).clamp(0, 6) as f64 / 6.0;
                }
                (_, None) => {}
            }
        }
    }
    let both = |kind: &str, key: &str| -> i64 {
        SIDES.into_iter().map(|side| number(&report["luck"][side][kind][key])).sum()
    };
    assert_eq!((both("hits", "tries"), both("hits", "successes")), (dice, hits));
    assert_eq!((both("tests", "tries"), both("tests", "successes")), tests);
    let said: f64 =
        SIDES.into_iter().map(|side| report["luck"][side]["hits"]["expected"].as_f64().unwrap()).sum();
    assert!((said - expected).abs() < 1e-9, "{said} {expected}");
    for side in SIDES {
        for kind in ["hits", "tests"] {
            let score = &report["luck"][side][kind];
            let chance = |key: &str| score[key].as_f64().unwrap();
            assert!(chance("as-many") + chance("as-few") >= 1.0 - 1e-9, "{score}");
            let (over, under) = score["fraction"].as_str().unwrap().split_once('/').unwrap();
            let exact = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            assert!((exact - chance("expected")).abs() < 1e-9, "{score}");
        }
    }
    assert_eq!(report["dice"][0]["fell"], json!(faces));
}

fn maps_show_every_turn(report: &Value, view: &Value) {
    let maps = list(&report["maps"]);
    let turns: Vec<i64> = maps.iter().map(|map| number(&map["turn"])).collect();
    assert_eq!(turns, (0..=number(&view["turn"])).collect::<Vec<i64>>());
    let on_table = |view: &Value| list(&view["units"]).iter().filter(|unit| !unit["rect"].is_null()).count();
    assert_eq!(list(&maps.last().unwrap()["pieces"]).len(), on_table(view));
}

#[tokio::test]
async fn a_battle_that_goes_on_has_no_report() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let path = format!("{}/report", game.path);
    for token in [game.token(Side::French), game.token(Side::Allied), &game.watch] {
        client.get(&path, token).await.fails(409);
    }
    client.get(&path, "nonsense").await.fails(401);
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    while move_once(&client, &game, &mut mirror).await.is_some() {}
    let seen = [game.token(Side::French), game.token(Side::Allied), &game.watch];
    let first = client.get(&path, seen[0]).await.ok();
    for token in seen {
        assert_eq!(client.get(&path, token).await.ok(), first, "the same for everybody");
    }
}

#[tokio::test]
async fn looking_back_is_as_exact_as_looking_on() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("barrosa-wheatley", "captain", "captain", json!({})).await;
    let mirror = Mirror::new(&folder.db(), &game.id, "barrosa-wheatley").await;
    let steps = mirror.session.steps();
    let at = async |step: usize| {
        client.get(&format!("{}/steps/{step}?after=1000000", game.path), &game.watch).await.ok()
    };
    let mut forward = Vec::new();
    for step in 0..=steps.len() {
        forward.push(at(step).await);
    }
    for (step, (used, hash)) in steps.iter().enumerate() {
        let view = &forward[step + 1];
        assert_eq!(view["step"], step + 1);
        let noted = engine::notes(&mirror.session.entries()[..*used]).count();
        assert_eq!(view["version"], *used - noted, "what captains say of their plans is not counted");
        assert_eq!(view["hash"].as_str(), Some(hash.as_str()), "step {}", step + 1);
        assert_eq!(view["told"], mirror.session.log_to_step(step + 1).len());
        assert!(list(&view["log"]).is_empty());
        moves_lead_from_one_to_the_next(&forward[step], view);
    }
    for step in (0..=steps.len()).rev() {
        assert_eq!(at(step).await, forward[step], "back at step {step}");
    }
    for step in [steps.len(), 3, steps.len() / 2, 0, steps.len() - 1, 40, 41] {
        assert_eq!(at(step).await, forward[step], "a jump to step {step}");
    }
}

#[tokio::test]
async fn what_was_taken_back_is_not_shown_again() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("gilly", "you", "friend", json!({})).await;
    let mut mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
    let mut taken_back = 0;
    for _ in 0..60 {
        let Some((side, _)) = mirror.sample() else { break };
        if move_once(&client, &game, &mut mirror).await.is_none() {
            break;
        }
        let last = mirror.session.step_ends().len();
        let then = client.get(&format!("{}/steps/{last}", game.path), &game.watch).await.ok();
        let hash = (last > 0).then(|| mirror.session.state_hash());
        assert_eq!(then["hash"].as_str().filter(|_| last > 0), hash.as_deref(), "step {last}");
        let body = json!({ "request": request() });
        let undone = client.post(&format!("{}/undo", game.path), game.token(side), &body).await;
        if undone.status.is_success() {
            taken_back += 1;
            // From here on the player draws other lots, and goes another way.
            let luck = mirror.luck.clone();
            mirror = Mirror::new(&folder.db(), &game.id, "gilly").await;
            mirror.luck = luck;
        }
    }
    assert!(taken_back > 5, "{taken_back}");
}

fn moves_lead_from_one_to_the_next(before: &Value, after: &Value) {
    let rect = |view: &Value, id: &Value| {
        let unit = list(&view["units"]).iter().find(|unit| unit["id"] == *id).cloned();
        unit.map_or(Value::Null, |unit| unit["rect"].clone())
    };
    let moved = list(&after["moved"]);
    for unit in list(&after["units"]) {
        let (from, to) = (rect(before, &unit["id"]), rect(after, &unit["id"]));
        let told = moved.iter().find(|one| one["unit"] == unit["id"]);
        assert_eq!(told.is_some(), from != to, "{unit}");
        let or_nothing = |rect: Value| if rect.is_null() { json!([]) } else { rect };
        if let Some(told) = told {
            assert_eq!((&told["from"], &told["to"]), (&or_nothing(from), &or_nothing(to)));
        }
    }
}

#[tokio::test]
async fn the_log_is_a_tree() {
    let folder = Folder::new();
    let client = Client::open(&folder).await;
    let game = client.begin("salamanca-pakenham", "captain", "captain", json!({})).await;
    let view = client.get(&game.path, &game.watch).await.ok();
    let lines = list(&view["log"]);
    let mut nested = 0;
    for line in lines {
        let Some(under) = line["under"].as_u64() else { continue };
        let cause = &lines[usize::try_from(under).unwrap() - 1];
        nested += 1;
        assert!(under < line["n"].as_u64().unwrap(), "a cause comes before: {line}");
        assert_eq!(cause["turn"], line["turn"], "{line}");
        assert!(cause["head"].is_null() && line["head"].is_null(), "headings cause nothing: {line}");
        // A verdict follows from its test, a hit from its shot, and both are about the same unit.
        let kind = |line: &Value| line["kind"].as_str().unwrap().to_owned();
        match kind(line).as_str() {
            "tested" => assert_eq!(kind(cause), "tests", "{line}"),
            "hit" => assert!(matches!(&*kind(cause), "fires" | "shoots"), "{line}"),
            "melee-losses" => assert_eq!(kind(cause), "melee-round", "{line}"),
            "halted" => assert_eq!(kind(cause), "tested", "{line}"),
            _ => continue,
        }
        assert!(list(&cause["units"]).contains(&line["units"][0]), "{line} under {cause}");
    }
    assert!(nested * 5 > lines.len() * 2, "{nested} of {} lines follow from others", lines.len());
    // Steps only ever go on.
    let steps: Vec<i64> = lines.iter().map(|line| number(&line["step"])).collect();
    assert!(steps.is_sorted() && steps.last() <= view["step"].as_i64().as_ref());
}
