//! Wrong inputs: each gets one sentence that says what, where and what was expected, and the exit code is 2.

use crate::support::{Folder, Ran};
use engine::Entry;
use engine::record::Record;
use std::fmt::Write as _;
use std::process::Stdio;

/// Collects what was not said as expected. An expected sentence that ends in `…` is the beginning of the one wanted.
#[derive(Default)]
struct Said {
    wrong: String,
    checked: usize,
}

impl Said {
    fn check(&mut self, what: &str, ran: &Ran, expected: &str) {
        self.checked += 1;
        let err = ran.err.strip_suffix('\n').unwrap_or(&ran.err);
        let fits = match expected.strip_suffix('…') {
            Some(beginning) => err.starts_with(beginning),
            None => err == expected,
        };
        if !fits || err.contains('\n') || ran.code != Some(2) || !ran.out.is_empty() {
            let _ = writeln!(
                self.wrong,
                "{what}\n  exit code {:?}, {} bytes on standard output\n     found {err}\n  expected {expected}",
                ran.code,
                ran.out.len()
            );
        }
    }

    #[track_caller]
    fn done(&self, least: usize) {
        assert!(self.wrong.is_empty(), "\n{}", self.wrong);
        assert!(self.checked >= least, "{} checked", self.checked);
    }
}

#[test]
fn on_the_command_line() {
    let folder = Folder::new("wrong-command-line");
    std::fs::create_dir_all(folder.path().join("gilly")).unwrap();
    folder.write("gilly/battle.toml", "");
    folder.write("club.toml", "sheet = \"br8\"\n");
    folder.write("notes.txt", "not a record\n");
    folder.write("text.toml", b"name = \"a\"\nname = \"\xff\"\n");
    folder.write("empty.toml", "");
    let mut said = Said::default();
    for (line, expected) in COMMAND_LINES {
        said.check(&format!("grognard {line}"), &folder.run(line), expected);
    }
    said.done(60);
    assert_eq!(folder.read("notes.txt"), "not a record\n");
    assert!(!folder.path().join("new.jsonl").exists(), "nothing is half done");
}

