//! Battles of random legal answers: each ends, nothing sampled is refused, and everybody stands where he may.

use super::*;
use crate::charts::Rules;
use crate::doors::battle::read_battle;
use crate::doors::sound::sound;
use crate::question::Question;
use crate::rules::fire;
use crate::rules::movement::Move;
use crate::state::answer::Answer;
use crate::state::game::Stage;
use crate::state::unit::Standing;
use crate::state::words::OrderKind;
use dice::{Seed, Stream};
use engine::{Game, Played, Players, Questions as _, Side, Solo};
use rulebook::{Book, Source};
use std::sync::{Arc, LazyLock};
use table::Bearing;

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Orders::embedded_book().unwrap_or_else(|faults| panic!("{faults}")));

macro_rules! battle {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../../battles/", $name, "/battle.toml")))
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
    let mut sheet = BOOK.sheet("orders").unwrap_or_else(|error| panic!("{error}"));
    let share = 2 + luck.below(12);
    for ruling in 0..BOOK.rulings.len() {
        let choices = BOOK.ruling_choices(ruling);
        let fixed = ["unit.base", "unit.stands", "setup.table"]
            .iter()
            .any(|key| BOOK.rulings[ruling].id.ends_with(key));
        if !seed.is_multiple_of(4) && !fixed && !choices.is_empty() && luck.below(share) == 0 {
            sheet = sheet.with(ruling, choices[luck.below(choices.len() as u32) as usize].clone());
        }
    }
    Arc::new(Rules::new(sheet))
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
        if let Err(what) = sound(&game) {
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

/// Beside real figures: whatever is asked of the players they answer at random.
struct Blind {
    dice: Stream,
    luck: Stream,
}

impl dice::Dice for Blind {
    type Pause = std::convert::Infallible;
    fn hits(&mut self, pool: dice::Pool, need: u32) -> Result<u32, Self::Pause> {
        self.dice.hits(pool, need)
    }
    fn read<T: Copy + Ord>(
        &mut self,
        pool: dice::Pool,
        reading: impl Fn(u32) -> T,
    ) -> Result<T, Self::Pause> {
        self.dice.read(pool, reading)
    }
}

impl engine::Umpire<Orders> for Blind {
    fn ask<Q: engine::Ask<Orders>>(&mut self, game: &Orders, question: Q) -> Result<Q::Granted, Self::Pause> {
        let answer = question.sample(game, &mut self.luck);
        let put = || -> Question { question.clone().into() };
        Ok(question
            .grant(game, &answer)
            .unwrap_or_else(|refusal| panic!("{:?} {answer:?}: {refusal}", put())))
    }
    fn see<F: Fact<Orders>>(&mut self, game: &Orders, fact: F) -> Result<F::Value, Self::Pause> {
        let asked = fact.put(game);
        for _ in 0..200 {
            let answer: Vec<u32> = match &asked.kind {
                engine::FactKind::OneOf(words) => vec![self.luck.below(words.len() as u32)],
                engine::FactKind::AnyOf(words) => {
                    (0..words.len() as u32).filter(|_| self.luck.below(8) == 0).collect()
                }
                engine::FactKind::Inches => vec![self.luck.below(14_000)],
            };
            if let Some(value) = fact.seen(game, &answer) {
                return Ok(value);
            }
        }
        // Nobody, or the first, is always an answer.
        let plain = [vec![], vec![0]];
        Ok(plain.iter().find_map(|answer| fact.seen(game, answer)).unwrap_or_else(|| panic!("{asked:?}")))
    }
    fn tell(&mut self, event: impl FnOnce() -> crate::Event) {
        let _ = event();
    }
}

#[test]
fn battles_beside_real_figures_end() {
    for seed in 0..12 {
        let (name, text) = BATTLES[(seed % 3) as usize];
        let rules = rules(seed);
        let read = read_battle(name, &Source::new(name, text), |_| Some(Arc::clone(&rules)));
        let mut game = read.unwrap_or_else(|faults| panic!("{faults}")).beside_figures(Arc::clone(&rules));
        let number = |n: u64| Stream::new(Seed::from_number(seed), n);
        let mut blind = Blind { dice: number(0), luck: number(1) };
        let mut steps = 0;
        while !game.is_over() {
            assert!(steps < 20_000, "{name} {seed} does not end");
            let Ok(()) = game.step(&mut blind);
            steps += 1;
            assert!(game.units.iter().all(|unit| unit.pose.is_none()), "{name} {seed}: a position");
            sound(&game).unwrap_or_else(|what| panic!("{name} {seed}: {what} after step {steps}"));
        }
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
    while !(game.stage == crate::state::game::Stage::Move && game.mover == Side::French) {
        let Ok(()) = game.step(&mut solo);
    }
    game.corps[0].order.kind = order;
    game
}

#[test]
fn whoever_waits_at_the_edge_is_offered_the_longest_way_on() {
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
        game.unit_mut(unit).stand(Pose { at: Point::inches(14, 3), facing: Bearing(0) }, Formation::Column);
        plain_leaving(&game, unit)
    };
    assert!(matches!(leaves(OrderKind::Withdraw), Ok(Act::Leave { .. })));
    assert!(leaves(OrderKind::Attack).is_err());
}
