//! What a captain takes for a garrison of his is what the rules take for one.

use dice::{Seed, Stream};
use engine::Solo;
use games::{BattleFile, Orders, Setup, Source};
use general::Seats;
use orders::ground::{self, Place};

/// In a build with every check a captain compares the two whenever he looks at a unit as it stands (`Captain::standing`): in
/// a fortress, which is a wall and not rough; in a village that a house plays as open ground; and horse, where a house lets
/// any unit hold a place.
#[test]
fn a_captain_knows_a_garrison_of_his() {
    let village = games::find("baumersdorf").unwrap();
    let horse_in_it = ("at = [41, 27]", "at = [22, 19]");
    for (change, house, name, place) in [
        (("\"village\"", "\"fortification\""), "", "Hardegg's brigade", Place::Fortress),
        (
            ("\"village\"", "\"village\""),
            "off = [\"orders.terrain.rough.town\"]",
            "Hardegg's brigade",
            Place::Town,
        ),
        (
            horse_in_it,
            "[rulings]\n\"orders.house.garrison\" = \"any-unit\"",
            "Vincent chevauxlegers",
            Place::Town,
        ),
    ] {
        let text = village.source.text.replace(change.0, change.1);
        let house =
            games::read_patch(&Source::new("house.toml", format!("sheet = \"orders\"\n{house}\n"))).unwrap();
        let file = BattleFile::new(Source::new("baumersdorf.toml", text));
        let (battle, rules) = Setup::new(file).patched(house).open::<Orders>().unwrap();
        let mut game = battle.begin(rules);
        let unit = game.find(name).unwrap();
        assert_eq!(ground::garrison(&game, unit), Some(place), "{name}");
        let seats = Seats::<Orders>::named("captain", "captain", 2).unwrap();
        let mut solo = Solo::new(Stream::new(Seed::from_number(1), 0), seats);
        solo.play(&mut game, 200_000);
        assert_eq!(solo.refused, 0, "{name}");
        assert!(game.outcome.is_some(), "{name}");
    }
}