const COMMAND_LINES: &[(&str, &str)] = &[
    // Commands and options.
    ("", "command line: found no command, expected one (grognard --help lists them)"),
    (
        "plya gilly",
        "command line: found \"plya\", expected a command (grognard --help lists them); did you mean \"play\"?",
    ),
    ("attack", "command line: found \"attack\", expected a command (grognard --help lists them)"),
    ("rules", "command line: found no command, expected one (grognard --help lists them)"),
    (
        "rules shwo br8",
        "command line: found \"shwo\", expected a command (grognard --help lists them); did you mean \"show\"?",
    ),
    (
        "--verson",
        "command line: found \"--verson\", expected an option of this command; did you mean \"--version\"?",
    ),
    (
        "battles --jsn",
        "command line: found \"--jsn\", expected an option of this command; did you mean \"--json\"?",
    ),
    ("battles gilly", "command line: found \"gilly\", expected no more words here"),
    (
        "completions bsh",
        "command line: SHELL: found \"bsh\", expected one of bash, elvish, fish, powershell, zsh; did you mean \"bash\"?",
    ),
    ("completions", "command line: found nothing, expected SHELL"),
    ("ledger all", "command line: found \"all\", expected no more words here"),
    // Playing.
    ("play", "command line: found nothing, expected BATTLE"),
    (
        "play gily",
        "gily: found no such battle, expected one of barrosa-wheatley, baumersdorf, gilly, hassenhausen-at-eight, \
         teugn-outposts, leubnitz, poserna-in-august, salamanca-pakenham, teugn-hausen, vitoria, wagram-davout; did you mean \"gilly\"?",
    ),
    ("play nowhere/battle.toml", "nowhere/battle.toml: found no such file, expected a battle"),
    ("play clbu.toml", "clbu.toml: found no such file, expected a battle; did you mean \"club.toml\"?"),
    ("play ./gilly", "./gilly: found a directory, expected a battle; did you mean \"./gilly/battle.toml\"?"),
    ("play club.toml", "club.toml:1: found a house patch, expected a battle"),
    ("play text.toml", "text.toml:2: found bytes that are no text, expected a battle in UTF-8"),
    (
        "play gilly --log ful",
        "command line: --log: found \"ful\", expected one of short, full, json; did you mean \"full\"?",
    ),
    (
        "play gilly --frnch captain",
        "command line: found \"--frnch\", expected an option of this command; did you mean \"--french\"?",
    ),
    (
        "play gilly --french capten",
        "command line: --french: found \"capten\", expected one of recruit, captain, marshal; did you mean \"captain\"?",
    ),
    (
        "play gilly --french",
        "command line: --french: found no value, expected one of recruit, captain, marshal",
    ),
    (
        "play gilly --austrian captain",
        "command line: --austrian: found a nation that is not in gilly, expected --french, --prussian or --allied; \
         did you mean \"--prussian\"?",
    ),
    (
        "play gilly --prussian captain --allied recruit",
        "command line: --prussian: found --allied as well, expected only one of them",
    ),
    ("play gilly --seed seven", "command line: --seed: found \"seven\", expected a whole number, such as 7"),
    ("play gilly --seed -3", "command line: --seed: found \"-3\", expected a whole number, such as 7"),
    ("play gilly --seed 1 --seed 2", "command line: --seed: found it twice, expected only one of them"),
    ("play gilly --turns 0", "command line: --turns: found \"0\", expected a whole number from 1 to 1000"),
    ("play gilly leubnitz", "command line: found \"leubnitz\", expected no more words here"),
    ("play gilly --house nix.toml", "nix.toml: found no such file, expected a house patch"),
    (
        "play gilly --house gilly",
        "gilly: found a directory, expected a house patch; did you mean \"gilly/battle.toml\"?",
    ),
    (
        "play gilly --house club.toml --record new.jsonl",
        "club.toml:1:9: sheet: found \"br8\", expected \"p7\", the sheet of the battle",
    ),
    (
        "play gilly --record gilly",
        "command line: --record: found the directory gilly, expected the name of a file",
    ),
    (
        "play gilly --record nowhere/new.jsonl",
        "command line: --record: found nowhere/new.jsonl in no directory that is there, expected the name of a file in one that is",
    ),
    (
        "play gilly --record notes.txt",
        "command line: --record: found notes.txt, which is there and is no record, expected a new name, or a record to replace",
    ),
    // Replaying and checking.
    ("replay", "command line: found nothing, expected FILE"),
    ("replay nix.jsonl", "nix.jsonl: found no such file, expected a record"),
    ("replay gilly", "gilly: found a directory, expected a record; did you mean \"gilly/battle.toml\"?"),
    ("replay club.toml", "club.toml:1: found a house patch, expected a record"),
    ("replay notes.txt", "notes.txt:1: found \"not a record\", expected a line that ends in its sum"),
    ("replay empty.toml", "empty.toml:1: found nothing, expected the header of a record"),
    ("replay notes.txt --to x", "command line: --to: found \"x\", expected a whole number, such as 7"),
    (
        "replay notes.txt --log full --json",
        "command line: --log: found --json as well, expected only one of them",
    ),
    ("replay notes.txt --verify=3", "command line: --verify: found \"3\", expected no value here"),
    ("check", "command line: found nothing, expected FILES"),
    ("check nix.toml", "nix.toml: found no such file, expected a battle, a house patch or a record"),
    (
        "check gilly",
        "gilly: found a directory, expected a battle, a house patch or a record; did you mean \"gilly/battle.toml\"?",
    ),
    (
        "check empty.toml",
        "empty.toml:1:1: found neither units nor house rules, expected a battle, a house patch or a record",
    ),
    (
        "check text.toml",
        "text.toml:2: found bytes that are no text, expected a battle, a house patch or a record in UTF-8",
    ),
    // Rules, charts, odds, matches.
    ("rules show", "command line: found nothing, expected SHEET"),
    (
        "rules show br9",
        "command line: SHEET: found \"br9\", expected one of a15, p7, br8, orders, empire; did you mean \"br8\"?",
    ),
    (
        "rules show p7 --house club.toml",
        "club.toml: sheet: found \"br8\", expected \"p7\", the sheet asked for",
    ),
    ("rules diff", "command line: found nothing, expected PATCH"),
    ("rules diff notes.txt", "notes.txt:1:5: found…"),
    (
        "charts br7",
        "command line: SHEET: found \"br7\", expected one of a15, p7, br8, orders, empire; did you mean \"br8\"?",
    ),
    ("resolve br8", "command line: found nothing, expected CHART"),
    (
        "resolve br8 artilery-fire",
        "command line: CHART: found \"artilery-fire\", expected one of sequence, reserves, artillery-fire,…",
    ),
    (
        "resolve br8 artillery-fire target=column",
        "command line: chart artillery-fire needs range: band of the artillery stick",
    ),
    (
        "resolve br8 artillery-fire range=close target=column crwe=4",
        "command line: chart artillery-fire has no fact \"crwe\"; did you mean \"crew\"?",
    ),
    (
        "resolve br8 artillery-fire range=clsoe target=column",
        "command line: fact range: found \"clsoe\", expected one of close, middle, long; did you mean \"close\"?",
    ),
    (
        "resolve br8 artillery-fire range=close target=column crew=0",
        "command line: fact crew: found \"0\", expected a number from 1 to 60",
    ),
    (
        "resolve br8 artillery-fire range",
        "command line: KEY=VALUE: found \"range\", expected key=value, such as range=close",
    ),
    (
        "resolve br8 artillery-fire range=close range=long target=line",
        "command line: fact range is given twice",
    ),
    (
        "resolve br8 artillery-fire range=close target=line --dice 1,2",
        "command line: --dice: found 2 faces, expected 4 or more: the chart throws 4d6",
    ),
    (
        "resolve br8 artillery-fire range=close target=line --dice 1,2,3,4,5",
        "command line: --dice: found 5 faces, expected 4: the chart throws 4d6",
    ),
    (
        "resolve br8 stand nation=british grade=veteran formation=line cavalry=yes --dice 6",
        "command line: --dice: found 1 face, expected 2 or more: the chart throws d6, then d6",
    ),
    (
        "resolve p7 stand nation=prussian grade=veteran arm=cavalry --dice 6",
        "command line: --dice: found 1 face, expected none: the chart throws no dice here",
    ),
    (
        "resolve a15 shooting figures=4 target=square side=opponent",
        "command line: chart shooting: Austrian infantry has no square on this sheet, only column, line and masse \
         (volley.house.formation.list)",
    ),
    (
        "resolve orders charge charger-arm=foot-artillery charger-troop=seasoned target-troop=seasoned",
        "command line: fact charger-arm: found \"foot-artillery\", expected one of infantry, light-cavalry, heavy-cavalry",
    ),
    (
        "resolve br8 artillery-fire range=close target=line --dice 1,2,3,7",
        "command line: --dice: found 7, expected a face from 1 to 6",
    ),
    (
        "resolve br8 evade --dice 1;2",
        "command line: --dice: found \"1;2\", expected faces with commas between, such as 3,6,1",
    ),
    (
        "resolve br8 evade --dice 1,2 --seed 3",
        "command line: --dice: found --seed as well, expected only one of them",
    ),
    (
        "match gilly --games 0",
        "command line: --games: found \"0\", expected a whole number from 1 to 10000000",
    ),
    (
        "match gilly --british captain",
        "command line: --british: found a nation that is not in gilly, expected…",
    ),
];

