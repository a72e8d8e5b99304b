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
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/empire"), &mut files);
    assert!(files.len() > 8, "{}", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            let at = || format!("{}:{}", file.display(), n + 1);
            for (written, instead) in ASKED {
                assert!(!line.contains(written), "{}: `{written}`: {instead}", at());
            }
            let is_answer = ANSWERS.iter().any(|answer| line.contains(answer));
            for chart in charts.iter().filter(|_| !is_answer) {
                assert!(!line.contains(chart.as_str()), "{}: a number of `{chart}`", at());
            }
        }
    }
}
