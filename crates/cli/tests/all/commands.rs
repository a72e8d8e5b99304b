//! Every command once, as a person or a program would call it.

use crate::support::Folder;
use dice::Stream;
use engine::record::Record;
use engine::{Entry, RandomPlayer, Session};

#[test]
fn battles_are_listed() {
    let folder = Folder::new("battles");
    let out = folder.run("battles").ok();
    assert!(out.starts_with("id                     sheet   kind        units  turns  title\n"), "{out}");
    assert!(out.contains(
        "\ngilly                  p7      teaching    6 : 6      8  Gilly: Pirch's rearguard, 15 June 1815\n"
    ));
    let json = folder.run("battles --json").json();
    assert_eq!(json.as_array().unwrap().len(), 11);
    assert_eq!((&json[2]["id"], &json[2]["units"]["french"]), (&"gilly".into(), &6.into()));
}

#[test]
fn a_battle_is_told_whole() {
    let folder = Folder::new("play-full");
    let out = folder.run("play gilly --seed 1").ok();
    for part in [
        "Gilly: Pirch's rearguard, 15 June 1815\n",
        "Sheet p7; French: captain; Prussian: captain; seed 1\n",
        "\n══ Turn 1 ══\n",
        "\n── Phase 3 · French move, Prussian shoot\n",
        "Veteran units: base morale target 5 or less (volley.morale.veteran)\n",
        "*]",
        " %\n",
        "\n══ Report ══\n",
    ] {
        assert!(out.contains(part), "{part:?} is not in\n{out}");
    }
    assert!(!out.contains('\x1b'), "no colours where nobody looks");
    assert_eq!(out, folder.run("play gilly --seed 1").ok(), "the same seed, the same battle");
    assert_ne!(out, folder.run("play gilly --seed 2").ok());
}

#[test]
fn the_short_log_leaves_dice_out() {
    let folder = Folder::new("play-short");
    let out = folder.run("play barrosa-wheatley --seed 1 --log short").ok();
    assert!(out.contains("══ Turn 2 ══") && out.contains("══ Report ══"), "{out}");
    assert!(!out.contains("── Phase") && !out.contains('[') && !out.contains("volley."), "{out}");
}

#[test]
fn a_program_reads_one_event_a_line() {
    let folder = Folder::new("play-json");
    let out = folder.run("play teugn-outposts --seed 1 --log json --french recruit --austrian captain").ok();
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, events) = lines.split_last().unwrap();
    assert!(events.iter().all(|line| line["sentence"].is_string() && line["event"]["event"].is_string()));
    assert!(events.iter().any(|line| line["throws"][0]["chance"].is_array()));
    assert!(last["report"]["outcome"]["by"].is_string(), "{last}");
    assert_eq!(last["seed"], 1);
}

#[test]
fn a_battle_stops_after_some_turns() {
    let folder = Folder::new("play-turns");
    let out = folder.run("play gilly --seed 1 --turns 2 --record r.jsonl").ok();
    assert!(out.contains("══ Turn 2 ══") && !out.contains("══ Turn 3 ══"), "{out}");
    assert!(out.contains("the battle is not over"), "{out}");
    assert!(folder.run("check r.jsonl").ok().ends_with("steps, not over)\n"));
}