#[test]
fn in_battle_files() {
    let folder = Folder::new("wrong-battles");
    let text = games::find("gilly").unwrap().source.text;
    let mut said = Said::default();
    for (was, is, expected) in BATTLES {
        assert!(text.contains(was), "{was}");
        folder.write("b.toml", text.replacen(was, is, 1));
        said.check(&format!("play: {was:?} became {is:?}"), &folder.run("play b.toml"), expected);
        said.check(&format!("check: {was:?} became {is:?}"), &folder.run("check b.toml"), expected);
    }
    said.done(20);
}

const BATTLES: &[(&str, &str, &str)] = &[
    (
        "sheet = \"p7\"",
        "sheet = \"p8\"",
        "b.toml:3:9: sheet: found \"p8\", expected one of a15, p7, br8; did you mean \"p7\"?",
    ),
    (
        "grade = \"veteran\"",
        "grade = \"vetran\"",
        "b.toml:96:9: unit[0].grade: found \"vetran\", expected one of elite, veteran, conscript; did you mean \"veteran\"?",
    ),
    (
        "figures = 12",
        "figures = 0",
        "b.toml:98:11: unit[0].figures: found 0, expected a whole number from 1 to 60",
    ),
    (
        "at = [26, 14]",
        "at = [126, 14]",
        "b.toml:100:6: unit[0].at: found \"1/15e légère\" (column, 2.25\" by 3\") at [126, 14], expected it whole on the \
         table of 72\" by 48\"",
    ),
    (
        "at = [26, 14]",
        "at = [34, 14]",
        "b.toml:111:6: unit[1].at: found \"1/23e ligne\" (column, 2.25\" by 3\") on the ground of \"1/15e légère\" (column, \
         2.25\" by 3\"), expected every unit on ground of its own",
    ),
    (
        "length = 8",
        "lenght = 8",
        "b.toml:7:1: lenght: found an unknown key, expected one of name, game, sheet, kind, date, summary, length, \
         history, hint, table, terrain, edges, unit, reserve, general, victory; did you mean \"length\"?",
    ),
    (
        "length = 8",
        "length = \"eight\"",
        "b.toml:7:10: length: found \"eight\", expected a whole number from 1 to 60",
    ),
    (
        "type = \"dragoons\"",
        "type = \"dragons\"",
        "b.toml:155:8: unit[5].type: found \"dragons\", expected one of cuirassiers, carabiniers, dragoons,…",
    ),
    (
        "worth = 1",
        "worth = ",
        "b.toml:287:9: found nothing that is a value, expected a number, true, false, or text in quotation marks",
    ),
    (
        "side = \"french\"",
        "side = \"austrian\"",
        "b.toml:66:8: general[0].side: found \"austrian\", expected french or prussian, the sides of p7; did you mean \
         \"prussian\"?",
    ),
    (
        "commands = \"Dragoons\"",
        "commands = \"Dragons\"",
        "b.toml:74:12: general[1].commands: found \"Dragons\", expected the brigade of some unit of his side; did you \
         mean \"Dragoons\"?",
    ),
];

