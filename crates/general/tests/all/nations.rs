//! A captain knows no nation: what one may do that another may not is for the rules to say. Nor does he say a rule again, as
//! far as that can be looked for: he reads no number of a chart, and asks a function of the rules in its place.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn no_nation_is_named_in_a_captain() {
    let named = volley::words::Nation::NAMES.iter().chain(orders::words::Nation::NAMES);
    let nations = named.filter(|nation| **nation != "other");
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 20, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            // One of the two sides has the name of a nation, and so has its seat.
            let line = line.replace("Side::French", "").replace("french", "").to_lowercase();
            for nation in nations.clone() {
                let is_word = |part: &str| part == *nation || part.strip_suffix('s') == Some(nation);
                let named = line.split(|c: char| !c.is_alphanumeric()).any(is_word);
                assert!(!named, "{}:{}: {nation}", file.display(), n + 1);
            }
        }
    }
}

/// What the captain of empire has written out before, and whom he asks instead.
const ASKED: &[(&str, &str)] = &[
    (".radius", "verdict::is_at says who is on ground"),
    (".worth.", "verdict::lead says who is ahead"),
    ("Place::Lost", "verdict::lead counts guns taken"),
    ("* 100 /", "UnitTest::with_lost says what losses are to a test"),
    ("house!(", "a ruling is for the rules"),
    ("rule!(", "a rule is for the rules"),
];
/// How far a weapon carries is what the chart itself answers.
const ANSWERS: &[&str] = &["rules.shared.ends("];

#[test]
fn the_captain_of_empire_says_no_rule_again() {
    let topics = empire::topics::TOPICS.iter().map(|topic| topic.file.replace('-', "_"));
    let charts: Vec<String> =
        topics.chain(["shared".to_owned()]).map(|topic| format!("rules.{topic}.")).collect();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![source.join("empire.rs")];
    sources(&source.join("empire"), &mut files);
    assert!(files.len() > 9, "{}", files.len());
    for file in files {
        let code = squeezed(&std::fs::read_to_string(&file).unwrap());
        let at = |found: usize| format!("{}: …{}…", file.display(), around(&code, found));
        for (written, instead) in ASKED {
            if let Some(found) = code.find(&squeezed(written)) {
                panic!("{}: `{written}`: {instead}", at(found));
            }
        }
        for chart in &charts {
            for (found, _) in code.match_indices(chart.as_str()) {
                let is_answer = ANSWERS.iter().any(|answer| code[found..].starts_with(answer));
                assert!(is_answer, "{}: a number of `{chart}`", at(found));
            }
        }
    }
}

/// Code without comments and blanks, so that it reads alike however its lines are broken.
fn squeezed(text: &str) -> String {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(str::chars).filter(|letter| !letter.is_whitespace()).collect()
}

/// Some of the code before and behind a place.
fn around(code: &str, found: usize) -> String {
    let from = code[..found].char_indices().rev().nth(30).map_or(0, |(at, _)| at);
    code[from..].chars().take(70).collect()
}
