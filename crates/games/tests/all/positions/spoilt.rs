//! Positions spoilt in one place or several: each is refused in a sentence, or is a game that can be played.

use super::{played, states};
use dice::{Seed, Stream};
use engine::{Played, RandomPlayer, Session, state_text};
use games::{Orders, Setup, Volley, with};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// So many are tried for each battle, and a game that was let through is played for so many steps; with
/// `GROGNARD_SPOILT=20000` so many more, each ten times as far.
const TRIED: u64 = 60;
const STEPS: usize = 40;

/// What is likely to hurt where something else is expected.
const PIECES: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "255",
    "65535",
    "60000",
    "1000000",
    "-1000000",
    "4294967295",
    "null",
    "true",
    "false",
    "[]",
    "\"\"",
];

/// Where each value of a JSON text stands: numbers, words, lists, objects; names of fields are left alone.
fn values(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut open, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        let from = at;
        match bytes[at] {
            b'{' | b'[' => open.push(at),
            b'}' | b']' => found.push(open.pop().unwrap()..at + 1),
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                if bytes.get(at + 1) != Some(&b':') {
                    found.push(from..at + 1);
                }
            }
            b',' | b':' => {}
            _ => {
                while at + 1 < bytes.len() && !b",]}".contains(&bytes[at + 1]) {
                    at += 1;
                }
                found.push(from..at + 1);
            }
        }
        at += 1;
    }
    found
}

/// One value is replaced by another of the text, by a piece that hurts, by one more or less, or left out of its list.
fn spoil(text: &str, luck: &mut Stream) -> String {
    let mut any = |count: usize| luck.below(count as u32) as usize;
    let mut values = values(text);
    // The whole is the last; what is left of a text may be nothing at all.
    values.pop();
    if values.is_empty() {
        return text.to_owned();
    }
    let place = values[any(values.len())].clone();
    let own = &text[place.clone()];
    // Like for like is let through most often.
    let alike: Vec<&Range<usize>> =
        values.iter().filter(|other| text.as_bytes()[other.start] == text.as_bytes()[place.start]).collect();
    let put = match any(8) {
        0 => text[values[any(values.len())].clone()].to_owned(),
        1..=3 => text[alike[any(alike.len())].clone()].to_owned(),
        4 => PIECES[any(PIECES.len())].to_owned(),
        5 => own.parse::<i64>().map_or("true".to_owned(), |number| (number + any(5) as i64 - 2).to_string()),
        6 => if own == "true" { "false" } else { "true" }.to_owned(),
        _ => String::new(),
    };
    let (before, after) = (&text[..place.start], &text[place.end..]);
    match after.strip_prefix(',') {
        Some(after) if put.is_empty() && !before.ends_with(':') => format!("{before}{after}"),
        _ => format!("{before}{put}{after}"),
    }
}

#[test]
fn a_spoilt_position_is_refused_or_played() {
    fn check<G: Played>(setup: &Setup, tried: u64, steps: usize) -> u32 {
        let session = played::<G>(setup, 5);
        let states = states(&session);
        let mut let_through = 0;
        for number in 0..tried {
            let mut luck = Stream::new(Seed::from_number(number), 1);
            let mut text = state_text(&states[luck.below(states.len() as u32) as usize]);
            for _ in 0..1 + luck.below(3) {
                text = spoil(&text, &mut luck);
            }
            let try_it = || {
                let Ok(game) = session.start().restore(&text) else { return 0 };
                assert_eq!(state_text(&game), text);
                let mut again = Session::new(game);
                let _ = again.play(&mut luck.clone(), &mut RandomPlayer(luck.clone()), steps);
                1
            };
            let tried = catch_unwind(AssertUnwindSafe(try_it));
            let_through += tried.unwrap_or_else(|_| panic!("{} number {number}:\n{text}", setup.battle.id));
        }
        let_through
    }
    let more = std::env::var("GROGNARD_SPOILT").ok().and_then(|tried| tried.parse().ok());
    let (tried, steps) = more.map_or((TRIED, STEPS), |tried| (tried, 10 * STEPS));
    let mut let_through = 0;
    for file in games::embedded() {
        let setup = Setup::new(file);
        let_through += with!(setup.kind().unwrap(), G => check::<G>(&setup, tried, steps));
    }
    // Neither is everything refused, nor is everything let through.
    let all = tried as u32 * games::embedded().len() as u32;

    assert!(let_through > all / 20 && let_through < all * 19 / 20, "{let_through} of {all} were let through");
}

