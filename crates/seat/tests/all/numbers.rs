//! The numbers of a rule as a player writes them, and whether its sentence says them already.

use seat::sheet::numbers::{alone, in_place, says, written};

fn values(all: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    all.iter().map(|(name, value)| (*name, (*value).to_owned())).collect()
}

#[track_caller]
fn check(all: &[(&'static str, &str)], most: u32, expected: &str) {
    assert_eq!(written(&values(all), most), expected);
}

#[test]
fn numbers_are_written_as_players_write_them() {
    check(&[("need", "6")], 10, "6+");
    check(&[("need", "6")], 6, "6");
    check(&[("need", "16")], 20, "16+");
    check(&[("from", "2"), ("to", "3"), ("drop", "0")], 6, "2–3");
    check(&[("from", "15")], 6, "15 or more");
    check(&[("rate", "1 per 2")], 6, "½");
    check(&[("mod", "-1")], 6, "−1");
    check(&[("mod", "+2"), ("inches", "4\"")], 6, "+2, 4″");
    assert_eq!(["mod", "inches"].map(|field| alone(field, "1")), ["+1", "1"]);
}

#[test]
fn a_sentence_that_says_them_says_them_once() {
    let said = |text: &str, all: &[(&'static str, &str)]| says(text, &values(all));
    assert!(said("Every failed roll lowers the unit one level.", &[("drop", "-1")]));
    assert!(said("It moves at half rate.", &[("rate", "1 per 2")]));
    assert!(said("Militia training adds nothing.", &[("mod", "+0")]));
    assert!(said("Half movement when moving backwards.", &[("divide", "2")]));
    assert!(!said("A town helps.", &[("mod", "+2")]));
    let near = in_place("Lines within this many inches of each other are locked.", "4″");
    assert_eq!(near.as_deref(), Some("Lines within 4″ of each other are locked."));
}