#[test]
fn a_record_is_kept_replayed_and_proved() {
    let folder = Folder::new("replay");
    let log = folder.run("play gilly --seed 3 --record r.jsonl").ok();
    let first = folder.read("r.jsonl");
    // Only a record is replaced by a record, and whole.
    folder.run("play gilly --seed 3 --record r.jsonl").ok();
    assert_eq!(folder.read("r.jsonl"), first);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");

    let verified = folder.run("replay r.jsonl --verify").ok();
    let end: serde_json::Value = serde_json::from_str(first.lines().last().unwrap()).unwrap();
    let (steps, entries, hash) =
        (&end["end"]["steps"], &end["end"]["entries"], end["end"]["hash"].as_str().unwrap());
    let thrown = first.matches("\"dice\":").count();
    let header: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    let lines: Vec<&str> = verified.lines().collect();
    assert_eq!(
        lines[1..],
        [
            format!("verified: the dice by seed: {thrown} throws are of the seed that the record commits to."),
            format!(
                "Whoever writes a record anew can put another seed and its commitment into it: to prove that the \
                 commitment was made before, compare it with the one shown when the game began: {}",
                header["commitment"].as_str().unwrap()
            ),
            "The seed was chosen by a person, by the number 3: whoever chose it could know every throw beforehand."
                .to_owned(),
            format!("{steps} steps, {entries} entries, final hash {hash}"),
        ]
    );
    let rules = format!("the state after each of {steps} steps is the one written down.");
    assert!(lines[0].starts_with("verified: the rules: ") && lines[0].ends_with(&rules), "{verified}");

    // The log is the battle's own, without its heading.
    let again = folder.run("replay r.jsonl").ok();
    assert!(log.ends_with(&again), "{again}");

    let table = folder.run("replay r.jsonl --to 0").ok();
    assert!(
        table
            .contains("  1/15e légère  infantry     veteran  12 of 12  column      26.0\"  14.0\"      0°\n"),
        "{table}"
    );
    let json = folder.run("replay r.jsonl --to 40 --json").json();
    let at_40: serde_json::Value = first
        .lines()
        .find(|line| line.starts_with("{\"step\":40,"))
        .map(|line| serde_json::from_str(line).unwrap())
        .unwrap();
    assert_eq!((&json["steps"], &json["hash"]), (&40.into(), &at_40["hash"]));
    assert_eq!(json["report"]["units"].as_array().unwrap().len(), 12);
}

/// "Verified" is said of what was proved, and of nothing else.
#[test]
fn what_cannot_be_proved_is_not_called_verified() {
    let folder = Folder::new("replay-unproved");
    folder.run("play gilly --seed 3 --french recruit --allied recruit --turns 3 --record r.jsonl").ok();
    let record: Record<<games::Volley as engine::Game>::Answer> =
        Record::read("r.jsonl", &folder.read("r.jsonl")).unwrap();
    let thrown = record.entries.iter().filter(|entry| matches!(entry, Entry::Dice { .. })).count();
    let check = |change: &dyn Fn(&mut Record<_>), expected: String| {
        let mut changed = record.clone();
        change(&mut changed);
        folder.write("c.jsonl", changed.write());
        let said = folder.run("replay c.jsonl --verify").ok();
        let verified: Vec<&str> = said.lines().filter(|line| line.contains("verified")).collect();
        assert!(verified.len() == 1 && verified[0].starts_with("verified: the rules: "), "{said}");
        assert!(said.lines().any(|line| line == expected), "{said}");
        assert_eq!(folder.run("replay c.jsonl --json").json()["verified"], false);
    };
    let sealed = format!(
        "not provable: the dice by seed: the seed is not in the record, as it is before the battle is over, so \
         {thrown} throws cannot be held against it, and the commitment says nothing about them."
    );
    check(&|record| record.header.seed = None, sealed.clone());
    check(
        &|record| {
            record.header.seed = None;
            record.ended = false;
        },
        "no end: the record stops before the battle is over".to_owned(),
    );
    check(
        &|record| {
            record.header.seed = None;
            record.header.salts = vec!["one".to_owned(), "two".to_owned()];
        },
        "mixed into the seed: one, two".to_owned(),
    );
    let replaced = |record: &mut Record<_>| {
        record.header.seed = None;
        record.header.commitment.0 = "0".repeat(64);
    };
    check(&replaced, sealed);
    let typed = |record: &mut Record<_>| {
        for entry in &mut record.entries {
            if let Entry::Dice { typed, .. } = entry {
                *typed = true;
            }
        }
    };
    let unseen = "and nothing shows that the dice fell so.";
    check(&typed, format!("not provable: the dice typed: {thrown} throws were typed by a person, {unseen}"));
    assert_eq!(folder.run("replay r.jsonl --json").json()["verified"], true);
}

