//! A battle file is read, played by random players, written and read back.

use crate::setup::{HEAD, battle, rules};
use dice::{Seed, Stream};
use empire::Empire;
use engine::{Game as _, Played as _, RandomPlayer, Session, state_text};
use std::sync::Arc;
use table::Point;

const LINES: &str = r#"
[[me]]
name = "Gudin"
corps = "III Corps"
[[me]]
name = "Schmettau"
corps = "Main army"
[[leader]]
name = "General Gudin"
side = "french"
me = "Gudin"
rating = "superior"
character = "inspirational"
[[unit]]
name = "1/25e"
me = "Gudin"
grade = "veteran"
figures = 18
formation = "line"
at = [30, 20]
facing = 0
[[unit]]
name = "2/25e"
me = "Gudin"
grade = "veteran"
figures = 18
formation = "line"
at = [36, 20]
facing = 0
[[unit]]
name = "I/Alvensleben"
me = "Schmettau"
grade = "regular"
at = [30, 22]
facing = 180
[[unit]]
name = "II/Alvensleben"
me = "Schmettau"
grade = "regular"
at = [36, 22]
facing = 180
"#;

#[test]
fn random_players_play_it_to_its_end_and_every_state_is_sound_and_read_back() {
    let rules = rules();
    let battle = battle(&format!("{HEAD}{LINES}"), &rules);
    let mut volleys = 0;
    for number in 0..20 {
        let seed = Seed::from_number(number);
        let start = Empire::start(&battle, Arc::clone(&rules));
        let mut session = Session::new(start.clone());
        session.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), 10_000).unwrap();
        assert!(session.game().outcome().is_some(), "a fight that ends");
        let mut step = session.start_again();
        for entry in session.entries() {
            step.put(entry.clone()).unwrap();
            let state = step.settled();
            state.sound().unwrap();
            assert_eq!(state_text(&start.restore(&state_text(state)).unwrap()), state_text(state));
        }
        volleys +=
            session.log().iter().filter(|told| matches!(told.event.what, empire::What::Fires { .. })).count();
    }
    assert!(volleys > 50, "only {volleys} volleys were fired");
}

/// An ME that is destroyed in the first hour is known by the line it stood on, whatever phase the battle begins at.
#[test]
fn mes_stand_on_a_line_as_the_battle_begins() {
    let rules = rules();
    let battle = battle(&format!("{HEAD}{LINES}"), &rules);
    let start = Empire::start(&battle, Arc::clone(&rules));
    let lines: Vec<_> = start.mes.iter().map(|me| me.baseline.map(|line| line.pose.at)).collect();
    assert_eq!(lines, [(33, 20), (33, 22)].map(|(x, y)| Some(Point { x: x * 1000, y: y * 1000 })));
}