/// Bytes that were hit rather than values: a name may still be a name, and everything else is none.
#[test]
fn a_text_with_a_hole_is_refused_or_kept_as_it_is() {
    fn check<G: Played>(setup: &Setup) {
        let (battle, rules) = setup.open::<G>().unwrap();
        let start = G::start(&battle, rules);
        let text = state_text(&start);
        let letters: Vec<char> = text.chars().collect();
        let mut luck = Stream::new(Seed::from_number(2), 0);
        let mut refused = 0;
        for _ in 0..100 {
            let (from, long) = (luck.below(letters.len() as u32) as usize, luck.below(40) as usize);
            let cut: String = letters[..from].iter().chain(letters.iter().skip(from + long + 1)).collect();
            match start.restore(&cut) {
                Ok(game) => assert_eq!(state_text(&game), cut),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 80, "{refused}");
        let deep = "[".repeat(100_000);
        for text in ["", "{}", "[]", "null", "\"", "{\"turn\":1", "é", &deep, &format!("{text} "), &text[1..]]
        {
            assert!(start.restore(text).is_err(), "{text}");
        }
    }
    for battle in ["gilly", "baumersdorf"] {
        let setup = Setup::new(games::find(battle).unwrap());
        with!(setup.kind().unwrap(), G => check::<G>(&setup));
    }
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    #[track_caller]
    fn check<G: Played>(battle: &str, found: &str, changed: &str, sentence: &str) {
        let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
        let start = G::start(&battle, rules);
        let text = state_text(&start);
        assert!(text.contains(found), "{found} in {text}");
        assert_eq!(start.restore(&text.replacen(found, changed, 1)).unwrap_err(), sentence);
        let _ = sentence;
    }
    let gilly = |found: &str, changed: &str, sentence: &str| {
        check::<Volley>("gilly", found, changed, sentence);
    };
    let baumersdorf = |found: &str, changed: &str, sentence: &str| {
        check::<Orders>("baumersdorf", found, changed, sentence);
    };
    gilly("\"turn\":1", "\"turn\":1001", "found 1001 turns, expected at most 1000");
    gilly("\"turn\":1,", "", "found no position of this game: missing field `turn` at line 1 column 9035");
    gilly(
        "\"outcome\":null",
        "\"outcome\":null,\"weather\":2",
        "found no position of this game: unknown field `weather`, expected one of `turn`, `phase`, `stage`, `units`, \
         `generals`, `reserves`, `charges`, `melees`, `aims`, `losers`, `tested`, `measured`, `starting_units`, \
         `starting_figures`, `holders`, `outcome` at line 1 column 9053",
    );
    gilly("\"phase\":0", "\"phase\":40", "found the phase number 40, expected one below 13");
    gilly("\"losers\":[]", "\"losers\":[[0,900]]", "found the unit number 900, expected one below 12");
    gilly(
        "\"figures\":12",
        "\"figures\":13",
        "found 56 figures at the start of the French side, expected 57",
    );
    gilly(
        "\"x\":26000",
        "\"x\":26000,\"z\":0",
        "found \"z\\\":0,\\\"y\\\":14000},\\\"facing\\\"\" at byte 373, expected \
         \"y\\\":14000},\\\"facing\\\":0},\\\"l\" as this position is written",
    );
    gilly("\"x\":26000", "\"x\":-26000", "1/15e légère hangs off the table");
    let corps = "found the corps number 77, expected one that is here or awaited";
    baumersdorf("\"corps\":0", "\"corps\":77", corps);
    let holders = "found holders of 3 objectives, expected 2 as the battle has";
    baumersdorf("\"holders\":[", "\"holders\":[null,", holders);
    let commander = "found nobody to lead II Corps, expected its commander";
    baumersdorf("\"commander\":1", "\"commander\":77", commander);
    baumersdorf(
        "\"activation\":null",
        "\"activation\":{\"unit\":77,\"command\":null,\"force_march\":null}",
        "found the unit number 77, expected one below 15",
    );
}
