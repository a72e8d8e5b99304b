//! Whose dice they are: with dice of their own the players type what they have thrown themselves, and nothing else.

use dice::{Seed, Stream};
use engine::{Entry, Happening as _, Played, Session, Side, Waiting};
use games::{Setup, Source};
use orders::Orders;
use std::collections::BTreeMap;
use volley::Volley;

/// Who threw the dice that ended in an event, die by die; `None`: either player may throw.
trait Thrown: Played {
    fn kind(event: &Self::Event) -> String;
    fn throwers(&self, event: &Self::Event) -> Vec<Option<Side>>;
}

impl Thrown for Volley {
    fn kind(event: &volley::Event) -> String {
        word(&event.what)
    }

    fn throwers(&self, event: &volley::Event) -> Vec<Option<Side>> {
        use volley::What;
        let of = |unit| Some(self.unit(unit).side());
        match &event.what {
            What::Hit { by, .. } => vec![of(*by)],
            // Of cavalry by the dice of a square.
            What::Lost { unit, .. } => vec![of(*unit).map(Side::enemy)],
            What::MeleeLosses { a, b, .. } => vec![of(*a), of(*b)],
            What::ReserveRoll { side, .. } => vec![Some(*side)],
            What::GeneralHit { general, .. } => vec![self.general(*general).map(|general| general.side)],
            other => vec![other.telling().units.first().and_then(|unit| of(*unit))],
        }
    }
}

impl Thrown for Orders {
    fn kind(event: &orders::Event) -> String {
        word(&event.what)
    }

    fn throwers(&self, event: &orders::Event) -> Vec<Option<Side>> {
        use orders::What;
        let of = |unit| Some(self.unit(unit).side());
        match &event.what {
            What::Initiative { .. } => vec![Some(Side::French), Some(Side::Allied)],
            What::MeleeRound { a, b, .. } => vec![of(*a), of(*b)],
            What::ReinforcementRoll { side, .. } => vec![Some(*side)],
            What::LeaderLoss { leader, .. } => vec![self.leader(*leader).map(|leader| leader.side)],
            other => vec![other.telling().units.first().and_then(|unit| of(*unit))],
        }
    }
}

fn word(what: &impl serde::Serialize) -> String {
    let what = serde_json::to_value(what).unwrap();
    what["event"].as_str().unwrap().to_owned()
}

/// Plays at random; counts the kinds of throws, each of which must be in the hand its event says.
fn check<G: Thrown>(setup: &Setup, seed: u64, kinds: &mut BTreeMap<String, u32>) {
    let (battle, rules) = setup.open::<G>().unwrap();
    let mut session = Session::new(G::start(&battle, rules));
    let mut luck = Stream::new(Seed::from_number(seed), 2);
    let mut hands = Vec::new();
    for _ in 0..2_500 {
        let told = session.log().len();
        match session.waiting().cloned() {
            None => break,
            Some(Waiting::ForDice { pool, by, .. }) => {
                hands.push(by);
                let faces = (0..pool.count).map(|_| luck.die(pool.sides)).collect();
                session.put(Entry::Dice { faces, typed: true }).unwrap();
            }
            Some(Waiting::ForAnswer(question)) => {
                let answer = session.game().sample(&question, &mut luck);
                session.put(Entry::Answer(answer)).unwrap();
                continue;
            }
            Some(other) => panic!("{other:?}"),
        }
        let Some(told) = session.log().get(told) else { continue };
        let kind = G::kind(&told.event);
        let mut expected = session.game().throwers(&told.event);
        // A test and what follows from it, or units one after another, are of one side.
        if expected.len() == 1 {
            expected = vec![expected[0]; hands.len()];
        }
        // A side without dice throws none.
        if hands.len() < expected.len() {
            expected.retain(|side| hands.contains(side));
        }
        assert_eq!(hands, expected, "{}: {kind}", setup.battle.id);
        *kinds.entry(kind).or_default() += 1;
        hands.clear();
    }
}

fn all<G: Thrown>(patch: Option<&str>, seeds: u64) -> BTreeMap<String, u32> {
    let mut kinds = BTreeMap::new();
    let patch = patch.map(|text| games::read_patch(&Source::new("club.toml", text)).unwrap());
    for file in games::embedded_of::<G>() {
        let setup = Setup::new(file);
        let sheet = setup.open::<G>().unwrap().1.source().sheet_name();
        let setup = match &patch {
            Some(patch) if patch.sheet_name() == sheet => setup.patched(patch.clone()),
            Some(_) => continue,
            None => setup,
        };
        (0..seeds).for_each(|seed| check::<G>(&setup, seed, &mut kinds));
    }
    kinds
}

#[test]
fn every_throw_of_volley_is_in_a_sides_hand() {
    let kinds = all::<Volley>(None, 3);
    println!("{kinds:?}");
    for kind in ["hit", "tested", "melee-losses", "reserve-roll", "gallops", "evades", "general-hit", "lost"]
    {
        assert!(kinds.contains_key(kind), "{kind} is missing: {kinds:?}");
    }
}

#[test]
fn every_throw_of_orders_is_in_a_sides_hand() {
    let kinds = all::<Orders>(None, 5);
    println!("{kinds:?}");
    for kind in ["initiative", "hits", "passes", "fails", "melee-round", "rally-roll", "leader-loss"] {
        assert!(kinds.contains_key(kind), "{kind} is missing: {kinds:?}");
    }
}

/// The only dice without an owner: either player may throw for the weather.
#[test]
fn only_the_weather_is_thrown_by_either() {
    let patch = "sheet = \"orders\"\n[rulings]\n\"orders.house.weather\" = \"d10\"\n\
                 \"orders.house.reinforcements\" = \"d10\"\n";
    let kinds = all::<Orders>(Some(patch), 1);
    assert!(kinds["turn-begins"] > 3, "{kinds:?}");
}