#[test]
fn in_house_patches() {
    let folder = Folder::new("wrong-patches");
    let mut said = Said::default();
    for (text, expected) in PATCHES {
        folder.write("p.toml", text);
        said.check(&format!("rules diff: {text:?}"), &folder.run("rules diff p.toml"), expected);
        said.check(&format!("play --house: {text:?}"), &folder.run("play gilly --house p.toml"), expected);
    }
    said.done(20);
}

const PATCHES: &[(&str, &str)] = &[
    ("", "p.toml:1:1: sheet: found nothing, expected one of a15, p7, br8, orders, empire"),
    (
        "sheet = \"b8\"",
        "p.toml:1:9: sheet: found \"b8\", expected one of a15, p7, br8, orders, empire; did you mean \"br8\"?",
    ),
    ("sheet = 7", "p.toml:1:9: sheet: found 7, expected one of a15, p7, br8, orders, empire"),
    ("sheet = \"p7", "p.toml:1:12: found invalid basic string, expected `\"`"),
    (
        "sheet = \"p7\"\nruling = 3",
        "p.toml:2:1: ruling: found an unknown key, expected one of sheet, name, off, rulings, charts; did you mean \
         \"rulings\"?",
    ),
    (
        "sheet = \"p7\"\noff = [\"volley.seq.drinking\"]",
        "p.toml:2:8: off[0]: found \"volley.seq.drinking\", expected a rule of the sheet p7",
    ),
    (
        "sheet = \"p7\"\n[rulings]\n\"volley.house.general.casulty\" = 5",
        "p.toml:3:34: rulings.\"volley.house.general.casulty\": found \"volley.house.general.casulty\", expected a ruling \
         id of the game; did you mean \"volley.house.general.casualty\"?",
    ),
    (
        "sheet = \"p7\"\n[rulings]\n\"volley.house.general.casualty\" = 50",
        "p.toml:3:35: rulings.\"volley.house.general.casualty\": found 50, expected a whole number from 2 to 7",
    ),
    (
        "sheet = \"p7\"\n[rulings]\n\"volley.house.morale.die\" = \"d20\"",
        "p.toml:3:29: rulings.\"volley.house.morale.die\": found \"d20\", expected one of d6, natural-one-passes",
    ),
    (
        "sheet = \"p7\"\n[charts.\"volley.p1.fire.to-hit.column\"]\nneed = 7",
        "p.toml:3:8: charts.\"volley.p1.fire.to-hit.column\".need: found 7, expected a whole number from 2 to 6",
    ),
    (
        "sheet = \"p7\"\n[charts.\"volley.p1.fire.to-hit.column\"]\nneeds = 3",
        "p.toml:3:1: charts.\"volley.p1.fire.to-hit.column\".needs: found an unknown key, expected one of when, need; did \
         you mean \"need\"?",
    ),
    (
        "sheet = \"p7\"\n[charts.\"volley.p1.fire.to-hit.colum\"]\nneed = 3",
        "p.toml:2:1: charts.\"volley.p1.fire.to-hit.colum\": found \"volley.p1.fire.to-hit.colum\", expected a rule id of \
         the ledger; did you mean \"volley.p1.fire.to-hit.column\"?",
    ),
];