#[test]
fn a_record_that_begins_in_the_middle_is_replayed_and_proved() {
    let folder = Folder::new("replay-position");
    let setup = games::Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<games::Volley>().unwrap();
    let seed = dice::Seed::from_number(3);
    let header = setup.header(&rules, seed, std::collections::BTreeMap::new());
    let play = |session: &mut Session<games::Volley>, most: usize| {
        let _ = session.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), most);
    };
    let mut first = Session::new(battle.begin(rules));
    play(&mut first, 60);
    let header = header.begun_from(first.settled());
    let mut second = Session::new(first.settled().clone());
    play(&mut second, 100_000);
    let record = Record::of(header, &second);
    folder.write("r.jsonl", record.write());

    let (steps, entries) = (second.step_ends().len(), second.entries().len());
    let hash = second.steps().last().unwrap().1.clone();
    let said = folder.run("replay r.jsonl --verify").ok();
    assert!(
        said.contains(&format!("{steps} steps, {entries} entries")) && said.contains(hash.as_str()),
        "{said}"
    );
    assert!(said.contains("nothing shows how that came about"), "the beginning is not proved: {said}");
    assert!(folder.run("replay r.jsonl").ok().contains("\n══ Report ══\n"));
    assert_eq!(
        folder.run("check r.jsonl").ok(),
        format!("r.jsonl: ok (record of gilly, {steps} steps, over)\n")
    );
    // The table it begins with is the one that was left.
    let at_start = folder.run("replay r.jsonl --to 0 --json").json();
    assert_eq!(at_start["report"]["turn"], first.settled().turn);

    let mut other = record;
    other.header.position = Some("{}".to_owned());
    folder.write("r.jsonl", other.write());
    let refused = folder.run("replay r.jsonl --verify");
    assert_eq!(
        (refused.code, refused.err.as_str()),
        (
            Some(2),
            "r.jsonl:1: the position it begins from: found no position of this game: missing field `turn` at line 1 \
             column 2\n"
        )
    );
}

#[test]
fn a_game_keeps_its_house_rules() {
    let folder = Folder::new("house");
    folder.write("club.toml", CLUB);
    let diff = folder.run("rules diff club.toml").ok();
    assert_eq!(
        diff,
        "Tuesday club: 3 changes to p7\n\
         rule or ruling                 what    printed     house\n\
         volley.p1.fire.to-hit.column   need    4        →  3\n\
         volley.move.double.distance    rule    on       →  off\n\
         volley.house.general.casualty  ruling  6        →  5\n"
    );
    let json = folder.run("rules diff club.toml --json").json();
    assert_eq!(json["changes"][0]["after"], "3");
    assert_eq!(folder.run("check club.toml").ok(), "club.toml: ok (house patch of p7, 3 changes)\n");
    let out = folder.run("play gilly --seed 1 --house club.toml --record r.jsonl --log short").ok();
    assert!(out.contains("Sheet p7 with house rules \"Tuesday club\";"), "{out}");
    std::fs::remove_file(folder.path().join("club.toml")).unwrap();
    folder.run("replay r.jsonl --verify").ok();
}

const CLUB: &str = "sheet = \"p7\"\nname = \"Tuesday club\"\noff = [\"volley.move.double.distance\"]\n\
    [rulings]\n\"volley.house.general.casualty\" = 5\n\
    [charts.\"volley.p1.fire.to-hit.column\"]\nneed = 3\n";

#[test]
fn odds_stand_under_their_headings_where_outcomes_say_different_things() {
    let folder = Folder::new("ragged");
    folder.write("club.toml", "sheet = \"empire\"\nname = \"Club\"\noff = [\"empire.victory.draw\"]\n");
    let out = folder.run("resolve empire victory --odds --house club.toml").ok();
    let column = |line: &str, word: &str| {
        let line = out.lines().find(|found| found.contains(line)).unwrap_or_else(|| panic!("{out}"));
        line.find(word).unwrap_or_else(|| panic!("{out}"))
    };
    // A draw whose row is out tells of nothing else.
    assert_eq!(column("draw", "draw"), column("back  guns", "level"), "{out}");
    assert_eq!(column("draw", "7/25") + 4, column("back  guns", "chance") + 6, "{out}");
}

#[test]
fn a_battle_file_is_played_from_its_path() {
    let folder = Folder::new("path");
    folder.write("my-fight.toml", games::find("gilly").unwrap().source.text.as_bytes());
    assert_eq!(folder.run("check my-fight.toml").ok(), "my-fight.toml: ok (battle, p7, 6 against 6 units)\n");
    let built_in = folder.run("play gilly --seed 5 --log short").ok();
    assert_eq!(folder.run("play my-fight.toml --seed 5 --log short").ok(), built_in);
}

