//! A page that looks back is told which units marched, turned, formed up and charged.

use dice::{Seed, Stream};
use engine::event::Deed::{Charges, Forms, Marches, Turns};
use engine::{Happening as _, Session};
use games::{BattleFile, Setup, with};
use general::{Captained, Seats};

/// Captains try all of them in one battle or another.
#[test]
fn every_game_tells_what_its_units_do() {
    fn check<G: Captained>(file: &BattleFile) {
        let (battle, rules) = Setup::new(file.clone()).open::<G>().unwrap();
        let mut told = Vec::new();
        for seed in 0..3 {
            let mut session = Session::new(G::start(&battle, rules.clone()));
            let mut captains = Seats::<G> { french: G::captain(), allied: G::captain() };
            session.play(&mut Stream::new(Seed::from_number(seed), 0), &mut captains, 50_000).unwrap();
            told.extend(session.log().iter().filter_map(|told| told.event.what.telling().does));
        }
        for deed in [Marches, Turns, Forms, Charges] {
            assert!(told.contains(&deed), "{}: nobody {deed:?}", file.id);
        }
    }
    for battle in ["gilly", "baumersdorf", "hassenhausen-at-eight"] {
        let file = games::find(battle).unwrap();
        with!(file.kind().unwrap(), G => check::<G>(&file));
    }
}
