//! Texts that may be a position, and those that may not.

use engine::position::{MOST_BYTES, check_same, check_text};

#[test]
fn numbers_are_looked_at_and_names_are_not() {
    let check = |text: &str, well: bool| assert_eq!(check_text(text).is_ok(), well, "{text}");
    check(r#"{"turn":1000000,"at":-1000000}"#, true);
    check(r#"{"turn":1000001}"#, false);
    check(r#"{"at":[1,-99999999999999999999999]}"#, false);
    check(r#"{"name":"1234567890"}"#, true);
    check(r#"{"name":"\"1234567890"}"#, true);
    check(r#"{"name":"\\","turn":1234567890}"#, false);
    check(&" ".repeat(MOST_BYTES + 1), false);
}

#[test]
fn the_first_difference_is_named() {
    let check = |found: &str, expected: &str, sentence: &str| {
        assert_eq!(check_same(found, expected).unwrap_err(), sentence);
    };
    let sentence = "found \" 1}\" at byte 5, expected \"1}\" as this position is written";
    check("{\"t\": 1}", "{\"t\":1}", sentence);
    check(
        "[\"é\"]",
        "[\"è\"]",
        "found \"é\\\"]\" at byte 3, expected \"è\\\"]\" as this position is written",
    );
    check("[1", "[1]", "found its end at byte 2, expected \"]\" as this position is written");
    assert_eq!(check_same("é", "é"), Ok(()));
}