#[test]
fn a_sheet_is_shown_whole() {
    let folder = Folder::new("rules");
    folder.write("club.toml", CLUB);
    for (sheet, phases) in [("a15", 14), ("p7", 13), ("br8", 13)] {
        let out = folder.run(&format!("rules show {sheet}")).ok();
        assert!(out.contains(&format!("{phases} phases in a turn\n")), "{out}");
        let json = folder.run(&format!("rules show {sheet} --json")).json();
        let rows: usize = json["topics"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|topic| topic["charts"].as_array().unwrap())
            .map(|chart| chart["rows"].as_array().unwrap().len())
            .sum();
        let bare = json["rules"].as_array().unwrap().len();
        let book = games::Kind::with_sheet(sheet).unwrap().book();
        let ledger = &book.ledger();
        let place = book.spec.sheets.iter().position(|name| *name == sheet).unwrap();
        assert_eq!(rows + bare, ledger.of_sheet(place).len(), "every rule of {sheet} is there");
        assert_eq!(json["rulings"].as_array().unwrap().len(), book.rulings.len());
    }
    let out = folder.run("rules show p7 --house club.toml").ok();
    assert!(out.contains("when column, need 3 *"), "{out}");
    assert!(out.contains("* off: volley.move.double.distance"), "{out}");
    assert!(out.contains("volley.house.general.casualty = 5 *\n"), "{out}");
}

#[test]
fn charts_describe_themselves() {
    let folder = Folder::new("charts");
    let all = folder.run("charts").ok();
    let of_guns = all.lines().find(|line| line.starts_with("artillery-fire ")).unwrap_or_default();
    let words: Vec<&str> = of_guns.split_whitespace().take(4).collect();
    assert_eq!(words, ["artillery-fire", "a15", "p7", "br8"], "{all}");
    assert!(of_guns.ends_with("Phase 1: a battery fires"), "{all}");
    let out = folder.run("charts br8").ok();
    assert!(out.contains("  crew       crew figures: 1..60, else 4\n"), "{out}");
    let json = folder.run("charts br8 --json").json();
    let fire =
        json["charts"].as_array().unwrap().iter().find(|chart| chart["name"] == "artillery-fire").unwrap();
    assert_eq!(fire["facts"][2]["word"], serde_json::json!(["close", "middle", "long"]));
}

#[test]
fn a_chart_is_asked_with_dice_and_odds() {
    let folder = Folder::new("resolve");
    let line = "resolve br8 artillery-fire crew=4 range=close target=column";
    assert_eq!(
        folder.run(&format!("{line} --dice 3,6,1,4")).ok(),
        "Phase 1: a battery fires (artillery-fire, br8)\n  hits: 2\n  dice: [3][6*][1][4*] typed 38 %\n  4 dice, each 4 or more: 2 hits\nWorking\n     \
         4 dice  Phase 1 fire rolls one die per crew figure (volley.p1.dice)\n    \
         needs 4  Phase 1 artillery against a column: base 4+ to hit (volley.p1.fire.to-hit.column)\n         \
         +1  Close range: +1 to the phase 1 hit roll (volley.p1.fire.mod.close)\n         \
         −1  Guns of 6 lb or less: -1 to the phase 1 hit roll (volley.p1.fire.mod.light)\n"
    );
    let out = folder.run(&format!("{line} --odds")).ok();
    assert!(out.ends_with("2        38 %     3/8\n1        25 %     1/4\n3        25 %     1/4\n0       6.3 %    1/16\n4       6.3 %    1/16\n"), "{out}");
    let json = folder.run(&format!("{line} --odds --json")).json();
    assert_eq!(json["odds"][0]["outcome"]["hits"], 2);
    assert_eq!(json["odds"][0]["chance"], "3/8");
    assert!(json.get("outcome").is_none());
    let json = folder.run(&format!("{line} --dice 3,6,1,4 --json")).json();
    let sum = |is: &str| -> i64 {
        let parts = json["working"].as_array().unwrap().iter().filter(|part| part["is"] == is);
        parts.map(|part| part["value"].as_i64().unwrap()).sum()
    };
    assert_eq!([sum("dice"), sum("needs"), sum("added")], [4, 4, 0]);
    let test = &json["throws"][0]["test"];
    assert_eq!((&test["needed"], &test["total"], &test["result"]), (&4.into(), &2.into(), &"2 hits".into()));
    assert_eq!(folder.run(&format!("{line} --seed 4")).ok(), folder.run(&format!("{line} --seed 4")).ok());
    assert!(folder.run(line).ok().contains("  dice: ["));
}

