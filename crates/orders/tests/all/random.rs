//! Battles of random legal answers: each ends, nothing sampled is refused, and every unit stands where it may.

use dice::{Seed, Stream};
use engine::{
    Entry, FactKind, Game as _, Played as _, Players, Questions as _, Session, Side, Solo, Waiting,
};
use orders::battle::read_battle;
use orders::fire;
use orders::movement::Move;
use orders::options::{plain_entry, plain_leaving};
use orders::unit::Standing;
use orders::words::{Formation, OrderKind};
use orders::{Act, Answer, Orders, Pace, Question, Rules, Stage};
use rulebook::{Book, Source};
use std::sync::{Arc, LazyLock};
use table::{Bearing, Inches, Point, Pose};

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Orders::embedded_book().unwrap_or_else(|faults| panic!("{faults}")));

macro_rules! battle {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../battles/", $name, "/battle.toml")))
    };
}
const BATTLES: [(&str, &str); 3] = [battle!("vitoria"), battle!("wagram-davout"), battle!("baumersdorf")];

/// Random answers, or none at all; everything that is offered must be legal.
struct Random(Option<Stream>);

impl Players<Orders> for Random {
    fn answer(&mut self, _: Side, view: &Orders, question: &Question) -> Answer {
        for offer in question.form(view).offers {
            assert_eq!(view.check(question, &offer.answer), Ok(()), "{question:?}: {offer:?}");
        }
        match &mut self.0 {
            Some(luck) => view.sample(question, luck),
            None => view.decline(question),
        }
    }
}

/// The rules with rulings changed as the seed says, or as printed.
fn rules(seed: u64) -> Arc<Rules> {
    let mut luck = Stream::new(Seed::from_number(seed), 77);
    let printed = BOOK.sheet("orders").unwrap_or_else(|error| panic!("{error}"));
    let mut settings = Vec::new();
    let share = 2 + luck.below(12);
    for ruling in 0..BOOK.rulings.len() {
        let choices = BOOK.ruling_choices(ruling);
        let fixed = ["unit.base", "unit.stands", "setup.table"]
            .iter()
            .any(|key| BOOK.rulings[ruling].id.ends_with(key));
        if !seed.is_multiple_of(4) && !fixed && !choices.is_empty() && luck.below(share) == 0 {
            settings.push((ruling, choices[luck.below(choices.len() as u32) as usize].clone()));
        }
    }
    Arc::new(Rules::new(printed.with_all(settings)))
}

fn play(battle: (&str, &str), seed: u64, luck: Option<Stream>) -> u32 {
    let (name, text) = battle;
    let rules = rules(seed);
    let read = read_battle(name, &Source::new(name, text), |_| Some(Arc::clone(&rules)));
    let mut game = read.unwrap_or_else(|faults| panic!("{faults}")).begin(Arc::clone(&rules));
    let mut solo = Solo::new(Stream::new(Seed::from_number(seed), 0), Random(luck));
    let mut steps = 0;
    while !game.is_over() {
        assert!(steps < 20_000, "{name} {seed} does not end");
        let before = game.stage;
        let Ok(()) = game.step(&mut solo);
        steps += 1;
        assert_eq!(solo.refused, 0, "{name} {seed}: refused in step {steps}, {before:?}");
        if let Err(what) = game.sound() {
            panic!("{name} {seed}: {what} after step {steps}, {before:?} of turn {}", game.turn);
        }
        // What is remembered of who sees whom is what a copy, which remembers nothing, sees.
        if matches!(game.stage, Stage::DefenderFires | Stage::MoverFires) {
            let seen = |game: &Orders| Side::BOTH.map(|side| fire::shots(game, side));
            assert_eq!(seen(&game), seen(&game.clone()), "{name} {seed}: step {steps}");
        }
    }
    steps
}

#[test]
fn random_battles_end() {
    for seed in 0..30 {
        let battle = BATTLES[(seed % 3) as usize];
        play(battle, seed, Some(Stream::new(Seed::from_number(seed), 1)));
    }
}

#[test]
fn battles_of_silence_end() {
    for seed in 0..6 {
        play(BATTLES[(seed % 3) as usize], seed, None);
    }
}

/// What players beside real figures say they see, at random.
fn sight(kind: &FactKind, luck: &mut Stream) -> Vec<u32> {
    match kind {
        FactKind::OneOf(words) => vec![luck.below(words.len() as u32)],
        FactKind::AnyOf(those) => those.iter().filter(|_| luck.below(8) == 0).map(|it| it.answer).collect(),
        FactKind::Distance(bands) => vec![bands[luck.below(bands.len() as u32) as usize].answer],
    }
}

