//! The house: dependencies run one way, and no side sees what it may not.

use dice::{Seed, Stream};
use engine::{Game, Played as _, RandomPlayer, Side, Solo};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use volley::{Answer, Profile, Volley};

/// Which of our crates each crate may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("table", &[]),
    ("dice", &[]),
    ("rulebook", &[]),
    ("intern", &["rulebook"]),
    ("engine", &["table", "dice", "rulebook"]),
    ("volley", &["engine", "table", "dice", "rulebook"]),
    ("orders", &["engine", "table", "dice", "rulebook"]),
    ("empire", &["engine", "table", "dice", "rulebook"]),
    ("games", &["volley", "orders", "empire", "engine", "dice", "rulebook"]),
    ("general", &["games", "volley", "orders", "empire", "engine", "table", "dice"]),
    ("study", &["general", "games", "volley", "orders", "empire", "engine", "table", "dice", "rulebook"]),
    ("seat", &["general", "games", "volley", "orders", "empire", "engine", "table", "dice", "rulebook"]),
    ("server", &["seat", "games", "engine", "dice", "rulebook"]),
    ("cli", &["server", "study", "general", "games", "engine", "dice", "rulebook"]),
];

#[test]
fn dependencies_run_one_way() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let may: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut seen = 0;
    for folder in std::fs::read_dir(crates).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let manifest = std::fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        let allowed =
            may.get(name.as_str()).unwrap_or_else(|| panic!("crate {name} is not drawn in ARCHITECTURE.md"));
        let section = manifest.split("[dependencies]").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
        for line in section.lines() {
            let used = line.split(['.', ' ', '=']).next().unwrap_or("").trim();
            if may.contains_key(used) {
                assert!(allowed.contains(&used), "{name} may not depend on {used}");
            }
        }
        seen += 1;
    }
    assert!(seen >= 9, "only {seen} crates were read");
}

/// The folders of a game that know nothing of what stands above them, each with what does.
const BELOW: &[(&str, &[&str])] = &[
    ("state", &["rules", "doors", "question", "dispatch"]),
    ("charts", &["rules", "doors", "question", "dispatch"]),
    ("rules", &["doors", "question", "dispatch"]),
];

#[test]
fn state_knows_no_rule_and_a_rule_knows_no_door() {
    for kind in games::Kind::ALL {
        for (folder, above) in BELOW {
            let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            let folder = crates.join(kind.word()).join("src").join(folder);
            let mut files = if folder.is_dir() { rust_files(&folder) } else { Vec::new() };
            files.extend(Some(folder.with_extension("rs")).filter(|file| file.is_file()));
            assert!(!files.is_empty(), "nothing was read of {}", folder.display());
            for file in files {
                let text = std::fs::read_to_string(&file).unwrap();
                for name in *above {
                    assert!(!text.contains(&format!("crate::{name}::")), "{} knows {name}", file.display());
                }
            }
        }
    }
}

/// The files of a folder, those of its tests left out.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.file_stem().is_none_or(|stem| stem != "tests"));
    let is_rust =
        |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|extension| extension == "rs");
    files
        .filter(is_rust)
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .collect()
}

#[test]
fn the_trees_built_in_are_the_ruleset_files() {
    for kind in games::Kind::ALL {
        games::with!(kind, G => {
            let trees = <<G as engine::Played>::Ids as engine::Names>::TREES;
            assert_eq!(trees.len(), G::FILES.len(), "{}", kind.word());
            for (name, text) in G::FILES {
                let packed = rulebook::pack(&games::Source::new(*name, *text)).unwrap();
                assert!(trees.contains(&(name, &packed)), "{}: {name}", kind.word());
            }
        });
    }
}

