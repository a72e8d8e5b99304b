//! A battle file puts a battalion into a structure, and play goes by what is said of garrisons.

use crate::cheeky::collect_told;
use crate::setup::{self, HEAD, battle, rules};
use dice::{Seed, Stream};
use empire::Empire;
use engine::{Game as _, Played as _, RandomPlayer, Side, Solo};
use std::collections::BTreeSet;
use std::sync::Arc;

const FARM: &str = r#"
[[terrain]]
name = "Farm"
kind = "village"
polygon = [[32, 22], [40, 22], [40, 26], [32, 26]]
[[structure]]
name = "Farm"
cover = "medium"
fortified = true
[[me]]
name = "Gudin"
corps = "III Corps"
[[me]]
name = "Schmettau"
corps = "Main army"
[[unit]]
name = "1/25e"
me = "Gudin"
grade = "veteran"
figures = 18
formation = "attack-column"
at = [36, 19]
facing = 0
[[unit]]
name = "Guns"
me = "Gudin"
arm = "artillery"
grade = "veteran"
at = [44, 16]
facing = 0
[[unit]]
name = "2/25e"
me = "Gudin"
grade = "veteran"
figures = 18
formation = "attack-column"
at = [33, 19]
facing = 0
[[unit]]
name = "Garrison"
me = "Schmettau"
grade = "regular"
figures = 12
at = [36, 23.5]
facing = 180
inside = "Farm"
[[unit]]
name = "Before"
me = "Schmettau"
grade = "regular"
at = [44, 24]
facing = 180
"#;

fn fight() -> String {
    format!("{HEAD}{FARM}")
}

/// What is wrong with the battle where one stretch of it is written otherwise.
fn faults(good: &str, bad: &str) -> String {
    assert!(FARM.contains(good));
    setup::read(&fight().replace(good, bad), &rules()).err().unwrap_or_default()
}

#[test]
fn a_battalion_is_in_the_structure_that_its_file_names() {
    let game = Empire::start(&battle(&fight(), &rules()), rules());
    let unit = game.find("Garrison").unwrap();
    assert_eq!(game.unit(unit).inside.map(|id| id.0), Some(0));
    assert_eq!(game.structures[0].garrison, [unit]);
    assert_eq!(game.structures[0].holder, Some(Side::Allied));
    game.sound().unwrap();
}

#[test]
fn a_slip_has_its_place() {
    let slips = [
        ("inside = \"Farm\"", "inside = \"Barn\"", "a structure of this file"),
        ("inside = \"Farm\"", "inside = \"Farm\"\narm = \"cavalry\"", "a battalion on the table"),
        ("at = [36, 23.5]", "at = [36, 40]", "a place in Farm"),
        ("cover = \"medium\"", "cover = \"medium\"\nholder = \"french\"", "its own side holds"),
        (
            "at = [44, 24]\nfacing = 180",
            "at = [37, 24]\nfacing = 180\ninside = \"Farm\"",
            "one with room: this takes 1",
        ),
    ];
    for (good, bad, expected) in slips {
        let faults = faults(good, bad);
        assert!(faults.contains("battle.toml:") && faults.contains(expected), "{bad}: {faults}");
    }
}

/// A facing that cannot be read is one fault: that the place is missing too is not told.
#[test]
fn a_slip_is_told_once() {
    let faults = faults("at = [44, 24]\nfacing = 180", "at = [44, 24]\nfacing = 400");
    assert!(faults.contains("facing") && faults.lines().count() == 1, "{faults}");
}

/// Random play reaches what only a garrison has.
#[test]
fn garrisons_are_charged_shot_at_and_burnt_out() {
    let rules = rules();
    let battle = battle(&fight(), &rules);
    let mut cited = BTreeSet::new();
    for seed in 0..120 {
        let mut game = Empire::start(&battle, Arc::clone(&rules));
        let seed = Seed::from_number(seed);
        let mut session = engine::Session::new(game.clone());
        session.play(&mut Stream::new(seed, 0), &mut RandomPlayer(Stream::new(seed, 1)), 20_000).unwrap();
        for told in session.log() {
            collect_told(told, &mut cited);
        }
        let mut solo = Solo::new(Stream::new(seed, 0), RandomPlayer(Stream::new(seed, 1)));
        while !game.is_over() {
            let Ok(()) = game.step(&mut solo);
            game.sound().unwrap();
        }
    }
    for rule in ["empire.close.mod.fortified", "empire.aflame.proc", "empire.aflame.light-medium"] {
        assert!(cited.contains(rule), "{rule} is never met");
    }
}