#[test]
fn battles_beside_real_figures_end() {
    for seed in 0..12 {
        let (name, text) = BATTLES[(seed % 3) as usize];
        let rules = rules(seed);
        let read = read_battle(name, &Source::new(name, text), |_| Some(Arc::clone(&rules)));
        let battle = read.unwrap_or_else(|faults| panic!("{faults}"));
        let mut session = Session::beside_figures(battle.beside_figures(Arc::clone(&rules)));
        let [mut dice, mut luck] = [0, 1].map(|n| Stream::new(Seed::from_number(seed), n));
        let (mut tries, mut sights) = (0, 0);
        while let Some(waiting) = session.waiting().cloned() {
            tries += 1;
            assert!(tries < 100_000, "{name} {seed} does not end: {waiting:?}");
            let steps = session.step_ends().len();
            let entry = match &waiting {
                Waiting::ForDice { pool, .. } => {
                    let faces = (0..pool.count).map(|_| dice.below(pool.sides) + 1).collect();
                    Entry::Dice { faces, typed: true }
                }
                // None, or the first, is always an answer.
                Waiting::ForFact(_) if sights > 200 => Entry::Seen(vec![0; sights % 2]),
                Waiting::ForFact(asked) => Entry::Seen(sight(&asked.kind, &mut luck)),
                Waiting::ForAnswer(question) => Entry::Answer(question.sample(session.game(), &mut luck)),
                Waiting::Wrong(mistake) => panic!("{name} {seed}: {mistake}"),
            };
            if let Err(mistake) = session.put(entry) {
                // A sight that cannot be is asked for again.
                assert!(matches!(waiting, Waiting::ForFact(_)), "{name} {seed}: {mistake:?}");
                sights += 1;
                continue;
            }
            sights = 0;
            if session.step_ends().len() > steps {
                let game = session.settled();
                assert!(game.units.iter().all(|unit| unit.pose.is_none()), "{name} {seed}: a position");
                game.sound().unwrap_or_else(|what| panic!("{name} {seed}: {what}"));
            }
        }
        assert!(session.game().is_over());
    }
}

/// Baumersdorf with a brigade that comes up in turn 1, as the French have to move.
fn with_a_brigade_at_the_edge(order: OrderKind) -> Orders {
    let (name, text) = BATTLES[2];
    let more = "\n[[reinforcement]]\nside = \"french\"\nturn = 1\nedge-point = [10, 0]\n\
                [[reinforcement.unit]]\nname = \"Grandjean's brigade\"\ncorps = \"II Corps\"\narm = \"infantry\"\ntroop = \"veteran\"\n";
    let rules = rules(0);
    let read = read_battle(name, &Source::new(name, format!("{text}{more}")), |_| Some(Arc::clone(&rules)));
    let mut game = read.unwrap_or_else(|faults| panic!("{faults}")).begin(rules);
    let mut solo = Solo::new(Stream::new(Seed::from_number(4), 0), Random(None));
    while !(game.stage == Stage::Move && game.mover == Side::French) {
        let Ok(()) = game.step(&mut solo);
    }
    game.corps[0].order.kind = order;
    game
}

#[test]
fn a_unit_that_waits_at_the_edge_is_offered_the_longest_way_on() {
    let game = with_a_brigade_at_the_edge(OrderKind::Attack);
    let unit =
        game.ids().find(|id| game.unit(*id).standing == Standing::AtEdge).unwrap_or_else(|| panic!("nobody"));
    let (gate, act) = plain_entry(&game, unit).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!((gate.start.at, gate.start.facing), (Point::inches(10, 0), Bearing(0)));
    let question = Question::from(Move { side: Side::French, only: None });
    assert!(game.check(&question, &Answer::Act(act.clone())).is_ok());
    let Act::Enter { paces, .. } = act else { panic!("{act:?}") };
    assert_eq!(paces, [Pace::Ahead(gate.allowance)]);
    let [farther, short] = [gate.allowance + Inches::mils(100), Inches::mils(300)]
        .map(|by| Answer::Act(Act::Enter { unit, paces: vec![Pace::Ahead(by)] }));
    assert!(game.check(&question, &farther).is_err() && game.check(&question, &short).is_err());
}

#[test]
fn only_who_withdraws_is_offered_a_way_off_the_table() {
    let leaves = |order: OrderKind| {
        let mut game = with_a_brigade_at_the_edge(order);
        let unit = game.ids().next().unwrap_or_else(|| panic!("nobody"));
        game.units
            .one_mut(unit)
            .stand(Pose { at: Point::inches(14, 3), facing: Bearing(0) }, Formation::Column);
        plain_leaving(&game, unit)
    };
    assert!(matches!(leaves(OrderKind::Withdraw), Ok(Act::Leave { .. })));
    assert!(leaves(OrderKind::Attack).is_err());
}