/// Everything that differs in the two states is a reserve that has not arrived.
fn with_other_reserves(game: &Volley, side: Side) -> Volley {
    let mut other = game.clone();
    for reserve in other.reserves.iter_mut().filter(|reserve| reserve.side == side) {
        let command = std::mem::replace(&mut reserve.command, "Somebody else".to_owned());
        // The general who waits for it leads what comes on, whatever it is.
        let known = game.units.iter().any(|unit| unit.side() == side && unit.profile.brigade == command);
        for general in other.generals.iter_mut().filter(|general| general.side == side && !known) {
            if general.brigade.as_ref() == Some(&command) {
                Arc::make_mut(general).brigade = Some("A secret".to_owned());
            }
        }
        reserve.failed += 1;
        reserve.point.x += 1000;
        if let Some(first) = reserve.units.first().cloned() {
            let mut profile = (*first).clone();
            profile.name = "A secret".into();
            profile.figures += 3;
            other.starting_figures[side] += 3;
            reserve.units[0] = Arc::new(profile.clone());
            reserve.units.push(Arc::new(profile.clone()));
            other.starting_figures[side] += profile.figures;
            other.starting_units[side] += 1;
        }
    }
    other
}

/// Both armies may have a brigade of the same name: that of the enemy tells nothing of ours.
#[test]
fn a_general_who_waits_for_his_brigade_does_not_tell_its_name() {
    let mut found = 0;
    for file in games::embedded_of::<Volley>() {
        let (battle, rules) = games::Setup::new(file).open::<Volley>().unwrap();
        let mut game = battle.begin(rules);
        let Some(reserve) = game.reserves.first() else { continue };
        let (side, name) = (reserve.side, "Namesakes".to_owned());
        let general = game.generals.iter_mut().find(|general| general.side == side);
        let Some(general) = general else { continue };
        Arc::make_mut(general).brigade = Some(name.clone());
        let enemy = game.units.iter_mut().find(|unit| unit.side() == side.enemy()).unwrap();
        enemy.profile = Arc::new(Profile { brigade: name.clone(), ..(*enemy.profile).clone() });
        let waits = |viewer: Option<Side>| {
            let view = game.seen_by(viewer);
            view.generals
                .iter()
                .any(|general| general.side == side && general.brigade.as_ref() == Some(&name))
        };
        assert!(waits(Some(side)) && !waits(Some(side.enemy())) && !waits(None));
        found += 1;
    }
    assert!(found > 0, "some battle has reserves and a general");
}

