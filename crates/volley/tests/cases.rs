//! Every rule of the ledger has a case that holds, and that fails when the rule is taken out.
//!
//! The files are read from the disk, so that this program, once built, serves while cases are being written:
//! `FILE=charge` reads that file alone, `CASE` keeps the cases with that in their name, `RULE` the rules that begin with that.
//! `CASE=… STORY=1` prints what goes on in a case (`OFF=rule` without that rule).
//! `RULE=volley.p1 EXPLAIN=1` prints what each case says when its rule is gone.

use rulebook::Source;
use volley::RULES;
use volley::situation::Cases;

fn cases() -> Cases {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/volley");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    names.sort();
    if let Ok(only) = std::env::var("FILE") {
        names.retain(|path| path.file_stem().is_some_and(|stem| *stem == *only));
    }
    let sources: Vec<Source> = names
        .iter()
        .map(|path| {
            let name = format!("cases/volley/{}", path.file_name().unwrap().to_string_lossy());
            Source::new(name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
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
    assert!(unnoticed.is_empty() || std::env::var("CASE").is_ok(), "{} rules:\n{}", unnoticed.len(), unnoticed.join("\n"));
}
