//! A record that begins in the middle of a battle.

use super::{played, states, used};
use dice::Seed;
use engine::record::{Header, Record, RecordFault};
use engine::{Played, Session};
use games::{Error, Setup, Volley, with};
use std::collections::BTreeMap;

/// The second half of a battle, as a game of its own: its dice come from elsewhere.
fn second_half<G: Played>(setup: &Setup) -> (Header, Session<G>) {
    let whole = played::<G>(setup, 7);
    let step = whole.step_ends().len() / 2;
    let position = states(&whole).swap_remove(step);
    let seed = Seed::from_number(8);
    let header = setup.header(position.in_force(), seed, BTreeMap::new()).begun_from(&position).sealed();
    let mut session = Session::new(position);
    for entry in &whole.entries()[used(&whole, step)..] {
        session.put(entry.clone()).unwrap();
    }
    (header, session)
}

#[test]
fn a_record_from_a_position_is_proved() {
    fn check<G: Played>(setup: &Setup) {
        let (header, session) = second_half::<G>(setup);
        let text = Record::of(header, &session).write();
        let (record, again) = games::verify_record::<G>("g.jsonl", &text).unwrap();
        assert!(record.ended);
        assert_eq!(record.write(), text);
        assert_eq!(again.steps(), session.steps());
        // Without its position it is another game.
        let mut record = record;
        record.header.position = None;
        assert!(games::verify_record::<G>("g.jsonl", &record.write()).is_err());
    }
    for battle in ["gilly", "baumersdorf", "leubnitz"] {
        let setup = Setup::new(games::find(battle).unwrap());
        with!(setup.kind().unwrap(), G => check::<G>(&setup));
    }
}

/// A record from before positions has no word of them.
#[test]
fn a_record_of_a_whole_battle_is_written_as_ever() {
    let setup = Setup::new(games::find("gilly").unwrap());
    let (battle, rules) = setup.open::<Volley>().unwrap();
    let header = setup.header(&rules, Seed::from_number(1), BTreeMap::new());
    let text = Record::of(header, &Session::new(battle.begin(rules))).write();
    assert!(!text.contains("position"));
}

#[test]
fn a_changed_byte_of_the_position_is_found() {
    let setup = Setup::new(games::find("gilly").unwrap());
    let (header, session) = second_half::<Volley>(&setup);
    let text = Record::of(header.clone(), &session).write();
    let from = text.find("\"position\":\"").unwrap() + "\"position\":\"".len();
    let long = text[from..].lines().next().unwrap().len() - 40;
    for at in (from..from + long).step_by(97).filter(|at| text.as_bytes()[*at].is_ascii_alphanumeric()) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
        let error = Record::<<Volley as engine::Game>::Answer>::read_bytes("g.jsonl", &bytes).unwrap_err();
        assert_eq!(error.line, 1, "byte {at}: {error}");
    }
    // With the sums made right again, as a forger would: the game does not go on like that, or is none.
    let forged = |found: &str, changed: &str| {
        let position = header.position.clone().unwrap();
        assert!(position.contains(found), "{found} in {position}");
        let header = Header { position: Some(position.replacen(found, changed, 1)), ..header.clone() };
        games::verify_record::<Volley>("g.jsonl", &Record::of(header, &session).write()).map(|_| ())
    };
    let fault = |what: &str| {
        let what = format!("the position it begins from: {what}");
        Err(Error::from(RecordFault { file: "g.jsonl".to_owned(), line: 1, what }))
    };
    assert_eq!(forged("\"turn\"", "\"turn\""), Ok(()));
    assert!(
        matches!(forged("\"acted\":false", "\"acted\":true"), Err(Error::Record(fault)) if fault.line > 1)
    );
    assert_eq!(
        forged("\"measured\":true", "\"measured\":false"),
        fault("found a game beside real figures, expected one on a screen")
    );
    assert_eq!(
        forged("\"turn\":", "\"turn\":99999999"),
        fault("found a number beyond 1000000, expected none so large")
    );
    let end = header.position.as_ref().unwrap().len() - ",\"outcome\":null}".len();
    let written = r#"",\"outcome\":null}" as this position is written"#;
    assert_eq!(
        forged(",\"outcome\":null", ""),
        fault(&format!("found \"}}\" at byte {end}, expected {written}"))
    );
}