#[test]
fn a_view_does_not_depend_on_what_its_side_cannot_know() {
    let mut pairs = 0;
    for file in games::embedded_of::<Volley>() {
        let (battle, rules) = games::Setup::new(file).open::<Volley>().unwrap();
        for seed in 0..4 {
            let mut game = battle.begin(rules.clone());
            let mut solo = Solo::new(
                Stream::new(Seed::from_number(seed), 0),
                RandomPlayer(Stream::new(Seed::from_number(seed), 1)),
            );
            while !game.is_over() {
                let Ok(()) = game.step(&mut solo);
                for side in Side::BOTH {
                    if game.reserves.iter().all(|reserve| reserve.side != side)
                        || !solo.dice.thrown().is_multiple_of(5)
                    {
                        continue;
                    }
                    let other = with_other_reserves(&game, side);
                    let bytes = |game: &Volley, seat| serde_json::to_vec(&*game.seen_by(seat)).unwrap();
                    assert_eq!(bytes(&game, Some(side.enemy())), bytes(&other, Some(side.enemy())));
                    assert_ne!(bytes(&game, Some(side)), bytes(&other, Some(side)), "its own side does know");
                    let text = String::from_utf8(bytes(&other, None)).unwrap();
                    assert!(!text.contains("A secret"), "a spectator knows least");
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 1000, "only {pairs} pairs were compared");
}

/// A refused answer leaves no trace, and says which rule refuses it.
#[test]
fn a_refused_answer_changes_nothing_and_cites() {
    let (battle, rules) = games::Setup::new(games::find("gilly").unwrap()).open::<Volley>().unwrap();
    let mut session = engine::Session::new(battle.begin(rules));
    let mut luck = Stream::new(Seed::from_number(9), 2);
    let mut refused = 0;
    let mut entries = 0;
    while let Some(waiting) = session.waiting() {
        let entry = match waiting {
            engine::Waiting::ForDice { pool, .. } => engine::Entry::Dice {
                faces: (0..pool.count).map(|_| luck.die(pool.sides)).collect(),
                typed: false,
            },
            engine::Waiting::ForAnswer(question) => {
                let question = question.clone();
                let before =
                    (engine::state_hash(session.game()), session.entries().len(), session.log().len());
                // The other side's units, made-up numbers, marches across the table.
                let wild = wild_answer(&mut luck);
                if session.game().check(&question, &wild).is_err() {
                    let mistake = session.put(engine::Entry::Answer(wild)).unwrap_err().to_string();
                    assert!(mistake.contains("(volley."), "no rule is named: {mistake}");
                    let after =
                        (engine::state_hash(session.game()), session.entries().len(), session.log().len());
                    assert_eq!(before, after);
                    refused += 1;
                }
                engine::Entry::Answer(session.game().sample(&question, &mut luck))
            }
            other => panic!("{other:?}"),
        };
        session.put(entry).unwrap();
        entries += 1;
        if entries > 600 {
            break;
        }
    }
    for told in session.log() {
        let event = &told.event;
        assert!(!event.cites().is_empty(), "{} cites nothing", session.game().sentence(event));
    }
    assert!(refused > 50, "only {refused} wild answers were refused");
}

fn wild_answer(luck: &mut Stream) -> Answer {
    use table::{Inches, Leg};
    use volley::{GeneralId, Order, UnitId, words::Formation};
    let unit = UnitId(luck.below(40) as u16);
    match luck.below(6) {
        0 => Answer::Order(Order::March { unit, legs: vec![Leg::Ahead(Inches(luck.word() as i32))] }),
        1 => Answer::Order(Order::Charge {
            unit,
            target: UnitId(luck.below(40) as u16),
            wheel: luck.word() as i32,
        }),
        2 => Answer::Order(Order::Form {
            unit,
            formation: Formation::WORDS[luck.below(7) as usize].1,
            facing: None,
        }),
        3 => Answer::Order(Order::Ride {
            general: GeneralId(luck.below(20) as u16),
            to: None,
            join: Some(unit),
        }),
        4 => Answer::Order(Order::Enter {
            unit,
            at: Some(luck.word() as i32),
            legs: vec![Leg::Back(Inches(-5))],
        }),
        _ => Answer::Unit(unit),
    }
}

/// What the files of a folder are called, with hyphens.
fn stems(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.extension().is_some_and(|found| found == extension));
    files.map(|path| path.file_stem().unwrap().to_str().unwrap().replace('_', "-")).collect()
}

/// The most files that lie beside each other in a folder of a game.
const BESIDE_EACH_OTHER: usize = 12;

/// Who looks for something in a folder reads its names at one glance.
#[test]
fn no_folder_of_a_game_is_longer_than_a_glance() {
    for game in games::Kind::ALL.into_iter().map(games::Kind::word) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("src");
        let mut beside: BTreeMap<PathBuf, usize> = BTreeMap::new();
        for file in rust_files(&source) {
            *beside.entry(file.parent().unwrap().to_owned()).or_default() += 1;
        }
        assert!(beside.len() > 5, "only {} folders of {game} were read", beside.len());
        for (folder, files) in beside {
            assert!(files <= BESIDE_EACH_OTHER, "{}: {files} files", folder.display());
        }
    }
}

/// Likewise, with those of the folders in it.
fn stems_under(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries.filter(|path| path.is_dir());
    let below = folders.flat_map(|folder| stems_under(&folder, extension));
    below.chain(stems(folder, extension)).collect()
}

/// The topics of a game that have numbers.
fn topics(root: &Path, game: &str) -> BTreeSet<String> {
    let mut topics = stems(&root.join("rulesets").join(game), "toml");
    // Lists of the whole game, no topics of the sheet.
    for list in ["ledger", "rulings"] {
        assert!(topics.remove(list), "rulesets/{game}/{list}.toml is missing");
    }
    topics
}

/// A topic is three files of one stem: the decision, its numbers, and how we know.
#[test]
fn every_topic_is_a_rule_a_chart_and_cases_of_one_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut read = 0;
    for kind in games::Kind::ALL {
        let game = kind.word();
        let topics = topics(&root, game);
        read += topics.len();
        let rules = stems_under(&root.join("crates").join(game).join("src/rules"), "rs");
        let missing: Vec<&String> = topics.difference(&rules).collect();
        assert!(missing.is_empty(), "{game}: numbers of {missing:?} without a file of rules");
        let cases = stems(&root.join("cases").join(game), "toml");
        let proved: BTreeSet<String> = cases.iter().map(|stem| topic_of(stem, &topics)).collect();
        assert_eq!(proved, topics, "{game}: every file of numbers has its cases, and the other way round");
        for topic in &topics {
            assert!(cases.contains(topic), "{game}: {topic} has parts and no file of its own");
        }
    }
    assert!(read >= 16, "only {read} topics were read");
}

