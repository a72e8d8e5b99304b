//! Every rule of the ledger has a case that holds, and that fails when the rule is taken out.
//!
//! The files are read from the disk, so that this program, once built, serves while cases are being written:
//! `FILE=charge` reads that file alone, `CASE` keeps the cases with that in their name, `RULE` the rules that begin with that.
//! `CASE=… STORY=1` prints what goes on in a case (`OFF=rule` without that rule).
//! `RULE=volley.p1 EXPLAIN=1` prints what each case says when its rule is gone.

use rulebook::Source;
use volley::RULES;
use volley::situation::Cases;

fn sources() -> std::io::Result<Vec<Source>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/volley");
    let mut sources = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let path = file?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_left_out = std::env::var("FILE").is_ok_and(|only| only != stem);
        if path.extension().is_some_and(|end| end == "toml") && !is_left_out {
            sources.push(Source::new(format!("cases/volley/{stem}.toml"), std::fs::read_to_string(&path)?));
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sources)
}

fn cases() -> Cases {
    let sources = sources().unwrap_or_else(|error| panic!("{error}"));
    let mut cases = Cases::read(&sources).unwrap_or_else(|faults| panic!("{faults}"));
    if let Ok(part) = std::env::var("CASE") {
        cases.keep(&part);
    }
    cases
}

fn prefix() -> String {
    std::env::var("RULE").unwrap_or_default()
}

#[test]
fn every_case_holds_and_every_rule_has_one() {
    let cases = cases();
    if std::env::var("STORY").is_ok() {
        println!("{}", cases.stories(std::env::var("OFF").ok().as_deref()).join("\n"));
    }
    let report = cases.run();
    let missing: Vec<_> = report.missing.iter().filter(|rule| rule.starts_with(&prefix())).collect();
    println!("{} of {} rules work in {} cases", report.working, report.rules, report.cases);
    if std::env::var("CASE").is_err() {
        println!("without a case that holds on every sheet: {missing:#?}");
    }
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
    assert!(missing.is_empty() || std::env::var("CASE").is_ok(), "{} rules have no case", missing.len());
}

#[test]
fn every_rule_taken_out_fails_a_case() {
    let cases = cases();
    let rules = RULES.iter().filter(|rule| rule.starts_with(&prefix()));
    let mut unnoticed = Vec::new();
    for rule in rules {
        if std::env::var("EXPLAIN").is_ok() {
            println!("{rule}\n  {}", cases.explain(rule).join("\n  "));
        }
        unnoticed.extend(cases.without(rule).err());
    }
    assert!(
        unnoticed.is_empty() || std::env::var("CASE").is_ok(),
        "{} rules:\n{}",
        unnoticed.len(),
        unnoticed.join("\n")
    );
}

/// What a case of its own file says, on one sheet.
#[track_caller]
fn check(case: &str, expected: &str) {
    let text = format!(
        "[[case]]\nname = \"x\"\nrules = []\nsheets = [\"p7\"]\nphase = \"french-move\"\nuntil = \"phase\"\n\
         units = [{{ name = \"A\", at = [36, 10] }}, {{ name = \"B\", side = \"opponent\", at = [36, 30] }}]\n{case}"
    );
    let found = match Cases::read(&[Source::new("x.toml", text)]) {
        Ok(cases) => cases.run().failures.join("\n"),
        Err(faults) => faults.to_string(),
    };
    assert_eq!(found, expected);
}

#[test]
fn a_case_that_does_not_hold_says_why() {
    let at = "x.toml:2: \"x\" on p7: ";
    check("say = [\"march A ahead 8\"]\nexpect = { A = { at = [36, 18] } }", "");
    check(
        "say = [\"march A ahead 8\"]\nexpect = { A = { at = [36, 17] } }",
        &format!("{at}A should be at 36\", 17\", and is at Some(Point {{ x: 36000, y: 18000 }})"),
    );
    check(
        "say = [\"march A ahead 9\"]\nexpect = { A = { moved = true } }",
        &format!(
            "{at}\"march A ahead 9\" is refused: A would move 9\", and 8\" is the most there. (volley.move.rate.french.column); \
             A moved: expected true, found false"
        ),
    );
    check(
        "say = [\"press: yes\"]\nexpect = { A = { moved = false } }",
        &format!("{at}nothing was asked that \"press: yes\" answers"),
    );
    check("dice = [1]\nexpect = { A = { moved = false } }", &format!("{at}dice left over: [One(1)]"));
    check(
        "expect = { events = [\"B moves\"] }",
        &format!(
            "{at}\"B moves\" never happened (or not in that order) among [\"Phase 3 · French move, Prussian shoot\"]"
        ),
    );
}

#[test]
fn a_wrong_case_is_located() {
    check(
        "say = [\"march C ahead 8\"]\nexpect = { refused = \"y\" }",
        "x.toml:8:8: case[0].say[0]: found \"march C ahead 8\", expected a unit of the case, not \"C\"",
    );
    check(
        "say = [\"peace: yes\"]\nexpect = { refused = \"y\" }",
        "x.toml:8:8: case[0].say[0]: found \"peace: yes\", expected a question (deploy, adjust, target, retire, order, shoot, test, stand, roll-for-square, press, form-line, supporter, melee, opponent, free-change, recall) before the colon",
    );
    check(
        "expect = {}",
        "x.toml:8:10: case[0].expect.refused: found nothing expected, expected something that must come of it",
    );
}

#[test]
fn the_cases_built_in_are_those_on_the_disk() {
    if std::env::var("FILE").is_err() && std::env::var("CASE").is_err() {
        assert_eq!(volley::situation::run_all().cases, cases().run().cases);
    }
}
