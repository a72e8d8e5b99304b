//! Reinforcements of a battle file: when they come, where, under whom, and what is heard of it (orders.house.reinforcements).

use dice::{Seed, Stream};
use engine::{Game, Played, Players, Side, Solo};
use orders::question::Move;
use orders::unit::{Presence, Standing};
use orders::words::Level;
use orders::{Answer, CorpsId, Orders, Question};
use rulebook::Source;
use std::sync::Arc;
use table::Point;

const VITORIA: &str = include_str!("../../../../battles/vitoria/battle.toml");

fn begin(text: &str) -> Orders {
    let book = Orders::embedded_book().unwrap();
    let rules = Arc::new(Orders::rules(book.sheet("orders").unwrap()));
    let source = Source::new("battle.toml", text);
    let battle = Orders::read_battle("vitoria", &source, &|_| Some(Arc::clone(&rules))).unwrap();
    Orders::start(&battle, rules)
}

/// Does nothing, except that units that wait at the edge come on.
struct Enters;
impl Players<Orders> for Enters {
    fn answer(&mut self, side: Side, view: &Orders, question: &Question) -> Answer {
        let waits = |id: &orders::UnitId| {
            let unit = view.unit(*id);
            unit.side() == side && unit.standing == Standing::AtEdge && !unit.acted
        };
        match question {
            Question::Move(Move { only: None, .. }) => {
                let entry = view.ids().find(waits).and_then(|id| orders::options::plain_entry(view, id).ok());
                entry.map_or(Answer::No, |(_, act)| Answer::Act(act))
            }
            _ => view.decline(question),
        }
    }
}

/// Plays until it is so.
fn until(game: &mut Orders, so: impl Fn(&Orders) -> bool) {
    let mut solo = Solo::new(Stream::new(Seed::from_number(1813), 0), Enters);
    for _ in 0..20_000 {
        if so(game) || game.is_over() {
            break;
        }
        let Ok(()) = game.step(&mut solo);
    }
    assert!(so(game), "it never came so");
}

fn corps(game: &Orders, name: &str) -> CorpsId {
    let awaited = game.still_to_come().map(|awaited| awaited.id);
    game.corps_ids().chain(awaited).find(|id| *game.corps(*id).name == *name).unwrap()
}

#[test]
fn a_corps_comes_with_its_commander_in_its_turn_and_at_its_point() {
    let mut game = begin(VITORIA);
    let division = corps(&game, "Dalhousie's division");
    let units = game.units.len();
    assert_eq!((game.comes_in(division), game.has_come(division)), (Some(5), false));
    assert!(game.commander(division).is_none());
    until(&mut game, |game| game.units.len() > units);
    assert_eq!(
        &*game.corps(division).name,
        "Dalhousie's division",
        "what was told of it before keeps its name"
    );
    let division = corps(&game, "Dalhousie's division");
    assert_eq!(division, CorpsId(8), "it is counted when it comes");
    assert_eq!((game.turn, game.mover, game.units.len()), (5, Side::Allied, units + 2));
    assert_eq!((game.comes_in(division), game.has_come(division)), (None, true));
    let (_, leader) = game.commander(division).unwrap();
    assert_eq!((&*leader.name, leader.at), ("Dalhousie", Some(Point { x: 43_000, y: 48_000 })));
    until(&mut game, |game| game.units_of(division).count() == 2);
    assert_eq!(game.turn, 5);
    for (_, unit) in game.units_of(division) {
        let at = unit.pose.unwrap().at;
        assert!(at.y < 46_000 && (36_000..50_000).contains(&at.x), "{} came on at {at:?}", unit.name());
    }
}

/// The first part of a corps brings its commander; the second does not fetch him back to the edge.
#[test]
fn a_corps_may_come_in_two_parts() {
    let second = "[[reinforcement]]\nside = \"allied\"\nturn = 7\n\n[[reinforcement.unit]]\nname = \"Lecor's brigade\"";
    let text = VITORIA.replace("[[reinforcement.unit]]\nname = \"Lecor's brigade\"", second);
    assert_ne!(text, VITORIA);
    let mut game = begin(&text);
    let division = corps(&game, "Dalhousie's division");
    until(&mut game, |game| game.comes_in(division).is_none());
    assert_eq!(game.turn, 5);
    let leader = usize::from(game.corps(division).commander.0);
    let there = Point { x: 20_000, y: 40_000 };
    game.leaders_mut()[leader].at = Some(there);
    until(&mut game, |game| game.find("Lecor's brigade").is_some());
    assert_eq!((game.turn, game.leaders[leader].at), (7, Some(there)));
    game.leaders_mut()[leader].presence = Presence::Gone;
    until(&mut game, |game| game.turn == 8);
    assert_eq!(game.leaders[leader].presence, Presence::Gone);
}

#[test]
fn a_reinforcement_has_the_status_its_battle_gives_it() {
    let barnes = "name = \"Barnes's brigade\"\n";
    let mut game = begin(&VITORIA.replace(barnes, &format!("{barnes}level = \"nervous\"\n")));
    until(&mut game, |game| game.find("Lecor's brigade").is_some());
    let level = |name: &str| game.unit(game.find(name).unwrap()).level;
    assert_eq!((level("Barnes's brigade"), level("Lecor's brigade")), (Level::Nervous, Level::Firm));
}