/// The topic whose cases a file holds: `fire-houses` those of `fire` under house rules, `bombardment-bounce` a part of
/// `bombardment`. A file of another name is its own topic.
fn topic_of(stem: &str, topics: &BTreeSet<String>) -> String {
    let is_part =
        |topic: &&String| stem.strip_prefix(topic.as_str()).is_some_and(|rest| rest.starts_with('-'));
    let longest = topics.iter().filter(is_part).max_by_key(|topic| topic.len());
    let whole = topics.get(stem).or(longest);
    whole.map_or_else(|| stem.to_owned(), String::clone)
}

/// A number is proved where its topic is: each rule that has a row in a chart file is named by a case of the same stem, or of
/// a part of it.
#[test]
fn a_rule_with_a_number_has_a_case_of_its_own_topic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut read = 0;
    for kind in games::Kind::ALL {
        let game = kind.word();
        let topics = topics(&root, game);
        let written = stems(&root.join("cases").join(game), "toml");
        for stem in &topics {
            let path = root.join("rulesets").join(game).join(format!("{stem}.toml"));
            let of_topic = |case: &&String| topic_of(case, &topics) == *stem;
            let files: Vec<String> =
                written.iter().filter(of_topic).map(|case| format!("cases/{game}/{case}.toml")).collect();
            let proved: Vec<&str> = games::with!(kind, G => {
                let cases = engine::cases::Cases::<G>::embedded().unwrap();
                files.iter().flat_map(|file| cases.named_in(file)).collect()
            });
            let numbers: toml::Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
            for rule in rules_of(&toml::Value::Table(numbers)) {
                // A grid names its rules by a pattern: `volley.morale.{row}`.
                let fixed = rule.split('{').next().unwrap();
                let is_named = |named: &&str| *named == rule || (fixed != rule && named.starts_with(fixed));
                assert!(proved.iter().any(is_named), "{game}: no case of {files:?} names {rule}");
                read += 1;
            }
        }
    }
    assert!(read > 150, "only {read} rules with numbers were read");
}

/// Every `rule = "…"` in a chart file, however deep.
fn rules_of(value: &toml::Value) -> Vec<String> {
    match value {
        toml::Value::Table(table) => table
            .iter()
            .flat_map(|(key, value)| match value.as_str().filter(|_| key == "rule") {
                Some(rule) => vec![rule.to_owned()],
                None => rules_of(value),
            })
            .collect(),
        toml::Value::Array(list) => list.iter().flat_map(rules_of).collect(),
        _ => Vec::new(),
    }
}