/// The true need is told, and not what the dice alone must show after the modifiers.
#[test]
fn a_test_of_empire_tells_its_need_its_modifiers_and_its_total() {
    let folder = Folder::new("resolve-empire");
    let out = folder.run("resolve empire square --dice 3,4").ok();
    assert!(out.contains("rolled 3 + 4 = 7") && out.contains("or more: fails"), "{out}");
    let json =
        folder.run("resolve empire unit-morale grade=veteran cause=fire lost=30 --dice 3,4 --json").json();
    let part = |is: &str| -> i64 {
        let parts = json["working"].as_array().unwrap().iter().filter(|part| part["is"] == is);
        parts.map(|part| part["value"].as_i64().unwrap()).sum()
    };
    let test = &json["throws"][0]["test"];
    assert_eq!(test["needed"], part("needs"), "{json}");
    assert_eq!(test["total"], 7 + part("added"), "{json}");
    let stands = test["total"].as_i64() >= test["needed"].as_i64();
    assert_eq!(json["outcome"]["result"], if stands { "stands" } else { "runs" });
}

/// Your own cases: those that hold are listed, the others named with their line, what was expected and what was found.
#[test]
fn own_cases_are_played() {
    let folder = Folder::new("own-cases");
    let case = |name: &str, hits: u32| {
        format!(
            "[[case]]\nname = \"{name}\"\nrules = [\"volley.p1.fire.to-hit.column\"]\nsheets = [\"p7\", \"br8\"]\n\
             resolve = \"artillery-fire\"\nfacts = {{ range = \"close\", target = \"column\" }}\ndice = [3, 6, 1, 4]\n\
             expect = {{ outcome = {{ hits = {hits} }} }}\n"
        )
    };
    folder.write("good.toml", case("two of four", 2));
    assert_eq!(
        folder.run("ledger --cases good.toml").ok(),
        "holds  good.toml:2: \"two of four\" on p7\nholds  good.toml:2: \"two of four\" on br8\n2 of 2 cases hold\n"
    );
    folder.write("mixed.toml", case("two of four", 2) + &case("three of four", 3));
    let ran = folder.run("ledger --cases mixed.toml");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.ends_with("2 of 4 cases hold\n"), "{}", ran.out);
    assert_eq!(
        ran.err,
        "mixed.toml:10: \"three of four\" on p7: hits: expected 3, found 2\n\
         mixed.toml:10: \"three of four\" on br8: hits: expected 3, found 2\n"
    );
    let ran = folder.run("ledger --cases mixed.toml --json");
    assert_eq!(ran.code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&json[0]["wrong"], &json[3]["wrong"]),
        (&serde_json::Value::Null, &"hits: expected 3, found 2".into())
    );
    // A table of the other game, played; and facts that no sheet has.
    folder.write(
        "orders.toml",
        "[[case]]\nname = \"on the road\"\nrules = [\"orders.move.road.inf\"]\nresolve = \"movement\"\n\
         facts = { formation = \"road\", rough = true }\nexpect = { outcome = { inches = \"12\\\"\" } }\n",
    );
    assert!(folder.run("ledger --cases orders.toml").ok().ends_with("1 of 1 case hold\n"));
    // A table: each of its rows is a case, with its own line. Its rules are named without quotation marks.
    folder.write(
        "table.toml",
        "[[table]]\nname = \"road\"\nresolve = \"movement\"\nfacts = { formation = \"road\" }\nrows = '''\n\
         rule                 | facts      | expect.outcome.inches\n\
         orders.move.road.inf | rough = yes | 12\"\n\
         orders.move.road.inf |             | 11\"\n'''\n",
    );
    let ran = folder.run("ledger --cases table.toml");
    assert!(
        ran.out.starts_with("holds  table.toml:7: \"road: rough = yes\" on orders\n1 of 2 cases hold"),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.err,
        "table.toml:8: \"road: orders.move.road.inf\" on orders: inches: expected 11\", found 12\"\n"
    );
    // Files that are wrong: where, what was found, what was expected.
    folder.write("bad.toml", case("two of four", 2).replace("dice = [3", "dcie = [3"));
    let ran = folder.run("ledger --cases bad.toml");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(
        ran.err.starts_with("bad.toml:7:1: case[0].dcie: found an unknown key, expected one of "),
        "{}",
        ran.err
    );
    folder.write("empty.toml", "");
    let ran = folder.run("ledger --cases empty.toml");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            Some(2),
            "empty.toml:1: found no case on any sheet, expected one [[case]] or more, or a [[table]]\n"
        )
    );
    let ran = folder.run("ledger --cases nowhere/own.toml");
    assert_eq!(ran.err, "nowhere/own.toml: found no such file, expected a file of cases\n");
}

