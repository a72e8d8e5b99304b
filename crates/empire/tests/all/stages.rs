//! A position says where within its hour a game is as the first positions did, with one list of MEs and one of units, and is
//! read by what its phase makes of them.

use empire::UnitId;
use empire::me::MeId;
use empire::state::stage::{AtOnce, Impulses, Stage, Turns};
use empire::words::Phase;

#[track_caller]
fn check(stage: Stage, text: &str) {
    assert_eq!(serde_json::to_string(&stage).unwrap(), text);
    assert_eq!(serde_json::from_str::<Stage>(text).unwrap(), stage);
}

#[test]
fn a_stage_is_written_and_read_as_the_first_positions_had_it() {
    check(Stage::Begins(Phase::Panic), r#"{"phase":"panic","begins":true,"left":[],"left_units":[]}"#);
    check(
        Stage::Within(Turns::MeMorale(vec![MeId(2), MeId(0)])),
        r#"{"phase":"me-morale","begins":false,"left":[2,0],"left_units":[]}"#,
    );
    check(
        Stage::Within(Turns::Tactical(Impulses { mes: vec![MeId(1)], at_will: vec![UnitId(7), UnitId(3)] })),
        r#"{"phase":"tactical","begins":false,"left":[1],"left_units":[7,3]}"#,
    );
    check(
        Stage::Within(Turns::Bombardment(vec![UnitId(4)])),
        r#"{"phase":"bombardment","begins":false,"left":[],"left_units":[4]}"#,
    );
    check(
        Stage::Within(Turns::Bonus(vec![UnitId(5)])),
        r#"{"phase":"bonus","begins":false,"left":[],"left_units":[5]}"#,
    );
    check(
        Stage::Within(Turns::Initiative(AtOnce)),
        r#"{"phase":"initiative","begins":false,"left":[],"left_units":[]}"#,
    );
}

/// Every phase is read as itself, at its beginning and within it.
#[test]
fn every_phase_is_read_as_itself() {
    for (word, phase) in Phase::WORDS {
        for begins in [true, false] {
            let text = format!(r#"{{"phase":"{word}","begins":{begins},"left":[],"left_units":[]}}"#);
            let stage: Stage = serde_json::from_str(&text).unwrap();
            assert_eq!((stage.phase(), matches!(stage, Stage::Begins(_))), (*phase, begins));
            assert_eq!(serde_json::to_string(&stage).unwrap(), text);
        }
    }
}

#[test]
fn turns_left_in_a_phase_without_turns_are_refused() {
    for text in [
        r#"{"phase":"bombardment","begins":false,"left":[1],"left_units":[]}"#,
        r#"{"phase":"fatigue","begins":false,"left":[],"left_units":[1]}"#,
        r#"{"phase":"initiative","begins":false,"left":[1],"left_units":[]}"#,
        r#"{"phase":"tactical","begins":true,"left":[1],"left_units":[]}"#,
    ] {
        let error = serde_json::from_str::<Stage>(text).unwrap_err().to_string();
        assert!(error.contains("who has none there"), "{text}: {error}");
    }
}