/// A test that takes long is left out of `make test` and run by `make prove`.
#[test]
fn every_ignored_test_is_run_by_make_prove() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let makefile = std::fs::read_to_string(root.join("Makefile")).unwrap();
    let recipe = makefile.lines().skip_while(|line| !line.starts_with("prove:")).nth(1).unwrap();
    assert!(recipe.ends_with("--test all --quiet -- --ignored"), "{recipe}");
    let words: Vec<&str> = recipe.split_whitespace().collect();
    let proved: Vec<&str> =
        words.windows(2).filter(|pair| pair[0] == "--package").map(|pair| pair[1]).collect();
    let mark = concat!("#[", "ignore");
    let mut ignored = BTreeSet::new();
    for folder in ["crates", "examples"] {
        for package in std::fs::read_dir(root.join(folder)).unwrap() {
            let package = package.unwrap();
            let places = ["src", "tests"].map(|place| package.path().join(place));
            for file in places.iter().filter(|place| place.is_dir()).flat_map(|place| rust_files(place)) {
                if std::fs::read_to_string(&file).unwrap().contains(mark) {
                    let is_of_all = file.starts_with(package.path().join("tests/all"));
                    assert!(is_of_all, "{}: `--test all` has it not", file.display());
                    ignored.insert(package.file_name().into_string().unwrap());
                }
            }
        }
    }
    let proved: BTreeSet<String> = proved.into_iter().map(str::to_owned).collect();
    assert_eq!(ignored, proved, "packages with ignored tests, and those that `make prove` names");
}

/// Libraries are compiled once, without tests of their own: one that stood in `src` would never run.
#[test]
fn no_test_stands_where_none_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut read = 0;
    for folder in ["crates", "examples"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let package = entry.unwrap().path();
            let about = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
            let about: toml::Table = about.parse().unwrap();
            let is_tested = about.get("lib").and_then(|lib| lib.get("test")?.as_bool()).unwrap_or(true);
            if !is_tested {
                for file in rust_files(&package.join("src")) {
                    let text = std::fs::read_to_string(&file).unwrap();
                    // One file writes tests for those who ask it to, within a macro.
                    let has_test = text.lines().any(|line| line.starts_with("#[test]"));
                    let has_tests = has_test || text.contains("#[cfg(test)]");
                    assert!(!has_tests, "{} has a test of its own", file.display());
                    read += 1;
                }
            }
        }
    }
    assert!(read > 500, "only {read} files were read");
}

/// No distance stands in a game's code but those of `docs/numbers-in-code.md`, each with its reason there.
#[test]
fn every_distance_in_the_code_is_listed_with_its_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = std::fs::read_to_string(root.join("docs/numbers-in-code.md")).unwrap();
    let listed: BTreeSet<(String, String)> = list
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, file, number, reason, _] = cells[..] else { return None };
            (file.ends_with(".rs") && !reason.is_empty()).then(|| (file.to_owned(), number.to_owned()))
        })
        .collect();
    let mut found = BTreeSet::new();
    for kind in games::Kind::ALL {
        for folder in ["rules", "state"] {
            let folder = root.join("crates").join(kind.word()).join("src").join(folder);
            for file in rust_files(&folder) {
                let text = std::fs::read_to_string(&file).unwrap();
                let name = file.strip_prefix(root.join("crates")).unwrap().to_str().unwrap().to_owned();
                for kind in ["whole", "mils"] {
                    for after in text.split(&format!("Inches::{kind}(")).skip(1) {
                        let number = after.split(')').next().unwrap().replace('_', "");
                        if number.parse::<i32>().is_ok_and(|number| number != 0) {
                            found.insert((name.clone(), format!("{kind} {number}")));
                        }
                    }
                }
            }
        }
    }
    let unlisted: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(unlisted.is_empty(), "not in docs/numbers-in-code.md: {unlisted:?}");
    assert!(gone.is_empty(), "in docs/numbers-in-code.md, but no longer in the code: {gone:?}");
}