#[allow(clippy::float_arithmetic, reason = "chances are summed as a program would")]
/// Every chart of every sheet, with the first word or the least number for each fact that has no default.
#[test]
fn every_chart_of_every_sheet_answers() {
    let folder = Folder::new("resolve-all");
    let mut asked = 0;
    for sheet in ["a15", "p7", "br8"] {
        for chart in folder.run(&format!("charts {sheet} --json")).json()["charts"].as_array().unwrap() {
            let mut line =
                format!("resolve {sheet} {} --odds --seed 1 --json", chart["name"].as_str().unwrap());
            for fact in chart["facts"].as_array().unwrap().iter().filter(|fact| fact["default"].is_null()) {
                let value = match (&fact["word"][0], &fact["number"]["min"]) {
                    (serde_json::Value::String(word), _) => word.clone(),
                    (_, least) => least.to_string(),
                };
                line += &format!(" {}={value}", fact["name"].as_str().unwrap());
            }
            let json = folder.run(&line).json();
            assert!(json["outcome"].is_object(), "{line}: {json}");
            let sum: f64 = json["odds"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| line["probability"].as_f64().unwrap())
                .sum();
            assert!((sum - 1.0).abs() < 1e-9, "{line}: {sum}");
            asked += 1;
        }
    }
    assert!(asked >= 60, "{asked}");
}

#[test]
fn a_match_is_counted() {
    let folder = Folder::new("match");
    let out = folder.run("match gilly --french recruit --prussian recruit --games 4 --seed 1 --swap").ok();
    assert!(out.starts_with("Gilly: Pirch's rearguard, sheet p7, seeds 1 to 4\n"), "{out}");
    let json = folder.run("match gilly --french captain --allied recruit --games 4 --json").json();
    let score = &json["rounds"][0]["score"];
    assert_eq!(
        (&score["games"], &score["endless"], &score["refused"]),
        (&4.into(), &0.into(), &0.into()),
        "{score}"
    );
}

/// What battles looked like: one figure a line, and the same in JSON.
#[test]
fn a_match_says_what_its_battles_looked_like() {
    let folder = Folder::new("match-sense");
    let out = folder.run("match gilly --french still --games 2 --sense").ok();
    for part in [
        "French (still)  Prussian (captain)\n",
        "\nfoot that never fired, charged or fought ",
        "\nbatteries in position that limber or move on turn 1 ",
        "\ndifferent first turns ",
        "\nSart-Allet at the end: French ",
    ] {
        assert!(out.contains(part), "{part:?} is not in\n{out}");
    }
    let json = folder.run("match gilly --french still --games 2 --sense --json").json();
    let french = &json["rounds"][0]["sense"]["sides"]["french"];
    assert_eq!(
        (&french["batteries-leaving"]["many"], &french["openings"]),
        (&0.into(), &2.into()),
        "{french}"
    );
    assert_eq!(json["rounds"][0]["sense"]["ground"][0]["name"], "Sart-Allet");
}

#[test]
fn bots_are_listed_and_played_against_each_other() {
    let folder = Folder::new("match-matrix");
    let out = folder.run("match --bots").ok();
    assert!(out.contains("\nstill          nobody moves; whoever may fire does\n"), "{out}");
    assert!(!folder.run("match --help").ok().contains("countercharge"), "they are not offered as generals");
    let out = folder.run("match gilly --matrix --among captain,home --games 4").ok();
    assert!(out.contains("\ncaptain  ") && out.contains("\nhome     "), "{out}");
    assert!(out.contains("\nbest for the French: captain 100 %\n"), "{out}");
    let json = folder.run("match gilly --matrix --among captain,home --games 4 --json").json();
    assert_eq!(json["matrix"]["scores"][0][1]["french"], 4, "who goes home loses: {json}");
    let wrong = folder.run("match gilly --matrix --sense");
    assert!(wrong.err.contains("--matrix"), "{}", wrong.err);
}

