//! Every rule of the ledger has a case that holds, and that fails when the rule is taken out.

use engine::Questions as _;
use engine::cases::Cases;
use rulebook::Source;
use volley::{Question, Volley};

engine::prove_cases!(
    Volley,
    // On A15 the ruling a15.loss2-distance stands in for the printed distance.
    unread: ["volley.loss.fail12.form-line-second on a15: inches = 2\""]
);

/// What a case of its own file says, on one sheet.
#[track_caller]
fn check(case: &str, expected: &str) {
    let text = format!(
        "[[case]]\nname = \"x\"\nrules = []\nsheets = [\"p7\"]\nphase = \"french-move\"\nuntil = \"phase\"\n\
         units = [{{ name = \"A\", at = [36, 10] }}, {{ name = \"B\", side = \"opponent\", at = [36, 30] }}]\n{case}"
    );
    let found = match Cases::<Volley>::read(&[Source::new("x.toml", text)]) {
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

/// Some charts have rows that take nothing: that one was read shows only in what the event rests on. And what a question does not
/// offer no line can choose.
#[test]
fn a_case_looks_at_what_an_event_rests_on_and_at_what_is_offered() {
    let at = "x.toml:2: \"x\" on p7: ";
    let march = "say = [\"march A ahead 8\"]";
    check(&format!("{march}\nexpect = {{ cites = [\"volley.move.rate.french.column\"] }}"), "");
    check(
        &format!("{march}\nexpect = {{ cites = [\"volley.move.rate.french.line\"] }}"),
        &format!("{at}nothing that happened rests on volley.move.rate.french.line"),
    );
    check(
        "expect = { cites = true }",
        "x.toml:8:20: case[0].expect.cites: found true, expected rule ids, or yes in a row that has one rule",
    );
    check("expect = { offered = [\"End phase\"], not-offered = [\"Hold fire\"] }", "");
    check(
        "expect = { offered = [\"Hold fire\"] }",
        &format!("{at}\"Hold fire\" never was offered (or not in that order) among [\"End phase\"]"),
    );
    check("expect = { not-offered = [\"End phase\"] }", &format!("{at}\"End phase\" was offered"));
}

#[test]
fn a_wrong_case_is_located() {
    check(
        "say = [\"march C ahead 8\"]\nexpect = { refused = \"y\" }",
        "x.toml:8:8: case[0].say[0]: found \"march C ahead 8\", expected a unit of the case, not \"C\"",
    );
    // Cases call two of the questions otherwise than the wire does.
    let words: Vec<&str> = Question::WORDS.iter().map(|word| word.trim_start_matches("next-")).collect();
    check(
        "say = [\"peace: yes\"]\nexpect = { refused = \"y\" }",
        &format!(
            "x.toml:8:8: case[0].say[0]: found \"peace: yes\", expected a question ({}) before the colon",
            words.join(", ")
        ),
    );
    check(
        "expect = {}",
        "x.toml:8:10: case[0].expect.refused: found nothing expected, expected something that must come of it",
    );
}
