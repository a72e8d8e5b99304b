//! Every bot plays every game by its rules, and does what the list says of it.

use dice::{Seed, Stream};
use engine::{Outcome, Players, Side, Solo, UnitId};
use games::{Setup, with};
use general::General;
use std::collections::{BTreeMap, BTreeSet};
use study::{Match, Sent, Studied, bots};

/// A battle of each game that is soon over.
const BATTLES: [&str; 3] = ["gilly", "baumersdorf", "poserna-in-august"];

/// The units a player has sent, and in which turn first.
struct Heard<G: Studied> {
    player: General<G>,
    sent: Vec<(u32, Sent)>,
}

impl<G: Studied> Players<G> for Heard<G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        let answer = self.player.answer(side, view, question);
        self.sent.push((view.moment().turn, G::sent(&answer)));
        answer
    }
}

struct Two<'p, G: Studied>(&'p mut Heard<G>, &'p mut General<G>);

impl<G: Studied> Players<G> for Two<'_, G> {
    fn answer(&mut self, side: Side, view: &G, question: &G::Question) -> G::Answer {
        match side {
            Side::French => self.0.answer(side, view, question),
            Side::Allied => self.1.answer(side, view, question),
        }
    }
}

/// What a French bot sends against a captain, the arms of its units, and how long the battle was.
struct Told {
    sent: Vec<(u32, Sent)>,
    arms: BTreeMap<UnitId, &'static str>,
    turns: u32,
    goals: usize,
    outcome: Outcome,
}

fn told<G: Studied>(battle: &str, bot: &str) -> Told {
    let (battle, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
    let mut game = G::start(&battle, rules);
    let drawn: Vec<_> = game.units_drawn().into_iter().chain(game.units_awaited()).collect();
    let mut heard = Heard { player: bots::by_name::<G>(bot, 1).unwrap(), sent: Vec::new() };
    let mut captain = bots::by_name::<G>("captain", 1).unwrap();
    let mut solo = Solo::new(Stream::new(Seed::from_number(1), 0), Two(&mut heard, &mut captain));
    solo.play(&mut game, 50_000);
    assert_eq!(solo.refused, 0, "{bot}");
    drop(solo);
    Told {
        sent: heard.sent,
        arms: drawn.into_iter().map(|unit| (unit.id, unit.arm)).collect(),
        turns: game.length(),
        goals: game.about().objectives.len(),
        outcome: game.outcome().unwrap_or_else(|| panic!("{bot} never ends")),
    }
}

fn of(battle: &str, bot: &str) -> Told {
    with!(games::find(battle).unwrap().kind().unwrap(), G => told::<G>(battle, bot))
}

#[test]
fn bots_do_what_the_list_says() {
    for battle in BATTLES {
        let marches = |told: &Told| -> BTreeSet<UnitId> {
            let march =
                |(_, sent): &(u32, Sent)| if let Sent::Marches(unit) = sent { Some(*unit) } else { None };
            told.sent.iter().filter_map(march).collect()
        };
        let charges = |told: &Told| told.sent.iter().any(|(_, sent)| matches!(sent, Sent::Charges(_)));
        let leads = |told: &Told| told.sent.iter().any(|(_, sent)| matches!(sent, Sent::Leads));

        let still = of(battle, "still");
        assert!(still.sent.len() > 3, "{battle}: it answers");
        assert!(still.sent.iter().all(|(_, sent)| *sent == Sent::NoUnit), "{battle}: still moves");

        let last = of(battle, "last");
        let moves = |(_, sent): &&(u32, Sent)| *sent != Sent::NoUnit;
        assert!(
            last.sent.iter().filter(moves).all(|(turn, _)| *turn >= last.turns),
            "{battle}: last is early"
        );

        let guns = of(battle, "guns");
        assert!(marches(&guns).iter().all(|id| guns.arms[id].ends_with("artillery")), "{battle}");
        assert!(!charges(&guns), "{battle}");

        let horse = of(battle, "horse");
        assert!(marches(&horse).iter().all(|id| horse.arms[id].ends_with("cavalry")), "{battle}");
        assert!(!marches(&horse).is_empty(), "{battle}: the horse stands");

        let owner = of(battle, "owner");
        let owners = marches(&owner).len();
        assert!((1..=owner.goals).contains(&owners), "{battle}: {owners} go for {} goals", owner.goals);

        assert!(marches(&of(battle, "squat")).len() > owner.goals, "{battle}: nobody goes for the ground");
        assert!(marches(&of(battle, "home")).len() > 1, "{battle}: nobody goes home");
        assert!(!charges(&of(battle, "wary")), "{battle}");
        assert!(!leads(&of(battle, "silent")), "{battle}");
    }
}

/// A player who goes home has given the battle up.
#[test]
fn a_bot_that_goes_home_loses() {
    for battle in BATTLES {
        assert_ne!(of(battle, "home").outcome.winner, Some(Side::French), "{battle}");
    }
}

#[test]
fn every_bot_plays_every_game_from_either_side() {
    fn check<G: Studied>(battle: &str) {
        let (file, rules) = Setup::new(games::find(battle).unwrap()).open::<G>().unwrap();
        for bot in bots::ALL {
            for (french, allied) in [(bot.name, "captain"), ("captain", bot.name), (bot.name, bot.name)] {
                let game = Match::<G> { battle: &file, rules: &rules, french, allied, seeds: 1..3 };
                let score = study::matches(&game, || ()).unwrap();
                assert_eq!(
                    (score.games, score.endless, score.refused),
                    (2, 0, 0),
                    "{battle}: {french} {allied}"
                );
            }
        }
    }
    assert!(bots::ALL.len() >= 10);
    for battle in BATTLES {
        with!(games::find(battle).unwrap().kind().unwrap(), G => check::<G>(battle));
    }
}

/// A general of the page is no bot, and an unknown name is neither.
#[test]
fn bots_are_no_generals_of_the_page() {
    for bot in bots::ALL {
        assert!(!general::NAMES.contains(&bot.name), "{}", bot.name);
        assert!(general::by_name::<games::Volley>(bot.name, 1).is_none());
    }
    assert!(bots::by_name::<games::Volley>("bonaparte", 1).is_none());
}