/// Game 2 of a match is the battle with seed 2.
#[test]
fn a_game_of_a_match_can_be_watched() {
    let folder = Folder::new("match-watch");
    let json = folder.run("match gilly --allied recruit --games 1 --seed 2 --json").json();
    let out = folder.run("play gilly --allied recruit --seed 2 --log json").ok();
    let report: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    let winner = report["report"]["outcome"]["winner"].as_str().unwrap_or("drawn");
    assert_eq!(json["rounds"][0]["score"][winner], 1, "{json} {winner}");
}

#[test]
fn the_ledger_counts() {
    let folder = Folder::new("ledger");
    let ran = folder.run("ledger --json");
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let mut failures = 0;
    let games = [("volley", 255), ("orders", 177), ("empire", 962)];
    assert_eq!(json.as_array().unwrap().len(), games.len());
    for (count, (game, rules)) in json.as_array().unwrap().iter().zip(games) {
        assert_eq!((&count["game"], &count["rules"]), (&game.into(), &rules.into()));
        let listed = |key: &str| count[key].as_array().unwrap().len() as u64;
        assert_eq!(count["working"].as_u64().unwrap() + listed("desk") + listed("missing"), rules);
        failures += count["failures"].as_array().unwrap().len();
    }
    // A case that fails is named, and the command says so.
    assert_eq!(ran.code, Some(if failures == 0 { 0 } else { 2 }), "{}", ran.err);
    // The text says the same, and lists what it is asked for.
    let text = folder.run("ledger --desk").out;
    for count in json.as_array().unwrap() {
        let listed = |key: &str| count[key].as_array().unwrap().clone();
        let line = format!(
            "{}: {} of {} rules work on a table, {} at the desk alone, {} missing; {} cases\n",
            count["game"].as_str().unwrap(),
            count["working"],
            count["rules"],
            listed("desk").len(),
            listed("missing").len(),
            count["cases"]
        );
        assert!(text.contains(&line), "{line}{text}");
        for id in listed("desk") {
            assert!(text.contains(&format!("  at the desk {}\n", id.as_str().unwrap())), "{id}");
        }
        for some in listed("unmet") {
            assert!(text.contains(&format!("  {}:\n", some["why"].as_str().unwrap())), "{some}");
            for id in some["rules"].as_array().unwrap() {
                assert!(text.contains(&format!("    unmet {}\n", id.as_str().unwrap())), "{id}");
            }
        }
    }
    // The README promises no more than that.
    let readme = include_str!("../../../../README.md");
    let promised =
        readme.split("of 962 rules at least ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    assert!(json[2]["working"].as_u64().unwrap() >= promised.parse().unwrap(), "{promised}");
    let unmet = |game: usize| json[game]["unmet"].as_array().unwrap().len();
    assert!(unmet(0) == 0 && unmet(1) == 0 && unmet(2) > 0, "empire alone keeps a list");
}

/// The rules of a folder are what the cases built in are tried by.
#[test]
fn the_ledger_goes_by_the_rules_it_is_given() {
    let folder = Folder::new("ledger-rulesets");
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets/orders");
    for file in std::fs::read_dir(from).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        folder.write(path.file_name().unwrap().to_str().unwrap(), &text);
    }
    let count = |ran: &crate::support::Ran| -> serde_json::Value {
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()[1].clone()
    };
    let plain = folder.run("ledger --json --rulesets .");
    assert_eq!((plain.code, &count(&plain)["failures"]), (Some(0), &serde_json::json!([])), "{}", plain.err);
    let (three, two) = ("chart = \"rounds\"\ncount = 3", "chart = \"rounds\"\ncount = 2");
    let melee = folder.read("melee.toml");
    assert!(melee.contains(three), "{melee}");
    folder.write("melee.toml", melee.replace(three, two));
    let other = folder.run("ledger --json --rulesets .");
    assert_eq!(other.code, Some(2), "{}", other.out);
    assert!(!count(&other)["failures"].as_array().unwrap().is_empty());
}