#[test]
fn in_records() {
    let folder = Folder::new("wrong-records");
    folder.run("play gilly --seed 1 --french recruit --allied recruit --turns 3 --record r.jsonl").ok();
    let text = folder.read("r.jsonl");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let last = lines.len();
    let dice = lines.iter().position(|line| line.contains("\"dice\"")).unwrap();
    let joined = |parts: &[&[&str]]| parts.concat().concat();
    let mut said = Said::default();
    let mut check = |what: &str, damaged: &str, expected: String| {
        folder.write("d.jsonl", damaged);
        said.check(&format!("replay --verify: {what}"), &folder.run("replay d.jsonl --verify"), &expected);
        said.check(&format!("check: {what}"), &folder.run("check d.jsonl"), &expected);
    };

    let changed = lines[dice].replacen("\"faces\":[", "\"faces\":[6,", 1);
    check(
        "a die more",
        &joined(&[&lines[..dice], &[&changed], &lines[dice + 1..]]),
        format!("d.jsonl:{}: found the sum…", dice + 1),
    );
    check("a line left out", &joined(&[&lines[..5], &lines[6..]]), "d.jsonl:6: found …".to_owned());
    check("a line doubled", &joined(&[&lines[..2], &lines[1..]]), "d.jsonl:3: found a step numbered 1, expected number 2: a line was changed, left out, doubled or moved".to_owned());
    check("the header left out", &joined(&[&lines[..1], &[lines[0]], &lines[1..]]), "d.jsonl:2: found a second header, expected an entry, a step or the end: a line was changed, left out, doubled or moved".to_owned());
    check("half a line", &text[..text.len() - 20], format!("d.jsonl:{last}: found…"));
    check(
        "something else",
        "{}\n",
        "d.jsonl:1: found \"{}\", expected a line that ends in its sum".to_owned(),
    );
    check(
        "another battle",
        &text.replacen("length = 8", "length = 9", 1),
        "d.jsonl:1: found the sum…".to_owned(),
    );
    check(
        "an empty line",
        &format!("{text}\n"),
        format!("d.jsonl:{}: found an empty line, expected a line that ends in its sum", last + 1),
    );

    // Sums put right again do not help: the game is played and the seed known.
    let read = || Record::<<games::Volley as engine::Game>::Answer>::read("r", &text).unwrap();
    let mut record = read();
    let faces = record.entries.iter_mut().find_map(|entry| match entry {
        Entry::Dice { faces, .. } => Some(faces),
        Entry::Answer(_) | Entry::Seen(_) | Entry::Note(_) | Entry::Concedes(_) => None,
    });
    let faces = faces.unwrap();
    faces[0] = faces[0] % 6 + 1;
    check("other dice", &record.write(), format!("d.jsonl:{}: entry …", dice + 1));
    let mut record = read();
    record.steps[6].1 = record.steps[5].1.clone();
    check("another hash", &record.write(), "d.jsonl:…".to_owned());
    let mut record = read();
    record.header.rules.hash = "0".repeat(64);
    check(
        "other rules",
        &record.write(),
        "d.jsonl:1: found a game played by other rules than these:…".to_owned(),
    );
    let mut record = read();
    record.header.grognard = 3;
    check(
        "another version",
        &record.write(),
        "d.jsonl:1: found a record of version 3, expected version 1 or 2".to_owned(),
    );
    said.done(20);

    let steps = read().steps.len();
    let mut said = Said::default();
    said.check(
        "replay --to",
        &folder.run("replay r.jsonl --to 99999"),
        &format!("r.jsonl:{last}: found {steps} finished steps, expected at least 99999"),
    );
    said.done(1);
}