/// Every command that takes a battle takes one of either game.
#[test]
fn a_battle_of_another_game_goes_through_the_same_doors() {
    let folder = Folder::new("orders");
    let log = folder.run("play baumersdorf --seed 1 --french recruit --record r.jsonl").ok();
    assert!(log.contains("Sheet orders; French: recruit; "), "{log}");
    assert!(
        log.contains("══ Turn 1 ══") && log.contains("(orders.") && log.contains("══ Report ══"),
        "{log}"
    );
    assert!(folder.run("check r.jsonl").ok().starts_with("r.jsonl: ok (record of baumersdorf, "));
    assert!(log.ends_with(&folder.run("replay r.jsonl").ok()));
    let json = folder.run("match baumersdorf --french recruit --allied recruit --games 2 --json").json();
    assert_eq!((&json["sheet"], &json["rounds"][0]["score"]["games"]), (&"orders".into(), &2.into()));
    folder.write("club.toml", "sheet = \"orders\"\nname = \"Club\"\noff = [\"orders.terrain.impassable\"]\n");
    assert!(folder.run("rules diff club.toml").ok().starts_with("Club: 1 change to orders\n"));
    assert!(
        folder.run("rules show orders --house club.toml").ok().contains("* off: orders.terrain.impassable")
    );
    let error = folder.run("play gilly --house club.toml").err;
    assert_eq!(error, "club.toml:1:9: sheet: found \"orders\", expected \"p7\", the sheet of the battle\n");
}

#[test]
fn help_shows_examples_and_shells_are_served() {
    let folder = Folder::new("help");
    assert!(folder.run("--help").ok().contains("EXIT CODES"));
    assert!(folder.run("--version").ok().starts_with("grognard "));
    for command in [
        "battles",
        "play",
        "replay",
        "check",
        "rules show",
        "rules diff",
        "charts",
        "resolve",
        "ledger",
        "match",
        "serve",
        "completions",
    ] {
        let help = folder.run(&format!("{command} --help")).ok();
        assert!(help.contains("EXAMPLES\n  grognard "), "{command}: {help}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(folder.run(&format!("completions {shell}")).ok().contains("grognard"), "{shell}");
    }
}

#[test]
fn rules_can_be_read_from_a_folder() {
    let folder = Folder::new("rulesets");
    let own = folder.path().join("rules");
    std::fs::create_dir(&own).unwrap();
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulesets/volley");
    for file in std::fs::read_dir(built_in).unwrap() {
        let file = file.unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        // One number is another in this folder: a line is hit on 4+.
        let text = text.replace("when = \"line\"\nneed = 5", "when = \"line\"\nneed = 4");
        std::fs::write(own.join(file.file_name()), text).unwrap();
    }
    let ask = "resolve br8 shooting figures=2 target=line --dice 4 --json";
    assert_eq!(folder.run(ask).json()["outcome"]["hits"], 0);
    assert_eq!(folder.run(&format!("{ask} --rulesets rules")).json()["outcome"]["hits"], 1);

    std::fs::write(
        own.join("bombardment.toml"),
        "[[row]]\nrule = \"volley.p1.dcie\"\nchart = \"dice-rate\"\nrate = \"1 per 1\"\n",
    )
    .unwrap();
    let ran = folder.run(&format!("{ask} --rulesets rules"));
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("rules/bombardment.toml:2:8: row[0].rule: found \"volley.p1.dcie\""),
        "{}",
        ran.err
    );
    let ran = folder.run(&format!("{ask} --rulesets nowhere"));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("nowhere: found no folder that can be read"), "{}", ran.err);
}

/// A battle is given up in the terminal: the report says by whom, and the record proves it.
#[test]
fn a_battle_is_conceded_and_replays() {
    let folder = Folder::new("concede");
    for (battle, side, says) in [
        ("gilly", "prussian", "the Prussian army has conceded it"),
        ("baumersdorf", "french", "the French army has conceded it"),
    ] {
        let played =
            folder.run(&format!("play {battle} --seed 3 --turns 2 --concede {side} --record c.jsonl")).ok();
        assert!(played.contains(says), "{played}");
        assert!(played.contains("concede"), "{played}");
        let again = folder.run("replay c.jsonl").ok();
        assert!(again.contains(says), "{again}");
        assert!(again.contains("plan:\n    "), "what the captains said of their plans: {again}");
        assert!(folder.run("replay c.jsonl --verify").ok().starts_with("verified: the rules: "));
        assert_eq!(folder.run("replay c.jsonl --json").json()["report"]["outcome"]["by"], "conceded");
    }
    let wrong = folder.run("play gilly --turns 2 --concede british");
    assert!(
        wrong.code == Some(2) && wrong.err.contains("expected french, prussian or allied"),
        "{}",
        wrong.err
    );
    let wrong = folder.run("play gilly --concede french");
    assert!(wrong.code == Some(2) && wrong.err.contains("--turns"), "{}", wrong.err);
}