#[test]
fn every_fault_of_every_file_is_named() {
    let folder = Folder::new("wrong-many");
    let text = games::find("gilly").unwrap().source.text;
    folder.write("good.toml", &*text);
    folder.write("bad.toml", text.replace("grade = \"veteran\"", "grade = \"vetran\""));
    folder.write("worse.toml", "sheet = \"p7\"\noff = 3\nname = 4\n");
    let ran = folder.run("check good.toml bad.toml worse.toml nix.toml");
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.out, "good.toml: ok (battle, p7, 6 against 6 units)\n");
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("bad.toml:")).count(), 11, "{}", ran.err);
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("worse.toml:")).count(), 2, "{}", ran.err);
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("nix.toml:")).count(), 1, "{}", ran.err);

    let ran = folder.run("check good.toml worse.toml --json");
    assert_eq!(ran.code, Some(2));
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&json[0]["ok"], &json[1]["ok"]), (&true.into(), &false.into()));
    assert_eq!(json[1]["faults"].as_array().unwrap().len(), 2);
}

#[test]
fn a_reader_who_has_gone_is_no_panic() {
    let folder = Folder::new("wrong-pipe");
    for line in
        [&["rules", "show", "br8"][..], &["play", "teugn-hausen", "--seed", "1", "--record", "r.jsonl"]]
    {
        let mut child =
            folder.command().args(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line:?}");
    }
    // The battle was to be kept, and is.
    assert!(folder.run("replay r.jsonl --verify").ok().starts_with("verified: "));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let folder = Folder::new("wrong-full");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = Ran::of(folder.command().arg("battles").stdout(full).output().unwrap());
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.err, "standard output: could not be written (no space left on device)\n");
}
